#pragma once

#include <span>
#include <string_view>

namespace rackcast::viz {

/// What a name of the lost-time account means to people, and what shortens it. An explicit table: a new loss is a row.
struct LossWords {
  const char* name;  ///< as in lost_time_s
  const char* title;
  const char* means;   ///< "time during which ..."
  const char* change;  ///< an order to whoever builds the machine; empty: nothing to be done
};

std::span<const LossWords> loss_words();
/// The row of a name; for one that is not in the table its name alone.
LossWords words_of_loss(std::string_view name);

/// "held by heat (die)" for thermal_die, and so on for every mode of a board.
const char* words_of_mode(std::string_view mode);

}  // namespace rackcast::viz

#pragma once

#include <string>
#include <vector>

#include "models/power/psu_spec.hpp"

namespace rackcast::models {

/// A part of a supply that trips on its own: all of it, or one of its rails. Its load is its share of what the host
/// draws and of what each board draws.
struct PsuFeed {
  std::string name;  ///< empty: the whole supply
  double rating_w = 0;
  double host = 0;
  std::vector<double> boards;

  /// Sum of the shares of all boards.
  double board_sum() const;
};

/// The whole bank of supplies first, then each rail as if it were a supply of its own: of the rail's limit, with the
/// tolerance of the design.
std::vector<PsuFeed> feeds(const PsuSpec& psu, std::size_t boards);

}  // namespace rackcast::models

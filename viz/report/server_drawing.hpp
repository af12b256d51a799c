#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "viz/report/run_folder.hpp"

namespace rackcast::viz {

/// The state of every component at one moment, or in the mean: path and column to value, NaN where there is none.
using StateOf = std::function<double(std::string_view path, std::string_view column)>;

/// What a drawing shows: a key for the viewer ("worst", "mean") and the title.
struct DrawnMoment {
  const char* key;
  std::string title;
};

/// A server as it stands in its room: fans, cards in the order of their slots, supply; each coloured by what it is near
/// to (temperature or load against its limit, in five steps) and labelled with the number, so that colour says nothing
/// that the text does not. Values carry the name of their column, for the viewer to set them anew. `mode_of` names what
/// holds a board back, empty if that has no meaning (a mean).
std::string server_drawing(const RunFolder& run, const Part& server, const StateOf& state,
                           const std::function<std::string(std::string_view path)>& mode_of, const DrawnMoment& moment);

/// Boards drawn; the table beside has all of them.
inline constexpr std::size_t most_boards_drawn = 16;

}  // namespace rackcast::viz

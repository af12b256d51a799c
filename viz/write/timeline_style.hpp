#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rackcast::viz::timeline {

// Geometry in pixels.
inline constexpr double width = 900;
inline constexpr double left = 62;
inline constexpr double right = 196;         ///< legend
inline constexpr double top = 74;            ///< title and event marks above the first panel
inline constexpr double marks_y = top - 28;  ///< above the name of the first panel
inline constexpr double panel_height = 128;
inline constexpr double panel_gap = 30;
inline constexpr double footer = 62;
inline constexpr std::size_t colour_count = 8;
inline constexpr std::size_t legend_characters = 23;

/// The opening tag, the style sheet, the background and the title.
std::string header(const std::string& escaped_title, double height);

/// The line that explains the event marks.
std::string key(double y, std::size_t marks);

/// `text` cut in the middle to `most` characters, so that both its server and its index stay readable.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace rackcast::viz::timeline

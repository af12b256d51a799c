#include "viz/write/timeline_style.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "sim/utf8.hpp"

namespace rackcast::viz::timeline {

namespace {

// Okabe and Ito, "Color Universal Design" (2008), darkened or lightened where the ground needs it.
constexpr std::array<const char*, colour_count> light_colours = {"#0072b2", "#d55e00", "#009e73", "#b0568a",
                                                                 "#9a6a00", "#2f8fc4", "#000000", "#7a7a00"};
constexpr std::array<const char*, colour_count> dark_colours = {"#56b4e9", "#ff8a3c", "#2fd0a5", "#e39cc4",
                                                                "#e69f00", "#8fd0f5", "#ffffff", "#f0e442"};
constexpr std::array<const char*, colour_count> dashes = {"none", "none", "none", "none", "6 3", "6 3", "2 3", "2 3"};

std::string series_rules(const std::array<const char*, colour_count>& colours) {
  std::string rules;
  for (std::size_t i = 0; i < colour_count; ++i) {
    rules += fmt::format(".s{}{{stroke:{};stroke-dasharray:{}}}", i, colours[i], dashes[i]);
  }
  return rules;
}

std::string theme(std::string_view paper, std::string_view ink, std::string_view soft, std::string_view grid,
                  std::string_view error) {
  return fmt::format(
      ".paper{{fill:{}}}text{{fill:{}}}.tick{{fill:{}}}.grid{{stroke:{}}}.band{{fill:{}}}"
      ".error{{fill:{};stroke:{}}}.warning{{fill:{};stroke:{}}}",
      paper, ink, soft, grid, grid, error, error, soft, soft);
}

std::string style_sheet() {
  return "<style>text{font:13px system-ui,sans-serif}.title{font-size:17px;font-weight:600}"
         ".head{font-weight:600}.tick{font-size:12px}.line{fill:none;stroke-width:1.6}.grid{stroke-width:1}"
         ".error line,.warning line{stroke-width:1;stroke-dasharray:3 3;stroke-opacity:.6}" +
         theme("#ffffff", "#1a1a1a", "#555555", "#dddddd", "#b00020") + series_rules(light_colours) +
         "@media (prefers-color-scheme:dark){" + theme("#15181c", "#ececec", "#b4b8bd", "#343a41", "#ff8080") +
         series_rules(dark_colours) + "}</style>\n";
}

// Byte offsets at which characters begin, and the end.
std::vector<std::size_t> character_starts(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) starts.push_back(i);
  }
  starts.push_back(text.size());
  return starts;
}

}  // namespace

std::string header(const std::string& escaped_title, double height) {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1:.0f}\" width=\"{0}\" height=\"{1:.0f}\" "
             "role=\"img\">\n<title>{2}</title>\n",
             width, height, escaped_title) +
         style_sheet() + fmt::format("<rect class=\"paper\" width=\"{}\" height=\"{:.0f}\"/>\n", width, height) +
         fmt::format("<text class=\"title\" x=\"{}\" y=\"24\">{}</text>\n", left, escaped_title);
}

std::string key(double y, std::size_t marks) {
  const std::string what = marks == 0 ? "no warnings or errors" : "▼ error   ● warning   (hover to read them)";
  return fmt::format("<text class=\"tick\" x=\"{}\" y=\"{:.1f}\">replication 0 · events: {}</text>\n", left, y, what);
}

std::string shortened(std::string_view text, std::size_t most) {
  const std::string valid = sim::valid_utf8(text);
  const std::vector<std::size_t> starts = character_starts(valid);
  const std::size_t characters = starts.size() - 1;
  if (characters <= most) return valid;
  const std::size_t head = most / 2;
  const std::size_t tail = most - head - 1;
  return valid.substr(0, starts[head]) + "…" + valid.substr(starts[characters - tail]);
}

}  // namespace rackcast::viz::timeline

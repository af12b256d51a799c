#pragma once

#include <string>
#include <vector>

namespace rackcast::viz {

/// A kind of plot and what it shows, as viz/python/rackcast_plots/kinds.json has them.
struct PlotKind {
  std::string name;
  std::string help;
};
std::vector<PlotKind> plot_kinds();

/// What is to be drawn.
struct PlotRequest {
  std::string folder;
  std::string kind;    ///< one of plot_kinds()
  std::string out;     ///< empty: <folder>/<kind>.<format>
  std::string format;  ///< svg, png or pdf
};

/// Draws with the first Python that has matplotlib and pandas: `python3` of the search path, then /usr/bin/python3. The
/// Python files travel in the binary and are laid into a private temporary folder while it works. No shell is involved:
/// every word of the request reaches Python as it is. Python prints the file's name, or one sentence of what is wrong.
/// Returns Python's exit code, one of the program's. Throws EnvironmentError if no Python does, or the machine refuses.
int draw_plot(const PlotRequest& request);

}  // namespace rackcast::viz

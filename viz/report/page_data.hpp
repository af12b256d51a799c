#pragma once

#include <string>
#include <string_view>

#include "viz/report/run_folder.hpp"

namespace rackcast::viz {

/// JSON text fit to stand in a script element: <, >, & and the line separators U+2028 and U+2029 as \u escapes, which
/// JSON allows in strings, the only place where they can stand. Line breaks and indents between values are dropped.
std::string script_safe(std::string_view json);

/// What the page carries for its viewer (docs/methods/report.md is the contract): summary and layout as they stand in
/// the folder; trace, bands and events as columns. Numbers of the trace have five significant digits.
std::string page_data(const RunFolder& run);

}  // namespace rackcast::viz

#pragma once

#include <string>
#include <vector>

#include "scenarios/budget_sheet.hpp"
#include "scenarios/text_table.hpp"

/// Sections of the budget sheet and what they share.
namespace rackcast::scenarios::sheet {

/// "  label       text"; without a label the line goes on with the one above.
std::string line(const std::string& label, const std::string& text);
/// `items` with `between` in between, on as many lines as a terminal's width asks for.
std::string wrapped(const std::string& label, const std::vector<std::string>& items, const std::string& between);
/// Shares as whole percents, to a tenth where they are small or near the whole.
std::string share_text(double share);
/// Whole watts.
std::string watts_text(double power_w);
/// A label as the first cell of a table, as wide as those of lines.
std::string label(const std::string& text);
/// A first column flush left and `count` − 1 flush right.
std::vector<Flush> numbers(std::size_t count);
std::string block(const TextTable& table);

/// `psu.rating = "1000 W"`: below the job's server, or with the whole path.
std::string change_text(const Sheet& s, const Override& set);
/// "steps 3 % longer"
std::string speed_text(double slower_share);

std::string power_lines(const Sheet& s);
std::string topology_lines(const Sheet& s);  ///< paths and ring, and what more than one GPU is worth
std::string heat_lines(const Sheet& s);
std::string limit_lines(const Sheet& s);
std::string assumption_lines(const Sheet& s);

}  // namespace rackcast::scenarios::sheet

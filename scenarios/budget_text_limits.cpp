// What is tightest, what would relieve it, what was assumed.
#include <fmt/format.h>

#include <cmath>

#include "scenarios/budget_text_parts.hpp"
#include "scenarios/wording.hpp"

namespace rackcast::scenarios::sheet {

namespace {

constexpr std::size_t label_width = 11;
constexpr std::size_t terminal_width = 118;
constexpr std::size_t unverified_shown = 6;
constexpr double worth_a_row = 0.5;     ///< limits used less stand in one line
constexpr double worth_saying = 0.005;  ///< change of a step's time
constexpr double beyond = 1;            ///< more of a limit is too much

// Without "server.box." and "job.train.": the sheet is about these.
std::string short_path(const Sheet& s, const std::string& path) {
  for (const std::string& prefix : {"server." + s.server->name + ".", "job." + s.job->name + "."}) {
    if (path.starts_with(prefix)) return path.substr(prefix.size());
  }
  return path;
}

std::string relief_text(const Sheet& s, const Relief& relief) {
  const bool slower = std::abs(relief.slower_share) > worth_saying;
  return change_text(s, relief.set) + (slower ? " (" + speed_text(relief.slower_share) + ")" : "");
}

const char* beyond_text(Limit limit) {
  switch (limit) {
    case Limit::gpu_memory:
      return "does not fit";
    case Limit::host_memory:
      return "too little";
    case Limit::supply_steady:
      return "overloaded";
    case Limit::supply_peaks:
      return "trips";
    case Limit::supply_spare:
      return "no unit to spare";
    case Limit::outlet:
      return "too much for hours";
    case Limit::inlet:
      return "hotter than allowed";
    case Limit::die:
    case Limit::memory_temperature:
      return "throttles";
    case Limit::data_path:
      return "GPUs wait";
  }
  return "";
}

std::string verdict(const Margin& m) {
  if (m.used > beyond) return beyond_text(m.limit);
  return m.used > comfortable ? "tight" : "";
}

std::string value_text(const Margin& m) {
  return fmt::format("{} of {} {}", number_text(m.value), number_text(m.allowed), m.unit);
}

std::string reliefs_line(const Sheet& s, const TightLimit& limit, const char* name) {
  std::vector<std::string> items;
  for (const Relief& relief : limit.reliefs) items.push_back(relief_text(s, relief));
  if (items.empty()) items.push_back("no single key relieves it");
  const char* aim = limit.margin.used > comfortable ? ": " : " (for a tenth less): ";
  items.front() = limit.margin.what + aim + items.front();
  return wrapped(name, items, " or ");
}

bool relieved(const TightLimit& limit, const TightLimit& first) {
  return &limit == &first || limit.margin.used > comfortable;
}

}  // namespace

std::string label(const std::string& text) {
  return text + std::string(label_width - std::min(label_width, width_of(text)), ' ');
}

std::string line(const std::string& name, const std::string& text) { return "  " + label(name) + " " + text + "\n"; }

std::string wrapped(const std::string& name, const std::vector<std::string>& items, const std::string& between) {
  std::string out;
  std::string text;
  const std::size_t room = terminal_width - label_width - 3;
  for (const std::string& item : items) {
    if (!text.empty()) text += between;
    if (width_of(text) + width_of(item) > room && !text.empty()) {
      out += line(out.empty() ? name : "", text.substr(0, text.find_last_not_of(' ') + 1));
      text.clear();
    }
    text += item;
  }
  return out + line(out.empty() ? name : "", text);
}

std::string share_text(double share) {
  const double percent = share * 100;
  if (!std::isfinite(percent)) return number_text(percent) + " %";
  const bool fine = std::abs(percent) < 10 || (std::abs(percent - 100) < 5 && std::abs(percent - 100) > 0.05);
  return fmt::format("{:.{}f} %", percent, fine ? 1 : 0);
}

std::string watts_text(double power_w) {
  return std::isfinite(power_w) ? fmt::format("{:.0f}", power_w) : number_text(power_w);
}

std::vector<Flush> numbers(std::size_t count) {
  std::vector<Flush> columns(count, Flush::right);
  columns.front() = Flush::left;
  return columns;
}

std::string block(const TextTable& table) { return table.text("  "); }

std::string change_text(const Sheet& s, const Override& set) {
  return fmt::format("{} = {}", short_path(s, set.path), set.value);
}

std::string speed_text(double slower_share) {
  const bool slower = slower_share > 0;
  return fmt::format("steps {} {}", share_text(std::abs(slower_share)), slower ? "longer" : "shorter");
}

std::string limit_lines(const Sheet& s) {
  TextTable table({Flush::left, Flush::left, Flush::right, Flush::right, Flush::left});
  std::vector<std::string> rest;
  for (const TightLimit& limit : s.limits) {
    const Margin& m = limit.margin;
    const bool first = &limit == &s.limits.front();
    if (!first && m.used < worth_a_row) {
      rest.push_back(m.what + " " + share_text(m.used));
      continue;
    }
    table.add({label(first ? "tightest" : ""), m.what, share_text(m.used), value_text(m), verdict(m)});
  }
  std::string out = block(table);
  if (!rest.empty()) {
    rest.front() = "less: " + rest.front();
    out += wrapped("", rest, ", ");
  }
  for (const TightLimit& limit : s.limits) {
    const bool first = &limit == &s.limits.front();
    if (relieved(limit, s.limits.front())) out += reliefs_line(s, limit, first ? "relief" : "");
  }
  return out;
}

std::string assumption_lines(const Sheet& s) {
  std::vector<std::string> defaults;
  for (const auto& [path, value] : s.assumptions.defaults) defaults.push_back(short_path(s, path) + " = " + value);
  const std::size_t shown = std::min(unverified_shown, s.assumptions.unverified.size());
  std::vector<std::string> unverified;
  for (std::size_t i = 0; i < shown; ++i) unverified.push_back(short_path(s, s.assumptions.unverified[i]));
  const std::size_t left = s.assumptions.unverified.size() - shown;
  if (left > 0) unverified.push_back(fmt::format("{} more (--json lists all)", left));
  std::string out;
  if (!defaults.empty()) out += wrapped("at default", defaults, ", ");
  if (!unverified.empty()) out += wrapped("unverified", unverified, ", ");
  return out;
}

}  // namespace rackcast::scenarios::sheet

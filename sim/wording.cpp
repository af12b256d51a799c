#include "sim/wording.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>

namespace rackcast::sim {

namespace {

struct Scale {
  double factor;
  const char* unit;
};

constexpr Scale times[] = {{1e-3, "ms"}, {1, "s"}, {60, "min"}, {3600, "h"}, {86400, "d"}};
constexpr double time_from[] = {0, 1, 120, 2 * 3600.0, 4 * 86400.0};  // where each unit begins
constexpr Scale powers[] = {{1, "W"}, {1e3, "kW"}, {1e6, "MW"}};
constexpr Scale binary[] = {
    {1024.0 * 1024, "MiB"}, {1024.0 * 1024 * 1024, "GiB"}, {1024.0 * 1024 * 1024 * 1024, "TiB"}};

int decimals_for_three_digits(double magnitude) {
  if (magnitude >= 100) return 0;
  if (magnitude >= 10) return 1;
  return magnitude >= 1 ? 2 : 3;
}

// The largest unit that leaves a number of at least 1.
std::string scaled(double value, std::span<const Scale> scales) {
  const Scale* best = &scales.front();
  for (const Scale& s : scales) {
    if (std::abs(value) >= s.factor) best = &s;
  }
  return number_text(value / best->factor) + " " + best->unit;
}

}  // namespace

std::string number_text(double value) {
  if (std::isnan(value)) return "unknown";
  if (std::isinf(value)) return "infinite";
  if (value == 0) return "0";
  std::string text = fmt::format("{:.{}f}", value, decimals_for_three_digits(std::abs(value)));
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" || text == "0" ? fmt::format("{:.2g}", value) : text;
}

std::string duration_text(double seconds) {
  if (std::isnan(seconds)) return "unknown";
  if (std::isinf(seconds)) return "never";
  if (seconds == 0) return "0 s";
  std::size_t i = 0;
  while (i + 1 < std::size(times) && std::abs(seconds) >= time_from[i + 1]) ++i;
  return number_text(seconds / times[i].factor) + " " + times[i].unit;
}

std::string power_text(double power_w) { return scaled(power_w, powers); }

std::string bytes_text(double bytes) { return scaled(bytes, binary); }

std::string percent_text(double share) { return number_text(share * 100) + " %"; }

std::string celsius_text(double temperature_c) {
  return std::isfinite(temperature_c) ? fmt::format("{:.1f} °C", temperature_c) : number_text(temperature_c);
}

std::string listed(const std::vector<std::string>& items) {
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += i + 1 == items.size() ? " and " : ", ";
    out += items[i];
  }
  return out;
}

}  // namespace rackcast::sim

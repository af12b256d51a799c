#include "viz/report/quantities.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "sim/wording.hpp"
#include "viz/report/html.hpp"

namespace rackcast::viz {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double percent = 100;
constexpr Quantity table[] = {{"power_w", "Power", "W", 1, 0, none},
                              {"die_c", "Die temperature", "°C", 1, none, none},
                              {"memory_c", "Memory temperature", "°C", 1, none, none},
                              {"clock_mhz", "Clock", "MHz", 1, none, none},
                              {"utilisation", "Utilisation", "%", percent, 0, percent},
                              {"inlet_c", "Intake air", "°C", 1, none, none},
                              {"fan_fraction", "Fan speed", "%", percent, 0, percent},
                              {"air_c", "Room air", "°C", 1, none, none},
                              {"progress", "Job progress", "%", percent, 0, percent}};

}  // namespace

std::span<const Quantity> quantities() { return table; }

const Quantity* quantity_of(std::string_view column) {
  for (const Quantity& q : table) {
    if (q.column == column) return &q;
  }
  return nullptr;
}

std::string quantity_text(const Quantity& quantity, double value) {
  if (std::isnan(value)) return "–";
  const double shown = value * quantity.factor;
  if (quantity.unit == std::string_view("°C")) return sim::celsius_text(shown);
  return (std::abs(shown) >= 1000 ? fmt::format("{:.0f}", shown) : sim::number_text(shown)) + " " + quantity.unit;
}

std::string quantity_html(const Quantity& quantity, double value) {
  return std::isnan(value) ? "–" : number_html(value, quantity_text(quantity, value));
}

}  // namespace rackcast::viz

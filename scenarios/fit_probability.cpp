#include "scenarios/fit_probability.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "sim/math.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double steps_of_certainty = 1e4;  // what is beyond them says nothing
constexpr double percent = 100;
constexpr double nearly = 0.999;
constexpr double fine_from = 0.99;

}  // namespace

double fit_probability(const models::MemoryNeed& need) {
  if (!(need.total > 0)) return 1;
  if (!(need.available > 0)) return 0;
  const double deviations = sim::log(need.available / need.total) / memory_error_sd;
  const double probability = std::erfc(-deviations / std::numbers::sqrt2) / 2;
  return std::round(probability * steps_of_certainty) / steps_of_certainty;
}

std::string probability_text(double probability) {
  if (probability > nearly) return "more than 99.9 %";
  if (probability < 1 - nearly) return "less than 0.1 %";
  const bool fine = probability > fine_from || probability < 1 - fine_from;
  return fmt::format("{:.{}f} %", percent * probability, fine ? 1 : 0);
}

}  // namespace rackcast::scenarios

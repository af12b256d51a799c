#include "scenarios/validation/calibrate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "sim/math.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double loss_scale = 0.1;
constexpr double first_step = 0.4;
constexpr double last_step = 0.002;

using Point = std::array<double, 2>;  // logarithms

constexpr StackConstants least{0.02, 0.1};
constexpr StackConstants most{0.98, 10};
constexpr StackConstants starts[] = {{0.15, 1.5}, {0.5, 1}, {0.9, 3}};

Point point(const StackConstants& c) { return {sim::log(c.efficiency), sim::log(c.traffic_factor)}; }

StackConstants constants(const Point& p) { return {sim::exp(p[0]), sim::exp(p[1])}; }

double loss(const LogErrors& errors, const Point& p) {
  double sum = 0;
  for (const double e : errors(constants(p))) sum += std::sqrt(1 + (e / loss_scale) * (e / loss_scale)) - 1;
  return sum;
}

struct Found {
  Point at{};
  double loss = std::numeric_limits<double>::infinity();
};

/// Tries a step along each axis and both diagonals; keeps what is better, else halves the step.
Found search(const LogErrors& errors, const Point& start) {
  const Point low = point(least);
  const Point high = point(most);
  constexpr Point directions[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
  Found best{start, loss(errors, start)};
  for (double step = first_step; step > last_step;) {
    Found next = best;
    for (const Point& d : directions) {
      const Point p = {std::clamp(best.at[0] + step * d[0], low[0], high[0]),
                       std::clamp(best.at[1] + step * d[1], low[1], high[1])};
      const double value = loss(errors, p);
      if (value < next.loss) next = {p, value};
    }
    if (next.loss < best.loss) {
      best = next;
    } else {
      step /= 2;
    }
  }
  return best;
}

}  // namespace

models::SoftwareSpec with_constants(const models::SoftwareSpec& software, const StackConstants& c) {
  models::SoftwareSpec fitted = software;
  fitted.compute_efficiency = c.efficiency;
  fitted.gemm_efficiency = c.efficiency;
  fitted.traffic_factor = c.traffic_factor;
  return fitted;
}

StackConstants calibrate(const LogErrors& errors) {
  Found best;
  for (const StackConstants& start : starts) {
    const Found found = search(errors, point(start));
    if (found.loss < best.loss) best = found;
  }
  return constants(best.at);
}

}  // namespace rackcast::scenarios

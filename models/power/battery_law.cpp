#include "models/power/battery_law.hpp"

#include <algorithm>
#include <limits>

#include "sim/math.hpp"

namespace rackcast::models {

namespace {

constexpr double lone_exponent = 1.3;  ///< Peukert's, of a table of one point
constexpr double given_at_rating = 0.3;

}  // namespace

BatteryLaw::BatteryLaw(const UpsSpec& ups) : energy_j_(ups.battery_j), load_w_(ups.load_w) {
  for (const double load_w : ups.load_w) log_load_.push_back(sim::log(load_w));
  for (const double runtime_s : ups.runtime_s) log_runtime_.push_back(sim::log(runtime_s));
  if (!load_w_.empty()) return;
  load_w_.push_back(ups.rating_w);
  log_load_.push_back(sim::log(ups.rating_w));
  log_runtime_.push_back(sim::log(given_at_rating * ups.battery_j / ups.rating_w));
}

BatteryLaw::Line BatteryLaw::line(double load_w) const {
  if (log_load_.size() == 1) return {log_runtime_[0], log_load_[0], lone_exponent};
  const auto above = std::upper_bound(load_w_.begin(), load_w_.end(), load_w) - load_w_.begin();
  const auto end = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(above, 1, std::ssize(load_w_) - 1));
  const double fall = log_runtime_[end - 1] - log_runtime_[end];
  return {log_runtime_[end], log_load_[end], fall / (log_load_[end] - log_load_[end - 1])};
}

double BatteryLaw::table_s(double load_w) const {
  const Line here = line(load_w);
  return sim::exp(here.log_runtime - here.exponent * (sim::log(load_w) - here.log_load));
}

double BatteryLaw::runtime_s(double load_w) const {
  if (!(load_w > 0)) return std::numeric_limits<double>::infinity();
  return std::min(table_s(load_w), energy_j_ / load_w);
}

double BatteryLaw::drain_w(double load_w) const { return load_w > 0 ? energy_j_ / runtime_s(load_w) : 0; }

double BatteryLaw::drain_slope(double load_w) const {
  if (!(load_w > 0) || table_s(load_w) >= energy_j_ / load_w) return 1;
  return line(load_w).exponent * drain_w(load_w) / load_w;
}

}  // namespace rackcast::models

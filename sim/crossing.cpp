#include "sim/crossing.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackcast::sim {

namespace {

constexpr std::size_t max_groups = 16;     // groups of four modes
constexpr int slow_progress_limit = 8;     // Newton steps that may fail to halve the bracket before it is split
constexpr double latest_search_s = 3.2e8;  // ten years: what a search without end looks ahead

double total(const Lane4& x) { return (x[0] + x[1]) + (x[2] + x[3]); }
Lane4 larger(const Lane4& a, const Lane4& b) { return a > b ? a : b; }
Lane4 smaller(const Lane4& a, const Lane4& b) { return a < b ? a : b; }

}  // namespace

/// f(t) = ±(output − threshold), t in nanoseconds from the anchor: at or above 0 means crossed.
class CrossingSearch {
 public:
  CrossingSearch(const Island& island, const Output& output, const Ramp& threshold, Direction direction)
      : groups_(island.modes().lanes() / lane_width) {
    const double sign = direction == Direction::rising ? 1 : -1;
    alignas(32) std::array<double, max_groups * lane_width> w;
    alignas(32) std::array<double, max_groups * lane_width> s;
    island.modal_input(w.data(), s.data());
    const double* rate = island.modes().rate_per_s().data();
    for (std::size_t g = 0; g < groups_; ++g) {
      const std::size_t k = g * lane_width;
      const Lane4 h = sign * load4(&output.mode_weight[k]);
      rate_[g] = load4(rate + k);
      start_[g] = h * load4(island.state() + k);
      drive_[g] = h * load4(&w[k]);
      ramp_[g] = h * load4(&s[k]);
    }
    level_ = output.offset - threshold.at(island.anchor());
    trend_ = -threshold.slope;
    for (std::size_t j = 0; j < island.modes().inputs(); ++j) {
      level_ += output.input_weight[j] * island.values()[j];
      trend_ += output.input_weight[j] * island.slopes()[j];
    }
    level_ *= sign;
    trend_ *= sign;
    // Halving on a logarithmic scale starts at the fastest time constant.
    for (std::size_t k = 0; k < groups_ * lane_width; ++k) fastest_ = std::max(fastest_, std::fabs(rate[k]));
  }

  /// First ns in (from, until], both from the anchor; −1 for none.
  std::int64_t first(std::int64_t from, std::int64_t until) const {
    if (out_of_reach(seconds(until))) return -1;
    Sample left;
    sample(left, from);
    if (left.f >= 0) return from + 1;
    Sample right;
    sample(right, until);
    return search(left, right);
  }

 private:
  struct Sample {
    std::int64_t ns;
    double f;
    double change;                                    ///< df/dt, 1/s
    std::array<Lane4, max_groups> value, ramp;        ///< terms of f
    std::array<Lane4, max_groups> slope, ramp_slope;  ///< terms of the derivative
  };

  static double seconds(std::int64_t ns) { return static_cast<double>(ns) / nanoseconds_per_second; }
  double linear(std::int64_t ns) const { return level_ + trend_ * seconds(ns); }

  void sample(Sample& at, std::int64_t ns) const {
    const double t = seconds(ns);
    at.ns = ns;
    Lane4 sum{};
    Lane4 change{};
    for (std::size_t g = 0; g < groups_; ++g) {
      const auto f = phi(Lane4(rate_[g] * -t));
      at.value[g] = f.e * start_[g] + (f.g * t) * drive_[g];
      at.ramp[g] = (f.h * (t * t)) * ramp_[g];
      at.slope[g] = f.e * (drive_[g] - rate_[g] * start_[g]);
      at.ramp_slope[g] = (f.g * t) * ramp_[g];
      sum += at.value[g] + at.ramp[g];
      change += at.slope[g] + at.ramp_slope[g];
    }
    at.f = total(sum) + linear(ns);
    at.change = total(change) + trend_;
  }

  // What can never be reached needs no exponential: each mode stays between its start and its steady state.
  bool out_of_reach(double until_s) const {
    double bound = std::max(level_, level_ + trend_ * until_s);
    for (std::size_t g = 0; g < groups_; ++g) {
      for (std::size_t i = 0; i < lane_width; ++i) {
        const double rate = rate_[g][i];
        const double start = start_[g][i];
        const double drive = drive_[g][i];
        const double ramp = ramp_[g][i];
        if (rate > 0) {
          bound += std::max(start, drive / rate) + std::max(0.0, ramp * until_s / rate);
        } else if (rate == 0) {
          bound += start + std::max(0.0, drive * until_s) + std::max(0.0, ramp * until_s * until_s / 2);
        } else {
          return false;
        }
      }
    }
    return bound < 0;
  }

  std::int64_t search(const Sample& left, const Sample& right) const {
    Lane4 top{};
    Lane4 steepest{};
    Lane4 flattest{};
    for (std::size_t g = 0; g < groups_; ++g) {
      top += larger(left.value[g], right.value[g]) + larger(left.ramp[g], right.ramp[g]);
      steepest += larger(left.slope[g], right.slope[g]) + larger(left.ramp_slope[g], right.ramp_slope[g]);
      flattest += smaller(left.slope[g], right.slope[g]) + smaller(left.ramp_slope[g], right.ramp_slope[g]);
    }
    if (total(top) + std::max(linear(left.ns), linear(right.ns)) < 0) return -1;
    if (total(steepest) + trend_ <= 0) return -1;  // f < 0 at the left and never rises
    if (total(flattest) + trend_ >= 0) return right.f >= 0 ? bracket(left, right) : -1;
    if (right.ns - left.ns <= 1) return right.f >= 0 ? right.ns : -1;
    Sample middle;
    sample(middle, split(left.ns, right.ns));
    if (middle.f >= 0) return search(left, middle);
    const std::int64_t early = search(left, middle);
    return early >= 0 ? early : search(middle, right);
  }

  std::int64_t split(std::int64_t left, std::int64_t right) const {
    const double shift = nanoseconds_per_second / std::max(fastest_, 1e-9);
    const double middle = std::sqrt((static_cast<double>(left) + shift) * (static_cast<double>(right) + shift)) - shift;
    return std::clamp(static_cast<std::int64_t>(middle), left + 1, right - 1);
  }

  // f < 0 at lo, f ≥ 0 at hi, monotone between: Newton from the left, inside the bracket, on whole nanoseconds.
  std::int64_t bracket(const Sample& left, const Sample& right) const {
    std::int64_t lo = left.ns;
    std::int64_t hi = right.ns;
    Sample at;
    at.ns = lo;
    at.f = left.f;
    at.change = left.change;
    int slow = 0;
    while (hi - lo > 1) {
      const std::int64_t width = hi - lo;
      const double newton = static_cast<double>(at.ns) - at.f / at.change * nanoseconds_per_second;
      const bool inside = newton > static_cast<double>(lo) && newton < static_cast<double>(hi);
      std::int64_t next = split(lo, hi);
      if (inside && slow < slow_progress_limit) {
        next = static_cast<std::int64_t>(at.f < 0 ? std::ceil(newton) : std::floor(newton));
        next = std::clamp(next, lo + 1, hi - 1);
      }
      sample(at, next);
      (at.f >= 0 ? hi : lo) = next;
      slow = hi - lo > width / 2 ? slow + 1 : 0;
    }
    return hi;
  }

  std::size_t groups_;
  double level_ = 0;
  double trend_ = 0;
  double fastest_ = 0;
  std::array<Lane4, max_groups> rate_, start_, drive_, ramp_;
};

Time next_crossing(const Island& island, const Output& output, const Ramp& threshold, Direction direction, Time from,
                   Time until) {
  const Time latest = island.anchor() + from_seconds(latest_search_s);
  const Time end = std::min(until, latest);
  if (end <= from) return Time::never();
  const CrossingSearch search(island, output, threshold, direction);
  const std::int64_t found = search.first((from - island.anchor()).ns, (end - island.anchor()).ns);
  return found < 0 ? Time::never() : island.anchor() + Time{found};
}

Time Watch::next(const Island& island, Time from, Time until) const {
  if (state_ == State::armed) return next_crossing(island, output_, {threshold_, 0, from}, direction_, from, until);
  const bool rising = direction_ == Direction::rising;
  const double back = threshold_ + (rising ? -hysteresis_ : hysteresis_);
  return next_crossing(island, output_, {back, 0, from}, rising ? Direction::falling : Direction::rising, from, until);
}

}  // namespace rackcast::sim

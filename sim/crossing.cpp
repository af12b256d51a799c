#include "sim/crossing.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackcast::sim {

namespace {

constexpr std::size_t max_groups = 16;  // groups of four modes
constexpr int slow_progress_limit = 8;  // Newton steps that may fail to halve the bracket before it is split
constexpr Time latest_search = from_seconds(3.2e8);  // ten years: what a search without end looks ahead
constexpr double furthest_growth = 500;  // time constants for which a network that runs away is followed: e^500 is far
                                         // beyond any threshold, and further on no number could hold what grows

// How far after the anchor a search looks at most.
std::int64_t furthest_ns(const Modes& modes) {
  if (!modes.runs_away()) return latest_search.ns;
  const auto rates = modes.rate_per_s();
  return std::min(latest_search, from_seconds(furthest_growth / -*std::min_element(rates.begin(), rates.end()))).ns;
}

double total(const Lane4& x) { return (x[0] + x[1]) + (x[2] + x[3]); }
Lane4 larger(const Lane4& a, const Lane4& b) { return a > b ? a : b; }
Lane4 smaller(const Lane4& a, const Lane4& b) { return a < b ? a : b; }

}  // namespace

/// f(t) = ±(output − threshold), t in nanoseconds from the anchor: at or above 0 means crossed.
class CrossingSearch {
 public:
  CrossingSearch(const Island& island, const Output& output, const Ramp& threshold, Direction direction)
      : island_(island), output_(output), sign_(direction == Direction::rising ? 1 : -1) {
    level_ = output.offset - threshold.at(island.anchor());
    trend_ = -threshold.slope;
    const auto row = island.rows();
    // One by one, and most weights are 0: a vector load would wait for the store of the input that just changed.
    for (std::size_t j = 0; j < island.modes().inputs(); ++j) {
      if (output.input_weight[j] == 0) continue;
      level_ += output.input_weight[j] * row.value[j];
      trend_ += output.input_weight[j] * row.slope[j];
    }
    level_ *= sign_;
    trend_ *= sign_;
  }

  /// What can never be reached needs no exponential: a mode that settles stays between its start and its steady state.
  bool out_of_reach(std::int64_t until) const {
    if (island_.modes().runs_away()) return false;
    const double until_s = seconds(until);
    const double reach = island_.with_shape([&](auto shape) { return total(highest(shape, until_s)); });
    return reach + std::max(level_, level_ + trend_ * until_s) < 0;
  }

 protected:
  /// What four modes add to f: start and drive as one monotone term, the slopes of the inputs as another.
  struct Weighted {
    Lane4 rate, start, drive, ramp;
  };

  static double seconds(std::int64_t ns) { return static_cast<double>(ns) / nanoseconds_per_second; }
  double linear(std::int64_t ns) const { return level_ + trend_ * seconds(ns); }

  auto shape_of_island() const { return island_.shape(); }

  template <class AnyShape>
  Weighted weighted(AnyShape shape, std::size_t k) const {
    const Lane4 h = sign_ * load4(&output_.mode_weight[k]);
    const auto in = island_.modal_input(shape, k);
    return {load4(island_.modes().rate_per_s().data() + k), h * load4(island_.rows(shape).z + k), h * in.value,
            h * in.slope};
  }

  template <class AnyShape>
  Lane4 highest(AnyShape shape, double until_s) const {
    Lane4 bound{};
    for (std::size_t k = 0; k < shape.lanes; k += lane_width) {
      const Weighted m = weighted(shape, k);
      const Lane4 settling = load4(island_.modes().settling_s().data() + k);
      const auto settles = settling > 0.0;
      const Lane4 end = m.drive * (settles ? settling : Lane4{} + until_s) + (settles ? Lane4{} : m.start);
      bound += larger(m.start, end);
      if (island_.form_ == Island::Form::constant) continue;
      bound += larger(Lane4{}, m.ramp * until_s * (settles ? settling : Lane4{} + until_s / 2));
    }
    return bound;
  }

  const Island& island_;
  const Output& output_;
  double sign_;
  double level_ = 0;
  double trend_ = 0;
};

namespace {

/// The search proper, for what may be reached.
class ReachableCrossing : CrossingSearch {
 public:
  explicit ReachableCrossing(const CrossingSearch& from)
      : CrossingSearch(from), groups_(island_.modes().lanes() / lane_width) {
    for (std::size_t g = 0; g < groups_; ++g) {
      modes_[g] = weighted(shape_of_island(), g * lane_width);
      for (std::size_t i = 0; i < lane_width; ++i) fastest_ = std::max(fastest_, std::fabs(modes_[g].rate[i]));
    }
  }

  /// First ns in (from, until], both from the anchor; −1 for none.
  std::int64_t first(std::int64_t from, std::int64_t until) {
    Sample left;
    sample(left, from);
    if (left.f >= 0) return from + 1;
    Sample right;
    sample(right, until);
    return search(left, right);
  }

  int evaluations() const { return evaluations_; }

 private:
  /// These terms at a time, and those of df/dt.
  struct Terms {
    Lane4 value, ramp, slope, ramp_slope;
  };
  struct Point {
    std::int64_t ns;
    double f;
    double change;  ///< df/dt, 1/s
  };
  struct Sample : Point {
    std::array<Terms, max_groups> terms;
  };

  template <class Keep>
  Point evaluate(std::int64_t ns, Keep&& keep) {
    const double t = seconds(ns);
    Lane4 sum{};
    Lane4 change{};
    for (std::size_t g = 0; g < groups_; ++g) {
      const Weighted& m = modes_[g];
      const auto f = phi(Lane4(m.rate * -t));
      const Terms terms{f.e * m.start + (f.g * t) * m.drive, (f.h * (t * t)) * m.ramp,
                        f.e * (m.drive - m.rate * m.start), (f.g * t) * m.ramp};
      keep(g, terms);
      sum += terms.value + terms.ramp;
      change += terms.slope + terms.ramp_slope;
    }
    ++evaluations_;
    return {ns, total(sum) + linear(ns), total(change) + trend_};
  }

  void sample(Sample& at, std::int64_t ns) {
    static_cast<Point&>(at) = evaluate(ns, [&](std::size_t g, const Terms& terms) { at.terms[g] = terms; });
  }

  std::int64_t search(const Sample& left, const Sample& right) {
    Lane4 top{};
    Lane4 steepest{};
    Lane4 flattest{};
    for (std::size_t g = 0; g < groups_; ++g) {
      const Terms& a = left.terms[g];
      const Terms& b = right.terms[g];
      top += larger(a.value, b.value) + larger(a.ramp, b.ramp);
      steepest += larger(a.slope, b.slope) + larger(a.ramp_slope, b.ramp_slope);
      flattest += smaller(a.slope, b.slope) + smaller(a.ramp_slope, b.ramp_slope);
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

  // f < 0 at the left, f ≥ 0 at the right, monotone between: Newton inside the bracket, on whole nanoseconds.
  std::int64_t bracket(const Sample& left, const Sample& right) {
    std::int64_t lo = left.ns;
    std::int64_t hi = right.ns;
    Point at = left;
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
      at = evaluate(next, [](std::size_t, const Terms&) {});
      (at.f >= 0 ? hi : lo) = next;
      slow = hi - lo > width / 2 ? slow + 1 : 0;
    }
    return hi;
  }

  std::size_t groups_;
  double fastest_ = 0;  ///< per second: halving on a logarithmic scale starts there
  int evaluations_ = 0;
  std::array<Weighted, max_groups> modes_;
};

// Apart from the cheap check, which then needs no large frame.
[[gnu::noinline]] std::int64_t search_from(const CrossingSearch& start, std::int64_t from, std::int64_t until,
                                           int* evaluations) {
  ReachableCrossing search(start);
  const std::int64_t found = search.first(from, until);
  if (evaluations != nullptr) *evaluations = search.evaluations();
  return found;
}

}  // namespace

Time next_crossing(const Island& island, const Output& output, const Ramp& threshold, Direction direction, Time from,
                   Time until, int* evaluations) {
  if (evaluations != nullptr) *evaluations = 0;
  const std::int64_t first = (from - island.anchor()).ns;
  const std::int64_t last = std::min((until - island.anchor()).ns, furthest_ns(island.modes()));
  if (last <= first) return Time::never();
  const CrossingSearch start(island, output, threshold, direction);
  if (start.out_of_reach(last)) return Time::never();
  const std::int64_t found = search_from(start, first, last, evaluations);
  return found < 0 ? Time::never() : island.anchor() + Time{found};
}

Time Watch::next(const Island& island, Time from, Time until) const {
  if (state_ == State::armed) return next_crossing(island, output_, {threshold_, 0, from}, direction_, from, until);
  const bool rising = direction_ == Direction::rising;
  const double back = threshold_ + (rising ? -hysteresis_ : hysteresis_);
  return next_crossing(island, output_, {back, 0, from}, rising ? Direction::falling : Direction::rising, from, until);
}

}  // namespace rackcast::sim

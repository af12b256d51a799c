#include "sim/island.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/check.hpp"

namespace rackcast::sim {

namespace {

constexpr std::size_t max_lanes = 64;
constexpr double snap_below = 1e-30;  // keeps denormal numbers out without touching any temperature

double dot(const double* a, const double* b, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

double total(const Lane4& x) { return (x[0] + x[1]) + (x[2] + x[3]); }

Lane4 snapped(const Lane4& z) {
  const Lane4 magnitude = z < 0.0 ? -z : z;
  return magnitude < snap_below ? Lane4{} : z;
}

// e^(−λt) and its repeated integrals over t: φ₁t, φ₂t², φ₃t³.
Phi<Lane4> integrals(const Lane4& rate_per_s, double dt_s) {
  const auto f = phi(Lane4(rate_per_s * -dt_s));
  return {f.e, f.g * dt_s, f.h * (dt_s * dt_s), f.q * (dt_s * dt_s * dt_s)};
}

}  // namespace

void Decay::compute(const std::shared_ptr<const Modes>& of, Time dt) {
  modes = of;
  span = dt;
  dt_s = to_seconds(dt);
  groups.clear();
  for (std::size_t k = 0; k < of->lanes(); k += lane_width) {
    groups.push_back(integrals(load4(of->rate_per_s().data() + k), dt_s));
  }
}

Island::Island(std::shared_ptr<const Modes> modes, std::span<const double> temperatures, Time start)
    : modes_(std::move(modes)), anchor_(start), start_(start) {
  const std::size_t lanes = modes_->lanes();
  demand(temperatures.size() == modes_->nodes(), "an island needs a temperature for each node");
  demand(lanes <= max_lanes, "an island has more nodes than one modal block holds");
  block_.resize(2 * lanes + 3 * modes_->input_lanes());
  double* z = rows().z;
  for (std::size_t i = 0; i < temperatures.size(); ++i) {
    for (std::size_t k = 0; k < lanes; ++k) z[k] += temperatures[i] * modes_->projection(i)[k];
  }
}

template <class AnyShape, class Coefficients>
void Island::advance_by(AnyShape shape, Time span, double dt_s, const Coefficients& coefficients) {
  const Rows<double> row(block_.data(), shape);
  const bool sloped = form_ == Form::sloped;
  for (std::size_t k = 0; k < shape.lanes; k += lane_width) {
    const Lane4 z = load4(row.z + k);
    const ModalInput in = modal_input(shape, k);
    const Phi<Lane4>& c = coefficients(k);
    Lane4 state = c.e * z + c.g * in.value;
    Lane4 gathered = c.g * z + c.h * in.value;
    if (sloped) {
      state += c.h * in.slope;
      gathered += c.q * in.slope;
    }
    store4(row.z + k, snapped(state));
    store4(row.z_area + k, load4(row.z_area + k) + gathered);
  }
  for (std::size_t j = 0; j < shape.inputs; j += lane_width) {
    const Lane4 value = load4(row.value + j);
    Lane4 mean = value;
    if (sloped) {
      const Lane4 slope = load4(row.slope + j);
      mean += slope * (dt_s / 2);
      store4(row.value + j, value + slope * dt_s);
    }
    store4(row.value_area + j, load4(row.value_area + j) + dt_s * mean);
  }
  anchor_ = anchor_ + span;
}

void Island::advance(Time now) {
  demand(now >= anchor_, "an island was asked to go back in time");
  if (now == anchor_) return;
  const Time span = now - anchor_;
  const double dt_s = to_seconds(span);
  const double* rate = modes_->rate_per_s().data();
  with_shape([&](auto shape) {
    advance_by(shape, span, dt_s, [&](std::size_t k) { return integrals(load4(rate + k), dt_s); });
  });
}

void Island::put_slope(std::size_t input, double slope) {
  const auto row = rows();
  row.slope[input] = slope;
  const auto sloped = [](double x) { return x != 0; };
  form_ = std::any_of(row.slope, row.slope + modes_->inputs(), sloped) ? Form::sloped : Form::constant;
}

inline void Island::put(std::size_t input, double value, double slope) {
  const auto row = rows();
  row.value[input] = value;
  if (row.slope[input] != slope) put_slope(input, slope);
}

void Island::set_input(Time now, std::size_t input, double value, double slope) {
  advance(now);
  put(input, value, slope);
}

void Island::set_input(Time now, std::size_t input, double value, double slope, Decay& shared) {
  demand(now >= anchor_, "an island was asked to go back in time");
  if (now != anchor_) {
    shared.set(modes_, now - anchor_);
    const Phi<Lane4>* groups = shared.groups.data();
    with_shape([&](auto shape) {
      advance_by(shape, shared.span, shared.dt_s,
                 [&](std::size_t k) -> const Phi<Lane4>& { return groups[k / lane_width]; });
    });
  }
  put(input, value, slope);
}

void Island::add_heat(Time now, std::size_t node, double joules) {
  advance(now);
  const double* reading = modes_->reading(node);
  double* z = rows().z;
  for (std::size_t k = 0; k < modes_->lanes(); ++k) z[k] += joules * reading[k];
}

void Island::set_modes(Time now, std::shared_ptr<const Modes> modes) {
  demand(modes->nodes() == modes_->nodes() && modes->inputs() == modes_->inputs(),
         "an island can only change to a network of the same shape");
  advance(now);
  const std::size_t lanes = modes_->lanes();
  const auto row = rows();
  std::array<double, max_lanes> z{};
  std::array<double, max_lanes> z_area{};
  for (std::size_t i = 0; i < modes_->nodes(); ++i) {
    const double t = dot(modes_->reading(i), row.z, lanes);
    const double t_area = dot(modes_->reading(i), row.z_area, lanes);
    for (std::size_t k = 0; k < lanes; ++k) {
      z[k] += t * modes->projection(i)[k];
      z_area[k] += t_area * modes->projection(i)[k];
    }
  }
  std::copy_n(z.begin(), lanes, row.z);
  std::copy_n(z_area.begin(), lanes, row.z_area);
  modes_ = std::move(modes);
}

double Island::input(std::size_t index, Time t) const {
  const auto row = rows();
  return row.value[index] + row.slope[index] * to_seconds(t - anchor_);
}

double Island::read(const Output& output, Time t) const {
  const double dt_s = to_seconds(t - anchor_);
  return with_shape([&](auto shape) {
    const auto row = rows(shape);
    double sum = output.offset;
    for (std::size_t k = 0; k < shape.lanes; k += lane_width) {
      const auto f = phi(Lane4(load4(modes_->rate_per_s().data() + k) * -dt_s));
      const ModalInput in = modal_input(shape, k);
      const Lane4 z = f.e * load4(row.z + k) + (f.g * dt_s) * in.value + (f.h * (dt_s * dt_s)) * in.slope;
      sum += total(z * load4(&output.mode_weight[k]));
    }
    for (std::size_t j = 0; j < modes_->inputs(); ++j) {
      sum += output.input_weight[j] * (row.value[j] + row.slope[j] * dt_s);
    }
    return sum;
  });
}

double Island::slope(const Output& output, Time t) const {
  const double dt_s = to_seconds(t - anchor_);
  return with_shape([&](auto shape) {
    const auto row = rows(shape);
    double sum = 0;
    for (std::size_t k = 0; k < shape.lanes; k += lane_width) {
      const Lane4 rate = load4(modes_->rate_per_s().data() + k);
      const auto f = phi(Lane4(rate * -dt_s));
      const ModalInput in = modal_input(shape, k);
      const Lane4 change = f.e * (in.value - rate * load4(row.z + k)) + (f.g * dt_s) * in.slope;
      sum += total(change * load4(&output.mode_weight[k]));
    }
    for (std::size_t j = 0; j < modes_->inputs(); ++j) sum += output.input_weight[j] * row.slope[j];
    return sum;
  });
}

double Island::temperature(std::size_t node, Time t) const { return read(modes_->temperature(node), t); }

double Island::area(const Output& output, Time t) const {
  Island moved(*this);
  moved.advance(t);
  const auto row = moved.rows();
  return dot(output.mode_weight.data(), row.z_area, modes_->lanes()) +
         dot(output.input_weight.data(), row.value_area, modes_->inputs()) + output.offset * to_seconds(t - start_);
}

double Island::stored_j(Time t) const {
  double sum = 0;
  for (std::size_t i = 0; i < modes_->nodes(); ++i) sum += modes_->capacity_j_per_k(i) * temperature(i, t);
  return sum;
}

}  // namespace rackcast::sim

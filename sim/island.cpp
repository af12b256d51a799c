#include "sim/island.hpp"

#include <array>
#include <cmath>

#include "sim/check.hpp"

namespace rackcast::sim {

namespace {

constexpr std::size_t max_lanes = 64;
constexpr double snap_below = 1e-30;  // keeps denormal numbers out without touching any temperature

struct Modal {
  alignas(32) std::array<double, max_lanes> w;
  alignas(32) std::array<double, max_lanes> s;
};

double dot(const double* a, const double* b, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

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

void Decay::set(const Modes& of, Time dt) {
  if (modes == &of && span == dt) return;
  modes = &of;
  span = dt;
  dt_s = to_seconds(dt);
  const std::size_t lanes = of.lanes();
  for (auto* row : {&e, &first, &second, &third}) row->resize(lanes);
  for (std::size_t k = 0; k < lanes; k += lane_width) {
    const auto f = integrals(load4(of.rate_per_s().data() + k), dt_s);
    store4(e.data() + k, f.e);
    store4(first.data() + k, f.g);
    store4(second.data() + k, f.h);
    store4(third.data() + k, f.q);
  }
}

Island::Island(std::shared_ptr<const Modes> modes, std::span<const double> temperatures, Time start)
    : modes_(std::move(modes)), anchor_(start), start_(start) {
  const std::size_t lanes = modes_->lanes();
  demand(temperatures.size() == modes_->nodes(), "an island needs a temperature for each node");
  demand(lanes <= max_lanes, "an island has more nodes than one modal block holds");
  block_.assign(2 * lanes + 3 * modes_->inputs(), 0);
  for (std::size_t i = 0; i < temperatures.size(); ++i) {
    for (std::size_t k = 0; k < lanes; ++k) state()[k] += temperatures[i] * modes_->projection(i)[k];
  }
}

void Island::modal_input(double* w, double* s) const {
  const std::size_t lanes = modes_->lanes();
  for (std::size_t k = 0; k < lanes; k += lane_width) {
    Lane4 value{};
    Lane4 slope{};
    for (std::size_t j = 0; j < modes_->inputs(); ++j) {
      const Lane4 gain = load4(modes_->gain(j) + k);
      value += gain * values()[j];
      slope += gain * slopes()[j];
    }
    store4(w + k, value);
    store4(s + k, slope);
  }
}

template <class Coefficients>
void Island::advance_by(Time span, double dt_s, const Coefficients& coefficients) {
  Modal modal;
  modal_input(modal.w.data(), modal.s.data());
  for (std::size_t k = 0; k < modes_->lanes(); k += lane_width) {
    const Lane4 z = load4(state() + k);
    const Lane4 w = load4(&modal.w[k]);
    const Lane4 s = load4(&modal.s[k]);
    const Phi<Lane4> c = coefficients(k);
    store4(state() + k, snapped(c.e * z + c.g * w + c.h * s));
    store4(area_state() + k, load4(area_state() + k) + (c.g * z + c.h * w + c.q * s));
  }
  for (std::size_t j = 0; j < modes_->inputs(); ++j) {
    value_areas()[j] += dt_s * (values()[j] + slopes()[j] * (dt_s / 2));
    values()[j] += slopes()[j] * dt_s;
  }
  anchor_ = anchor_ + span;
}

void Island::advance(const Decay& decay) {
  advance_by(decay.span, decay.dt_s, [&](std::size_t k) {
    return Phi<Lane4>{load4(&decay.e[k]), load4(&decay.first[k]), load4(&decay.second[k]), load4(&decay.third[k])};
  });
}

void Island::advance(Time now) {
  demand(now >= anchor_, "an island was asked to go back in time");
  if (now == anchor_) return;
  const Time span = now - anchor_;
  const double dt_s = to_seconds(span);
  advance_by(span, dt_s, [&](std::size_t k) { return integrals(load4(modes_->rate_per_s().data() + k), dt_s); });
}

void Island::set_input(Time now, std::size_t input, double value, double slope) {
  advance(now);
  values()[input] = value;
  slopes()[input] = slope;
}

void Island::set_input(Time now, std::size_t input, double value, double slope, Decay& shared) {
  if (now != anchor_) {
    shared.set(*modes_, now - anchor_);
    advance(shared);
  }
  values()[input] = value;
  slopes()[input] = slope;
}

void Island::add_heat(Time now, std::size_t node, double joules) {
  advance(now);
  const double* row = modes_->reading(node);
  for (std::size_t k = 0; k < modes_->lanes(); ++k) state()[k] += joules * row[k];
}

void Island::set_modes(Time now, std::shared_ptr<const Modes> modes) {
  demand(modes->nodes() == modes_->nodes() && modes->inputs() == modes_->inputs(),
         "an island can only change to a network of the same shape");
  advance(now);
  std::array<double, max_lanes> t{};
  std::array<double, max_lanes> t_area{};
  const std::size_t n = modes_->nodes();
  const std::size_t lanes = modes_->lanes();
  for (std::size_t i = 0; i < n; ++i) {
    t[i] = dot(modes_->reading(i), state(), lanes);
    t_area[i] = dot(modes_->reading(i), area_state(), lanes);
  }
  modes_ = std::move(modes);
  for (std::size_t k = 0; k < 2 * lanes; ++k) block_[k] = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double* row = modes_->projection(i);
    for (std::size_t k = 0; k < lanes; ++k) {
      state()[k] += t[i] * row[k];
      area_state()[k] += t_area[i] * row[k];
    }
  }
}

double Island::input(std::size_t index, Time t) const {
  return values()[index] + slopes()[index] * to_seconds(t - anchor_);
}

double Island::read(const Output& output, Time t) const {
  const double dt_s = to_seconds(t - anchor_);
  Modal modal;
  modal_input(modal.w.data(), modal.s.data());
  double sum = output.offset;
  for (std::size_t k = 0; k < modes_->lanes(); k += lane_width) {
    const auto f = phi(Lane4(load4(modes_->rate_per_s().data() + k) * -dt_s));
    const Lane4 z =
        f.e * load4(state() + k) + (f.g * dt_s) * load4(&modal.w[k]) + (f.h * (dt_s * dt_s)) * load4(&modal.s[k]);
    const Lane4 term = z * load4(&output.mode_weight[k]);
    sum += (term[0] + term[1]) + (term[2] + term[3]);
  }
  for (std::size_t j = 0; j < modes_->inputs(); ++j) {
    sum += output.input_weight[j] * (values()[j] + slopes()[j] * dt_s);
  }
  return sum;
}

double Island::slope(const Output& output, Time t) const {
  const double dt_s = to_seconds(t - anchor_);
  Modal modal;
  modal_input(modal.w.data(), modal.s.data());
  double sum = 0;
  for (std::size_t k = 0; k < modes_->lanes(); k += lane_width) {
    const Lane4 rate = load4(modes_->rate_per_s().data() + k);
    const auto f = phi(Lane4(rate * -dt_s));
    const Lane4 change = f.e * (load4(&modal.w[k]) - rate * load4(state() + k)) + (f.g * dt_s) * load4(&modal.s[k]);
    const Lane4 term = change * load4(&output.mode_weight[k]);
    sum += (term[0] + term[1]) + (term[2] + term[3]);
  }
  for (std::size_t j = 0; j < modes_->inputs(); ++j) sum += output.input_weight[j] * slopes()[j];
  return sum;
}

double Island::temperature(std::size_t node, Time t) const { return read(modes_->temperature(node), t); }

double Island::area(const Output& output, Time t) const {
  Island moved(*this);
  moved.advance(t);
  return dot(output.mode_weight.data(), moved.area_state(), modes_->lanes()) +
         dot(output.input_weight.data(), moved.value_areas(), modes_->inputs()) +
         output.offset * to_seconds(t - start_);
}

double Island::stored_j(Time t) const {
  double sum = 0;
  for (std::size_t i = 0; i < modes_->nodes(); ++i) sum += modes_->capacity_j_per_k(i) * temperature(i, t);
  return sum;
}

}  // namespace rackcast::sim

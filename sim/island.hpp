#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "sim/math.hpp"
#include "sim/modes.hpp"
#include "sim/time.hpp"

namespace rackcast::sim {

/// What a span of time does to the modes of one network: the same for every island of the type advanced over that span.
struct Decay {
  const Modes* modes = nullptr;
  Time span{-1};
  double dt_s = 0;
  std::vector<double> e, first, second, third;  ///< e^(−λt) and its integrals φ₁t, φ₂t², φ₃t³ per mode

  /// Computes unless the last call asked for the same.
  void set(const Modes& of, Time dt);
};

/// The state of a linear network between events, exact and lazy. It keeps an anchor (time, modal state); inputs are
/// ramps and only their change moves the anchor. Reading is const and evaluates from the anchor: z(t) = e^(−λt)·z₀ +
/// t·φ₁(−λt)·w + t²·φ₂(−λt)·s for modal inputs w + s·t. Integrals of temperatures and inputs since the start are
/// carried too, so that energies are exact.
class Island {
 public:
  /// Starts at `start` with the given node temperatures and all inputs 0.
  Island(std::shared_ptr<const Modes> modes, std::span<const double> temperatures, Time start = {});

  const Modes& modes() const { return *modes_; }
  Time anchor() const { return anchor_; }

  /// From `now` on input `input` is value + slope·(t − now).
  void set_input(Time now, std::size_t input, double value, double slope = 0);
  /// The same, using and refreshing a decay shared by a batch of islands.
  void set_input(Time now, std::size_t input, double value, double slope, Decay& shared);
  /// Puts `joules` into a node at `now`.
  void add_heat(Time now, std::size_t node, double joules);
  /// Goes on from `now` with another network of the same nodes and inputs (another flow, mode or voltage band).
  void set_modes(Time now, std::shared_ptr<const Modes> modes);

  double input(std::size_t index, Time t) const;
  double read(const Output& output, Time t) const;
  double slope(const Output& output, Time t) const;
  double temperature(std::size_t node, Time t) const;
  /// ∫ of the output from the start of the island to t.
  double area(const Output& output, Time t) const;
  /// Σ C·T, J above 0 °C.
  double stored_j(Time t) const;

 private:
  friend class CrossingSearch;

  void advance(Time now);
  void advance(const Decay& decay);
  template <class Coefficients>
  void advance_by(Time span, double dt_s, const Coefficients& coefficients);
  void modal_input(double* w, double* s) const;

  double* state() { return block_.data(); }
  const double* state() const { return block_.data(); }
  double* area_state() { return block_.data() + modes_->lanes(); }
  const double* area_state() const { return block_.data() + modes_->lanes(); }
  double* values() { return block_.data() + 2 * modes_->lanes(); }
  const double* values() const { return block_.data() + 2 * modes_->lanes(); }
  double* slopes() { return values() + modes_->inputs(); }
  const double* slopes() const { return values() + modes_->inputs(); }
  double* value_areas() { return values() + 2 * modes_->inputs(); }
  const double* value_areas() const { return values() + 2 * modes_->inputs(); }

  std::shared_ptr<const Modes> modes_;
  Time anchor_;
  Time start_;
  std::vector<double> block_;  ///< z, ∫z, u, du/dt, ∫u
};

}  // namespace rackcast::sim

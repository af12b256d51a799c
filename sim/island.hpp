#pragma once

#include <array>
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
  std::shared_ptr<const Modes> modes;
  Time span{-1};
  double dt_s = 0;
  std::vector<Phi<Lane4>> groups;  ///< e^(−λt) and its integrals φ₁t, φ₂t², φ₃t³, four modes at a time

  /// Computes unless the last call asked for the same.
  void set(const std::shared_ptr<const Modes>& of, Time dt) {
    if (modes != of || span != dt) compute(of, dt);
  }

 private:
  void compute(const std::shared_ptr<const Modes>& of, Time dt);
};

/// Doubles in place up to the size of the common island (four nodes, four inputs): a batch of islands is one stretch of
/// memory, and copying one allocates nothing.
class StateBlock {
 public:
  static constexpr std::size_t in_place = 20;

  void resize(std::size_t size) {
    if (size > in_place) large_.resize(size);
  }
  double* data() { return large_.empty() ? small_.data() : large_.data(); }
  const double* data() const { return large_.empty() ? small_.data() : large_.data(); }

 private:
  alignas(32) std::array<double, in_place> small_{};
  std::vector<double> large_;
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
  /// ∫ of the output from the start of the island to t, the output's weights holding for all that time: where
  /// `set_modes` changes what an output means (a conductance), take differences of areas at the change.
  double area(const Output& output, Time t) const;
  /// Σ C·T, J above 0 °C.
  double stored_j(Time t) const;

 private:
  friend class CrossingSearch;

  /// Bounds of the loops over modes and inputs; constants for the common island of at most four of each, whose loops
  /// thereby disappear.
  struct Shape {
    std::size_t lanes, inputs;
  };
  struct SmallShape {
    static constexpr std::size_t lanes = lane_width;
    static constexpr std::size_t inputs = lane_width;
  };
  Shape shape() const { return {modes_->lanes(), modes_->input_lanes()}; }
  /// work(shape) with the shape of this island.
  template <class Work>
  auto with_shape(Work&& work) const {
    const bool small = modes_->lanes() == SmallShape::lanes && modes_->input_lanes() == SmallShape::inputs;
    return small ? work(SmallShape{}) : work(shape());
  }
  /// The rows of the block: modal state, its integral, inputs, their slopes and integrals.
  template <class Real>
  struct Rows {
    template <class AnyShape>
    Rows(Real* block, AnyShape shape)
        : z(block),
          z_area(z + shape.lanes),
          value(z_area + shape.lanes),
          slope(value + shape.inputs),
          value_area(slope + shape.inputs) {}
    Real *z, *z_area, *value, *slope, *value_area;
  };
  template <class AnyShape>
  Rows<const double> rows(AnyShape shape) const {
    return {block_.data(), shape};
  }
  Rows<const double> rows() const { return rows(shape()); }
  Rows<double> rows() { return {block_.data(), shape()}; }

  /// Σ gain·u and its slope for the four modes from k on.
  struct ModalInput {
    Lane4 value, slope;
  };
  template <class AnyShape>
  ModalInput modal_input(AnyShape shape, std::size_t k) const {
    const auto row = rows(shape);
    const double* gain = modes_->gain(0) + k;
    ModalInput sum{};
    for (std::size_t j = 0; j < shape.inputs; ++j) sum.value += load4(gain + j * shape.lanes) * row.value[j];
    if (form_ == Form::constant) return sum;
    for (std::size_t j = 0; j < shape.inputs; ++j) sum.slope += load4(gain + j * shape.lanes) * row.slope[j];
    return sum;
  }

  void advance(Time now);
  template <class AnyShape, class Coefficients>
  void advance_by(AnyShape shape, Time span, double dt_s, const Coefficients& coefficients);
  void put(std::size_t input, double value, double slope);
  void put_slope(std::size_t input, double slope);

  enum class Form { constant, sloped };

  std::shared_ptr<const Modes> modes_;
  Time anchor_;
  Time start_;
  Form form_ = Form::constant;  ///< whether an input has a slope
  StateBlock block_;            ///< as Rows says, each padded to a multiple of four
};

}  // namespace rackcast::sim

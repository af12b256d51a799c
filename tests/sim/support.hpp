#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "sim/island.hpp"
#include "sim/signal.hpp"
#include "sim/stream.hpp"

namespace rackcast::test {

/// Reproducible random choices of one test.
class Random {
 public:
  explicit Random(std::string_view test, std::uint64_t seed = 1) : stream_({seed, 0}, test, "test") {}
  double unit() { return stream_.uniform(); }
  double in(double low, double high) { return low + (high - low) * unit(); }
  double log_in(double low, double high) { return low * sim::pow(high / low, unit()); }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(unit() * static_cast<double>(n)); }
  enum class Odds { even = 2, one_in_three = 3, one_in_ten = 10 };
  bool happens(Odds odds) { return below(static_cast<std::size_t>(odds)) == 0; }

 private:
  sim::Stream stream_;
};

/// A connected network with time constants over several decades. Inputs: two powers, then two boundary temperatures.
/// One in ten gives its heat to nothing; one in three has a feedback too small to run away.
inline sim::Network random_network(Random& random, std::size_t nodes) {
  sim::Network n;
  n.inputs = 4;
  for (std::size_t i = 0; i < nodes; ++i) n.capacity_j_per_k.push_back(random.log_in(1, 3000));
  for (std::size_t i = 1; i < nodes; ++i) n.conductances.push_back({random.below(i), i, random.log_in(0.1, 40)});
  for (std::size_t i = 0; i + 2 < nodes; i += 3) {
    n.conductances.push_back({random.below(nodes), random.below(nodes), random.log_in(0.1, 40)});
    if (n.conductances.back().a == n.conductances.back().b) n.conductances.pop_back();
  }
  n.heats = {{0, 0, 1}, {random.below(nodes), 1, random.in(0.2, 1)}};
  if (random.happens(Random::Odds::one_in_ten)) return n;
  n.boundaries = {{random.below(nodes), 2, random.log_in(0.5, 20)}, {random.below(nodes), 3, random.log_in(0.5, 20)}};
  if (random.happens(Random::Odds::one_in_three)) {
    n.feedback_w_per_k.assign(nodes, 0);
    n.feedback_w_per_k[random.below(nodes)] = 0.01;
  }
  return n;
}

inline std::vector<double> random_temperatures(Random& random, std::size_t nodes) {
  std::vector<double> t;
  for (std::size_t i = 0; i < nodes; ++i) t.push_back(random.in(20, 60));
  return t;
}

/// An input as a designer would give it: powers to 400 W, temperatures 15 to 45 °C, half of them with a slope.
inline sim::Ramp random_input(Random& random, std::size_t input) {
  const bool power = input < 2;
  const double value = power ? random.in(0, 400) : random.in(15, 45);
  const double slope = random.happens(Random::Odds::even) ? 0 : random.in(-1, 1) * (power ? 0.5 : 0.02);
  return {value, slope, {}};
}

inline std::shared_ptr<const sim::Modes> modes_of(const sim::Network& network) {
  return std::make_shared<const sim::Modes>(network);
}

inline std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

}  // namespace rackcast::test

#pragma once

#include <memory>
#include <vector>

#include "sim/crossing.hpp"
#include "sim/stream.hpp"
#include "tests/bench/harness.hpp"

namespace rackcast::bench {

/// A GPU board: die, memory, package and sink; inputs die power, memory power, other power and inlet temperature.
inline std::shared_ptr<const sim::Modes> board() {
  sim::Network n;
  n.capacity_j_per_k = {60, 40, 150, 900};
  n.conductances = {{0, 2, 20}, {1, 2, 8}, {2, 3, 25}};
  n.boundaries = {{3, 3, 9}};
  n.heats = {{0, 0, 1}, {1, 1, 1}, {2, 2, 1}};
  n.inputs = 4;
  return std::make_shared<const sim::Modes>(n);
}

struct IslandFigures {
  double advance_s = 0;
  double crossing_s = 0;
  double hit_s = 0;
  double miss_s = 0;
  double out_of_reach_s = 0;
  double batch_s = 0;
};

inline sim::Island warm_board(const std::shared_ptr<const sim::Modes>& modes, double power_w) {
  const std::vector<double> start(4, 30.0);
  sim::Island island(modes, start);
  const double inputs[] = {power_w, 40, 20, 25};
  for (std::size_t j = 0; j < 4; ++j) island.set_input({}, j, inputs[j]);
  return island;
}

inline double measure_advance() {
  constexpr int count = 100'000;
  sim::Island island = warm_board(board(), 300);
  sim::Time now{};
  return median_s(9,
                  [&] {
                    for (int i = 0; i < count; ++i) {
                      now = now + sim::Time{1'000'000'000 + 1'000'003 * (i % 977)};
                      island.set_input(now, 0, 250 + i % 100);
                    }
                    keep(island);
                  }) /
         count;
}

/// Searches from random states towards a threshold `above_k` over the steady state (negative: it is reached).
inline double measure_crossing(double above_k, double slope_w_per_s) {
  constexpr std::size_t count = 512;
  const auto modes = board();
  const sim::Output die = modes->temperature(0);
  const sim::Stream random({}, "bench", "crossing");
  std::vector<sim::Island> islands;
  std::vector<sim::Ramp> thresholds;
  for (std::size_t i = 0; i < count; ++i) {
    const double power_w = 150 + 300 * random.uniform_at(i);
    islands.push_back(warm_board(modes, power_w));
    islands.back().set_input(sim::from_seconds(20), 0, power_w + 60, slope_w_per_s);
    islands.back().set_input(sim::from_seconds(21), 2, 30, 0);
    sim::Island steady = islands.back();
    steady.set_input(sim::from_seconds(21), 0, power_w + 60);
    thresholds.push_back({steady.read(die, sim::from_seconds(10'000)) + above_k, 0, {}});
  }
  const sim::Time from = sim::from_seconds(21);
  return median_s(25,
                  [&] {
                    for (std::size_t i = 0; i < count; ++i) {
                      keep(sim::next_crossing(islands[i], die, thresholds[i], sim::Direction::rising, from,
                                              from + sim::from_seconds(3600)));
                    }
                  }) /
         count;
}

/// A job-wide power change over 16,384 boards with a shared decay; each asks for its next crossing, out of reach.
inline double measure_batch() {
  constexpr std::size_t count = 16'384;
  const auto modes = board();
  const sim::Output die = modes->temperature(0);
  std::vector<sim::Island> islands;
  for (std::size_t i = 0; i < count; ++i) islands.push_back(warm_board(modes, 200 + static_cast<double>(i % 100)));
  sim::Decay shared;
  sim::Time now{};
  int round = 0;
  return median_s(31, [&] {
    now = now + sim::from_seconds(7.5 + round++ % 5);
    for (std::size_t i = 0; i < count; ++i) {
      islands[i].set_input(now, 0, 200 + static_cast<double>((i + static_cast<std::size_t>(round)) % 100), 0, shared);
      keep(sim::next_crossing(islands[i], die, {120, 0, now}, sim::Direction::rising, now, sim::Time::never()));
    }
  });
}

inline IslandFigures measure_islands() {
  IslandFigures f;
  f.advance_s = measure_advance();
  const double hit = measure_crossing(-8, 0);
  const double hit_slope = measure_crossing(-8, 0.05);
  const double miss = measure_crossing(0.5, 0);
  const double miss_slope = measure_crossing(0.5, -0.005);
  f.hit_s = (hit + hit_slope) / 2;
  f.miss_s = (miss + miss_slope) / 2;
  f.crossing_s = (f.hit_s + f.miss_s) / 2;
  f.out_of_reach_s = measure_crossing(60, 0);
  f.batch_s = measure_batch();
  return f;
}

}  // namespace rackcast::bench

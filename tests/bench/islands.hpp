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
  Cost advance;
  Cost crossing;
  Cost hit;
  Cost miss;
  Cost out_of_reach;
  Cost change;          ///< of one input of 16,384 islands
  Cost checked_change;  ///< the same, each asking for its next crossing
};

inline sim::Island warm_board(const std::shared_ptr<const sim::Modes>& modes, double power_w) {
  const std::vector<double> start(4, 30.0);
  sim::Island island(modes, start);
  const double inputs[] = {power_w, 40, 20, 25};
  for (std::size_t j = 0; j < 4; ++j) island.set_input({}, j, inputs[j]);
  return island;
}

inline Cost measure_advance() {
  constexpr int count = 100'000;
  sim::Island island = warm_board(board(), 300);
  sim::Time now{};
  return median_cost(9,
                     [&] {
                       for (int i = 0; i < count; ++i) {
                         now = now + sim::Time{1'000'000'000 + 1'000'003 * (i % 977)};
                         island.set_input(now, 0, 250 + i % 100);
                       }
                       keep(island);
                     }) /
         count;
}

/// Boards in the middle of a rise, each with a threshold so far above its temperature in `ahead_s`.
struct Searches {
  std::vector<sim::Island> islands;
  std::vector<sim::Ramp> thresholds;
  sim::Output die;
  sim::Time from = sim::from_seconds(21);
};

inline Searches searches(double ahead_s, double above_k, double slope_w_per_s) {
  constexpr std::size_t count = 512;
  const auto modes = board();
  Searches all{{}, {}, modes->temperature(0)};
  const sim::Stream random({}, "bench", "crossing");
  for (std::size_t i = 0; i < count; ++i) {
    const double power_w = 150 + 300 * random.uniform_at(i);
    sim::Island island = warm_board(modes, power_w);
    island.set_input(sim::from_seconds(20), 0, power_w + 60, slope_w_per_s);
    island.set_input(all.from, 2, 30);
    const double then_c = island.read(all.die, all.from + sim::from_seconds(ahead_s));
    all.thresholds.push_back({then_c + above_k, 0, {}});
    all.islands.push_back(std::move(island));
  }
  return all;
}

inline Cost measure_search(const Searches& all, double horizon_s) {
  const sim::Time until = all.from + sim::from_seconds(horizon_s);
  const auto count = all.islands.size();
  return median_cost(25,
                     [&] {
                       for (std::size_t i = 0; i < count; ++i) {
                         keep(sim::next_crossing(all.islands[i], all.die, all.thresholds[i], sim::Direction::rising,
                                                 all.from, until));
                       }
                     }) /
         static_cast<double>(count);
}

enum class Check { none, crossing };

/// A job-wide power change over 16,384 boards with a shared decay; checked, each asks for its next crossing, out of
/// reach.
inline Cost measure_batch(Check check) {
  constexpr std::size_t count = 16'384;
  const auto modes = board();
  const sim::Output die = modes->temperature(0);
  std::vector<sim::Island> islands;
  for (std::size_t i = 0; i < count; ++i) islands.push_back(warm_board(modes, 200 + static_cast<double>(i % 100)));
  sim::Decay shared;
  sim::Time now{};
  int round = 0;
  return median_cost(31, [&] {
    now = now + sim::from_seconds(7.5 + round++ % 5);
    for (std::size_t i = 0; i < count; ++i) {
      islands[i].set_input(now, 0, 200 + static_cast<double>((i + static_cast<std::size_t>(round)) % 100), 0, shared);
      if (check == Check::none) continue;
      keep(sim::next_crossing(islands[i], die, {120, 0, now}, sim::Direction::rising, now, sim::Time::never()));
    }
  });
}

inline IslandFigures measure_islands() {
  IslandFigures f;
  f.advance = measure_advance();
  // Hits within the hour, on the way to the steady state and under a slope; misses that stop short of the threshold at
  // the end of the minute, so that the steady state cannot rule them out.
  f.hit = (measure_search(searches(40, 0, 0), 3600) + measure_search(searches(40, 0, 0.05), 3600)) / 2;
  f.miss = (measure_search(searches(60, 0.1, 0), 60) + measure_search(searches(60, 0.1, 0.05), 60)) / 2;
  f.out_of_reach = measure_search(searches(10'000, 30, 0), 3600);
  f.crossing = (f.hit + f.miss) / 2;
  f.change = measure_batch(Check::none);
  f.checked_change = measure_batch(Check::crossing);
  return f;
}

}  // namespace rackcast::bench

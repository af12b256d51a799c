// Figures of docs/performance.md: events through the whole loop against a heap of closures, and islands.
#include "tests/bench/events.hpp"
#include "tests/bench/islands.hpp"

namespace {

using namespace rackcast::bench;

struct EventBar {
  std::size_t pending;
  double million_per_s;
  double times_peer;
};
constexpr EventBar event_bars[] = {{1'000, 10, 1.3}, {100'000, 4, 2}, {1'000'000, 2, 2.5}};

void events() {
  for (const auto& bar : event_bars) {
    const EventFigures f = measure_events(bar.pending, 2'000'000, 5);
    std::printf("events, %zu pending: %.0f ns; heap of closures %.0f ns; with cancel and renewal %.0f ns\n",
                bar.pending, f.engine_s * 1e9, f.peer_s * 1e9, f.renewed_s * 1e9);
    report("events", 1e-6 / f.engine_s, "M/s", bar.million_per_s, true);
    report("against the heap of closures", f.peer_s / f.engine_s, "times", bar.times_peer, true);
  }
}

void islands() {
  const IslandFigures f = measure_islands();
  std::printf("island of 4 nodes and 4 inputs\n");
  report("advance (an input changes at a new time)", f.advance_s * 1e9, "ns", 60, false);
  report("next crossing, mean of hits and misses", f.crossing_s * 1e9, "ns", 1000, false);
  report("one input of 16,384 islands changes, each checked", f.batch_s * 1e3, "ms", 0.3, false);
  std::printf("  crossing hit %.0f ns, miss searched %.0f ns, out of reach %.0f ns\n", f.hit_s * 1e9, f.miss_s * 1e9,
              f.out_of_reach_s * 1e9);
}

}  // namespace

int main(int argc, char**) {
  islands();
  if (argc < 2) events();
  return 0;
}

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

constexpr double ns = 1e-9;
constexpr double ms = 1e-3;

void events() {
  for (const auto& bar : event_bars) {
    const EventFigures f = measure_events(bar.pending, 2'000'000, 5);
    std::printf("events, %zu pending: %.0f ns; heap of closures %.0f ns; with cancel and renewal %.0f ns\n",
                bar.pending, f.engine.s / ns, f.peer.s / ns, f.renewed.s / ns);
    const double at_reference = reference_hz / f.engine.cycles;
    report("events through the whole loop", 1e-6 / f.engine.s, 1e-6 * at_reference, "M/s", Bar::at_least,
           bar.million_per_s);
    const double ratio = f.peer.s / f.engine.s;
    report("against the heap of closures", ratio, f.peer.cycles / f.engine.cycles, "times", Bar::at_least,
           bar.times_peer);
  }
}

void islands() {
  const IslandFigures f = measure_islands();
  std::printf("island of 4 nodes and 4 inputs\n");
  report("advance (an input changes at a new time)", f.advance, ns, "ns", 60);
  report("next crossing, mean of hits and misses", f.crossing, ns, "ns", 1000);
  report("a power change over 16,384 islands", f.change, ms, "ms", 0.3);
  report("the same, each asking for its next crossing", f.checked_change, ms, "ms", 0.3);
  std::printf("  a hit %.0f cycles, a miss that must be searched %.0f, out of reach %.0f\n", f.hit.cycles,
              f.miss.cycles, f.out_of_reach.cycles);
}

}  // namespace

int main() {
  std::printf("%.2f GHz by a chain of products\n", ns / cycle_s());
  islands();
  events();
  return 0;
}

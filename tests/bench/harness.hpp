#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

namespace rackcast::bench {

/// CPU seconds of this thread: what others do on the machine counts only through the caches.
inline double cpu_s() {
  constexpr double nanoseconds = 1e-9;
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + nanoseconds * static_cast<double>(t.tv_nsec);
}

template <class Work>
double timed_s(Work&& work) {
  const double before = cpu_s();
  work();
  return cpu_s() - before;
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// A cost in CPU seconds and in cycles, a cycle being a third of a product in a dependent chain timed just before: on a
/// machine that is shared, or clocks up and down, cycles repeat better than seconds.
struct Cost {
  double s = 0;
  double cycles = 0;

  Cost operator/(double n) const { return {s / n, cycles / n}; }
  Cost operator+(const Cost& other) const { return {s + other.s, cycles + other.cycles}; }
};

inline double cycle_s() {
  constexpr int products = 80'000;
  constexpr int latency_cycles = 3;  // of a 64-bit product, on every x86-64-v3 processor so far
  std::uint64_t x = 3;
  return timed_s([&x] {
           for (int i = 0; i < products; i += 4) {
             asm volatile("imul %0,%0\nimul %0,%0\nimul %0,%0\nimul %0,%0" : "+r"(x));
           }
         }) /
         (products * latency_cycles);
}

template <class Work>
Cost timed(Work&& work) {
  const double cycle = cycle_s();
  const double s = timed_s(work);
  return {s, s / cycle};
}

inline Cost median(const std::vector<Cost>& costs) {
  std::vector<double> s;
  std::vector<double> cycles;
  for (const Cost& cost : costs) {
    s.push_back(cost.s);
    cycles.push_back(cost.cycles);
  }
  return {median(std::move(s)), median(std::move(cycles))};
}

/// Median cost of `repeats` calls.
template <class Work>
Cost median_cost(int repeats, Work&& work) {
  std::vector<Cost> costs;
  for (int i = 0; i < repeats; ++i) costs.push_back(timed(work));
  return median(costs);
}

/// Keeps a result alive that nobody reads.
template <class Value>
void keep(const Value& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

/// The clock of the machine on which the bars were set.
inline constexpr double reference_hz = 3.3e9;

enum class Bar { at_least, at_most };

/// One line: a figure as measured here, the same at the reference clock, its bar, and whether it holds there.
inline void report(const char* what, double here, double at_reference, const char* unit, Bar bar, double limit) {
  const bool holds = bar == Bar::at_least ? at_reference >= limit : at_reference <= limit;
  std::printf("  %-52s %8.2f here %8.2f at 3.3 GHz %-6s bar %s %-5g %s\n", what, here, at_reference, unit,
              bar == Bar::at_least ? ">=" : "<=", limit, holds ? "held" : "MISSED");
}

/// The same for a time.
inline void report(const char* what, const Cost& cost, double unit_s, const char* unit, double limit) {
  report(what, cost.s / unit_s, cost.cycles / reference_hz / unit_s, unit, Bar::at_most, limit);
}

}  // namespace rackcast::bench

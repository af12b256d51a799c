#pragma once

#include <algorithm>
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

/// Median CPU seconds of `repeats` calls.
template <class Work>
double median_s(int repeats, Work&& work) {
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) times.push_back(timed_s(work));
  return median(std::move(times));
}

/// Keeps a result alive that nobody reads.
template <class Value>
void keep(const Value& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

/// One line: what was measured, its bar, and whether it holds.
inline void report(const char* what, double value, const char* unit, double bar, bool at_least) {
  const bool holds = at_least ? value >= bar : value <= bar;
  std::printf("  %-58s %9.2f %-10s bar %s %-6g %s\n", what, value, unit, at_least ? ">=" : "<=", bar,
              holds ? "held" : "MISSED");
}

}  // namespace rackcast::bench

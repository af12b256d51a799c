#include "viz/export/series_blocks.hpp"

#include <algorithm>
#include <cmath>

#include "viz/export/trace_rows.hpp"

namespace rackcast::viz {

namespace {

// Which keys a component has.
std::vector<std::vector<std::size_t>> by_part(std::span<const SeriesKey> keys, std::size_t parts) {
  std::vector<std::vector<std::size_t>> out(parts);
  for (std::size_t i = 0; i < keys.size(); ++i) out[keys[i].part].push_back(i);
  return out;
}

/// A series within a pass over the file: samples [from, from + samples.capacity()).
struct Window {
  std::uint64_t from = 0;
  std::uint64_t length = 0;
  std::uint64_t seen = 0;
  std::vector<Sample> samples;
};

class Blocks {
 public:
  Blocks(const ExportJob& job, std::span<const SeriesKey> keys)
      : job_(job), keys_(keys), by_part_(by_part(keys, job.run.parts.size())), counts_(keys.size(), 0) {}

  void run(std::size_t kept_samples, const SeriesTaker& taker);

 private:
  template <class Use>
  void for_each_value(Use use) const {
    TraceRows rows(job_.folder, job_.run.parts);
    while (rows.next()) {
      for (const std::size_t i : by_part_[rows.part()]) {
        const double value = rows.value(keys_[i].column);
        if (!std::isnan(value)) use(i, Sample{rows.time_s(), value});
      }
    }
  }
  std::vector<Window> next_windows(std::size_t kept_samples);
  void fill(std::vector<Window>& windows) const;

  const ExportJob& job_;
  std::span<const SeriesKey> keys_;
  std::vector<std::vector<std::size_t>> by_part_;
  std::vector<std::uint64_t> counts_;
  std::size_t at_ = 0;         // the series that comes next
  std::uint64_t at_from_ = 0;  // and its sample
};

std::vector<Window> Blocks::next_windows(std::size_t kept_samples) {
  std::vector<Window> windows(keys_.size());
  std::uint64_t room = std::max<std::size_t>(kept_samples, 1);
  while (at_ < keys_.size() && room > 0) {
    const std::uint64_t length = std::min(room, counts_[at_] - at_from_);
    windows[at_].from = at_from_;
    windows[at_].length = length;
    room -= length;
    at_from_ += length;
    if (at_from_ < counts_[at_]) break;
    ++at_;
    at_from_ = 0;
  }
  return windows;
}

void Blocks::fill(std::vector<Window>& windows) const {
  for (Window& window : windows) window.samples.reserve(window.length);
  for_each_value([&](std::size_t i, const Sample& sample) {
    Window& window = windows[i];
    const std::uint64_t index = window.seen++;
    if (index >= window.from && index - window.from < window.length) window.samples.push_back(sample);
  });
}

void Blocks::run(std::size_t kept_samples, const SeriesTaker& taker) {
  for_each_value([&](std::size_t i, const Sample&) { ++counts_[i]; });
  while (at_ < keys_.size()) {
    std::vector<Window> windows = next_windows(kept_samples);
    fill(windows);
    for (std::size_t i = 0; i < windows.size(); ++i) {
      if (!windows[i].samples.empty()) taker(i, windows[i].samples);
    }
  }
}

}  // namespace

void for_each_series(const ExportJob& job, std::span<const SeriesKey> keys, std::size_t kept_samples,
                     const SeriesTaker& taker) {
  Blocks(job, keys).run(kept_samples, taker);
}

}  // namespace rackcast::viz

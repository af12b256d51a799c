#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "viz/write/series.hpp"

namespace rackcast::viz {

/// What all samples of one column of one component come to, kept or not.
struct SampleFacts {
  std::uint64_t count = 0;
  double sum = 0;
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  double high_at_s = 0;

  double mean() const { return sum / static_cast<double>(count); }
};

/// One column of one component, thinned: an entry per bin of TraceDigest::time_s. `last` is the sample at the end of
/// the bin, `low` and `high` are the lowest and highest within it; NaN where there is none.
struct DigestSeries {
  std::vector<double> last;
  std::vector<double> low;
  std::vector<double> high;
  SampleFacts facts;
};

/// A column of trace.csv. With labels, a value is an index into them.
struct DigestColumn {
  std::string name;
  std::vector<std::string> labels;
};

/// trace.csv, thinned while it is read: bins of equally many instants, each with the last, lowest and highest value of
/// every component and column. When there are more bins than `most_bins`, neighbours are joined in pairs, which is
/// exact for these three; so memory is bounded, no peak is ever lost, and a short trace is kept whole (samples_per_bin
/// 1). Lowest and highest that the file gives for the interval of a sample (power_min_w, power_max_w) go into low and
/// high.
struct TraceDigest {
  std::vector<double> time_s;  ///< of the last instant of each bin
  std::vector<DigestColumn> columns;
  std::vector<std::string> components;
  std::vector<std::vector<DigestSeries>> series;  ///< [component][column]; empty vectors where a column has no value
  std::uint64_t instants = 0;                     ///< distinct times in the file
  std::uint64_t rows = 0;
  std::uint64_t samples_per_bin = 1;
  double worst_at_s = 0;                   ///< the instant of the hottest die, of the warmest intake among equals
  std::vector<std::vector<double>> worst;  ///< [component][column] at that instant

  std::size_t column(std::string_view name) const;     ///< columns.size() if there is none
  std::size_t component(std::string_view path) const;  ///< components.size() if there is none
  const DigestSeries* find(std::string_view path, std::string_view column) const;  ///< null if it has no value
  double worst_value(std::string_view path, std::string_view column) const;        ///< NaN if there is none

  /// Every component with a value in `column` as a line to draw: lowest, highest and last of each bin.
  std::vector<Series> lines(std::string_view column) const;
};

/// Values kept over all components and columns: with three numbers each the data of a page stay below some 6 MB.
inline constexpr std::size_t usual_kept_values = 250'000;

TraceDigest read_trace(const std::filesystem::path& file, std::size_t kept_values = usual_kept_values);

}  // namespace rackcast::viz

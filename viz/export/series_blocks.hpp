#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "viz/export/export.hpp"

namespace rackcast::viz {

/// One column of one component.
struct SeriesKey {
  std::size_t part = 0;
  std::size_t column = 0;
};

struct Sample {
  double time_s = 0;
  double value = 0;
};

/// Takes series one after the other, each in pieces in the order of time; `index` is that of its key.
using SeriesTaker = std::function<void(std::size_t index, std::span<const Sample> piece)>;

/// trace.csv the other way round: it goes by time, some formats by series. The file is read several times where its
/// samples are more than `kept_samples`, so that memory stays the same however long it is. Series without a value are
/// left out.
void for_each_series(const ExportJob& job, std::span<const SeriesKey> keys, std::size_t kept_samples,
                     const SeriesTaker& taker);

inline constexpr std::size_t usual_kept_samples = 1U << 21U;  ///< 32 MiB

}  // namespace rackcast::viz

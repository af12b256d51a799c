#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "viz/export/netcdf/file.hpp"

namespace rackcast::viz {

/// Rows of one variable whose first dimension grows: gathered, then written as a piece.
template <class T>
class NcBlock {
 public:
  /// `shape`: the lengths of the dimensions after the first; `rows`: how many are gathered.
  NcBlock(NcVariable variable, std::vector<std::size_t> shape, std::size_t rows, T empty)
      : variable_(variable), shape_(std::move(shape)), empty_(empty) {
    for (const std::size_t length : shape_) width_ *= length;
    values_.assign(rows * width_, empty_);
  }

  T& at(std::size_t row, std::size_t place) { return values_[row * width_ + place]; }

  /// Writes `rows` of them to begin at row `first` of the file, and empties all.
  void flush(NcFile& file, std::size_t first, std::size_t rows) {
    std::vector<std::size_t> start(shape_.size() + 1, 0);
    std::vector<std::size_t> count{rows};
    start[0] = first;
    count.insert(count.end(), shape_.begin(), shape_.end());
    file.put(variable_, start, count, std::span<const T>(values_).first(rows * width_));
    std::fill(values_.begin(), values_.end(), empty_);
  }

 private:
  NcVariable variable_;
  std::vector<std::size_t> shape_;
  T empty_;
  std::size_t width_ = 1;
  std::vector<T> values_;
};

}  // namespace rackcast::viz

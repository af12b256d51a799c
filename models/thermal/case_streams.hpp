#pragma once

#include <cstddef>

#include "models/server_spec.hpp"

namespace rackcast::models {

/// How a case deals its air out among `gpus` GPUs (CaseSpec says what rows are).
struct CaseStreams {
  std::size_t columns = 0;  ///< streams side by side
  std::size_t before = 0;   ///< GPU i takes in the air of GPU i − before; those below it take in fresh air
};

inline CaseStreams case_streams(const CaseSpec& spec, std::size_t gpus) {
  if (spec.rows < 1) return {gpus, 1};
  const auto rows = static_cast<std::size_t>(spec.rows);
  const std::size_t columns = (gpus + rows - 1) / rows;
  return {columns, columns};
}

}  // namespace rackcast::models

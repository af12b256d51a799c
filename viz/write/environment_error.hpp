#pragma once

#include <stdexcept>

namespace rackcast::viz {

/// The machine refused: disk full, no permission. The message says which, with the system's own words.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace rackcast::viz

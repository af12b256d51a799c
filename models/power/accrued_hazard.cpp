#include "models/power/accrued_hazard.hpp"

#include <algorithm>
#include <limits>

namespace rackcast::models {

double AccruedHazard::wait_s() const {
  if (!(per_s_ > 0)) return std::numeric_limits<double>::infinity();
  return std::max(0.0, left_) / per_s_;
}

}  // namespace rackcast::models

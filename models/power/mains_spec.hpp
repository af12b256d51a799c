#pragma once

namespace rackcast::models {

/// How often the mains of a site fail, and for how long.
struct MainsSpec {
  double outages_per_year = 0;
  double mean_s = 0;
};

}  // namespace rackcast::models

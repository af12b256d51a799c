#pragma once

#include <vector>

namespace rackcast::models {

/// A value over time. Without points a daily curve: mean + swing/2 · cos(2π(t − peak)/24 h). With points straight lines
/// between them, starting over after the last. Its unit is that of the member that holds it.
struct Profile {
  double mean = 0;
  double daily_swing = 0;      ///< peak to peak
  double peak_s = 0;           ///< time of day of the maximum, from the start of the run
  std::vector<double> at_s;    ///< from 0, ascending; empty: the daily curve
  std::vector<double> values;  ///< at those times
};

/// Its value at time t of the run.
double value_at(const Profile& profile, double t_s);

/// Its highest and lowest value, and its mean over a period.
double highest(const Profile& profile);
double lowest(const Profile& profile);
double mean_value(const Profile& profile);

}  // namespace rackcast::models

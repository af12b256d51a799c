#include "models/profile.hpp"

#include <algorithm>
#include <cmath>

#include "sim/math.hpp"

namespace rackcast::models {

namespace {

constexpr double day_s = 86400;

double polygon_at(const Profile& profile, double t_s) {
  const double period_s = profile.at_s.back();
  if (!(period_s > 0)) return profile.values.back();
  double phase_s = std::fmod(t_s, period_s);
  if (phase_s < 0) phase_s += period_s;
  const auto next = std::upper_bound(profile.at_s.begin(), profile.at_s.end(), phase_s);
  if (next == profile.at_s.begin()) return profile.values.front();
  if (next == profile.at_s.end()) return profile.values.back();  // a negative time a rounding before the start
  const auto i = static_cast<std::size_t>(next - profile.at_s.begin());
  const double share = (phase_s - profile.at_s[i - 1]) / (profile.at_s[i] - profile.at_s[i - 1]);
  return profile.values[i - 1] + share * (profile.values[i] - profile.values[i - 1]);
}

}  // namespace

double value_at(const Profile& profile, double t_s) {
  if (!profile.at_s.empty()) return polygon_at(profile, t_s);
  return profile.mean + profile.daily_swing / 2 * sim::cos_turns((t_s - profile.peak_s) / day_s);
}

double highest(const Profile& profile) {
  if (profile.at_s.empty()) return profile.mean + profile.daily_swing / 2;
  return *std::max_element(profile.values.begin(), profile.values.end());
}

double lowest(const Profile& profile) {
  if (profile.at_s.empty()) return profile.mean - profile.daily_swing / 2;
  return *std::min_element(profile.values.begin(), profile.values.end());
}

double mean_value(const Profile& profile) {
  if (profile.at_s.empty()) return profile.mean;
  const double period_s = profile.at_s.back();
  if (!(period_s > 0)) return profile.values.back();
  double area = profile.at_s.front() * profile.values.front();
  for (std::size_t i = 1; i < profile.at_s.size(); ++i) {
    area += (profile.at_s[i] - profile.at_s[i - 1]) * (profile.values[i - 1] + profile.values[i]) / 2;
  }
  return area / period_s;
}

}  // namespace rackcast::models

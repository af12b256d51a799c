#pragma once

#include <string>
#include <vector>

namespace rackcast::models {

/// Outdoor temperature: mean + swing/2 · cos(2π(t − hottest)/24 h).
struct ClimateSpec {
  double mean_c = 0;
  double daily_swing_k = 0;  ///< peak to peak
  double hottest_s = 0;      ///< time of day of the maximum, from the start of the run
};

/// A room as one air volume with solids and walls towards the outdoor air.
struct RoomSpec {
  std::string name;
  double volume_m3 = 0;
  double ventilation_m3_per_s = 0;  ///< outdoor air in, room air out
  double walls_w_per_m2_k = 0;      ///< overall transmittance (U value)
  double wall_area_m2 = 0;          ///< 0: the surface of a cube of this volume
  double solids_j_per_k = 0;        ///< furniture and the inner wall layer that follows the air
  double solids_w_per_k = 0;        ///< between air and solids
  double other_heat_w = 0;          ///< lights, people
  double start_c = 0;               ///< NaN: in balance with the outdoor air
};

}  // namespace rackcast::models

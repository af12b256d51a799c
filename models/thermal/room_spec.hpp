#pragma once

#include <string>

#include "models/profile.hpp"

namespace rackcast::models {

/// A room as one air volume with solids and walls towards the outdoor air.
struct RoomSpec {
  std::string name;
  double volume_m3 = 0;
  double ventilation_m3_per_s = 0;  ///< outdoor air in, room air out
  double walls_w_per_m2_k = 0;      ///< overall transmittance (U value)
  double wall_area_m2 = 0;          ///< 0: the surface of a cube of this volume
  double solids_j_per_k = 0;        ///< furniture and the inner wall layer that follows the air
  double solids_w_per_k = 0;        ///< between air and solids
  Profile other_heat;               ///< lights, people, W
  double start_c = 0;               ///< NaN: in balance with the outdoor air
};

}  // namespace rackcast::models

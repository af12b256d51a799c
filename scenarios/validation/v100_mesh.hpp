#pragma once

#include "models/collective/mesh.hpp"

namespace rackcast::scenarios {

/// Links of eight V100 SXM2 (`nvidia-smi topo -m` of DGX-1 and p3.16xlarge: NV1 and NV2).
inline const models::LinkMesh& v100_mesh() {
  static const models::LinkMesh mesh = {{0, 1, 1, 2, 2, 0, 0, 0}, {1, 0, 2, 1, 0, 2, 0, 0}, {1, 2, 0, 2, 0, 0, 1, 0},
                                        {2, 1, 2, 0, 0, 0, 0, 1}, {2, 0, 0, 0, 0, 1, 1, 2}, {0, 2, 0, 0, 1, 0, 2, 1},
                                        {0, 0, 1, 0, 1, 2, 0, 2}, {0, 0, 0, 1, 2, 1, 2, 0}};
  return mesh;
}

}  // namespace rackcast::scenarios

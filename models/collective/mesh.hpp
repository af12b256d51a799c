#pragma once

#include <vector>

namespace rackcast::models {

/// Direct links between the GPUs of a server: `at(a, b)` of them join a and b, each carrying both directions at once.
using LinkMesh = std::vector<std::vector<int>>;

/// How many rings over the first `ranks` GPUs of a mesh run side by side, each direction of each link in at most one of
/// them: what a ring collective has for itself (NCCL searches its channels likewise). Two GPUs: their links. Where no
/// ring exists over direct links, rings count that pass on through another GPU of the job where two neighbours are not
/// joined. 0: not even such a ring. Exact for the mesh given, by exhaustive search; meant for 2 to 8 GPUs (throws
/// std::invalid_argument above that, and for a mesh that is not square or not symmetric).
int disjoint_rings(const LinkMesh& mesh, int ranks);

}  // namespace rackcast::models

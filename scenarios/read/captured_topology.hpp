#pragma once

#include <string>

#include "scenarios/captures/relation.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

/// The type that the table of a [[server.gpu]] names; null: none of the catalogue.
const models::GpuSpec* captured_type(const Node& group, const Catalog& catalog);

/// The link that pairs of this relation have between GPUs of this type; null: none.
const models::LinkSpec* link_of(const std::string& relation, const models::GpuSpec* gpu, const Catalog& catalog);

/// Adds `topology` to the table of a [[server.gpu]] that has none, where relations say more than that all GPUs hang on
/// one CPU: GPUs that meet below the host bridge (PIX, PXB) share a switch, those with SYS between them sit at
/// different sockets, as far as the server has so many (NUMA nodes are not always sockets), NVLink pairs are bridges.
/// Generation and width stay those of `link`.
void add_topology(Node& group, const RelationMatrix& relations, int cpus, const Catalog& catalog);

}  // namespace rackcast::scenarios

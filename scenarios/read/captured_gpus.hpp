#pragma once

#include "scenarios/captures/lspci_capture.hpp"
#include "scenarios/captures/smi_capture.hpp"
#include "scenarios/captures/topo_capture.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

// Each adds to the table of a [[server.gpu]] what a capture says and the table does not; an empty message when it
// could.

/// Type (by the driver's name of the product), number, memory, limits of power and temperature, the power limit that is
/// set.
Message add_smi(Node& group, const SmiCapture& capture, const Catalog& catalog);

/// The link by the ring whose farthest neighbours are nearest; the number where nothing else says it. Links of PCIe are
/// left to add_pcie_link: a matrix of relations says neither generation nor width. Where that ring runs over PCIe, the
/// topology: add_topology().
Message add_relations(Node& group, const RelationMatrix& relations, int cpus, const Catalog& catalog);

/// The PCIe link by the lowest generation and the narrowest width of all, if the catalogue has it.
void add_pcie_link(Node& group, const SmiCapture& capture, const Catalog& catalog);

}  // namespace rackcast::scenarios

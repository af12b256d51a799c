#pragma once

#include <string>
#include <vector>

#include "models/collective/link_spec.hpp"

namespace rackcast::models {

/// Whether GPUs copy to each other directly over PCIe: as their type and the path allow, always or never.
enum class PeerChoice { automatic, on, off };

/// Equal slots at one place of the PCIe tree.
struct SlotSpec {
  int gpus = 1;      ///< how many GPUs sit there, in the order of their numbers
  std::string to;    ///< "socket 0", "chipset" or the name of a switch
  std::string link;  ///< "PCIe 4.0 x16"; anything else: as the link of the group
};

/// A PCIe switch and its up-link, which everything behind it shares.
struct PcieSwitchSpec {
  std::string name;
  std::string to;    ///< "socket 0", "chipset" or another switch
  std::string link;  ///< as of a slot
};

/// Two GPUs that are joined directly.
struct BridgeSpec {
  std::vector<double> gpus;  ///< their numbers, from 0
  LinkSpec link;             ///< one ring over it
  double links = 1;          ///< such links side by side
};

/// How the GPUs of one server hang together. Nothing given: their `link` says all there is to say.
struct TopologySpec {
  std::vector<SlotSpec> slots;  ///< empty: every GPU in a slot of its own at socket 0
  std::vector<PcieSwitchSpec> switches;
  std::vector<BridgeSpec> bridges;
  std::string chipset_link;            ///< up-link of the chipset, to socket 0
  double socket_link_bytes_per_s = 0;  ///< between two sockets, one way
  double staging_bytes_per_s = 0;      ///< that all staged copies through one socket's memory share; inf: any
  PeerChoice peer = PeerChoice::automatic;

  bool given() const {
    return !slots.empty() || !switches.empty() || !bridges.empty() || peer != PeerChoice::automatic;
  }
};

}  // namespace rackcast::models

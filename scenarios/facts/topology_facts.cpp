// The table `topology` of a [[server.gpu]] and the lists within it.
#include <limits>

#include "models/server_spec.hpp"
#include "scenarios/facts/make.hpp"
#include "scenarios/facts/tables.hpp"

namespace rackcast::scenarios {
namespace {

using models::BridgeSpec;
using models::PcieSwitchSpec;
using models::PeerChoice;
using models::SlotSpec;
using models::TopologySpec;

constexpr double any = std::numeric_limits<double>::infinity();

std::vector<Choice> pcie_links() {
  return {{"PCIe 1.0 x1"},  {"PCIe 1.0 x4"},  {"PCIe 1.0 x8"}, {"PCIe 1.0 x16"}, {"PCIe 2.0 x1"},  {"PCIe 2.0 x4"},
          {"PCIe 2.0 x8"},  {"PCIe 2.0 x16"}, {"PCIe 3.0 x1"}, {"PCIe 3.0 x2"},  {"PCIe 3.0 x4"},  {"PCIe 3.0 x8"},
          {"PCIe 3.0 x16"}, {"PCIe 4.0 x1"},  {"PCIe 4.0 x2"}, {"PCIe 4.0 x4"},  {"PCIe 4.0 x8"},  {"PCIe 4.0 x16"},
          {"PCIe 5.0 x1"},  {"PCIe 5.0 x2"},  {"PCIe 5.0 x4"}, {"PCIe 5.0 x8"},  {"PCIe 5.0 x16"}, {"PCIe 6.0 x4"},
          {"PCIe 6.0 x8"},  {"PCIe 6.0 x16"}};
}

std::vector<Choice> slot_links() {
  std::vector<Choice> links = pcie_links();
  links.insert(links.begin(), {"as link"});
  return links;
}

}  // namespace

const TableFacts& slot_facts() {
  static const TableFacts facts{
      "server.gpu.topology.slots",
      "Slots",
      "Equal slots at one place of the PCIe tree; together they hold every GPU, in the order of their numbers.",
      "slots = [{ gpus = 2, to = \"socket 0\" }, { gpus = 1, to = \"chipset\", link = \"PCIe 3.0 x4\" }]\n",
      {},
      {integer<&SlotSpec::gpus>("gpus")
           .or_else("1")
           .between(1, 64, "a topology is worked out for at most 64 GPUs")
           .says("how many sit there, each in a slot of its own"),
       text<&SlotSpec::to>("to")
           .or_else("socket 0")
           .says("what the slots hang on: \"socket 0\", ..., \"chipset\" or a switch")
           .such_as("\"socket 0\""),
       text<&SlotSpec::link>("link")
           .one_of(slot_links())
           .or_else("as link")
           .says("generation and width; as link: those of the group's `link`, or PCIe 4.0 x16")
           .such_as("\"PCIe 4.0 x16\"")},
      &make<SlotSpec>};
  return facts;
}

const TableFacts& switch_facts() {
  static const TableFacts facts{
      "server.gpu.topology.switches",
      "PCIe switches",
      "Whatever hangs on a switch shares its up-link; GPUs on one switch reach each other without it.",
      "switches = [{ name = \"switch 0\", to = \"socket 0\", link = \"PCIe 4.0 x16\" }]\n",
      {},
      {text<&PcieSwitchSpec::name>("name").required(Need::always).says("how slots name it").such_as("\"switch 0\""),
       text<&PcieSwitchSpec::to>("to")
           .or_else("socket 0")
           .says("what it hangs on: \"socket 0\", ..., \"chipset\" or another switch")
           .such_as("\"socket 0\""),
       text<&PcieSwitchSpec::link>("link")
           .one_of(slot_links())
           .or_else("as link")
           .says("its up-link; as link: like a slot")
           .such_as("\"PCIe 4.0 x16\"")},
      &make<PcieSwitchSpec>};
  return facts;
}

const TableFacts& bridge_facts() {
  static const TableFacts facts{
      "server.gpu.topology.bridges",
      "Bridges",
      "Two GPUs that are joined directly. What joins all of them (NVSwitch) is the `link` of the group instead.",
      "bridges = [{ gpus = [0, 1], link = \"NVLink bridge 3090\" }]\n",
      {},
      {numbers<&BridgeSpec::gpus>("gpus")
           .required(Need::always)
           .between(0, 63, "GPUs are numbered from 0")
           .says("the two, numbered from 0")
           .such_as("[0, 1]"),
       table("link", object_access<&BridgeSpec::link>(), link_facts())
           .required(Need::always)
           .says("a ring over one of its links")
           .such_as("\"NVLink bridge 3090\""),
       number<&BridgeSpec::links>("links")
           .or_else("1")
           .whole_number()
           .between(1, 18, "NVLink has no more")
           .says("such links side by side")},
      &make<BridgeSpec>};
  return facts;
}

namespace {

std::vector<Fact> tree_facts() {
  return {
      tables("slots", list_access<&TopologySpec::slots>(), slot_facts())
          .says("where the GPUs sit; none: each in a slot of its own at socket 0")
          .such_as("[{ gpus = 2, to = \"socket 0\", link = \"PCIe 4.0 x16\" }]"),
      tables("switches", list_access<&TopologySpec::switches>(), switch_facts())
          .says("PCIe switches")
          .such_as("[{ name = \"switch 0\", link = \"PCIe 4.0 x16\" }]"),
      tables("bridges", list_access<&TopologySpec::bridges>(), bridge_facts())
          .says("pairs of GPUs with a link of their own")
          .such_as("[{ gpus = [0, 1], link = \"NVLink bridge 3090\" }]"),
      text<&TopologySpec::chipset_link>("chipset")
          .one_of(pcie_links())
          .or_else("PCIe 3.0 x4")
          .says("up-link of the chipset to socket 0, which everything behind it shares")
          .such_as("\"PCIe 4.0 x4\""),
  };
}

std::vector<Fact> rate_facts() {
  return {
      quantity<&TopologySpec::socket_link_bytes_per_s>("socket_link", "GB/s")
          .or_else("16 GB/s")
          .above(0, 10000)
          .says("what passes between two sockets one way, shared by all that crosses (in NCCL's tables 6 Broadwell, 10 "
                "Skylake, 16 EPYC, 22 Sapphire Rapids)")
          .such_as("\"10 GB/s\""),
      quantity<&TopologySpec::staging_bytes_per_s>("staging", "GB/s")
          .or_word("any", any)
          .or_else("any")
          .above(0, 10000)
          .says("what all staged copies through one socket's memory share; 17 GB/s were measured with two channels of "
                "DDR4")
          .such_as("\"17 GB/s\""),
      choice<&TopologySpec::peer>("p2p", {{"auto", static_cast<std::int64_t>(PeerChoice::automatic)},
                                          {"on", static_cast<std::int64_t>(PeerChoice::on)},
                                          {"off", static_cast<std::int64_t>(PeerChoice::off)}})
          .or_else("auto")
          .says("whether GPUs copy to each other directly over PCIe; auto: where the GPU's own `p2p` allows it and "
                "no CPU on the way has a `p2p_share` below 1"),
  };
}

}  // namespace

const TableFacts& topology_facts() {
  static const TableFacts facts{
      "server.gpu.topology",
      "Links inside a server",
      "How the GPUs hang together: slots, PCIe switches, chipset, sockets, bridges. The fastest ring over them takes "
      "the "
      "place of the group's `link`, if that is one of PCIe. Nothing said: that `link` alone counts.",
      "[server.gpu.topology]\nslots = [{ gpus = 2, to = \"socket 0\", link = \"PCIe 4.0 x16\" }, { gpus = 2, to = "
      "\"socket 1\", link = \"PCIe 4.0 x16\" }]\nbridges = [{ gpus = [0, 1], link = \"NVLink bridge 3090\" }, { gpus = "
      "[2, 3], link = \"NVLink bridge 3090\" }]\n",
      {},
      joined(tree_facts(), rate_facts()),
      &make<TopologySpec>};
  return facts;
}

}  // namespace rackcast::scenarios

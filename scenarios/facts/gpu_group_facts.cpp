// The table [[server.gpu]].
#include "models/server_spec.hpp"

#include "scenarios/facts/make.hpp"
#include "scenarios/facts/tables.hpp"

namespace rackcast::scenarios {
namespace {

using models::GpuGroupSpec;

std::vector<Fact> group_only_facts() {
  return {
      integer<&GpuGroupSpec::count>("count")
          .or_else("1")
          .between(1, 1024, "one server holds no more")
          .says("how many of them"),
      quantity<&GpuGroupSpec::power_limit_w>("power_limit", "W")
          .or_word("default", 0)
          .or_else("default")
          .between(1, 10000)
          .says("power limit that is set; \"default\": power.default")
          .such_as("\"280 W\""),
      quantity<&GpuGroupSpec::clock_limit_hz>("clock_limit", "MHz")
          .or_word("none", 0)
          .or_else("none")
          .between(10, 10000)
          .says("clock that is locked")
          .such_as("\"1400 MHz\""),
      table("link", object_access<&GpuGroupSpec::link>(), link_facts())
          .or_else("PCIe 4.0 x16")
          .says("link between the GPUs of the server")
          .such_as("\"PCIe 4.0 x8\""),
      table("topology", object_access<&GpuGroupSpec::topology>(), topology_facts())
          .says("what they hang on, where `link` does not say it all")
          .such_as("{ slots = [{ gpus = 1 }, { gpus = 1, to = \"chipset\" }] }"),
      table("mounting", object_access<&GpuGroupSpec::mounting>(), mounting_facts())
          .or_else("as the case")
          .says("how close together they stand")
          .such_as("\"adjacent slots\""),
      table("cooler", object_access<&GpuGroupSpec::cooler>(), cooler_facts())
          .or_else("own")
          .says("what cools each of them")
          .such_as("\"water block\""),
      number<&GpuGroupSpec::pads>("pads").or_else("1").between(0.1, 10).says(
          "resistance from memory to package, over that of the type: above 1 worn or poor pads, below 1 better ones"),
      input_text("smi")
          .says("file with the output of `nvidia-smi -q`: type, number and limits of the GPUs")
          .such_as("\"captures/smi.txt\""),
      input_text("topo")
          .says("file with the output of `nvidia-smi topo -m`: the link between them")
          .such_as("\"captures/topo.txt\""),
      input_text("lspci")
          .says("file with the output of `lspci -tv`: their link, where there is no `topo`")
          .such_as("\"captures/lspci.txt\""),
  };
}

}  // namespace

const TableFacts& gpu_group_facts() {
  static const auto to_gpu = [](void* p) -> void* { return &static_cast<GpuGroupSpec*>(p)->gpu; };
  static const TableFacts facts{
      "server.gpu",
      "GPUs of a server",
      "The GPUs of one server: all of one type. Any key of the GPU type may be overridden here.",
      "[[server.gpu]]\nmodel = \"RTX 3090\"\ncount = 2\npower_limit = \"280 W\"\nlink = \"PCIe 4.0 x8\"\n",
      {"gpus", "model", &gpu_facts(), to_gpu, {}},
      joined(group_only_facts(), within(gpu_facts().facts, to_gpu)),
      &make<GpuGroupSpec>};
  return facts;
}

}  // namespace rackcast::scenarios

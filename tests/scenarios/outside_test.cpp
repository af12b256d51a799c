#include "models/workload/transformer.hpp"
#include "scenarios/write.hpp"
#include "tests/scenarios/files_fixture.hpp"

using namespace rackcast::scenarios;

namespace {

constexpr std::string_view smi_head = "Driver Version : 535.54\nAttached GPUs : 2\n";

std::string smi_gpu(std::string_view bus, std::string_view product, std::string_view limit) {
  std::string text = "GPU " + std::string{bus} + "\n    Product Name : " + std::string{product};
  text += R"(
    PCI
        GPU Link Info
            PCIe Generation
                Max : 4
                Current : 1
            Link Width
                Max : 16x
                Current : 8x
    FB Memory Usage
        Total : 24576 MiB
    Temperature
        GPU Current Temp : 35 C
        GPU Shutdown Temp : 99 C
        GPU Slowdown Temp : 96 C
        GPU Target Temperature : 82 C
    Power Readings
        Power Limit : )";
  text += std::string{limit} + R"( W
        Default Power Limit : 350.00 W
        Min Power Limit : 100.00 W
        Max Power Limit : 366.00 W
    Max Clocks
        Graphics : 2115 MHz
        SM : 2115 MHz
)";
  return text;
}

std::string two_cards(std::string_view limit = "300.00") {
  const std::string_view name = "NVIDIA GeForce RTX 3090";
  return std::string{smi_head} + smi_gpu("00000000:01:00.0", name, limit) + smi_gpu("00000000:02:00.0", name, limit);
}

constexpr std::string_view bridge = "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV4\t0-31\nGPU1\tNV4\t X \t0-31\n";
constexpr std::string_view bus = "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tPHB\t0-31\nGPU1\tPHB\t X \t0-31\n";

std::string with_gpus(std::string_view group) {
  return changed("  model = \"RTX 3090\"\n  count = 2\n  power_limit = \"280 W\"\n", group);
}

constexpr std::string_view llama = R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008,
  "num_attention_heads": 32, "num_hidden_layers": 32, "vocab_size": 32000, "max_position_embeddings": 4096})";

std::string with_model(std::string_view model) {
  std::string text = changed("model = \"ResNet-50\"", model);
  const std::string data = "dataset = { name = \"ImageNet-1k\", epochs = 90 }";
  return text.replace(text.find(data), data.size(), "dataset = { name = \"mine\", tokens = 1e9 }");
}

}  // namespace

TEST_CASE("a capture of nvidia-smi -q gives type, number and limits of the GPUs") {
  const Folder folder{"smi"};
  folder.with("smi.txt", two_cards());
  const Scenario s = folder.good(with_gpus("  smi = \"smi.txt\"\n"));
  const auto& group = s.servers.at(0).gpus;
  CHECK(group.gpu.name == "RTX 3090");
  CHECK(group.count == 2);
  CHECK(group.power_limit_w == 300);
  CHECK(group.gpu.power.max_w == 366);
  CHECK(group.gpu.limits.target_c == 82);
  CHECK(group.gpu.limits.slowdown_c == 96);
  CHECK(group.gpu.limits.shutdown_c == 99);
  CHECK(group.gpu.limits.memory_c == 110);  // the catalogue's: the capture does not say
  CHECK(group.gpu.max_clock_hz == 2115e6);
  CHECK(group.link.name == "PCIe 4.0 x8");
  CHECK(write_scenario(read_ok(write_scenario(s))) == write_scenario(s));
}

TEST_CASE("what the scenario says itself stays, whatever a capture says") {
  const Folder folder{"own"};
  folder.with("smi.txt", two_cards("350.00")).with("topo.txt", bridge);
  const Scenario s =
      folder.good(with_gpus("  smi = \"smi.txt\"\n  topo = \"topo.txt\"\n  count = 4\n  link = \"PCIe 4.0 x16\"\n  "
                            "limits.target = \"70 degC\"\n"));
  const auto& group = s.servers.at(0).gpus;
  CHECK(group.count == 4);
  CHECK(group.power_limit_w == 0);  // the one that is set is the default
  CHECK(group.link.name == "PCIe 4.0 x16");
  CHECK(group.gpu.limits.target_c == 70);
  CHECK(group.gpu.limits.slowdown_c == 96);
}

TEST_CASE("a capture of nvidia-smi topo -m gives the link") {
  const Folder folder{"topo"};
  folder.with("smi.txt", two_cards()).with("nv.txt", bridge).with("bus.txt", bus);
  const auto link = [&](std::string_view group) { return folder.good(with_gpus(group)).servers.at(0).gpus.link.name; };
  CHECK(link("  model = \"RTX 3090\"\n  topo = \"nv.txt\"\n") == "NVLink bridge 3090");
  CHECK(link("  smi = \"smi.txt\"\n  topo = \"nv.txt\"\n") == "NVLink bridge 3090");
  CHECK(link("  smi = \"smi.txt\"\n  topo = \"bus.txt\"\n") == "PCIe 4.0 x8");
  CHECK(link("  model = \"RTX 3090\"\n  topo = \"bus.txt\"\n") == "PCIe 4.0 x16");  // the default
}

TEST_CASE("a capture of pairs, switches and sockets gives the topology") {
  constexpr std::string_view pairs =
      "\tGPU0\tGPU1\tGPU2\tGPU3\nGPU0\t X \tNV4\tSYS\tSYS\nGPU1\tNV4\t X \tSYS\tSYS\n"
      "GPU2\tSYS\tSYS\t X \tPIX\nGPU3\tSYS\tSYS\tPIX\t X \n";
  const Folder folder{"pairs"};
  folder.with("topo.txt", pairs).with("bus.txt", bus);
  const std::string group = "  model = \"RTX 3090\"\n  topo = \"topo.txt\"\n";
  const auto topology = [&](std::string text) { return folder.good(text).servers.at(0).gpus.topology; };
  const auto two =
      topology(with_gpus(group).replace(with_gpus(group).find("[[server]]\n"), 11, "[[server]]\ncpu_count = 2\n"));
  REQUIRE(two.bridges.size() == 1);
  CHECK(two.bridges[0].gpus == std::vector<double>{0, 1});
  CHECK(two.bridges[0].link.name == "NVLink bridge 3090");
  REQUIRE(two.switches.size() == 1);
  CHECK(two.switches[0].to == "socket 1");
  REQUIRE(two.slots.size() == 4);
  CHECK(two.slots[0].to == "socket 0");
  CHECK(two.slots[1].to == "socket 0");
  CHECK(two.slots[3].to == two.switches[0].name);
  const auto one = topology(with_gpus(group));  // a server of one CPU has no second socket
  CHECK(one.switches[0].to == "socket 0");
  CHECK_FALSE(topology(with_gpus("  model = \"RTX 3090\"\n  topo = \"bus.txt\"\n")).given());
  CHECK(topology(with_gpus(group + "  topology = { p2p = \"on\" }\n")).bridges.empty());  // what it says itself stays
}

TEST_CASE("captures that do not do are told") {
  const Folder folder{"badsmi"};
  folder.with("empty.txt", "").with("nv2.txt", "\tGPU0\tGPU1\nGPU0\t X \tNV2\nGPU1\tNV2\t X \n");
  folder.with("mixed.txt", std::string{smi_head} + smi_gpu("00000000:01:00.0", "NVIDIA GeForce RTX 3090", "350.00") +
                               smi_gpu("00000000:02:00.0", "NVIDIA GeForce RTX 3080", "320.00"));
  folder.with("other.txt", std::string{smi_head} + smi_gpu("00000000:01:00.0", "NVIDIA GeForce RTX 309O", "350.00"));
  CHECK(folder.messages(with_gpus("  smi = \"none.txt\"\n")).find("\"none.txt\": no such file") != std::string::npos);
  CHECK(folder.messages(with_gpus("  smi = \"../smi.txt\"\n")).find("leads out of the folder") != std::string::npos);
  CHECK(folder.messages(with_gpus("  smi = \"empty.txt\"\n")).find("t.toml:25:9: empty.txt: ") == 0);
  CHECK(folder.messages(with_gpus("  smi = \"mixed.txt\"\n"))
            .find("the capture shows \"NVIDIA GeForce RTX 3090\" and \"NVIDIA GeForce RTX 3080\"") !=
        std::string::npos);
  CHECK(folder.messages(with_gpus("  smi = \"other.txt\"\n"))
            .find("no GPU of the catalogue is called \"NVIDIA GeForce RTX 309O\" by its driver; give model = \"RTX "
                  "3090\" if that is it") != std::string::npos);
  CHECK(folder.messages(with_gpus("  model = \"RTX 3090\"\n  topo = \"nv2.txt\"\n"))
            .find("nv2.txt: no link of the catalogue is NV2 between GPUs of this type") != std::string::npos);
  CHECK(folder.messages(with_gpus("  model = \"RTX 3090\"\n  smi = 5\n")).find("\"smi\" needs a text, not a number") !=
        std::string::npos);
}

TEST_CASE("a model comes from its config.json, and its keys can be changed") {
  const Folder folder{"config"};
  folder.with("llama/config.json", llama);
  const Scenario s = folder.good(with_model("config = \"llama/config.json\""));
  const auto& w = s.jobs.at(0).workload;
  CHECK(w.layers == 32);
  CHECK(w.hidden == 4096);
  CHECK(w.ffn_hidden == 11008);
  CHECK(w.sequence == 4096);
  CHECK(w.parameters == Catch::Approx(6.738e9).epsilon(1e-3));
  const Scenario shorter = folder.good(with_model("config = \"llama/config.json\"\nmodel = { sequence = 2048 }"));
  CHECK(shorter.jobs.at(0).workload.sequence == 2048);
  CHECK(shorter.jobs.at(0).workload.layers == 32);
  CHECK(write_scenario(read_ok(write_scenario(s))) == write_scenario(s));
  CHECK(folder.messages(with_model("config = \"llama/config.json\"\nmodel = \"GPT-2\""))
            .find("the job has both config and model (either says what is trained) give one of the two") !=
        std::string::npos);
  CHECK(folder.good(with_model("config = \"llama/config.json\""), {{"job.imagenet.model", "GPT-2"}})
            .jobs.at(0)
            .workload.name == "GPT-2");
  folder.with("bad.json", "{\"model_type\": ");
  CHECK(folder.messages(with_model("config = \"bad.json\"")).find("t.toml:32:10: bad.json: ") == 0);
}

TEST_CASE("an entry of the catalogue does not name files") {
  const Folder folder{"catalog"};
  folder.with("gpus/x.toml", "name = \"x\"\nsmi = \"x.txt\"\n").with("servers/y.toml", "name = \"y\"\ncount = 3\n");
  std::string all;
  for (const Diagnostic& d : Catalog::load(test_catalog_files(), folder.path).diagnostics) all += to_string(d) + "\n";
  CHECK(
      all.find("\"count\" cannot stand here (an entry of the catalogue says its values itself) write them out, or say "
               "it in the scenario") != std::string::npos);
}

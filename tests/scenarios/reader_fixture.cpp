#include "tests/scenarios/reader_fixture.hpp"

#include "tests/catch.hpp"

namespace rackcast::scenarios {
namespace {

constexpr std::string_view gpu = R"(name = "RTX 3090"
vendor = "NVIDIA"
products = ["NVIDIA GeForce RTX 3090", "GeForce RTX 3090"]
category = "consumer"
memory = "24 GiB"
memory_bandwidth = "936 GB/s"
peak = { fp32 = "35.6 TFLOP/s", fp16_tensor = "71 TFLOP/s" }
peak_at = "1695 MHz"
max_clock = "2100 MHz"
power = { default = "350 W", min = "100 W", max = "385 W", idle = "21 W" }
limits = { target = "83 degC", slowdown = "95 degC", shutdown = "98 degC", memory = "110 degC" }
curve = { base = "46 W", core = "247 W", memory = "60 W", leakage = "42 W" }
thermal.die_to_package = "0.025 K/W"
thermal.memory_to_package = "0.5 K/W"
thermal.package_to_sink = "0.015 K/W"
thermal.sink_to_air = "0.089 K/W"
thermal.die_capacity = "10 J/K"
thermal.memory_capacity = "20 J/K"
thermal.package_capacity = "40 J/K"
thermal.sink_capacity = "114 J/K"
source = "test"
confidence = "B"
unverified = ["power.idle", "thermal.sink_to_air"]
)";

constexpr std::string_view provenance = "source = \"test\"\nconfidence = \"A\"\nunverified = []\n";

std::vector<std::pair<std::string, std::string>> build_files() {
  const std::string end{provenance};
  const std::string vision =
      "kind = \"vision\"\nparameters = 25560000\nforward_flops = \"8.22 GFLOP\"\n"
      "activation_traffic = \"444 MB\"\nstored_activations = \"44 MB\"\n";
  return {
      {"gpus/rtx-3090.toml", std::string{gpu}},
      {"cpus/5950x.toml", "name = \"Ryzen 9 5950X\"\ncores = 16\ntdp = \"105 W\"\nidle = \"25 W\"\n" + end},
      {"storage/nvme.toml",
       "name = \"NVMe Gen4 2 TB\"\nread = \"7 GB/s\"\nwrite = \"5 GB/s\"\npower = \"8 W\"\n" + end},
      {"cases/mid-tower.toml",
       "name = \"mid-tower\"\nairflow = \"80 CFM\"\nrecirculation = 0.1\npreheat = 0.3\n"
       "source = \"test\"\nconfidence = \"C\"\nunverified = [\"airflow\", \"preheat\"]\n"},
      {"breakers/b16.toml", "name = \"B16\"\nrated = \"16 A\"\n" + end},
      {"outlets/schuko.toml",
       "name = \"Schuko 230 V\"\nvoltage = \"230 V\"\nrated = \"16 A\"\nbreaker = \"B16\"\n" + end},
      {"mountings/case.toml", "name = \"as the case\"\npreheat = 1\n" + end},
      {"coolers/own.toml", "name = \"own\"\nsink_to_air = \"own\"\nsink_capacity = \"own\"\ninside = 1\n" + end},
      {"ups/none.toml", "name = \"none\"\nrating = \"none\"\nbattery = \"none\"\n" + end},
      {"links/x16.toml", "name = \"PCIe 4.0 x16\"\nbandwidth = \"11 GB/s\"\nlatency = \"20 us\"\n" + end},
      {"links/x8.toml", "name = \"PCIe 4.0 x8\"\nbandwidth = \"8 GB/s\"\nlatency = \"20 us\"\n" + end},
      {"links/bridge.toml",
       "name = \"NVLink bridge 3090\"\nbandwidth = \"48 GB/s\"\nlatency = \"6 us\"\nrelation = \"NV4\"\n"
       "gpus = [\"RTX 3090\"]\n" +
           end},
      {"psu-efficiency/gold.toml",
       "name = \"80+ Gold 230 V\"\nload = [0.2, 0.5, 1]\nefficiency = [0.9, 0.92, 0.89]\n" + end},
      {"psu-design/atx.toml", "name = \"ATX 2.x\"\noverload = [1.1, 1.3]\noverload_for = [\"1 s\", \"20 ms\"]\n" + end},
      {"software/pytorch.toml",
       "name = \"PyTorch 2.1 AMP channels-last\"\ncompute_efficiency = 0.6\ngemm_efficiency = 0.65\n"
       "memory_efficiency = 0.8\ntraffic_factor = 1\nhost_issue = \"30 ms\"\noverlap = 0.8\nreserved = \"1.2 GiB\"\n"
       "startup = \"90 s\"\n" +
           end},
      {"workloads/resnet-50.toml", "name = \"ResNet-50\"\n" + vision + end},
      {"workloads/gpt-2.toml",
       "name = \"GPT-2\"\nkind = \"transformer\"\nparameters = 124439808\nlayers = 12\nhidden = 768\nheads = 12\n"
       "kv_heads = 12\nffn_hidden = 3072\nvocabulary = 50257\nsequence = 1024\nactivation = \"gelu\"\n" +
           end},
      {"datasets/imagenet.toml", "name = \"ImageNet-1k\"\nsamples = 1281167\nvalidation_samples = 50000\n" + end},
      {"servers/twin.toml",
       "name = \"Twin 3090\"\ncase = \"mid-tower\"\ncpu = \"Ryzen 9 5950X\"\nmemory = \"128 GB\"\n"
       "psu = { rating = \"1600 W\" }\ngpu = [{ model = \"RTX 3090\", count = 2, link = \"PCIe 4.0 x8\" }]\n"
       "other_power = \"70 W\"\nsource = \"test\"\nconfidence = \"C\"\nunverified = [\"other_power\", "
       "\"psu.rating\"]\n"},
  };
}

}  // namespace

std::span<const EmbeddedFile> test_catalog_files() {
  static const std::vector<std::pair<std::string, std::string>> texts = build_files();
  static const std::vector<EmbeddedFile> files = [] {
    std::vector<EmbeddedFile> out;
    for (const auto& [path, text] : texts) out.push_back({path, text});
    return out;
  }();
  return files;
}

const Catalog& test_catalog() {
  static const Catalog catalog = Catalog::load(test_catalog_files()).catalog;
  return catalog;
}

std::string_view good_scenario() {
  return R"(title = "Two RTX 3090s"

[run]
horizon = "30 d"
replications = 200
seed = 1

[site]
climate = { mean = "24 degC", daily_swing = "8 K" }

[[room]]
name = "storeroom"
volume = "30 m^3"
ventilation = "60 m^3/h"

[[server]]
name = "box"
room = "storeroom"
case = "mid-tower"
cpu = "Ryzen 9 5950X"
memory = "128 GB"
psu = { efficiency = "80+ Gold 230 V", design = "ATX 2.x", rating = "1600 W" }

  [[server.gpu]]
  model = "RTX 3090"
  count = 2
  power_limit = "280 W"

[[job]]
name = "imagenet"
on = "box"
model = "ResNet-50"
dataset = { name = "ImageNet-1k", epochs = 90 }
precision = "fp16 mixed"
batch = { global = 512 }

[[alarm]]
when = "server.box.gpu.die > 88 degC"
for = "60 s"
)";
}

std::string changed(std::string_view from, std::string_view to) {
  std::string text{good_scenario()};
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string messages_of(std::string_view text, std::vector<Override> sets) {
  std::string out;
  for (const Diagnostic& d : read_scenario(text, "t.toml", test_catalog(), sets).diagnostics)
    out += to_string(d) + "\n";
  return out;
}

Scenario read_ok(std::string_view text, std::vector<Override> sets) {
  ReadResult result = read_scenario(text, "t.toml", test_catalog(), sets);
  for (const Diagnostic& d : result.diagnostics) UNSCOPED_INFO(to_string(d));
  REQUIRE(result.scenario.has_value());
  return std::move(*result.scenario);
}

}  // namespace rackcast::scenarios

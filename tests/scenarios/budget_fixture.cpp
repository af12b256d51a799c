#include "tests/scenarios/budget_fixture.hpp"

#include "scenarios/embedded.hpp"
#include "scenarios/read/reader.hpp"
#include "tests/catch.hpp"

namespace rackcast::scenarios {

const Catalog& shipped_catalog() {
  static const Catalog catalog = Catalog::load(embedded_catalog()).catalog;
  return catalog;
}

std::string box_text() {
  return R"(
title = "A box"
[run]
horizon = "30 d"
replications = 4
[site]
climate = { mean = "24 degC", daily_swing = "8 K" }
[[room]]
name = "storeroom"
volume = "30 m^3"
ventilation = "60 m^3/h"
walls = "1.5 W/m^2/K"
[[server]]
name = "box"
room = "storeroom"
case = "mid-tower"
cpu = "Ryzen 9 5950X"
memory = "128 GB"
storage = "NVMe Gen4 2 TB"
software = "PyTorch 2.1 AMP channels-last"
psu = { efficiency = "80+ Gold 230 V", design = "ATX 2.x", rating = "1600 W", count = 1 }
[[server.gpu]]
model = "RTX 3090"
count = 2
link = "PCIe 4.0 x8"
[[job]]
name = "train"
on = "box"
model = "ResNet-50"
dataset = { name = "ImageNet-1k", epochs = 90 }
precision = "fp16 mixed"
batch = { global = 256 }
)";
}

Scenario box_with(const std::vector<Override>& sets) {
  const ReadResult read = read_scenario(box_text(), "box.toml", shipped_catalog(), sets);
  for (const auto& d : read.diagnostics) UNSCOPED_INFO(to_string(d));
  REQUIRE(read.scenario);
  return *read.scenario;
}

JobBudget box_budget(const std::vector<Override>& sets) {
  const Scenario scenario = box_with(sets);
  return job_budget(scenario, scenario.jobs.front());
}

double used(const JobBudget& budget, Limit limit) {
  const Margin* margin = budget.margin(limit);
  REQUIRE(margin != nullptr);
  return margin->used;
}

}  // namespace rackcast::scenarios

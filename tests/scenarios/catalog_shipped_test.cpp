// What the shipped catalogue holds: sources, names, references between entries.
#include <map>
#include <utility>

#include "scenarios/catalog.hpp"
#include "tests/catch.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

namespace {

const Catalog& shipped_catalog() {
  static const Catalog catalog = Catalog::load(embedded_catalog()).catalog;
  return catalog;
}

/// Value of a key of a shipped entry, as TOML source.
std::string value_of(std::string_view kind, std::string_view name, std::string_view key) {
  for (const CatalogValue& value : shipped_catalog().details(kind, name)) {
    if (value.key == key) return value.value;
  }
  return {};
}

template <class T>
const T& shipped(std::string_view kind, std::string_view name) {
  const CatalogEntry* entry = shipped_catalog().find(kind, name);
  REQUIRE(entry != nullptr);
  return *static_cast<const T*>(entry->spec.get());
}

/// The GPUs and other accelerators of the reference data, and the older ones that its tables and cases name.
constexpr std::string_view wanted_gpus =
    "V100 SXM2 16GB, V100 SXM2 32GB, V100 PCIe 16GB, V100 PCIe 32GB, V100 SXM3 32GB, T4, A10, A10G, A30, "
    "A40, RTX A4000, RTX A4500, RTX A5000, RTX A5500, RTX A6000, A100 40GB PCIe, A100 80GB PCIe, A100 "
    "40GB SXM4, A100 80GB SXM4, A800 80GB SXM4, A800 80GB PCIe, H100 PCIe 80GB, H100 SXM5 80GB, H100 SXM5 "
    "96GB, H100 NVL 94GB, H800 SXM5 80GB, H20 96GB, H200 SXM 141GB, H200 NVL 141GB, GH200 96GB, B200 SXM "
    "180GB, B300 SXM 288GB, GB200, GB300, GB10, RTX 3070, RTX 3080, RTX 3090, RTX 3090 Ti, RTX 4080, RTX "
    "4090, RTX 5090, RTX 6000 Ada, L4, L40, L40S, RTX PRO 6000 Blackwell, RTX PRO 6000 Blackwell Max-Q, "
    "MI60, MI210, MI250X, MI300X, MI325X, MI350X, MI355X, Gaudi, Gaudi2, Gaudi3, Ascend 910B, Ascend "
    "910C, TPU v3, TPU v4, TPU v5p, TPU v6e, Quadro RTX 5000, Quadro RTX 6000, Quadro RTX 8000, Titan "
    "RTX, Titan V, Titan X (Pascal), Titan X (Maxwell), Titan Xp, GTX 1080 Ti, RTX 2080 Ti, RTX 2070 "
    "Max-Q, RTX 2080 Max-Q, RTX 2080 Super Max-Q, RTX 3080 Laptop, P100 PCIe 16GB, P100 SXM2 16GB, K80 "
    "(per GPU), K20X, RX 590, RX 7900 XTX, Radeon AI PRO R9700";

std::vector<std::string> wanted_gpu_names() {
  std::vector<std::string> out;
  for (std::string_view rest = wanted_gpus; !rest.empty();) {
    const std::size_t comma = rest.find(", ");
    out.emplace_back(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 2);
  }
  return out;
}

}  // namespace

TEST_CASE("every shipped entry says where it comes from and how far it can be trusted") {
  constexpr std::size_t shortest_source = 12;
  for (const std::string& kind : Catalog::kinds()) {
    CHECK(shipped_catalog().names(kind).size() > 1);
    for (const std::string& name : shipped_catalog().names(kind)) {
      INFO(kind << " " << name);
      CHECK(value_of(kind, name, "source").size() >= shortest_source + 2);  // with its quotes
      const std::string confidence = value_of(kind, name, "confidence");
      CHECK((confidence == "\"A\"" || confidence == "\"B\"" || confidence == "\"C\""));
      CHECK((confidence != "\"C\"" || value_of(kind, name, "unverified") != "[]"));
    }
  }
}

TEST_CASE("every GPU of the reference data and of its tables is there, by the name that drivers print") {
  for (const std::string& name : wanted_gpu_names()) {
    INFO(name);
    CHECK(shipped_catalog().gpu(name) != nullptr);
  }
  std::map<std::string, std::string> owner;
  for (const std::string& name : shipped_catalog().names("gpus")) {
    const models::GpuSpec& gpu = shipped<models::GpuSpec>("gpus", name);
    INFO(name);
    CHECK((!gpu.products.empty() || gpu.source.find("not sold singly") != std::string::npos));
    for (const std::string& product : gpu.products) {
      INFO(product);
      CHECK(owner.emplace(product, name).second);
    }
    CHECK(gpu.year >= 2012);
    CHECK_FALSE(gpu.architecture.empty());
    CHECK_FALSE(gpu.form_factor.empty());
  }
  CHECK(owner.at("NVIDIA H100 80GB HBM3") == "H100 SXM5 80GB");
  CHECK(owner.at("Tesla V100-SXM2-16GB") == "V100 SXM2 16GB");
}

TEST_CASE("a GPU on its own stays below the limits of its maker at the default power") {
  constexpr double inlet_c = 25;
  constexpr double memory_bound = 0.9;  // activity of the memory under kernels that it binds
  for (const std::string& name : shipped_catalog().names("gpus")) {
    const models::GpuSpec& gpu = shipped<models::GpuSpec>("gpus", name);
    const double sink_c = inlet_c + gpu.thermal.sink_air_k_per_w * gpu.power.default_w;
    const double package_c = sink_c + gpu.thermal.package_sink_k_per_w * gpu.power.default_w;
    INFO(name << ": sink " << sink_c << ", package " << package_c << " degC");
    CHECK(package_c + gpu.thermal.die_package_k_per_w * gpu.power.default_w < gpu.limits.slowdown_c);
    CHECK(package_c + gpu.thermal.memory_package_k_per_w * gpu.curve.memory_w * memory_bound < gpu.limits.memory_c);
  }
}

TEST_CASE("links name GPUs that exist, and a relation of a GPU means one link") {
  std::map<std::pair<std::string, std::string>, std::string> owner;
  for (const std::string& name : shipped_catalog().names("links")) {
    const models::LinkSpec& link = shipped<models::LinkSpec>("links", name);
    INFO(name);
    CHECK((link.relation.empty() || link.relation.starts_with("NV")));
    CHECK((link.relation.empty() || !link.gpus.empty()));
    for (const std::string& gpu : link.gpus) {
      INFO(gpu);
      CHECK(shipped_catalog().gpu(gpu) != nullptr);
      if (!link.relation.empty()) CHECK(owner.emplace(std::pair{link.relation, gpu}, name).second);
    }
  }
  CHECK(owner.at({"NV12", "A100 80GB SXM4"}) == "NVSwitch A100");
  CHECK(owner.at({"NV18", "H100 SXM5 80GB"}) == "NVSwitch H100");
  CHECK(owner.at({"NV4", "RTX 3090"}) == "NVLink bridge 3090");
}

TEST_CASE("the parts of every shipped server exist and its supplies carry it") {
  for (const std::string& name : shipped_catalog().names("servers")) {
    const models::ServerSpec& server = shipped<models::ServerSpec>("servers", name);
    INFO(name);
    CHECK(shipped_catalog().gpu(server.gpus.gpu.name) != nullptr);
    CHECK(shipped_catalog().cpu(server.cpu.name) != nullptr);
    CHECK(shipped_catalog().chassis(server.chassis.name) != nullptr);
    CHECK(shipped_catalog().storage(server.storage.name) != nullptr);
    CHECK(shipped_catalog().link(server.gpus.link.name) != nullptr);
    CHECK(shipped_catalog().find("outlets", server.outlet.name) != nullptr);
    CHECK(server.psu.needed <= server.psu.count);
    const double installed_w = server.psu.count * server.psu.rating_w;
    CHECK((server.max_power_w == 0 || server.max_power_w <= installed_w * 1.1));  // at the outlet, losses included
  }
}

TEST_CASE("every price has a unit and a range the right way round") {
  CHECK(shipped_catalog().names("prices").size() >= 86);
  for (const std::string& name : shipped_catalog().names("prices")) {
    const models::PriceSpec& price = shipped<models::PriceSpec>("prices", name);
    INFO(name);
    CHECK(price.low_usd > 0);
    CHECK(price.low_usd <= price.high_usd);
    CHECK_FALSE(price.unit.empty());
    CHECK_FALSE(price.date.empty());
  }
}

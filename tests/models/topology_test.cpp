// The graph of links inside a server, its paths and its rings.
#include <limits>
#include <random>
#include <stdexcept>

#include "models/collective/pcie.hpp"
#include "models/collective/ring.hpp"
#include "models/collective/ring_search.hpp"
#include "models/workload/exchange.hpp"
#include "tests/catch.hpp"
#include "tests/models/laws_samples.hpp"

using namespace rackcast::models;
using Catch::Approx;

namespace {

const double x16 = pcie_bytes_per_s({4, 16});
const double x4 = pcie_bytes_per_s({4, 4});

ServerSpec pcie_server(int gpus, std::vector<SlotSpec> slots = {}) {
  ServerSpec box = samples::server(gpus);
  box.cpu_count = 2;
  box.gpus.link.name = "PCIe 4.0 x16";
  box.gpus.topology.slots = std::move(slots);
  box.gpus.topology.chipset_link = "PCIe 4.0 x4";
  box.gpus.topology.socket_link_bytes_per_s = 16e9;
  box.gpus.topology.staging_bytes_per_s = std::numeric_limits<double>::infinity();
  return box;
}

BridgeSpec bridge(int a, int b, double bytes_per_s = 50e9) {
  return {{static_cast<double>(a), static_cast<double>(b)}, samples::link("sample bridge", bytes_per_s, 6e-6), 1};
}

double pair_rate(const Topology& t, int a, int b) { return t.slowest({{a, b}}).bytes_per_s; }

double ring_rate(const ServerSpec& box) { return best_ring(Topology(box)).reached.bytes_per_s; }

}  // namespace

TEST_CASE("a PCIe link carries its lanes times the rate of its generation") {
  CHECK(x16 == Approx(27.1e9).epsilon(0.01));  // measured, pcie.hpp
  CHECK(pcie_bytes_per_s({3, 16}) == Approx(x16 / 2));
  CHECK(pcie_bytes_per_s({4, 8}) == Approx(x16 / 2));
  CHECK(pcie_bytes_per_s({6, 1}) > pcie_bytes_per_s({5, 1}));
  CHECK(pcie_bytes_per_s({2, 1}) == Approx(2 * pcie_bytes_per_s({1, 1})));
}

TEST_CASE("what names a PCIe link is read, and nothing else") {
  CHECK(pcie_link("PCIe 4.0 x16")->lanes == 16);
  CHECK(pcie_link("PCIe 3.0 x4 P2P")->generation == 3);
  for (const char* text : {"", "PCIe", "PCIe 4", "PCIe 7.0 x16", "PCIe 0.0 x1", "PCIe 4.0 x32", "PCIe 4.0 x0",
                           "PCIe -4.0 x16", "PCIe 99999999999.0 x16", "NVLink V100"}) {
    INFO(text);
    CHECK_FALSE(pcie_link(text));
  }
}

TEST_CASE("a server that says no topology keeps its link") {
  ServerSpec box = pcie_server(4);
  CHECK(link_from(box) == LinkFrom::link);
  CHECK(ring_link(box).bandwidth_bytes_per_s == box.gpus.link.bandwidth_bytes_per_s);
  box.gpus.topology.peer = PeerChoice::on;
  CHECK(link_from(box) == LinkFrom::topology);
  box.gpus.link.name = "NVSwitch A100";  // joins them all
  CHECK(link_from(box) == LinkFrom::link);
}

TEST_CASE("direct copies take the narrowest edge of their way, staged ones take two copies") {
  ServerSpec box = pcie_server(3, {{2, "socket 0", "PCIe 4.0 x16"}, {1, "chipset", "PCIe 4.0 x16"}});
  CHECK(pair_rate(Topology(box), 0, 1) == Approx(x16));
  CHECK(pair_rate(Topology(box), 0, 2) == Approx(x4));
  box.gpus.topology.peer = PeerChoice::off;
  const Topology staged(box);
  CHECK(pair_rate(staged, 0, 1) == Approx(0.893 * x16 / 2));
  CHECK(pair_rate(staged, 0, 2) == Approx(0.893 / (1 / x16 + 1 / x4)));
  CHECK(staged.slowest({{0, 2}}).bottleneck == "up-link of the chipset");
  CHECK(staged.between(0, 1).kind == PathKind::staged);
}

TEST_CASE("who copies directly: the type allows it and no CPU on the way is slow at it") {
  const auto kind = [](const ServerSpec& box, int a, int b) { return Topology(box).between(a, b).kind; };
  ServerSpec box = pcie_server(4, {{2, "switch", ""}, {1, "socket 0", ""}, {1, "socket 1", ""}});
  box.gpus.topology.switches = {{"switch", "socket 0", "PCIe 4.0 x16"}};
  CHECK(kind(box, 0, 2) == PathKind::peer);
  CHECK(kind(box, 0, 3) == PathKind::peer);
  box.cpu.peer_share = 0.8;
  CHECK(kind(box, 0, 1) == PathKind::peer);  // turns at the switch
  CHECK(kind(box, 0, 2) == PathKind::staged);
  box.gpus.topology.peer = PeerChoice::on;
  CHECK(pair_rate(Topology(box), 0, 1) == Approx(x16));
  CHECK(pair_rate(Topology(box), 0, 2) == Approx(0.8 * x16));
  box.gpus.topology.peer = PeerChoice::automatic;
  box.cpu.peer_share = 1;
  box.gpus.gpu.peer_copies = PeerCopies::no;
  CHECK(kind(box, 0, 1) == PathKind::staged);
  box.gpus.topology.bridges = {bridge(0, 1)};
  CHECK(kind(box, 0, 1) == PathKind::bridge);
  CHECK(kind(box, 1, 0) == PathKind::bridge);
}

TEST_CASE("transfers at the same time share the edges and the memory that they have in common") {
  ServerSpec box = pcie_server(4, {{2, "switch", ""}, {2, "socket 0", ""}});
  box.gpus.topology.switches = {{"switch", "socket 0", "PCIe 4.0 x16"}};
  const Topology t(box);
  CHECK(t.slowest({{0, 2}, {1, 3}}).bytes_per_s == Approx(x16 / 2));  // one up-link
  CHECK(t.slowest({{0, 1}, {2, 3}}).bytes_per_s == Approx(x16));      // no edge in common
  CHECK(t.slowest({{0, 2}, {2, 0}}).bytes_per_s == Approx(x16));      // the two directions of one
  box.gpus.topology.peer = PeerChoice::off;
  box.gpus.topology.staging_bytes_per_s = 10e9;
  const Topology staged(box);
  CHECK(staged.slowest({{2, 3}, {3, 2}}).bytes_per_s == Approx(5e9));
  CHECK(staged.slowest({{2, 3}}).bytes_per_s == Approx(10e9));
  CHECK(t.from_host(0).bytes_per_s == Approx(x16));
  CHECK(t.from_host_all_bytes_per_s() == Approx(x16 / 2));
}

TEST_CASE("the best ring crosses between sockets and bridged pairs as seldom as it must") {
  ServerSpec box = pcie_server(4, {{1, "socket 0", ""}, {1, "socket 1", ""}, {1, "socket 0", ""}, {1, "socket 1", ""}});
  const GpuRing ring = best_ring(Topology(box));
  CHECK(ring.reached.bytes_per_s == Approx(16e9));  // once each way; in the order of numbers it would be 8
  ServerSpec pairs = pcie_server(4);
  pairs.gpus.gpu.peer_copies = PeerCopies::no;
  pairs.gpus.topology.staging_bytes_per_s = 16e9;
  pairs.gpus.topology.slots = {{4, "socket 0", ""}};
  CHECK(ring_rate(pairs) == Approx(4e9));  // four staged hops
  pairs.gpus.topology.bridges = {bridge(0, 2), bridge(1, 3)};
  CHECK(ring_rate(pairs) == Approx(8e9));  // two
}

TEST_CASE("bridges that form a mesh carry as many rings as find links of their own") {
  ServerSpec box = pcie_server(4);
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < a; ++b) box.gpus.topology.bridges.push_back(bridge(b, a, 20e9));
  }
  const GpuRing ring = best_ring(Topology(box));
  CHECK(ring.worst == PathKind::bridge);
  CHECK(ring.rings == disjoint_rings(Topology(box).mesh(), 4));
  CHECK(ring_link(box).bandwidth_bytes_per_s == Approx(20e9 * ring.rings));
}

TEST_CASE("beyond the sizes that are searched whole, orders still find the sockets") {
  std::vector<SlotSpec> slots;
  for (int i = 0; i < 10; ++i) slots.push_back({1, i % 2 == 0 ? "socket 0" : "socket 1", ""});
  CHECK(ring_rate(pcie_server(10, slots)) == Approx(16e9));
}

TEST_CASE("wider links, more of the memory and direct copies never make a ring slower") {
  std::mt19937 random(7);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const char* const links[] = {"PCIe 3.0 x4", "PCIe 3.0 x16", "PCIe 4.0 x8", "PCIe 4.0 x16"};
  const char* const places[] = {"socket 0", "socket 1", "chipset", "switch"};
  for (int trial = 0; trial < 60; ++trial) {
    ServerSpec box = pcie_server(2 + pick(5));
    box.gpus.topology.switches = {{"switch", places[pick(3)], links[pick(4)]}};
    for (int i = 0; i < box.gpus.count; ++i) box.gpus.topology.slots.push_back({1, places[pick(4)], links[pick(3)]});
    box.gpus.topology.peer = PeerChoice::off;
    const double before = ring_rate(box);
    CHECK(before > 0);
    ServerSpec wide = box;
    wide.gpus.topology.slots[static_cast<std::size_t>(pick(box.gpus.count))].link = "PCIe 4.0 x16";
    CHECK(ring_rate(wide) >= before * (1 - 1e-12));
    ServerSpec narrow = box;
    narrow.gpus.topology.staging_bytes_per_s = 5e9;
    CHECK(ring_rate(narrow) <= before * (1 + 1e-12));
    ServerSpec direct = box;
    direct.gpus.topology.peer = PeerChoice::on;
    CHECK(ring_rate(direct) >= before * (1 - 1e-12));
    for (int a = 0; a < box.gpus.count; ++a) CHECK(Topology(box).from_host(a).bytes_per_s >= before);
  }
}

TEST_CASE("the exchange of a step takes the time of the best ring") {
  const JobSpec job = samples::vision_job();
  ServerSpec box = pcie_server(4, {{4, "socket 0", "PCIe 4.0 x4"}});
  const double narrow_s = exchange_s(box, job);
  CHECK(narrow_s == Approx(exchange_s(box, job, ring_link(box))));
  box.gpus.topology.slots = {{4, "socket 0", "PCIe 4.0 x16"}};
  CHECK(exchange_s(box, job) < narrow_s / 3);
}

TEST_CASE("a topology that makes no sense is refused") {
  CHECK_THROWS_AS(Topology(pcie_server(3, {{2, "socket 0", ""}})), std::invalid_argument);
  CHECK_THROWS_AS(Topology(pcie_server(2, {{3, "socket 0", ""}})), std::invalid_argument);
  CHECK_THROWS_AS(Topology(pcie_server(2, {{2, "socket 7", ""}})), std::invalid_argument);
  CHECK_THROWS_AS(Topology(pcie_server(65)), std::invalid_argument);
  ServerSpec loop = pcie_server(2, {{2, "a", ""}});
  loop.gpus.topology.switches = {{"a", "b", "PCIe 4.0 x16"}, {"b", "a", "PCIe 4.0 x16"}};
  CHECK_THROWS_AS(Topology(loop), std::invalid_argument);
  loop.gpus.topology.switches = {{"a", "socket 0", ""}};
  CHECK_NOTHROW(Topology(loop));
  loop.gpus.topology.chipset_link = "nothing";
  CHECK_THROWS_AS(Topology(loop), std::invalid_argument);
}

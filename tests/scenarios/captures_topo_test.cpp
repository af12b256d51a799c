#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "scenarios/captures/topo_capture.hpp"
#include "sim/stream.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/captures_fixture.hpp"

namespace rackcast::scenarios {
namespace {

using Catch::Matchers::Contains;

TopoCapture read_topo(std::string_view text) {
  const Parsed<TopoCapture> capture = parse_topo_capture(text);
  INFO(to_string(capture.error));
  REQUIRE(capture.value.has_value());
  return *capture.value;
}

std::string problem_of(std::string_view text) {
  const Parsed<TopoCapture> capture = parse_topo_capture(text);
  REQUIRE_FALSE(capture.value.has_value());
  return to_string(capture.error);
}

GpuRelation worst_of(const RelationMatrix& relations, const std::vector<std::size_t>& order) {
  GpuRelation worst = relations.at(order.front(), order.back());
  for (std::size_t i = 1; i < order.size(); ++i) {
    const GpuRelation next = relations.at(order[i - 1], order[i]);
    if (nearer(worst, next)) worst = next;
  }
  return worst;
}

GpuRelation best_by_trying_all(const RelationMatrix& relations) {
  std::vector<std::size_t> order(relations.gpus());
  std::iota(order.begin(), order.end(), std::size_t{0});
  GpuRelation best = worst_of(relations, order);
  while (std::next_permutation(order.begin() + 1, order.end())) {
    const GpuRelation worst = worst_of(relations, order);
    if (nearer(worst, best)) best = worst;
  }
  return best;
}

}  // namespace

TEST_CASE("topo -m of an HGX board: all pairs NV18, NICs by name, affinity where it is printed") {
  const TopoCapture capture = read_topo(capture_file("topo/hgx-h100-driver-545.txt"));
  REQUIRE(capture.gpus.size() == 8);
  CHECK(to_string(capture.relations.at(0, 7)) == "NV18");
  CHECK(capture.relations.at(3, 3).kind == Relation::self);
  CHECK(capture.nics.size() == 6);
  CHECK(to_string(*capture.gpus[0].nics.at(0)) == "PIX");
  CHECK(to_string(*capture.gpus[1].nics.at(0)) == "NODE");
  REQUIRE(capture.nic_devices.size() == 6);
  CHECK(capture.nic_devices[5].second == "mlx5_5");
  CHECK_FALSE(capture.gpus[0].cpu_affinity.has_value());
  CHECK(capture.gpus[0].numa_node == 0);
  CHECK(capture.gpus[7].cpu_affinity == "1");
  CHECK(capture.gpus[7].numa_node == 1);
}

TEST_CASE("topo -m of the DGX-1 has a ring of NVLink although half the pairs have none") {
  const TopoCapture capture = read_topo(capture_file("topo/dgx-1-driver-384.txt"));
  CHECK(to_string(capture.relations.at(0, 5)) == "SYS");  // printed as SOC
  const Parsed<Ring> ring = best_ring(capture.relations);
  REQUIRE(ring.value.has_value());
  CHECK(to_string(ring.value->bottleneck) == "NV1");
  CHECK(worst_of(capture.relations, ring.value->order) == ring.value->bottleneck);
  CHECK(capture.gpus[4].cpu_affinity == "20-39,60-79");
  CHECK_FALSE(capture.gpus[4].numa_node.has_value());
}

TEST_CASE("topo -m is read with tabs, blanks, colours and lost gaps") {
  const TopoCapture seven = read_topo(capture_file("topo/seven-cards-blanks.txt"));
  REQUIRE(seven.gpus.size() == 7);
  CHECK(seven.gpus[0].cpu_affinity == "0-19");
  CHECK(seven.gpus[0].numa_node == 0);
  CHECK_FALSE(seven.gpus[6].cpu_affinity.has_value());
  CHECK(seven.gpus[6].numa_node == 1);
  CHECK(to_string(best_ring(seven.relations).value->bottleneck) == "PHB");
  const TopoCapture colour = read_topo(capture_file("topo/colour.txt"));
  CHECK(to_string(colour.relations.at(0, 1)) == "NODE");
  CHECK(colour.gpus[1].numa_node == 0);
  const TopoCapture eight = read_topo(capture_file("topo/eight-p40-driver-384.txt"));
  CHECK(to_string(best_ring(eight.relations).value->bottleneck) == "PXB");
  const TopoCapture glued =
      read_topo("\tGPU0GPU1mlx5_0\tCPU Affinity\nGPU0\t X \tNV2\tSOC\t0-3\nGPU1\tNV2\t X \tPIX\t0-3\n");
  CHECK(glued.nics == std::vector<std::string>{"mlx5_0"});
  CHECK(to_string(*glued.gpus[1].nics.at(0)) == "PIX");
}

TEST_CASE("a single GPU has a matrix but no ring") {
  const TopoCapture one = read_topo("\tGPU0\tCPU Affinity\tNUMA Affinity\nGPU0\t X \t0-7\tN/A\n");
  CHECK(one.gpus.size() == 1);
  CHECK_FALSE(best_ring(one.relations).value.has_value());
}

TEST_CASE("a damaged topo -m is refused with its line") {
  const std::string head = "\tGPU0\tGPU1\tCPU Affinity\n";
  CHECK_THAT(problem_of(head + "GPU0\t X \tNV2\n"), Contains("line 1: the row of GPU1 is missing"));
  CHECK_THAT(problem_of(head + "GPU1\tNV2\t X \n"), Contains("line 2: the row of GPU0 is missing"));
  CHECK_THAT(problem_of(head + "GPU0\t X \n"), Contains("line 2: a row of 1 cells"));
  CHECK_THAT(problem_of(head + "GPU0\t X \tNVX\n"), Contains("\"NVX\" is no relation"));
  CHECK_THAT(problem_of(head + "GPU0\t X \tNV0\n"), Contains("\"NV0\" is no relation"));
  CHECK_THAT(problem_of(head + "GPU0\t X \tOK\n"), Contains("topo -p2p"));
  CHECK_THAT(problem_of(head + "GPU0\t X \tNV2\nGPU1\tSYS\t X \n"), Contains("are SYS here, NV2 above"));
  CHECK_THAT(problem_of(head + "GPU0\tPIX\tNV2\n"), Contains("PIX between GPU0 and GPU0"));
  CHECK_THAT(problem_of("no matrix here\n"), Contains("give the output of nvidia-smi topo -m"));
  std::string many;
  for (int i = 0; i < 300; ++i) many += "\tGPU" + std::to_string(i);
  CHECK_THAT(problem_of(many + "\n"), Contains("more GPUs than any machine"));
}

TEST_CASE("the best ring is the one found by trying all") {
  sim::Stream stream{{1, 0}, "ring", "test"};
  const std::vector<GpuRelation> kinds{{Relation::nvlink, 4}, {Relation::nvlink, 1}, {Relation::pix, 0},
                                       {Relation::phb, 0},    {Relation::node, 0},   {Relation::sys, 0}};
  for (int trial = 0; trial < 300; ++trial) {
    const auto gpus = static_cast<std::size_t>(2 + trial % 6);
    RelationMatrix relations{gpus};
    for (std::size_t a = 0; a < gpus; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const auto pick = static_cast<std::size_t>(stream.uniform() * static_cast<double>(kinds.size()));
        relations.set(a, b, kinds[std::min(pick, kinds.size() - 1)]);
      }
    }
    const Parsed<Ring> ring = best_ring(relations);
    REQUIRE(ring.value.has_value());
    CHECK(ring.value->bottleneck == best_by_trying_all(relations));
    CHECK(worst_of(relations, ring.value->order) == ring.value->bottleneck);
    std::vector<std::size_t> sorted = ring.value->order;
    std::sort(sorted.begin(), sorted.end());
    CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
    CHECK(sorted.size() == gpus);
    CHECK(ring.value->order.front() == 0);
  }
}

TEST_CASE("sixteen GPUs have a best ring, seventeen a message") {
  RelationMatrix two_boards{16};
  for (std::size_t a = 0; a < 16; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      two_boards.set(a, b, a / 8 == b / 8 ? GpuRelation{Relation::nvlink, 6} : GpuRelation{Relation::sys, 0});
    }
  }
  two_boards.set(3, 12, {Relation::pxb, 0});
  CHECK(to_string(best_ring(two_boards).value->bottleneck) == "SYS");
  two_boards.set(5, 9, {Relation::pxb, 0});
  CHECK(to_string(best_ring(two_boards).value->bottleneck) == "PXB");
  CHECK_THAT(to_string(best_ring(RelationMatrix{17}).error), Contains("17 GPUs"));
}

}  // namespace rackcast::scenarios

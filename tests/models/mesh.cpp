#include "models/collective/mesh.hpp"

#include <stdexcept>

#include "models/collective/ring.hpp"
#include "tests/catch.hpp"
#include "tests/models/laws_samples.hpp"

using namespace rackcast::models;
using Catch::Approx;

namespace {

// Eight V100 SXM2: six links each.
const LinkMesh cube = {{0, 1, 1, 2, 2, 0, 0, 0}, {1, 0, 2, 1, 0, 2, 0, 0}, {1, 2, 0, 2, 0, 0, 1, 0},
                       {2, 1, 2, 0, 0, 0, 0, 1}, {2, 0, 0, 0, 0, 1, 1, 2}, {0, 2, 0, 0, 1, 0, 2, 1},
                       {0, 0, 1, 0, 1, 2, 0, 2}, {0, 0, 0, 1, 2, 1, 2, 0}};

}  // namespace

TEST_CASE("rings on the V100 cube mesh follow its links, not the number of GPUs") {
  CHECK(disjoint_rings(cube, 2) == 1);
  CHECK(disjoint_rings(cube, 4) == 4);
  CHECK(disjoint_rings(cube, 5) == 2);  // the fifth GPU hangs on one other: its rings pass that twice
  CHECK(disjoint_rings(cube, 7) == 4);
  CHECK(disjoint_rings(cube, 8) == 6);
}

TEST_CASE("three GPUs of a line have no ring but through the middle one, and strangers none at all") {
  CHECK(disjoint_rings({{0, 2, 0}, {2, 0, 3}, {0, 3, 0}}, 3) == 2);
  CHECK(disjoint_rings({{0, 0}, {0, 0}}, 2) == 0);
  CHECK(disjoint_rings(cube, 1) == 0);
}

TEST_CASE("a ring search refuses what it cannot search") {
  CHECK_THROWS_AS(disjoint_rings(cube, 9), std::invalid_argument);
  CHECK_THROWS_AS(disjoint_rings({{0, 1}, {0, 0}}, 2), std::invalid_argument);
  CHECK_THROWS_AS(disjoint_rings({{0, 1, 1}, {1, 0}}, 2), std::invalid_argument);
}

TEST_CASE("start, own pass and filling add to a ring, and the bus bandwidth is that of a long ring") {
  LinkSpec link = samples::link("sample", 200e9, 2e-6);
  link.start_s = 30e-6;
  link.own_share = 0.5;
  link.fill_bytes = 1e6;
  const double wire = 200e9 * 1.25;
  const double bytes = 4e6;
  CHECK(ring_all_reduce_s(link, 8, bytes) ==
        Approx(30e-6 + 14 * (2e-6 + bytes / 8 / wire) + 0.5 * bytes / wire + 2e6 / 200e9).epsilon(1e-12));
  CHECK(2 * ring_reduce_scatter_s(link, 8, bytes) - 30e-6 == Approx(ring_all_reduce_s(link, 8, bytes)).epsilon(1e-12));
  CHECK(2 * 1e15 / ring_all_reduce_s(link, 1e6, 1e15) == Approx(200e9).epsilon(1e-3));
}

TEST_CASE("rings side by side each move their share as one ring does") {
  LinkSpec link = samples::link("sample", 20e9, 2e-6);
  link.fill_bytes = 1e6;
  CHECK(ring_all_reduce_s(parallel_rings(link, 6), 8, 6e6) == Approx(ring_all_reduce_s(link, 8, 1e6)).epsilon(1e-12));
}

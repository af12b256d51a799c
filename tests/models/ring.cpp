#include "models/collective/ring.hpp"

#include <string>

#include "tests/catch.hpp"
#include "tests/models/laws_samples.hpp"

using namespace rackcast::models;
using Catch::Approx;

TEST_CASE("a ring all-reduce takes 2(n-1) steps of latency and a share of the bytes") {
  const LinkSpec link = samples::link("sample", 10e9, 20e-6);
  for (const double n : {2.0, 3.0, 8.0, 64.0}) {
    for (const double bytes : {0.0, 1e3, 1e6, 5e9}) {
      double steps_s = 0;
      for (int step = 0; step < 2 * (static_cast<int>(n) - 1); ++step) steps_s += 20e-6 + bytes / n / 10e9;
      CHECK(ring_all_reduce_s(link, n, bytes) == Approx(steps_s).epsilon(1e-12));
      CHECK(ring_reduce_scatter_s(link, n, bytes) == Approx(steps_s / 2).epsilon(1e-12));
      CHECK(ring_all_gather_s(link, n, bytes) == Approx(steps_s / 2).epsilon(1e-12));
    }
  }
}

TEST_CASE("one GPU has nothing to exchange, whatever its link") {
  const LinkSpec none;
  CHECK(ring_all_reduce_s(none, 1, 1e9) == 0);
  CHECK(ring_reduce_scatter_s(none, 1, 1e9) == 0);
}

TEST_CASE("the bus bandwidth measured on eight A100s gives back the measured time") {
  // 1024 MiB in 8.19 ms at a bus bandwidth of 229 GB/s (vTrain's published all-reduce table, MIT licence).
  const LinkSpec nvlink = samples::link("NVLink", 229e9, 0);
  CHECK(ring_all_reduce_s(nvlink, 8, 1024.0 * 1024 * 1024) == Approx(8.19e-3).epsilon(0.005));
}

TEST_CASE("a link without bandwidth between several GPUs is an error that names it") {
  const LinkSpec broken = samples::link("loose cable", 0, 20e-6);
  const std::string message = samples::refusal([&] { ring_all_reduce_s(broken, 2, 1); });
  CHECK(message.find("loose cable") != std::string::npos);
}

#include "models/thermal/fans.hpp"

#include "models/thermal/case_streams.hpp"
#include "tests/catch.hpp"

using namespace rackcast::models;
using Catch::Approx;

namespace {

ServerSpec eight() {
  ServerSpec server;
  server.gpus.count = 8;
  server.gpus.gpu.power.default_w = 700;
  server.chassis.fans_w = 1300;
  return server;
}

}  // namespace

TEST_CASE("the power of chassis fans goes with the cube of the heat they carry away, within their speeds") {
  const ServerSpec server = eight();
  CHECK(fan_power_w(server, 5600) == Approx(1300));
  CHECK(fan_power_w(server, 2800) == Approx(1300.0 / 8));
  CHECK(fan_power_w(server, 9000) == Approx(1300));
  CHECK(fan_power_w(server, 0) == Approx(1300.0 / 27));
  double before_w = 0;
  for (double boards_w = 0; boards_w < 7000; boards_w += 50) {
    CHECK(fan_power_w(server, boards_w) >= before_w);
    before_w = fan_power_w(server, boards_w);
  }
}

TEST_CASE("the slope of the fans' power is that of their power") {
  const ServerSpec server = eight();
  for (const double boards_w : {500.0, 2500.0, 4000.0, 5500.0, 6000.0}) {
    const double step_w = 0.01;
    const double chord = (fan_power_w(server, boards_w + step_w) - fan_power_w(server, boards_w - step_w)) / 2 / step_w;
    CHECK(fan_power_slope(server, boards_w) == Approx(chord).margin(1e-9));
  }
}

TEST_CASE("a case that says nothing of its fans draws nothing for them") {
  ServerSpec server = eight();
  server.chassis.fans_w = 0;
  CHECK(fan_power_w(server, 5000) == 0);
  CHECK(fan_power_slope(server, 5000) == 0);
}

TEST_CASE("cards stand before each other one by one, rows front to rear") {
  CaseSpec spec;
  CHECK(case_streams(spec, 8).columns == 8);
  CHECK(case_streams(spec, 8).before == 1);
  spec.rows = 2;
  CHECK(case_streams(spec, 8).columns == 4);
  CHECK(case_streams(spec, 8).before == 4);
  CHECK(case_streams(spec, 5).columns == 3);
  spec.rows = 1;
  CHECK(case_streams(spec, 8).before == 8);
}

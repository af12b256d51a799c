// How a board steps down from its full clock to the one that its temperature limit leaves.
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;

TEST_CASE("a heat-up takes few changes of clock and fewer reversals, however far down it goes") {
  for (const double sink : {1.0, 1.6, 2.4}) {
    for (const double outdoor_c : {35.0, 45.0, 55.0, 60.0, 65.0}) {
      CAPTURE(sink, outdoor_c);
      example::Setup setup;
      setup.climate = {outdoor_c, 0, 0, {}, {}};
      setup.room.ventilation_m3_per_s = 2;
      setup.server.chassis.recirculation = setup.server.chassis.preheat = 0;
      setup.server.gpus.gpu.thermal.sink_air_k_per_w *= sink;
      setup.job.dataset.epochs = 1e4;
      const auto plant = example::assemble(setup);
      const GpuBoard& board = *plant->servers.at("box").boards.front();
      int changes = 0, reversals = 0, direction = 0;
      double clock_hz = 0;
      for (double t_s = 0.5; t_s < 7200; t_s += 0.5) {
        plant->simulator.run(sim::from_seconds(t_s));
        const double was_hz = clock_hz;
        clock_hz = board.clock_hz();
        if (board.cause() == Throttle::none || board.cause() == Throttle::power_cap || clock_hz == was_hz) continue;
        const int turned = clock_hz > was_hz ? 1 : -1;
        ++changes;
        if (direction != 0 && turned != direction) ++reversals;
        direction = turned;
      }
      CHECK(changes <= 35);
      CHECK(reversals <= 12);
    }
  }
}

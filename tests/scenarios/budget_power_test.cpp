#include <cmath>

#include "models/power/psu_law.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

TEST_CASE("the parts of the steady power sum to what the outlet gives") {
  for (const char* limit : {"\"350 W\"", "\"250 W\""}) {
    const Scenario s = box_with({{"server.box.gpu.power_limit", limit}});
    const JobBudget b = job_budget(s, s.jobs[0]);
    const PowerBudget& p = b.power;
    const models::ServerSpec& server = s.servers[0];
    const double decoding = b.cost.data.cpu_s / b.step.step_s;  // what a run takes, too
    REQUIRE(decoding > 0);
    const double cpu_w = server.cpu.idle_w + decoding * (server.cpu.tdp_w - server.cpu.idle_w);
    CHECK(p.gpus_w == Approx(2 * p.board_w));
    CHECK(p.cpus_w == Approx(server.cpu_count * cpu_w));
    CHECK(p.gpus_w + p.cpus_w + p.storage_w + p.other_w == Approx(p.steady_w));
    CHECK(p.steady_w + p.losses_w == Approx(p.wall_w));
    CHECK(p.wall_w == Approx(models::wall_power_w(server.psu, p.steady_w)));
  }
}

TEST_CASE("a board under full load draws its power limit") {
  CHECK(box_budget().power.board_w == Approx(350).epsilon(0.02));
  CHECK(box_budget({{"server.box.gpu.power_limit", "\"250 W\""}}).power.board_w == Approx(250).epsilon(0.02));
}

TEST_CASE("peaks are no lower the shorter they are, and every one is held against what is survived for so long") {
  const PowerBudget p = box_budget().power;
  REQUIRE(p.peaks.size() == 5);
  CHECK(std::isinf(p.peaks.front().duration_s));
  for (std::size_t i = 1; i < p.peaks.size(); ++i) {
    CHECK(p.peaks[i].power_w >= p.peaks[i - 1].power_w);
    CHECK(p.peaks[i].duration_s <= p.peaks[i - 1].duration_s);
    CHECK(p.peaks[i].allowed_w >= p.peaks[i - 1].allowed_w);
    CHECK(p.peaks[i].survived_s <= p.peaks[i].duration_s);
  }
  CHECK(p.peaks.front().allowed_w == p.rating_w);
  CHECK(p.peaks[3].duration_s == Approx(0.03));
  CHECK(p.peaks[3].allowed_w == Approx(1.3 * 1600));  // ATX 2.x survives 130 % for 20 ms, not for 30
  CHECK(p.peaks[4].duration_s == Approx(0.001));
  CHECK(p.peaks[4].power_w == Approx(p.peaks[2].power_w + 2 * 175));
  CHECK(p.excursion_trips_per_s < 1e-9);
}

TEST_CASE("a lower power limit lets bursts before the limiters act pass, a locked clock does not") {
  const auto burst = [](const std::vector<Override>& sets) { return box_budget(sets).power.peaks[3].power_w; };
  const Override limit{"server.box.gpu.power_limit", "\"230 W\""};
  const double burst_w = burst({});
  const double limited_w = burst({limit});
  const double locked_w = burst({limit, {"server.box.gpu.clock_limit", "\"1550 MHz\""}});
  CHECK(limited_w > 0.95 * burst_w);
  CHECK(locked_w < 0.85 * burst_w);
}

TEST_CASE("a supply of a newer design or a larger one has more margin for peaks, and not for the steady load") {
  const double old = used(box_budget(), Limit::supply_peaks);
  CHECK(used(box_budget({{"server.box.psu.design", "\"ATX 3.x\""}}), Limit::supply_peaks) < old);
  CHECK(used(box_budget({{"server.box.psu.rating", "\"2000 W\""}}), Limit::supply_peaks) == Approx(old * 0.8));
  CHECK(used(box_budget({{"server.box.psu.design", "\"ATX 3.x\""}}), Limit::supply_steady) ==
        used(box_budget(), Limit::supply_steady));
}

TEST_CASE("the sheet says how often excursions trip a supply, and holds each rail against its limit") {
  const auto per_s = [](const std::string& rating) {
    return box_budget({{"server.box.psu.rating", rating}}).power.excursion_trips_per_s;
  };
  CHECK(per_s("\"850 W\"") > 1.0 / 86400);
  CHECK(per_s("\"1200 W\"") < per_s("\"850 W\"") / 1000);
  const PowerBudget p = box_budget({{"server.box.psu.rail",
                                     "[{ name = \"12V1\", limit = \"216 W\", gpus = [1], share = "
                                     "[0.5], host = 0.1 }]"}})
                            .power;
  CHECK(p.peaks.back().what == "rail 12V1, steady");
  CHECK(p.peaks.back().allowed_w == 216);
  CHECK(p.peaks.back().power_w == Approx(0.5 * p.board_w + 0.1 * (p.cpus_w + p.storage_w + p.other_w)));
}

TEST_CASE("units that are spare count when one is lost, and only then") {
  const std::vector<Override> two{{"server.box.psu.rating", "\"850 W\""}, {"server.box.psu.count", "2"}};
  const JobBudget all = box_budget(two);
  CHECK(all.power.rating_w == 1700);
  CHECK(all.power.one_lost_rating_w == 850);
  CHECK(all.margin(Limit::supply_spare) == nullptr);
  std::vector<Override> spare = two;
  spare.push_back({"server.box.psu.needed", "1"});
  const JobBudget redundant = box_budget(spare);
  CHECK(used(redundant, Limit::supply_spare) == Approx(2 * used(redundant, Limit::supply_steady)));
}

TEST_CASE("the current of an outlet goes with one over its voltage and over the number of outlets") {
  const JobBudget one = box_budget();
  CHECK(one.outlet.current_a == Approx(one.power.wall_w / 230));
  const JobBudget low = box_budget({{"server.box.outlet.voltage", "\"115 V\""}});
  CHECK(low.outlet.current_a == Approx(2 * one.outlet.current_a));
  CHECK(used(low, Limit::outlet) == Approx(2 * used(one, Limit::outlet)));
  const JobBudget two = box_budget({{"server.box.outlet_count", "2"}});
  CHECK(used(two, Limit::outlet) == Approx(used(one, Limit::outlet) / 2));
  CHECK(one.outlet.peak_a > one.outlet.current_a);
  CHECK(one.outlet.holds_a < one.outlet.trips_a);
  CHECK(one.outlet.trips_a < one.outlet.instant_a);
}

TEST_CASE("of socket and breaker the weaker one binds") {
  CHECK_FALSE(box_budget().outlet.socket_binds);
  const JobBudget weak = box_budget({{"server.box.outlet.rated", "\"10 A\""}});
  CHECK(weak.outlet.socket_binds);
  CHECK(weak.outlet.allowed_a == 10);
}

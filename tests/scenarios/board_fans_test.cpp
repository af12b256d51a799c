// Fans, pads and dust as a scenario asks for them.
#include <algorithm>
#include <string>

#include "scenarios/run_one.hpp"
#include "scenarios/write.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"
#include "tests/scenarios/example_fixture.hpp"
#include "tests/scenarios/reader_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;
using Catch::Approx;

namespace {

std::string wrong(std::string path, std::string value) { return messages_of(good_scenario(), {{path, value}}); }

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("fans, pads and dust are read, and defaults leave everything as it is") {
  const auto plain = read_ok(good_scenario()).servers.front();
  CHECK(plain.gpus.gpu.fan.duty == 0);
  CHECK(plain.gpus.gpu.fan.target_c == 0);
  CHECK(plain.gpus.gpu.fan.calibrated_duty == Approx(0.7));
  CHECK(plain.gpus.pads == 1);
  CHECK(plain.dust_course == models::DustCourse::stays);
  const auto set = read_ok(good_scenario(), {{"server.box.gpu.fan.duty", "20 %"},
                                             {"server.box.gpu.pads", "1.8"},
                                             {"server.box.dust_clogs", "4.7"},
                                             {"server.box.dust_course", "gathers"},
                                             {"server.box.cleaning", "6 month"}})
                       .servers.front();
  CHECK(set.gpus.gpu.fan.duty == Approx(0.2));
  CHECK(set.gpus.pads == 1.8);
  CHECK(set.dust_clogs == 4.7);
  CHECK(set.dust_course == models::DustCourse::gathers);
  CHECK(set.cleaning_s == Approx(365.25 * 43200));
  CHECK(read_ok(good_scenario(), {{"server.box.gpu.fan.target", "75 degC"}}).servers.front().gpus.gpu.fan.target_c ==
        Approx(75));
}

TEST_CASE("what no fan, pad or coat of dust can be is refused") {
  CHECK(has(wrong("server.box.gpu.fan.duty", "0 %"), "its range is 1 % to 100 %"));
  CHECK(has(wrong("server.box.gpu.fan.duty", "110 %"), "its range is 1 % to 100 %"));
  CHECK(has(wrong("server.box.gpu.fan.duty", "3000 rpm"), "fan.duty"));
  CHECK(has(wrong("server.box.gpu.fan.target", "20 degC"), "fan.target"));
  CHECK(has(wrong("server.box.gpu.fan.speed", "20 %"), "speed"));
  CHECK(has(wrong("server.box.gpu.pads", "0"), "pads"));
  CHECK(has(wrong("server.box.dust_clogs", "-1"), "dust_clogs"));
  CHECK(has(wrong("server.box.dust_course", "sometimes"), "dust_course"));
  CHECK(has(wrong("server.box.cleaning", "0 month"), "cleaning"));
  CHECK(
      has(messages_of(good_scenario(), {{"server.box.gpu.fan.duty", "20 %"}, {"server.box.gpu.fan.target", "75 degC"}}),
          "exclude each other"));
  CHECK(has(messages_of(good_scenario(), {{"server.box.gpu.fan.duty", "20 %"}, {"server.box.gpu.cooling", "passive"}}),
            "have no fans of their own"));
}

TEST_CASE("a budget knows the duty that is held, and where a loop comes to rest") {
  const auto die_c = [](const std::vector<Override>& sets) { return box_budget(sets).heat.die_c; };
  const double plain = die_c({});
  CHECK(die_c({{"server.box.gpu.fan.duty", "\"70 %\""}}) == Approx(plain));
  CHECK(die_c({{"server.box.gpu.fan.duty", "\"40 %\""}}) > plain + 5);
  CHECK(die_c({{"server.box.gpu.fan.duty", "\"100 %\""}}) < plain - 3);
  const std::string target = std::to_string(plain + 5) + " degC";
  const double regulated = die_c({{"server.box.gpu.fan.target", "\"" + target + "\""}});
  CHECK(regulated <= plain + 5);
  CHECK(regulated > plain + 2);
  CHECK(box_budget({{"server.box.gpu.pads", "2"}}).heat.memory_c > box_budget({}).heat.memory_c + 5);
}

TEST_CASE("a fan that stands still takes the job with it within minutes, until it is replaced") {
  const auto run = run_one(example("stuck-fan"), 0, ReplicationKind::plain);
  CHECK(run.outcome.energy.residual_fraction < 1e-9);
  CHECK(run.outcome.failures.gpu > 0);
  CHECK(run.outcome.compute.hottest_c > 90);
}

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

namespace {

using Sets = std::vector<Override>;

std::vector<Relief> reliefs(const Sets& sets, Limit limit) {
  const Scenario s = box_with(sets);
  const Surroundings around = RoomHeat(s).around(s.servers[0]);
  const JobBudget b = job_budget(around, s.servers[0], s.jobs[0]);
  const Margin* margin = b.margin(limit);
  REQUIRE(margin != nullptr);
  return reliefs_of(*margin, around, s.servers[0], s.jobs[0], shipped_catalog());
}

Sets with(Sets sets, const Override& more) {
  sets.push_back(more);
  return sets;
}

bool offers(const std::vector<Relief>& reliefs, const std::string& path) {
  return std::any_of(reliefs.begin(), reliefs.end(), [&](const Relief& r) { return r.set.path == path; });
}

struct Case {
  const char* what;
  Limit limit;
  Sets sets;
  const char* offered;  ///< a key that has to be among the reliefs
};

const Case cases[] = {
    {"memory of a GPU", Limit::gpu_memory, {{"job.train.batch.global", "1024"}}, "job.train.batch.micro"},
    {"main memory", Limit::host_memory, {{"server.box.memory", "\"10 GB\""}}, "server.box.memory"},
    {"supply, steady", Limit::supply_steady, {{"server.box.psu.rating", "\"700 W\""}}, "server.box.psu.rating"},
    {"supply, peaks", Limit::supply_peaks, {{"server.box.psu.rating", "\"800 W\""}}, "server.box.gpu.clock_limit"},
    {"supply, one unit lost",
     Limit::supply_spare,
     {{"server.box.psu.rating", "\"750 W\""}, {"server.box.psu.count", "2"}, {"server.box.psu.needed", "1"}},
     "server.box.psu.rating"},
    {"outlet", Limit::outlet, {{"server.box.outlet.breaker.rated", "\"3 A\""}}, "server.box.outlet_count"},
    {"intake", Limit::inlet, {{"server.box.inlet_limit", "\"36 degC\""}}, "room.storeroom.ventilation"},
    {"die", Limit::die, {{"site.climate.mean", "\"30 degC\""}}, "server.box.gpu.power_limit"},
    {"dust", Limit::die, {{"server.box.dust", "\"36 month\""}}, "server.box.gpu.power_limit"},
    {"data path",
     Limit::data_path,
     {{"job.train.dataset.sample_size", "\"110 kB\""},
      {"server.box.storage.read", "\"0.02 GB/s\""},
      {"server.box.storage.random_read", "\"0.02 GB/s\""}},
     "server.box.memory"}};

}  // namespace

TEST_CASE("every relief that is offered, set as a user would, brings the limit to what it promised") {
  for (const Case& c : cases) {
    INFO(c.what);
    const double before = used(box_budget(c.sets), c.limit);
    const std::vector<Relief> found = reliefs(c.sets, c.limit);
    CHECK(offers(found, c.offered));
    for (const Relief& relief : found) {
      INFO(relief.set.path << " = " << relief.set.value);
      const JobBudget after = box_budget(with(c.sets, relief.set));
      const Margin* margin = after.margin(c.limit);
      const double now = margin == nullptr ? 0 : margin->used;
      CHECK(now == Approx(relief.used).epsilon(1e-6).margin(1e-12));
      CHECK(now < 1);
      CHECK(now < before);
    }
  }
}

TEST_CASE("a relief is the least of its kind that suffices") {
  const Sets small{{"server.box.psu.rating", "\"700 W\""}};
  for (const Relief& relief : reliefs(small, Limit::supply_steady)) {
    if (relief.set.path == "server.box.psu.rating") {
      CHECK(relief.set.value == "\"1000 W\"");
      CHECK(used(box_budget({{relief.set.path, "\"850 W\""}}), Limit::supply_steady) > comfortable);
    } else {
      REQUIRE(relief.set.path == "server.box.gpu.power_limit");
      const double limit_w = std::stod(relief.set.value.substr(1));
      const Override more{relief.set.path, "\"" + std::to_string(limit_w + 5) + " W\""};
      CHECK(used(box_budget(with(small, more)), Limit::supply_steady) > comfortable);
      CHECK(relief.slower_share > 0);
    }
  }
}

TEST_CASE("what nothing relieves is not promised relief") {
  // Hotter outside than the die may be: no cooler and no limit helps.
  CHECK(reliefs({{"site.climate.mean", "\"60 degC\""}, {"server.box.gpu.limits.target", "\"58 degC\""}}, Limit::die)
            .empty());
}

TEST_CASE("a link is proposed where the exchange shows, one that the GPU can have and that hides it better") {
  const Scenario s = box_with({{"server.box.gpu.link.bandwidth", "\"0.5 GB/s\""}});
  const JobBudget b = job_budget(s, s.jobs[0]);
  REQUIRE(b.link.exposed_share > exposure_worth_a_word);
  const Relief link = link_relief(s.servers[0], s.jobs[0], shipped_catalog());
  REQUIRE(link.set.path == "server.box.gpu.link");
  CHECK(link.used < b.link.exposed_share);
  CHECK(link.slower_share < 0);
  const models::LinkSpec* named = shipped_catalog().link(link.set.value.substr(1, link.set.value.size() - 2));
  REQUIRE(named != nullptr);
  CHECK((named->gpus.empty() || std::find(named->gpus.begin(), named->gpus.end(), "RTX 3090") != named->gpus.end()));
  const JobBudget after = box_budget({link.set});
  CHECK(after.link.exposed_share == Approx(link.used));
}

// The tables of a scenario file itself.
#include <limits>

#include "scenarios/facts/make.hpp"
#include "scenarios/facts/tables.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {
namespace {

using models::EventAction;
using models::EventSpec;
using models::Reaction;
using models::RoomSpec;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest_seed = 9.2e18;  // TOML integers are signed

std::vector<Fact> air_and_solids_facts() {
  return {
      text<&RoomSpec::name>("name", FactKind::name).required().says("unique among the rooms").such_as("\"storeroom\""),
      quantity<&RoomSpec::volume_m3>("volume", "m^3")
          .or_else("30 m^3")
          .between(1, 1e6)
          .says("air in the room")
          .such_as("\"30 m^3\""),
      quantity<&RoomSpec::ventilation_m3_per_s>("ventilation", "m^3/h")
          .or_else("60 m^3/h")
          .between(0, 1e7)
          .says("outdoor air in, room air out")
          .such_as("\"60 m^3/h\""),
      quantity<&RoomSpec::walls_w_per_m2_k>("walls", "W/m^2/K")
          .or_else("1.5 W/m^2/K")
          .between(0, 20)
          .says("transmittance of the walls; without walls 900 W would end 45 K above ambient")
          .such_as("\"1.5 W/m^2/K\""),
      quantity<&RoomSpec::wall_area_m2>("wall_area", "m^2")
          .or_word("cube", 0)
          .or_else("cube")
          .between(0.1, 1e6)
          .says("cube: the surface of a cube of this volume")
          .such_as("\"58 m^2\""),
      quantity<&RoomSpec::solids_j_per_k>("solids", "kJ/K")
          .or_else("1000 kJ/K")
          .between(0, 1e9)
          .says("heat capacity of furniture and inner walls")
          .such_as("\"1000 kJ/K\""),
      quantity<&RoomSpec::solids_w_per_k>("solids_exchange", "W/K")
          .or_else("150 W/K")
          .between(0, 1e7)
          .says("between air and solids")
          .such_as("\"150 W/K\""),
      table("other_heat", object_access<&RoomSpec::other_heat>(), heat_profile_facts())
          .says("lights, people, over time")
          .such_as("\"50 W\""),
      quantity<&RoomSpec::start_c>("start", "degC")
          .or_word("balance", nan)
          .or_else("balance")
          .between(-60, 80)
          .says("air at the start; balance: steady without the servers")
          .such_as("\"22 degC\"")};
}

std::vector<Fact> run_facts() {
  return {
      text<&Scenario::title>("title")
          .or_else("untitled")
          .says("heads every output")
          .such_as("\"Two RTX 3090s on a 1600 W supply\""),
      quantity<&Scenario::run, &RunSpec::horizon_s>("run.horizon", "d")
          .or_else("30 d")
          .between(1e-4, 36525)
          .says("end of the simulated time, if no job ends it before")
          .such_as("\"30 d\""),
      integer<&Scenario::run, &RunSpec::replications>("run.replications")
          .or_else("200")
          .between(1, 1e6)
          .says("runs with other random numbers"),
      number<&Scenario::run, &RunSpec::precision>("run.precision")
          .or_else("0")
          .between(0, 1)
          .says("relative half width of the mean duration at which to stop early; 0: never")
          .such_as("0.01"),
      integer<&Scenario::run, &RunSpec::seed>("run.seed")
          .or_else("1")
          .between(0, largest_seed)
          .says("selects the random numbers"),
      quantity<&Scenario::run, &RunSpec::sample_s>("run.sample", "s")
          .or_word("auto", 0)
          .or_else("auto")
          .between(1e-3, 1e9)
          .says("interval of the trace; auto: horizon / 2000, at least 1 s")
          .such_as("\"60 s\""),
      table("site.climate", object_access<&Scenario::site, &SiteSpec::climate>(), climate_facts())
          .says("outdoor temperature over time")
          .such_as("{ mean = \"24 degC\", daily_swing = \"8 K\" }"),
      quantity<&Scenario::site, &SiteSpec::electricity_usd_per_j>("site.electricity", "USD/kWh")
          .or_else("0 USD/kWh")
          .between(0, 1000)
          .says("price of electricity, for the cost of a run")
          .such_as("\"0.12 USD/kWh\""),
      quantity<&Scenario::site, &SiteSpec::mains, &models::MainsSpec::outages_per_year>("site.outages", "1/yr", "1/yr")
          .or_else("0 1/yr")
          .between(0, 10000)
          .says("of the mains; US customers had 1.02 a year, 1.35 with major events")
          .such_as("\"1 1/yr\""),
      quantity<&Scenario::site, &SiteSpec::mains, &models::MainsSpec::mean_s>("site.outage_mean", "h")
          .or_else("2 h")
          .above(0, 8766)
          .says("mean duration of an outage; most are shorter")
          .such_as("\"2 h\""),
  };
}

}  // namespace

const TableFacts& room_facts() {
  static const TableFacts facts{
      "room",
      "Room",
      "One air volume with solids and walls towards the outdoor air. Without any [[room]] there is one of the "
      "defaults.",
      "[[room]]\nname = \"storeroom\"\nvolume = \"30 m^3\"\nventilation = \"60 m^3/h\"\nwalls = \"1.5 W/m^2/K\"\n",
      {},
      air_and_solids_facts(),
      &make<RoomSpec>};
  return facts;
}

const TableFacts& alarm_facts() {
  static const TableFacts facts{
      "alarm",
      "Alarm",
      "A condition on something observed: PATH OP QUANTITY, OP one of > >= < <=; and what somebody does about it.",
      "[[alarm]]\nwhen = \"room.storeroom.air > 35 degC\"\nfor = \"5 min\"\nreaction = \"cap\"\npower_limit = "
      "\"250 W\"\n",
      {},
      {text<&AlarmSpec::when>("when").required().says("what raises it").such_as("\"server.box.gpu.die > 88 degC\""),
       quantity<&AlarmSpec::for_s>("for", "s")
           .or_else("0 s")
           .between(0, 1e9)
           .says("how long it has to hold")
           .such_as("\"60 s\""),
       choice<&AlarmSpec::reaction>("reaction", {{"none", static_cast<std::int64_t>(Reaction::none)},
                                                 {"cap", static_cast<std::int64_t>(Reaction::cap)},
                                                 {"stop", static_cast<std::int64_t>(Reaction::stop)}})
           .or_else("none")
           .says("what somebody does about it on the server, or on those of the room: lower the power limits, or have "
                 "the jobs write a checkpoint and stop"),
       quantity<&AlarmSpec::limit_w>("power_limit", "W")
           .or_word("none", 0)
           .or_else("none")
           .above(0, 100000)
           .says("of reaction cap: of each GPU, as long as no lower one holds")
           .such_as("\"250 W\""),
       quantity<&AlarmSpec::delay_s>("delay", "min")
           .or_else("10 min")
           .between(0, 1e6)
           .says("from the alarm to the reaction, if it still stands then")
           .such_as("\"10 min\""),
       quantity<&AlarmSpec::hold_s>("hold", "min")
           .or_else("60 min")
           .between(1, 1e6, "nobody looks at it all the time")
           .says("shortest time until what was done is taken back, once the value is back")
           .such_as("\"60 min\"")},
      &make<AlarmSpec>};
  return facts;
}

const TableFacts& event_facts() {
  static const TableFacts facts{
      "event",
      "Event",
      "Something that happens at a known time, in every replication.",
      "[[event]]\nat = \"10 d\"\ntarget = \"room.storeroom.ventilation\"\naction = \"fail\"\nrepair = \"36 h\"\n",
      {},
      {quantity<&EventSpec::at_s>("at", "d")
           .required()
           .between(0, 36525)
           .says("when, from the start")
           .such_as("\"10 d\""),
       text<&EventSpec::path>("target").required().says("to what").such_as("\"room.storeroom.ventilation\""),
       choice<&EventSpec::action>("action", {{"crash", static_cast<std::int64_t>(EventAction::crash)},
                                             {"clean", static_cast<std::int64_t>(EventAction::clean)},
                                             {"fail", static_cast<std::int64_t>(EventAction::fail)},
                                             {"power off", static_cast<std::int64_t>(EventAction::power_off)},
                                             {"set", static_cast<std::int64_t>(EventAction::set)}})
           .required()
           .says("what happens to it"),
       text<&EventSpec::value_text>("value").or_else("").says("of set: what it becomes").such_as("\"40 CFM\""),
       quantity<&EventSpec::repair_s>("repair", "h")
           .or_word("never", std::numeric_limits<double>::infinity())
           .or_else("never")
           .above(0, 876600)
           .says("how long until it is as before")
           .such_as("\"36 h\"")},
      &make<EventSpec>};
  return facts;
}

const TableFacts& scenario_facts() {
  static const TableFacts facts{
      "",
      "Scenario",
      "The world first, the work second, the questions last. Everything has a default but what is marked required.",
      "title = \"Two RTX 3090s on a 1600 W supply\"\n\n[run]\nhorizon = \"30 d\"\nreplications = 200\nseed = 1\n\n"
      "[site]\nclimate = { mean = \"24 degC\", daily_swing = \"8 K\" }\n",
      {},
      joined(run_facts(), {tables("room", list_access<&Scenario::rooms>(), room_facts()).says("rooms"),
                           tables("server", list_access<&Scenario::servers>(), server_facts()).says("servers"),
                           tables("job", list_access<&Scenario::jobs>(), job_facts()).says("jobs"),
                           tables("alarm", list_access<&Scenario::alarms>(), alarm_facts()).says("alarms"),
                           tables("event", list_access<&Scenario::events>(), event_facts()).says("events"),
                           input_texts("include")
                               .says("files that say a part of this one; paths relative to this file, not above it")
                               .such_as("[\"parts/room.toml\"]")}),
      &make<Scenario>};
  return facts;
}

std::span<const TableFacts* const> all_tables() {
  static const TableFacts* const tables[] = {
      &scenario_facts(), &climate_facts(),  &room_facts(),     &heat_profile_facts(), &server_facts(),
      &psu_facts(),      &rail_facts(),     &ups_facts(),      &gpu_group_facts(),    &topology_facts(),
      &slot_facts(),     &switch_facts(),   &bridge_facts(),   &job_facts(),          &dataset_facts(),
      &alarm_facts(),    &event_facts(),    &gpu_facts(),      &cpu_facts(),          &storage_facts(),
      &case_facts(),     &mounting_facts(), &cooler_facts(),   &link_facts(),         &outlet_facts(),
      &breaker_facts(),  &software_facts(), &workload_facts(), &psu_design_facts(),   &psu_efficiency_facts(),
      &price_facts()};
  return tables;
}

std::span<const CatalogKind> catalog_kinds() {
  static const CatalogKind kinds[] = {{"gpus", &gpu_facts()},
                                      {"cpus", &cpu_facts()},
                                      {"storage", &storage_facts()},
                                      {"cases", &case_facts()},
                                      {"mountings", &mounting_facts()},
                                      {"coolers", &cooler_facts()},
                                      {"breakers", &breaker_facts()},
                                      {"outlets", &outlet_facts()},
                                      {"ups", &ups_facts()},
                                      {"prices", &price_facts()},
                                      {"links", &link_facts()},
                                      {"psu-efficiency", &psu_efficiency_facts()},
                                      {"psu-design", &psu_design_facts()},
                                      {"software", &software_facts()},
                                      {"workloads", &workload_facts()},
                                      {"datasets", &dataset_facts()},
                                      {"servers", &server_facts()}};
  return kinds;
}

}  // namespace rackcast::scenarios

// The tables of a scenario file itself.
#include <limits>

#include "scenarios/facts/tables.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {
namespace {

using models::ClimateSpec;
using models::RoomSpec;
using models::ServerSpec;

template <class T>
std::shared_ptr<void> make() {
  return std::make_shared<T>();
}

constexpr std::string_view outdoor_why = "outside of that nobody has measured outdoor air";
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest_seed = 9.2e18;  // TOML integers are signed
constexpr double hour_range = 24;

std::vector<Fact> part_facts() {
  return {
      text<&ServerSpec::name>("name", FactKind::name)
          .required(Need::always)
          .own()
          .says("unique among the servers")
          .such_as("\"box\""),
      text<&ServerSpec::room>("room")
          .own()
          .or_else("")
          .says("room it stands in; may be left out if there is one")
          .such_as("\"storeroom\""),
      table("case", object_access<&ServerSpec::chassis>(), case_facts())
          .or_else("mid-tower")
          .says("air path")
          .such_as("\"mid-tower\""),
      table("cpu", object_access<&ServerSpec::cpu>(), cpu_facts())
          .required()
          .says("type of the CPU")
          .such_as("\"Ryzen 9 5950X\""),
      number<&ServerSpec::cpu_count>("cpu_count").or_else("1").whole_number().between(1, 16).says("CPUs"),
      number<&ServerSpec::cpu_load>("cpu_load")
          .or_else("0.3")
          .between(0, 1)
          .says("share of the range from idle to TDP that training takes"),
      quantity<&ServerSpec::memory_bytes>("memory", "GB")
          .or_else("64 GB")
          .above(0, 1e6)
          .says("main memory")
          .such_as("\"128 GB\""),
      table("storage", object_access<&ServerSpec::storage>(), storage_facts())
          .or_else("NVMe Gen4 2 TB")
          .says("where data and checkpoints are")
          .such_as("\"NVMe Gen4 2 TB\""),
  };
}

std::vector<Fact> running_facts() {
  return {
      quantity<&ServerSpec::other_w>("other_power", "W")
          .or_else("60 W")
          .between(0, 20000)
          .says("main board, memory, fans, network")
          .such_as("\"60 W\""),
      table("psu", object_access<&ServerSpec::psu>(), psu_facts())
          .required()
          .says("power supplies")
          .such_as("{ rating = \"1600 W\" }"),
      table("software", object_access<&ServerSpec::software>(), software_facts())
          .or_else("PyTorch 2.1 AMP channels-last")
          .says("decides 15-40 % on the same hardware")
          .such_as("\"PyTorch 2.1 AMP channels-last\""),
      quantity<&ServerSpec::interruptions_per_year>("interruptions", "1/yr", "1/yr")
          .or_else("0.5 1/yr")
          .between(0, 1000, "more than that is not a working server")
          .says("job-stopping events other than of the GPUs")
          .such_as("\"0.5 1/yr\""),
      quantity<&ServerSpec::reboot_s>("reboot", "min")
          .or_else("5 min")
          .between(0, 10000)
          .says("from a crash to a machine that accepts work")
          .such_as("\"5 min\""),
  };
}

std::vector<Fact> gpu_and_origin_facts() {
  std::vector<Fact> facts = provenance<&ServerSpec::source, &ServerSpec::confidence, &ServerSpec::unverified>();
  facts.insert(facts.begin(),
               text<&ServerSpec::type>("type").or_else("").says("catalogue entry it started from, for the record"));
  facts.push_back(tables("gpu", single_access<&ServerSpec::gpus>(), gpu_group_facts())
                      .required()
                      .says("its GPUs")
                      .such_as("[{ model = \"RTX 3090\", count = 2 }]"));
  return facts;
}

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
      quantity<&RoomSpec::other_heat_w>("other_heat", "W")
          .or_else("0 W")
          .between(0, 1e7)
          .says("lights, people")
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
      quantity<&Scenario::site, &SiteSpec::climate, &ClimateSpec::mean_c>("site.climate.mean", "degC")
          .or_else("20 degC")
          .between(-90, 60, outdoor_why)
          .says("mean outdoor temperature")
          .such_as("\"24 degC\""),
      quantity<&Scenario::site, &SiteSpec::climate, &ClimateSpec::daily_swing_k>("site.climate.daily_swing", "K")
          .or_else("8 K")
          .between(0, 60, outdoor_why)
          .says("warmest minus coldest hour of a day")
          .such_as("\"8 K\""),
      quantity<&Scenario::site, &SiteSpec::climate, &ClimateSpec::hottest_s>("site.climate.hottest", "h")
          .or_else("15 h")
          .between(0, hour_range, "a time of day")
          .says("time of the warmest hour, from the start")
          .such_as("\"15 h\""),
  };
}

}  // namespace

const TableFacts& server_facts() {
  static const TableFacts facts{
      "server",
      "Server",
      "A machine with GPUs of one type. `use` starts from an entry of the catalogue's servers.",
      "[[server]]\nname = \"box\"\nroom = \"storeroom\"\ncase = { use = \"mid-tower\", airflow = \"60 CFM\" }\n"
      "cpu = \"Ryzen 9 5950X\"\nmemory = \"128 GB\"\nstorage = \"NVMe Gen4 2 TB\"\n"
      "software = \"PyTorch 2.1 AMP channels-last\"\n"
      "psu = { efficiency = \"80+ Gold 230 V\", design = \"ATX 2.x\", rating = \"1600 W\" }\n",
      {"servers", "use", nullptr, nullptr, {}},
      joined(joined(part_facts(), running_facts()), gpu_and_origin_facts()),
      &make<ServerSpec>};
  return facts;
}

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
      "A condition on something observed: PATH OP QUANTITY, OP one of > >= < <=.",
      "[[alarm]]\nwhen = \"server.box.gpu.die > 88 degC\"\nfor = \"60 s\"\n",
      {},
      {text<&AlarmSpec::when>("when").required().says("what raises it").such_as("\"server.box.gpu.die > 88 degC\""),
       quantity<&AlarmSpec::for_s>("for", "s")
           .or_else("0 s")
           .between(0, 1e9)
           .says("how long it has to hold")
           .such_as("\"60 s\"")},
      &make<AlarmSpec>};
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
                           tables("alarm", list_access<&Scenario::alarms>(), alarm_facts()).says("alarms")}),
      &make<Scenario>};
  return facts;
}

std::span<const TableFacts* const> all_tables() {
  static const TableFacts* const tables[] = {
      &scenario_facts(),   &room_facts(),          &server_facts(), &psu_facts(),      &gpu_group_facts(),
      &job_facts(),        &dataset_facts(),       &alarm_facts(),  &gpu_facts(),      &cpu_facts(),
      &storage_facts(),    &case_facts(),          &link_facts(),   &software_facts(), &workload_facts(),
      &psu_design_facts(), &psu_efficiency_facts()};
  return tables;
}

std::span<const CatalogKind> catalog_kinds() {
  static const CatalogKind kinds[] = {{"gpus", &gpu_facts()},
                                      {"cpus", &cpu_facts()},
                                      {"storage", &storage_facts()},
                                      {"cases", &case_facts()},
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

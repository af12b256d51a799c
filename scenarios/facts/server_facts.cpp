// The table [[server]].
#include "models/server_spec.hpp"

#include <limits>

#include "scenarios/facts/make.hpp"
#include "scenarios/facts/tables.hpp"

namespace rackcast::scenarios {
namespace {

using models::ServerSpec;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<Fact> part_facts() {
  return {
      text<&ServerSpec::name>("name", FactKind::name)
          .required(Need::always)
          .own()
          .says("unique among the servers")
          .such_as("\"box\""),
      input_integer("count").between(1, 10000).says("equal servers: name-1, name-2, ...").such_as("4"),
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

std::vector<Fact> place_and_limit_facts() {
  return {
      table("outlet", object_access<&ServerSpec::outlet>(), outlet_facts())
          .or_else("Schuko 230 V")
          .says("where it is plugged in")
          .such_as("{ voltage = \"230 V\", breaker = \"B16\" }"),
      number<&ServerSpec::outlet_count>("outlet_count")
          .or_else("1")
          .whole_number()
          .between(1, 64)
          .says("outlets, each on a breaker of its own, that share the load"),
      table("ups", object_access<&ServerSpec::ups>(), ups_facts())
          .or_else("none")
          .says("uninterruptible supply between outlet and server")
          .such_as("{ use = \"APC Smart-UPS 1400\", on_low = \"shut down\" }"),
      quantity<&ServerSpec::dust_s>("dust", "month")
          .or_else("0 month")
          .between(0, 240)
          .says("since it was last cleaned; its effect is uncalibrated")
          .such_as("\"12 month\""),
      number<&ServerSpec::dust_clogs>("dust_clogs")
          .or_else("0.5")
          .between(0, 10)
          .says(
              "what clogged fins add to the resistance of sinks, as a share of it; a dirty place: 4.7 (uncalibrated)"),
      choice<&ServerSpec::dust_course>("dust_course",
                                       {{"stays", static_cast<std::int64_t>(models::DustCourse::stays)},
                                        {"gathers", static_cast<std::int64_t>(models::DustCourse::gathers)}})
          .or_else("stays")
          .says("whether dust goes on gathering during the run"),
      quantity<&ServerSpec::cleaning_s>("cleaning", "month")
          .or_word("never", 0)
          .or_else("never")
          .between(0.03, 240, "once a day at most")
          .says("interval at which it is cleaned of dust, from the start of the run")
          .such_as("\"6 month\""),
      quantity<&ServerSpec::inlet_limit_c>("inlet_limit", "degC")
          .or_word("none", nan)
          .or_else("none")
          .between(0, 100)
          .says("highest intake that its maker allows")
          .such_as("\"35 degC\""),
      quantity<&ServerSpec::max_power_w>("max_power", "W")
          .or_word("none", 0)
          .or_else("none")
          .above(0, 1e6)
          .says("what its datasheet says that it draws at most")
          .such_as("\"6500 W\""),
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

/// The GPUs of a server: none to write where it has none and its processors train.
Access gpu_access() {
  Access access;
  access.size = [](const void* p) -> std::size_t {
    const auto& server = *static_cast<const ServerSpec*>(p);
    return server.trained_on == models::Device::cpu && server.resting.count == 0 ? 0 : 1;
  };
  access.resize = [](void*, std::size_t) {};
  access.item = [](void* p, std::size_t) -> void* {
    auto& server = *static_cast<ServerSpec*>(p);
    return server.trained_on == models::Device::cpu ? &server.resting : &server.gpus;
  };
  return access;
}

std::vector<Fact> gpu_and_origin_facts() {
  std::vector<Fact> facts = provenance<&ServerSpec::source, &ServerSpec::confidence, &ServerSpec::unverified>();
  facts.insert(facts.begin(),
               text<&ServerSpec::type>("type").or_else("").says("catalogue entry it started from, for the record"));
  facts.push_back(tables("gpu", gpu_access(), gpu_group_facts())
                      .at_most_one()
                      .says("its GPUs; a server without trains on its CPUs")
                      .such_as("[{ model = \"RTX 3090\", count = 2 }]"));
  return facts;
}

}  // namespace

const TableFacts& server_facts() {
  static const TableFacts facts{
      "server",
      "Server",
      "A machine with GPUs of one type, or with none: then its CPUs train. `use` starts from an entry of the "
      "catalogue's servers.",
      "[[server]]\nname = \"box\"\nroom = \"storeroom\"\ncase = { use = \"mid-tower\", airflow = \"60 CFM\" }\n"
      "cpu = \"Ryzen 9 5950X\"\nmemory = \"128 GB\"\nstorage = \"NVMe Gen4 2 TB\"\n"
      "software = \"PyTorch 2.1 AMP channels-last\"\n"
      "psu = { efficiency = \"80+ Gold 230 V\", design = \"ATX 2.x\", rating = \"1600 W\" }\n",
      {"servers", "use", nullptr, nullptr, {}},
      joined(joined(joined(part_facts(), place_and_limit_facts()), running_facts()), gpu_and_origin_facts()),
      &make<ServerSpec>};
  return facts;
}

}  // namespace rackcast::scenarios

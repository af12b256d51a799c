// The power supplies of a server.
#include <limits>

#include "models/power/psu_spec.hpp"
#include "models/power/ups_spec.hpp"
#include "scenarios/facts/make.hpp"
#include "scenarios/facts/tables.hpp"

namespace rackcast::scenarios {
namespace {

using models::LossReaction;
using models::OnLow;
using models::PsuRail;
using models::PsuSpec;
using models::UpsSpec;

constexpr double infinite = std::numeric_limits<double>::infinity();

void* same(void* p) { return p; }

Access same_struct() {
  Access access;
  access.object = &same;
  return access;
}

std::vector<Fact> unit_loss_facts() {
  return {choice<&PsuSpec::on_loss>("on_loss", {{"none", static_cast<std::int64_t>(LossReaction::none)},
                                                {"cap", static_cast<std::int64_t>(LossReaction::cap)},
                                                {"power brake", static_cast<std::int64_t>(LossReaction::power_brake)},
                                                {"off", static_cast<std::int64_t>(LossReaction::off)}})
              .or_else("none")
              .says("what the platform does when fewer units are left than are needed, or than carry the load: power "
                    "limits that the rest can carry, the slowdown signal to the GPUs, or all off"),
          quantity<&PsuSpec::failures_per_year>("failures", "1/yr", "1/yr")
              .or_else("0 1/yr")
              .between(0, 1000, "more than that is not a working unit")
              .says("of one unit; the field sees 0.01, from 0.005 to 0.025")
              .such_as("\"0.01 1/yr\""),
          quantity<&PsuSpec::replace_s>("replace", "h")
              .or_word("never", infinite)
              .or_else("24 h")
              .above(0, 876600)
              .says("until a unit that failed is replaced")
              .such_as("\"24 h\"")};
}

std::vector<Fact> ups_unit_facts() {
  return {
      text<&UpsSpec::name>("name").required().says("type of the unit"),
      quantity<&UpsSpec::rating_w>("rating", "W")
          .or_word("none", 0)
          .required()
          .above(0, 1e6)
          .says("what it carries on battery; none: there is none")
          .such_as("\"950 W\""),
      number<&UpsSpec::apparent_va>("va")
          .or_word("as rating", 0)
          .or_else("as rating")
          .above(0, 1e6)
          .says("its rating in VA; servers have power factor 1 here")
          .such_as("1400"),
      number<&UpsSpec::efficiency>("efficiency")
          .or_else("0.97")
          .above(0, 1, "it cannot give more than it takes")
          .says("on mains"),
      quantity<&UpsSpec::transfer_s>("transfer", "ms")
          .or_else("8 ms")
          .between(0, 10000)
          .says("from the loss of mains to output from the battery; 0: double conversion")
          .such_as("\"8 ms\""),
      quantity<&UpsSpec::battery_j>("battery", "Wh")
          .or_word("none", 0)
          .required()
          .above(0, 1e7)
          .says("nominal energy of its full battery")
          .such_as("\"408 Wh\""),
      quantity<&UpsSpec::recharge_s>("recharge", "h")
          .or_else("8 h")
          .above(0, 1000)
          .says("from empty to full")
          .such_as("\"8 h\""),
      quantities<&UpsSpec::load_w>("load", "W")
          .or_else("[]")
          .above(0, 1e6)
          .says("loads of its runtime table, ascending; none: 0.3 of the battery's energy at its rating")
          .such_as("[\"475 W\", \"950 W\"]"),
      quantities<&UpsSpec::runtime_s>("runtime", "min")
          .or_else("[]")
          .above(0, 1e6)
          .says("how long the full battery lasts at those loads")
          .such_as("[\"23 min\", \"6 min\"]"),
  };
}

std::vector<Fact> ups_use_facts() {
  return {choice<&UpsSpec::on_low>("on_low", {{"none", static_cast<std::int64_t>(OnLow::none)},
                                              {"shut down", static_cast<std::int64_t>(OnLow::shut_down)}})
              .or_else("none")
              .says("shut down: jobs write a checkpoint, if they write any, and stop; then the machine shuts down"),
          quantity<&UpsSpec::low_s>("low", "min")
              .or_else("2 min")
              .between(0, 10000)
              .says("runtime left at which the battery counts as low")
              .such_as("\"2 min\""),
          quantity<&UpsSpec::shut_down_s>("shut_down_for", "s")
              .or_else("60 s")
              .between(0, 10000)
              .says("that the machine takes to shut down once its jobs have stopped")
              .such_as("\"60 s\"")};
}

}  // namespace

const TableFacts& ups_facts() {
  static const TableFacts facts{"ups",
                                "Uninterruptible supply",
                                "A small one, between the outlet and a server.",
                                "ups = { use = \"APC Smart-UPS 1400\", on_low = \"shut down\", low = \"3 min\" }\n",
                                {"ups", "use", nullptr, nullptr, {}},
                                joined(joined(ups_unit_facts(), ups_use_facts()),
                                       provenance<&UpsSpec::source, &UpsSpec::confidence, &UpsSpec::unverified>()),
                                &make<UpsSpec>};
  return facts;
}

const TableFacts& psu_efficiency_facts() {
  static const TableFacts facts{
      "psu-efficiency",
      "Efficiency of a power supply",
      "What a supply takes from the outlet for what it gives, by its load.",
      "psu = { efficiency = { name = \"measured\", load = [0.2, 0.5, 1.0], efficiency = [0.88, 0.91, 0.89] }, rating = "
      "\"850 W\" }\n",
      {"psu-efficiency", "use", nullptr, nullptr, {}},
      joined({text<&PsuSpec::efficiency_class>("name").required().says("name of the efficiency class"),
              numbers<&PsuSpec::load_fraction>("load")
                  .required()
                  .above(0, 1.5)
                  .says("loads at which the efficiency is given, ascending, of the rating")
                  .such_as("[0.1, 0.2, 0.5, 1.0]"),
              numbers<&PsuSpec::efficiency>("efficiency")
                  .required()
                  .above(0, 1, "a supply cannot give more than it takes")
                  .says("efficiency at those loads")
                  .such_as("[0.86, 0.9, 0.92, 0.89]")},
             provenance<&PsuSpec::source, &PsuSpec::confidence, &PsuSpec::unverified>()),
      &make<PsuSpec>};
  return facts;
}

const TableFacts& psu_design_facts() {
  static const TableFacts facts{
      "psu-design",
      "Overload tolerance of a power supply",
      "Which load above its rating a supply survives, and for how long.",
      "psu = { design = { name = \"measured\", overload = [1.2, 1.6], overload_for = [\"100 ms\", \"1 ms\"] }, rating "
      "= \"850 W\" }\n",
      {"psu-design", "use", nullptr, nullptr, {}},
      joined({text<&PsuSpec::design>("name").required().says("name of the design guide or type"),
              numbers<&PsuSpec::overload_ratio>("overload")
                  .required()
                  .between(0.5, 5, "of the rating; below 1 for a unit that is defective")
                  .says("loads that are survived for a while, ascending, of the rating")
                  .such_as("[1.1, 1.3]"),
              quantities<&PsuSpec::overload_duration_s>("overload_for", "s")
                  .required()
                  .between(0, 1e6)
                  .says("for how long, descending")
                  .such_as("[\"1 s\", \"20 ms\"]"),
              quantity<&PsuSpec::hold_up_s>("hold_up", "ms")
                  .or_else("17 ms")
                  .between(0, 10000)
                  .says("how long it runs without input at full load; longer at less")
                  .such_as("\"17 ms\"")},
             provenance<&PsuSpec::design_source, &PsuSpec::design_confidence, &PsuSpec::design_unverified>()),
      &make<PsuSpec>};
  return facts;
}

const TableFacts& rail_facts() {
  static const TableFacts facts{
      "server.psu.rail",
      "Rail of a power supply",
      "A 12 V rail with a limit of its own, of a supply that is not one rail for all: it trips the supply like a "
      "supply "
      "of that rating.",
      "psu = { rating = \"1400 W\", rail = [{ name = \"12V1\", limit = \"216 W\", gpus = [0], share = [0.5] }] }\n",
      {},
      {text<&PsuRail::name>("name").required().says("as its label says").such_as("\"12V1\""),
       quantity<&PsuRail::limit_w>("limit", "W")
           .required()
           .between(1, 100000)
           .says("voltage times the current at which it is protected")
           .such_as("\"216 W\""),
       number<&PsuRail::host>("host").or_else("0").between(0, 1).says(
           "share of the power of processors, board, storage"),
       numbers<&PsuRail::gpus>("gpus")
           .or_else("[]")
           .between(0, 1023)
           .says("numbers of the GPUs with leads on it, the first 0")
           .such_as("[0, 1]"),
       numbers<&PsuRail::share>("share")
           .or_else("[]")
           .above(0, 1)
           .says("of the power of each of them that comes through it; empty: all of it")
           .such_as("[0.5, 1.0]")},
      &make<PsuRail>};
  return facts;
}

const TableFacts& psu_facts() {
  static const TableFacts facts{
      "server.psu",
      "Power supply",
      "One supply unit; equal ones share the load. Efficiency class and peak tolerance are two things.",
      "psu = { efficiency = \"80+ Gold 230 V\", design = \"ATX 2.x\", rating = \"1600 W\", count = 1 }\n",
      {},
      joined({quantity<&PsuSpec::rating_w>("rating", "W")
                  .required()
                  .between(50, 100000)
                  .says("DC output of one unit")
                  .such_as("\"1600 W\""),
              number<&PsuSpec::count>("count").or_else("1").whole_number().between(1, 64).says(
                  "units that share the load"),
              number<&PsuSpec::needed>("needed").or_word("all", 0).or_else("all").whole_number().between(1, 64).says(
                  "units that carry the server alone; the others are spare"),
              table("efficiency", same_struct(), psu_efficiency_facts())
                  .or_else("80+ Gold 230 V")
                  .says("efficiency class at its input voltage")
                  .such_as("\"80+ Gold 230 V\""),
              table("design", same_struct(), psu_design_facts())
                  .or_else("ATX 2.x")
                  .says("how long it survives which overload")
                  .such_as("\"ATX 2.x\""),
              tables("rail", list_access<&PsuSpec::rails>(), rail_facts())
                  .says("rails with limits of their own; without any it is one rail for all")
                  .such_as("[{ name = \"12V1\", limit = \"216 W\", gpus = [0] }]")},
             unit_loss_facts()),
      &make<PsuSpec>};
  return facts;
}

}  // namespace rackcast::scenarios

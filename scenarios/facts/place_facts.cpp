// What a server stands on, is plugged into and is cooled by; what things cost.
#include "models/server_spec.hpp"
#include "scenarios/facts/make.hpp"
#include "scenarios/facts/tables.hpp"

namespace rackcast::scenarios {
namespace {

using models::BoardFans;
using models::BreakerSpec;
using models::CoolerSpec;
using models::MountingSpec;
using models::OutletSpec;
using models::PriceSpec;

}  // namespace

const TableFacts& breaker_facts() {
  static const TableFacts facts{
      "breakers",
      "Breaker",
      "Of a circuit; thermal trip by its curve, magnetic trip at once.",
      "outlet = { voltage = \"230 V\", rated = \"16 A\", breaker = { use = \"B16\", instant = 4 } }\n",
      {"breakers", "use", nullptr, nullptr, {}},
      joined({text<&BreakerSpec::name>("name").required().says("type and rating").such_as("\"B16\""),
              quantity<&BreakerSpec::rated_a>("rated", "A")
                  .required()
                  .above(0, 10000)
                  .says("rated current")
                  .such_as("\"16 A\""),
              number<&BreakerSpec::continuous>("continuous")
                  .or_else("1")
                  .above(0, 1)
                  .says("share of the rating that may be drawn for hours"),
              number<&BreakerSpec::holds>("holds").or_else("1.13").between(1, 2).says(
                  "times the rating that it holds for an hour"),
              number<&BreakerSpec::trips>("trips").or_else("1.45").between(1, 3).says(
                  "times the rating that trips it within an hour"),
              number<&BreakerSpec::instant>("instant").or_else("5").between(1, 50).says(
                  "times the rating that trips it at once"),
              quantity<&BreakerSpec::time_constant_s>("time_constant", "s")
                  .or_else("120 s")
                  .between(1, 100000)
                  .says("of its bimetal: how fast it follows the square of the current")
                  .such_as("\"120 s\"")},
             provenance<&BreakerSpec::source, &BreakerSpec::confidence, &BreakerSpec::unverified>()),
      &make<BreakerSpec>};
  return facts;
}

const TableFacts& outlet_facts() {
  static const TableFacts facts{
      "outlets",
      "Outlet",
      "Where a server is plugged in: the socket and the breaker behind it.",
      "outlet = { voltage = \"230 V\", breaker = \"B16\" }\n",
      {"outlets", "use", nullptr, nullptr, {}},
      joined({text<&OutletSpec::name>("name").required(Need::in_catalog).or_else("as given").says("type of the outlet"),
              quantity<&OutletSpec::voltage_v>("voltage", "V")
                  .required()
                  .between(80, 1000, "nothing else is wired to servers")
                  .says("between line and neutral, or between lines")
                  .such_as("\"230 V\""),
              quantity<&OutletSpec::rated_a>("rated", "A")
                  .required()
                  .above(0, 1000)
                  .says("of the socket")
                  .such_as("\"16 A\""),
              table("breaker", object_access<&OutletSpec::breaker>(), breaker_facts())
                  .or_else("B16")
                  .says("of its circuit")
                  .such_as("\"B16\"")},
             provenance<&OutletSpec::source, &OutletSpec::confidence, &OutletSpec::unverified>()),
      &make<OutletSpec>};
  return facts;
}

const TableFacts& mounting_facts() {
  static const TableFacts facts{
      "mountings",
      "Mounting of the GPUs",
      "How close together the GPUs of a case stand.",
      "mounting = \"adjacent slots\"\n",
      {"mountings", "use", nullptr, nullptr, {}},
      joined({text<&MountingSpec::name>("name").required().says("how they stand"),
              number<&MountingSpec::preheat>("preheat").required().between(0, 3).says("times the preheat of the case")},
             provenance<&MountingSpec::source, &MountingSpec::confidence, &MountingSpec::unverified>()),
      &make<MountingSpec>};
  return facts;
}

const TableFacts& cooler_facts() {
  static const TableFacts facts{
      "coolers",
      "Cooler of a GPU",
      "What cools a GPU in place of its own sink.",
      "cooler = \"water block\"\n",
      {"coolers", "use", nullptr, nullptr, {}},
      joined({text<&CoolerSpec::name>("name").required().says("type of the cooler"),
              quantity<&CoolerSpec::sink_air_k_per_w>("sink_to_air", "K/W")
                  .or_word("own", 0)
                  .required()
                  .above(0, 10)
                  .says("thermal resistance from sink to air; own: that of the GPU type")
                  .such_as("\"0.05 K/W\""),
              quantity<&CoolerSpec::sink_j_per_k>("sink_capacity", "J/K")
                  .or_word("own", 0)
                  .required()
                  .above(0, 1e6)
                  .says("heat capacity; own: that of the GPU type")
                  .such_as("\"400 J/K\""),
              number<&CoolerSpec::inside>("inside")
                  .required()
                  .between(0, 1, "a share of the heat")
                  .says("share of the GPU's heat that stays in the case and warms intakes"),
              choice<&CoolerSpec::fans>("fans", {{"as sold", static_cast<std::int64_t>(BoardFans::as_sold)},
                                                 {"none", static_cast<std::int64_t>(BoardFans::none)},
                                                 {"driven by the board", static_cast<std::int64_t>(BoardFans::driven)}})
                  .or_else("as sold")
                  .says("whether it has fans that the board drives; as sold: those of blower and open-air cards")},
             provenance<&CoolerSpec::source, &CoolerSpec::confidence, &CoolerSpec::unverified>()),
      &make<CoolerSpec>};
  return facts;
}

const TableFacts& price_facts() {
  static const TableFacts facts{
      "prices",
      "Price",
      "What was asked for something, for comparison. No forecast rests on it.",
      "name = \"RTX 3090, used\"\ncategory = \"gpu-purchase\"\nlow = 600\nhigh = 900\nunit = \"USD\"\ndate = "
      "\"2024\"\n",
      {"prices", "use", nullptr, nullptr, {}},
      joined({text<&PriceSpec::name>("name").required().says("what is priced, and by whom"),
              text<&PriceSpec::category>("category").required().says("cloud, gpu-purchase, electricity, ..."),
              number<&PriceSpec::low_usd>("low").required().between(0, 1e12).says("lowest, in the unit"),
              number<&PriceSpec::high_usd>("high").required().between(0, 1e12).says("highest, in the unit"),
              text<&PriceSpec::unit>("unit").required().says("\"USD\", \"USD per GPU-hour\", ..."),
              text<&PriceSpec::terms>("terms").or_else("").says("new, used, on demand, ..."),
              text<&PriceSpec::date>("date").or_else("").says("when it was asked")},
             provenance<&PriceSpec::source, &PriceSpec::confidence, &PriceSpec::unverified>()),
      &make<PriceSpec>};
  return facts;
}

}  // namespace rackcast::scenarios

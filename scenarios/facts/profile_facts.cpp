// Values over time.
#include "models/profile.hpp"

#include "scenarios/facts/make.hpp"
#include "scenarios/facts/tables.hpp"

namespace rackcast::scenarios {
namespace {

using models::Profile;

constexpr double hours_of_a_day = 24;
constexpr double hours_of_a_century = 876'600;

/// What the keys of one kind of profile are called, and in what they are given.
struct Names {
  std::string_view peak;
  std::string_view peak_help;
  std::string_view values;
  std::string_view unit;
  std::string_view swing_unit;
  std::string_view mean, swing;  ///< defaults
  double low, high, largest_swing;
  std::string_view why;
  std::string_view example, swing_example, values_example;
};

std::vector<Fact> facts_of(const Names& names) {
  return {quantity<&Profile::mean>("mean", names.unit)
              .or_else(names.mean)
              .between(names.low, names.high, names.why)
              .says("mean over a day")
              .such_as(names.example),
          quantity<&Profile::daily_swing>("daily_swing", names.swing_unit)
              .or_else(names.swing)
              .between(0, names.largest_swing, names.why)
              .says("highest minus lowest of a day")
              .such_as(names.swing_example),
          quantity<&Profile::peak_s>(names.peak, "h")
              .or_else("15 h")
              .between(0, hours_of_a_day, "a time of day")
              .says(names.peak_help)
              .such_as("\"15 h\""),
          quantities<&Profile::at_s>("at", "h")
              .or_else("[]")
              .between(0, hours_of_a_century)
              .says("points of a profile in place of the daily curve: times, the first \"0 h\"")
              .such_as("[\"0 h\", \"12 h\", \"24 h\"]"),
          quantities<&Profile::values>(names.values, names.unit)
              .or_else("[]")
              .between(names.low, names.high, names.why)
              .says("at those times; straight lines between them; after the last it starts over")
              .such_as(names.values_example),
          input_text("file").says(
              "a .csv whose heads carry units, such as `time [h], value [degC]`, or an .epw weather file, for the "
              "points; a path relative to this file, not above it"),
          input_text("column").says("head of the column of the .csv, without its unit, if it has several")};
}

}  // namespace

const TableFacts& climate_facts() {
  static const TableFacts facts{
      "site.climate",
      "Climate",
      "Outdoor temperature over time: a constant (`climate = \"24 degC\"`), a daily curve, or a file.",
      "[site]\nclimate = { mean = \"24 degC\", daily_swing = \"8 K\", hottest = \"15 h\" }\n",
      {},
      facts_of({"hottest", "time of the warmest hour, from the start", "temperature", "degC", "K", "20 degC", "8 K",
                -90, 60, 60, "outside of that nobody has measured outdoor air", "\"24 degC\"", "\"8 K\"",
                "[\"18 degC\", \"27 degC\", \"18 degC\"]"}),
      &make<Profile>};
  return facts;
}

const TableFacts& heat_profile_facts() {
  static const TableFacts facts{
      "room.other_heat",
      "Other heat in a room",
      "Over time: a constant (`other_heat = \"50 W\"`), a daily curve, or a file.",
      "other_heat = { at = [\"0 h\", \"8 h\", \"9 h\", \"18 h\", \"24 h\"], power = [\"0 W\", \"0 W\", \"600 W\", "
      "\"0 W\", \"0 W\"] }\n",
      {},
      facts_of({"peak", "time of the highest, from the start", "power", "W", "W", "0 W", "0 W", 0, 1e7, 1e7, "",
                "\"50 W\"", "\"20 W\"", "[\"0 W\", \"600 W\", \"0 W\"]"}),
      &make<Profile>};
  return facts;
}

}  // namespace rackcast::scenarios

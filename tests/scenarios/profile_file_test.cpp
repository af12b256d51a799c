#include "models/profile.hpp"
#include "tests/scenarios/files_fixture.hpp"

using namespace rackcast::scenarios;

namespace {

std::string with_climate(std::string_view climate) {
  return changed("climate = { mean = \"24 degC\", daily_swing = \"8 K\" }", climate);
}

std::string epw(std::string_view hours) {
  std::string text = "LOCATION,Somewhere\n";
  for (const char* head : {"DESIGN CONDITIONS", "TYPICAL", "GROUND", "HOLIDAYS", "COMMENTS 1", "COMMENTS 2", "DATA"}) {
    text += std::string{head} + ",0\n";
  }
  return text + std::string{hours};
}

}  // namespace

TEST_CASE("a climate of one temperature is a constant") {
  const Scenario s = read_ok(with_climate("climate = \"24 degC\""));
  CHECK(s.site.climate.mean == 24);
  CHECK(s.site.climate.daily_swing == 0);
  CHECK(read_ok(good_scenario(), {{"site.climate", "30 degC"}}).site.climate.mean == 30);
  CHECK(
      read_ok(with_climate("climate = \"24 degC\""), {{"site.climate.daily_swing", "4 K"}}).site.climate.daily_swing ==
      4);
}

TEST_CASE("a climate comes from a table of values, in the units of its heads") {
  const Folder folder{"csv"};
  folder.with("weather/may.csv", "time [min], wind [m/s], temperature [degC]\r\n0, 3, 12.5\r\n\r\n60,4,-1e1\n120,5,14");
  const Scenario s = folder.good(with_climate("climate = { file = \"weather/may.csv\", column = \"temperature\" }"));
  CHECK(s.site.climate.at_s == std::vector<double>{0, 3600, 7200});
  CHECK(s.site.climate.values == std::vector<double>{12.5, -10, 14});
}

TEST_CASE("heat of a room comes from a table of values") {
  const Folder folder{"heat"};
  folder.with("people.csv", "time [h],heat [kW]\n0,0\n8,0.6\n18,0\n24,0\n");
  const Scenario s = folder.good(changed("volume = \"30 m^3\"", "other_heat = { file = \"people.csv\" }"));
  CHECK(s.rooms.at(0).other_heat.values == std::vector<double>{0, 600, 0, 0});
}

TEST_CASE("a weather file gives an hourly temperature that starts over") {
  const Folder folder{"epw"};
  folder.with("w.epw", epw("1999,1,1,1,60,?9,-3.5,1\n1999,1,1,2,60,?9,-4,1\n"));
  const Scenario s = folder.good(with_climate("climate = { file = \"w.epw\" }"));
  CHECK(s.site.climate.at_s == std::vector<double>{0, 3600, 7200});
  CHECK(s.site.climate.values == std::vector<double>{-3.5, -4, -3.5});
}

TEST_CASE("what is wrong with a file of values is told where it stands") {
  const Folder folder{"badcsv"};
  const auto told = [&](std::string_view text) {
    folder.with("x.csv", text);
    return folder.messages(with_climate("climate = { file = \"x.csv\" }"));
  };
  CHECK(told("  time [h], t [degC]\n 0, warm\n").starts_with("x.csv:2:5: "));
  CHECK(told("") == "x.csv: the file is empty (a profile has points) write it like time [h], temperature [degC]\n");
  CHECK(told("time [h]\n0\n") ==
        "x.csv:1:1: one column only (a profile has times and values) write it like time [h], temperature [degC]\n");
  CHECK(told("time, temperature [degC]\n0,1\n") ==
        "x.csv:1:1: \"time\" has no unit (units stand in brackets) write it like time [h], temperature [degC]\n");
  CHECK(told("time [h],a [degC],b [degC]\n0,1,2\n") ==
        "x.csv:1:1: the file has 2 columns of values (a, b) say which to take: column = \"...\"\n");
  CHECK(told("time [h],t [degC]\n0,1\n5\n") == "x.csv:3:1: 1 fields (the first line names 2)\n");
  CHECK(told("time [h],t [degC]\n") == "x.csv:1:1: no line of values (a profile has points)\n");
  CHECK(told("time [h],t [degC]\n0,warm\n") ==
        "x.csv:2:3: \"temperature\": \"warm degC\" does not start with a number; write a number, a space and a unit\n");
  CHECK(told("time [h],t [W]\n0,5\n").starts_with("x.csv:2:3: \"temperature\" is a temperature, not a power"));
  CHECK(told("time [h],t [degC]\n1,5\n") ==
        "t.toml:9:20: the first time is not 0 (a profile begins with the run) add a point at \"0 h\"\n");
  CHECK(told("time [h],t [degC]\n0,5\n3,6\n2,7\n") ==
        "t.toml:9:20: the times do not ascend (a profile goes forward in time)\n");
  CHECK(told("time [h],t [degC]\n0,\x01\n") ==
        "x.csv:2:3: control character 0x01 (a scenario is plain text) remove it\n");
  folder.with("x.epw", "time [h],t [degC]\n0,5\n");
  CHECK(folder.messages(with_climate("climate = { file = \"x.epw\" }")).find("not an EPW weather file") !=
        std::string::npos);
  folder.with("x.epw", epw("1999,1,1,1,60,?9,99.9,1\n"));
  CHECK(folder.messages(with_climate("climate = { file = \"x.epw\" }")) ==
        "x.epw:9:1: no temperature in this hour (the seventh field holds it, 99.9 says that it is missing) fill it "
        "in\n");
}

#include "scenarios/path.hpp"

#include "tests/catch.hpp"

using namespace rackcast::scenarios;

TEST_CASE("a path is names with optional indices") {
  const Parsed<Path> path = parse_path("server.box-1.gpu[3].power_limit");
  REQUIRE(path.value);
  REQUIRE(path.value->segments.size() == 4);
  CHECK(path.value->segments[1].name == "box-1");
  CHECK(path.value->segments[2].index == std::optional<std::size_t>{3});
  CHECK_FALSE(path.value->segments[0].index.has_value());
  CHECK(to_string(*path.value) == "server.box-1.gpu[3].power_limit");
}

TEST_CASE("what is no path names its column") {
  const auto why = [](std::string_view text) { return to_string(parse_path(text).error); };
  CHECK(why("").find("column 1") != std::string::npos);
  CHECK(why("a..b").find("column 3") != std::string::npos);
  CHECK(why("a.b.").find("column 5") != std::string::npos);
  CHECK(why("a.b c").find("column 4") != std::string::npos);
  CHECK(why("a[x]").find("whole number in brackets") != std::string::npos);
  CHECK(why("a[1").find("whole number in brackets") != std::string::npos);
  CHECK(why("a[-1]").find("whole number in brackets") != std::string::npos);
  CHECK(why("a[99999999999999999999999]").find("whole number in brackets") != std::string::npos);
}

TEST_CASE("an override splits at its first equals sign") {
  const Parsed<Override> change = parse_override("alarm[0].when=room.a.air >= 30 degC");
  REQUIRE(change.value);
  CHECK(change.value->path == "alarm[0].when");
  CHECK(change.value->value == "room.a.air >= 30 degC");
  CHECK_FALSE(parse_override("run.seed 7").value);
}

TEST_CASE("a condition has a path, a comparison and a quantity") {
  const Parsed<Condition> c = parse_condition("server.box.gpu.die >= 88 degC");
  REQUIRE(c.value);
  CHECK(c.value->comparison == Comparison::at_least);
  CHECK(to_string(c.value->path) == "server.box.gpu.die");
  CHECK(c.value->threshold.number == 88);
  CHECK(parse_condition("a.b<3 W").value->comparison == Comparison::below);
  CHECK(parse_condition("a.b <= 3 W").value->comparison == Comparison::at_most);
  CHECK_FALSE(parse_condition("a.b = 3 W").value);
  CHECK_FALSE(parse_condition("a.b > 3W").value);
  CHECK_FALSE(parse_condition("> 3 W").value);
}

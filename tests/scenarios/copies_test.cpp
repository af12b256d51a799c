#include "scenarios/write.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/reader_fixture.hpp"

using namespace rackcast::scenarios;

namespace {

std::string four_boxes() {
  std::string text = changed("name = \"box\"", "name = \"box\"\ncount = 4");
  text.replace(text.find("name = \"imagenet\""), 17, "name = \"imagenet\"\ncount = 4");
  return text.substr(0, text.find("[[alarm]]"));
}

}  // namespace

TEST_CASE("a count makes equal servers, and equal jobs one on each") {
  const Scenario s = read_ok(four_boxes());
  REQUIRE(s.servers.size() == 4);
  REQUIRE(s.jobs.size() == 4);
  CHECK(s.servers[0].name == "box-1");
  CHECK(s.servers[3].name == "box-4");
  CHECK(s.jobs[2].name == "imagenet-3");
  CHECK(s.jobs[2].on == "box-3");
  CHECK(write_scenario(read_ok(write_scenario(s))) == write_scenario(s));
}

TEST_CASE("a change on the command line reaches all copies, or the one that is named") {
  const Scenario s =
      read_ok(four_boxes(), {{"server.box-2.psu.rating", "1000 W"}, {"server.box.psu.rating", "1200 W"}});
  CHECK(s.servers[0].psu.rating_w == 1200);
  CHECK(s.servers[1].psu.rating_w == 1000);
  CHECK(s.servers[2].psu.rating_w == 1200);
}

TEST_CASE("a count that makes no sense is told") {
  CHECK(messages_of(changed("name = \"box\"", "name = \"box\"\ncount = 0")) ==
        "t.toml:18:9: \"count\" cannot be 0 (its range is 1 to 10000)\n");
  CHECK(messages_of(changed("name = \"box\"", "name = \"box\"\ncount = \"four\"")) ==
        "t.toml:18:9: \"count\" needs a whole number, not a text; write it like count = 4\n");
}

TEST_CASE("counts that make more than any scenario needs are told, not cut") {
  std::string text{good_scenario()};
  for (int i = 0; i < 11; ++i) text += "[[server]]\nname = \"many" + std::to_string(i) + "\"\ncount = 10000\n";
  CHECK(messages_of(text).find("the counts make more than 100000 servers") != std::string::npos);
}

// The golden table of what people read when a scenario is wrong: one change to a valid file, and every line it gives.
#include <string>

#include "tests/catch.hpp"
#include "tests/scenarios/reader_fixture.hpp"

using namespace rackcast::scenarios;

namespace {

struct Golden {
  std::string_view from;
  std::string_view to;
  std::string_view message;
};

// The entries stand in a file of their own, one a line.
constexpr Golden table[] = {
#include "tests/scenarios/messages_golden.hpp"
};

}  // namespace

TEST_CASE("every kind of mistake in a scenario has its message") {
  for (const Golden& golden : table) {
    INFO(golden.from << " -> " << golden.to);
    CHECK(messages_of(changed(golden.from, golden.to)) == std::string{golden.message} + "\n");
  }
}

TEST_CASE("all mistakes of a file are reported at once, in its order") {
  std::string text = changed("horizon = \"30 d\"", "horizon = 30");
  text.replace(text.find("seed = 1"), 8, "sede = 1");
  text.replace(text.find("count = 2"), 9, "count = 0");
  text.replace(text.find("on = \"box\""), 10, "on = \"bax\"");
  const std::string messages = messages_of(text);
  const auto at = [&](std::string_view part) { return messages.find(part); };
  CHECK(at("t.toml:4:11:") < at("t.toml:6:1:"));
  CHECK(at("t.toml:6:1:") < at("t.toml:26:"));
  CHECK(at("t.toml:26:") < at("t.toml:31:"));
  CHECK(at("t.toml:31:") != std::string::npos);
}

TEST_CASE("a mistake in --set names its path") {
  const auto set = [](std::string path, std::string value) {
    return messages_of(good_scenario(), {{std::move(path), std::move(value)}});
  };
  CHECK(set("server.box.psu.ratng", "850 W") ==
        "--set server.box.psu.ratng: unknown key \"ratng\" (not a key of server.psu) did you mean \"rating\"?\n");
  CHECK(set("server.bx.psu.rating", "850 W") ==
        "--set server.bx.psu.rating: no server is named \"bx\"; did you mean \"box\"?\n");
  CHECK(set("server.box.psu.rating", "850") ==
        "--set server.box.psu.rating: \"rating\" has no unit (a power is needed) write \"850 W\"\n");
  CHECK(set("server.box.gpu[2].count", "4") ==
        "--set server.box.gpu[2].count: no gpu[2] (1 of gpu here, counted from 0) the GPUs of a server are one group: "
        "gpu or gpu[0]\n");
  CHECK(set("run.seed.x", "4") == "--set run.seed.x: \"run.seed\" has no parts (it is a value)\n");
  CHECK(set("sever.box.cpu", "x") ==
        "--set sever.box.cpu: unknown key \"sever\" (not a key of a scenario) did you mean \"server\"?\n");
  CHECK(set("server.box", "4") == "--set server.box: the path ends at a table (a key in it is needed)\n");
  CHECK(set("run[1].seed", "4") == "--set run[1].seed: \"run\" is not a list (it takes no index)\n");
  CHECK(set("run..seed", "4") ==
        "--set run..seed: a name is missing in the path \"run..seed\" (column 5 of the path) write it like "
        "server.box.gpu[0].power_limit\n");
  CHECK(set("alarm[0].when", "room.attic.air > 3 degC") ==
        "--set alarm[0].when: no room is named \"attic\"; there is only \"storeroom\"\n");
}

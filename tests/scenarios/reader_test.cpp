#include "scenarios/read/reader.hpp"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "scenarios/read/nesting.hpp"
#include "scenarios/read/text_file.hpp"
#include "scenarios/write.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/reader_fixture.hpp"

using namespace rackcast::scenarios;
namespace models = rackcast::models;

TEST_CASE("a scenario is read in SI units, defaults filled in") {
  const Scenario s = read_ok(good_scenario());
  CHECK(s.title == "Two RTX 3090s");
  CHECK(s.run.horizon_s == 30.0 * 86400);
  CHECK(s.run.seed == 1);
  CHECK(s.run.sample_s == 0);
  CHECK(s.site.climate.mean == 24);
  CHECK(s.site.climate.peak_s == 15.0 * 3600);
  REQUIRE(s.rooms.size() == 1);
  CHECK(s.rooms[0].ventilation_m3_per_s == 60.0 / 3600);
  CHECK(std::isnan(s.rooms[0].start_c));
  REQUIRE(s.servers.size() == 1);
  const models::ServerSpec& box = s.servers[0];
  CHECK(box.chassis.name == "mid-tower");
  CHECK(box.cpu.tdp_w == 105);
  CHECK(box.psu.rating_w == 1600);
  CHECK(box.psu.efficiency == std::vector<double>{0.9, 0.92, 0.89});
  CHECK(box.psu.overload_duration_s == std::vector<double>{1, 0.02});
  CHECK(box.psu.efficiency_class == "80+ Gold 230 V");
  CHECK(box.psu.design == "ATX 2.x");
  CHECK(box.gpus.count == 2);
  CHECK(box.gpus.power_limit_w == 280);
  CHECK(box.gpus.gpu.memory_bytes == 24.0 * 1024 * 1024 * 1024);
  CHECK(box.gpus.gpu.peak.fp8_flops == 0);
  CHECK(box.gpus.gpu.clock_step_hz == 15e6);
  CHECK(box.gpus.gpu.interruptions_per_year == 0.09);
  CHECK(box.gpus.link.name == "PCIe 4.0 x16");
  REQUIRE(s.jobs.size() == 1);
  CHECK(s.jobs[0].workload.parameters == 25560000);
  CHECK(s.jobs[0].dataset.samples == 1281167);
  CHECK(s.jobs[0].batch.per_gpu == 256);
  CHECK(s.jobs[0].optimizer_bytes_per_parameter == 4);
  REQUIRE(s.alarms.size() == 1);
  CHECK(s.alarms[0].path == "server.box.gpu.die");
  CHECK(s.alarms[0].above);
  CHECK(s.alarms[0].threshold == 88);
}

TEST_CASE("what is left out and has one choice is filled in") {
  const Scenario s = read_ok(R"([[server]]
name = "box"
cpu = "ryzen 9-5950x"
psu.rating = "1600 W"
gpu = { model = "rtx3090" }
[[job]]
name = "gpt"
model = "GPT-2"
dataset.tokens = 1e9
batch.per_gpu = 8
)");
  CHECK(s.rooms.at(0).name == "room");
  CHECK(s.rooms[0].volume_m3 == 30);
  CHECK(s.servers.at(0).room == "room");
  CHECK(s.servers[0].cpu.name == "Ryzen 9 5950X");
  CHECK(s.servers[0].gpus.gpu.name == "RTX 3090");
  CHECK(s.servers[0].gpus.count == 1);
  CHECK(s.jobs.at(0).on == "box");
  CHECK(s.jobs[0].batch.global == 8);
  CHECK(s.jobs[0].optimizer_bytes_per_parameter == 8);
}

TEST_CASE("a server starts from the catalogue and keeps what is not overridden") {
  const Scenario s = read_ok(R"([[server]]
name = "box"
use = "Twin 3090"
case.preheat = 0.5
psu.rating = "1200 W"
gpu = [{ count = 4, power_limit = "250 W" }]
[[job]]
name = "a"
model = "ResNet-50"
dataset = { name = "ImageNet-1k", epochs = 1 }
batch = { global = 256 }
)");
  const models::ServerSpec& box = s.servers.at(0);
  CHECK(box.name == "box");
  CHECK(box.type == "Twin 3090");
  CHECK(box.other_w == 70);
  CHECK(box.chassis.preheat == 0.5);
  CHECK(box.chassis.recirculation == 0.1);
  CHECK(box.chassis.unverified == std::vector<std::string>{"airflow"});
  CHECK(box.unverified == std::vector<std::string>{"other_power"});
  CHECK(box.psu.rating_w == 1200);
  CHECK(box.psu.design == "ATX 2.x");
  CHECK(box.gpus.count == 4);
  CHECK(box.gpus.gpu.name == "RTX 3090");
  CHECK(box.gpus.link.name == "PCIe 4.0 x8");
}

TEST_CASE("multiprocessors are a whole number, and may be none") {
  const std::string key = "server.box.gpu.multiprocessors";
  CHECK(read_ok(good_scenario(), {{key, "40"}}).servers[0].gpus.gpu.multiprocessors == 40);
  CHECK(read_ok(good_scenario(), {{key, "0"}}).servers[0].gpus.gpu.multiprocessors == 0);
  for (const char* bad : {"-1", "82.5", "20000", "\"82 SMs\"", "nan"}) {
    CHECK(messages_of(good_scenario(), {{key, bad}}).find("multiprocessors") != std::string::npos);
  }
}

TEST_CASE("an override reaches every table, into entries given by name too") {
  const Scenario s = read_ok(good_scenario(), {{"server.box.psu.rating", "850 W"},
                                               {"server.box.gpu[0].power_limit", "300 W"},
                                               {"server.box.gpu.limits.target", "80 degC"},
                                               {"server.box.case.airflow", "60 CFM"},
                                               {"server.box.psu.design.overload", "[1.2, 1.4]"},
                                               {"run.seed", "7"},
                                               {"site.climate.mean", "30 degC"},
                                               {"job.imagenet.batch.per_gpu", "64"},
                                               {"job.imagenet.dataset.epochs", "3"},
                                               {"room.storeroom.volume", "40 m^3"},
                                               {"alarm[0].for", "5 s"},
                                               {"server.box.gpu.link", "PCIe 4.0 x8"}});
  CHECK(s.servers[0].psu.rating_w == 850);
  CHECK(s.servers[0].gpus.power_limit_w == 300);
  CHECK(s.servers[0].gpus.gpu.limits.target_c == 80);
  CHECK(s.servers[0].chassis.airflow_m3_per_s == Catch::Approx(60 * 4.719474432e-4));
  CHECK(s.servers[0].chassis.name == "mid-tower");
  CHECK(s.servers[0].psu.overload_ratio == std::vector<double>{1.2, 1.4});
  CHECK(s.run.seed == 7);
  CHECK(s.site.climate.mean == 30);
  CHECK(s.jobs[0].batch.global == 128);
  CHECK(s.jobs[0].dataset.epochs == 3);
  CHECK(s.rooms[0].volume_m3 == 40);
  CHECK(s.alarms[0].for_s == 5);
  CHECK(s.servers[0].gpus.link.bandwidth_bytes_per_s == 8e9);
}

TEST_CASE("of two --set of one key the last wins") {
  CHECK(read_ok(good_scenario(), {{"run.seed", "7"}, {"run.seed", "8"}}).run.seed == 8);
}

TEST_CASE("an empty scenario says what to add") {
  CHECK(messages_of("") == "t.toml:1:1: nothing to simulate; add [[server]] and [[job]]\n");
  CHECK(messages_of("# nothing\n") == "t.toml:1:1: nothing to simulate; add [[server]] and [[job]]\n");
}

TEST_CASE("files that are no scenario are refused with a reason") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "rackcast_reader_test";
  fs::create_directories(folder);
  const auto why = [](const fs::path& path) {
    const ReadResult r = read_scenario_file(path, test_catalog());
    REQUIRE(r.diagnostics.size() == 1);
    REQUIRE_FALSE(r.scenario);
    return to_string(r.diagnostics[0]);
  };
  CHECK(why(folder / "none.toml").find("no such file") != std::string::npos);
  CHECK(why(folder).find("is a folder") != std::string::npos);
  CHECK(why("/dev/zero").find("not a regular file") != std::string::npos);
  const fs::path large = folder / "large.toml";
  std::ofstream{large}.put('#');
  fs::resize_file(large, largest_text_file + 1);
  CHECK(why(large).find("too large (64 MiB") != std::string::npos);
  fs::remove_all(folder);
}

TEST_CASE("bytes that are no text are placed") {
  CHECK(messages_of("title = \"\xff\"\n") == "t.toml:1:10: the file is not UTF-8 text (byte 0xff) save it as UTF-8\n");
  CHECK(messages_of(std::string_view{"a = 1\n\0", 7}) ==
        "t.toml:2:1: control character 0x00 (a scenario is plain text) remove it\n");
  CHECK(messages_of("\xff\xfe").find("not UTF-8") != std::string::npos);
  CHECK(messages_of("title = \"\xed\xa0\x80\"").find("not UTF-8") != std::string::npos);
}

TEST_CASE("hostile nesting is refused, not followed") {
  std::string dots = "a";
  for (int i = 0; i < 100000; ++i) dots += ".a";
  for (const std::string& text : {std::string(100000, '['), "x = " + std::string(100000, '['), dots + " = 1",
                                  "[" + dots + "]", "x = {" + dots + " = 1}"}) {
    CHECK(messages_of(text).find("nested too deeply") != std::string::npos);
  }
  CHECK_FALSE(
      find_deep_nesting("source = \"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w\" # a.b.c.d.e.f.g.h.i.j.k.l.m.n"));
}

TEST_CASE("any prefix and any damage of a file gives a result") {
  const std::string good{good_scenario()};
  for (std::size_t n = 0; n < good.size(); n += 3) (void)messages_of(good.substr(0, n));
  for (std::size_t n = 0; n < good.size(); n += 2) {
    std::string damaged = good;
    damaged[n] = "[]={}\"'.,#\n"[n % 11];
    (void)messages_of(damaged);
  }
  SUCCEED();
}

TEST_CASE("a file of ten thousand entries is read in proportion to its size") {
  std::string text{good_scenario()};
  for (int i = 0; i < 10000; ++i) {
    text += "[[room]]\nname = \"room-" + std::to_string(i) + "\"\nvolume = \"30 m^3\"\nventilation = \"60 m^3/h\"\n";
    if (i % 2 == 0) text += "wals = \"1 W/m^2/K\"\n";
  }
  const auto start = std::chrono::steady_clock::now();
  const ReadResult r = read_scenario(text, "t.toml", test_catalog());
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  CHECK(r.diagnostics.size() == 5000);
  CHECK(taken.count() < 20);  // a bound that only a quadratic reader breaks, on any machine
}

TEST_CASE("checkpoints at Young's interval follow from their cost and the faults of the server") {
  const auto every_s = [](std::vector<Override> sets) {
    sets.push_back({"job.imagenet.checkpoint.every", "auto"});
    return read_ok(good_scenario(), std::move(sets)).jobs.at(0).checkpoint.every_s;
  };
  // √(2 · 20 s · 1 yr / (0.5 + 2 · 0.09)) = 43,090 s
  CHECK(every_s({{"job.imagenet.checkpoint.write", "20 s"}}) ==
        std::round(std::sqrt(2 * 20 * 365.25 * 86400 / (0.5 + 2 * 0.09))));
  CHECK(every_s({{"job.imagenet.checkpoint.write", "80 s"}}) ==
        Catch::Approx(2 * every_s({{"job.imagenet.checkpoint.write", "20 s"}})).margin(1));
  CHECK(every_s({{"server.box.interruptions", "0 1/yr"}, {"server.box.gpu.interruptions", "0 1/yr"}}) == 0);
  const Scenario s = read_ok(good_scenario(), {{"job.imagenet.checkpoint.every", "auto"}});
  CHECK(write_scenario(read_ok(write_scenario(s))) == write_scenario(s));
}

#include "scenarios/write.hpp"
#include "tests/scenarios/files_fixture.hpp"

using namespace rackcast::scenarios;

namespace {

constexpr std::string_view box = R"(
[[server]]
name = "box"
cpu = "Ryzen 9 5950X"
psu = { rating = "1600 W" }
  [[server.gpu]]
  model = "RTX 3090"
  count = 2
)";

constexpr std::string_view job = R"(
[[job]]
name = "imagenet"
on = "box"
model = "ResNet-50"
dataset = { name = "ImageNet-1k", epochs = 90 }
batch = { global = 512 }
)";

std::string with_job(std::string_view head, std::string_view more = "") {
  return std::string{head} + "\n" + std::string{job} + std::string{more};
}

}  // namespace

TEST_CASE("an included file says its part, and the file that includes it has the last word") {
  const Folder folder{"include"};
  folder.with("parts/box.toml", "run.seed = 5\nrun.replications = 7\n" + std::string{box});
  const Scenario s = folder.good(with_job("include = [\"parts/box.toml\"]\nrun.seed = 9", R"(
[[server]]
name = "box"
cpu = { idle = "20 W" }
gpu = [{ power_limit = "280 W" }]
)"));
  CHECK(s.run.seed == 9);
  CHECK(s.run.replications == 7);
  REQUIRE(s.servers.size() == 1);
  CHECK(s.servers[0].cpu.name == "Ryzen 9 5950X");
  CHECK(s.servers[0].cpu.idle_w == 20);
  CHECK(s.servers[0].gpus.count == 2);
  CHECK(s.servers[0].gpus.power_limit_w == 280);
}

TEST_CASE("of two keys that exclude each other the including file's stays") {
  const Folder folder{"exclude"};
  folder.with("all.toml", std::string{box} + std::string{job});
  const Scenario s = folder.good("include = \"all.toml\"\n[[job]]\nname = \"imagenet\"\nbatch = { per_gpu = 64 }\n");
  CHECK(s.jobs.at(0).batch.global == 128);
}

TEST_CASE("lists without names go one after the other") {
  const Folder folder{"lists"};
  const std::string alarm = "\n[[alarm]]\nwhen = \"server.box.gpu.die > 80 degC\"\n";
  folder.with("box.toml", std::string{box} + alarm);
  CHECK(folder.good(with_job("include = \"box.toml\"", alarm)).alarms.size() == 2);
}

TEST_CASE("included files include from their own folder, and mistakes name the file they stand in") {
  const Folder folder{"nested"};
  folder.with("a/one.toml", "include = \"b/two.toml\"\n").with("a/b/two.toml", std::string{box});
  CHECK(folder.good(with_job("include = \"a/one.toml\"")).servers.at(0).name == "box");
  folder.with("a/b/two.toml", "run.sede = 1\n" + std::string{box});
  CHECK(folder.messages(with_job("include = \"a/one.toml\"")) ==
        "a/b/two.toml:1:5: unknown key \"run.sede\" (not a key of a scenario) did you mean \"run.seed\"?\n");
}

TEST_CASE("what is included resolves to one text that reads back alone") {
  const Folder folder{"resolved"};
  folder.with("box.toml", box);
  const std::string resolved = write_scenario(folder.good(with_job("include = \"box.toml\"")));
  CHECK(resolved.find("include") == std::string::npos);
  CHECK(write_scenario(read_ok(resolved)) == resolved);
}

TEST_CASE("no path leads out of the folder of the file that names it") {
  const Folder folder{"escape"};
  const Folder other{"escape-other"};
  other.with("secret.toml", box);
  folder.with("parts/in.toml", "include = \"../box.toml\"\n").with("box.toml", box);
  std::filesystem::create_symlink(other.path / "secret.toml", folder.path / "link.toml");
  std::filesystem::create_directory_symlink(other.path, folder.path / "linked");
  std::filesystem::create_symlink(folder.path / "box.toml", folder.path / "inner.toml");
  const auto first = [&](const std::string& name) {
    const std::string all = folder.messages(with_job("include = \"" + name + "\""));
    return all.substr(0, all.find('\n'));
  };
  const std::string advice = " copy the file into that folder and give a path relative to it";
  const std::string leaves = ": this path leads out of the folder of the file that names it ";
  CHECK(first("../x.toml") == "t.toml:1:11: \"../x.toml\"" + leaves + "(it has a \"..\")" + advice);
  CHECK(first("parts/../box.toml").find("leads out of the folder") != std::string::npos);
  CHECK(first("/etc/passwd") == "t.toml:1:11: \"/etc/passwd\"" + leaves + "(it starts at the root)" + advice);
  CHECK(first("link.toml") == "t.toml:1:11: \"link.toml\"" + leaves + "(a link on the way leads elsewhere)" + advice);
  CHECK(first("linked/secret.toml").find("a link on the way") != std::string::npos);
  CHECK(first("parts/in.toml").find("parts/in.toml:1:11: \"../box.toml\"") != std::string::npos);
  CHECK(folder.messages(with_job("include = \"inner.toml\"")).empty());
  CHECK(read_scenario(with_job("include = \"box.toml\""), "t.toml", test_catalog()).diagnostics.at(0).message.why ==
        "this text is in no folder");
}

TEST_CASE("files that cannot be included are told, and none of them hangs") {
  const Folder folder{"bad"};
  folder.with("self.toml", "include = \"self.toml\"\n").with("a.toml", "include = \"b.toml\"\n");
  folder.with("b.toml", "include = \"a.toml\"\n").with("broken.toml", "x = [\n").with("binary.toml", "a\x01z");
  folder.with("empty.toml", "").with("a name with spaces, ü and 漢字.toml", box);
  std::filesystem::create_directory(folder.path / "folder");
  ::mkfifo((folder.path / "pipe").c_str(), 0600);
  const auto first = [&](const std::string& include) {
    const std::string all = folder.messages(with_job("include = " + include));
    return all.substr(0, all.find('\n'));
  };
  CHECK(first("\"self.toml\"") == "self.toml:1:11: a file includes itself (\"self.toml\") remove one include");
  CHECK(first("\"a.toml\"").find("a file includes itself") != std::string::npos);
  CHECK(first("\"no.toml\"") == "t.toml:1:11: \"no.toml\": no such file; check the spelling of its path");
  CHECK(first("\"folder\"") == "t.toml:1:11: \"folder\": is a folder (a file is needed) name a .toml file in it");
  CHECK(first("\"pipe\"").find("not a regular file") != std::string::npos);
  folder.with("huge.toml", "");
  std::filesystem::resize_file(folder.path / "huge.toml", 1U << 30U);  // sparse: a gigabyte of nothing
  CHECK(first("\"huge.toml\"") ==
        "t.toml:1:11: \"huge.toml\": is too large (1024 MiB; at most 64 MiB) is it a scenario?");
  CHECK(first("\"\"") == "t.toml:1:11: \"\": the path is empty; name a file");
  CHECK(first("7") == "t.toml:1:11: a file is named by a text, not by a number; write include = [\"parts/room.toml\"]");
  CHECK(first("\"broken.toml\"").starts_with("broken.toml:"));
  CHECK(first("\"binary.toml\"").starts_with("binary.toml:1:2: control character 0x01"));
  CHECK(first("\"empty.toml\"").find("nothing to simulate") != std::string::npos);
  CHECK(first("\"a name with spaces, ü and 漢字.toml\"").empty());
  std::string deep = "include = \"d0.toml\"\n";
  for (int i = 0; i < 20; ++i)
    folder.with("d" + std::to_string(i) + ".toml", "include = \"d" + std::to_string(i + 1) + ".toml\"\n");
  CHECK(first("\"d0.toml\"").find("too deeply") != std::string::npos);
}

// [server.gpu.topology] as it is read, written back, refused and shown.
#include <string>

#include "scenarios/budget_sheet.hpp"
#include "scenarios/budget_topology.hpp"
#include "scenarios/write.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/reader_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

namespace {

const Catalog& shipped() {
  static const auto loaded = Catalog::load(embedded_catalog());
  return loaded.catalog;
}

std::string with_topology(const std::string& topology, const std::string& more = "") {
  return "[[server]]\nname = \"box\"\ncpu = \"EPYC 7302\"\npsu = { rating = \"2000 W\", efficiency = \"80+ Gold 230 "
         "V\", "
         "design = \"ATX 2.x\" }\n" +
         more + "[[server.gpu]]\nmodel = \"RTX 3090\"\ncount = 4\n[server.gpu.topology]\n" + topology +
         "\n[[job]]\nname = \"train\"\nmodel = \"ResNet-50\"\ndataset = { name = \"ImageNet-1k\", epochs = 1 }\nbatch "
         "= { "
         "per_gpu = 64 }\n";
}

std::string messages(const std::string& topology) {
  std::string out;
  for (const auto& d : read_scenario(with_topology(topology), "t.toml", shipped()).diagnostics)
    out += to_string(d) + "\n";
  return out;
}

Scenario good(const std::string& text) {
  const ReadResult read = read_scenario(text, "t.toml", shipped());
  for (const auto& d : read.diagnostics) FAIL(to_string(d));
  return read.scenario.value();
}

constexpr const char* whole =
    "slots = [{ gpus = 2, to = \"switch 0\" }, { to = \"socket 0\", link = \"PCIe 4.0 x8\" }, { to = \"chipset\" }]\n"
    "switches = [{ name = \"switch 0\", link = \"PCIe 4.0 x16\" }]\n"
    "bridges = [{ gpus = [0, 2], link = \"NVLink bridge 3090\", links = 2 }]\n"
    "chipset = \"PCIe 4.0 x4\"\nsocket_link = \"10 GB/s\"\nstaging = \"17 GB/s\"\np2p = \"off\"\n";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a topology is read, written back and read again as it was") {
  const Scenario s = good(with_topology(whole));
  const models::TopologySpec& t = s.servers.at(0).gpus.topology;
  CHECK(t.slots.size() == 3);
  CHECK(t.slots[1].link == "PCIe 4.0 x8");
  CHECK(t.switches.at(0).to == "socket 0");
  CHECK(t.bridges.at(0).links == 2);
  CHECK(t.bridges.at(0).link.name == "NVLink bridge 3090");
  CHECK(t.staging_bytes_per_s == 17e9);
  CHECK(t.peer == models::PeerChoice::off);
  const std::string written = write_scenario(s);
  CHECK(write_scenario(good(written)) == written);
  CHECK(check_text(good(written), shipped()) == check_text(s, shipped()));
}

TEST_CASE("nothing said is no topology, and the link counts") {
  const Scenario s = good(with_topology(""));
  CHECK_FALSE(s.servers.at(0).gpus.topology.given());
  CHECK_FALSE(has(check_text(s, shipped()), "links, GB/s"));
  CHECK(models::ring_link(s.servers.at(0)).name == "PCIe 4.0 x16");
}

TEST_CASE("a topology that cannot be is told where it stands") {
  CHECK(has(messages("p2p = \"maybe\""), "t.toml:9:7: \"p2p\" cannot be \"maybe\""));
  CHECK(has(messages("slots = [{ gpus = 3 }]"), "t.toml:9:9: the slots hold 3 GPUs, but count = 4"));
  CHECK(has(messages("slots = [{ gpus = 4, to = \"chipst\" }]"), "there is no \"chipst\"; did you mean \"chipset\"?"));
  CHECK(has(messages("slots = [{ gpus = 4, to = \"socket 1\" }]"), "cpu_count says how many sockets there are"));
  CHECK(has(messages("slots = [{ gpus = 4, link = \"PCIe 9.0 x16\" }]"), "\"link\" cannot be \"PCIe 9.0 x16\""));
  CHECK(has(messages("slots = [{ gpus = 0 }]"), "\"gpus\""));
  CHECK(has(messages("slots = 4"), "is a list of tables"));
  CHECK(has(messages("bridges = [{ gpus = [0, 4], link = \"NVLink bridge 3090\" }]"), "numbered from 0 to 3"));
  CHECK(has(messages("bridges = [{ gpus = [1, 1], link = \"NVLink bridge 3090\" }]"), "two different GPUs"));
  CHECK(has(messages("bridges = [{ gpus = [0, 1, 2], link = \"NVLink bridge 3090\" }]"), "two different GPUs"));
  CHECK(has(messages("bridges = [{ gpus = [0.5, 1], link = \"NVLink bridge 3090\" }]"), "two different GPUs"));
  CHECK(has(messages("bridges = [{ gpus = [0, 1], link = \"no such\" }]"), "no entry \"no such\""));
  CHECK(has(messages("bridges = [{ link = \"NVLink bridge 3090\" }]"), "gpus"));
  CHECK(has(messages("switches = [{ name = \"a\" }, { name = \"a\" }]"), "\"a\""));
  CHECK(has(messages("switches = [{ name = \"chipset\" }]"), "\"chipset\" is taken"));
  CHECK(
      has(messages("slots = [{ gpus = 4, to = \"a\" }]\nswitches = [{ name = \"a\", to = \"b\" }, { name = \"b\", to = "
                   "\"a\" }]"),
          "no way from GPU 0 to socket 0"));
  CHECK(has(messages("socket_link = \"0 GB/s\""), "socket_link"));
  CHECK(has(messages("staging = \"fast\""), "staging"));
  CHECK(has(messages("chipset = \"none\""), "chipset"));
  CHECK(has(messages("slot = [{ gpus = 4 }]"), "slots"));
}

TEST_CASE("the sheet shows ways, bottlenecks, the ring and what several GPUs are worth") {
  const std::string text = check_text(good(with_topology(whole)), shipped());
  CHECK(has(text, "links, GB/s"));
  CHECK(has(text, "up-link of the chipset"));
  CHECK(has(text, "through host memory"));
  CHECK(has(text, "times the work of one"));
  const std::string narrow = "slots = [{ gpus = 4, link = \"PCIe 1.0 x1\" }]\np2p = \"off\"";
  CHECK(has(check_text(good(with_topology(narrow)), shipped()), "one alone would be faster"));
  CHECK(has(check_text(good(with_topology(narrow)), shipped()), "relieved by gpu.topology.p2p = \"on\""));
}

TEST_CASE("several GPUs of a server are worth what their steps say") {
  const Scenario s = good(with_topology("slots = [{ gpus = 4 }]"));
  const double alone_s = alone_step_s(s.servers[0], s.jobs[0]);
  models::ServerSpec one = s.servers[0];
  one.gpus.count = 1;
  one.gpus.topology = {};
  CHECK(alone_s == step_budget(one, s.jobs[0]).step.step_s);
  CHECK(step_budget(s.servers[0], s.jobs[0]).step.step_s >= alone_s);
}

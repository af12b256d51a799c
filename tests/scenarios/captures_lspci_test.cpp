#include <string>

#include "scenarios/captures/lspci_capture.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/captures_fixture.hpp"

namespace rackcast::scenarios {
namespace {

using Catch::Matchers::Contains;

LspciCapture read_lspci(std::string_view text) {
  const Parsed<LspciCapture> capture = parse_lspci_capture(text);
  INFO(to_string(capture.error));
  REQUIRE(capture.value.has_value());
  return *capture.value;
}

std::string problem_of(std::string_view text) {
  const Parsed<LspciCapture> capture = parse_lspci_capture(text);
  REQUIRE_FALSE(capture.value.has_value());
  return to_string(capture.error);
}

std::string relation(const LspciCapture& capture, std::size_t a, std::size_t b) {
  return to_string(capture.relations.at(a, b));
}

}  // namespace

TEST_CASE("lspci -tv of a workstation: GPUs below one root complex and below another") {
  const LspciCapture capture = read_lspci(capture_file("lspci/epyc-two-3090.txt"));
  REQUIRE(capture.gpus.size() == 3);
  CHECK(capture.gpus[0].name == "NVIDIA Corporation GA102 [GeForce RTX 3090]");
  CHECK(capture.gpus[0].address == "0000:41:00.0");
  CHECK(capture.gpus[2].address == "0000:01:00.0");
  CHECK(relation(capture, 0, 1) == "PHB");
  CHECK(relation(capture, 0, 2) == "SYS");
}

TEST_CASE("lspci -tv of a server: GPUs below one switch, below a switch of it, and below another root port") {
  const LspciCapture capture = read_lspci(capture_file("lspci/switches-four-a100.txt"));
  REQUIRE(capture.gpus.size() == 4);  // the NVSwitch is none
  CHECK(relation(capture, 0, 1) == "PIX");
  CHECK(relation(capture, 0, 2) == "PXB");
  CHECK(relation(capture, 0, 3) == "PHB");
  CHECK(capture.gpus[2].address == "0000:48:00.0");
}

TEST_CASE("lspci -tv finds AMD's GPUs behind their own switch, and those of other domains and older labels") {
  const LspciCapture radeon = read_lspci(capture_file("lspci/radeon-own-switch.txt"));
  REQUIRE(radeon.gpus.size() == 1);
  CHECK_THAT(radeon.gpus[0].name, Contains("Radeon RX 6800"));
  const LspciCapture domains = read_lspci(capture_file("lspci/domains-old-labels.txt"));
  REQUIRE(domains.gpus.size() == 2);
  CHECK(domains.gpus[0].address == "0005:09:00.0");
  CHECK(domains.gpus[1].address == "0000:04:00.0");
  CHECK(relation(domains, 0, 1) == "SYS");
}

TEST_CASE("lspci -tv may stand among other lines") {
  const std::string tree =
      "-[0000:00]-+-01.0-[01]----00.0  NVIDIA Corporation GA102 [GeForce RTX 3090]\n"
      "           \\-02.0-[02]----00.0  NVIDIA Corporation Device 2204\n";
  CHECK(read_lspci("my box:\n| a table |\n+-----+\n" + tree + "+-------+\nbye\n").gpus.size() == 2);
}

TEST_CASE("what is no tree of lspci -tv is refused and the right command told") {
  CHECK_THAT(problem_of("01:00.0 VGA compatible controller: NVIDIA Corporation GA102 (rev a1)\n"),
             Contains("give the output of lspci -tv"));
  CHECK_THAT(problem_of("-[0000:00]-+-00.0\n           \\-01.0-[01]----00.0\n"), Contains("not -t"));
  CHECK_THAT(problem_of("-[0000:00]---00.0  Intel Corporation Device 09a2\n"), Contains("no GPU in the tree"));
  CHECK_THAT(problem_of("-[0000:00]-+-00.0  A\n     \\-01.0-[01]----00.0  B\n"),
             Contains("line 2: a branch at column 6 belongs to nothing above it"));
  CHECK_THAT(problem_of("-[0000:00]-+-01.0-[0"), Contains("line 1: a bus number without its ]"));
  CHECK_THAT(problem_of("-[0000:00]-+-01.0-[xyz]--"), Contains("line 1: a bus number that is none"));
  CHECK_THAT(problem_of("hello"), Contains("no PCI tree"));
  std::string deep = "-[0000:00]-";
  for (int i = 0; i < 100000; ++i) deep += "--00.0-[01]-";
  CHECK_THAT(problem_of(deep), Contains("more bridges than any machine"));
}

}  // namespace rackcast::scenarios

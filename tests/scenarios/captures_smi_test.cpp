#include <algorithm>
#include <string>

#include "scenarios/captures/smi_capture.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/captures_fixture.hpp"

namespace rackcast::scenarios {
namespace {

using Catch::Approx;
using Catch::Matchers::Contains;

constexpr double mib = 1048576;

SmiCapture read_smi(std::string_view text) {
  const Parsed<SmiCapture> capture = parse_smi_capture(text);
  INFO(to_string(capture.error));
  REQUIRE(capture.value.has_value());
  return *capture.value;
}

std::string problem_of(std::string_view text) {
  const Parsed<SmiCapture> capture = parse_smi_capture(text);
  REQUIRE_FALSE(capture.value.has_value());
  return to_string(capture.error);
}

/// Every line moved to the left edge, as a forum may do.
std::string without_indentation(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::size_t first = std::min(text.find_first_not_of(' ', at), end);
    out += text.substr(first, end - first) + "\n";
    at = end + 1;
  }
  return out;
}

void check_h100(const SmiGpu& gpu) {
  CHECK(gpu.product == "NVIDIA H100 80GB HBM3");
  CHECK(gpu.memory_bytes == 81559 * mib);
  CHECK(gpu.power_default_w == 700);
  CHECK(gpu.power_min_w == 200);
  CHECK(gpu.power_max_w == 700);
  CHECK(gpu.power_limit_w == 700);
  CHECK(*gpu.power_draw_w == Approx(72.02));
  CHECK(gpu.max_sm_clock_hz == 1980e6);
  CHECK(gpu.max_memory_clock_hz == 2619e6);
  CHECK(gpu.sm_clock_hz == 345e6);
  CHECK(gpu.pcie_generation == 5);
  CHECK(gpu.pcie_lanes_max == 16);
  CHECK_FALSE(gpu.fan_fraction.has_value());
  CHECK(gpu.ecc == SmiSwitch::on);
  CHECK(gpu.mig == SmiSwitch::off);
}

}  // namespace

TEST_CASE("nvidia-smi -q of an H100 gives its limits, from margins where it prints those") {
  const SmiCapture capture = read_smi(capture_file("smi/h100-driver-545.txt"));
  CHECK(capture.driver == "545.23.08");
  REQUIRE(capture.gpus.size() == 1);
  const SmiGpu& gpu = capture.gpus[0];
  CHECK(gpu.bus_id == "00000000:19:00.0");
  check_h100(gpu);
  // 33 C now and 54 K left: throttling at 87 C, slowdown 2 K and shutdown 8 K beyond.
  CHECK(gpu.limits == SmiLimits::derived);
  CHECK(gpu.max_operating_c == 87);
  CHECK(gpu.slowdown_c == 89);
  CHECK(gpu.shutdown_c == 95);
  CHECK_FALSE(gpu.target_c.has_value());
  CHECK_FALSE(gpu.memory_max_operating_c.has_value());
  CHECK(gpu.memory_c == 41);
}

TEST_CASE("nvidia-smi -q is read with the titles of each generation of drivers") {
  const SmiGpu a10 = read_smi(capture_file("smi/a10-driver-550.txt")).gpus.at(0);
  CHECK(a10.limits == SmiLimits::stated);
  CHECK(a10.shutdown_c == 101);
  CHECK(a10.slowdown_c == 98);
  CHECK(a10.max_operating_c == 91);
  CHECK(a10.fan_fraction == 0);
  CHECK(a10.power_max_w == 150);  // not the N/A of the module
  const SmiGpu blackwell = read_smi(capture_file("smi/rtx-5090-driver-570.txt")).gpus.at(0);
  CHECK(*blackwell.power_draw_w == Approx(24.05));
  CHECK(blackwell.max_operating_c == 90);
  CHECK(blackwell.pcie_lanes == 8);
  CHECK(blackwell.pcie_generation_max == 5);
  const SmiCapture old = read_smi(capture_file("smi/gtx-1050-ti-driver-390.txt"));
  CHECK(old.driver == "390.42");
  CHECK(old.gpus.at(0).shutdown_c == 102);
  CHECK(old.gpus.at(0).product.empty());
  CHECK_FALSE(old.gpus.at(0).memory_bytes.has_value());
}

TEST_CASE("nvidia-smi -q of several GPUs keeps each one's own values, and none of a GPU that does not answer") {
  const SmiCapture capture = read_smi(capture_file("smi/two-3090-driver-470.txt"));
  REQUIRE(capture.gpus.size() == 2);
  const SmiGpu& lowered = capture.gpus[0];
  CHECK(lowered.power_limit_w == 280);
  CHECK(lowered.power_default_w == 350);
  CHECK(lowered.target_c == 83);
  CHECK(lowered.fan_fraction == Approx(0.3));
  CHECK(lowered.persistence == SmiSwitch::off);
  CHECK_FALSE(lowered.ecc.has_value());
  const SmiGpu& lost = capture.gpus[1];
  CHECK(lost.product == "GeForce RTX 3090");
  CHECK_FALSE(lost.power_limit_w.has_value());
  CHECK_FALSE(lost.memory_bytes.has_value());
  CHECK_FALSE(lost.pcie_lanes_max.has_value());
}

TEST_CASE("nvidia-smi -q is read through a terminal's or a web page's changes") {
  const std::string text = capture_file("smi/h100-driver-545.txt");
  check_h100(read_smi(without_indentation(text)).gpus.at(0));
  std::string wide = "\xFF\xFE";
  std::string dos;
  for (const char c : text) {
    wide += {c, '\0'};
    dos += c == '\n' ? std::string{"\r\n"} : std::string{c};
  }
  check_h100(read_smi(wide).gpus.at(0));
  check_h100(read_smi(dos).gpus.at(0));
}

TEST_CASE("a value of nvidia-smi -q that cannot be is refused with its line") {
  const auto with = [](std::string_view line) {
    return problem_of("GPU 00000000:01:00.0\n    FB Memory Usage\n        " + std::string{line} + "\n");
  };
  CHECK_THAT(with("Total : 24 GiB"), Contains("line 3: Total is \"24 GiB\" (the unit is another one)"));
  CHECK_THAT(with("Total : 1.2.3 MiB"), Contains("line 3: Total is \"1.2.3 MiB\" (that is no number)"));
  CHECK_THAT(with("Total : -5 MiB"), Contains("no GPU has that"));
  CHECK_THAT(with("Total : 99999999999999999999 MiB"), Contains("no GPU has that"));
}

TEST_CASE("other outputs of nvidia-smi are named and the right command is told") {
  CHECK_THAT(problem_of("| NVIDIA-SMI 545.23.08    Driver Version: 545.23.08 |\n"),
             Contains("table of plain nvidia-smi"));
  CHECK_THAT(problem_of("GPU 0: NVIDIA A10 (UUID: GPU-0000)\n"), Contains("nvidia-smi -L"));
  CHECK_THAT(problem_of("<?xml version=\"1.0\" ?>\n<nvidia_smi_log>\n"), Contains("without -x"));
  CHECK_THAT(problem_of("name, power.limit [W]\nNVIDIA A10, 150.00 W\n"), Contains("--query-gpu"));
  CHECK_THAT(problem_of("\tGPU0\tGPU1\tCPU Affinity\n"), Contains("topo -m"));
  CHECK_THAT(problem_of("NVIDIA-SMI has failed because it couldn't communicate\n"), Contains("found no GPU"));
  CHECK_THAT(problem_of("hello\n"), Contains("give the output of nvidia-smi -q"));
  CHECK_THAT(problem_of("  \n\t\n"), Contains("empty"));
  CHECK_THAT(problem_of(std::string("GPU 00000000:01:00.0\0\n", 22)), Contains("this is no text"));
}

}  // namespace rackcast::scenarios

#include "scenarios/evidence.hpp"

#include <cmath>

#include "tests/catch.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

namespace {

const std::vector<Evidence> known = {{"ResNet-50", "RTX 3090", "PyTorch", 1, {"V1", "V2"}, 0.05, false},
                                     {"ResNet-50", "RTX 3090", "PyTorch", 8, {"V3"}, 0.11, false},
                                     {"GPT-2 124M", "A100", "llm.c", 8, {"L1"}, 0.04, true}};

JobEvidence find(const char* workload, const char* gpu, const char* software, int gpus) {
  models::ServerSpec server;
  server.gpus.gpu.name = gpu;
  server.gpus.count = gpus;
  server.software.name = software;
  models::JobSpec job;
  job.workload.name = workload;
  return find_evidence(known, server, job);
}

}  // namespace

TEST_CASE("the same thing measured is at distance 0 with its own error") {
  const JobEvidence e = find("ResNet-50", "RTX 3090", "PyTorch", 8);
  CHECK(e.distance == 0);
  CHECK(e.nearest_rows == std::vector<std::string>{"V3"});
  CHECK(e.model_error == 0.11);
  CHECK_FALSE(e.extrapolated);
}

TEST_CASE("another number of GPUs adds a quarter for each factor of two and stays covered up to four") {
  const JobEvidence two = find("ResNet-50", "RTX 3090", "PyTorch", 2);
  CHECK(two.distance == Approx(0.25));
  CHECK(two.nearest_rows == std::vector<std::string>{"V1", "V2"});
  CHECK(two.model_error == 0.05);
  CHECK_FALSE(two.extrapolated);
  const JobEvidence many = find("ResNet-50", "RTX 3090", "PyTorch", 64);
  CHECK(many.distance == Approx(0.75));
  CHECK(many.extrapolated);
  CHECK(many.model_error == default_model_error);
}

TEST_CASE("another GPU, software or workload is extrapolated and never claims a small error") {
  for (const JobEvidence& e : {find("ResNet-50", "RTX 9999", "PyTorch", 1), find("ResNet-50", "RTX 3090", "JAX", 1),
                               find("VGG-16", "RTX 3090", "PyTorch", 1)}) {
    CHECK(e.distance == Approx(1));
    CHECK(e.extrapolated);
    CHECK(e.model_error == default_model_error);
    CHECK(e.nearest_rows == std::vector<std::string>{"V1", "V2"});
  }
}

TEST_CASE("evidence that is itself extrapolated stays so, with the error it states") {
  const JobEvidence e = find("GPT-2 124M", "A100", "llm.c", 8);
  CHECK(e.distance == 0);
  CHECK(e.extrapolated);
  CHECK(e.model_error == 0.04);
}

TEST_CASE("without any evidence the stated default holds") {
  const JobEvidence e = find_evidence({}, {}, {});
  CHECK(std::isinf(e.distance));
  CHECK(e.extrapolated);
  CHECK(e.model_error == default_model_error);
  CHECK(e.nearest_rows.empty());
}

TEST_CASE("evidence is read from its file and what is incomplete is refused") {
  const auto read = read_evidence(R"(
[[evidence]]
workload = "ResNet-50"
gpu = "V100"
software = "PyTorch"
gpus = 2
rows = ["V1", "V9"]
measured = 1400.5
unit = "images/s"
sd = 0.08
extrapolated = false
)");
  REQUIRE(read.size() == 1);
  CHECK(read[0].workload == "ResNet-50");
  CHECK(read[0].gpus == 2);
  CHECK(read[0].rows == std::vector<std::string>{"V1", "V9"});
  CHECK(read[0].sd == 0.08);
  CHECK_THROWS_WITH(read_evidence("[[evidence]]\nworkload = \"x\"\n"), Catch::Matchers::Contains("lacks gpu"));
  CHECK_THROWS(read_evidence("[[evidence]\n"));
  CHECK(read_evidence("").empty());
}

TEST_CASE("every entry the binary carries is usable") {
  for (const Evidence& e : embedded_evidence()) {
    INFO(e.workload << ", " << e.gpu << ", " << e.software);
    CHECK_FALSE(e.rows.empty());
    CHECK(e.sd > 0);
    CHECK(e.sd < 1);
  }
}

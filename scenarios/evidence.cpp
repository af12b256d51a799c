#include "scenarios/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "scenarios/embedded_calibration.hpp"
#include "scenarios/read/document.hpp"
#include "sim/math.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double per_other_name = 1;
constexpr double per_doubling = 0.25;
constexpr double ln2 = 0.6931471805599453;
constexpr std::string_view file_name = "model_error.toml";

double name_distance(const std::string& a, const std::string& b) { return a == b ? 0 : per_other_name; }

double scale_distance(double a, double b) { return a == b ? 0 : per_doubling * std::abs(sim::log(a / b)) / ln2; }

double distance(const Evidence& e, const models::ServerSpec& server, const models::JobSpec& job) {
  return name_distance(e.gpu, server.gpus.gpu.name) + name_distance(e.software, server.software.name) +
         name_distance(e.workload, job.workload.name) + scale_distance(e.gpus, server.gpus.count);
}

JobEvidence no_evidence() { return {{}, std::numeric_limits<double>::infinity(), true, default_model_error}; }

[[noreturn]] void refuse(const std::string& what) {
  throw std::runtime_error("scenarios/calibration/" + std::string(file_name) + ": " + what);
}

const Node& member(const Node& table, std::string_view key, Node::Kind kind) {
  const Node* node = table.find(key);
  if (node == nullptr || !node->is(kind)) refuse("an evidence entry lacks " + std::string(key));
  return *node;
}

double number(const Node& table, std::string_view key) {
  const Node* node = table.find(key);
  if (node != nullptr && node->is(Node::Kind::integer)) return static_cast<double>(node->integer);
  return member(table, key, Node::Kind::real).real;
}

Evidence read_entry(const Node& table) {
  Evidence e;
  e.workload = member(table, "workload", Node::Kind::text).text;
  e.gpu = member(table, "gpu", Node::Kind::text).text;
  e.software = member(table, "software", Node::Kind::text).text;
  e.gpus = number(table, "gpus");
  for (const Node& row : member(table, "rows", Node::Kind::array).items) e.rows.push_back(row.text);
  e.sd = number(table, "sd");
  e.extrapolated = member(table, "extrapolated", Node::Kind::boolean).boolean;
  if (!(e.gpus >= 1) || !(e.sd >= 0)) refuse("gpus must be 1 or more and sd 0 or more");
  return e;
}

}  // namespace

JobEvidence find_evidence(const std::vector<Evidence>& known, const models::ServerSpec& server,
                          const models::JobSpec& job) {
  if (known.empty()) return no_evidence();
  const auto nearest = std::min_element(known.begin(), known.end(), [&](const Evidence& a, const Evidence& b) {
    return distance(a, server, job) < distance(b, server, job);
  });
  JobEvidence found{nearest->rows, distance(*nearest, server, job), nearest->extrapolated, nearest->sd};
  // An entry that calls itself extrapolated states the error to expect; what no entry covers gets the default at least.
  if (found.distance > covered_distance) {
    found.extrapolated = true;
    found.model_error = std::max(found.model_error, default_model_error);
  }
  return found;
}

std::vector<Evidence> read_evidence(std::string_view toml) {
  Diagnostics diagnostics{std::string(file_name)};
  const Node document = parse_document(toml, 0, diagnostics);
  if (diagnostics.count() > 0) refuse(to_string(diagnostics.sorted().front()));
  std::vector<Evidence> known;
  const Node* entries = document.find("evidence");
  if (entries == nullptr) return known;
  for (const Node& entry : entries->items) known.push_back(read_entry(entry));
  return known;
}

std::vector<Evidence> embedded_evidence() {
  for (const EmbeddedFile& file : embedded_calibration()) {
    if (file.path == file_name) return read_evidence(file.text);
  }
  return {};
}

JobEvidence nearest_evidence(const models::ServerSpec& server, const models::JobSpec& job) {
  static const std::vector<Evidence> known = embedded_evidence();  // the same for every caller, read once
  return find_evidence(known, server, job);
}

}  // namespace rackcast::scenarios

#include "viz/report/documents.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "viz/report/unreadable.hpp"

namespace rackcast::viz {

namespace {

using Json = nlohmann::ordered_json;

// A value and its place in a file, for messages.
class Node {
 public:
  Node(const Json& json, std::string place) : json_(json), place_(std::move(place)) {}

  bool has(const char* key) const { return json_.is_object() && json_.contains(key) && !json_[key].is_null(); }

  Node at(const std::string& key) const {
    if (!json_.is_object() || !json_.contains(key)) refuse("has no \"" + key + "\"");
    return {json_[key], place_ + "." + key};
  }

  double number() const {
    if (json_.is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (!json_.is_number()) refuse("is no number");
    return json_.get<double>();
  }

  std::string text() const {
    if (json_.is_null()) return "";
    if (!json_.is_string()) refuse("is no text");
    return json_.get<std::string>();
  }

  bool truth() const {
    if (!json_.is_boolean()) refuse("is neither true nor false");
    return json_.get<bool>();
  }

  std::vector<Node> items() const {
    if (!json_.is_array()) refuse("is no list");
    std::vector<Node> out;
    for (std::size_t i = 0; i < json_.size(); ++i) out.emplace_back(json_[i], fmt::format("{}[{}]", place_, i));
    return out;
  }

  std::vector<std::pair<std::string, Node>> members() const {
    if (!json_.is_object()) refuse("is no table");
    std::vector<std::pair<std::string, Node>> out;
    for (const auto& [key, value] : json_.items()) out.emplace_back(key, Node(value, place_ + "." + key));
    return out;
  }

  bool is_number() const { return json_.is_number() || json_.is_null(); }
  bool is_table() const { return json_.is_object(); }

  // What stands beside is absent, not wrong.
  double number_or_unknown(const char* key) const {
    return has(key) ? at(key).number() : std::numeric_limits<double>::quiet_NaN();
  }
  std::string text_or_none(const char* key) const { return has(key) ? at(key).text() : ""; }

 private:
  [[noreturn]] void refuse(const std::string& problem) const {
    throw FolderUnreadable(place_ + " " + problem +
                           " (the file is damaged or of another version) run the scenario again");
  }

  const Json& json_;
  std::string place_;
};

template <class Reader>
auto read(std::string_view text, const char* file, Reader reader) {
  const Json json = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) {
    throw FolderUnreadable(std::string(file) + " is no JSON (the file is damaged) run the scenario again");
  }
  return reader(Node(json, file));
}

Spread spread(const Node& node) {
  Spread out;
  if (node.is_number()) {
    out.kind = Spread::Kind::scalar;
    out.mean = out.p10 = out.p50 = out.p90 = out.ci95_low = out.ci95_high = node.number();
    return out;
  }
  out.kind = Spread::Kind::distribution;
  out.mean = node.at("mean").number();
  out.sd = node.at("sd").number();
  out.p10 = node.at("p10").number();
  out.p50 = node.at("p50").number();
  out.p90 = node.at("p90").number();
  out.ci95_low = node.at("ci95_low").number();
  out.ci95_high = node.at("ci95_high").number();
  return out;
}

Spread spread_or_absent(const Node& node, const char* key) { return node.has(key) ? spread(node.at(key)) : Spread{}; }

// Members that are numbers or distributions; others belong to other readers.
NamedSpreads spreads(const Node& parent, const char* key) {
  NamedSpreads out;
  if (!parent.has(key)) return out;
  for (const auto& [name, node] : parent.at(key).members()) {
    if (node.is_number() || node.is_table()) out.emplace_back(name, spread(node));
  }
  return out;
}

std::vector<std::string> texts(const Node& parent, const char* key) {
  std::vector<std::string> out;
  if (!parent.has(key)) return out;
  for (const Node& item : parent.at(key).items()) out.push_back(item.text());
  return out;
}

EvidenceText evidence(const Node& node) {
  EvidenceText out;
  out.nearest_rows = texts(node, "nearest_rows");
  out.distance = node.number_or_unknown("distance");
  out.extrapolated = node.has("extrapolated") && node.at("extrapolated").truth();
  out.model_error = node.number_or_unknown("model_error");
  return out;
}

JobForecast job(const Node& node) {
  JobForecast out;
  out.name = node.at("name").text();
  out.finished_fraction = node.at("finished_fraction").number();
  out.duration_s = spread(node.at("duration_s"));
  out.ideal_duration_s = spread(node.at("ideal_duration_s"));
  out.step_time_s = spread_or_absent(node, "step_time_s");
  out.throughput = spread_or_absent(node, "throughput");
  out.throughput_unit = node.text_or_none("throughput_unit");
  out.mfu = spread_or_absent(node, "mfu");
  out.clock_headroom = spread_or_absent(node, "clock_headroom");
  out.effective_time_ratio = spread_or_absent(node, "effective_time_ratio");
  out.lost_time_s = spreads(node, "lost_time_s");
  out.deadline_s = node.number_or_unknown("deadline_s");
  out.probability_by_deadline = node.number_or_unknown("probability_by_deadline");
  if (node.has("evidence")) out.evidence = evidence(node.at("evidence"));
  out.energy_kwh = spread_or_absent(node, "energy_kwh");
  return out;
}

void read_throttling(const Node& node, ForecastData& out) {
  out.throttled = spread_or_absent(node, "fraction");
  out.throttled_by = spreads(node, "by_cause");
  out.worst_component = node.text_or_none("worst_component");
  out.hottest_c = spread_or_absent(node, "hottest_c");
  out.worst_inlet_c = spread_or_absent(node, "worst_inlet_c");
}

void read_failures(const Node& node, ForecastData& out) {
  out.interruptions = spread_or_absent(node, "interruptions");
  out.probability_of_any = node.number_or_unknown("probability_of_any");
  out.interrupted_by = spreads(node, "by_cause");
}

MarginText margin(const Node& node) {
  return {node.text_or_none("component"), node.text_or_none("limit"), node.number_or_unknown("margin"),
          node.text_or_none("unit"), node.number_or_unknown("time_to_limit_s")};
}

AlarmText alarm(const Node& node) {
  return {node.at("when").text(), node.number_or_unknown("probability"), spread_or_absent(node, "count"),
          spread_or_absent(node, "first_s")};
}

ForecastData forecast(const Node& node) {
  ForecastData out;
  out.title = node.at("title").text();
  out.seed = node.at("seed").number();
  out.replications = node.at("replications").number();
  out.horizon_s = node.number_or_unknown("horizon_s");
  out.software = node.text_or_none("software");
  out.unverified = texts(node, "unverified");
  for (const Node& item : node.at("jobs").items()) out.jobs.push_back(job(item));
  if (node.has("throttling")) read_throttling(node.at("throttling"), out);
  if (node.has("failures")) read_failures(node.at("failures"), out);
  out.power = spreads(node, "power");
  out.energy = spreads(node, "energy");
  out.cost = spreads(node, "cost");
  if (node.has("margins")) {
    for (const Node& item : node.at("margins").items()) out.margins.push_back(margin(item));
  }
  if (node.has("alarms")) {
    for (const Node& item : node.at("alarms").items()) out.alarms.push_back(alarm(item));
  }
  return out;
}

Part part(const Node& node) {
  Part out;
  out.path = node.at("path").text();
  out.kind = node.at("kind").text();
  out.product = node.text_or_none("product");
  out.parent = node.text_or_none("parent");
  out.position = node.number_or_unknown("position");
  if (node.has("limits")) {
    for (const auto& [name, value] : node.at("limits").members()) {
      if (value.is_number()) out.limits.emplace_back(name, value.number());
    }
  }
  out.unverified = texts(node, "unverified");
  return out;
}

}  // namespace

double Part::limit(std::string_view name) const {
  for (const auto& [key, value] : limits) {
    if (key == name) return value;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

Spread spread_of(const NamedSpreads& list, std::string_view name) {
  for (const auto& [key, value] : list) {
    if (key == name) return value;
  }
  return {};
}

ForecastData read_summary(std::string_view text) { return read(text, "summary.json", forecast); }

std::vector<Part> read_layout(std::string_view text) {
  return read(text, "layout.json", [](const Node& node) {
    std::vector<Part> parts;
    for (const Node& item : node.at("components").items()) parts.push_back(part(item));
    return parts;
  });
}

RunFacts read_manifest(std::string_view text) {
  return read(text, "manifest.json", [](const Node& node) {
    RunFacts out;
    out.complete = node.has("complete") && node.at("complete").truth();
    out.version = node.text_or_none("version");
    out.command = node.text_or_none("command");
    out.ended_by = node.text_or_none("ended_by");
    out.scenario_fnv1a = node.text_or_none("scenario_fnv1a");
    out.events = node.number_or_unknown("events");
    out.wall_s = node.number_or_unknown("wall_s");
    return out;
  });
}

}  // namespace rackcast::viz

// What people measured on machines like these: scenarios/cases (format: docs/methods/cases.md).
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "scenarios/budget_sheet.hpp"
#include "scenarios/read/document.hpp"
#include "scenarios/read/reader.hpp"
#include "scenarios/replications.hpp"
#include "scenarios/run_one.hpp"
#include "scenarios/summary.hpp"
#include "scenarios/summary_json.hpp"
#include "scenarios/validation/known_gaps.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/trace_summary.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;
namespace fs = std::filesystem;

namespace {

const Catalog& catalog() {
  static const auto loaded = Catalog::load(embedded_catalog());
  return loaded.catalog;
}

std::string text_of(const Node& table, std::string_view key, const std::string& otherwise = {}) {
  const Node* node = table.find(key);
  return node == nullptr ? otherwise : node->text;
}

double number_of(const Node& table, std::string_view key, double otherwise) {
  const Node* node = table.find(key);
  if (node == nullptr) return otherwise;
  return node->is(Node::Kind::integer) ? static_cast<double>(node->integer) : node->real;
}

const std::vector<Node>& list_of(const Node& table, std::string_view key) {
  static const std::vector<Node> none;
  const Node* node = table.find(key);
  return node == nullptr ? none : node->items;
}

/// One case: its scenario with the changes of each variant, checked and run when something of it is asked for.
class Case {
 public:
  explicit Case(const fs::path& expectations) {
    std::ifstream file(expectations);
    std::stringstream text;
    text << file.rdbuf();
    Diagnostics diagnostics{expectations.filename().string()};
    table_ = parse_document(text.str(), 0, diagnostics);
    INFO(expectations);
    REQUIRE(diagnostics.count() == 0);
    scenario_file_ = expectations;
    scenario_file_.replace_extension().replace_extension(".toml");
  }

  std::string name() const { return "case " + text_of(table_, "case"); }

  TableResult result() {
    TableResult result;
    result.name = name();
    for (const Node& expected : list_of(table_, "expect")) result.bars.push_back(bar(expected));
    return result;
  }

  void check_form() const {
    CHECK(scenario_file_.filename().string().starts_with(text_of(table_, "case") + "-"));
    CHECK(text_of(table_, "source").size() > 20);
    CHECK_FALSE(list_of(table_, "expect").empty());
    check_keys(table_, {"case", "source", "variant", "expect", "open"});
    for (const Node& v : list_of(table_, "variant")) check_keys(v, {"name", "set"});
    for (const Node& e : list_of(table_, "expect")) {
      check_keys(e, {"what", "of", "output", "variant", "minus", "minus_variant", "over", "over_variant", "per", "low",
                     "high"});
    }
    for (const Node& open : list_of(table_, "open")) {
      check_keys(open, {"what", "reason"});
      CHECK(text_of(open, "reason").size() > 20);
    }
  }

 private:
  static void check_keys(const Node& table, const std::vector<std::string>& known) {
    for (const Entry& entry : table.entries) {
      INFO(entry.key);
      CHECK(std::find(known.begin(), known.end(), entry.key) != known.end());
    }
  }

  std::vector<Override> sets(const std::string& variant) const {
    std::vector<Override> sets;
    bool known = variant.empty();
    for (const Node& v : list_of(table_, "variant")) {
      if (text_of(v, "name") != variant) continue;
      known = true;
      for (const Node& set : list_of(v, "set")) {
        const std::size_t equals = set.text.find('=');
        REQUIRE(equals != std::string::npos);
        sets.push_back({set.text.substr(0, equals), set.text.substr(equals + 1)});
      }
    }
    INFO("variant " << variant);
    REQUIRE(known);
    return sets;
  }

  Scenario scenario(const std::string& variant) const {
    const auto read = read_scenario_file(scenario_file_, catalog(), sets(variant));
    for (const Diagnostic& d : read.diagnostics) FAIL(to_string(d));
    return read.scenario.value();
  }

  /// What `rackcast check --json` or summary.json says, or how the trace of replication 0 went.
  const nlohmann::json& output(const std::string& of, const std::string& variant) {
    const auto [found, is_new] = outputs_.try_emplace({of, variant});
    if (is_new) found->second = nlohmann::json::parse(text(of, scenario(variant)));
    return found->second;
  }

  static std::string text(const std::string& of, const Scenario& scenario) {
    if (of == "check") return check_json(scenario, catalog()).text();
    if (of == "trace") {
      return tests::trace_summary(run_one(scenario, 0, ReplicationKind::sampled).trace.samples).dump();
    }
    REQUIRE(of == "run");
    std::vector<models::Outcome> outcomes;
    for (const auto& r : run_replications(scenario, {}).replications) outcomes.push_back(r.result.outcome);
    const std::vector<JobEvidence> no_evidence(scenario.jobs.size());
    return summary_json(summarize_run(scenario, outcomes, no_evidence, {})).text();
  }

  double value(const std::string& of, const std::string& variant, const std::string& path) {
    const auto& found = output(of, variant).at(nlohmann::json::json_pointer(path));
    if (found.is_boolean()) return found.get<bool>() ? 1 : 0;
    if (found.is_object()) return found.at("mean").get<double>();  // it differs between replications
    return found.is_null() ? std::numeric_limits<double>::infinity() : found.get<double>();
  }

  // How far outside its range a value is: 0 within.
  Bar bar(const Node& expected) {
    INFO(name() << ": " << text_of(expected, "what"));
    const std::string of = text_of(expected, "of", "check");
    const std::string variant = text_of(expected, "variant");
    double x = value(of, variant, text_of(expected, "output"));
    if (const std::string minus = text_of(expected, "minus"); !minus.empty()) {
      x -= value(of, text_of(expected, "minus_variant", variant), minus);
    }
    if (const std::string over = text_of(expected, "over"); !over.empty()) {
      x /= value(of, text_of(expected, "over_variant", variant), over);
    }
    x /= number_of(expected, "per", 1);
    const double low = number_of(expected, "low", -std::numeric_limits<double>::infinity());
    const double high = number_of(expected, "high", std::numeric_limits<double>::infinity());
    REQUIRE(low <= high);
    const double outside = std::isnan(x) ? x : std::max({0.0, low - x, x - high});
    UNSCOPED_INFO(name() << ", " << text_of(expected, "what") << ": " << x << " (" << low << " to " << high << ")");
    return {text_of(expected, "what"), outside, 0, "", 1};
  }

  Node table_;
  fs::path scenario_file_;
  std::map<std::pair<std::string, std::string>, nlohmann::json> outputs_;
};

std::vector<fs::path> case_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(std::string(RACKCAST_SOURCE_DIR) + "/scenarios/cases")) {
    if (entry.path().string().ends_with(".expect.toml")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

TEST_CASE("cases come out as they were measured, but for known gaps") {
  std::vector<TableResult> results;
  for (const fs::path& file : case_files()) {
    Case one(file);
    one.check_form();
    results.push_back(one.result());
  }
  REQUIRE_FALSE(results.empty());
  for (const std::string& problem : gap_problems(results, gaps_of(GapsOf::cases, known_gaps()))) FAIL_CHECK(problem);
}

TEST_CASE("every scenario of a case has expectations") {
  for (const auto& entry : fs::directory_iterator(std::string(RACKCAST_SOURCE_DIR) + "/scenarios/cases")) {
    const std::string path = entry.path().string();
    INFO(path);
    if (!path.ends_with(".toml") || path.ends_with(".expect.toml")) continue;
    CHECK(fs::exists(path.substr(0, path.size() - 5) + ".expect.toml"));
  }
}

#include <cmath>
#include <set>

#include "scenarios/embedded.hpp"
#include "scenarios/validation/calibrate.hpp"
#include "scenarios/validation/embedded_validation.hpp"
#include "scenarios/validation/known_gaps.hpp"
#include "scenarios/validation/report.hpp"
#include "scenarios/validation/tables.hpp"
#include "sim/math.hpp"
#include "tests/catch.hpp"

using namespace rackcast::scenarios;
using Catch::Approx;

namespace {

const Catalog& catalog() {
  static const Catalog loaded = Catalog::load(embedded_catalog(), {}, Embedded::on_demand).catalog;
  return loaded;
}

/// The rows in the binary, scored as if they had been given: nothing is fitted.
TableResult as_given(const ValidationTable& table) {
  Diagnostics diagnostics{"rows"};
  return validate_rows(table, catalog(), embedded_validation_file(table.file), "rows", diagnostics);
}

std::vector<std::string> problems_of(std::string_view text, const CsvColumns& columns) {
  Diagnostics diagnostics{"rows.csv"};
  check_columns(parse_csv(text, "rows.csv", diagnostics), columns, diagnostics);
  std::vector<std::string> out;
  for (const Diagnostic& d : diagnostics.sorted()) out.push_back(to_string(d));
  return out;
}

TableResult given(const ValidationTable& table, std::string_view text) {
  Diagnostics diagnostics{"rows.csv"};
  TableResult result = validate_rows(table, catalog(), text, "rows.csv", diagnostics);
  for (const Diagnostic& d : diagnostics.sorted()) FAIL_CHECK(to_string(d));
  return result;
}

ScoredRow row(std::string id, double measured, double predicted) {
  ScoredRow r;
  r.id = std::move(id);
  r.measured = measured;
  r.predicted = predicted;
  return r;
}

}  // namespace

TEST_CASE("every bar that is missed is a known gap, and every known gap is missed") {
  std::vector<TableResult> results;
  for (const ValidationTable* table : validation_tables()) results.push_back(validate_table(*table, catalog()));
  for (const std::string& problem : gap_problems(results, gaps_of(GapsOf::tables, known_gaps()))) FAIL_CHECK(problem);
  CHECK(results.size() == 13);
}

TEST_CASE("an unlisted miss, a listed success and a gap without a bar are told") {
  TableResult table;
  table.name = "steps";
  table.bars = {{"median", 0.2, 0.1, "%", 3}, {"p90", 0.1, 0.2, "%", 3}, {"empty", not_known, 1, "%", 0}};
  const KnownGap miss{"steps", "median", "why"};
  const KnownGap nothing{"steps", "empty", "why"};
  CHECK(gap_problems({table}, {miss, nothing}).empty());
  CHECK(gap_problems({table}, {miss}).size() == 1);  // a bar without rows is not met
  CHECK(gap_problems({table}, {nothing}).at(0).find("not listed") != std::string::npos);
  CHECK(gap_problems({table}, {miss, nothing, {"steps", "p90", "why"}}).at(0).find("still listed") !=
        std::string::npos);
  CHECK(gap_problems({table}, {miss, nothing, {"steps", "mean", "why"}}).at(0).find("no bar") != std::string::npos);
  CHECK_THROWS(read_known_gaps("[[gap]]\ntable = \"steps\"\nbar = \"median\"\n"));
}

TEST_CASE("every row of a table is scored or excluded for a reason") {
  for (const ValidationTable* table : validation_tables()) {
    Diagnostics diagnostics{"table"};
    const CsvTable rows = parse_csv(embedded_validation_file(table->file), "table", diagnostics);
    const TableResult result = as_given(*table);
    std::size_t excluded = 0;
    for (const auto& [reason, ids] : result.excluded) {
      CHECK_FALSE(reason.empty());
      excluded += ids.size();
    }
    INFO(table->name);
    CHECK(excluded < rows.lines.size());
    const bool one_score_a_row = table->name == "scaling" || table->name == "allreduce_single_node";
    if (one_score_a_row) CHECK(result.rows.size() + excluded == rows.lines.size());
    for (const ScoredRow& r : result.rows) {
      INFO(r.id);
      CHECK(std::isfinite(r.predicted));
      CHECK(r.predicted > 0);
      CHECK(r.measured > 0);
    }
  }
}

TEST_CASE("every published name is mapped to an entry that exists") {
  Diagnostics diagnostics{"names.csv"};
  const CsvTable names = parse_csv(embedded_validation_file("data/names.csv"), "names.csv", diagnostics);
  REQUIRE(names.lines.size() > 100);
  const std::map<std::string, std::string> kinds = {
      {"gpu", "gpus"},        {"network", "workloads"},    {"stack", "software"},
      {"memory", "software"}, {"link", "links"},           {"platform", "links"},
      {"switch", "links"},    {"ring of a mesh", "links"}, {"server", "servers"}};
  std::set<std::pair<std::string, std::string>> seen;
  for (std::size_t i = 0; i < names.lines.size(); ++i) {
    const CsvRow name{names, i};
    INFO(name.text("kind") << " " << name.text("published"));
    CHECK(seen.insert({name.text("kind"), name.text("published")}).second);
    const auto kind = kinds.find(name.text("kind"));
    if (kind != kinds.end()) CHECK(catalog().find(kind->second, name.text("catalogue")) != nullptr);
  }
}

TEST_CASE("statistics of a table by hand") {
  const std::vector<ScoredRow> rows = {row("a", 100, 110), row("b", 100, 90), row("c", 200, 260), row("d", 100, 100)};
  const TableStatistics s = statistics(rows);
  CHECK(s.median_ape == Approx(0.10));
  CHECK(s.mape == Approx(0.125));
  CHECK(s.bias == Approx(0.075));
  CHECK(s.p90_ape == Approx(0.24));
  CHECK(s.worst == "c");
  CHECK(s.baseline_mape == Approx(0.125));  // 100 for all: 0, 0, 50 %, 0
  CHECK(std::isnan(s.left_out_group_mape));
  CHECK(std::isnan(statistics({}).mape));
}

TEST_CASE("comma-separated values: quotes, line ends, and what is wrong by line and column") {
  Diagnostics diagnostics{"rows.csv"};
  const CsvTable table = parse_csv("a,b\r\n\"x, \"\"y\"\"\nz\",2\n\n# remark\n3,\n", "rows.csv", diagnostics);
  REQUIRE(diagnostics.count() == 0);
  REQUIRE(table.lines.size() == 2);
  CHECK(CsvRow(table, 0).text("a") == "x, \"y\"\nz");
  CHECK(CsvRow(table, 1).number("a") == 3);
  CHECK_FALSE(CsvRow(table, 1).number("b"));
  CHECK(CsvRow(table, 1).text("none").empty());
  const CsvColumns columns{{"gpu", "gpus"}, {"notes"}, {"gpus"}};
  CHECK(problems_of("gpu,gpus\nA100,8\n", columns).empty());
  CHECK(problems_of("gpu,gpus\nA100,eight\n", columns).at(0).find("rows.csv:2:6: \"eight\" is no number") == 0);
  CHECK(problems_of("gpu,gpus\nA100\n", columns).at(0).find("rows.csv:2:1: 1 cells") == 0);
  CHECK(problems_of("gpu,gpu\nA,1\n", columns).at(0).find("\"gpus\" is missing") != std::string::npos);
  CHECK(problems_of("gpu,gpus,note\n", columns).at(0).find("did you mean \"notes\"?") != std::string::npos);
  CHECK(problems_of("gpu,gpus\n\"A100,8\n", columns).at(0).find("rows.csv:2:1: a cell's quote is never closed") == 0);
  CHECK(problems_of("gpu,gpus\n\"A\"100,8\n", columns).at(0).find("rows.csv:2:4") == 0);
  CHECK(problems_of("", columns).size() == 1);
  CHECK(csv_number("1e400") == std::nullopt);
  CHECK(csv_number("nan") == std::nullopt);
  CHECK(csv_number("1 ") == std::nullopt);
}

TEST_CASE("calibration finds the constants that made the measurements") {
  const auto time = [](double compute, double traffic, const StackConstants& c) {
    return compute / c.efficiency + traffic * c.traffic_factor;
  };
  const StackConstants truth{0.4, 1.7};
  const StackConstants found = calibrate([&](const StackConstants& c) {
    std::vector<double> errors;
    for (const double traffic : {0.1, 0.5, 2.0}) {
      errors.push_back(rackcast::sim::log(time(1, traffic, truth) / time(1, traffic, c)));
    }
    return errors;
  });
  CHECK(found.efficiency == Approx(truth.efficiency).epsilon(0.01));
  CHECK(found.traffic_factor == Approx(truth.traffic_factor).epsilon(0.01));
}

TEST_CASE("given rows are predicted by the catalogue and never fitted to") {
  const std::string head = "id,framework,model,gpu,gpus,precision,batch_per_gpu,throughput,unit\n";
  const std::string rest = "PyTorch NGC 20.01/20.10 (DeepLearningExamples),resnet50,";
  const TableResult one = given(vision_table, head + "x," + rest + "3090,1,AMP(fp16 mixed),64,800,img/s\n");
  const TableResult other = given(vision_table, head + "x," + rest + "3090,1,AMP(fp16 mixed),64,1600,img/s\n" + "y," +
                                                    rest + "nothing,1,AMP(fp16 mixed),64,800,img/s\n");
  REQUIRE(one.rows.size() == 1);
  REQUIRE(other.rows.size() == 1);
  CHECK(one.rows[0].predicted == other.rows[0].predicted);
  CHECK(std::isnan(one.rows[0].left_out));
  CHECK(one.rows[0].clock_hz > 1e9);
  CHECK(other.excluded.size() == 1);
}

TEST_CASE("a table that has nothing to score says so") {
  const TableResult none = given(allreduce_table, "gpu,gpus,message_bytes,time_us\na100,8,1024,10\n");
  CHECK(none.rows.empty());
  CHECK(validation_text({none}, {}, Rows::all).find("no row could be scored") != std::string::npos);
  CHECK(validation_json({none}, {}).text().find("\"median_ape\": null") != std::string::npos);
}

TEST_CASE("hostile numbers of GPUs and sizes are excluded, not run") {
  const TableResult result = given(allreduce_table,
                                   "gpu,gpus,message_bytes,time_us\n"
                                   "v100,1e9,1e9,10\nv100,-1,1e9,10\nv100,8,1e308,1e-300\nv100,2.5,1e9,10\n");
  CHECK(result.rows.size() == 1);
  CHECK(result.excluded.at("not 2 to 8 GPUs").size() == 3);
  const TableResult scaled = given(scaling_table,
                                   "id,workload,framework,precision,gpu,interconnect,gpus_per_node,gpus,batch_per_gpu,"
                                   "global_batch,scaling_mode,baseline_gpus,efficiency,notes\n"
                                   "a,resnet50,MxNet,TF32,RTX 3090,PCIe,1e12,1e11,64,,weak,1,0.9,\n"
                                   "b,resnet50,MxNet,TF32,RTX 3090,PCIe,8,4.5,64,,weak,1,0.9,\n"
                                   "c,resnet50,MxNet,TF32,RTX 3090,PCIe,8,4,64,,weak,1,0.9,\n");
  REQUIRE(scaled.rows.size() == 1);
  CHECK(scaled.rows[0].id == "c");
}

TEST_CASE("the same tables give the same bytes") {
  const auto bytes = [] { return validation_json({as_given(scaling_table)}, known_gaps()).text(); };
  CHECK(bytes() == bytes());
}

TEST_CASE("a row that the model refuses is excluded with its words") {
  const std::string head =
      "id,source,model,layers,hidden,heads,kv_heads,ffn_hidden,vocab,seq_len,gpu,gpus,gpus_per_node,precision,tp,pp,cp,"
      "ep,micro_batch,global_batch,recompute,zero_stage,mem_gb_per_gpu\n";
  const std::string plan = ",32000,2048,A100-80GB,8,8,bf16,1,1,1,1,2,32,full,3,";
  const TableResult result = given(
      memory_table, head + "good,x,m,32,4096,32,32,11008" + plan + "30\n" + "bad,x,m,32,4096,32,32,0" + plan + "30\n");
  REQUIRE(result.rows.size() == 1);
  CHECK(result.rows[0].id == "good");
  REQUIRE(result.excluded.size() == 1);
  CHECK(result.excluded.begin()->first.find("the model refuses") == 0);
}

#include "scenarios/read/outside.hpp"

#include <fmt/format.h>

#include <optional>

#include "scenarios/captures/model_config.hpp"
#include "scenarios/facts/tables.hpp"
#include "scenarios/read/captured_gpus.hpp"
#include "scenarios/read/file_tree.hpp"
#include "scenarios/read/merge.hpp"
#include "scenarios/read/profile_file.hpp"
#include "scenarios/write.hpp"

namespace rackcast::scenarios {
namespace {

/// Every item of a list of tables.
template <class F>
void each_item(Node& owner, std::string_view key, F&& call) {
  Node* list = owner.find(key);
  if (list == nullptr) return;
  if (list->is(Node::Kind::table)) call(*list);
  for (Node& item : list->items) {
    if (item.is(Node::Kind::table)) call(item);
  }
}

/// A struct as the table that would be read into it.
Node table_of(const TableFacts& facts, const void* spec, Mark mark) {
  Node table;
  table.where = mark;
  for (const Fact& fact : facts.facts) {
    if (fact.role == Role::input || fact.kind == FactKind::table || fact.kind == FactKind::tables) continue;
    Node* group = &table;
    std::string_view key = fact.key;
    for (std::size_t dot = key.find('.'); dot != std::string_view::npos; dot = key.find('.')) {
      group = &group->at_or_add(key.substr(0, dot), mark);
      key.remove_prefix(dot + 1);
    }
    group->entries.push_back({std::string{key}, mark, parse_value(format_value(fact, spec), mark)});
  }
  return table;
}

class Outside {
 public:
  Outside(const std::filesystem::path& folder, const Catalog& catalog, Diagnostics& diagnostics)
      : tree_{folder}, catalog_{catalog}, diagnostics_{diagnostics} {}

  void run(Node& document) {
    if (Node* site = document.find("site")) profile(site->find("climate"), climate_facts());
    each_item(document, "room", [this](Node& room) { profile(room.find("other_heat"), heat_profile_facts()); });
    each_item(document, "server",
              [this](Node& server) { each_item(server, "gpu", [&](Node& group) { gpus(group, cpus_of(server)); }); });
    each_item(document, "job", [this](Node& job) { config(job); });
  }

 private:
  struct Text {
    std::string text;
    std::string file;
    Mark named;  ///< where the scenario names it
  };

  void report(Mark where, Message message) { diagnostics_.report(where, std::move(message)); }

  /// Takes the text key away and what it says with it.
  std::optional<Node> take_key(Node& table, std::string_view key) {
    const Node* node = table.find(key);
    if (node == nullptr) return std::nullopt;
    Node taken = *node;
    table.erase(key);
    if (taken.is(Node::Kind::text)) return taken;
    report(taken.where, {fmt::format("{} needs a text, not {}", in_quotes(key), kind_name(taken.kind)), "", ""});
    return std::nullopt;
  }

  /// The text of the file that `key` names; the key goes.
  std::optional<Text> take_file(Node& table, std::string_view key) {
    const std::optional<Node> name = take_key(table, key);
    if (!name) return std::nullopt;
    FileTree::Found found = tree_.read(name->text);
    if (found.file.text) return Text{std::move(*found.file.text), found.path.string(), name->where};
    const Message& error = found.file.error;
    report(name->where, {fmt::format("{}: {}", in_quotes(name->text), error.problem), error.why, error.suggestion});
    return std::nullopt;
  }

  /// What `parse` makes of a file; nothing, and a report, if it cannot.
  template <class P>
  auto parsed(const std::optional<Text>& file, P&& parse) -> std::optional<std::decay_t<decltype(*parse("").value)>> {
    if (!file) return std::nullopt;
    auto result = parse(std::string_view{file->text});
    if (result.value) return std::move(result.value);
    report(file->named,
           {fmt::format("{}: {}", file->file, result.error.problem), result.error.why, result.error.suggestion});
    return std::nullopt;
  }

  void profile(Node* table, const TableFacts& facts) {
    if (table == nullptr || !table->is(Node::Kind::table)) return;
    const std::optional<Node> column = take_key(*table, "column");
    if (column && table->find("file") == nullptr) {
      report(column->where, {"\"column\" without \"file\"", "it names a column of the file", "give file as well"});
    }
    const std::optional<Text> file = take_file(*table, "file");
    if (!file) return;
    const std::uint32_t source = diagnostics_.add_source(file->file);
    if (auto bad = find_non_text(file->text, file->file)) {
      return report({bad->line, bad->column, source}, std::move(bad->message));
    }
    const bool weather = file->file.ends_with(".epw") || file->file.ends_with(".EPW");
    ProfilePoints points = weather ? read_epw_profile(file->text, source, diagnostics_)
                                   : read_csv_profile(file->text, column ? column->text : "", source, diagnostics_);
    set_points(*table, facts, std::move(points), file->named);
  }

  static void set_points(Node& table, const TableFacts& facts, ProfilePoints points, Mark mark) {
    const auto list = [&](std::vector<Node> items) {
      Node node;
      node.kind = Node::Kind::array;
      node.where = mark;
      node.items = std::move(items);
      return node;
    };
    const std::string values{facts.find("temperature") != nullptr ? "temperature" : "power"};
    table.erase("at");
    table.erase(values);
    table.entries.push_back({"at", mark, list(std::move(points.at))});
    table.entries.push_back({values, mark, list(std::move(points.values))});
  }

  static int cpus_of(const Node& server) {
    const Node* count = server.find("cpu_count");
    return count != nullptr && count->is(Node::Kind::integer) ? static_cast<int>(count->integer) : 1;
  }

  void gpus(Node& group, int cpus) {
    const auto smi_file = take_file(group, "smi");
    const auto topo_file = take_file(group, "topo");
    const auto lspci_file = take_file(group, "lspci");
    const auto smi = parsed(smi_file, parse_smi_capture);
    const auto topo = parsed(topo_file, parse_topo_capture);
    const auto lspci = parsed(lspci_file, parse_lspci_capture);
    if (smi) report_failed(*smi_file, add_smi(group, *smi, catalog_));
    if (topo) report_failed(*topo_file, add_relations(group, topo->relations, cpus, catalog_));
    if (lspci) report_failed(*lspci_file, add_relations(group, lspci->relations, cpus, catalog_));
    if (smi) add_pcie_link(group, *smi, catalog_);
  }

  void report_failed(const Text& file, Message message) {
    if (message.problem.empty()) return;
    message.problem = file.file + ": " + message.problem;
    report(file.named, std::move(message));
  }

  void config(Node& job) {
    const auto file = take_file(job, "config");
    const auto workload = parsed(file, parse_model_config);
    if (!workload) return;
    Node table = table_of(workload_facts(), &workload->workload, file->named);
    Node* model = job.find("model");
    if (model == nullptr) {
      job.entries.push_back({"model", file->named, std::move(table)});
    } else if (model->is(Node::Kind::table) && model->find("use") == nullptr) {
      lay_over(table, std::move(*model), workload_facts());
      *model = std::move(table);
    } else {
      report(file->named, {"the job has both config and model", "either says what is trained", "give one of the two"});
    }
  }

  FileTree tree_;
  const Catalog& catalog_;
  Diagnostics& diagnostics_;
};

}  // namespace

void take_outside_values(Node& document, const std::filesystem::path& folder, const Catalog& catalog,
                         Diagnostics& diagnostics) {
  Outside{folder, catalog, diagnostics}.run(document);
}

}  // namespace rackcast::scenarios

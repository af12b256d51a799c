#include "scenarios/validation/known_gaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "scenarios/read/document.hpp"
#include "scenarios/validation/embedded_validation.hpp"

namespace rackcast::scenarios {

namespace {

constexpr std::string_view file_name = "known_gaps.toml";

[[noreturn]] void refuse(const std::string& what) {
  throw std::runtime_error("scenarios/validation/" + std::string(file_name) + ": " + what);
}

std::string text_of(const Node& table, std::string_view key) {
  const Node* node = table.find(key);
  if (node == nullptr || !node->is(Node::Kind::text)) refuse("a gap lacks " + std::string(key));
  return node->text;
}

const Bar* find_bar(const std::vector<TableResult>& tables, const KnownGap& gap) {
  for (const TableResult& table : tables) {
    if (table.name != gap.table) continue;
    const auto found =
        std::find_if(table.bars.begin(), table.bars.end(), [&](const Bar& bar) { return bar.name == gap.bar; });
    if (found != table.bars.end()) return &*found;
  }
  return nullptr;
}

}  // namespace

std::vector<KnownGap> read_known_gaps(std::string_view toml) {
  Diagnostics diagnostics{std::string(file_name)};
  const Node document = parse_document(toml, 0, diagnostics);
  if (diagnostics.count() > 0) refuse(to_string(diagnostics.sorted().front()));
  std::vector<KnownGap> gaps;
  const Node* entries = document.find("gap");
  if (entries == nullptr) return gaps;
  for (const Node& entry : entries->items) {
    gaps.push_back({text_of(entry, "table"), text_of(entry, "bar"), text_of(entry, "reason")});
  }
  return gaps;
}

const std::vector<KnownGap>& known_gaps() {
  static const std::vector<KnownGap> gaps = read_known_gaps(embedded_validation_file(file_name));
  return gaps;
}

std::vector<KnownGap> gaps_of(GapsOf which, const std::vector<KnownGap>& gaps) {
  std::vector<KnownGap> some;
  for (const KnownGap& gap : gaps) {
    if (gap.table.starts_with("case ") == (which == GapsOf::cases)) some.push_back(gap);
  }
  return some;
}

const KnownGap* find_gap(const std::vector<KnownGap>& gaps, std::string_view table, std::string_view bar) {
  const auto found =
      std::find_if(gaps.begin(), gaps.end(), [&](const KnownGap& gap) { return gap.table == table && gap.bar == bar; });
  return found == gaps.end() ? nullptr : &*found;
}

std::vector<std::string> gap_problems(const std::vector<TableResult>& tables, const std::vector<KnownGap>& gaps) {
  std::vector<std::string> problems;
  for (const TableResult& table : tables) {
    for (const Bar& bar : table.bars) {
      const KnownGap* gap = find_gap(gaps, table.name, bar.name);
      if (bar.met() && gap != nullptr) {
        problems.push_back(fmt::format("{}: \"{}\" is met ({:.4f}) and still listed", table.name, bar.name, bar.value));
      } else if (!bar.met() && gap == nullptr) {
        problems.push_back(fmt::format("{}: \"{}\" is missed ({:.4f}, limit {:.4f}) and not listed", table.name,
                                       bar.name, bar.value, bar.limit));
      }
    }
  }
  for (const KnownGap& gap : gaps) {
    if (find_bar(tables, gap) == nullptr) problems.push_back(gap.table + " has no bar \"" + gap.bar + "\"");
  }
  return problems;
}

}  // namespace rackcast::scenarios

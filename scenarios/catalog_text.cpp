#include "scenarios/catalog_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scenarios/text_table.hpp"
#include "scenarios/write.hpp"

namespace rackcast::scenarios {

namespace {

/// What tells entries of a kind apart: the choice of columns, and nothing else, is made here.
struct Columns {
  std::string_view kind;
  std::array<std::string_view, 6> keys;
};

constexpr Columns columns[] = {
    {"gpus", {"category", "year", "memory", "memory_bandwidth", "peak.fp16_tensor", "power.default"}},
    {"cpus", {"cores", "core_speed", "tdp", "idle"}},
    {"storage", {"read", "random_read", "write", "power"}},
    {"cases", {"airflow", "recirculation", "preheat"}},
    {"mountings", {"preheat"}},
    {"coolers", {"sink_to_air", "sink_capacity", "inside"}},
    {"breakers", {"rated", "continuous", "holds", "trips", "instant"}},
    {"outlets", {"voltage", "rated", "breaker"}},
    {"ups", {"rating", "va", "transfer", "battery", "efficiency"}},
    {"prices", {"category", "low", "high", "unit", "terms", "date"}},
    {"links", {"bandwidth", "latency", "relation", "gpus"}},
    {"psu-efficiency", {"load", "efficiency"}},
    {"psu-design", {"overload", "overload_for"}},
    {"software", {"compute_efficiency", "gemm_efficiency", "memory_efficiency", "traffic_factor", "overlap"}},
    {"workloads", {"kind", "parameters", "forward_flops", "layers", "hidden", "sequence"}},
    {"datasets", {"samples", "sample_size", "cpu_time", "input_size"}},
    {"servers", {"gpu", "gpu.count", "cpu", "memory", "psu.rating", "psu.count"}}};

constexpr std::size_t widest_cell = 34;  ///< characters
constexpr std::size_t comment_column = 46;
constexpr std::size_t longest_commented = 70;  ///< a longer value speaks for itself
constexpr const char* own_confidence = "confidence";

// Cells are short: no quotes, and what is too long ends in dots.
std::string cell_text(const CatalogKey& key, std::string_view column) {
  std::string text;
  for (const char c : format_value(*key.fact, key.target)) {
    if (c != '"') text += c;
  }
  if (column == "name" || width_of(text) <= widest_cell) return text;
  std::size_t end = widest_cell - 1;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not within a character
  return text.substr(0, end) + "…";
}

bool is_unverified(const TableFacts& facts, const CatalogEntry& entry, std::string_view key) {
  const std::vector<CatalogValue> values = list_values(facts, entry.spec.get());
  return std::any_of(values.begin(), values.end(), [&](const CatalogValue& value) {
    const bool same = value.key == key || value.key == std::string(key) + ".name";
    return same && value.evidence == CatalogValue::Evidence::unverified;
  });
}

std::vector<std::string> keys_of(std::string_view kind, const std::vector<std::string>& asked) {
  std::vector<std::string> keys{"name"};
  const auto add = [&keys](std::string_view key) {
    if (!key.empty() && std::find(keys.begin(), keys.end(), key) == keys.end()) keys.emplace_back(key);
  };
  for (const Columns& own : columns) {
    if (own.kind == kind) std::for_each(own.keys.begin(), own.keys.end(), add);
  }
  std::for_each(asked.begin(), asked.end(), add);
  add(own_confidence);
  return keys;
}

bool is_text(const Fact& fact) {
  return fact.kind == FactKind::text || fact.kind == FactKind::name || fact.kind == FactKind::choice ||
         fact.kind == FactKind::texts;
}

std::string help_of(const TableFacts& facts, const CatalogEntry& entry, const CatalogValue& value) {
  const CatalogKey key = find_key(facts, entry.spec.get(), value.key);
  const std::string help = key.fact == nullptr ? "" : std::string(key.fact->help);
  if (value.evidence == CatalogValue::Evidence::measured) return help;
  return "UNVERIFIED" + (help.empty() ? "" : ": " + help);
}

}  // namespace

std::string entries_text(std::string_view kind, const std::vector<const CatalogEntry*>& entries,
                         const std::vector<std::string>& asked) {
  const TableFacts& facts = *facts_of_kind(kind);
  const std::vector<std::string> keys = keys_of(kind, asked);
  const std::shared_ptr<void> empty = facts.make();
  std::vector<Flush> flush;
  for (const std::string& key : keys) {
    flush.push_back(is_text(*find_key(facts, empty.get(), key).fact) ? Flush::left : Flush::right);
  }
  TextTable table(flush);
  table.add(keys);
  bool starred = false;
  for (const CatalogEntry* entry : entries) {
    std::vector<std::string> row;
    for (const std::string& key : keys) {
      const bool unverified = is_unverified(facts, *entry, key);
      starred = starred || unverified;
      row.push_back(cell_text(find_key(facts, entry->spec.get(), key), key) + (unverified ? "*" : ""));
    }
    table.add(std::move(row));
  }
  return table.text("") + (starred ? "* nobody measured it\n" : "");
}

std::string entry_text(std::string_view kind, const CatalogEntry& entry) {
  const TableFacts& facts = *facts_of_kind(kind);
  std::string out = fmt::format("# {}: {}\n", kind, entry.file);
  for (const CatalogValue& value : list_values(facts, entry.spec.get())) {
    const std::string line = fmt::format("{} = {}", value.key, value.value);
    const std::string help = width_of(line) > longest_commented ? "" : help_of(facts, entry, value);
    const std::string blanks(comment_column - std::min(comment_column, width_of(line)), ' ');
    out += help.empty() ? line + "\n" : fmt::format("{}{}  # {}\n", line, blanks, help);
  }
  return out;
}

sim::Json entry_json(std::string_view kind, const CatalogEntry& entry) {
  sim::Json::Object values;
  for (const CatalogValue& value : list_values(*facts_of_kind(kind), entry.spec.get())) {
    const bool unverified = value.evidence == CatalogValue::Evidence::unverified;
    values.emplace_back(value.key,
                        sim::Json::Object{{"value", value.value}, {"unverified", sim::Json::truth(unverified)}});
  }
  return values;
}

}  // namespace rackcast::scenarios

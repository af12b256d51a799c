#include "scenarios/catalog.hpp"

#include <algorithm>

#include "scenarios/facts/tables.hpp"
#include "scenarios/write.hpp"

namespace rackcast::scenarios {
namespace {

/// Upper and lower case, blanks, dashes and underscores do not tell names apart.
std::string loose(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == ' ' || c == '-' || c == '_') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

}  // namespace

std::vector<std::string> Catalog::kinds() {
  std::vector<std::string> out;
  for (const CatalogKind& kind : catalog_kinds()) out.emplace_back(kind.name);
  return out;
}

std::vector<std::string> Catalog::names(std::string_view kind) const {
  std::vector<std::string> out;
  const auto found = kinds_.find(kind);
  if (found == kinds_.end()) return out;
  for (const CatalogEntry& entry : found->second) out.push_back(entry.name);
  return out;
}

const CatalogEntry* Catalog::find(std::string_view kind, std::string_view name) const {
  const auto found = kinds_.find(kind);
  if (found == kinds_.end()) return nullptr;
  const std::vector<CatalogEntry>& entries = found->second;
  const auto exact = std::lower_bound(entries.begin(), entries.end(), name,
                                      [](const CatalogEntry& entry, std::string_view n) { return entry.name < n; });
  if (exact != entries.end() && exact->name == name) return &*exact;
  const std::string wanted = loose(name);
  const CatalogEntry* only = nullptr;
  for (const CatalogEntry& entry : entries) {
    if (loose(entry.name) != wanted) continue;
    if (only != nullptr) return nullptr;
    only = &entry;
  }
  return only;
}

std::vector<CatalogValue> Catalog::details(std::string_view kind, std::string_view name) const {
  const CatalogEntry* entry = find(kind, name);
  if (entry == nullptr) return {};
  for (const CatalogKind& known : catalog_kinds()) {
    if (known.name == kind) return list_values(*known.facts, entry->spec.get());
  }
  return {};
}

}  // namespace rackcast::scenarios

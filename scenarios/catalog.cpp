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
  for (const auto& slot : found->second) out.push_back(slot->entry.name);
  return out;
}

const CatalogEntry* Catalog::find(std::string_view kind, std::string_view name) const {
  const auto found = kinds_.find(kind);
  if (found == kinds_.end()) return nullptr;
  const auto& slots = found->second;
  const auto exact = std::lower_bound(slots.begin(), slots.end(), name,
                                      [](const auto& slot, std::string_view n) { return slot->entry.name < n; });
  if (exact != slots.end() && (*exact)->entry.name == name) return read(**exact);
  const std::string wanted = loose(name);
  CatalogSlot* only = nullptr;
  for (const auto& slot : slots) {
    if (loose(slot->entry.name) != wanted) continue;
    if (only != nullptr) return nullptr;
    only = slot.get();
  }
  return only == nullptr ? nullptr : read(*only);
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

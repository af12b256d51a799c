#include "scenarios/catalog_loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include "scenarios/check_rules_parts.hpp"
#include "scenarios/read/table_reader.hpp"
#include "scenarios/read/text_file.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> toml_files(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code code;
  for (const fs::directory_entry& entry : fs::directory_iterator{folder, code}) {
    if (entry.path().extension() == ".toml") out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// The name in `name = "..."`, with which every embedded file begins; empty if this one does not.
std::string_view leading_name(std::string_view text) {
  constexpr std::string_view key = "name = \"";
  if (!text.starts_with(key)) return {};
  text.remove_prefix(key.size());
  const std::string_view name = text.substr(0, text.find('"'));
  return name.find_first_of("\\\n") == std::string_view::npos ? name : std::string_view{};
}

bool known_kind(std::string_view name) {
  const auto kinds = catalog_kinds();
  return std::any_of(kinds.begin(), kinds.end(), [name](const CatalogKind& kind) { return kind.name == name; });
}

}  // namespace

void CatalogLoader::add_embedded(std::span<const EmbeddedFile> files, Embedded when) {
  for (const EmbeddedFile& file : files) {
    const std::string_view kind = file.path.substr(0, file.path.find('/'));
    const std::string path = "models/catalog/" + std::string{file.path};
    const std::string_view name = when == Embedded::on_demand ? leading_name(file.text) : std::string_view{};
    if (name.empty()) {
      add_text(kind, path, file.text, Source::embedded);
    } else {
      drafts_[std::string{kind}].push_back({std::string{name}, {}, path, Source::embedded, {}, file.text});
    }
  }
}

void CatalogLoader::add_folder(const fs::path& folder) {
  std::error_code code;
  const auto source = diagnostics_.add_source(folder.string());
  if (!fs::is_directory(folder, code)) {
    return diagnostics_.report({0, 0, source},
                               {"no such folder", "--catalog needs one with a folder for each kind", ""});
  }
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator{folder, code}) {
    if (entry.is_directory(code)) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    if (known_kind(name)) {
      add_kind_folder(folder / name, name);
    } else {
      diagnostics_.report({0, 0, diagnostics_.add_source((folder / name).string())},
                          {"not a kind of the catalogue", "", did_you_mean(name, Catalog::kinds())});
    }
  }
}

void CatalogLoader::add_kind_folder(const fs::path& folder, std::string_view kind) {
  for (const fs::path& path : toml_files(folder)) {
    TextFile file = read_text_file(path);
    if (file.text) {
      add_text(kind, path.string(), *file.text, Source::folder);
    } else {
      diagnostics_.report({0, 0, diagnostics_.add_source(path.string())}, std::move(file.error));
    }
  }
}

void CatalogLoader::add_text(std::string_view kind, const std::string& file, std::string_view text, Source source) {
  const std::uint32_t index = diagnostics_.add_source(file);
  if (source == Source::folder) {
    if (auto bad = find_non_text(text, file)) {
      return diagnostics_.report({bad->line, bad->column, index}, std::move(bad->message));
    }
  }
  const std::size_t before = diagnostics_.count();
  Node document = parse_document(text, index, diagnostics_);
  if (diagnostics_.count() != before) return;
  document.where = {1, 1, index};
  const Node* name = document.find("name");
  if (name == nullptr || !name->is(Node::Kind::text) || name->text.empty()) {
    return diagnostics_.report({1, 1, index}, {"an entry needs a name", "", "add name = \"...\""});
  }
  auto& drafts = drafts_[std::string{kind}];
  add_draft(drafts, {name->text, name->where, file, source, std::move(document), {}});
}

void CatalogLoader::add_draft(std::vector<Draft>& drafts, Draft draft) {
  const auto old = std::find_if(drafts.begin(), drafts.end(), [&](const Draft& d) { return d.name == draft.name; });
  if (old == drafts.end()) return drafts.push_back(std::move(draft));
  if (old->source == draft.source) {
    return diagnostics_.report(draft.where, {fmt::format("a second entry named {}", in_quotes(draft.name)),
                                             "the first is " + old->file, "names must differ"});
  }
  *old = std::move(draft);
}

void CatalogLoader::read_kind(const CatalogKind& kind, Catalog& catalog) {
  std::vector<std::shared_ptr<CatalogSlot>> slots;
  for (Draft& draft : drafts_[std::string{kind.name}]) {
    const std::size_t before = diagnostics_.count();
    auto slot = std::make_shared<CatalogSlot>();
    slot->kind = &kind;
    slot->text = draft.text;
    slot->entry = {std::move(draft.name), std::move(draft.file), nullptr};
    if (draft.text.empty()) slot->entry.spec = read_entry(kind, draft.document, catalog, diagnostics_);
    if (diagnostics_.count() == before) slots.push_back(std::move(slot));
  }
  std::sort(slots.begin(), slots.end(), [](const auto& a, const auto& b) { return a->entry.name < b->entry.name; });
  catalog.kinds_[std::string{kind.name}] = std::move(slots);
}

std::shared_ptr<const void> read_entry(const CatalogKind& kind, const Node& document, const Catalog& catalog,
                                       Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.count();
  const std::shared_ptr<void> spec = kind.facts->make();
  Reading reading{diagnostics, catalog, ReadMode::catalog};
  read_table(document, *kind.facts, spec.get(), Start::empty, reading);
  if (diagnostics.count() == before) check_entry(kind.name, spec.get(), document, diagnostics);
  return spec;
}

const CatalogEntry* Catalog::read(CatalogSlot& slot) const {
  if (slot.text.empty()) return &slot.entry;
  std::call_once(slot.once, [&] {
    Diagnostics diagnostics{slot.entry.file};
    const Node document = parse_document(slot.text, 0, diagnostics);
    slot.entry.spec = read_entry(*slot.kind, document, *this, diagnostics);
    if (diagnostics.count() > 0) throw std::logic_error(to_string(diagnostics.sorted().front()));
  });
  return &slot.entry;
}

Catalog::Loaded CatalogLoader::finish() {
  Catalog::Loaded loaded;
  for (const CatalogKind& kind : catalog_kinds()) read_kind(kind, loaded.catalog);
  loaded.diagnostics = diagnostics_.sorted();
  return loaded;
}

Catalog::Loaded Catalog::load(std::span<const EmbeddedFile> embedded, const std::filesystem::path& extra,
                              Embedded when) {
  CatalogLoader loader;
  loader.add_embedded(embedded, when);
  if (!extra.empty()) loader.add_folder(extra);
  return loader.finish();
}

}  // namespace rackcast::scenarios

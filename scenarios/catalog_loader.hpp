#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "scenarios/catalog.hpp"
#include "scenarios/facts/tables.hpp"
#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

/// The struct of an entry; what is wrong with it is in the diagnostics.
std::shared_ptr<const void> read_entry(const CatalogKind& kind, const Node& document, const Catalog& catalog,
                                       Diagnostics& diagnostics);

/// Reads entries in two passes, so that an entry of a later source replaces an earlier one before others refer to it:
/// first every file's document and name, then kind by kind the structs.
class CatalogLoader {
 public:
  void add_embedded(std::span<const EmbeddedFile> files, Embedded when);
  void add_folder(const std::filesystem::path& folder);
  Catalog::Loaded finish();

 private:
  enum class Source { embedded, folder };
  struct Draft {
    std::string name;
    Mark where;  ///< of the name
    std::string file;
    Source source;
    Node document;          ///< unless it is read on demand:
    std::string_view text;  ///< from here
  };

  void add_kind_folder(const std::filesystem::path& folder, std::string_view kind);
  void add_text(std::string_view kind, const std::string& file, std::string_view text, Source source);
  void add_draft(std::vector<Draft>& drafts, Draft draft);
  void read_kind(const CatalogKind& kind, Catalog& catalog);

  Diagnostics diagnostics_{"catalogue"};
  std::map<std::string, std::vector<Draft>, std::less<>> drafts_;
};

}  // namespace rackcast::scenarios

#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"
#include "scenarios/catalog_value.hpp"
#include "scenarios/diagnostics.hpp"
#include "scenarios/embedded.hpp"

namespace rackcast::scenarios {

struct CatalogKind;

/// One entry: plain data of the struct its kind names in facts/tables.hpp.
struct CatalogEntry {
  std::string name;
  std::string file;
  std::shared_ptr<const void> spec;
};

/// When the embedded entries are read: all of them at once, with everything that is wrong with them, or each when it is
/// first looked up. A scenario needs a dozen of hundreds.
enum class Embedded { at_once, on_demand };

/// An entry and, until it is read, its text.
struct CatalogSlot {
  CatalogEntry entry;
  const CatalogKind* kind = nullptr;
  std::string_view text;  ///< of an embedded entry that is read on demand; empty: `entry` is read
  std::once_flag once;
};

/// Hardware, software and workloads by name. What it says never changes once it is loaded, on whichever thread and in
/// whichever order entries are looked up.
class Catalog {
 public:
  struct Loaded;

  /// Reads the embedded files, then `extra`/<kind>/*.toml by name if it is not empty; those may replace entries of the
  /// same name. Whatever is wrong with any entry is in the diagnostics; the entry is then left out. An embedded entry
  /// that is read on demand must be right: std::logic_error if it is not.
  static Loaded load(std::span<const EmbeddedFile> embedded, const std::filesystem::path& extra = {},
                     Embedded when = Embedded::at_once);

  static std::vector<std::string> kinds();
  /// Names of the entries of a kind, sorted; empty for an unknown kind.
  std::vector<std::string> names(std::string_view kind) const;

  /// By exact name; else, if only one entry fits, regardless of case, blanks, dashes and underscores. Null: none.
  const CatalogEntry* find(std::string_view kind, std::string_view name) const;

  const models::GpuSpec* gpu(std::string_view name) const { return spec<models::GpuSpec>("gpus", name); }
  const models::CpuSpec* cpu(std::string_view name) const { return spec<models::CpuSpec>("cpus", name); }
  const models::StorageSpec* storage(std::string_view name) const { return spec<models::StorageSpec>("storage", name); }
  const models::CaseSpec* chassis(std::string_view name) const { return spec<models::CaseSpec>("cases", name); }
  const models::LinkSpec* link(std::string_view name) const { return spec<models::LinkSpec>("links", name); }
  const models::SoftwareSpec* software(std::string_view name) const {
    return spec<models::SoftwareSpec>("software", name);
  }
  const models::WorkloadSpec* workload(std::string_view name) const {
    return spec<models::WorkloadSpec>("workloads", name);
  }
  const models::DatasetSpec* dataset(std::string_view name) const {
    return spec<models::DatasetSpec>("datasets", name);
  }
  const models::ServerSpec* server(std::string_view name) const { return spec<models::ServerSpec>("servers", name); }

  /// Every key of an entry in the order of its facts; empty if there is no such entry.
  std::vector<CatalogValue> details(std::string_view kind, std::string_view name) const;

 private:
  template <class T>
  const T* spec(std::string_view kind, std::string_view name) const {
    const CatalogEntry* entry = find(kind, name);
    return entry == nullptr ? nullptr : static_cast<const T*>(entry->spec.get());
  }

  friend class CatalogLoader;
  const CatalogEntry* read(CatalogSlot& slot) const;

  std::map<std::string, std::vector<std::shared_ptr<CatalogSlot>>, std::less<>> kinds_;  ///< sorted by name
};

struct Catalog::Loaded {
  Catalog catalog;
  std::vector<Diagnostic> diagnostics;
};

}  // namespace rackcast::scenarios

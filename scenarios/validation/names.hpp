#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace rackcast::scenarios {

/// What published tables call GPUs, networks, links and software, and what the catalogue calls them: kind and published
/// name → catalogue name. From scenarios/validation/data/names.csv.
class PublishedNames {
 public:
  /// Throws std::logic_error when the file, which is ours, is wrong.
  explicit PublishedNames(std::string_view csv);

  /// Empty: nobody mapped it.
  std::string find(std::string_view kind, std::string_view published) const;
  /// The same for the longest published name that stands within `text`.
  std::string within(std::string_view kind, std::string_view text) const;

 private:
  std::map<std::pair<std::string, std::string>, std::string> names_;
};

/// The names in the binary.
const PublishedNames& published_names();

}  // namespace rackcast::scenarios

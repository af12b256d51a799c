#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

/// Reports rule violations of one table at the key they concern, or at the nearest place that the text has for it.
class RuleReport {
 public:
  RuleReport(const Node& table, Diagnostics& diagnostics, std::string prefix = "")
      : table_{&table}, diagnostics_{&diagnostics}, prefix_{std::move(prefix)} {}

  void operator()(std::string_view key, Message message) const;
  /// The same table, for the keys below `key`.
  RuleReport below(std::string_view key) const;

 private:
  const Node* table_;
  Diagnostics* diagnostics_;
  std::string prefix_;
};

/// Where `dotted` stands in `table`; through lists by their first item; else the deepest part of it that is there.
Mark locate(const Node& table, std::string_view dotted);

/// The i-th table of a list of the document; an empty table if the text has none.
const Node& list_item(const Node& document, std::string_view key, std::size_t i);

/// Tells which tables were read without a complaint, so that no rule complains about what was never read.
class CleanTables {
 public:
  explicit CleanTables(const Diagnostics& diagnostics);
  bool clean(const Node& table) const;

 private:
  std::vector<std::uint32_t> lines_;  ///< of complaints about the file, ascending
  std::size_t elsewhere_ = 0;         ///< complaints about --set
};

}  // namespace rackcast::scenarios

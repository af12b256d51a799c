#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/catalog.hpp"
#include "scenarios/facts/fact.hpp"
#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {

/// How a value is held against what was asked. Of a list of values, any.
enum class Test { equal, different, contains, above, at_least, below, at_most };

/// `KEY OP VALUE`, OP one of = != ~ > >= < <=: a condition on the entries of a kind, held against their facts.
/// Quantities are compared in whatever unit they come, texts without regard to case; what is not said ("none") is
/// neither above nor below anything.
struct CatalogFilter {
  std::string key;
  Test test = Test::equal;
  std::string value;  ///< as written, without quotes
};

/// Splits `text`; whether key and value make sense is found out with the facts of the kind.
Parsed<CatalogFilter> parse_filter(std::string_view text);

/// Which entries of a kind, and in what order.
struct CatalogQuery {
  std::string kind;  ///< has to be known
  std::string word;  ///< in the name or else in any text of the entry; empty: all
  std::vector<CatalogFilter> filters;
  std::string sort;  ///< key, behind a '-' from the largest on; empty: by name
};

/// The entries that fit, or what is wrong with the query.
Parsed<std::vector<const CatalogEntry*>> query_catalog(const Catalog& catalog, const CatalogQuery& query);

/// A key of an entry: the fact and the struct that holds it.
struct CatalogKey {
  const Fact* fact = nullptr;
  const void* target = nullptr;
};

/// The fact of a dotted key below `target`; that of a table is the name of its entry. No fact: there is no such key.
CatalogKey find_key(const TableFacts& facts, const void* target, std::string_view dotted);

/// The facts of a kind. Null: unknown.
const TableFacts* facts_of_kind(std::string_view kind);

}  // namespace rackcast::scenarios

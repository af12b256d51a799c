#include "scenarios/validation/names.hpp"

#include <stdexcept>

#include "scenarios/validation/csv_table.hpp"
#include "scenarios/validation/embedded_validation.hpp"

namespace rackcast::scenarios {

PublishedNames::PublishedNames(std::string_view csv) {
  Diagnostics diagnostics{"names.csv"};
  const CsvTable table = parse_csv(csv, "names.csv", diagnostics);
  check_columns(table, {{"kind", "published", "catalogue"}, {}, {}}, diagnostics);
  if (diagnostics.count() > 0) throw std::logic_error(to_string(diagnostics.sorted().front()));
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    names_[{row.text("kind"), row.text("published")}] = row.text("catalogue");
  }
}

std::string PublishedNames::find(std::string_view kind, std::string_view published) const {
  const auto found = names_.find({std::string(kind), std::string(published)});
  return found == names_.end() ? std::string{} : found->second;
}

std::string PublishedNames::within(std::string_view kind, std::string_view text) const {
  std::size_t longest = 0;
  std::string best;
  for (const auto& [key, catalogue] : names_) {
    const auto& [of, published] = key;
    if (of != kind || published.size() <= longest || text.find(published) == std::string_view::npos) continue;
    longest = published.size();
    best = catalogue;
  }
  return best;
}

const PublishedNames& published_names() {
  static const PublishedNames names{embedded_validation_file("data/names.csv")};
  return names;
}

}  // namespace rackcast::scenarios

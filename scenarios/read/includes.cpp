#include "scenarios/read/includes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "scenarios/facts/tables.hpp"
#include "scenarios/read/file_tree.hpp"
#include "scenarios/read/merge.hpp"

namespace rackcast::scenarios {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t deepest = 8;
constexpr int most_files = 100;

class Includer {
 public:
  explicit Includer(Diagnostics& diagnostics) : diagnostics_{diagnostics} {}

  void run(Node& document, const fs::path& folder) {
    const Node* include = document.find("include");
    if (include == nullptr) return;
    const Node names = *include;
    document.erase("include");
    Node whole;
    bool any = false;
    for (const Node& name : names_in(names)) {
      if (!name.is(Node::Kind::text)) {
        report(name, {fmt::format("a file is named by a text, not by {}", kind_name(name.kind)), "",
                      "write include = [\"parts/room.toml\"]"});
        continue;
      }
      Node part = take(name, folder);
      if (any) {
        lay_over(whole, std::move(part), scenario_facts());
      } else {
        whole = std::move(part);
      }
      any = true;
    }
    lay_over(whole, std::move(document), scenario_facts());
    document = std::move(whole);
  }

 private:
  static std::vector<Node> names_in(const Node& include) {
    return include.is(Node::Kind::array) ? include.items : std::vector<Node>{include};
  }

  void report(const Node& at, Message message) { diagnostics_.report(at.where, std::move(message)); }

  /// The document of one file, with its own includes taken.
  Node take(const Node& name, const fs::path& folder) {
    const FileTree::Found found = FileTree{folder}.read(name.text);
    if (!found.file.text) {
      report(name, {fmt::format("{}: {}", in_quotes(name.text), found.file.error.problem), found.file.error.why,
                    found.file.error.suggestion});
      return {};
    }
    std::error_code code;
    const fs::path real = fs::canonical(found.path, code);
    if (!may_open(name, real)) return {};
    open_.push_back(real);
    Node document = parse(found);
    run(document, found.path.parent_path().empty() ? fs::path{"."} : found.path.parent_path());
    open_.pop_back();
    return document;
  }

  bool may_open(const Node& name, const fs::path& real) {
    const char* problem = nullptr;
    if (std::find(open_.begin(), open_.end(), real) != open_.end()) problem = "a file includes itself";
    if (open_.size() >= deepest) problem = "files include each other too deeply";
    if (++files_ > most_files) problem = "too many files are included";
    if (problem != nullptr) report(name, {problem, in_quotes(name.text), "remove one include"});
    return problem == nullptr;
  }

  Node parse(const FileTree::Found& found) {
    const std::uint32_t source = diagnostics_.add_source(found.path.string());
    if (auto bad = find_non_text(*found.file.text, found.path.string())) {
      diagnostics_.report({bad->line, bad->column, source}, std::move(bad->message));
      return {};
    }
    Node document = parse_document(*found.file.text, source, diagnostics_);
    document.where = {1, 1, source};
    return document;
  }

  Diagnostics& diagnostics_;
  std::vector<fs::path> open_;
  int files_ = 0;
};

}  // namespace

void take_includes(Node& document, const fs::path& folder, Diagnostics& diagnostics) {
  Includer{diagnostics}.run(document, folder);
}

}  // namespace rackcast::scenarios

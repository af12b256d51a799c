#include "scenarios/check_rules_report.hpp"

#include <algorithm>

namespace rackcast::scenarios {
namespace {

struct LineSpan {
  std::uint32_t first;
  std::uint32_t last;
};

void widen(LineSpan& span, const Node& node) {
  if (node.where.line != 0 && node.where.source == 0) {
    span.first = std::min(span.first, node.where.line);
    span.last = std::max(span.last, node.where.line);
  }
  for (const Entry& entry : node.entries) widen(span, entry.value);
  for (const Node& item : node.items) widen(span, item);
}

}  // namespace

Mark locate(const Node& table, std::string_view dotted) {
  const Node* node = &table;
  Mark mark = table.where;
  while (!dotted.empty()) {
    if (node->is(Node::Kind::array) && !node->items.empty()) node = &node->items[0];
    const std::size_t dot = dotted.find('.');
    node = node->find(dotted.substr(0, dot));
    if (node == nullptr) return mark;
    mark = node->where;
    dotted = dot == std::string_view::npos ? std::string_view{} : dotted.substr(dot + 1);
  }
  return mark;
}

const Node& list_item(const Node& document, std::string_view key, std::size_t i) {
  static const Node none;
  const Node* list = document.find(key);
  return list != nullptr && i < list->items.size() ? list->items[i] : none;
}

void RuleReport::operator()(std::string_view key, Message message) const {
  diagnostics_->report(locate(*table_, prefix_ + std::string{key}), std::move(message));
}

RuleReport RuleReport::below(std::string_view key) const {
  return {*table_, *diagnostics_, prefix_ + std::string{key} + "."};
}

CleanTables::CleanTables(const Diagnostics& diagnostics) {
  for (const Mark& mark : diagnostics.marks()) {
    if (mark.source == 0) {
      lines_.push_back(mark.line);
    } else {
      ++elsewhere_;
    }
  }
  std::sort(lines_.begin(), lines_.end());
}

bool CleanTables::clean(const Node& table) const {
  if (elsewhere_ > 0) return false;
  if (lines_.empty()) return true;
  LineSpan span{~0U, 0};
  widen(span, table);
  const auto first = std::lower_bound(lines_.begin(), lines_.end(), span.first);
  return first == lines_.end() || *first > span.last;
}

}  // namespace rackcast::scenarios

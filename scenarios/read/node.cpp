#include <algorithm>

#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

const Node* Node::find(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

Node* Node::find(std::string_view key) {
  for (Entry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

const Node* Node::find_dotted(std::string_view dotted) const {
  const Node* node = this;
  while (node != nullptr) {
    const std::size_t dot = dotted.find('.');
    node = node->find(dotted.substr(0, dot));
    if (dot == std::string_view::npos) return node;
    dotted.remove_prefix(dot + 1);
  }
  return nullptr;
}

Node& Node::at_or_add(std::string_view key, Mark mark) {
  if (Node* found = find(key)) return *found;
  entries.push_back({std::string{key}, mark, Node{}});
  entries.back().value.where = mark;
  return entries.back().value;
}

void Node::erase(std::string_view key) {
  std::erase_if(entries, [key](const Entry& entry) { return entry.key == key; });
}

Node text_node(std::string text, Mark where) {
  Node node;
  node.kind = Node::Kind::text;
  node.where = where;
  node.text = std::move(text);
  return node;
}

Node number_node(double value, Mark where) {
  Node node;
  node.kind = Node::Kind::real;
  node.where = where;
  node.real = value;
  return node;
}

std::string_view kind_name(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::table:
      return "a table";
    case Node::Kind::array:
      return "a list";
    case Node::Kind::text:
      return "a text";
    case Node::Kind::integer:
    case Node::Kind::real:
      return "a number";
    case Node::Kind::boolean:
      return "true or false";
    case Node::Kind::date:
      return "a date";
  }
  return "a value";
}

}  // namespace rackcast::scenarios

#include "sim/json.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "sim/utf8.hpp"

namespace rackcast::sim {

namespace {

constexpr std::size_t number_buffer = 32;  // the longest shortest double has 24 characters

template <class Number>
std::string to_text(Number value) {
  std::array<char, number_buffer> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

void new_line(std::string& out, int depth) {
  out += '\n';
  out.append(static_cast<std::size_t>(depth), ' ');
}

std::string escaped_control(char c) {
  static constexpr char digits[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("\\u00") + digits[byte >> 4U] + digits[byte & 15U];
}

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\t':
      out += "\\t";
      break;
    case '\r':
      out += "\\r";
      break;
    default:
      out += static_cast<unsigned char>(c) < 0x20 ? escaped_control(c) : std::string(1, c);
  }
}

}  // namespace

std::string shortest(double value) { return to_text(value); }

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : valid_utf8(text)) append_escaped(out, c);
  return out + '"';
}

Json Json::array(const std::vector<std::string>& items) { return Array(items.begin(), items.end()); }

std::string Json::text() const {
  std::string out;
  append(out, 0);
  return out + '\n';
}

void Json::append(std::string& out, int depth) const {
  const auto members = [&](const auto& items, char open, char close, auto&& one) {
    out += open;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) out += ',';
      new_line(out, depth + 1);
      one(items[i]);
    }
    if (!items.empty()) new_line(out, depth);
    out += close;
  };
  struct Visitor {
    decltype(members)& list;
    std::string& out;
    int depth;
    void operator()(std::monostate) const { out += "null"; }
    void operator()(double v) const { out += std::isfinite(v) ? shortest(v) : "null"; }
    void operator()(std::int64_t v) const { out += to_text(v); }
    void operator()(std::uint64_t v) const { out += to_text(v); }
    void operator()(Truth v) const { out += v == Truth::yes ? "true" : "false"; }
    void operator()(const std::string& v) const { out += json_string(v); }
    void operator()(const Array& v) const {
      list(v, '[', ']', [&](const Json& item) { item.append(out, depth + 1); });
    }
    void operator()(const Object& v) const {
      list(v, '{', '}', [&](const auto& member) {
        out += json_string(member.first) + ": ";
        member.second.append(out, depth + 1);
      });
    }
  };
  std::visit(Visitor{members, out, depth}, value_);
}

}  // namespace rackcast::sim

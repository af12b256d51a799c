#include "scenarios/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace rackcast::scenarios {
namespace {

constexpr std::size_t longest_quote = 60;

/// The longest prefix of at most `limit` bytes that does not cut a UTF-8 sequence.
std::string_view utf8_prefix(std::string_view text, std::size_t limit) {
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0U) == 0x80U) --limit;
  return text.substr(0, limit);
}

}  // namespace

std::string to_string(const Message& message) {
  std::string line = message.problem;
  if (!message.why.empty()) line += " (" + message.why + ")";
  if (!message.suggestion.empty()) line += (message.why.empty() ? "; " : " ") + message.suggestion;
  return line;
}

std::string to_string(const Diagnostic& d) {
  if (d.line == 0) return fmt::format("{}: {}", d.source, to_string(d.message));
  return fmt::format("{}:{}:{}: {}", d.source, d.line, d.column, to_string(d.message));
}

std::string in_quotes(std::string_view text) {
  const bool cut = text.size() > longest_quote;
  std::string out = "\"";
  for (const char c : cut ? utf8_prefix(text, longest_quote) : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + (cut ? "...\"" : "\"");
}

std::uint32_t Diagnostics::add_source(std::string name) {
  sources_.push_back(std::move(name));
  return static_cast<std::uint32_t>(sources_.size() - 1);
}

void Diagnostics::report(Mark where, Message message) { found_.push_back({where, std::move(message)}); }

std::vector<Mark> Diagnostics::marks() const {
  std::vector<Mark> out;
  for (const Placed& placed : found_) out.push_back(placed.where);
  return out;
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Placed> placed = found_;
  std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
    return std::tie(a.where.source, a.where.line, a.where.column) <
           std::tie(b.where.source, b.where.line, b.where.column);
  });
  std::vector<Diagnostic> out;
  out.reserve(placed.size());
  for (Placed& p : placed)
    out.push_back({sources_[p.where.source], p.where.line, p.where.column, std::move(p.message)});
  return out;
}

}  // namespace rackcast::scenarios

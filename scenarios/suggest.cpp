#include "scenarios/suggest.hpp"

#include <algorithm>
#include <vector>

#include "scenarios/diagnostics.hpp"

namespace rackcast::scenarios {
namespace {

constexpr std::size_t few = 12;               // candidates worth listing in one line
constexpr std::size_t longest_compared = 80;  // bytes; keeps a hostile key from costing time
constexpr std::size_t shortest_prefix = 3;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool begins_with(std::string_view text, std::string_view start) {
  return start.size() >= shortest_prefix && start.size() <= text.size() &&
         std::equal(start.begin(), start.end(), text.begin(), [](char a, char b) { return lower(a) == lower(b); });
}

std::size_t reach(std::string_view word) { return std::max<std::size_t>(word.size() <= 2 ? 1 : 2, word.size() / 3); }

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t columns = b.size() + 1;
  std::vector<std::size_t> before(columns), above(columns), row(columns);
  for (std::size_t j = 0; j < columns; ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j < columns; ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0U : 1U)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  if (word.size() > longest_compared) return {};
  std::size_t best = reach(word) + 1;
  std::string found;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best) {
      best = distance;
      found = candidate;
    }
  }
  if (best <= 1) return found;
  const auto prefix = std::find_if(candidates.begin(), candidates.end(), [&](const std::string& candidate) {
    return begins_with(candidate, word) || begins_with(word, candidate);
  });
  return prefix == candidates.end() ? found : *prefix;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  if (const std::string found = nearest(word, candidates); !found.empty())
    return "did you mean " + in_quotes(found) + "?";
  if (candidates.empty() || candidates.size() > few) return {};
  std::string list;
  for (const std::string& candidate : candidates) list += (list.empty() ? "" : ", ") + in_quotes(candidate);
  return (candidates.size() == 1 ? "there is only " : "there are ") + list;
}

}  // namespace rackcast::scenarios

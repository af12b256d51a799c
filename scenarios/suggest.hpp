#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rackcast::scenarios {

/// Edits (insert, delete, replace, swap neighbours) that turn `a` into `b`, upper and lower case being equal.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, if one is near enough to be what was meant (a third of its length, at least 2
/// edits, or one is the beginning of the other); else empty. Among equals the first.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// `did you mean "x"?` or, with nothing near, the candidates themselves when they are few.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

}  // namespace rackcast::scenarios

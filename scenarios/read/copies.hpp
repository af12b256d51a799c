#pragma once

#include <string_view>

#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

/// Profiles written as one text, `climate = "24 degC"`, become tables of a constant.
void open_constants(Node& document);

/// Whether a [[server]] or [[job]] is written under this name, before `count` is taken.
bool has_item(const Node& document, std::string_view kind, std::string_view name);

/// A [[server]] or [[job]] with `count = N` becomes N of them, name-1 to name-N; the k-th of N jobs runs on the k-th of
/// N servers if `on` names those.
void take_counts(Node& document, Diagnostics& diagnostics);

}  // namespace rackcast::scenarios

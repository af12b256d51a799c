#pragma once

#include <string_view>

namespace rackcast::scenarios {

/// Why networks of a `model_type` are not modelled: "a mixture of experts: ..."; empty if nothing is known of it.
std::string_view why_not_modelled(std::string_view type);

}  // namespace rackcast::scenarios

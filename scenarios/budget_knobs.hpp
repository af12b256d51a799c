#pragma once

#include <vector>

#include "scenarios/catalog.hpp"
#include "scenarios/knob.hpp"

namespace rackcast::scenarios {

/// The knobs that act on a limit, those that cost least first.
std::vector<Knob> knobs_of(Limit limit, const Design& design, const Catalog& catalog);

/// Links that a GPU can have: those made for its type, then those for any that are no faster than its slot.
std::vector<const models::LinkSpec*> links_for(const models::GpuSpec& gpu, const Catalog& catalog);

}  // namespace rackcast::scenarios

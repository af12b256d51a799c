#pragma once

#include "scenarios/summary.hpp"
#include "sim/json.hpp"

namespace rackcast::scenarios {

/// summary.json. Fields whose model does not exist are absent; what is infinite or unknown is null.
sim::Json summary_json(const Summary& summary);

}  // namespace rackcast::scenarios

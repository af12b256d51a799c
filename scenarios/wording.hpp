#pragma once

#include "sim/wording.hpp"

namespace rackcast::scenarios {

using sim::bytes_text;
using sim::celsius_text;
using sim::duration_text;
using sim::listed;
using sim::number_text;
using sim::percent_text;
using sim::power_text;

}  // namespace rackcast::scenarios

#pragma once

#include <string>

#include "scenarios/summary.hpp"

namespace rackcast::scenarios {

/// The forecast for people: how long, how fast, what limits it, where the time goes, what throttles and interrupts it,
/// what it draws, and what all of it rests on. Says the same as summary.json, in words.
std::string forecast_text(const Scenario& scenario, const Summary& summary);

}  // namespace rackcast::scenarios

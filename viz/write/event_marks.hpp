#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sim/trace.hpp"

namespace rackcast::viz {

/// One mark on the time axis for the warnings and errors that fall within a few pixels of each other.
struct EventMark {
  double pixel = 0;
  sim::Severity severity = sim::Severity::warning;  ///< the worst of them
  std::string text;                                 ///< the first few, a line each, and how many more
};

std::vector<EventMark> event_marks(std::span<const sim::EventRecord> events,
                                   const std::function<double(sim::Time)>& pixel_of);

}  // namespace rackcast::viz

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/trace.hpp"

namespace rackcast::viz {

/// timeline.svg: power, die temperature, clock and job progress of one replication over time, one panel a quantity,
/// with axes, units, a legend and the events of severity warning and error marked across all panels. A panel whose
/// column
/// (`power_w`, `die_c`, `clock_mhz`, `progress`) has no value is left out. 900 px wide, light or dark by the reader's
/// setting, the colours of Okabe and Ito (distinguishable with any colour vision) and dashes besides; no scripts, no
/// fonts or pictures from elsewhere, all text escaped. More than eight components in a panel are drawn as the band
/// between their lowest and highest with the component that went highest as a line.
std::string timeline_svg(std::string_view title, const sim::TraceTable& samples,
                         std::span<const sim::EventRecord> events);

}  // namespace rackcast::viz

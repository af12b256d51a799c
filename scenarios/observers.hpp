#pragma once

#include "models/alarm.hpp"
#include "models/plant.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// Interval of the sampled trace: as asked, or a 2000th of the horizon, at least a second.
sim::Time sample_interval(const RunSpec& run);

/// Adds the recorder of trace.csv: every component, with extremes within each interval.
void record_samples(const Scenario& scenario, models::Plant& plant);

/// Adds the recorder of the series from which quantile bands are made: few, on a coarse grid.
void record_bands(const Scenario& scenario, models::Plant& plant);

/// Adds the alarm rules; the results stay with the components returned.
std::vector<const models::Alarm*> add_alarms(const Scenario& scenario, models::Plant& plant);

}  // namespace rackcast::scenarios

#pragma once

#include <string>

#include "models/server_spec.hpp"
#include "models/workload/step_profile.hpp"

namespace rackcast::scenarios {

/// What the data path costs a job whose boards would take `busy_s` a step with the data there: the first epoch from the
/// storage, later ones from what the page cache does not hold.
struct DataLimit {
  double wait_share = 0;                                 ///< of the time of all steps that boards wait for data
  models::DataStage stage = models::DataStage::storage;  ///< for which they wait longest
  models::PageCache cache = models::PageCache::cold;     ///< and when
  double samples_per_s = 0;                              ///< of that stage; infinite: nothing is known
  double needed_per_s = 0;                               ///< what the boards would take
};
DataLimit data_limit(const models::StepCost& cost, double busy_s);

/// What bounds the step of a job: the stage of the data path where boards wait for data, else what takes most of the
/// step at the clock that the boards sustain.
std::string bottleneck_text(const models::ServerSpec& server, const models::StepCost& cost,
                            const models::StepProfile& step, double clock_hz);

}  // namespace rackcast::scenarios

// How fast data come to a training job, and what the page cache has of them.
#include <cmath>

#include "models/workload/training_job.hpp"

namespace rackcast::models {

// Data that come sooner than the fastest board asks for them make no difference: 0, as if they were there.
double TrainingJob::data_s(PageCache cache) const {
  const DataPath& data = activities_.cost().data;
  const double step_s = data.known() ? data.step_s(cache) : 0;
  return step_s > activities_.step_s(ideal_.boost_hz) ? step_s : 0;
}

// Every sample not read since then comes from the storage. Wherever in an epoch that happens, it is as many reads as an
// epoch has samples, taken together here.
void TrainingJob::empty_cache(sim::Time now) {
  cache_ = PageCache::cold;
  const bool matters = data_s(PageCache::cold) != data_s(PageCache::warm);
  warm_at_steps_ = matters ? steps_.value(now) + activities_.cost().data.epoch_steps : INFINITY;
}

void TrainingJob::fill_cache(sim::Context& context) {
  pass_time(context.now());
  cache_ = PageCache::warm;
  warm_at_steps_ = INFINITY;
  context.record(sim::Severity::info, "page cache is warm", "every sample was read once");
  rate_hz_ = 0;  // the pace and what boards were told rest on the cold cache
  told_hz_ = 0;
  follow_clocks(context);
}

}  // namespace rackcast::models

// How fast data come to a training job, and what the page cache has of them.
#include <algorithm>
#include <cmath>

#include "models/workload/data_path.hpp"
#include "models/workload/training_job.hpp"

namespace rackcast::models {

// Data that come sooner than the fastest board asks for them make no difference: 0, as if they were there.
double TrainingJob::data_s(PageCache cache) const {
  const double step_s = data_.known() ? data_.step_s(cache) : 0;
  return step_s > activities_.step_s(ideal_.boost_hz) ? step_s : 0;
}

double TrainingJob::data_here_s() const {
  return std::max(data_s(cache_), wiring_.share.jobs->least_s(wiring_.share.tenant));
}

// Every sample not read since then comes from the storage. Wherever in an epoch that happens, it is as many reads as an
// epoch has samples, taken together here.
void TrainingJob::empty_cache(sim::Time now) {
  cache_ = PageCache::cold;
  // What it leaves of the storage matters to others even where it makes no difference to itself.
  const bool to_others = wiring_.share.jobs->shared() && data_.known();
  const bool matters = to_others || data_s(PageCache::cold) != data_s(PageCache::warm);
  warm_at_steps_ = matters ? steps_.value(now) + data_.epoch_steps : INFINITY;
}

void TrainingJob::fill_cache(sim::Context& context) {
  pass_time(context.now());
  const bool grows = cache_ == PageCache::warm;
  cache_ = PageCache::warm;
  warm_at_steps_ = INFINITY;
  if (wiring_.share.jobs->shared()) set_cache(data_, wiring_.share.jobs->cache_bytes(wiring_.share.tenant));
  context.record(sim::Severity::info, grows ? "page cache has grown" : "page cache is warm",
                 "every sample was read once");
  rate_hz_ = 0;  // the pace and what boards were told rest on the cold cache
  told_hz_ = 0;
  follow_clocks(context);
}

}  // namespace rackcast::models

#include "models/workload/exchange.hpp"

#include "models/collective/ring.hpp"
#include "models/collective/ring_search.hpp"
#include "models/workload/memory.hpp"
#include "models/workload/plan.hpp"

namespace rackcast::models {

namespace {

/// The same amount for each kind of message: its time or its bytes.
struct Messages {
  double all_reduce = 0;  ///< of all gradients
  double scatter = 0;     ///< reduce-scatter of all gradients
  double gather = 0;      ///< all-gather of all weights
};

double sum_of_step(const ServerSpec& server, const JobSpec& job, const Messages& one) {
  const double micro = micro_batches(server, job);
  switch (job.sharding) {
    case Sharding::none:
      return one.all_reduce;
    case Sharding::optimizer:
      return one.scatter + one.gather;
    case Sharding::gradients:
      return micro * one.scatter + one.gather;
    case Sharding::parameters:
      return micro * (one.scatter + 2 * one.gather);  // gathered forward and backward
  }
  return 0;
}

double gradient_bytes(const JobSpec& job) { return stage_parameters(job) * parameter_bytes(job).gradients; }
double weight_bytes(const JobSpec& job) { return stage_parameters(job) * parameter_bytes(job).weights; }

}  // namespace

double exchange_s(const ServerSpec& server, const JobSpec& job) {
  if (link_from(server) == LinkFrom::topology) return exchange_s(server, job, ring_link(server));
  return exchange_s(server, job, server.gpus.link);
}

double exchange_s(const ServerSpec& server, const JobSpec& job, const LinkSpec& link) {
  const double ranks = weight_copies(server, job);
  const double gradients = gradient_bytes(job);
  return sum_of_step(server, job,
                     {ring_all_reduce_s(link, ranks, gradients), ring_reduce_scatter_s(link, ranks, gradients),
                      ring_all_gather_s(link, ranks, weight_bytes(job))});
}

double exchanged_bytes(const ServerSpec& server, const JobSpec& job) {
  if (weight_copies(server, job) < 2) return 0;
  return sum_of_step(server, job, {gradient_bytes(job), gradient_bytes(job), weight_bytes(job)});
}

}  // namespace rackcast::models

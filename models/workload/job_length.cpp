#include "models/workload/job_length.hpp"

#include <cmath>
#include <stdexcept>

namespace rackcast::models {

namespace {

constexpr double half_a_step = 0.5;

double every_epochs(const JobSpec& job) {
  if (job.evaluation.epochs > 0) return job.evaluation.epochs;
  return job.evaluate_each_epoch ? 1 : 0;
}

}  // namespace

double epoch_samples(const JobSpec& job) {
  if (job.dataset.samples > 0) return job.dataset.samples;
  return job.workload.sequence > 0 ? job.dataset.tokens / job.workload.sequence : 0;
}

double job_steps(const JobSpec& job, double samples) {
  const DatasetSpec& dataset = job.dataset;
  if (dataset.steps > 0) return dataset.steps;
  if (dataset.tokens > 0 && !(job.workload.sequence > 0)) {
    throw std::invalid_argument("job '" + job.name +
                                "': dataset.tokens needs a workload with a sequence length; give " +
                                "dataset.epochs and samples instead");
  }
  const double total = dataset.tokens > 0 ? dataset.tokens / job.workload.sequence : dataset.epochs * dataset.samples;
  return std::ceil(total / samples);
}

double job_epochs(const JobSpec& job, double samples) {
  const DatasetSpec& dataset = job.dataset;
  if (dataset.steps > 0) return dataset.samples > 0 ? dataset.steps * samples / dataset.samples : 0;
  if (!(dataset.tokens > 0)) return dataset.epochs;
  const double tokens_per_epoch = dataset.samples * job.workload.sequence;
  return tokens_per_epoch > 0 ? dataset.tokens / tokens_per_epoch : 0;
}

Evaluations evaluations(const JobSpec& job, double steps, double samples) {
  Evaluations found;
  found.samples = job.evaluation.samples > 0 ? job.evaluation.samples : job.dataset.validation_samples;
  const double epochs = job_epochs(job, samples);
  found.every_steps = job.evaluation.steps;
  if (!(found.every_steps > 0) && epochs > 0) found.every_steps = every_epochs(job) * steps / epochs;
  if (!(found.every_steps > 0) || !(found.samples > 0)) return {};
  found.passes = std::floor((steps + half_a_step) / found.every_steps);
  return found;
}

}  // namespace rackcast::models

#pragma once

#include "models/workload/job_spec.hpp"

namespace rackcast::models {

/// Steps of `samples` that finish the job: dataset.steps, or as many as epochs or tokens take, the last one rounded up.
/// Throws std::invalid_argument for tokens of a workload without a sequence length.
double job_steps(const JobSpec& job, double samples);

/// Epochs that they are; 0 where nothing says how many samples one has.
double job_epochs(const JobSpec& job, double samples);

/// Samples of one epoch; 0: not known.
double epoch_samples(const JobSpec& job);

/// Evaluation passes of a job of `steps` steps: over how many samples, after every how many steps, and how often.
/// After k epochs or h steps; a pass that falls on the end of the job to within half a step is its last step's.
struct Evaluations {
  double samples = 0;
  double every_steps = 0;
  double passes = 0;
};
Evaluations evaluations(const JobSpec& job, double steps, double samples);

}  // namespace rackcast::models

#pragma once

#include <limits>
#include <vector>

#include "models/server_spec.hpp"
#include "models/workload/data_stages.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::models {

/// `waiting`: gaps between kernels while the host issues them; `starved`: one stretch per step without data.
enum class PhaseKind { kernels, exchange, waiting, starved };

/// A stretch of a training step during which a GPU's activity is steady.
struct StepPhase {
  double duration_s = 0;
  double clock_share = 0;      ///< share of the duration that goes with 1/clock
  double core_activity = 0;    ///< of the core's full dynamic power, 0 to 1
  double memory_activity = 0;  ///< of the full memory bandwidth, 0 to 1
  PhaseKind kind = PhaseKind::kernels;
};

/// One training step at given clocks: what a GPU (of the slowest pipeline stage) that runs at the slowest clock does.
struct StepProfile {
  double step_s = 0;
  std::vector<StepPhase> phases;  ///< kernels, exposed exchange, waiting, starved; durations sum to step_s
  double kernel_s = 0;            ///< time in kernels
  double exchange_s = 0;          ///< exposed gradient exchange
  double wait_s = 0;              ///< for the host
  double bubble_s = 0;            ///< for other stages of the pipeline
  double starved_s = 0;           ///< for data
};

/// What a step costs on this server apart from clocks: computed once per job. Times in seconds per GPU and step.
struct StepCost {
  double compute_s = 0;       ///< tensor-bound kernels at the clock `peak_at_hz`
  double memory_s = 0;        ///< memory-bound kernels: independent of the clock
  double host_s = 0;          ///< host issue time; the step takes the larger of host and device
  double update_s = 0;        ///< the host updates the weights, and sends them back
  double inner_s = 0;         ///< exchange inside the network (tensors, stages, contexts), which nothing hides
  double bubble = 0;          ///< idle time in the pipeline relative to the passes of another stage than the slowest
  double other_stage = 1;     ///< device time of such a stage relative to the slowest's, which has the head
  double exchange_s = 0;      ///< gradient exchange, whole
  double overlap = 0;         ///< share of it that may hide behind the backward pass
  double overlap_window = 0;  ///< share of the passes' time behind which the exchange may hide: the last backward pass
  double peak_at_hz = 0;
  double model_flops = 0;         ///< of one step over all GPUs (F2: recomputation not counted)
  double peak_flops = 0;          ///< of all GPUs, dense, at the job's precision
  double samples = 0;             ///< of one step over all GPUs
  double steps = 0;               ///< to finish the job
  double evaluation_s = 0;        ///< all evaluation passes of the job, at the clock `peak_at_hz`
  double evaluations = 0;         ///< how many passes they are
  double evaluation_every = 0;    ///< steps from one to the next
  double evaluation_samples = 0;  ///< of one pass
  double checkpoint_s = 0;        ///< one checkpoint
  double restore_s = 0;           ///< reading one back
  DataPath data;                  ///< what its data needs beside it; no part of the times above
};

/// Costs of one step of `job` on `server`. Throws std::invalid_argument for a precision the GPU does not have.
StepCost step_cost(const ServerSpec& server, const JobSpec& job);

/// The step when its slowest GPU runs at `clock_hz` and its data take `data_s` to come (0: they are there). Pure.
/// `factor` scales every device time (model error).
///   passes = max(host, compute·peak_at/clock + memory + inner),
///   exposed = max((1 − overlap)·exchange, exchange − overlap_window·passes),
///   busy = passes + exposed + update + bubble·max(host, other_stage·(passes of the device)),
///   step = max(busy, data).
/// Phases: kernels always, the others where they take time; bubble and update are waiting.
StepProfile step_profile(const StepCost& cost, double clock_hz, double factor = 1, double data_s = 0);

}  // namespace rackcast::models

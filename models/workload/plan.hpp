#pragma once

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::models {

/// GPUs that share one network.
double model_gpus(const PlanSpec& plan);

/// Groups of them that train on samples of their own.
double data_groups(const ServerSpec& server, const JobSpec& job);

/// GPUs with the same weights (if nothing is sharded): those of all data groups that hold the same part, and the GPUs
/// that split only the sequence. Gradients are summed over them, and ZeRO shards over them.
double weight_copies(const ServerSpec& server, const JobSpec& job);

/// Layers of the fullest pipeline stage.
double stage_layers(const JobSpec& job);

/// Parameters of the fullest stage (with the embedding) on one GPU: the rest of `parameters` beyond the layers counts
/// as embedding and head; with several stages a tied embedding stands on the first and on the last.
double stage_parameters(const JobSpec& job);

/// Idle time of a 1F1B schedule of m micro-batches relative to the work of one of the other stages, (p − 1)/(v·m)
/// (arXiv 2104.04473): a step is m micro-batches of the slowest stage and one of each other.
double bubble_share(const PlanSpec& plan, double micro_batches);

}  // namespace rackcast::models

#pragma once

#include <cstddef>
#include <vector>

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::models {

/// Indices of the GPUs that a job takes, ascending.
std::vector<std::size_t> gpus_of(const ServerSpec& server, const JobSpec& job);

/// The server as a job sees it: with the GPUs that it takes, and everything else for itself. What a step costs and what
/// memory it needs is asked of this server.
ServerSpec seen_by(const ServerSpec& server, const JobSpec& job);

}  // namespace rackcast::models

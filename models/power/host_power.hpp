#pragma once

#include "models/server_spec.hpp"
#include "models/workload/activity_table.hpp"

namespace rackcast::models {

/// Power of the parts of a server that are neither board nor supply: processors by load (GPUs at rest where processors
/// are the boards), storage, main board, memory, fans that the case does not give apart (models/thermal/fans).
double host_power_w(const ServerSpec& server, ActivityKind doing);
/// The same with the processors at the load that the data path of the job gives them, where it is known.
double host_power_w(const ServerSpec& server, const BoardActivity& doing);
/// Load of the processors by a job, of the range from idle to design power: as its data path gives it, else the
/// server's `cpu_load` in proportion to the GPUs that it has.
double cpu_load(const ServerSpec& server, const BoardActivity& doing);
/// Of a server that is on. The loads of its jobs add up, to no more than the design power.
double host_power_at_w(const ServerSpec& server, double cpu_load);

}  // namespace rackcast::models

#pragma once

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"
#include "scenarios/budget_values.hpp"

/// The parts of a budget, each from those before it.
namespace rackcast::scenarios {

/// Intake at which the ideal clock holds.
inline constexpr double reference_inlet_c = 25;

double idle_wall_w(const models::ServerSpec& server);

/// The parts take the server as the job sees it, with its own GPUs, and what is beside it. Main memory that the jobs
/// take.
HostMemory host_memory(const models::ServerSpec& server, const models::JobSpec& job, const Beside& beside);

/// Load of the processors by the job in steps of `step_s`, of the range from idle to design power: what decoding its
/// data takes, as in a run, else the server's `cpu_load` for its share of the GPUs.
double cpu_load(const models::ServerSpec& server, const models::StepCost& cost, double step_s, double gpu_share);

PowerBudget power_budget(const models::ServerSpec& server, const models::StepCost& cost, double clock_hz,
                         const Beside& beside);
OutletBudget outlet_budget(const models::ServerSpec& server, const PowerBudget& power);
HeatBudget heat_budget(const Surroundings& around, const models::ServerSpec& server, const JobBudget& b);
DataPathBudget data_path_budget(const models::ServerSpec& server, const models::JobSpec& job, const Beside& beside,
                                const JobBudget& b);
LinkBudget link_budget(const models::ServerSpec& server, const models::JobSpec& job, const JobBudget& b);

/// Tightest first.
std::vector<Margin> margins_of(const models::ServerSpec& server, const JobBudget& b);

}  // namespace rackcast::scenarios

#pragma once

#include "models/profile.hpp"
#include "models/server_spec.hpp"
#include "scenarios/check_rules_report.hpp"

namespace rackcast::scenarios {

// Rules within one part; keys are those of its table.
void check_gpu(const models::GpuSpec& gpu, const RuleReport& report);
void check_gpu_group(const models::GpuGroupSpec& group, const RuleReport& report);
void check_cpu(const models::CpuSpec& cpu, const RuleReport& report);
void check_psu_efficiency(const models::PsuSpec& psu, const RuleReport& report);
void check_psu_design(const models::PsuSpec& psu, const RuleReport& report);
void check_workload(const models::WorkloadSpec& workload, const RuleReport& report);
/// `values` is the key of the points' values.
void check_profile(const models::Profile& profile, std::string_view values, const RuleReport& report);
void check_server_parts(const models::ServerSpec& server, const RuleReport& report);

/// Rules between the fields of one catalogue entry.
void check_entry(std::string_view kind, const void* spec, const Node& document, Diagnostics& diagnostics);

}  // namespace rackcast::scenarios

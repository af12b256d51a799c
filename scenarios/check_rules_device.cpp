#include "scenarios/check_rules_device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/compute/cpu_board.hpp"
#include "scenarios/check_rules_report.hpp"

namespace rackcast::scenarios {

namespace {

using models::Device;
using models::JobSpec;
using models::ServerSpec;

/// One server and the jobs on it.
class DeviceRules {
 public:
  DeviceRules(Scenario& scenario, std::size_t server, const Node& document, Diagnostics& diagnostics)
      : scenario_{scenario}, server_{scenario.servers[server]}, document_{document}, diagnostics_{diagnostics} {
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
      const std::string& on = scenario.jobs[i].on;
      if (on == server_.name || (on.empty() && scenario.servers.size() == 1)) jobs_.push_back(i);
    }
  }

  void run(const RuleReport& report, const Node& table, const Catalog& catalog) {
    if (server_.gpus.count == 0) refuse_gpu_jobs();
    if (server_.gpus.count == 0 || wanted(Device::cpu)) take_cpus(report);
    choose_software(report, table, catalog);
  }

 private:
  bool wanted(Device device) const {
    return std::any_of(jobs_.begin(), jobs_.end(), [&](std::size_t i) { return scenario_.jobs[i].device == device; });
  }

  RuleReport of_job(std::size_t i) const { return {list_item(document_, "job", i), diagnostics_}; }

  void refuse_gpu_jobs() const {
    for (const std::size_t i : jobs_) {
      if (scenario_.jobs[i].device != Device::gpu) continue;
      of_job(i)("device", {fmt::format("server {} has no GPU", in_quotes(server_.name)), "the job asks for them",
                           "write device = \"cpu\", or give the server a [[server.gpu]]"});
    }
  }

  void take_cpus(const RuleReport& report) {
    for (const std::size_t i : jobs_) {
      if (server_.gpus.count == 0 || scenario_.jobs[i].device == Device::cpu) continue;
      of_job(i)("device", {fmt::format("another job trains on the CPUs of server {}", in_quotes(server_.name)),
                           "the jobs of a server train on the same", "write device = \"cpu\", or take another server"});
    }
    if (models::training_facts(server_.cpu) == models::TrainingFacts::missing) {
      report("cpu", {fmt::format("the {} says no vector_clock, flops_per_cycle or memory_bandwidth", server_.cpu.name),
                     "training on it needs them", "give them, or take one of rackcast catalog cpus that says them"});
    }
    models::train_on_cpus(server_);
  }

  /// A stack that nobody chose gives way to one for CPUs.
  void choose_software(const RuleReport& report, const Node& table, const Catalog& catalog) {
    if (server_.software.device == server_.trained_on) return;
    const bool cpu = server_.trained_on == Device::cpu;
    const models::SoftwareSpec* other = catalog.software(default_cpu_software);
    if (cpu && other != nullptr && table.find("software") == nullptr) {
      server_.software = *other;
      return;
    }
    report("software",
           {fmt::format("{} trains on {}s", in_quotes(server_.software.name), cpu ? "GPU" : "CPU"),
            fmt::format("the {}s of this server train", cpu ? "CPU" : "GPU"),
            cpu ? fmt::format("use {}", in_quotes(default_cpu_software)) : "see rackcast catalog software"});
  }

  Scenario& scenario_;
  ServerSpec& server_;
  const Node& document_;
  Diagnostics& diagnostics_;
  std::vector<std::size_t> jobs_;
};

}  // namespace

void choose_devices(Scenario& scenario, const Node& document, const Catalog& catalog, Diagnostics& diagnostics) {
  const CleanTables clean{diagnostics};
  for (std::size_t i = 0; i < scenario.servers.size(); ++i) {
    const Node& table = list_item(document, "server", i);
    if (!clean.clean(table)) continue;
    DeviceRules{scenario, i, document, diagnostics}.run({table, diagnostics}, table, catalog);
  }
}

}  // namespace rackcast::scenarios

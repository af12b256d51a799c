#include "models/power/host_power.hpp"

#include <algorithm>

namespace rackcast::models {

double host_power_at_w(const ServerSpec& server, double cpu_load) {
  const double cpu_w = server.cpu.idle_w + std::min(1.0, cpu_load) * (server.cpu.tdp_w - server.cpu.idle_w);
  const double processors_w = server.trained_on == Device::cpu ? server.resting.count * server.resting.gpu.power.idle_w
                                                               : server.cpu_count * cpu_w;
  return processors_w + server.storage.power_w + server.other_w;
}

double cpu_load(const ServerSpec& server, const BoardActivity& doing) {
  if (doing.kind != ActivityKind::training) return 0;
  return doing.cpu_load > 0 ? doing.cpu_load : server.cpu_load * doing.gpu_share;
}

double host_power_w(const ServerSpec& server, ActivityKind doing) {
  if (doing == ActivityKind::off) return 0;
  return host_power_at_w(server, doing == ActivityKind::training ? server.cpu_load : 0);
}

double host_power_w(const ServerSpec& server, const BoardActivity& doing) {
  return doing.kind == ActivityKind::off ? 0 : host_power_at_w(server, cpu_load(server, doing));
}

}  // namespace rackcast::models

#include "scenarios/validation/wall_power.hpp"

#include <fmt/format.h>

#include "models/power/psu_law.hpp"
#include "models/power/supply.hpp"
#include "models/thermal/dust.hpp"
#include "models/thermal/fans.hpp"
#include "scenarios/validation/limited_job.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double immersed_limit_kw = 7.3;
constexpr double air_limit_kw = 8.4;
constexpr double watts_per_kw = 1000;

}  // namespace

LoadedServer published_server(const ValidationContext& context, const std::string& published) {
  const std::string name = context.names.find("server", published);
  const auto* server = context.catalog.server(name.empty() ? published : name);
  if (server == nullptr) return {nullptr, fmt::format("no catalogue entry: server {}", published)};
  return {server, {}};
}

WallPower training_wall_power(const models::ServerSpec& described, std::string_view workload_class, double limit_w) {
  const models::ServerSpec server = models::as_it_stands(described);
  const models::GpuSpec& gpu = server.gpus.gpu;
  const double held_w = limit_w > 0 ? limit_w : gpu.power.default_w;
  const LimitedBoard board(gpu, {class_clock_share(workload_class, gpu.name), held_w, LimitedJob::not_drawn});
  WallPower power{0, board.power_w(held_w), board.under(held_w).clock_hz};
  const double boards_w = server.gpus.count * power.board_w;
  const double dc_w =
      boards_w + models::host_power_w(server, models::ActivityKind::training) + models::fan_power_w(server, boards_w);
  power.wall_w = models::wall_power_w(server.psu, dc_w);
  return power;
}

std::vector<Bar> fan_wall_bars(const Catalog& catalog) {
  const auto wall_kw = [&](const char* server) {
    return training_wall_power(*catalog.server(server), "transformers", 0).wall_w / watts_per_kw;
  };
  return {{"8 H100 immersed, kW", wall_kw("SMC immersed 8x H100"), immersed_limit_kw, "kW", 1},
          {"8 H100 in air, kW", wall_kw("DGX H100"), air_limit_kw, "kW", 1}};
}

}  // namespace rackcast::scenarios

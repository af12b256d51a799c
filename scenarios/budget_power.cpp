#include <algorithm>
#include <cmath>
#include <limits>

#include "models/compute/board_network.hpp"
#include "models/compute/gpu_power.hpp"
#include "models/compute/profile_power.hpp"
#include "models/power/excursion_law.hpp"
#include "models/power/psu_feed.hpp"
#include "models/power/psu_law.hpp"
#include "models/power/supply.hpp"
#include "models/thermal/fans.hpp"
#include "scenarios/budget_parts.hpp"

namespace rackcast::scenarios {

namespace {

using models::ClockedProfile;
using models::GpuPower;
using models::PhaseKind;
using models::ServerSpec;
using models::StepPhase;

constexpr double for_ever_s = std::numeric_limits<double>::infinity();
constexpr double excess_s = 0.001;     ///< what power.excursion refers to
constexpr double half_cycle_s = 0.01;  ///< of 50 Hz mains: no breaker and no conductor notices less

/// One board at the ideal clock and intake.
struct Board {
  const ServerSpec& server;
  const GpuPower gpu;
  ClockedProfile profile;
  double die_c = 0;

  double mean_w() const { return models::mean_power(gpu, profile, profile.clock_hz, die_c).total_w(); }
  double window_w() const { return models::regulated_power_w(gpu, profile, profile.clock_hz, die_c); }
  double highest_phase_w() const { return models::peak_power_w(gpu, profile, profile.clock_hz, die_c); }
  double burst_w() const;
};

// The limiter averages over its window: for so long a board draws what its highest clock and its phases give. Only a
// locked clock bounds that.
double Board::burst_w() const {
  const double locked_hz = server.gpus.clock_limit_hz;
  const double clock_hz = locked_hz > 0 ? std::min(locked_hz, gpu.max_clock_hz()) : gpu.max_clock_hz();
  double highest_w = highest_phase_w();
  for (const StepPhase& phase : profile.step.phases) {
    if (phase.kind == PhaseKind::waiting) continue;
    highest_w = std::max(highest_w, gpu.power_w(clock_hz, phase.core_activity, phase.memory_activity, die_c));
  }
  return highest_w;
}

// Leakage and die temperature follow from each other: from the leakage at 65 °C the balance is found once.
Board board_of(const ServerSpec& server, const models::StepProfile& step, double clock_hz) {
  Board board{server, GpuPower(server.gpus.gpu), {step, clock_hz}};
  const auto parts = models::mean_power(board.gpu, board.profile, clock_hz, models::leakage_reference_c);
  const double die_c =
      models::balanced_die_c(board.gpu, models::board_network(server.gpus.gpu), parts, clock_hz, reference_inlet_c);
  board.die_c = std::min(die_c, server.gpus.gpu.limits.target_c);
  return board;
}

// The lowest overload that is survived no longer than `duration_s`; infinite when the table knows none.
Peak against_supply(const ServerSpec& server, std::string what, double power_w, double duration_s) {
  const models::PsuSpec& psu = server.psu;
  const double rating_w = psu.rating_w * psu.count;
  Peak peak{std::move(what), power_w, duration_s, for_ever_s, 0};
  if (duration_s == for_ever_s) {
    peak.allowed_w = rating_w;
    peak.survived_s = for_ever_s;
    return peak;
  }
  for (std::size_t i = 0; i < psu.overload_ratio.size(); ++i) {
    if (psu.overload_duration_s[i] > duration_s) continue;
    peak.allowed_w = psu.overload_ratio[i] * rating_w;
    peak.survived_s = psu.overload_duration_s[i];
    break;
  }
  return peak;
}

// How long the boards stay in the phase whose power is highest.
double highest_phase_s(const Board& board) {
  double highest_w = -1;
  double duration_s = 0;
  for (const StepPhase& phase : board.profile.step.phases) {
    const double phase_w = board.gpu.dynamic_w(board.profile.clock_hz, phase.core_activity, phase.memory_activity);
    if (phase_w <= highest_w) continue;
    highest_w = phase_w;
    duration_s = phase.duration_s;
  }
  return duration_s;
}

std::vector<Peak> peaks_of(const Board& board, double host_w, const Beside& beside) {
  const ServerSpec& server = board.server;
  const double count = server.gpus.count;
  const double window_s = server.gpus.gpu.power.control_window_s;
  const models::StepProfile& step = board.profile.step;
  const double stretch_s = std::max(window_s, step.kernel_s + step.wait_s);
  const double excess_w = models::excursion_w(server.gpus.gpu, server.gpus.clock_limit_hz);
  return {
      against_supply(server, "steady, mean over the step", count * board.mean_w() + beside.mean_w + host_w, for_ever_s),
      against_supply(server, "mean over the limiters' window", count * board.window_w() + beside.window_w + host_w,
                     stretch_s),
      against_supply(server, "highest phase of all boards", count * board.highest_phase_w() + beside.highest_w + host_w,
                     highest_phase_s(board)),
      against_supply(server, "before the limiters act", count * board.burst_w() + beside.burst_w + host_w, window_s),
      against_supply(server, "excursions, once a minute",
                     count * (board.highest_phase_w() + excess_w) + beside.highest_w + host_w, excess_s)};
}

// Each rail against its limit, for hours; every board of the server at the mean of them all.
void add_rails(std::vector<Peak>& peaks, const Board& board, double host_w, const Beside& beside) {
  const double own = board.server.gpus.count;
  const double boards = std::round(own / beside.gpu_share);
  const double board_w = beside.gpu_share < 1 ? (own * board.mean_w() + beside.mean_w) / boards : board.mean_w();
  const auto feeds = models::feeds(board.server.psu, static_cast<std::size_t>(boards));
  for (std::size_t i = 1; i < feeds.size(); ++i) {
    const double load_w = feeds[i].host * host_w + feeds[i].board_sum() * board_w;
    peaks.push_back({"rail " + feeds[i].name + ", steady", load_w, for_ever_s, feeds[i].rating_w, for_ever_s});
  }
}

// By the boards of this job: those of other jobs do not meet them.
double excursion_trips_per_s(const Board& board, double host_w, const Beside& beside) {
  const ServerSpec& server = board.server;
  const double load_w = server.gpus.count * board.highest_phase_w() + beside.highest_w + host_w;
  const double excess_w = server.gpus.count * models::excursion_w(server.gpus.gpu, server.gpus.clock_limit_hz);
  return models::excursion_trips_per_s(server.psu, server.psu.rating_w * server.psu.count, load_w, excess_w);
}

void set_supply(PowerBudget& power, const ServerSpec& server) {
  const models::PsuSpec& psu = server.psu;
  const models::PsuLaw law(psu);
  power.wall_w = law.wall_power_w(power.steady_w);
  power.losses_w = power.wall_w - power.steady_w;
  power.rating_w = psu.rating_w * psu.count;
  power.spare_rating_w = psu.needed > 0 ? psu.rating_w * std::min(psu.needed, psu.count) : power.rating_w;
  power.one_lost_rating_w = psu.rating_w * (psu.count - 1);
  power.peak_limit_s = law.overload_limit_s(law.load_ratio(power.peak_w));
}

}  // namespace

double idle_wall_w(const ServerSpec& server) {
  const double boards_w = server.gpus.count * server.gpus.gpu.power.idle_w;
  const double host_w = models::host_power_w(server, models::ActivityKind::idle);
  return models::wall_power_w(server.psu, boards_w + host_w + models::fan_power_w(server, boards_w));
}

double cpu_load(const ServerSpec& server, const models::StepCost& cost, double step_s, double gpu_share) {
  return cost.data.cpu_s > 0 ? std::min(1.0, cost.data.cpu_s / step_s) : server.cpu_load * gpu_share;
}

PowerBudget power_budget(const ServerSpec& server, const models::StepCost& cost, double clock_hz,
                         const Beside& beside) {
  const models::StepProfile step = models::step_profile(cost, clock_hz);
  const Board board = board_of(server, step, clock_hz);
  PowerBudget power;
  power.board_w = board.mean_w();
  power.gpus_w = server.gpus.count * power.board_w + beside.mean_w;
  // `server` has the GPUs of the job alone: the fans follow the share of all.
  const double fans_w = models::fan_power_w(server, power.gpus_w * beside.gpu_share);
  const double load = cpu_load(server, cost, step.step_s, beside.gpu_share) + beside.cpu_load;
  const double host_w = models::host_power_at_w(server, load) + fans_w;
  power.storage_w = server.storage.power_w;
  power.other_w = server.other_w + fans_w;
  power.cpus_w = host_w - power.storage_w - power.other_w;
  power.steady_w = power.gpus_w + host_w;
  power.peaks = peaks_of(board, host_w, beside);
  add_rails(power.peaks, board, host_w, beside);
  power.excursion_trips_per_s = excursion_trips_per_s(board, host_w, beside);
  power.peak_w = server.gpus.count * board.highest_phase_w() + beside.highest_w + host_w;
  set_supply(power, server);
  return power;
}

// Supplies with power factor correction draw current in proportion to power.
OutletBudget outlet_budget(const ServerSpec& server, const PowerBudget& power) {
  const models::BreakerSpec& breaker = server.outlet.breaker;
  const double volts = server.outlet.voltage_v * server.outlet_count;
  double highest_w = 0;
  for (const Peak& peak : power.peaks) {
    if (peak.duration_s >= half_cycle_s) highest_w = std::max(highest_w, peak.power_w);
  }
  OutletBudget outlet;
  outlet.current_a = power.wall_w / volts;
  outlet.peak_a = models::wall_power_w(server.psu, highest_w) / volts;
  const double continuous_a = breaker.continuous * breaker.rated_a;
  outlet.socket_binds = server.outlet.rated_a < continuous_a;
  outlet.allowed_a = std::min(server.outlet.rated_a, continuous_a);
  outlet.holds_a = breaker.holds * breaker.rated_a;
  outlet.trips_a = breaker.trips * breaker.rated_a;
  outlet.instant_a = breaker.instant * breaker.rated_a;
  return outlet;
}

}  // namespace rackcast::scenarios

// Power, supply, outlet and heat of the sheet.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/compute/board_network.hpp"
#include "models/compute/governor.hpp"
#include "models/power/battery_law.hpp"
#include "models/power/unit_loss.hpp"
#include "scenarios/budget_parts.hpp"
#include "scenarios/budget_text_parts.hpp"
#include "scenarios/wording.hpp"

namespace rackcast::scenarios::sheet {

namespace {

constexpr double m3_per_s_per_cfm = 0.028316846592 / 60;  // a cubic foot is (0.3048 m)^3
constexpr double month_s = 31557600.0 / 12;
constexpr double hz_per_mhz = 1e6;
constexpr double same = 1e-9;  ///< relative: what differs less is the same

std::string cfm(double m3_per_s) { return number_text(m3_per_s / m3_per_s_per_cfm); }

std::string parts_table(const Sheet& s) {
  const PowerBudget& p = s.budget.power;
  const bool cpus = s.server->trained_on == models::Device::cpu;
  const double parts[] = {p.gpus_w, p.cpus_w, p.storage_w, p.other_w, p.losses_w, p.wall_w};
  TextTable table(numbers(std::size(parts) + 1));
  table.add({label("power"), cpus ? "CPUs" : "GPUs", cpus ? "GPUs at rest" : "CPUs", "storage", "other", "losses",
             "at the outlet"});
  std::vector<std::string> watts{label("steady, W")};
  std::vector<std::string> shares{label("")};
  for (const double w : parts) {
    watts.push_back(watts_text(w));
    shares.push_back(share_text(w / p.wall_w));
  }
  table.add(std::move(watts));
  table.add(std::move(shares));
  return block(table);
}

// The peak named in the margins: of those that pass, the one nearest to what is survived.
bool binds(const JobBudget& b, const Peak& peak) {
  const Margin* margin = b.margin(Limit::supply_peaks);
  return margin != nullptr && std::isfinite(peak.duration_s) && margin->value == peak.power_w &&
         margin->allowed == peak.allowed_w;
}

std::string survival(const Peak& peak, double rating_w) {
  if (std::isinf(peak.duration_s)) return "its rating";
  if (std::isinf(peak.allowed_w)) return "no tolerance is given for so short a time";
  return fmt::format("{} trips after {}", share_text(peak.allowed_w / rating_w), duration_text(peak.survived_s));
}

bool same_row(const Peak& a, const Peak& b) {
  return a.duration_s == b.duration_s && std::abs(a.power_w - b.power_w) <= same * a.power_w;
}

std::string excursion_line(const PowerBudget& p) {
  constexpr double year_s = 365.25 * 86400;
  const double every_s = p.excursion_trips_per_s > 0 ? 1 / p.excursion_trips_per_s : year_s;
  if (every_s >= year_s) return "";
  return line("", "excursions of milliseconds trip it about once in " + duration_text(every_s) + " of training");
}

std::string peaks_table(const Sheet& s) {
  const PowerBudget& p = s.budget.power;
  const models::PsuSpec& psu = s.server->psu;
  TextTable table(
      {Flush::left, Flush::left, Flush::right, Flush::right, Flush::right, Flush::right, Flush::right, Flush::left});
  table.add({label("supply"), fmt::format("{} × {}, {}", number_text(psu.count), power_text(psu.rating_w), psu.design),
             "load W", "for", "limit W", "margin W", "used", ""});
  for (const Peak& peak : p.peaks) {
    if (&peak != &p.peaks.back() && same_row(peak, *(&peak + 1))) continue;
    const bool steady = std::isinf(peak.duration_s);
    table.add({label(""), peak.what, watts_text(peak.power_w), steady ? "hours" : duration_text(peak.duration_s),
               watts_text(peak.allowed_w), watts_text(peak.allowed_w - peak.power_w),
               share_text(peak.power_w / peak.allowed_w),
               survival(peak, p.rating_w) + (binds(s.budget, peak) ? "  <- binds" : "")});
  }
  return block(table) + excursion_line(p);
}

// What the platform does when one is lost, and what that makes of the step.
std::string reaction_text(const Sheet& s) {
  const models::ServerSpec& server = *s.server;
  const double left = server.psu.count - 1;
  const double needed = server.psu.needed > 0 ? server.psu.needed : server.psu.count;
  if (left >= needed && s.budget.power.steady_w <= left * server.psu.rating_w) return ", no reaction";
  const models::GpuSpec& gpu = server.gpus.gpu;
  double clock_hz = std::min(s.budget.clock_hz, models::brake_clock_hz(gpu));
  std::string what = "the power brake";
  if (server.psu.on_loss == models::LossReaction::off) return ", off until it is replaced";
  if (server.psu.on_loss == models::LossReaction::cap) {
    const double cap_w = models::cap_for_units_w(server, left);
    if (cap_w >= models::limit_w(server.gpus)) return ", no cap";
    clock_hz = models::sustained_clock_hz(gpu, s.budget.cost, cap_w, reference_inlet_c);
    what = "capped at " + power_text(cap_w) + " a GPU";
  }
  const double step_s = models::step_profile(s.budget.cost, clock_hz).step_s;
  return fmt::format(", {}: {:.0f} MHz, {}", what, clock_hz / hz_per_mhz,
                     speed_text(step_s / s.budget.step.step_s - 1));
}

std::string spare_line(const Sheet& s) {
  const PowerBudget& p = s.budget.power;
  const models::PsuSpec& psu = s.server->psu;
  if (psu.count < 2) return "";
  std::string text = fmt::format("after the loss of one of {} units: {} of the {} left", number_text(psu.count),
                                 share_text(p.steady_w / p.one_lost_rating_w), power_text(p.one_lost_rating_w));
  if (p.spare_rating_w < p.rating_w) {
    text += fmt::format("; of the {} that are needed: {}", number_text(psu.needed),
                        share_text(p.steady_w / p.spare_rating_w));
  }
  const bool reacts = psu.on_loss != models::LossReaction::none;
  return line("", text) + (reacts ? line("", "with one unit lost" + reaction_text(s)) : "");
}

// What the battery carries, and whether the supply holds out until it does.
std::string ups_line(const Sheet& s) {
  const models::UpsSpec& ups = s.server->ups;
  if (!(ups.rating_w > 0)) return "";
  const PowerBudget& p = s.budget.power;
  const double hold_up_s = s.server->psu.hold_up_s / (p.steady_w / p.rating_w);
  const double limit_w = ups.apparent_va > 0 ? std::min(ups.rating_w, ups.apparent_va) : ups.rating_w;
  std::string text = p.wall_w > limit_w ? fmt::format("{}: overloaded on battery, off at once", ups.name)
                                        : fmt::format("{}: {} from a full battery", ups.name,
                                                      duration_text(models::BatteryLaw(ups).runtime_s(p.wall_w)));
  text += fmt::format(" ({} of {})", share_text(p.wall_w / limit_w), power_text(limit_w));
  text += fmt::format("; its transfer of {} against a hold-up of {}{}", duration_text(ups.transfer_s),
                      duration_text(hold_up_s), ups.transfer_s > hold_up_s ? ": too slow" : "");
  return line("ups", text);
}

std::string datasheet_line(const Sheet& s) {
  if (!(s.server->max_power_w > 0)) return "";
  const double share = s.budget.power.wall_w / s.server->max_power_w;
  return line(
      "", fmt::format("its datasheet says at most {}: the sum here is {} of that{}", power_text(s.server->max_power_w),
                      share_text(share), share > 1 ? ", one of the two is wrong" : ""));
}

std::string outlet_line(const Sheet& s) {
  const OutletBudget& o = s.budget.outlet;
  const models::OutletSpec& outlet = s.server->outlet;
  const std::string each =
      s.server->outlet_count > 1 ? fmt::format("each of {} × ", number_text(s.server->outlet_count)) : "";
  std::string out =
      line("outlet", fmt::format("{}{}, {}: {} A steady, {} A in peaks, of {} A for hours ({})", each, outlet.name,
                                 outlet.breaker.name, number_text(o.current_a), number_text(o.peak_a),
                                 number_text(o.allowed_a), share_text(o.current_a / o.allowed_a)));
  return out + line("", fmt::format("its breaker holds {} A for an hour, trips within one from {} A, at once from {} A",
                                    number_text(o.holds_a), number_text(o.trips_a), number_text(o.instant_a)));
}

// What of dust, cooler and mounting changes something.
std::string standing_line(const Sheet& s) {
  const models::ServerSpec& server = *s.server;
  const HeatBudget& h = s.budget.heat;
  std::vector<std::string> items;
  const auto add = [&](std::string text) { items.push_back(std::move(text)); };
  if (server.dust_s > 0) {
    add(fmt::format("dust of {} months: air flow −{}, uncalibrated", number_text(server.dust_s / month_s),
                    share_text(1 - h.airflow_m3_per_s / h.clean_m3_per_s)));
  }
  const models::CoolerSpec& cooler = server.gpus.cooler;
  if (cooler.sink_air_k_per_w > 0 || cooler.inside < 1) {
    add(fmt::format("cooler {}: {} of the GPUs' heat stays in the case", cooler.name, share_text(cooler.inside)));
  }
  if (std::abs(server.gpus.mounting.preheat - 1) > same && server.gpus.count > 1) {
    add(fmt::format("mounting {}: {} × the preheating of the case", server.gpus.mounting.name,
                    number_text(server.gpus.mounting.preheat)));
  }
  return items.empty() ? "" : wrapped("", items, "; ");
}

std::string throttle_line(const Sheet& s) {
  const JobBudget& b = s.budget;
  if (b.heat.settled_clock_hz == 0) return line("", "no clock is low enough for that: it would run at its slowdown");
  if (b.heat.settled_clock_hz >= b.clock_hz) return "";
  return line("",
              fmt::format("so it throttles at the hottest hour: settles at {:.0f} MHz, {}",
                          b.heat.settled_clock_hz / hz_per_mhz, speed_text(b.heat.settled_step_s / b.step.step_s - 1)));
}

}  // namespace

std::string power_lines(const Sheet& s) {
  return parts_table(s) + peaks_table(s) + spare_line(s) + datasheet_line(s) + ups_line(s) + outlet_line(s);
}

std::string heat_lines(const Sheet& s) {
  const HeatBudget& h = s.budget.heat;
  const models::GpuThermalLimits& limits = s.server->gpus.gpu.limits;
  std::string out =
      line("heat", fmt::format("{} CFM through the case ({} CFM would keep its rise to {} K); with {} it rises by {} K",
                               cfm(h.airflow_m3_per_s), cfm(h.needed_m3_per_s), number_text(design_rise_k),
                               power_text(h.case_w), number_text(h.case_rise_k)));
  out += standing_line(s);
  const bool cpu = s.server->trained_on == models::Device::cpu;
  const double inlet_limit_c = s.server->inlet_limit_c;
  out += line(
      "", fmt::format("outdoors {} at its hottest, room {} ({} in it), into the case {}{}, warmest {} intake {}",
                      celsius_text(h.outdoor_c), celsius_text(h.room_c), power_text(h.room_w), celsius_text(h.inlet_c),
                      std::isnan(inlet_limit_c) ? "" : " (allowed " + celsius_text(inlet_limit_c) + ")",
                      cpu ? "CPU" : "GPU", celsius_text(h.intake_c)));
  const std::string memory =
      cpu ? "" : fmt::format(", GPU memory {} (limit {})", celsius_text(h.memory_c), celsius_text(limits.memory_c));
  out += line("", fmt::format("there, unregulated: die {} (target {}, slowdown {}){}", celsius_text(h.die_c),
                              celsius_text(limits.target_c), celsius_text(limits.slowdown_c), memory));
  return out + throttle_line(s);
}

}  // namespace rackcast::scenarios::sheet

#include "scenarios/budget_knobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenarios/memory_knobs.hpp"
#include "scenarios/quantity.hpp"
#include "scenarios/write.hpp"

namespace rackcast::scenarios {

namespace {

using models::GpuSpec;
using models::ServerSpec;

constexpr double si_giga = 1e9;
constexpr double hz_per_mhz = 1e6;
constexpr double s_per_h = 3600;
constexpr double m3_per_s_per_cfm = 0.028316846592 / 60;  // a cubic foot is (0.3048 m)^3

/// Sizes that are sold.
constexpr double supply_w[] = {450,  500,  550,  650,  750,  850,  1000, 1200, 1300, 1500, 1600,
                               1800, 2000, 2200, 2400, 2700, 3000, 3300, 4000, 5000, 6600, 8000};
constexpr double power_limit_step_w = 5;
constexpr double clock_limit_step_hz = 15e6;
constexpr double flow_step = 1.05;   ///< from one air flow that is tried to the next
constexpr double largest_flow = 10;  ///< times the present one; beyond it is another machine or room
constexpr double most_outlets = 8;
/// A link through the slot is no faster than the slot; measured rates differ by so much.
constexpr double slot_tolerance = 1.1;

Setting quantity_setting(double number, const char* unit, std::function<void(Design&)> apply) {
  return {toml_text(format_number(number) + " " + unit), std::move(apply)};
}

std::string server_key(const Design& d, const char* key) { return "server." + d.server.name + "." + key; }
std::string job_key(const Design& d, const char* key) { return "job." + d.job.name + "." + key; }

Knob supply_rating(const Design& d) {
  Knob knob{server_key(d, "psu.rating"), {}};
  for (const double w : supply_w) {
    if (w > d.server.psu.rating_w) {
      knob.settings.push_back(quantity_setting(w, "W", [w](Design& x) { x.server.psu.rating_w = w; }));
    }
  }
  return knob;
}

Knob power_limit(const Design& d) {
  Knob knob{server_key(d, "gpu.power_limit"), {}};
  const models::GpuPowerLimits& power = d.server.gpus.gpu.power;
  const double now_w = d.server.gpus.power_limit_w > 0 ? d.server.gpus.power_limit_w : power.default_w;
  const double first_w = std::ceil(now_w / power_limit_step_w - 1) * power_limit_step_w;
  for (double w = first_w; w >= power.min_w; w -= power_limit_step_w) {
    knob.settings.push_back(quantity_setting(w, "W", [w](Design& x) { x.server.gpus.power_limit_w = w; }));
  }
  return knob;
}

Knob clock_limit(const Design& d) {
  Knob knob{server_key(d, "gpu.clock_limit"), {}};
  const GpuSpec& gpu = d.server.gpus.gpu;
  const double now_hz = d.server.gpus.clock_limit_hz > 0 ? d.server.gpus.clock_limit_hz : gpu.max_clock_hz;
  for (double hz = now_hz - clock_limit_step_hz; hz >= gpu.min_clock_hz; hz -= clock_limit_step_hz) {
    const double mhz = std::floor(hz / hz_per_mhz);
    knob.settings.push_back(
        quantity_setting(mhz, "MHz", [mhz](Design& x) { x.server.gpus.clock_limit_hz = mhz * hz_per_mhz; }));
  }
  return knob;
}

// `apply` takes the flow in m^3/s; what is said is a whole number of `unit`.
template <class F>
Knob flow(std::string path, double now_m3_per_s, double unit_m3_per_s, const char* unit, F apply) {
  Knob knob{std::move(path), {}};
  double before = now_m3_per_s / unit_m3_per_s;
  for (double factor = flow_step; factor <= largest_flow; factor *= flow_step) {
    const double number = std::ceil(now_m3_per_s / unit_m3_per_s * factor);
    if (number <= before) continue;
    before = number;
    const double m3_per_s = number * unit_m3_per_s;
    knob.settings.push_back(quantity_setting(number, unit, [apply, m3_per_s](Design& x) { apply(x, m3_per_s); }));
  }
  return knob;
}

Knob airflow(const Design& d) {
  return flow(server_key(d, "case.airflow"), d.server.chassis.airflow_m3_per_s, m3_per_s_per_cfm, "CFM",
              [](Design& x, double m3_per_s) { x.server.chassis.airflow_m3_per_s = m3_per_s; });
}

Knob ventilation(const Design& d) {
  constexpr double smallest_m3_per_s = 50 / s_per_h;  // a closed room is opened by a small fan
  return flow("room." + d.around.room.name + ".ventilation",
              std::max(d.around.room.ventilation_m3_per_s, smallest_m3_per_s), 1 / s_per_h, "m^3/h",
              [](Design& x, double m3_per_s) { x.around.room.ventilation_m3_per_s = m3_per_s; });
}

Knob cleaning(const Design& d) {
  Knob knob{server_key(d, "dust"), {}};
  if (d.server.dust_s > 0) knob.settings.push_back({"\"0 month\"", [](Design& x) { x.server.dust_s = 0; }});
  return knob;
}

// Every entry of a kind as a setting, in the order of `key`.
template <class T, class Key, class F>
Knob plain_entries(std::string path, const char* kind, const Catalog& catalog, Key key, F apply) {
  std::vector<const CatalogEntry*> entries;
  for (const std::string& name : catalog.names(kind)) entries.push_back(catalog.find(kind, name));
  const auto spec = [](const CatalogEntry* entry) { return static_cast<const T*>(entry->spec.get()); };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const auto* a, const auto* b) { return key(*spec(a)) < key(*spec(b)); });
  Knob knob{std::move(path), {}, Knob::Effect::mixed};
  for (const CatalogEntry* entry : entries) {
    const T* one = spec(entry);
    knob.settings.push_back({toml_text(entry->name), [apply, one](Design& x) { apply(x, *one); }});
  }
  return knob;
}

double random_rate(const models::StorageSpec& storage) {
  return storage.random_read_bytes_per_s > 0 ? storage.random_read_bytes_per_s : storage.read_bytes_per_s;
}

Knob records(const Design& d) {
  Knob knob{job_key(d, "dataset.stored"), {}};
  const auto packed = [](Design& x) { x.job.dataset.stored = models::StoredAs::records; };
  if (d.job.dataset.stored == models::StoredAs::files) knob.settings.push_back({"\"records\"", packed});
  return knob;
}

Knob storage(const Design& d, const Catalog& catalog) {
  return plain_entries<models::StorageSpec>(
      server_key(d, "storage"), "storage", catalog, random_rate,
      [](Design& x, const models::StorageSpec& entry) { x.server.storage = entry; });
}

Knob cpu(const Design& d, const Catalog& catalog) {
  return plain_entries<models::CpuSpec>(
      server_key(d, "cpu"), "cpus", catalog,
      [](const models::CpuSpec& entry) { return entry.cores * entry.core_speed; },
      [](Design& x, const models::CpuSpec& entry) { x.server.cpu = entry; });
}

// "ATX 2.x" and "ATX 3.x", "Japan 100 V 15 A" and "Japan 200 V 20 A": what stands in for each other where it is.
bool same_family(const std::string& a, const std::string& b) {
  return a.substr(0, a.find(' ')) == b.substr(0, b.find(' '));
}

Knob supply_design(const Design& d, const Catalog& catalog) {
  const std::string now = d.server.psu.design;
  Knob knob = plain_entries<models::PsuSpec>(
      server_key(d, "psu.design"), "psu-design", catalog,
      [](const models::PsuSpec& entry) { return entry.overload_ratio.empty() ? 0 : entry.overload_ratio.back(); },
      [](Design& x, const models::PsuSpec& entry) {
        x.server.psu.overload_ratio = entry.overload_ratio;
        x.server.psu.overload_duration_s = entry.overload_duration_s;
      });
  std::erase_if(knob.settings, [&](const Setting& setting) { return !same_family(toml_text(now), setting.value); });
  return knob;
}

// Boards of data centres and the machines around them are made for each other.
bool may_be_changed(const GpuSpec& gpu) { return gpu.category != "datacenter"; }

// The weakest that suffices first.
Knob cooler(const Design& d, const Catalog& catalog) {
  const std::string path = server_key(d, "gpu.cooler");
  if (!may_be_changed(d.server.gpus.gpu)) return {path, {}};
  return plain_entries<models::CoolerSpec>(
      path, "coolers", catalog, [](const models::CoolerSpec& entry) { return -entry.sink_air_k_per_w; },
      [](Design& x, const models::CoolerSpec& entry) { x.server.gpus.cooler = entry; });
}

Knob mounting(const Design& d, const Catalog& catalog) {
  const std::string path = server_key(d, "gpu.mounting");
  if (!may_be_changed(d.server.gpus.gpu) || d.server.gpus.count < 2) return {path, {}};
  return plain_entries<models::MountingSpec>(
      path, "mountings", catalog, [](const models::MountingSpec& entry) { return -entry.preheat; },
      [](Design& x, const models::MountingSpec& entry) { x.server.gpus.mounting = entry; });
}

Knob outlet(const Design& d, const Catalog& catalog) {
  return plain_entries<models::OutletSpec>(
      server_key(d, "outlet"), "outlets", catalog,
      [now = d.server.outlet](const models::OutletSpec& entry) {
        const bool elsewhere = !same_family(now.name, entry.name) && now.voltage_v != entry.voltage_v;
        return std::pair(elsewhere, entry.voltage_v * entry.rated_a);
      },
      [](Design& x, const models::OutletSpec& entry) { x.server.outlet = entry; });
}

Knob outlet_count(const Design& d) {
  Knob knob{server_key(d, "outlet_count"), {}};
  for (double n = d.server.outlet_count + 1; n <= most_outlets; ++n) {
    knob.settings.push_back({format_number(n), [n](Design& x) { x.server.outlet_count = n; }});
  }
  return knob;
}

}  // namespace

std::vector<const models::LinkSpec*> links_for(const GpuSpec& gpu, const Catalog& catalog) {
  std::vector<const models::LinkSpec*> own;
  std::vector<const models::LinkSpec*> any;
  for (const std::string& name : catalog.names("links")) {
    const models::LinkSpec* link = catalog.link(name);
    const bool reachable = link->bandwidth_bytes_per_s <= slot_tolerance * gpu.host_bytes_per_s;
    if (link->gpus.empty() && reachable) any.push_back(link);
    if (std::find(link->gpus.begin(), link->gpus.end(), gpu.name) != link->gpus.end()) own.push_back(link);
  }
  own.insert(own.end(), any.begin(), any.end());
  return own;
}

namespace {

std::vector<Knob> all_knobs(Limit limit, const Design& d, const Catalog& catalog) {
  switch (limit) {
    case Limit::gpu_memory:
      return memory_knobs(d);
    case Limit::host_memory:
      return {main_memory_knob(d)};
    case Limit::supply_steady:
    case Limit::supply_spare:
      return {supply_rating(d), power_limit(d)};
    case Limit::supply_peaks:
      return {supply_rating(d), clock_limit(d), supply_design(d, catalog)};
    case Limit::outlet:
      return {power_limit(d), outlet_count(d), outlet(d, catalog)};
    case Limit::inlet:
      return {ventilation(d), airflow(d), power_limit(d)};
    case Limit::die:
    case Limit::memory_temperature:
      return {cleaning(d), airflow(d), ventilation(d), mounting(d, catalog), power_limit(d), cooler(d, catalog)};
    case Limit::data_path:
      return {main_memory_knob(d), records(d), storage(d, catalog), cpu(d, catalog)};
  }
  return {};
}

}  // namespace

std::vector<Knob> knobs_of(Limit limit, const Design& d, const Catalog& catalog) {
  std::vector<Knob> knobs = all_knobs(limit, d, catalog);
  // Where processors train no key of a GPU moves anything.
  const std::string of_gpus = server_key(d, "gpu.");
  if (d.server.trained_on == models::Device::cpu) {
    std::erase_if(knobs, [&](const Knob& knob) { return knob.path.starts_with(of_gpus); });
  }
  return knobs;
}

}  // namespace rackcast::scenarios

#include "models/thermal/dust.hpp"

#include <algorithm>
#include <limits>

#include "models/compute/fan.hpp"
#include "sim/math.hpp"

namespace rackcast::models {

namespace {

// Planning values, see the header: 5 K more on a 350 W card after a year, as an owner tells, lies in between.
constexpr double month_s = 365.25 * 86400 / 12;
constexpr double dust_constant_s = 24 * month_s;  // planning range 1 to 3 years
constexpr double airflow_lost = 0.3;              // of a clogged case; planning range 0 to 0.3

double grown(double dust_s) { return -sim::expm1(-std::max(0.0, dust_s) / dust_constant_s); }

}  // namespace

double dust_airflow_factor(double dust_s) { return 1 - airflow_lost * grown(dust_s); }

double dust_resistance_factor(double dust_s, double clogs) { return 1 + clogs * grown(dust_s); }

double dust_for_resistance_s(double factor, double clogs) {
  const double share = (factor - 1) / clogs;
  return share < 1 ? -dust_constant_s * sim::log(1 - share) : std::numeric_limits<double>::infinity();
}

ServerSpec as_it_stands(const ServerSpec& server) {
  ServerSpec stands = server;
  GpuThermalNetwork& thermal = stands.gpus.gpu.thermal;
  CoolerSpec& cooler = stands.gpus.cooler;
  if (cooler.sink_air_k_per_w > 0) thermal.sink_air_k_per_w = cooler.sink_air_k_per_w;
  if (cooler.sink_j_per_k > 0) thermal.sink_j_per_k = cooler.sink_j_per_k;
  cooler.sink_air_k_per_w = cooler.sink_j_per_k = 0;
  if (stands.gpus.gpu.fan.duty > 0) stands.gpus.gpu = calibrated_at(stands.gpus.gpu, stands.gpus.gpu.fan.duty);
  thermal.sink_air_k_per_w *= dust_resistance_factor(server.dust_s, server.dust_clogs);
  thermal.memory_package_k_per_w *= stands.gpus.pads;
  stands.gpus.pads = 1;
  stands.chassis.airflow_m3_per_s *= dust_airflow_factor(server.dust_s);
  stands.dust_s = 0;
  stands.chassis.preheat = std::min(1.0, stands.chassis.preheat * stands.gpus.mounting.preheat);
  stands.gpus.mounting.preheat = 1;
  return stands;
}

ServerSpec as_it_was_built(const ServerSpec& server) {
  ServerSpec clean = server;
  clean.dust_s = 0;
  clean.gpus.gpu.fan.duty = 0;
  clean.gpus.pads = 1;
  return as_it_stands(clean);
}

}  // namespace rackcast::models

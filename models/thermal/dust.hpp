#pragma once

#include "models/server_spec.hpp"

namespace rackcast::models {

/// What dust does to a server last cleaned `dust_s` ago. UNCALIBRATED: nobody published how air flow or fins of a
/// server foul over time; form and constants are planning values. Both saturate, as a coat of dust that lets no more
/// dust through: with g = 1 − e^(−t/24 months), air flow through the case · (1 − 0.3·g), resistance from sink to air
/// · (1 + clogs·g). Nothing at 0, never back. `clogs` is 0.5 in offices and living rooms; the one report of a dirty
/// place (a processor, four times the rise after two years) asks for 4.7.
inline constexpr double dust_clogs_indoors = 0.5;
double dust_airflow_factor(double dust_s);
double dust_resistance_factor(double dust_s, double clogs = dust_clogs_indoors);
/// Time after which the resistance is `factor` times that of a clean sink; infinite if it never is.
double dust_for_resistance_s(double factor, double clogs);

/// The server as it runs: with its dust, its cooler in place of the sinks that the GPUs are sold with, fans held at
/// their duty, its pads and the preheating of its mounting (not more than all heat) applied to the values that the
/// physics reads. What was applied is neutral afterwards (dust 0, mounting · 1, own sinks), so that doing it again
/// changes nothing. Only models ask for it: the scenario keeps what was written.
ServerSpec as_it_stands(const ServerSpec& server);

/// The same without dust, with fans as calibrated and pads as of the type: the machine that the ideal of a job refers
/// to.
ServerSpec as_it_was_built(const ServerSpec& server);

}  // namespace rackcast::models

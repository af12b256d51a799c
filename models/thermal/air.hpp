#pragma once

namespace rackcast::models {

/// Heat capacity of a volume of air: density 1.184 kg/m³ at 25 °C and 101325 Pa (ideal gas, 287.05 J/kg/K) times the
/// specific heat 1006 J/kg/K. Held constant: between 15 and 45 °C the density changes by ±5 %.
inline constexpr double air_j_per_m3_k = 1.184 * 1006;

}  // namespace rackcast::models

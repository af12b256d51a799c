#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenarios/validation/tables.hpp"

namespace rackcast::scenarios {

/// Columns of the table of published powers and temperatures: `numbers` are required and hold numbers, the others may
/// be there.
CsvColumns thermal_columns(const std::vector<std::string>& texts, const std::vector<std::string>& numbers);

/// How a GPU is cooled, as far as published rows differ: its own cooler, for boards without one the form factor, and
/// laptops apart.
std::string cooling_class(const models::GpuSpec& gpu);

/// Intake that explains a coldest idle sample: one value per source and system, between 18 and 35 degC, an assumption
/// that every table prints. `rise_k` is that of the die above its intake at idle.
double assumed_inlet_c(double coldest_idle_c, double rise_k);

/// A bar in kelvin: the median of these absolute errors.
Bar kelvin_bar(const std::string& name, const std::vector<double>& errors_k, double limit_k);

}  // namespace rackcast::scenarios

#include "scenarios/captures/smi_fields.hpp"

#include <algorithm>
#include <array>

#include "scenarios/captures/capture_text.hpp"
#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {
namespace {

/// A unit as nvidia-smi writes it, and what it is in SI. The range is what any GPU could have.
struct SmiUnit {
  std::string_view text;
  double factor;
  double low;
  double high;
};

constexpr double mebi = 1048576;
constexpr double mega = 1e6;
constexpr double percent = 0.01;

constexpr SmiUnit memory{"MiB", mebi, 0, 1e8};
constexpr SmiUnit power{"W", 1, 0, 1e5};
constexpr SmiUnit temperature{"C", 1, -273, 1000};
constexpr SmiUnit clock_rate{"MHz", mega, 0, 1e5};
constexpr SmiUnit share{"%", percent, 0, 1000};  // some fans report more than 100 %
constexpr SmiUnit lanes{"x", 1, 0, 64};
constexpr SmiUnit generation{"", 1, 0, 16};

using Field = std::optional<double> SmiGpu::*;

/// An empty section is any.
struct Rule {
  std::string_view section;
  std::string_view key;
  const SmiUnit* unit;
  Field field;
};

constexpr auto rules = std::to_array<Rule>({
    {"FB Memory Usage", "Total", &memory, &SmiGpu::memory_bytes},
    {"Memory Usage", "Total", &memory, &SmiGpu::memory_bytes},
    {"Power Readings", "Power Draw", &power, &SmiGpu::power_draw_w},
    {"GPU Power Readings", "Power Draw", &power, &SmiGpu::power_draw_w},
    {"GPU Power Readings", "Instantaneous Power Draw", &power, &SmiGpu::power_draw_w},
    {"GPU Power Readings", "Average Power Draw", &power, &SmiGpu::power_draw_w},
    {"Power Readings", "Power Limit", &power, &SmiGpu::power_requested_w},
    {"Power Readings", "Default Power Limit", &power, &SmiGpu::power_default_w},
    {"Power Readings", "Enforced Power Limit", &power, &SmiGpu::power_limit_w},
    {"Power Readings", "Min Power Limit", &power, &SmiGpu::power_min_w},
    {"Power Readings", "Max Power Limit", &power, &SmiGpu::power_max_w},
    {"GPU Power Readings", "Power Limit", &power, &SmiGpu::power_requested_w},
    {"GPU Power Readings", "Requested Power Limit", &power, &SmiGpu::power_requested_w},
    {"GPU Power Readings", "Current Power Limit", &power, &SmiGpu::power_limit_w},
    {"GPU Power Readings", "Enforced Power Limit", &power, &SmiGpu::power_limit_w},
    {"GPU Power Readings", "Default Power Limit", &power, &SmiGpu::power_default_w},
    {"GPU Power Readings", "Min Power Limit", &power, &SmiGpu::power_min_w},
    {"GPU Power Readings", "Max Power Limit", &power, &SmiGpu::power_max_w},
    {"", "GPU Shutdown Temp", &temperature, &SmiGpu::shutdown_c},
    {"", "GPU Slowdown Temp", &temperature, &SmiGpu::slowdown_c},
    {"", "GPU Max Operating Temp", &temperature, &SmiGpu::max_operating_c},
    {"", "GPU Target Temperature", &temperature, &SmiGpu::target_c},
    {"", "Memory Max Operating Temp", &temperature, &SmiGpu::memory_max_operating_c},
    {"", "GPU Current Temp", &temperature, &SmiGpu::die_c},
    {"", "Memory Current Temp", &temperature, &SmiGpu::memory_c},
    {"", "GPU T.Limit Temp", &temperature, &SmiGpu::margin_k},
    {"Clocks", "SM", &clock_rate, &SmiGpu::sm_clock_hz},
    {"Clocks", "Memory", &clock_rate, &SmiGpu::memory_clock_hz},
    {"Max Clocks", "SM", &clock_rate, &SmiGpu::max_sm_clock_hz},
    {"Max Clocks", "Memory", &clock_rate, &SmiGpu::max_memory_clock_hz},
    {"Applications Clocks", "Graphics", &clock_rate, &SmiGpu::application_sm_clock_hz},
    {"Applications Clocks", "Memory", &clock_rate, &SmiGpu::application_memory_clock_hz},
    {"PCIe Generation", "Max", &generation, &SmiGpu::pcie_generation_max},
    {"PCIe Generation", "Current", &generation, &SmiGpu::pcie_generation},
    {"Link Width", "Max", &lanes, &SmiGpu::pcie_lanes_max},
    {"Link Width", "Current", &lanes, &SmiGpu::pcie_lanes},
    {"", "Fan Speed", &share, &SmiGpu::fan_fraction},
});

struct MarginRule {
  std::string_view key;
  std::optional<double> SmiMargins::*field;
};

constexpr auto margin_rules = std::to_array<MarginRule>({
    {"GPU Shutdown T.Limit Temp", &SmiMargins::shutdown_k},
    {"GPU Slowdown T.Limit Temp", &SmiMargins::slowdown_k},
    {"GPU Max Operating T.Limit Temp", &SmiMargins::max_operating_k},
});

struct SwitchRule {
  std::string_view section;
  std::string_view key;
  std::optional<SmiSwitch> SmiGpu::*field;
};

constexpr auto switch_rules = std::to_array<SwitchRule>({
    {"", "Persistence Mode", &SmiGpu::persistence},
    {"ECC Mode", "Current", &SmiGpu::ecc},
    {"Ecc Mode", "Current", &SmiGpu::ecc},
    {"MIG Mode", "Current", &SmiGpu::mig},
});

template <class R>
bool fits(const R& rule, const SmiLine& line) {
  return rule.key == line.key && (rule.section.empty() || rule.section == line.section);
}

/// "[N/A]", "Unknown Error", "Not Supported", "ERR!"...: all that does not begin as a number.
bool is_number(std::string_view value) {
  const std::size_t digit = value.starts_with('-') ? 1 : 0;
  return value.size() > digit && value[digit] >= '0' && value[digit] <= '9';
}

Message bad_value(const SmiLine& line, const SmiUnit& unit, std::string problem) {
  return at_line(line.number, std::string{line.key} + " is " + in_quotes(line.value), std::move(problem),
                 unit.text.empty() ? "" : "expected a number of " + std::string{unit.text});
}

/// In SI, into `field` unless it has a value already.
std::optional<Message> take_number(const SmiLine& line, const SmiUnit& unit, std::optional<double>& field) {
  if (!is_number(line.value)) return std::nullopt;
  const std::size_t end = std::min(line.value.find_first_not_of("-.0123456789"), line.value.size());
  const std::optional<double> number = parse_number(line.value.substr(0, end));
  if (!number) return bad_value(line, unit, "that is no number");
  if (trimmed(line.value.substr(end)) != unit.text) return bad_value(line, unit, "the unit is another one");
  if (*number < unit.low || *number > unit.high) return bad_value(line, unit, "no GPU has that");
  if (!field) field = *number * unit.factor;
  return std::nullopt;
}

void take_switch(std::string_view value, std::optional<SmiSwitch>& field) {
  if (value == "Enabled") field = SmiSwitch::on;
  if (value == "Disabled") field = SmiSwitch::off;
}

void take_text(const SmiLine& line, SmiGpu& gpu) {
  if (line.key == "Product Name" && gpu.product.empty()) gpu.product = clean_name(line.value);
  if (line.key == "GPU UUID" && line.value.starts_with("GPU-")) gpu.uuid = clean_name(line.value);
  if (line.key == "Bus Id" && gpu.bus_id.empty()) gpu.bus_id = clean_name(line.value);
}

}  // namespace

std::optional<Message> take_smi_line(const SmiLine& line, SmiGpu& gpu, SmiMargins& margins) {
  for (const Rule& rule : rules) {
    if (fits(rule, line)) return take_number(line, *rule.unit, gpu.*rule.field);
  }
  for (const MarginRule& rule : margin_rules) {
    if (rule.key == line.key) return take_number(line, temperature, margins.*rule.field);
  }
  for (const SwitchRule& rule : switch_rules) {
    if (fits(rule, line)) take_switch(line.value, gpu.*rule.field);
  }
  take_text(line, gpu);
  return std::nullopt;
}

void complete_smi_gpu(SmiGpu& gpu, const SmiMargins& margins) {
  if (!gpu.power_limit_w) gpu.power_limit_w = gpu.power_requested_w;
  if (!gpu.die_c || !gpu.margin_k) return;
  const double throttling_c = *gpu.die_c + *gpu.margin_k;
  const auto derive = [&](std::optional<double>& limit_c, const std::optional<double>& margin_k) {
    if (limit_c || !margin_k) return;
    limit_c = throttling_c - *margin_k;
    gpu.limits = SmiLimits::derived;
  };
  derive(gpu.shutdown_c, margins.shutdown_k);
  derive(gpu.slowdown_c, margins.slowdown_k);
  derive(gpu.max_operating_c, margins.max_operating_k);
}

}  // namespace rackcast::scenarios

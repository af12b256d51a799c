#include "scenarios/quantity_units.hpp"

#include <utility>

namespace rackcast::scenarios {
namespace {

constexpr double minute_s = 60;
constexpr double hour_s = 3600;
constexpr double day_s = 86400;
constexpr double week_s = 7 * day_s;
constexpr double year_s = 31557600;  // Julian year, 365.25 d
constexpr double month_s = year_s / 12;
constexpr double cfm_m3 = 28316846592;  // one cubic foot, 0.3048³ m³, times 1e12
constexpr double cfm_scale = 1e12 * minute_s;

//                                kg m  s  K  A  B  FLOP USD
constexpr Dimension none{{0, 0, 0, 0, 0, 0, 0, 0}};
constexpr Dimension mass{{1, 0, 0, 0, 0, 0, 0, 0}};
constexpr Dimension length{{0, 1, 0, 0, 0, 0, 0, 0}};
constexpr Dimension volume{{0, 3, 0, 0, 0, 0, 0, 0}};
constexpr Dimension volume_flow{{0, 3, -1, 0, 0, 0, 0, 0}};
constexpr Dimension time{{0, 0, 1, 0, 0, 0, 0, 0}};
constexpr Dimension frequency{{0, 0, -1, 0, 0, 0, 0, 0}};
constexpr Dimension temperature{{0, 0, 0, 1, 0, 0, 0, 0}};
constexpr Dimension current{{0, 0, 0, 0, 1, 0, 0, 0}};
constexpr Dimension power{{1, 2, -3, 0, 0, 0, 0, 0}};
constexpr Dimension energy{{1, 2, -2, 0, 0, 0, 0, 0}};
constexpr Dimension voltage{{1, 2, -3, 0, -1, 0, 0, 0}};
constexpr Dimension pressure{{1, -1, -2, 0, 0, 0, 0, 0}};
constexpr Dimension data{{0, 0, 0, 0, 0, 1, 0, 0}};
constexpr Dimension operations{{0, 0, 0, 0, 0, 0, 1, 0}};
constexpr Dimension operation_rate{{0, 0, -1, 0, 0, 0, 1, 0}};
constexpr Dimension money{{0, 0, 0, 0, 0, 0, 0, 1}};

constexpr Symbol symbol_table[] = {
    {"1", none, 1, 1, Prefixes::none},
    {"%", none, 1, 100, Prefixes::none},
    {"s", time, 1, 1, Prefixes::decimal},
    {"min", time, minute_s, 1, Prefixes::none},
    {"h", time, hour_s, 1, Prefixes::none},
    {"d", time, day_s, 1, Prefixes::none},
    {"day", time, day_s, 1, Prefixes::none},
    {"days", time, day_s, 1, Prefixes::none},
    {"week", time, week_s, 1, Prefixes::none},
    {"weeks", time, week_s, 1, Prefixes::none},
    {"month", time, month_s, 1, Prefixes::none},
    {"months", time, month_s, 1, Prefixes::none},
    {"yr", time, year_s, 1, Prefixes::none},
    {"year", time, year_s, 1, Prefixes::none},
    {"years", time, year_s, 1, Prefixes::none},
    {"m", length, 1, 1, Prefixes::decimal},
    {"cm", length, 1, 100, Prefixes::none},
    {"L", volume, 1, 1000, Prefixes::decimal},
    {"CFM", volume_flow, cfm_m3, cfm_scale, Prefixes::none},
    {"g", mass, 1, 1000, Prefixes::decimal},
    {"t", mass, 1000, 1, Prefixes::none},
    {"K", temperature, 1, 1, Prefixes::decimal},
    {"A", current, 1, 1, Prefixes::decimal},
    {"V", voltage, 1, 1, Prefixes::decimal},
    {"W", power, 1, 1, Prefixes::decimal},
    {"J", energy, 1, 1, Prefixes::decimal},
    {"Wh", energy, hour_s, 1, Prefixes::decimal},
    {"Pa", pressure, 1, 1, Prefixes::decimal},
    {"Hz", frequency, 1, 1, Prefixes::decimal},
    {"rpm", frequency, 1, minute_s, Prefixes::none},
    {"B", data, 1, 1, Prefixes::binary},
    {"bit", data, 1, 8, Prefixes::binary},
    {"FLOP", operations, 1, 1, Prefixes::decimal},
    {"FLOPS", operation_rate, 1, 1, Prefixes::decimal},
    {"USD", money, 1, 1, Prefixes::decimal},
};

constexpr Prefix decimal_table[] = {{"n", 1, 1e9}, {"u", 1, 1e6}, {"µ", 1, 1e6},  {"m", 1, 1e3},  {"k", 1e3, 1},
                                    {"M", 1e6, 1}, {"G", 1e9, 1}, {"T", 1e12, 1}, {"P", 1e15, 1}, {"E", 1e18, 1}};

constexpr Prefix binary_table[] = {{"Ki", 1024.0, 1},
                                   {"Mi", 1024.0 * 1024, 1},
                                   {"Gi", 1024.0 * 1024 * 1024, 1},
                                   {"Ti", 1024.0 * 1024 * 1024 * 1024, 1},
                                   {"Pi", 1024.0 * 1024 * 1024 * 1024 * 1024, 1}};

constexpr std::pair<std::string_view, std::string_view> mistakes[] = {{"C", "degC"},
                                                                      {"c", "degC"},
                                                                      {"celsius", "degC"},
                                                                      {"Celsius", "degC"},
                                                                      {"deg", "degC"},
                                                                      {"degrees", "degC"},
                                                                      {"F", "degC"},
                                                                      {"degF", "degC"},
                                                                      {"kelvin", "K"},
                                                                      {"Kelvin", "K"},
                                                                      {"k", "K"},
                                                                      {"watt", "W"},
                                                                      {"watts", "W"},
                                                                      {"w", "W"},
                                                                      {"hour", "h"},
                                                                      {"hours", "h"},
                                                                      {"hr", "h"},
                                                                      {"hrs", "h"},
                                                                      {"sec", "s"},
                                                                      {"secs", "s"},
                                                                      {"second", "s"},
                                                                      {"seconds", "s"},
                                                                      {"minute", "min"},
                                                                      {"minutes", "min"},
                                                                      {"mins", "min"},
                                                                      {"D", "d"},
                                                                      {"y", "yr"},
                                                                      {"a", "yr"},
                                                                      {"b", "bit"},
                                                                      {"bits", "bit"},
                                                                      {"byte", "B"},
                                                                      {"bytes", "B"},
                                                                      {"bps", "bit/s"},
                                                                      {"Gbps", "Gbit/s"},
                                                                      {"Mbps", "Mbit/s"},
                                                                      {"Gb", "Gbit or GB"},
                                                                      {"Mb", "Mbit or MB"},
                                                                      {"GBps", "GB/s"},
                                                                      {"gb", "GB"},
                                                                      {"kb", "kB"},
                                                                      {"KB", "kB"},
                                                                      {"kw", "kW"},
                                                                      {"KW", "kW"},
                                                                      {"mhz", "MHz"},
                                                                      {"Mhz", "MHz"},
                                                                      {"ghz", "GHz"},
                                                                      {"cfm", "CFM"},
                                                                      {"kwh", "kWh"},
                                                                      {"KWh", "kWh"},
                                                                      {"l", "L"},
                                                                      {"FLOPs", "FLOP"},
                                                                      {"GFLOPs", "GFLOP"},
                                                                      {"TFLOPs", "TFLOP/s"},
                                                                      {"flops", "FLOP/s"},
                                                                      {"$", "USD"},
                                                                      {"dollars", "USD"},
                                                                      {"m3", "m^3"},
                                                                      {"m2", "m^2"},
                                                                      {"m³", "m^3"},
                                                                      {"m²", "m^2"},
                                                                      {"mo", "months"},
                                                                      {"ft", "m"},
                                                                      {"EUR", "USD (converted)"},
                                                                      {"euro", "USD (converted)"},
                                                                      {"€", "USD (converted)"},
                                                                      {"GBP", "USD (converted)"},
                                                                      {"CNY", "USD (converted)"},
                                                                      {"JPY", "USD (converted)"},
                                                                      {"RMB", "USD (converted)"},
                                                                      {"°F", "degC"}};

}  // namespace

std::span<const Symbol> symbols() { return symbol_table; }
std::span<const Prefix> decimal_prefixes() { return decimal_table; }
std::span<const Prefix> binary_prefixes() { return binary_table; }

std::string_view usual_mistake(std::string_view text) {
  for (const auto& [wrong, right] : mistakes) {
    if (text == wrong) return right;
  }
  return {};
}

std::vector<std::string> common_units() {
  std::vector<std::string> out{"degC", "kW",  "MW",  "kWh",   "MWh",   "MHz",  "GHz",   "ms",    "us",    "MB",
                               "GB",   "TB",  "GiB", "MiB",   "Gbit",  "Mbit", "GFLOP", "TFLOP", "PFLOP", "kJ",
                               "MJ",   "m^2", "m^3", "m^3/h", "m^3/s", "GB/s", "kg",    "kPa",   "mm"};
  for (const Symbol& symbol : symbol_table) out.emplace_back(symbol.text);
  return out;
}

}  // namespace rackcast::scenarios

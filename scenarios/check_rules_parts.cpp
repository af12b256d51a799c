#include "scenarios/check_rules_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "models/compute/fan.hpp"
#include "models/power/psu_feed.hpp"
#include "scenarios/check_rules_topology.hpp"
#include "scenarios/facts/tables.hpp"
#include "scenarios/write.hpp"

namespace rackcast::scenarios {
namespace {

/// `low` must not exceed `high`; both are keys of `facts`.
struct Order {
  std::string_view low;
  std::string_view high;
  std::string_view why;
};

constexpr Order gpu_orders[] = {
    {"power.min", "power.default", "the default limit can be set"},
    {"power.default", "power.max", "the default limit can be set"},
    {"power.idle", "power.default", "an idle board stays below its limit"},
    {"min_clock", "peak_at", "the peaks refer to a clock the GPU can run at"},
    {"peak_at", "max_clock", "the peaks refer to a clock the GPU can run at"},
    {"limits.target", "limits.slowdown", "the target is there to avoid the slowdown"},
    {"limits.slowdown", "limits.shutdown", "the slowdown is there to avoid the shutdown"},
};

void check_orders(std::span<const Order> orders, const TableFacts& facts, const void* spec, const RuleReport& report) {
  for (const Order& order : orders) {
    const Fact* low = facts.find(order.low);
    const Fact* high = facts.find(order.high);
    if (low == nullptr || high == nullptr) continue;
    void* target = const_cast<void*>(spec);
    if (*low->access.number(low->access.owner(target)) <= *high->access.number(high->access.owner(target))) continue;
    report(order.low, {fmt::format("{} = {} is above {} = {}", in_quotes(order.low), format_value(*low, spec),
                                   in_quotes(order.high), format_value(*high, spec)),
                       std::string{order.why}, ""});
  }
}

/// Whether `dotted` is a key of the table or of a table within it.
bool has_key(const TableFacts& facts, std::string_view dotted) {
  for (const Fact& fact : facts.facts) {
    if (fact.key == dotted) return true;
    if (fact.table == nullptr || !dotted.starts_with(fact.key) || dotted[fact.key.size()] != '.') continue;
    if (has_key(*fact.table, dotted.substr(fact.key.size() + 1))) return true;
  }
  return false;
}

void check_unverified(const TableFacts& facts, const void* spec, const RuleReport& report) {
  const Fact* fact = facts.find("unverified");
  if (fact == nullptr) return;
  for (const std::string& key : *fact->access.texts(const_cast<void*>(fact->access.owner(spec)))) {
    if (has_key(facts, key)) continue;
    report("unverified", {fmt::format("{} in \"unverified\" is not a key of {}", in_quotes(key), facts.name), "", ""});
  }
}

template <class Less>
bool sorted(const std::vector<double>& values, Less less) {
  return std::adjacent_find(values.begin(), values.end(), [less](double a, double b) { return !less(a, b); }) ==
         values.end();
}

void require_positive(double value, std::string_view key, std::string_view kind, const RuleReport& report) {
  if (value > 0) return;
  report(key, {fmt::format("{} is missing", in_quotes(key)), fmt::format("a {} needs it", kind), ""});
}

void check_transformer(const models::WorkloadSpec& w, const RuleReport& report) {
  constexpr std::string_view kind = "transformer";
  require_positive(w.layers, "layers", kind, report);
  require_positive(w.hidden, "hidden", kind, report);
  require_positive(w.heads, "heads", kind, report);
  require_positive(w.kv_heads, "kv_heads", kind, report);
  require_positive(w.ffn_hidden, "ffn_hidden", kind, report);
  require_positive(w.vocabulary, "vocabulary", kind, report);
  require_positive(w.sequence, "sequence", kind, report);
  if (w.activation == "none") require_positive(0, "activation", kind, report);
  if (w.kv_heads > 0 && std::fmod(w.heads, w.kv_heads) != 0) {
    report("kv_heads", {fmt::format("{} heads cannot share {} kv_heads", w.heads, w.kv_heads),
                        "each serves the same number of heads", ""});
  }
}

/// What the driver would refuse to set.
void check_setting(double value, double low, double high, std::string_view key, std::string_view unit,
                   const RuleReport& report) {
  if (value == 0 || (value >= low && value <= high)) return;
  const Unit shown = *parse_unit(unit).value;
  const auto text = [&](double v) { return format_quantity(v, base_unit(shown), shown); };
  report(key, {fmt::format("{} cannot be {}", in_quotes(key), text(value)),
               fmt::format("this GPU takes {} to {}", text(low), text(high)), ""});
}

constexpr double joule_per_kj = 1000;

void check_psu(const models::PsuSpec& psu, const RuleReport& report) {
  if (psu.needed <= psu.count) return;
  report("needed", {fmt::format("needed = {} is more than count = {}", psu.needed, psu.count),
                    "a server that lacks one does not start", ""});
}

/// A battery gives no more than it stores, for less time at a higher load.
void check_ups(const models::UpsSpec& ups, const RuleReport& report) {
  if (!(ups.rating_w > 0)) return;
  if (!(ups.battery_j > 0)) {
    return report("battery", {"a unit with a rating needs a battery", "", "give battery = \"216 Wh\""});
  }
  if (ups.load_w.size() != ups.runtime_s.size()) {
    return report("runtime", {fmt::format("{} loads, but {} run times", ups.load_w.size(), ups.runtime_s.size()),
                              "each load has its own", ""});
  }
  for (std::size_t i = 0; i < ups.load_w.size(); ++i) {
    if (ups.load_w[i] * ups.runtime_s[i] > ups.battery_j) {
      report("runtime",
             {fmt::format("{:g} W for {:g} s are more than the battery stores", ups.load_w[i], ups.runtime_s[i]),
              fmt::format("it has {:g} kJ", ups.battery_j / joule_per_kj), ""});
    }
    if (i == 0) continue;
    if (ups.load_w[i] <= ups.load_w[i - 1]) report("load", {"loads have to ascend", "they are a table", ""});
    if (ups.runtime_s[i] >= ups.runtime_s[i - 1]) {
      report("runtime", {"a higher load cannot last as long", "loads ascend, run times descend", ""});
    }
  }
}

void check_rail(const models::PsuRail& rail, int gpus, const RuleReport& report) {
  if (!rail.share.empty() && rail.share.size() != rail.gpus.size()) {
    report("share", {fmt::format("rail {}: {} shares, but {} GPUs", rail.name, rail.share.size(), rail.gpus.size()),
                     "each GPU on the rail has its share", "leave share out if all of their power comes through it"});
  }
  for (const double number : rail.gpus) {
    if (number == std::floor(number) && number < gpus) continue;
    report("gpus", {fmt::format("rail {}: there is no GPU {}", rail.name, number),
                    fmt::format("the server has {}, and the first is 0", gpus), ""});
  }
}

/// What one consumer takes from all rails together may not exceed all of it.
void check_rails(const models::PsuSpec& psu, int gpus, const RuleReport& report) {
  constexpr double rounding = 1e-9;
  double host = 0;
  for (const models::PsuRail& rail : psu.rails) {
    check_rail(rail, gpus, report.below("rail"));
    host += rail.host;
  }
  const auto feeds = models::feeds(psu, static_cast<std::size_t>(gpus));
  if (host > 1 + rounding)
    report("rail", {fmt::format("the rails carry {:g} of the host", host), "it is 1 in all", ""});
  for (std::size_t board = 0; board < static_cast<std::size_t>(gpus); ++board) {
    double sum = 0;
    for (std::size_t i = 1; i < feeds.size(); ++i) sum += feeds[i].boards[board];
    if (sum > 1 + rounding) {
      report("rail", {fmt::format("the rails carry {:g} of GPU {}", sum, board), "it is 1 in all",
                      "say in share how much comes through each"});
    }
  }
}

/// What is asked of the fans: one thing, of fans that are there.
void check_fans(const models::GpuGroupSpec& group, const RuleReport& report) {
  const models::GpuFan& fan = group.gpu.fan;
  if (fan.duty > 0 && fan.target_c > 0) {
    report("fan.target", {"fan.duty and fan.target exclude each other", "a loop over the duty holds none", ""});
  }
  if ((fan.duty > 0 || fan.target_c > 0) && !models::drives_fans(group)) {
    report("fan", {"these GPUs have no fans of their own", "their cooler is passive or holds water",
                   "the flow through the case is case.airflow"});
  }
}

}  // namespace

void check_gpu(const models::GpuSpec& gpu, const RuleReport& report) {
  check_orders(gpu_orders, gpu_facts(), &gpu, report);
}

void check_gpu_group(const models::GpuGroupSpec& group, const RuleReport& report) {
  check_gpu(group.gpu, report);
  check_fans(group, report);
  check_setting(group.power_limit_w, group.gpu.power.min_w, group.gpu.power.max_w, "power_limit", "W", report);
  check_setting(group.clock_limit_hz, group.gpu.min_clock_hz, group.gpu.max_clock_hz, "clock_limit", "MHz", report);
}

void check_cpu(const models::CpuSpec& cpu, const RuleReport& report) {
  static constexpr Order orders[] = {{"idle", "tdp", "an idle CPU stays below its design power"}};
  check_orders(orders, cpu_facts(), &cpu, report);
}

void check_psu_efficiency(const models::PsuSpec& psu, const RuleReport& report) {
  if (psu.load_fraction.size() != psu.efficiency.size() || psu.load_fraction.empty()) {
    report("load", {fmt::format("{} loads, but {} efficiencies", psu.load_fraction.size(), psu.efficiency.size()),
                    "each load has its efficiency", ""});
  }
  if (!sorted(psu.load_fraction, std::less<>{})) report("load", {"the loads do not ascend", "", ""});
}

void check_psu_design(const models::PsuSpec& psu, const RuleReport& report) {
  if (psu.overload_ratio.size() != psu.overload_duration_s.size()) {
    report("overload",
           {fmt::format("{} overloads, but {} durations", psu.overload_ratio.size(), psu.overload_duration_s.size()),
            "each overload has its duration", ""});
  }
  if (!sorted(psu.overload_ratio, std::less<>{})) report("overload", {"the overloads do not ascend", "", ""});
  if (!sorted(psu.overload_duration_s, std::greater_equal<>{})) {
    report("overload_for", {"the durations do not descend", "a larger overload is not survived for longer", ""});
  }
}

void check_workload(const models::WorkloadSpec& w, const RuleReport& report) {
  if (w.kind == models::WorkloadKind::transformer) return check_transformer(w, report);
  if (w.kind == models::WorkloadKind::custom) {
    constexpr std::string_view custom = "custom workload";
    require_positive(w.forward_flops, "forward_flops", custom, report);
    require_positive(w.forward_bytes, "forward_traffic", custom, report);
    return;
  }
  constexpr std::string_view kind = "vision network";
  require_positive(w.forward_flops, "forward_flops", kind, report);
  require_positive(w.activation_bytes, "activation_traffic", kind, report);
  require_positive(w.stored_activation_bytes, "stored_activations", kind, report);
}

void check_profile(const models::Profile& profile, std::string_view values, const RuleReport& report) {
  if (profile.at_s.size() != profile.values.size()) {
    return report(profile.at_s.empty() ? values : "at",
                  {fmt::format("{} times, but {} values", profile.at_s.size(), profile.values.size()),
                   "each time has its value", fmt::format("give at and {} equally many", values)});
  }
  if (profile.at_s.empty()) return;
  if (profile.at_s.front() != 0) {
    report("at", {"the first time is not 0", "a profile begins with the run", "add a point at \"0 h\""});
  }
  if (!std::is_sorted(profile.at_s.begin(), profile.at_s.end())) {
    report("at", {"the times do not ascend", "a profile goes forward in time", ""});
  } else if (profile.at_s.size() > 1 && profile.at_s.back() == 0) {
    report("at", {"all times are 0", "a profile that starts over needs a length", ""});
  }
}

void check_server_parts(const models::ServerSpec& server, const RuleReport& report) {
  check_gpu_group(server.gpus, report.below("gpu"));
  check_topology(server, report.below("gpu.topology"));
  check_cpu(server.cpu, report.below("cpu"));
  check_psu(server.psu, report.below("psu"));
  check_ups(server.ups, report.below("ups"));
  check_rails(server.psu, server.gpus.count, report.below("psu"));
  check_psu_efficiency(server.psu, report.below("psu.efficiency"));
  check_psu_design(server.psu, report.below("psu.design"));
}

void check_entry(std::string_view kind, const void* spec, const Node& document, Diagnostics& diagnostics) {
  const RuleReport report{document, diagnostics};
  if (kind == "gpus") check_gpu(*static_cast<const models::GpuSpec*>(spec), report);
  if (kind == "cpus") check_cpu(*static_cast<const models::CpuSpec*>(spec), report);
  if (kind == "psu-efficiency") check_psu_efficiency(*static_cast<const models::PsuSpec*>(spec), report);
  if (kind == "ups") check_ups(*static_cast<const models::UpsSpec*>(spec), report);
  if (kind == "psu-design") check_psu_design(*static_cast<const models::PsuSpec*>(spec), report);
  if (kind == "workloads") check_workload(*static_cast<const models::WorkloadSpec*>(spec), report);
  if (kind == "servers") check_server_parts(*static_cast<const models::ServerSpec*>(spec), report);
  for (const CatalogKind& known : catalog_kinds()) {
    if (known.name == kind) check_unverified(*known.facts, spec, report);
  }
}

}  // namespace rackcast::scenarios

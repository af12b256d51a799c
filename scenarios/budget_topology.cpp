// The links inside a server on the budget sheet.
#include "scenarios/budget_topology.hpp"

#include <fmt/format.h>

#include "models/workload/memory.hpp"
#include "scenarios/budget.hpp"
#include "scenarios/budget_text_parts.hpp"
#include "scenarios/wording.hpp"

namespace rackcast::scenarios {

namespace {

using models::LinkFrom;
using sim::Json;

constexpr double si_giga = 1e9;

PairPath path_between(const models::Topology& topology, int a, int b) {
  const double both = 2 * topology.slowest({{a, b}, {b, a}}).bytes_per_s;
  return {a, b, topology.between(a, b).kind, topology.slowest({{a, b}}), both};
}

std::string rate(double bytes_per_s) { return number_text(bytes_per_s / si_giga); }

const PairPath& pair_of(const TopologyBudget& budget, int a, int b) {
  for (const PairPath& pair : budget.pairs) {
    if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)) return pair;
  }
  return budget.pairs.front();
}

std::string paths_table(const TopologyBudget& budget) {
  TextTable table(
      {Flush::left, Flush::right, Flush::right, Flush::left, Flush::right, Flush::left, Flush::right, Flush::left});
  table.add(
      {sheet::label("links, GB/s"), "GPU", "from host", "held back by", "next", "reached", "one way", "held back by"});
  const auto& order = budget.ring.order;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int next = order[(i + 1) % order.size()];
    const PairPath& pair = pair_of(budget, order[i], next);
    const models::Reached& host = budget.from_host[static_cast<std::size_t>(order[i])];
    table.add({sheet::label(""), std::to_string(order[i]), rate(host.bytes_per_s), host.bottleneck,
               std::to_string(next), models::name(pair.kind), rate(pair.one_way.bytes_per_s), pair.one_way.bottleneck});
  }
  return sheet::block(table);
}

std::string ring_line(const TopologyBudget& budget) {
  std::string order;
  for (const int gpu : budget.ring.order) order += fmt::format("{}-", gpu);
  const std::string rings = budget.ring.rings > 1 ? fmt::format("{} rings", budget.ring.rings) : "ring";
  return sheet::line(
      "", fmt::format("{} {}{} all at once: {} GB/s, held back by {}", rings, order, budget.ring.order.front(),
                      rate(budget.ring.reached.bytes_per_s), budget.ring.reached.bottleneck));
}

}  // namespace

TopologyBudget topology_budget(const models::ServerSpec& server) {
  const models::Topology topology(server);
  TopologyBudget budget;
  for (int gpu = 0; gpu < topology.gpus(); ++gpu) {
    budget.from_host.push_back(topology.from_host(gpu));
    for (int other = gpu + 1; other < topology.gpus(); ++other) {
      budget.pairs.push_back(path_between(topology, gpu, other));
    }
  }
  budget.ring = models::best_ring(topology);
  return budget;
}

double alone_step_s(const models::ServerSpec& server, const models::JobSpec& job) {
  models::ServerSpec one = server;
  one.gpus.count = 1;
  one.gpus.topology = {};
  models::JobSpec same = job;
  same.plan = {};
  same.batch.per_gpu = models::per_gpu_batch(server, job);
  same.batch.global = 0;
  return step_budget(one, same).step.step_s;
}

Json topology_json(const TopologyBudget& budget) {
  Json::Array hosts;
  for (const models::Reached& host : budget.from_host) {
    hosts.push_back(Json::Object{{"bytes_per_s", host.bytes_per_s}, {"bottleneck", host.bottleneck}});
  }
  Json::Array pairs;
  for (const PairPath& pair : budget.pairs) {
    pairs.push_back(Json::Object{{"gpus", Json::Array{pair.a, pair.b}},
                                 {"path", models::name(pair.kind)},
                                 {"one_way_bytes_per_s", pair.one_way.bytes_per_s},
                                 {"both_ways_bytes_per_s", pair.both_ways_bytes_per_s},
                                 {"bottleneck", pair.one_way.bottleneck}});
  }
  Json::Array order;
  for (const int gpu : budget.ring.order) order.push_back(gpu);
  return Json::Object{{"from_host", std::move(hosts)},
                      {"pairs", std::move(pairs)},
                      {"ring", Json::Object{{"order", std::move(order)},
                                            {"rings", budget.ring.rings},
                                            {"path", models::name(budget.ring.worst)},
                                            {"bytes_per_s", budget.ring.reached.bytes_per_s},
                                            {"bottleneck", budget.ring.reached.bottleneck}}}};
}

namespace sheet {

std::string topology_lines(const Sheet& s) {
  if (s.server->gpus.count < 2) return "";
  std::string out;
  if (s.server->gpus.topology.given()) {
    const TopologyBudget budget = topology_budget(*s.server);
    out += paths_table(budget) + (models::link_from(*s.server) == LinkFrom::topology ? ring_line(budget) : "");
  }
  const double gain = s.server->gpus.count * alone_step_s(*s.server, *s.job) / s.budget.step.step_s;
  const std::string warning = gain < 1 ? ": one alone would be faster" : "";
  return out + line("", fmt::format("{} GPUs do {} times the work of one{}", s.server->gpus.count, number_text(gain),
                                    warning));
}

}  // namespace sheet

}  // namespace rackcast::scenarios

#include "models/compute/board_type.hpp"

#include <algorithm>

namespace rackcast::models {

namespace {

constexpr auto die = static_cast<std::size_t>(BoardNode::die);
constexpr auto memory = static_cast<std::size_t>(BoardNode::memory);
constexpr auto package = static_cast<std::size_t>(BoardNode::package);
constexpr auto sink = static_cast<std::size_t>(BoardNode::sink);

constexpr double settling_constants = 5;

sim::Network island_network(const BoardNetwork& board, double leakage_slope_w_per_k) {
  sim::Network network;
  network.capacity_j_per_k.assign(board.capacity_j_per_k.begin(), board.capacity_j_per_k.end());
  network.conductances = {{die, package, board.die_package_w_per_k},
                          {memory, package, board.memory_package_w_per_k},
                          {package, sink, board.package_sink_w_per_k}};
  network.boundaries = {{sink, intake_input, board.sink_air_w_per_k}};
  network.heats = {{die, die_heat_input, 1}, {memory, memory_heat_input, 1}, {sink, sink_heat_input, 1}};
  network.feedback_w_per_k.assign(board_nodes, 0);
  network.feedback_w_per_k[die] = leakage_slope_w_per_k;
  network.inputs = board_inputs;
  return network;
}

BoardType::Form form(const BoardNetwork& board, double leakage_slope_w_per_k) {
  BoardType::Form made;
  made.modes = std::make_shared<const sim::Modes>(island_network(board, leakage_slope_w_per_k));
  made.die = made.modes->temperature(die);
  made.memory = made.modes->temperature(memory);
  made.heat_out = made.modes->boundary_flow(intake_input);
  made.electricity = made.die;
  for (double& weight : made.electricity.mode_weight) weight *= leakage_slope_w_per_k;
  for (const std::size_t input : {die_heat_input, memory_heat_input, sink_heat_input}) {
    made.electricity.input_weight[input] = 1;
  }
  return made;
}

}  // namespace

BoardType::BoardType(const GpuSpec& gpu)
    : spec(gpu),
      network(board_network(gpu)),
      leakage_slope_w_per_k(GpuPower(gpu).leakage_slope_w_per_k(gpu.peak_at_hz, leakage_reference_c)),
      settling_s(0),
      free(form(network, leakage_slope_w_per_k)),
      fixed(form(network, 0)) {
  const auto rates = fixed.modes->rate_per_s().first(board_nodes);
  settling_s = settling_constants / *std::min_element(rates.begin(), rates.end());
}

}  // namespace rackcast::models

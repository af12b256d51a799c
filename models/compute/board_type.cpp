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

BoardType::Foresight foresight(const sim::Modes& modes, const sim::Output& output, double ahead_s) {
  BoardType::Foresight made{{std::vector<double>(modes.lanes(), 0), std::vector<double>(board_inputs, 0), 0}, {}, 0};
  for (std::size_t k = 0; k < modes.nodes(); ++k) {
    const auto f = sim::phi(-modes.rate_per_s()[k] * ahead_s);
    const double first = output.mode_weight[k] * f.g * ahead_s;
    made.reading.mode_weight[k] = output.mode_weight[k] * f.e;
    for (const std::size_t heat : {die_heat_input, memory_heat_input, sink_heat_input}) {
      made.response[heat] += first * modes.gain(heat)[k];
    }
    made.reading.input_weight[intake_input] += first * modes.gain(intake_input)[k];
    made.slope_response += output.mode_weight[k] * f.h * ahead_s * ahead_s * modes.gain(intake_input)[k];
  }
  return made;
}

BoardType::Steady steady(const sim::Modes& modes, const sim::Output& output) {
  BoardType::Steady response{};
  for (std::size_t input = 0; input < board_inputs; ++input) {
    response[input] = output.input_weight[input];
    for (std::size_t k = 0; k < modes.nodes(); ++k) {
      response[input] += output.mode_weight[k] * modes.gain(input)[k] * modes.settling_s()[k];
    }
  }
  return response;
}

// Five of the slowest time constants of the network.
double settling_time_s(const BoardNetwork& board) {
  const sim::Modes modes(island_network(board, 0));
  const auto rates = modes.rate_per_s().first(board_nodes);
  return settling_constants / *std::min_element(rates.begin(), rates.end());
}

BoardType::Form form(const BoardNetwork& board, double leakage_slope_w_per_k, double settling_s) {
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
  made.steady_heat_out = steady(*made.modes, made.heat_out);
  made.steady_electricity = steady(*made.modes, made.electricity);
  made.die_soon = foresight(*made.modes, made.die, BoardType::ahead_s);
  made.die_settled = foresight(*made.modes, made.die, settling_s);
  made.memory_soon = foresight(*made.modes, made.memory, BoardType::ahead_s);
  made.memory_settled = foresight(*made.modes, made.memory, settling_s);
  return made;
}

}  // namespace

BoardType::BoardType(const GpuSpec& gpu)
    : spec(gpu),
      network(board_network(gpu)),
      hazard{gpu.interruptions_per_year, failure_reference_c, failure_activation_ev, gpu.limits.shutdown_c},
      leakage_slope_w_per_k(GpuPower(gpu).leakage_slope_w_per_k(gpu.peak_at_hz, leakage_reference_c)),
      settling_s(settling_time_s(network)),
      free(form(network, leakage_slope_w_per_k, settling_s)),
      fixed(form(network, 0, settling_s)) {}

}  // namespace rackcast::models

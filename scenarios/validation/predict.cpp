#include "scenarios/validation/predict.hpp"

#include <stdexcept>

#include "models/compute/board_network.hpp"
#include "models/workload/step_profile.hpp"

namespace rackcast::scenarios {

PredictedStep predict_step(const models::ServerSpec& server, const models::JobSpec& job) {
  const models::GpuSpec& gpu = server.gpus.gpu;
  const models::StepCost cost = models::step_cost(server, job);
  const double clock_hz = models::sustained_clock_hz(gpu, cost, gpu.power.default_w, validation_inlet_c);
  const double step_s = models::step_profile(cost, clock_hz).step_s;
  return {step_s, clock_hz, cost.samples / step_s};
}

std::string refusal(const std::function<void()>& predict) {
  try {
    predict();
    return {};
  } catch (const std::invalid_argument& refused) {
    return std::string("the model refuses: ") + refused.what();
  }
}

models::ServerSpec bare_server(const models::GpuSpec& gpu, int count, const models::LinkSpec& link,
                               const models::SoftwareSpec& software) {
  models::ServerSpec server;
  server.name = "published server";
  server.gpus.gpu = gpu;
  server.gpus.count = count;
  server.gpus.link = link;
  server.software = software;
  return server;
}

}  // namespace rackcast::scenarios

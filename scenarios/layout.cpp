#include "scenarios/layout.hpp"

#include <utility>

#include "models/compute/cpu_board.hpp"

namespace rackcast::scenarios {

namespace {

using sim::Json;

class Layout {
 public:
  explicit Layout(const std::vector<std::string>& unverified) : unverified_(unverified) {}

  void add(const std::string& path, const char* kind, const std::string& parent, int position, Json::Object limits,
           const std::string& product = {}) {
    Json::Object component{{"path", path}, {"kind", kind}};
    if (!product.empty()) component.emplace_back("product", product);
    component.emplace_back("parent", parent.empty() ? Json() : Json(parent));
    component.emplace_back("position", position);
    component.emplace_back("limits", std::move(limits));
    component.emplace_back("unverified", Json::array(fields_of(path)));
    components_.push_back(std::move(component));
  }

  Json json() && { return Json::Object{{"components", std::move(components_)}}; }

 private:
  // Fields of the component itself: `server.box.gpu[1]` has those under server.box.gpu, server.box those of no part
  // that is a component of its own.
  std::vector<std::string> fields_of(const std::string& path) const {
    const std::string all = path.substr(0, path.find('[')) + ".";
    std::vector<std::string> fields;
    for (const std::string& value : unverified_) {
      if (!value.starts_with(all)) continue;
      const std::string field = value.substr(all.size());
      const bool of_part = path.starts_with("server.") && path.find('.', 7) == std::string::npos &&
                           (field.starts_with("gpu.") || field.starts_with("psu."));
      if (!of_part) fields.push_back(field);
    }
    return fields;
  }

  const std::vector<std::string>& unverified_;
  Json::Array components_;
};

// As a driver calls it, so that what is made of a run can stand beside measurements.
std::string product_of(const models::GpuSpec& gpu) { return gpu.products.empty() ? gpu.name : gpu.products.front(); }

void add_server(Layout& layout, const models::ServerSpec& server, int position) {
  const std::string path = "server." + server.name;
  const models::GpuSpec& gpu = server.gpus.gpu;
  layout.add(path, "server", "room." + server.room, position,
             {{"airflow_m3_per_s", server.chassis.airflow_m3_per_s}, {"memory_bytes", server.memory_bytes}});
  layout.add(path + ".psu", "psu", path, 0,
             {{"rating_w", server.psu.rating_w * server.psu.count}, {"count", server.psu.count}});
  for (int i = 0; i < server.gpus.count; ++i) {
    layout.add(path + "." + models::board_kind(server) + "[" + std::to_string(i) + "]", models::board_kind(server),
               path, i,
               {{"power_w", models::limit_w(server.gpus)},
                {"target_c", gpu.limits.target_c},
                {"slowdown_c", gpu.limits.slowdown_c},
                {"shutdown_c", gpu.limits.shutdown_c},
                {"memory_c", gpu.limits.memory_c},
                {"max_clock_mhz", gpu.max_clock_hz / 1e6},
                {"memory_bytes", gpu.memory_bytes}},
               product_of(gpu));
  }
}

}  // namespace

sim::Json layout_json(const Scenario& scenario, const std::vector<std::string>& unverified) {
  Layout layout(unverified);
  int position = 0;
  for (const auto& room : scenario.rooms) {
    layout.add("room." + room.name, "room", "", position++,
               {{"ventilation_m3_per_s", room.ventilation_m3_per_s}, {"volume_m3", room.volume_m3}});
  }
  position = 0;
  for (const auto& server : scenario.servers) add_server(layout, server, position++);
  position = 0;
  for (const auto& job : scenario.jobs) layout.add("job." + job.name, "job", "server." + job.on, position++, {});
  return std::move(layout).json();
}

}  // namespace rackcast::scenarios

#include "models/thermal/climate.hpp"

namespace rackcast::models {

void Climate::wake(sim::Context& context, sim::Tag) {
  const auto stretch = course_.at(context.now());
  context.publish(outdoor_, stretch.line.at(context.now()), stretch.line.slope);
  context.schedule(stretch.until, sim::Phase::physics, 0);
}

}  // namespace rackcast::models

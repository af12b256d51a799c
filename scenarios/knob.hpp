#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenarios/budget_values.hpp"

/// What can be changed about a server, its room and its job, each from the least change to the largest.
namespace rackcast::scenarios {

/// What a budget is worked out from.
struct Design {
  Surroundings around;
  models::ServerSpec server;
  models::JobSpec job;
};

/// One value that a key can take.
struct Setting {
  std::string value;  ///< as TOML source
  std::function<void(Design&)> apply;
};

/// A key with the values it can take. `ordered`: each relieves at least as much as the one before it.
struct Knob {
  std::string path;
  std::vector<Setting> settings;
  enum class Effect { ordered, mixed } effect = Effect::ordered;
};

}  // namespace rackcast::scenarios

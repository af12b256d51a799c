#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenarios/budget.hpp"
#include "scenarios/catalog.hpp"

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

/// The knobs that act on a limit, those that cost least first.
std::vector<Knob> knobs_of(Limit limit, const Design& design, const Catalog& catalog);

/// Links that a GPU can have: those made for its type, then those for any that are no faster than its slot.
std::vector<const models::LinkSpec*> links_for(const models::GpuSpec& gpu, const Catalog& catalog);

}  // namespace rackcast::scenarios

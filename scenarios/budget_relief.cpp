#include "scenarios/budget_relief.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include "models/collective/ring_search.hpp"
#include "scenarios/budget_knobs.hpp"
#include "scenarios/write.hpp"

namespace rackcast::scenarios {

namespace {

/// What is beyond a limit is brought within it where it cannot be made comfortable.
constexpr double just_within = 0.99;

enum class Made { for_gpu, for_any };

/// What a design with one setting changed comes to.
struct Trial {
  double used = std::numeric_limits<double>::infinity();
  double step_s = 0;
};

Trial try_setting(const Setting& setting, Limit limit, Design design) {
  setting.apply(design);
  try {
    const JobBudget b = job_budget(design.around, design.server, design.job);
    const Margin* margin = b.margin(limit);
    return {margin == nullptr ? 0 : margin->used, b.step.step_s};
  } catch (const std::invalid_argument&) {
    return {};  // what cannot run relieves nothing
  }
}

// The first setting that suffices: by halving where each relieves at least as much as the one before.
std::optional<Relief> least(const Knob& knob, const Design& design, const Margin& margin, double aim, double step_s) {
  const auto relief = [&](const Setting& setting) -> std::optional<Relief> {
    const Trial trial = try_setting(setting, margin.limit, design);
    if (!(trial.used <= aim)) return std::nullopt;
    return Relief{{knob.path, setting.value}, trial.used, trial.step_s / step_s - 1};
  };
  if (knob.effect == Knob::Effect::mixed) {
    for (const Setting& setting : knob.settings) {
      if (auto found = relief(setting)) return found;
    }
    return std::nullopt;
  }
  const auto first = std::partition_point(knob.settings.begin(), knob.settings.end(),
                                          [&](const Setting& setting) { return !relief(setting); });
  return first == knob.settings.end() ? std::nullopt : relief(*first);
}

}  // namespace

std::vector<Relief> reliefs_of(const Margin& margin, const Surroundings& around, const models::ServerSpec& server,
                               const models::JobSpec& job, const Catalog& catalog) {
  const Design design{around, server, job};
  const double step_s = step_budget(server, job).step.step_s;
  const double aim = comfortable * std::min(1.0, margin.used);
  const double at_least = std::max(aim, margin.used > 1 ? just_within : 0.0);
  std::vector<Relief> reliefs;
  for (const Knob& knob : knobs_of(margin.limit, design, catalog)) {
    auto found = least(knob, design, margin, aim, step_s);
    if (!found) found = least(knob, design, margin, at_least, step_s);
    if (found) reliefs.push_back(std::move(*found));
  }
  return reliefs;
}

namespace {

/// What direct copies would be worth where they are not taken.
Relief peer_relief(const models::ServerSpec& server, const models::JobSpec& job) {
  const models::StepProfile now = step_budget(server, job).step;
  Relief none;
  none.used = now.exchange_s / now.step_s;
  models::ServerSpec direct = server;
  direct.gpus.topology.peer = models::PeerChoice::on;
  const models::StepProfile step = step_budget(direct, job).step;
  if (none.used <= exposure_worth_a_word || !(step.step_s < now.step_s)) return none;
  return {{"server." + server.name + ".gpu.topology.p2p", toml_text("on")},
          step.exchange_s / step.step_s,
          step.step_s / now.step_s - 1};
}

}  // namespace

// Links made for the GPU come first: another one counts only when none of those suffices.
Relief link_relief(const models::ServerSpec& server, const models::JobSpec& job, const Catalog& catalog) {
  if (models::link_from(server) == models::LinkFrom::topology) return peer_relief(server, job);
  const models::StepProfile now = step_budget(server, job).step;
  Relief best;
  if (server.trained_on == models::Device::cpu) return best;  // sockets have the link they have
  best.used = now.exchange_s / now.step_s;
  Made made = Made::for_any;
  double bandwidth = 0;
  for (const models::LinkSpec* link : links_for(server.gpus.gpu, catalog)) {
    models::ServerSpec changed = server;
    changed.gpus.link = *link;
    const models::StepProfile step = step_budget(changed, job).step;
    const double exposed = step.exchange_s / step.step_s;
    const Made link_made = link->gpus.empty() ? Made::for_any : Made::for_gpu;
    const bool enough = best.used <= exposure_worth_a_word;
    const bool cheaper =
        exposed <= exposure_worth_a_word && link_made == made && link->bandwidth_bytes_per_s < bandwidth;
    if (enough ? !cheaper : exposed >= best.used) continue;
    best = {{"server." + server.name + ".gpu.link", toml_text(link->name)}, exposed, step.step_s / now.step_s - 1};
    bandwidth = link->bandwidth_bytes_per_s;
    made = link_made;
  }
  return best;
}

}  // namespace rackcast::scenarios

#include "scenarios/remedies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "models/workload/data_path.hpp"
#include "models/workload/memory.hpp"
#include "scenarios/budget.hpp"
#include "scenarios/memory_knobs.hpp"

namespace rackcast::scenarios {

namespace {

using models::JobSpec;
using models::ServerSpec;

constexpr std::size_t most_together = 3;      // changes in one remedy
constexpr std::size_t most_combinations = 4;  // that are told
constexpr double percent = 100;
constexpr double worth_saying = 0.5;  // %

Design design_of(const ServerSpec& server, const JobSpec& job) {
  Design design;
  design.server = server;
  design.job = job;
  return design;
}

double step_s(const Design& design) { return step_budget(design.server, design.job).step.step_s; }

/// Main memory for what is offloaded, if it is too little.
void widen_host(Design& design, std::vector<Override>& set) {
  if (fits(design.server, design.job)) return;
  const Knob knob = main_memory_knob(design);
  for (const Setting& setting : knob.settings) {
    setting.apply(design);
    if (!fits(design.server, design.job)) continue;
    set.push_back({knob.path, setting.value});
    return;
  }
}

/// What a job fits with, or nothing if it cannot run so.
std::optional<Remedy> tried(Design design, std::vector<Override> set, double now_s) {
  try {
    const models::MemoryNeed need = models::memory_need(design.server, design.job);
    if (need.total > need.available) return std::nullopt;
    widen_host(design, set);
    if (!fits(design.server, design.job)) return std::nullopt;
    return Remedy{std::move(set), step_s(design) / now_s - 1};
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

std::vector<Override> with(std::vector<Override> set, const Knob& knob, const Setting& setting) {
  set.push_back({knob.path, setting.value});
  return set;
}

class Search {
 public:
  Search(const ServerSpec& server, const JobSpec& job, double now_s) : design_{design_of(server, job)}, now_s_{now_s} {
    knobs_ = memory_knobs(design_);
    knobs_.push_back(optimizer_knob(design_));
  }

  /// The least setting of each knob alone, or the fewest knobs together.
  std::vector<Remedy> run() {
    for (std::size_t together = 1; together <= most_together && found_.empty(); ++together) {
      extend(design_, {}, 0, together);
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Remedy& a, const Remedy& b) { return a.slower_share < b.slower_share; });
    if (!found_.empty() && found_.front().set.size() > 1 && found_.size() > most_combinations) {
      found_.resize(most_combinations);
    }
    return std::move(found_);
  }

 private:
  void extend(const Design& design, const std::vector<Override>& set, std::size_t from, std::size_t more) {
    for (std::size_t i = from; i < knobs_.size(); ++i) {
      if (more == 1) {
        add_least(design, set, knobs_[i]);
        continue;
      }
      for (const Setting& setting : shortened(knobs_[i])) {
        Design changed = design;
        setting.apply(changed);
        extend(changed, with(set, knobs_[i], setting), i + 1, more - 1);
      }
    }
  }

  /// Of many settings those that change most: enough to see whether others suffice with it.
  static std::vector<Setting> shortened(const Knob& knob) {
    constexpr std::size_t enough = 3;
    const std::size_t first = knob.settings.size() > enough ? knob.settings.size() - enough : 0;
    return {knob.settings.begin() + static_cast<std::ptrdiff_t>(first), knob.settings.end()};
  }

  void add_least(const Design& design, const std::vector<Override>& set, const Knob& knob) {
    for (const Setting& setting : knob.settings) {
      Design changed = design;
      setting.apply(changed);
      std::optional<Remedy> remedy = tried(changed, with(set, knob, setting), now_s_);
      if (!remedy) continue;
      return found_.push_back(std::move(*remedy));
    }
  }

  Design design_;
  double now_s_;
  std::vector<Knob> knobs_;
  std::vector<Remedy> found_;
};

/// The larger GPUs of the catalogue with which the job fits: the least memory that suffices alone, and less of it with
/// one or two settings changed as far as they go.
class LargerGpus {
 public:
  LargerGpus(const ServerSpec& server, const JobSpec& job, const Catalog& catalog, double now_s)
      : design_{design_of(server, job)}, gpus_{larger_gpu_knob(design_, catalog)}, now_s_{now_s} {
    knobs_ = memory_knobs(design_);
    knobs_.push_back(optimizer_knob(design_));
  }

  std::vector<Remedy> run() {
    for (std::size_t beside = 0; beside < most_together; ++beside) {
      least_.reset();
      extend(design_, {}, 0, beside);
      if (least_) found_.push_back(std::move(*least_));
    }
    return std::move(found_);
  }

 private:
  void extend(const Design& design, const std::vector<Override>& set, std::size_t from, std::size_t more) {
    if (more == 0) return add_least(design, set);
    for (std::size_t i = from; i < knobs_.size(); ++i) {
      if (knobs_[i].settings.empty()) continue;
      Design changed = design;
      knobs_[i].settings.back().apply(changed);
      extend(changed, with(set, knobs_[i], knobs_[i].settings.back()), i + 1, more - 1);
    }
  }

  /// Keeps what needs less memory than all before it, of equals the faster.
  void add_least(const Design& design, const std::vector<Override>& set) {
    for (const Setting& setting : gpus_.settings) {
      Design changed = design;
      setting.apply(changed);
      const double memory = changed.server.gpus.gpu.memory_bytes;
      if (memory > least_bytes_ || (memory == least_bytes_ && !least_)) return;
      std::optional<Remedy> remedy = tried(changed, with(set, gpus_, setting), now_s_);
      if (!remedy) continue;
      if (memory < least_bytes_ || remedy->slower_share < least_->slower_share) least_ = std::move(remedy);
      least_bytes_ = memory;
    }
  }

  Design design_;
  Knob gpus_;
  double now_s_;
  std::vector<Knob> knobs_;
  std::vector<Remedy> found_;
  std::optional<Remedy> least_;
  double least_bytes_ = std::numeric_limits<double>::infinity();
};

}  // namespace

bool fits(const ServerSpec& server, const JobSpec& job) {
  const models::MemoryNeed need = models::memory_need(server, job);
  if (need.total > need.available) return false;
  return job.offload == models::Offload::none || models::host_need_bytes(server, job) <= server.memory_bytes;
}

std::vector<Remedy> remedies(const ServerSpec& server, const JobSpec& job, const Catalog& catalog) {
  if (fits(server, job)) return {};
  const double now_s = step_s(design_of(server, job));
  std::vector<Remedy> found = Search{server, job, now_s}.run();
  if (server.trained_on == models::Device::cpu) return found;
  std::vector<Remedy> larger = LargerGpus{server, job, catalog, now_s}.run();
  if (!found.empty() && larger.size() > 1) larger.resize(1);
  found.insert(found.end(), larger.begin(), larger.end());
  return found;
}

JobSpec most_frugal(const ServerSpec& server, JobSpec job) {
  job.batch.micro = 1;
  if (job.workload.kind == models::WorkloadKind::transformer) job.recompute = models::Recompute::full;
  if (server.gpus.count > 1) job.sharding = models::Sharding::parameters;
  job.offload = models::Offload::optimizer;
  return job;
}

std::string remedy_text(const Remedy& remedy) {
  std::string text;
  for (const Override& set : remedy.set) text += (text.empty() ? "" : " and ") + set.path + " = " + set.value;
  const double change = percent * remedy.slower_share;
  if (std::abs(change) < worth_saying) return text;
  return text + fmt::format(" (steps {:.0f} % {})", std::abs(change), change > 0 ? "longer" : "shorter");
}

}  // namespace rackcast::scenarios

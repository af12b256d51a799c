#pragma once

#include <string>
#include <vector>

#include "scenarios/catalog.hpp"
#include "scenarios/path.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// Changes with which a job fits into the memory of its GPUs.
struct Remedy {
  std::vector<Override> set;  ///< as for `--set`, all of them together
  double slower_share = 0;    ///< steps take longer by this share than the job's as asked; negative: shorter
};

/// Whether `job` fits: memory of a GPU, and main memory for what is offloaded.
bool fits(const models::ServerSpec& server, const models::JobSpec& job);

/// Of each thing that can be changed the least with which the job fits, worked out again each time; if none suffices
/// alone, of two together, then of three. Least loss of speed first, another GPU last: the least memory that
/// suffices, and if no setting does, less of it with one or two settings. Empty if it fits already or if
/// nothing suffices.
std::vector<Remedy> remedies(const models::ServerSpec& server, const models::JobSpec& job, const Catalog& catalog);

/// The job with all that saves memory.
models::JobSpec most_frugal(const models::ServerSpec& server, models::JobSpec job);

/// "a = 1 and b = 2 (steps 12 % longer)".
std::string remedy_text(const Remedy& remedy);

}  // namespace rackcast::scenarios

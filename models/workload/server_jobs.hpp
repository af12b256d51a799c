#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/workload/host_shares.hpp"

namespace rackcast::models {

/// A job of a server as the other jobs need to know it.
struct Tenant {
  std::vector<std::size_t> gpus;  ///< ascending
  double submitted_s = 0;
  std::size_t place = 0;     ///< among those submitted at the same time: the lower is served first
  double host_bytes = 0;     ///< main memory that it takes, the system's apart
  double dataset_bytes = 0;  ///< that the page cache could hold; 0: reads nothing that is known
};

/// What the jobs of one server share, and who has how much of it now: GPUs, storage and cores, page cache. Plain
/// book-keeping that the jobs call; whoever changes something wakes the others by publishing `version()`.
///
/// GPUs: a job starts when all jobs before it in line (by time of submission, then by place) that want one of its GPUs
/// have left. Nobody overtakes on a GPU that an earlier job waits for, so that nobody waits for ever.
/// Storage and cores: `fair_rates` of what the jobs ask for at the moment.
/// Page cache: main memory that the system and the jobs that hold GPUs leave, divided by `fair_shares`, no job getting
/// more than its data set. Two jobs that read the same data set are taken to have a copy each.
class ServerJobs {
 public:
  explicit ServerJobs(double memory_bytes) : memory_bytes_(memory_bytes) {}

  /// Number of the tenant. All are added before any calls what follows.
  std::size_t add(const Tenant& tenant);
  bool shared() const { return tenants_.size() > 1; }
  std::uint64_t version() const { return version_; }  ///< grows whenever something changed for another job

  bool may_start(std::size_t tenant) const;
  void take_gpus(std::size_t tenant);
  void leave(std::size_t tenant);
  /// Whether another job holds GPUs and does not stand still because of an interruption.
  bool others_work(std::size_t tenant) const;
  void set_down(std::size_t tenant) { states_[tenant] = State::down; }
  void set_up(std::size_t tenant) { states_[tenant] = State::up; }

  void ask(std::size_t tenant, const HostNeed& need);
  /// The least time that a unit of its work takes because others share the parts; 0: nothing holds it back.
  double least_s(std::size_t tenant) const { return least_s_[tenant]; }
  double cache_bytes(std::size_t tenant) const { return cache_bytes_[tenant]; }

 private:
  enum class State { outside, up, down, left };

  bool is_before(const Tenant& a, const Tenant& b) const;
  bool holds(std::size_t tenant) const { return states_[tenant] == State::up || states_[tenant] == State::down; }
  void divide_cache();

  double memory_bytes_;
  std::vector<Tenant> tenants_;
  std::vector<State> states_;
  std::vector<HostNeed> needs_;
  std::vector<double> least_s_;
  std::vector<double> cache_bytes_;
  std::uint64_t version_ = 0;
};

}  // namespace rackcast::models

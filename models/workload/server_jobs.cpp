#include "models/workload/server_jobs.hpp"

#include <algorithm>

#include "models/workload/data_path.hpp"

namespace rackcast::models {

namespace {

bool share_a_gpu(const Tenant& a, const Tenant& b) {
  return std::any_of(a.gpus.begin(), a.gpus.end(),
                     [&](std::size_t gpu) { return std::binary_search(b.gpus.begin(), b.gpus.end(), gpu); });
}

}  // namespace

std::size_t ServerJobs::add(const Tenant& tenant) {
  tenants_.push_back(tenant);
  states_.push_back(State::outside);
  needs_.emplace_back();
  least_s_.push_back(0);
  cache_bytes_.push_back(0);
  return tenants_.size() - 1;
}

bool ServerJobs::is_before(const Tenant& a, const Tenant& b) const {
  return a.submitted_s != b.submitted_s ? a.submitted_s < b.submitted_s : a.place < b.place;
}

bool ServerJobs::may_start(std::size_t tenant) const {
  for (std::size_t other = 0; other < tenants_.size(); ++other) {
    const bool ahead = is_before(tenants_[other], tenants_[tenant]) && states_[other] != State::left;
    if (ahead && share_a_gpu(tenants_[other], tenants_[tenant])) return false;
  }
  return true;
}

void ServerJobs::take_gpus(std::size_t tenant) {
  states_[tenant] = State::up;
  divide_cache();
}

void ServerJobs::leave(std::size_t tenant) {
  states_[tenant] = State::left;
  ++version_;  // its GPUs are free
  divide_cache();
}

bool ServerJobs::others_work(std::size_t tenant) const {
  for (std::size_t other = 0; other < states_.size(); ++other) {
    if (other != tenant && states_[other] == State::up) return true;
  }
  return false;
}

void ServerJobs::ask(std::size_t tenant, const HostNeed& need) {
  if (!shared()) return;
  needs_[tenant] = need;
  const std::vector<double> rates = fair_rates(needs_);
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const double least_s = rates[i] < needs_[i].rate_hz ? 1 / rates[i] : 0;
    if (least_s != least_s_[i] && i != tenant) ++version_;
    least_s_[i] = least_s;
  }
}

void ServerJobs::divide_cache() {
  if (!shared()) return;
  double left = memory_bytes_ - system_host_bytes;
  std::vector<double> most(tenants_.size());
  for (std::size_t i = 0; i < tenants_.size(); ++i) {
    if (!holds(i)) continue;
    left -= tenants_[i].host_bytes;
    most[i] = tenants_[i].dataset_bytes;
  }
  std::vector<double> shares = fair_shares(left, most);
  if (shares != cache_bytes_) ++version_;
  cache_bytes_ = std::move(shares);
}

}  // namespace rackcast::models

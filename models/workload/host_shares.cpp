#include "models/workload/host_shares.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace rackcast::models {

namespace {

constexpr std::size_t part_count = 2;  // storage, cores

double dominant_s(const HostNeed& need) { return std::max(need.storage_s, need.cpu_s); }
double need_s(const HostNeed& need, std::size_t part) { return part == 0 ? need.storage_s : need.cpu_s; }

/// Raises the level of all jobs that may still have more: the share that each has of the part it needs most.
class Filling {
 public:
  explicit Filling(const std::vector<HostNeed>& needs) : needs_(needs), rates_(needs.size()), rises_(needs.size()) {
    for (std::size_t i = 0; i < needs.size(); ++i) {
      rises_[i] = needs[i].rate_hz > 0 && dominant_s(needs[i]) > 0;
      rates_[i] = rises_[i] ? 0 : needs[i].rate_hz;  // what needs no part is not held back
    }
  }

  std::vector<double> rates() && {
    while (std::any_of(rises_.begin(), rises_.end(), [](char rises) { return rises != 0; })) raise();
    return std::move(rates_);
  }

 private:
  void raise() {
    double level = INFINITY;
    for (std::size_t i = 0; i < needs_.size(); ++i) {
      if (rises_[i]) level = std::min(level, satisfied_at(i));
    }
    std::array<double, part_count> full{};
    for (std::size_t part = 0; part < part_count; ++part) full[part] = full_at(part);
    const double first_full = *std::min_element(full.begin(), full.end());
    if (level <= first_full) return satisfy(level);
    for (std::size_t part = 0; part < part_count; ++part) {
      if (full[part] <= first_full) stop_users(part, first_full);
    }
  }

  double satisfied_at(std::size_t i) const { return needs_[i].rate_hz * dominant_s(needs_[i]); }

  // The level at which a part is used up.
  double full_at(std::size_t part) const {
    double used = 0;
    double slope = 0;
    for (std::size_t i = 0; i < needs_.size(); ++i) {
      const double per_unit_s = need_s(needs_[i], part);
      if (rises_[i]) {
        slope += per_unit_s / dominant_s(needs_[i]);
      } else {
        used += per_unit_s * rates_[i];
      }
    }
    return slope > 0 ? std::max(0.0, 1 - used) / slope : INFINITY;
  }

  void satisfy(double level) {
    for (std::size_t i = 0; i < needs_.size(); ++i) {
      if (!rises_[i] || satisfied_at(i) > level) continue;
      rises_[i] = 0;
      rates_[i] = needs_[i].rate_hz;
    }
  }

  void stop_users(std::size_t part, double level) {
    for (std::size_t i = 0; i < needs_.size(); ++i) {
      if (!rises_[i] || !(need_s(needs_[i], part) > 0)) continue;
      rises_[i] = 0;
      rates_[i] = level / dominant_s(needs_[i]);
    }
  }

  const std::vector<HostNeed>& needs_;
  std::vector<double> rates_;
  std::vector<char> rises_;
};

}  // namespace

std::vector<double> fair_rates(const std::vector<HostNeed>& needs) { return Filling(needs).rates(); }

std::vector<double> fair_shares(double whole, const std::vector<double>& most) {
  std::vector<std::size_t> order(most.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return most[a] < most[b]; });
  std::vector<double> shares(most.size());
  double left = std::max(0.0, whole);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double share = std::min(most[order[i]], left / static_cast<double>(order.size() - i));
    shares[order[i]] = share;
    left -= share;
  }
  return shares;
}

}  // namespace rackcast::models

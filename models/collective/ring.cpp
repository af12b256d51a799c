#include "models/collective/ring.hpp"

#include <cmath>
#include <stdexcept>

namespace rackcast::models {

namespace {

void check_bandwidth(const LinkSpec& link) {
  if (link.bandwidth_bytes_per_s > 0) return;
  throw std::invalid_argument("link '" + link.name +
                              "' has no bandwidth (several GPUs exchange gradients over it); give link.bandwidth, "
                              "for example \"11 GB/s\"");
}

/// One sweep around the ring: n − 1 steps of S/n bytes, half of the own pass and of the filling.
double ring_sweep_s(const LinkSpec& link, double ranks, double bytes) {
  check_bandwidth(link);
  const double wire = link.bandwidth_bytes_per_s * (1 + link.own_share / 2);
  const double steps_s = (ranks - 1) * (link.latency_s + bytes / (ranks * wire));
  const double own_s = link.own_share * bytes / wire;
  const double fill_s = std::sqrt(link.fill_bytes * bytes) / link.bandwidth_bytes_per_s;
  return steps_s + (own_s + fill_s) / 2;
}

}  // namespace

double ring_reduce_scatter_s(const LinkSpec& link, double ranks, double bytes) {
  return ranks < 2 ? 0 : link.start_s + ring_sweep_s(link, ranks, bytes);
}

double ring_all_gather_s(const LinkSpec& link, double ranks, double bytes) {
  return ring_reduce_scatter_s(link, ranks, bytes);
}

double ring_all_reduce_s(const LinkSpec& link, double ranks, double bytes) {
  return ranks < 2 ? 0 : link.start_s + 2 * ring_sweep_s(link, ranks, bytes);
}

double bus_bandwidth(const LinkSpec& link, double ranks, double bytes) {
  return ranks < 2 ? 0 : 2 * (ranks - 1) / ranks * bytes / ring_all_reduce_s(link, ranks, bytes);
}

LinkSpec parallel_rings(const LinkSpec& link, int rings) {
  LinkSpec all = link;
  all.bandwidth_bytes_per_s *= rings;
  all.fill_bytes *= rings;  // √(F·S/r)/b = √(rF·S)/(rb)
  return all;
}

}  // namespace rackcast::models

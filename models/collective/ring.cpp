#include "models/collective/ring.hpp"

#include <stdexcept>

namespace rackcast::models {

namespace {

/// One sweep around the ring: n − 1 steps of S/n bytes.
double ring_sweep_s(const LinkSpec& link, double ranks, double bytes) {
  if (ranks < 2) return 0;
  if (!(link.bandwidth_bytes_per_s > 0)) {
    throw std::invalid_argument("link '" + link.name +
                                "' has no bandwidth (several GPUs exchange gradients over it); give link.bandwidth, "
                                "for example \"11 GB/s\"");
  }
  return (ranks - 1) * (link.latency_s + bytes / (ranks * link.bandwidth_bytes_per_s));
}

}  // namespace

double ring_reduce_scatter_s(const LinkSpec& link, double ranks, double bytes) {
  return ring_sweep_s(link, ranks, bytes);
}

double ring_all_gather_s(const LinkSpec& link, double ranks, double bytes) { return ring_sweep_s(link, ranks, bytes); }

double ring_all_reduce_s(const LinkSpec& link, double ranks, double bytes) {
  return ring_reduce_scatter_s(link, ranks, bytes) + ring_all_gather_s(link, ranks, bytes);
}

}  // namespace rackcast::models

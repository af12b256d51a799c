#pragma once

#include "models/collective/link_spec.hpp"

namespace rackcast::models {

/// Times of ring collectives by the α–β model (nccl-tests, doc/PERFORMANCE.md): a ring of n ranks moves S bytes in
/// steps of S/n, each taking α + S/(n·B). `bytes` is the size S of the whole (unsharded) buffer. One rank has nothing
/// to exchange. Valid while the ring has its links for itself; 0 bytes still pay the latency, a rank count below 2
/// costs 0. Throws std::invalid_argument when there is something to exchange and the link has no bandwidth.

/// (n−1)·(α + S/(nB)): every rank ends with its share of the sum.
double ring_reduce_scatter_s(const LinkSpec& link, double ranks, double bytes);

/// (n−1)·(α + S/(nB)): every rank ends with all shares.
double ring_all_gather_s(const LinkSpec& link, double ranks, double bytes);

/// 2(n−1)·(α + S/(nB)): a reduce-scatter and an all-gather.
double ring_all_reduce_s(const LinkSpec& link, double ranks, double bytes);

}  // namespace rackcast::models

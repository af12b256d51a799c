#pragma once

#include "models/collective/link_spec.hpp"

namespace rackcast::models {

/// Times of ring collectives. A ring of n ranks moves S bytes in steps of S/n, each taking α + S/(nW) (nccl-tests,
/// doc/PERFORMANCE.md). Measured tables need three terms more, all 0 unless the link gives them: β to start a
/// collective; the pass of each GPU over its own data, λ·S/W, which no number of ranks divides; and the time in which
/// the pipeline fills, which grows with the root of S, as it does for a transfer cut into the best number of pieces
/// (√(a·b) of a cost a per piece and a cost b of the first piece):
///   all-reduce = β + 2(n−1)·(α + S/(nW)) + λ·S/W + √(F·S)/B,   W = B·(1 + λ/2),
/// so that B is the bus bandwidth of a long ring and a large message. `bytes` is the size S of the whole (unsharded)
/// buffer. One rank has nothing to exchange. Valid while the ring has its links for itself; 0 bytes still pay start and
/// latency, a rank count below 2 costs 0. Throws std::invalid_argument when there is something to exchange and the
/// link has no bandwidth.

/// β + half of what an all-reduce takes beyond β: every rank ends with its share of the sum.
double ring_reduce_scatter_s(const LinkSpec& link, double ranks, double bytes);

/// As long as a reduce-scatter: every rank ends with all shares.
double ring_all_gather_s(const LinkSpec& link, double ranks, double bytes);

/// A reduce-scatter and an all-gather in one collective, which starts once.
double ring_all_reduce_s(const LinkSpec& link, double ranks, double bytes);

/// Bus bandwidth of an all-reduce, as nccl-tests has it: 2(n−1)/n·S over its time; 0 for a single rank.
double bus_bandwidth(const LinkSpec& link, double ranks, double bytes);

/// `rings` rings like `link` at once, each of which takes its share of the message.
LinkSpec parallel_rings(const LinkSpec& link, int rings);

}  // namespace rackcast::models

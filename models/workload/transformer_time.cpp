#include "models/workload/transformer_time.hpp"

#include <vector>

#include "models/workload/kernel_time.hpp"
#include "models/workload/memory.hpp"
#include "models/workload/plan.hpp"
#include "models/workload/transformer.hpp"

namespace rackcast::models {

namespace {

using Products = std::vector<MatrixProduct>;

constexpr double passes_backward = 2;  // of the forward FLOPs: gradients of both operands

/// What a kernel's time depends on besides its shape.
struct Rates {
  const GpuSpec& gpu;
  Precision precision;
  double efficiency;
};

struct Pass {
  double forward_s = 0;
  double backward_s = 0;
};

double product_s(const Rates& rates, const MatrixProduct& product) {
  return product_s(rates.gpu, rates.precision, rates.efficiency, product);
}

Pass pass(const Rates& rates, const Products& products) {
  Pass sum;
  for (const MatrixProduct& p : products) {
    sum.forward_s += product_s(rates, p);
    sum.backward_s += product_s(rates, {p.rows, p.depth, p.columns, p.count});
    sum.backward_s += product_s(rates, {p.columns, p.depth, p.rows, p.count});
  }
  return sum;
}

double micro_tokens(const ServerSpec& server, const JobSpec& job) {
  return micro_batch(server, job) * job.workload.sequence / job.plan.context;
}

Products layer_products(const JobSpec& job, double tokens) {
  const WorkloadSpec& shape = job.workload;
  const double h = shape.hidden;
  const double split = job.plan.tensor;
  const double qkv = h * (1 + 2 * shape.kv_heads / shape.heads);
  const double into_ffn = (ffn_matrices(shape) - 1) * shape.ffn_hidden;
  return {{tokens, qkv / split, h},
          {tokens, h, h / split},
          {tokens, into_ffn / split, h},
          {tokens, h, shape.ffn_hidden / split}};
}

/// Scores and weighted sums of values: of every head.
Products attention_products(const JobSpec& job, double samples) {
  const WorkloadSpec& shape = job.workload;
  const double heads = samples * shape.heads / job.plan.tensor;
  const double width = shape.hidden / shape.heads;
  const double queries = shape.sequence / job.plan.context;
  return {{queries, shape.sequence, width, heads}, {queries, width, shape.sequence, heads}};
}

Pass attention(const Rates& rates, AttentionKernel kernel, const Products& products) {
  if (kernel == AttentionKernel::unfused) return pass(rates, products);
  double flops = 0;
  for (const MatrixProduct& product : products) flops += product_flops(product);
  const double forward_s = fused_attention_s(rates.gpu, rates.precision, rates.efficiency, flops);
  return {forward_s, passes_backward * forward_s};
}

double again_s(const ServerSpec& server, const JobSpec& job, double products_s, double attention_s) {
  switch (job.recompute) {
    case Recompute::none:
      return 0;
    case Recompute::selective:
      return server.software.attention == AttentionKernel::unfused ? attention_s : 0;
    case Recompute::operations:
      return products_s * recomputed_products_share(job.workload);
    case Recompute::full:
      return products_s + attention_s;
  }
  return 0;
}

}  // namespace

TransformerTime transformer_time(const ServerSpec& server, const JobSpec& job) {
  const Rates rates{server.gpus.gpu, job.precision, server.software.gemm_efficiency};
  const double tokens = micro_tokens(server, job);
  const double layers = stage_layers(job);
  const Pass products = pass(rates, layer_products(job, tokens));
  const Pass heads = attention(rates, server.software.attention, attention_products(job, micro_batch(server, job)));
  const Pass head = pass(rates, {{tokens, job.workload.vocabulary / job.plan.tensor, job.workload.hidden}});
  return {layers * (products.forward_s + heads.forward_s), layers * (products.backward_s + heads.backward_s),
          layers * again_s(server, job, products.forward_s, heads.forward_s), head.forward_s, head.backward_s};
}

}  // namespace rackcast::models

#pragma once

#include "models/workload/job_spec.hpp"
#include "models/workload/workload_spec.hpp"

namespace rackcast::models {

/// Costs of a decoder-only transformer from its shape: L layers, h hidden, a heads of h/a, g key/value heads, f FFN
/// width, V vocabulary, s tokens per sample. `activation` decides the form:
///   "gelu": two FFN matrices, LayerNorm, biases, learned positions, dropout, head tied to the embedding (GPT);
///   "swiglu": three FFN matrices, RMSNorm, neither biases nor dropout, rotary positions, own head (Llama).
/// FLOPs count matrix products only, multiply and add apart. Attention is counted in full, s × s (c = 1 of Megatron's
/// convention before its change to causal counting, c = 1/2): MFU figures under the other convention are lower.
/// Sources: Narayanan et al., arXiv 2104.04473 (parameters, FLOPs); Korthikanti et al., arXiv 2205.05198 (activations).
/// All throw std::invalid_argument for an activation other than these two or an incomplete shape.

/// One layer: 2h²(1 + g/a) + 2hfγ, γ = 3/2 for swiglu, and norms (and biases).
double layer_parameters(const WorkloadSpec& shape);

/// The whole network; GPT form: 12Lh²(1 + 13/(12h) + (V + s)/(12Lh)) plus the last norm.
double transformer_parameters(const WorkloadSpec& shape);

/// One sample forward, layers and head apart (only the layers are recomputed): 4sLh²[(1 + g/a) + s/h + fγ/h] and 2sVh.
double layers_forward_flops(const WorkloadSpec& shape);
double head_forward_flops(const WorkloadSpec& shape);

/// Matrices of the feed-forward part: 2, gated 3.
double ffn_matrices(const WorkloadSpec& shape);

/// Values (not bytes) that memory-bound kernels of one sample read or write, forward and backward: norms, residual
/// sums, activation function, inputs and outputs of the fused attention kernel, and the loss over the vocabulary.
/// Operands of matrix products are part of the matrix products' efficiency; dropout masks (a byte each) are left out.
struct TokenTraffic {
  double layers_forward = 0;
  double layers_backward = 0;
  double loss_forward = 0;
  double loss_backward = 0;
};
TokenTraffic sample_traffic(const WorkloadSpec& shape);

/// The part of it that every GPU moves that splits the matrices: norms and residual sums.
TokenTraffic whole_traffic(const WorkloadSpec& shape);

/// What an unfused attention kernel moves beside it: as² values a layer at each kernel between the two products.
TokenTraffic attention_matrix_traffic(const WorkloadSpec& shape);

/// How activations are held: width of a value, GPUs that split the matrices (t) and the sequence (c), whether norms and
/// residuals split it too, and whether attention's matrices are kept.
struct ActivationForm {
  double value_bytes = 2;
  double tensor = 1;
  double context = 1;
  SequenceParallel sequence = SequenceParallel::no;
  AttentionKernel attention = AttentionKernel::fused;
};

// Bytes of one sample on one GPU that a layer keeps for the backward pass (arXiv 2205.05198, table 2; 16 bits, f = 4h):

/// Without recomputation and with a fused attention kernel: GPT form sh(10 + 24/t), with sequence parallelism 34sh/t.
double layer_activation_bytes(const WorkloadSpec& shape, const ActivationForm& held);

/// Scores, their softmax and its dropout mask where the kernel is not fused: 5as²/t. Else 0.
double attention_matrix_bytes(const WorkloadSpec& shape, const ActivationForm& held);

/// Recomputed by operation: the input, and the outputs of attention and of every second matrix product.
double operations_kept_bytes(const WorkloadSpec& shape, const ActivationForm& held);

/// The input of a layer: all that is kept of it under full recomputation, 2sh.
double layer_input_bytes(const WorkloadSpec& shape, const ActivationForm& held);

/// Embedding and last norm at 4 bytes a value, logits at `loss_bytes`: s(4h + V·loss_bytes/t).
double head_activation_bytes(const WorkloadSpec& shape, const ActivationForm& held, double loss_bytes);

/// Share of a layer's forward matrix products that is computed again.
double recomputed_share(const WorkloadSpec& shape, Recompute recompute, AttentionKernel attention);

/// The same at Recompute::operations, of the products outside attention.
double recomputed_products_share(const WorkloadSpec& shape);

}  // namespace rackcast::models

#pragma once

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

/// Bytes of one sample kept for the backward pass at `value_bytes` a value, fused attention kernel (no s × s matrix):
/// GPT form with f = 4h at 16 bits 34sh a layer.
double layer_activation_bytes(const WorkloadSpec& shape, double value_bytes);

/// The input of a layer: all that is kept of it under full recomputation, sh values.
double layer_input_bytes(const WorkloadSpec& shape, double value_bytes);

/// Embedding, last norm and logits (at 4 bytes): 4s(h + V).
double head_activation_bytes(const WorkloadSpec& shape);

}  // namespace rackcast::models

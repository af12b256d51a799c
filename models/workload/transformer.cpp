#include "models/workload/transformer.hpp"

#include <stdexcept>

namespace rackcast::models {

namespace {

constexpr double flops_per_multiply_add = 2;
constexpr double bytes_fp32 = 4;
constexpr double bytes_mask = 1;

constexpr double norms_per_layer = 2;      // before attention, before the FFN
constexpr double residuals_per_layer = 2;  // after attention, after the FFN
constexpr double masks_per_layer = 2;      // dropout at both residuals

/// What the two forms of layer differ in. Traffic in values per FFN unit: read + written.
struct Form {
  double ffn_matrices;
  double norm_vectors;         ///< weight, and bias in LayerNorm
  double biases_hidden;        ///< bias vectors of length h: q, k, v, attention output, FFN output
  double biases_ffn;           ///< of length f
  double masks;                ///< dropout masks per layer
  double embeddings;           ///< V × h matrices: one if the head is tied
  double position_embeddings;  ///< s × h matrices
  double ffn_kept;             ///< values kept per FFN unit: inputs of the activation function and of the last matrix
  double ffn_forward;          ///< gelu: 1 + 1; swiglu: gate and up + product
  double ffn_backward;         ///< gelu: input and gradient + gradient; swiglu: gate, up, gradient + two gradients
};

constexpr Form gpt{2, 2, 5, 1, masks_per_layer, 1, 1, 2, 2, 3};
constexpr Form llama{3, 1, 0, 0, 0, 2, 0, 3, 3, 5};

const Form& form(const WorkloadSpec& shape) {
  const bool whole = shape.layers > 0 && shape.hidden > 0 && shape.heads > 0 && shape.kv_heads > 0 &&
                     shape.ffn_hidden > 0 && shape.vocabulary > 0 && shape.sequence > 0;
  if (!whole) {
    throw std::invalid_argument("workload '" + shape.name + "': a transformer's costs follow from its shape; give " +
                                "layers, hidden, heads, kv_heads, ffn_hidden, vocabulary and sequence");
  }
  if (shape.activation == "gelu") return gpt;
  if (shape.activation == "swiglu") return llama;
  throw std::invalid_argument("workload '" + shape.name + "': activation \"" + shape.activation +
                              "\" is not known (it decides the FFN's matrices); use \"gelu\" or \"swiglu\"");
}

double kv_share(const WorkloadSpec& shape) { return shape.kv_heads / shape.heads; }

/// Weights of the matrix products of one layer.
double layer_matrix_parameters(const WorkloadSpec& shape) {
  const double h = shape.hidden;
  const double attention = 2 * h * h * (1 + kv_share(shape));  // q and output; k and v
  return attention + form(shape).ffn_matrices * h * shape.ffn_hidden;
}

// Traffic of the kernels that do not depend on the form, in values read + written per hidden unit.
constexpr double norm_forward = 1 + 1;          // input + output
constexpr double norm_backward = 2 + 1;         // input, gradient + gradient
constexpr double residual_forward = 2 + 1;      // branch, stream + sum
constexpr double residual_backward = 2 + 1;     // both gradients + sum
constexpr double attention_forward_q = 1 + 1;   // q + output
constexpr double attention_forward_kv = 2;      // k, v
constexpr double attention_backward_q = 3 + 1;  // q, output, its gradient + gradient of q
constexpr double attention_backward_kv = 2 + 2;
constexpr double loss_pass = 1 + 1;  // logits + probabilities; probabilities + gradient

// Values kept per hidden unit. On every GPU that splits the matrices: inputs of two norms, of q/k/v and of the FFN;
// split between them: q and the input of the attention output matrix. Values per key/value unit: k and v.
constexpr double kept_whole = 4;
constexpr double kept_split = 2;
constexpr double kept_kv = 2;

// The same recomputed by operation: the layer's input and what the last matrix of a gated FFN gives; q and the output
// of attention; v; one output of the first matrices of the FFN.
constexpr double operations_split = 2;
constexpr double operations_kv = 1;
constexpr double operations_ffn = 1;

// Accesses of an s × s matrix: written by the first product, softmax and dropout read and write it, the second product
// reads it; backward the product's gradient is written, dropout and softmax read what they kept and the gradient and
// write one, two products read.
constexpr double matrix_forward = 1 + 2 + 2 + 1;
constexpr double matrix_backward = 1 + 3 + 3 + 2;

/// Outputs of both products that attention keeps and the mask between them: scores' softmax and its dropout.
constexpr double matrices_kept = 2;

double local_tokens(const WorkloadSpec& shape, const ActivationForm& form) { return shape.sequence / form.context; }

/// Of what every GPU holds that splits the matrices.
double whole_split(const ActivationForm& form) { return form.sequence == SequenceParallel::yes ? form.tensor : 1; }

double ffn_ratio(const WorkloadSpec& shape) { return shape.ffn_hidden / shape.hidden; }

bool is_gated(const WorkloadSpec& shape) { return form(shape).ffn_matrices > gpt.ffn_matrices; }

}  // namespace

double layer_parameters(const WorkloadSpec& shape) {
  const Form& f = form(shape);
  const double vectors = norms_per_layer * f.norm_vectors + f.biases_hidden;
  return layer_matrix_parameters(shape) + vectors * shape.hidden + f.biases_ffn * shape.ffn_hidden;
}

double ffn_matrices(const WorkloadSpec& shape) { return form(shape).ffn_matrices; }

double transformer_parameters(const WorkloadSpec& shape) {
  const Form& f = form(shape);
  const double rows = f.embeddings * shape.vocabulary + f.position_embeddings * shape.sequence + f.norm_vectors;
  return shape.layers * layer_parameters(shape) + rows * shape.hidden;
}

double layers_forward_flops(const WorkloadSpec& shape) {
  const double attention_products = 2 * shape.sequence * shape.hidden;  // scores, weighted sum of values
  const double per_token = layer_matrix_parameters(shape) + attention_products;
  return flops_per_multiply_add * shape.layers * shape.sequence * per_token;
}

double head_forward_flops(const WorkloadSpec& shape) {
  return flops_per_multiply_add * shape.sequence * shape.vocabulary * shape.hidden;
}

TokenTraffic sample_traffic(const WorkloadSpec& shape) {
  const Form& f = form(shape);
  const double g = kv_share(shape);
  const double forward = norms_per_layer * norm_forward + residuals_per_layer * residual_forward + attention_forward_q +
                         attention_forward_kv * g + f.ffn_forward * ffn_ratio(shape);
  const double backward = norms_per_layer * norm_backward + residuals_per_layer * residual_backward +
                          attention_backward_q + attention_backward_kv * g + f.ffn_backward * ffn_ratio(shape);
  const double stream = shape.layers * shape.sequence * shape.hidden;
  const double logits = shape.sequence * shape.vocabulary;
  return {stream * forward, stream * backward, logits * loss_pass, logits * loss_pass};
}

TokenTraffic whole_traffic(const WorkloadSpec& shape) {
  const double stream = shape.layers * shape.sequence * shape.hidden;
  return {stream * (norms_per_layer * norm_forward + residuals_per_layer * residual_forward),
          stream * (norms_per_layer * norm_backward + residuals_per_layer * residual_backward), 0, 0};
}

TokenTraffic attention_matrix_traffic(const WorkloadSpec& shape) {
  const double matrices = shape.layers * shape.heads * shape.sequence * shape.sequence;
  return {matrices * matrix_forward, matrices * matrix_backward, 0, 0};
}

double layer_activation_bytes(const WorkloadSpec& shape, const ActivationForm& held) {
  const Form& f = form(shape);
  const double whole = kept_whole * held.value_bytes + f.masks * bytes_mask;
  const double split = (kept_split + kept_kv * kv_share(shape) + f.ffn_kept * ffn_ratio(shape)) * held.value_bytes;
  return local_tokens(shape, held) * shape.hidden * (whole / whole_split(held) + split / held.tensor);
}

double attention_matrix_bytes(const WorkloadSpec& shape, const ActivationForm& held) {
  if (held.attention == AttentionKernel::fused) return 0;
  const double entry = matrices_kept * held.value_bytes + bytes_mask;
  return local_tokens(shape, held) * shape.sequence * shape.heads * entry / held.tensor;
}

double operations_kept_bytes(const WorkloadSpec& shape, const ActivationForm& held) {
  const double whole = is_gated(shape) ? 2 : 1;
  const double split = operations_split + operations_kv * kv_share(shape) + operations_ffn * ffn_ratio(shape);
  return local_tokens(shape, held) * shape.hidden * held.value_bytes *
         (whole / whole_split(held) + split / held.tensor);
}

double layer_input_bytes(const WorkloadSpec& shape, const ActivationForm& held) {
  return local_tokens(shape, held) * shape.hidden * held.value_bytes / whole_split(held);
}

double head_activation_bytes(const WorkloadSpec& shape, const ActivationForm& held, double loss_bytes) {
  const double logits = shape.vocabulary * loss_bytes / held.tensor;
  return local_tokens(shape, held) * (bytes_fp32 * shape.hidden + logits);
}

double recomputed_products_share(const WorkloadSpec& shape) {
  const double h = shape.hidden;  // of q, k, v, output: k and output; of the FFN: the second of its matrices
  return (h * h * (1 + kv_share(shape)) + h * shape.ffn_hidden) / layer_matrix_parameters(shape);
}

double recomputed_share(const WorkloadSpec& shape, Recompute recompute, AttentionKernel attention) {
  const double h = shape.hidden;
  const double core = 2 * shape.sequence * h;
  const double layer = layer_matrix_parameters(shape) + core;
  switch (recompute) {
    case Recompute::none:
      return 0;
    case Recompute::selective:
      return attention == AttentionKernel::unfused ? core / layer : 0;
    case Recompute::operations:
      return recomputed_products_share(shape) * layer_matrix_parameters(shape) / layer;
    case Recompute::full:
      return 1;
  }
  return 0;
}

}  // namespace rackcast::models

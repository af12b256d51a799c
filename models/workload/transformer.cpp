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

// Values kept per hidden unit: inputs of two norms, of q/k/v, of the attention output matrix and of the FFN, and q.
constexpr double kept_hidden = 6;
constexpr double kept_kv = 2;

}  // namespace

double layer_parameters(const WorkloadSpec& shape) {
  const Form& f = form(shape);
  const double vectors = norms_per_layer * f.norm_vectors + f.biases_hidden;
  return layer_matrix_parameters(shape) + vectors * shape.hidden + f.biases_ffn * shape.ffn_hidden;
}

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
  const double ffn_ratio = shape.ffn_hidden / shape.hidden;
  const double forward = norms_per_layer * norm_forward + residuals_per_layer * residual_forward + attention_forward_q +
                         attention_forward_kv * g + f.ffn_forward * ffn_ratio;
  const double backward = norms_per_layer * norm_backward + residuals_per_layer * residual_backward +
                          attention_backward_q + attention_backward_kv * g + f.ffn_backward * ffn_ratio;
  const double stream = shape.layers * shape.sequence * shape.hidden;
  const double logits = shape.sequence * shape.vocabulary;
  return {stream * forward, stream * backward, logits * loss_pass, logits * loss_pass};
}

double layer_activation_bytes(const WorkloadSpec& shape, double value_bytes) {
  const Form& f = form(shape);
  const double values = kept_hidden + kept_kv * kv_share(shape) + f.ffn_kept * shape.ffn_hidden / shape.hidden;
  return shape.sequence * shape.hidden * (values * value_bytes + f.masks * bytes_mask);
}

double layer_input_bytes(const WorkloadSpec& shape, double value_bytes) {
  return shape.sequence * shape.hidden * value_bytes;
}

double head_activation_bytes(const WorkloadSpec& shape) {
  return bytes_fp32 * shape.sequence * (shape.hidden + shape.vocabulary);
}

}  // namespace rackcast::models

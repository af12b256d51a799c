#include "scenarios/captures/model_shape.hpp"

namespace rackcast::scenarios {
namespace {

double if_bias(Bias bias, double length) { return bias == Bias::yes ? length : 0; }

double attention_parameters(const ModelShape& s, const ModelParts& parts) {
  const double query = s.heads * s.head_width;
  const double key = s.kv_heads * s.head_width;
  const double matrices = s.hidden * (2 * query + 2 * key);  // q, output; k, v
  const double biases = if_bias(parts.qkv_bias, query + 2 * key) + if_bias(parts.output_bias, s.hidden);
  return matrices + biases + parts.query_norm_vectors * query + parts.key_norm_vectors * key +
         parts.head_norm_vectors * s.head_width;
}

double ffn_parameters(const ModelShape& s, const ModelParts& parts) {
  const double inward = parts.ffn == Ffn::gated ? 2 : 1;
  return (inward + 1) * s.hidden * s.ffn_hidden + if_bias(parts.ffn_bias, inward * s.ffn_hidden + s.hidden);
}

/// Embeddings, positions, types, the head and what stands outside the layers.
double outer_parameters(const ModelShape& s, const ModelParts& parts) {
  const double width = parts.embedding_width > 0 ? parts.embedding_width : s.hidden;
  const double projections = width == s.hidden ? 0 : 2 * width * s.hidden;
  const double tables = parts.head == Head::tied ? 1 : 2;
  const double head_bias = parts.head == Head::own_with_bias ? s.vocabulary : 0;
  const double rows = parts.position_rows + parts.type_rows + parts.outer_norms * parts.norm_vectors;
  return tables * s.vocabulary * width + head_bias + projections + rows * s.hidden +
         parts.pooler_matrices * (s.hidden * s.hidden + s.hidden);
}

}  // namespace

double count_parameters(const ModelShape& shape, const ModelParts& parts) {
  const double norms = parts.norms_per_layer * parts.norm_vectors * shape.hidden;
  const double layer = attention_parameters(shape, parts) + ffn_parameters(shape, parts) + norms;
  return shape.layers * layer + outer_parameters(shape, parts);
}

}  // namespace rackcast::scenarios

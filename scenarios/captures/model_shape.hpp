#pragma once

#include <string_view>

namespace rackcast::scenarios {

/// Sizes of a transformer, as its configuration names them.
struct ModelShape {
  double layers = 0;
  double hidden = 0;
  double heads = 0;
  double kv_heads = 0;
  double head_width = 0;
  double ffn_hidden = 0;
  double vocabulary = 0;
  double positions = 0;  ///< longest sequence in tokens
};

enum class Ffn { two_matrices, gated };  ///< gated: gate, up and down
enum class Bias { no, yes };
enum class Head { tied, own, own_with_bias };

/// What a transformer is made of beside its sizes; one family differs from the next in these.
struct ModelParts {
  Ffn ffn = Ffn::gated;
  Bias qkv_bias = Bias::no;
  Bias output_bias = Bias::no;  ///< of the attention's output
  Bias ffn_bias = Bias::no;
  double norms_per_layer = 2;
  double norm_vectors = 1;        ///< RMSNorm: weight; LayerNorm: weight and bias; non-parametric: none
  double head_norm_vectors = 0;   ///< per layer, as long as a head
  double query_norm_vectors = 0;  ///< per layer, as long as all query heads
  double key_norm_vectors = 0;    ///< per layer, as long as all key heads
  double outer_norms = 1;         ///< after the last layer; after the embedding
  double position_rows = 0;       ///< learned positions
  double type_rows = 0;           ///< token types
  Head head = Head::own;
  double pooler_matrices = 0;  ///< hidden × hidden, with bias
  double embedding_width = 0;  ///< 0: hidden; else projected in and out
};

/// Every trained number, counted matrix by matrix.
double count_parameters(const ModelShape& shape, const ModelParts& parts);

}  // namespace rackcast::scenarios

#pragma once

#include <span>
#include <string_view>

#include "scenarios/captures/config_keys.hpp"
#include "scenarios/captures/model_shape.hpp"

namespace rackcast::scenarios {

/// A `model_type` that can be read: what its configuration class assumes for keys that are left out, and what it is
/// made of. 0 stands for what follows from other sizes: ffn_hidden = 4 hidden, kv_heads = heads, head_width = hidden /
/// heads.
struct ModelFamily {
  enum class Positions { computed, learned };

  std::string_view type;
  ModelShape defaults;
  Flag tied;                                                     ///< `tie_word_embeddings` if left out
  ModelParts (*parts)(ConfigKeys& keys);                         ///< all but position rows and a tied head
  double (*kv_heads)(ConfigKeys& keys, double heads) = nullptr;  ///< where the usual keys do not decide
  Positions positions = Positions::computed;
  double added_rows = 0;   ///< of the position table, beyond the number the configuration gives
  double unused_rows = 0;  ///< of that number, rows that no token takes
};

/// Null: not known.
const ModelFamily* find_model_family(std::string_view type);

/// All of them, for messages.
std::span<const ModelFamily> model_families();

}  // namespace rackcast::scenarios

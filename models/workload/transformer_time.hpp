#pragma once

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::models {

/// Arithmetic of one GPU for one micro-batch, s at peak_at_hz. `layers` are those of its pipeline stage.
struct TransformerTime {
  double layers_forward_s = 0;
  double layers_backward_s = 0;  ///< gradients of inputs and of weights
  double layers_again_s = 0;     ///< recomputed forward work
  double head_forward_s = 0;
  double head_backward_s = 0;
};

/// Each layer's four products (query, key and value together; attention output; into the feed-forward part, its gate
/// beside it; out of it), split by the tensor ranks (columns of the first and third, depth of the others) over the
/// tokens of the micro-batch; attention, fused or as two products a head; and the head's product over the vocabulary.
/// Backward a product of rows × columns over depth becomes rows × depth over columns and columns × depth over rows.
TransformerTime transformer_time(const ServerSpec& server, const JobSpec& job);

}  // namespace rackcast::models

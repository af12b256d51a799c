#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/workload/workload_spec.hpp"
#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {

/// A network as its Hugging Face `config.json` describes it.
struct ModelConfig {
  std::string model_type;
  /// Named after `_name_or_path` if there, else after its type. `parameters` is counted exactly, matrix by matrix (tied
  /// heads, head widths, biases and norms as this family has them); the shape is what its costs follow from, and cannot
  /// say all of that. `sequence` is the longest the network takes.
  models::WorkloadSpec workload;
  double shape_parameters = 0;     ///< what models::transformer_parameters counts from the shape
  std::vector<std::string> notes;  ///< where the shape only comes near, in sentences
};

/// Reads a `config.json` of a decoder (Llama, Mistral, Qwen, Gemma, Phi, GPT, OPT, BLOOM, Falcon, MPT... : see
/// model_families.cpp) or of a BERT-like encoder; of some networks with several inputs the language part. What a
/// configuration leaves out is what its class in transformers assumes. Mixtures of experts, encoder-decoders, recurrent
/// and vision networks are refused with the reason. Never throws; an error names its line where there is one.
Parsed<ModelConfig> parse_model_config(std::string_view text);

/// The types that can be read, for help and messages.
std::vector<std::string> known_model_types();

}  // namespace rackcast::scenarios

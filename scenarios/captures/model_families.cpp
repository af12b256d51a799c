#include "scenarios/captures/model_families.hpp"

#include <algorithm>
#include <array>

// Defaults and parts after the configuration and modelling classes of Hugging Face transformers (configuration_*.py and
// modeling_*.py of each model, version 4.5x), one family a line below.

namespace rackcast::scenarios {
namespace {

Bias bias_of(ConfigKeys& keys, std::string_view name, Flag fallback) {
  return keys.flag(name, fallback) == Flag::on ? Bias::yes : Bias::no;
}

// ---- gated feed-forward, RMSNorm ----

/// LlamaAttention and LlamaMLP: bias only where asked for. Also Granite, SmolLM3.
ModelParts llama(ConfigKeys& keys) {
  ModelParts parts;
  parts.qkv_bias = parts.output_bias = bias_of(keys, "attention_bias", Flag::off);
  parts.ffn_bias = bias_of(keys, "mlp_bias", Flag::off);
  return parts;
}

/// No biases at all: Mistral, Phi-3.
ModelParts bare(ConfigKeys&) { return {}; }

ModelParts qwen2(ConfigKeys&) {
  ModelParts parts;
  parts.qkv_bias = Bias::yes;
  return parts;
}

/// Norms of queries and keys, each as long as a head.
ModelParts qwen3(ConfigKeys& keys) {
  ModelParts parts = llama(keys);
  parts.ffn_bias = Bias::no;
  parts.head_norm_vectors = 2;
  return parts;
}

ModelParts gemma(ConfigKeys& keys) {
  ModelParts parts;
  parts.qkv_bias = parts.output_bias = bias_of(keys, "attention_bias", Flag::off);
  return parts;
}

/// Norms before and after both attention and feed-forward.
ModelParts gemma2(ConfigKeys& keys) {
  ModelParts parts = gemma(keys);
  parts.norms_per_layer = 4;
  return parts;
}

ModelParts gemma3(ConfigKeys& keys) {
  ModelParts parts = gemma2(keys);
  parts.head_norm_vectors = 2;
  return parts;
}

/// LayerNorm without weights.
ModelParts olmo(ConfigKeys& keys) {
  ModelParts parts = gemma(keys);
  parts.norm_vectors = 0;
  return parts;
}

/// Norms of all queries and of all keys, as long as these.
ModelParts olmo2(ConfigKeys& keys) {
  ModelParts parts = gemma(keys);
  parts.query_norm_vectors = 1;
  parts.key_norm_vectors = 1;
  return parts;
}

/// LayerNorm with bias; one norm a layer if attention and feed-forward stand side by side.
ModelParts stablelm(ConfigKeys& keys) {
  ModelParts parts;
  parts.qkv_bias = bias_of(keys, "use_qkv_bias", Flag::off);
  parts.norm_vectors = 2;
  if (keys.flag("use_parallel_residual", Flag::off) == Flag::on) parts.norms_per_layer = 1;
  return parts;
}

/// One LayerNorm without bias a layer; attention and feed-forward side by side.
ModelParts cohere(ConfigKeys& keys) {
  ModelParts parts = gemma(keys);
  parts.norms_per_layer = 1;
  if (keys.flag("use_qk_norm", Flag::off) == Flag::on) parts.query_norm_vectors = parts.key_norm_vectors = 1;
  return parts;
}

// ---- two feed-forward matrices, LayerNorm with bias ----

ModelParts gpt2(ConfigKeys&) {
  ModelParts parts;
  parts.ffn = Ffn::two_matrices;
  parts.qkv_bias = parts.output_bias = parts.ffn_bias = Bias::yes;
  parts.norm_vectors = 2;
  return parts;
}

ModelParts gpt_neo(ConfigKeys& keys) {
  ModelParts parts = gpt2(keys);
  parts.qkv_bias = Bias::no;
  return parts;
}

ModelParts gpt_neox(ConfigKeys& keys) {
  ModelParts parts = gpt2(keys);
  parts.qkv_bias = parts.output_bias = bias_of(keys, "attention_bias", Flag::on);
  return parts;
}

/// One norm for attention and feed-forward side by side; biases in the feed-forward and the head.
ModelParts gptj(ConfigKeys& keys) {
  ModelParts parts = gpt2(keys);
  parts.qkv_bias = parts.output_bias = Bias::no;
  parts.norms_per_layer = 1;
  parts.head = Head::own_with_bias;
  return parts;
}

ModelParts phi(ConfigKeys& keys) {
  ModelParts parts = gpt2(keys);
  parts.norms_per_layer = 1;
  parts.head = Head::own_with_bias;
  if (keys.flag("qk_layernorm", Flag::off) == Flag::on) parts.head_norm_vectors = 4;
  return parts;
}

ModelParts opt(ConfigKeys& keys) {
  ModelParts parts = gpt2(keys);
  parts.qkv_bias = parts.output_bias = parts.ffn_bias = bias_of(keys, "enable_bias", Flag::on);
  if (keys.flag("layer_norm_elementwise_affine", Flag::on) == Flag::off) parts.norm_vectors = 0;
  const bool last_norm = keys.flag("do_layer_norm_before", Flag::on) == Flag::on &&
                         keys.flag("_remove_final_layer_norm", Flag::off) == Flag::off;
  parts.outer_norms = last_norm ? 1 : 0;
  parts.embedding_width = keys.whole("word_embed_proj_dim", 0, 1, 1e6);
  return parts;
}

/// A norm after the embedding as well.
ModelParts bloom(ConfigKeys& keys) {
  ModelParts parts = gpt2(keys);
  parts.outer_norms = 2;
  return parts;
}

/// FalconDecoderLayer: two norms side by side in the new architecture, one if attention and feed-forward share it.
ModelParts falcon(ConfigKeys& keys) {
  ModelParts parts = gpt2(keys);
  parts.qkv_bias = parts.output_bias = parts.ffn_bias = bias_of(keys, "bias", Flag::off);
  const bool grouped = keys.flag("new_decoder_architecture", Flag::off) == Flag::on;
  const bool parallel = keys.flag("parallel_attn", Flag::on) == Flag::on;
  parts.norms_per_layer = grouped ? keys.whole("num_ln_in_parallel_attn", 2, 1, 2) : (parallel ? 1 : 2);
  return parts;
}

double falcon_kv_heads(ConfigKeys& keys, double heads) {
  if (keys.flag("new_decoder_architecture", Flag::off) == Flag::on) {
    constexpr auto names = std::to_array<std::string_view>({"num_kv_heads", "n_head_kv"});
    return keys.whole(names, heads, 1, heads);
  }
  return keys.flag("multi_query", Flag::on) == Flag::on ? 1 : heads;
}

/// MptBlock: neither linear layers nor norms have biases.
ModelParts mpt(ConfigKeys&) {
  ModelParts parts;
  parts.ffn = Ffn::two_matrices;
  return parts;
}

double bigcode_kv_heads(ConfigKeys& keys, double heads) {
  return keys.flag("multi_query", Flag::on) == Flag::on ? 1 : heads;
}

ModelParts starcoder2(ConfigKeys& keys) {
  ModelParts parts = gpt2(keys);
  parts.qkv_bias = parts.output_bias = parts.ffn_bias = bias_of(keys, "use_bias", Flag::on);
  return parts;
}

/// BertModel with its pooler: a norm after the embedding, none after the last layer.
ModelParts bert(ConfigKeys& keys) {
  ModelParts parts = gpt2(keys);
  parts.type_rows = keys.whole("type_vocab_size", 2, 0, 1e6);
  parts.pooler_matrices = 1;
  return parts;
}

/// DistilBertModel: neither token types nor pooler; its norm after the embedding stands for the last one.
constexpr auto distilbert = gpt2;

constexpr auto learned = ModelFamily::Positions::learned;

// clang-format off
//   type            layers hidden heads kv hd  ffn  vocabulary positions       tied
constexpr auto families = std::to_array<ModelFamily>({
    {"llama",       {32, 4096, 32, 0, 0, 11008, 32000, 2048},    Flag::off, llama},
    {"mistral",     {32, 4096, 32, 8, 0, 14336, 32000, 131072},  Flag::off, bare},
    {"qwen2",       {32, 4096, 32, 32, 0, 22016, 151936, 32768}, Flag::off, qwen2},
    {"qwen3",       {32, 4096, 32, 32, 128, 22016, 151936, 32768}, Flag::off, qwen3},
    {"gemma",       {28, 3072, 16, 16, 256, 24576, 256000, 8192}, Flag::on, gemma},
    {"gemma2",      {26, 2304, 8, 4, 256, 9216, 256000, 8192},   Flag::on, gemma2},
    {"gemma3_text", {26, 2304, 8, 4, 256, 9216, 262208, 131072}, Flag::on, gemma3},
    {"phi3",        {32, 3072, 32, 0, 0, 8192, 32064, 4096},     Flag::off, bare},
    {"granite",     {32, 4096, 32, 0, 0, 11008, 32000, 2048},    Flag::off, llama},
    {"smollm3",     {36, 2048, 16, 4, 0, 11008, 128256, 32768},  Flag::on, llama},
    {"olmo",        {32, 4096, 32, 0, 0, 11008, 50304, 2048},    Flag::off, olmo},
    {"olmo2",       {32, 4096, 32, 0, 0, 11008, 50304, 2048},    Flag::off, olmo2},
    {"stablelm",    {32, 2560, 32, 32, 0, 6912, 50304, 4096},    Flag::off, stablelm},
    {"cohere",      {40, 8192, 64, 0, 0, 22528, 256000, 8192},   Flag::on, cohere},
    {"phi",         {24, 2048, 32, 0, 0, 8192, 51200, 2048},     Flag::off, phi},
    {"gpt2",        {12, 768, 12, 0, 0, 0, 50257, 1024},         Flag::on, gpt2, nullptr, learned},
    {"gpt_neo",     {24, 2048, 16, 0, 0, 0, 50257, 2048},        Flag::on, gpt_neo, nullptr, learned},
    {"gpt_neox",    {44, 6144, 64, 0, 0, 24576, 50432, 2048},    Flag::off, gpt_neox},
    {"gptj",        {28, 4096, 16, 0, 0, 0, 50400, 2048},        Flag::off, gptj},
    {"gpt_bigcode", {12, 768, 12, 0, 0, 0, 50257, 1024},         Flag::on, gpt2, bigcode_kv_heads, learned},
    {"starcoder2",  {30, 3072, 24, 2, 0, 12288, 49152, 4096},    Flag::on, starcoder2},
    {"opt",         {12, 768, 12, 0, 0, 3072, 50272, 2048},      Flag::on, opt, nullptr, learned, 2, 0},
    {"bloom",       {2, 64, 8, 0, 0, 0, 250880, 2048},           Flag::on, bloom},
    {"falcon",      {32, 4544, 71, 0, 0, 0, 65024, 2048},        Flag::on, falcon, falcon_kv_heads},
    {"mpt",         {24, 2048, 16, 0, 0, 0, 50368, 2048},        Flag::on, mpt},
    {"bert",        {12, 768, 12, 0, 0, 3072, 30522, 512},       Flag::on, bert, nullptr, learned},
    {"roberta",     {12, 768, 12, 0, 0, 3072, 50265, 512},       Flag::on, bert, nullptr, learned, 0, 2},
    {"xlm-roberta", {12, 768, 12, 0, 0, 3072, 30522, 512},       Flag::on, bert, nullptr, learned, 0, 2},
    {"distilbert",  {6, 768, 12, 0, 0, 3072, 30522, 512},        Flag::on, distilbert, nullptr, learned},
});
// clang-format on

}  // namespace

std::span<const ModelFamily> model_families() { return families; }

const ModelFamily* find_model_family(std::string_view type) {
  const auto found =
      std::find_if(families.begin(), families.end(), [&](const ModelFamily& family) { return family.type == type; });
  return found == families.end() ? nullptr : &*found;
}

}  // namespace rackcast::scenarios

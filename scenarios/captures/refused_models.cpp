#include "scenarios/captures/refused_models.hpp"

#include <array>

namespace rackcast::scenarios {
namespace {

struct Refused {
  std::string_view type;
  std::string_view what;
};

constexpr std::string_view experts = "a mixture of experts: which of them work, and their exchange, are not modelled";
constexpr std::string_view two_stacks = "an encoder and a decoder: only one stack of equal layers is modelled";
constexpr std::string_view recurrent = "a state-space or recurrent network: only attention layers are modelled";
constexpr std::string_view vision =
    "a vision network: those are modelled by their costs per sample, which a configuration does not hold; use a vision "
    "workload of the catalogue";
constexpr std::string_view several = "made for several kinds of input: only the language part could be modelled";

constexpr auto refused = std::to_array<Refused>({
    {"mixtral", experts},
    {"qwen2_moe", experts},
    {"qwen3_moe", experts},
    {"deepseek_v2", experts},
    {"deepseek_v3", experts},
    {"dbrx", experts},
    {"phimoe", experts},
    {"olmoe", experts},
    {"gpt_oss", experts},
    {"llama4", experts},
    {"llama4_text", experts},
    {"granitemoe", experts},
    {"switch_transformers", experts},
    {"jamba", experts},
    {"t5", two_stacks},
    {"mt5", two_stacks},
    {"bart", two_stacks},
    {"mbart", two_stacks},
    {"pegasus", two_stacks},
    {"marian", two_stacks},
    {"whisper", two_stacks},
    {"m2m_100", two_stacks},
    {"mamba", recurrent},
    {"mamba2", recurrent},
    {"falcon_mamba", recurrent},
    {"rwkv", recurrent},
    {"recurrent_gemma", recurrent},
    {"vit", vision},
    {"deit", vision},
    {"beit", vision},
    {"swin", vision},
    {"resnet", vision},
    {"convnext", vision},
    {"dinov2", vision},
    {"segformer", vision},
    {"clip", several},
    {"siglip", several},
    {"mllama", several},
    {"blip-2", several},
});

}  // namespace

std::string_view why_not_modelled(std::string_view type) {
  for (const Refused& one : refused) {
    if (one.type == type) return one.what;
  }
  return {};
}

}  // namespace rackcast::scenarios

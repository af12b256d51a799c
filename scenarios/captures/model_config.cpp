#include "scenarios/captures/model_config.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "models/workload/transformer.hpp"
#include "scenarios/captures/capture_text.hpp"
#include "scenarios/captures/model_families.hpp"
#include "scenarios/captures/refused_models.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {
namespace {

// The bounds of the scenario's own keys (scenarios/facts/workload_facts.cpp).
constexpr double most_layers = 1e5;
constexpr double most_hidden = 1e6;
constexpr double most_heads = 1e5;
constexpr double most_ffn = 1e7;
constexpr double most_vocabulary = 1e7;
constexpr double most_positions = 1e8;
constexpr double most_parameters = 1e15;

constexpr double usual_ffn_ratio = 4;            // GPT's, where a configuration says nothing
constexpr double noticeable = 0.01;              // error of the shape's count that is worth a word
constexpr double longest_usual_sequence = 8192;  // in pre-training, as of 2024

// Names of one size in different classes (their attribute_map).
constexpr auto layer_keys = std::to_array<std::string_view>({"num_hidden_layers", "n_layer", "n_layers", "num_layers"});
constexpr auto hidden_keys = std::to_array<std::string_view>({"hidden_size", "n_embd", "n_embed", "d_model", "dim"});
constexpr auto head_keys = std::to_array<std::string_view>({"num_attention_heads", "n_head", "n_heads", "num_heads"});
constexpr auto kv_keys =
    std::to_array<std::string_view>({"num_key_value_heads", "num_kv_heads", "attn_config.kv_n_heads"});
constexpr auto ffn_keys =
    std::to_array<std::string_view>({"intermediate_size", "n_inner", "ffn_dim", "ffn_hidden_size", "hidden_dim"});
constexpr auto position_keys =
    std::to_array<std::string_view>({"max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "n_ctx"});
constexpr auto expert_keys = std::to_array<std::string_view>(
    {"num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts", "num_experts_per_tok"});

/// Networks with several inputs whose language part is most of what is trained, and what that part is if it does not
/// say so.
struct LanguagePart {
  std::string_view type;
  std::string_view part;
};
constexpr auto language_parts = std::to_array<LanguagePart>({{"gemma3", "gemma3_text"},
                                                             {"llava", "llama"},
                                                             {"llava_next", "llama"},
                                                             {"mistral3", "mistral"},
                                                             {"paligemma", "gemma"},
                                                             {"qwen2_vl", "qwen2"},
                                                             {"qwen2_5_vl", "qwen2"}});

/// What a language part calls itself, where that is not the type of a network of its own.
std::string_view plain_type(std::string_view type) {
  return type == "qwen2_vl_text" || type == "qwen2_5_vl_text" ? std::string_view{"qwen2"} : type;
}

const LanguagePart* find_language_part(std::string_view type) {
  for (const LanguagePart& one : language_parts) {
    if (one.type == type) return &one;
  }
  return nullptr;
}

double or_else(double value, double fallback) { return value > 0 ? value : fallback; }

std::string percent(double fraction) {
  return fmt::format("{}{} %", fraction > 0 ? "+" : "", format_number(std::round(fraction * 1000) / 10));
}

class Reader {
 public:
  explicit Reader(const JsonFields& fields) : fields_{fields}, keys_{fields, ""} {}

  Parsed<ModelConfig> run() {
    if (std::optional<Message> wrong = choose_family()) return {std::nullopt, *wrong};
    if (std::optional<Message> wrong = refuse_experts()) return {std::nullopt, *wrong};
    read_shape();
    ModelParts parts = read_parts();
    if (std::optional<Message> wrong = check()) return {std::nullopt, *wrong};
    fill(count_parameters(shape_, parts));
    if (out_.workload.parameters > most_parameters) {
      return {std::nullopt, {"this network has more than 1e15 parameters", "none is so large", "check its sizes"}};
    }
    return {std::move(out_), {}};
  }

 private:
  std::optional<Message> choose_family() {
    std::optional<std::string> type = keys_.text("model_type");
    if (keys_.error()) return keys_.error();
    if (!type) return no_type();
    if (find_language_part(*type) != nullptr) type = choose_language_part(*type);
    out_.model_type = clean_name(*type);
    family_ = find_model_family(*type);
    if (family_ == nullptr) return not_modelled(*type);
    return std::nullopt;
  }

  /// Older configurations of such networks have the language part's keys at the top.
  std::string choose_language_part(const std::string& type) {
    const std::string_view usual = find_language_part(type)->part;
    out_.notes.push_back("only the language part of this " + type + " network is modelled, not what reads its images");
    if (!keys_.has("text_config")) return std::string{usual};
    keys_ = ConfigKeys{fields_, "text_config."};
    return std::string{plain_type(keys_.text("model_type").value_or(std::string{usual}))};
  }

  Message no_type() const {
    return {"there is no \"model_type\"", "it says what the other keys mean",
            "give the config.json of a Hugging Face model"};
  }

  Message not_modelled(const std::string& type) const {
    const JsonField* field = keys_.find("model_type");
    const std::string problem = "model_type " + in_quotes(type) + " cannot be read";
    std::string why{why_not_modelled(type)};
    std::string suggestion;
    if (why.empty()) {
      why = "its parts are not known";
      suggestion = did_you_mean(type, known_model_types());
    }
    if (field == nullptr) return {problem, why, suggestion};
    return at_line(field->line, problem, why, suggestion);
  }

  std::optional<Message> refuse_experts() {
    for (const std::string_view key : expert_keys) {
      if (keys_.whole(key, 0, 0, most_layers) <= 1) continue;
      return at_line(keys_.find(key)->line, in_quotes(key) + " makes this a mixture of experts",
                     "which of them work, and their exchange, are not modelled");
    }
    return keys_.error();
  }

  void read_shape() {
    const ModelShape& usual = family_->defaults;
    shape_.layers = keys_.whole(layer_keys, usual.layers, 1, most_layers);
    shape_.hidden = keys_.whole(hidden_keys, usual.hidden, 1, most_hidden);
    shape_.heads = keys_.whole(head_keys, usual.heads, 1, most_heads);
    shape_.vocabulary = keys_.whole("vocab_size", usual.vocabulary, 1, most_vocabulary);
    shape_.positions = keys_.whole(position_keys, usual.positions, 1 + family_->unused_rows, most_positions);
    shape_.head_width =
        keys_.whole("head_dim", or_else(usual.head_width, shape_.hidden / shape_.heads), 1, most_hidden);
    shape_.kv_heads = read_kv_heads();
    shape_.ffn_hidden = or_else(keys_.whole(ffn_keys, usual.ffn_hidden, 1, most_ffn), read_ffn_ratio() * shape_.hidden);
  }

  double read_kv_heads() {
    if (family_->kv_heads != nullptr) return family_->kv_heads(keys_, shape_.heads);
    return keys_.whole(kv_keys, or_else(family_->defaults.kv_heads, shape_.heads), 1, shape_.heads);
  }

  double read_ffn_ratio() { return keys_.whole("expansion_ratio", usual_ffn_ratio, 1, most_ffn / shape_.hidden); }

  ModelParts read_parts() {
    ModelParts parts = family_->parts(keys_);
    if (keys_.flag("tie_word_embeddings", family_->tied) == Flag::on) parts.head = Head::tied;
    if (family_->positions == ModelFamily::Positions::learned) {
      parts.position_rows = shape_.positions + family_->added_rows;
    }
    ffn_ = parts.ffn;
    head_ = parts.head;
    return parts;
  }

  std::optional<Message> check() const {
    if (keys_.error()) return keys_.error();
    if (std::fmod(shape_.heads, shape_.kv_heads) != 0) {
      return Message{format_number(shape_.heads) + " heads cannot share " + format_number(shape_.kv_heads) +
                         " key and value heads",
                     "each of these serves the same number of heads", "check the configuration's heads"};
    }
    if (shape_.head_width != std::floor(shape_.head_width)) {
      return Message{"a width of " + format_number(shape_.hidden) + " cannot be shared by " +
                         format_number(shape_.heads) + " heads",
                     "there is no \"head_dim\" that says otherwise", "check the configuration's heads"};
    }
    return std::nullopt;
  }

  void fill(double parameters) {
    models::WorkloadSpec& w = out_.workload;
    w.name = name();
    w.kind = models::WorkloadKind::transformer;
    w.parameters = parameters;
    w.layers = shape_.layers;
    w.hidden = shape_.hidden;
    w.heads = shape_.heads;
    w.kv_heads = shape_.kv_heads;
    w.ffn_hidden = shape_.ffn_hidden;
    w.vocabulary = shape_.vocabulary;
    w.sequence = shape_.positions - family_->unused_rows;
    w.activation = ffn_ == Ffn::gated ? "swiglu" : "gelu";
    w.source = "config.json, model_type " + out_.model_type;
    out_.shape_parameters = models::transformer_parameters(w);
    add_notes();
  }

  std::string name() {
    const std::string path = keys_.text("_name_or_path").value_or("");
    const std::string last = clean_name(path.substr(path.find_last_of('/') + 1));
    return last.empty() ? out_.model_type : last;
  }

  void add_notes() {
    models::WorkloadSpec& w = out_.workload;
    const double error = out_.shape_parameters / w.parameters - 1;
    w.confidence = std::string(1, std::abs(error) > noticeable ? 'B' : 'A');
    if (std::abs(error) > noticeable) note_count(error);
    if (shape_.heads * shape_.head_width != shape_.hidden) {
      w.unverified.emplace_back("heads");
      out_.notes.push_back("its " + format_number(shape_.heads) + " heads are " + format_number(shape_.head_width) +
                           " wide, together not the hidden " + format_number(shape_.hidden) +
                           "; attention's costs are those of heads that are");
    }
    if (family_->positions == ModelFamily::Positions::computed) w.unverified.emplace_back("sequence");
    if (w.sequence > longest_usual_sequence) {
      out_.notes.push_back("the sequence is the longest the network takes, " + format_number(w.sequence) +
                           " tokens; training mostly uses shorter ones: set \"sequence\"");
    }
  }

  void note_count(double error) {
    out_.notes.push_back(fmt::format(
        "the shape counts {} parameters, the network has {} ({}){}; memory and exchange are those of the network",
        format_number(out_.shape_parameters), format_number(out_.workload.parameters), percent(error),
        head_ == Head::tied && ffn_ == Ffn::gated ? ": its head is the embedding" : ""));
  }

  const JsonFields& fields_;
  ConfigKeys keys_;
  const ModelFamily* family_ = nullptr;
  ModelShape shape_;
  Ffn ffn_ = Ffn::gated;
  Head head_ = Head::own;
  ModelConfig out_;
};

}  // namespace

Parsed<ModelConfig> parse_model_config(std::string_view text) {
  const Parsed<JsonFields> fields = read_json_fields(text);
  if (!fields.value) return {std::nullopt, fields.error};
  return Reader{*fields.value}.run();
}

std::vector<std::string> known_model_types() {
  std::vector<std::string> out;
  for (const ModelFamily& family : model_families()) out.emplace_back(family.type);
  return out;
}

}  // namespace rackcast::scenarios

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "models/workload/transformer.hpp"
#include "scenarios/captures/json_fields.hpp"
#include "scenarios/captures/model_config.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/captures_fixture.hpp"

namespace rackcast::scenarios {
namespace {

struct Published {
  std::string config;
  double parameters = 0;
  double shape_error_percent = 0;
};

std::vector<Published> published_counts() {
  std::istringstream table{capture_file("config/published.csv")};
  std::vector<Published> out;
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with('#') || line.starts_with("config,")) continue;
    const std::size_t first = line.find(',');
    const std::size_t second = line.find(',', first + 1);
    REQUIRE(second != std::string::npos);
    out.push_back({line.substr(0, first), std::stod(line.substr(first + 1)), std::stod(line.substr(second + 1))});
  }
  return out;
}

ModelConfig read_config(std::string_view text) {
  const Parsed<ModelConfig> config = parse_model_config(text);
  INFO(to_string(config.error));
  REQUIRE(config.value.has_value());
  return *config.value;
}

std::string problem_of(std::string_view text) {
  const Parsed<ModelConfig> config = parse_model_config(text);
  REQUIRE_FALSE(config.value.has_value());
  return to_string(config.error);
}

using Catch::Matchers::Contains;

}  // namespace

TEST_CASE("a config.json counts every parameter of the published network") {
  const std::vector<Published> all = published_counts();
  REQUIRE(all.size() >= 40);
  for (const Published& one : all) {
    INFO(one.config);
    const ModelConfig config = read_config(capture_file("config/" + one.config + ".json"));
    CHECK(config.workload.parameters == one.parameters);
  }
}

// What costs follow from. Worst where a small network ties a large vocabulary (the gated form has a head of its own).
TEST_CASE("the shape of a config.json counts published parameters as nearly as the table says") {
  constexpr double last_digit = 0.006;
  for (const Published& one : published_counts()) {
    const ModelConfig config = read_config(capture_file("config/" + one.config + ".json"));
    CHECK(config.shape_parameters == models::transformer_parameters(config.workload));
    const double error = 100 * std::abs(config.shape_parameters / one.parameters - 1);
    INFO(one.config << ": " << error << " %");
    CHECK(error <= one.shape_error_percent + last_digit);
    CHECK((error > 1) == (config.workload.confidence == "B"));
    if (config.workload.confidence == "B") CHECK_FALSE(config.notes.empty());
  }
}

TEST_CASE("a config.json fills the whole shape") {
  const models::WorkloadSpec llama = read_config(capture_file("config/llama-3.1-8b.json")).workload;
  CHECK(llama.kind == models::WorkloadKind::transformer);
  CHECK(llama.layers == 32);
  CHECK(llama.hidden == 4096);
  CHECK(llama.heads == 32);
  CHECK(llama.kv_heads == 8);
  CHECK(llama.ffn_hidden == 14336);
  CHECK(llama.vocabulary == 128256);
  CHECK(llama.sequence == 131072);
  CHECK(llama.activation == "swiglu");
  CHECK(llama.name == "llama");
  const models::WorkloadSpec gpt2 = read_config(capture_file("config/gpt2.json")).workload;
  CHECK(gpt2.ffn_hidden == 4 * gpt2.hidden);
  CHECK(gpt2.activation == "gelu");
  CHECK(read_config(capture_file("config/falcon-7b.json")).workload.kv_heads == 1);
  CHECK(read_config(capture_file("config/falcon-40b.json")).workload.kv_heads == 8);
  CHECK(read_config(capture_file("config/roberta-base.json")).workload.sequence == 512);
}

TEST_CASE("what a config.json leaves out is what its class assumes") {
  const models::WorkloadSpec gpt2 = read_config(R"({"model_type": "gpt2"})").workload;
  CHECK(gpt2.parameters == 124439808);
  const models::WorkloadSpec llama = read_config(R"({"model_type": "llama", "num_key_value_heads": null})").workload;
  CHECK(llama.kv_heads == 32);
  CHECK(llama.sequence == 2048);
  CHECK(read_config(R"({"model_type": "mistral"})").workload.kv_heads == 8);
}

TEST_CASE("a config.json names its network by the path it was saved under") {
  const auto name = [](std::string_view path) {
    return read_config(R"({"model_type": "gpt2", "_name_or_path": ")" + std::string{path} + "\"}").workload.name;
  };
  CHECK(name("mistralai/Mistral-7B-v0.1") == "Mistral-7B-v0.1");
  CHECK(name("") == "gpt2");
  CHECK(name("models/") == "gpt2");
  CHECK(name(std::string(5000, 'x')).size() == 80);
}

TEST_CASE("the language part of a network with several inputs is read where it is most of it") {
  const ModelConfig gemma = read_config(
      R"({"model_type": "gemma3", "vision_config": {"hidden_size": 1152}, "text_config": {"model_type": "gemma3_text",
          "hidden_size": 2560, "intermediate_size": 10240, "num_hidden_layers": 34}})");
  CHECK(gemma.model_type == "gemma3_text");
  CHECK(gemma.workload.layers == 34);
  CHECK_THAT(gemma.notes.front(), Contains("only the language part"));
  CHECK(read_config(R"({"model_type": "llava", "text_config": {"model_type": "mistral"}})").model_type == "mistral");
  CHECK(read_config(R"({"model_type": "qwen2_vl", "hidden_size": 1536, "num_attention_heads": 12,
                        "num_key_value_heads": 2})")
            .model_type == "qwen2");
  CHECK_THAT(problem_of(R"({"model_type": "clip", "text_config": {}})"), Contains("several kinds of input"));
}

TEST_CASE("networks that are not modelled are refused with the reason") {
  CHECK_THAT(problem_of(R"({"model_type": "mixtral"})"), Contains("mixture of experts"));
  CHECK_THAT(problem_of("{\"model_type\": \"qwen2\",\n\n \"num_experts\": 60}"),
             Contains("line 3: \"num_experts\" makes this a mixture of experts"));
  CHECK_THAT(problem_of(R"({"model_type": "t5"})"), Contains("an encoder and a decoder"));
  CHECK_THAT(problem_of(R"({"model_type": "mamba"})"), Contains("state-space"));
  CHECK_THAT(problem_of(R"({"model_type": "vit"})"), Contains("vision workload of the catalogue"));
  CHECK_THAT(problem_of(R"({"model_type": "lama"})"), Contains("did you mean \"llama\"?"));
  CHECK_THAT(problem_of(R"({"hidden_size": 4096})"), Contains("there is no \"model_type\""));
}

TEST_CASE("sizes that cannot be are refused with their line") {
  const auto with = [](std::string_view member) {
    return problem_of("{\n  \"model_type\": \"llama\",\n  " + std::string{member} + "\n}\n");
  };
  CHECK_THAT(with("\"hidden_size\": -4096"), Contains("line 3: \"hidden_size\" cannot be used (expected a whole"));
  CHECK_THAT(with("\"hidden_size\": 4096.5"), Contains("line 3"));
  CHECK_THAT(with("\"hidden_size\": \"4096\""), Contains("line 3"));
  CHECK_THAT(with("\"num_hidden_layers\": 1e300"), Contains("line 3"));
  CHECK_THAT(with("\"num_key_value_heads\": [8, 4]"), Contains("layers differ"));
  CHECK_THAT(with("\"num_key_value_heads\": 5"), Contains("32 heads cannot share 5"));
  CHECK_THAT(with("\"num_attention_heads\": 24"), Contains("cannot be shared by 24 heads"));
  CHECK_THAT(with("\"tie_word_embeddings\": 1"), Contains("expected true or false"));
  CHECK_THAT(with("\"hidden_size\": 1000000, \"num_hidden_layers\": 100000"), Contains("1e15 parameters"));
}

TEST_CASE("what is no JSON object is refused with its line") {
  CHECK_THAT(problem_of(""), Contains("the text is empty"));
  CHECK_THAT(problem_of("[1, 2]"), Contains("an array, not an object"));
  CHECK_THAT(problem_of("42"), Contains("no object"));
  CHECK_THAT(problem_of("{\n\"a\": 1,\n}"), Contains("line 3: this is no valid JSON (syntax error"));
  CHECK_THAT(problem_of("{\"a\": 1e999}"), Contains("no valid JSON"));
  CHECK_THAT(problem_of("{\"a\": \"\xff\xfe\"}"), Contains("no valid JSON"));
  CHECK_THAT(problem_of("title = \"a scenario\""), Contains("no valid JSON"));
  CHECK_THAT(problem_of(std::string(5 << 20, ' ')), Contains("too large"));
}

TEST_CASE("a bomb of brackets is refused at once") {
  CHECK_THAT(problem_of(std::string(4000000, '[')), Contains("an array, not an object"));
  CHECK_THAT(problem_of("{\"a\":" + std::string(4000000, '[')), Contains("nest deeper than 64"));
  std::string objects;
  for (int i = 0; i < 600000; ++i) objects += "{\"a\":";
  CHECK_THAT(problem_of(objects), Contains("nest deeper than 64"));
  std::string keys = "{\"model_type\": \"gpt2\"";
  for (int i = 0; i < 30000; ++i) keys += ", \"k" + std::to_string(i) + "\": 0";
  CHECK_THAT(problem_of(keys + "}"), Contains("too many keys"));
}

TEST_CASE("a configuration saved by a Windows shell is read") {
  std::string wide = "\xFF\xFE";
  for (const char c : std::string_view{R"({"model_type": "gpt2"})"}) wide += {c, '\0'};
  CHECK(read_config(wide).workload.parameters == 124439808);
  CHECK(read_config("\xEF\xBB\xBF{\"model_type\": \"gpt2\"}\r\n").workload.parameters == 124439808);
}

TEST_CASE("of members that repeat the last counts, and only the first levels are kept") {
  const Parsed<JsonFields> fields =
      read_json_fields("{\"a\": 1, \"b\": {\"c\": {\"d\": 2, \"e\": {\"f\": 3}}}, \"l\": [{\"m\": 4}],\n\"a\": true}");
  REQUIRE(fields.value.has_value());
  const JsonField* last = fields.value->find("a");
  REQUIRE(last != nullptr);
  CHECK(std::get<bool>(last->value));
  CHECK(last->line == 2);
  CHECK(fields.value->find("b.c.d") != nullptr);
  CHECK(fields.value->find("b.c.e.f") == nullptr);
  CHECK(std::holds_alternative<JsonArray>(fields.value->find("l")->value));
  CHECK(fields.value->find("l.m") == nullptr);
}

}  // namespace rackcast::scenarios

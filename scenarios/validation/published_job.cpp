#include "scenarios/validation/published_job.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double squad_tokens = 384;  // maximal sequence length of the DeepLearningExamples' SQuAD scripts
constexpr double momentum_bytes = 4;
constexpr double adam_bytes = 8;

std::optional<models::Precision> precision_of(const std::string& text, const models::GpuSpec& gpu) {
  if (text.starts_with("AMP") || text == "FP16" || text == "fp16") {
    return gpu.peak.fp16_flops > 0 ? std::optional(models::Precision::fp16_mixed) : std::nullopt;
  }
  const bool strict = text == "FP32";
  return !strict && gpu.peak.tf32_flops > 0 ? models::Precision::tf32 : models::Precision::fp32;
}

/// By framework, precision and GPU, the most special first.
std::string stack_of(const PublishedNames& names, const std::string& framework, const std::string& width,
                     const std::string& family, const std::string& gpu) {
  for (const std::string& key :
       {framework + "|" + width + "|" + family + "|" + gpu, framework + "|" + width + "|" + family,
        framework + "|" + width + "|" + gpu, framework + "|" + width}) {
    const std::string found = names.find("stack", key);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace

MappedJob map_job(const CsvRow& row, const std::string& network, const ValidationContext& context) {
  const std::string gpu_name = context.names.find("gpu", row.text("gpu"));
  const models::GpuSpec* gpu = context.catalog.gpu(gpu_name);
  if (gpu == nullptr) return {{}, "no GPU of the catalogue is mapped to " + in_quotes(row.text("gpu"))};
  const models::WorkloadSpec* workload = context.catalog.workload(context.names.find("network", network));
  if (workload == nullptr) return {{}, "no network of the catalogue is mapped to " + in_quotes(network)};
  const auto precision = precision_of(row.text("precision"), *gpu);
  if (!precision) return {{}, "the GPU has no tensor units for fp16 mixed"};
  const bool transformer = workload->kind == models::WorkloadKind::transformer;
  const std::string width = *precision == models::Precision::fp16_mixed ? "fp16" : "fp32";
  const std::string stack =
      stack_of(context.names, row.text("framework"), width, transformer ? "transformer" : "vision", gpu_name);
  const models::SoftwareSpec* software = context.catalog.software(stack);
  if (software == nullptr) return {{}, "no software of the catalogue is mapped to " + in_quotes(row.text("framework"))};
  PublishedJob mapped{*gpu, *software, {}, gpu_name, stack};
  mapped.job.name = network;
  mapped.job.workload = *workload;
  mapped.job.precision = *precision;
  mapped.job.optimizer_bytes_per_parameter = transformer ? adam_bytes : momentum_bytes;
  if (network.find("squad") != std::string::npos) mapped.job.workload.sequence = squad_tokens;
  return {mapped, {}};
}

}  // namespace rackcast::scenarios

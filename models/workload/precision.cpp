#include "models/workload/precision.hpp"

#include <stdexcept>

namespace rackcast::models {

namespace {

constexpr double bytes_fp32 = 4;
constexpr double bytes_fp16 = 2;
constexpr Precision all_precisions[] = {Precision::fp32, Precision::tf32, Precision::fp16_mixed, Precision::bf16_mixed,
                                        Precision::fp8_mixed};

std::string supported(const PeakRates& peak) {
  std::string list;
  for (Precision precision : all_precisions) {
    if (peak_rate(peak, precision) > 0) list += (list.empty() ? "\"" : ", \"") + std::string(name(precision)) + "\"";
  }
  return list.empty() ? "give peak rates for it" : "use " + list;
}

}  // namespace

double peak_rate(const PeakRates& peak, Precision precision) {
  switch (precision) {
    case Precision::fp32:
      return peak.fp32_flops;
    case Precision::tf32:
      return peak.tf32_flops;
    case Precision::fp16_mixed:
      return peak.fp16_flops;
    case Precision::bf16_mixed:
      return peak.bf16_flops;
    case Precision::fp8_mixed:
      return peak.fp8_flops;
  }
  return 0;
}

const char* name(Precision precision) {
  switch (precision) {
    case Precision::fp32:
      return "fp32";
    case Precision::tf32:
      return "tf32";
    case Precision::fp16_mixed:
      return "fp16 mixed";
    case Precision::bf16_mixed:
      return "bf16 mixed";
    case Precision::fp8_mixed:
      return "fp8 mixed";
  }
  return "unknown";
}

double value_bytes(Precision precision) {
  return master_weights(precision) == MasterWeights::kept ? bytes_fp16 : bytes_fp32;
}

MasterWeights master_weights(Precision precision) {
  const bool full = precision == Precision::fp32 || precision == Precision::tf32;
  return full ? MasterWeights::none : MasterWeights::kept;
}

double peak_flops(const GpuSpec& gpu, Precision precision) {
  const double flops = peak_rate(gpu.peak, precision);
  if (flops > 0) return flops;
  throw std::invalid_argument("precision \"" + std::string(name(precision)) + "\" does not run on GPU '" + gpu.name +
                              "' (its entry has no peak rate for it); " + supported(gpu.peak));
}

}  // namespace rackcast::models

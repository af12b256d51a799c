#include "models/server_spec.hpp"
#include "scenarios/facts/make.hpp"
#include "scenarios/facts/tables.hpp"

namespace rackcast::scenarios {
namespace {

using models::GpuFan;
using models::GpuPowerCurve;
using models::GpuPowerLimits;
using models::GpuSpec;
using models::GpuThermalLimits;
using models::GpuThermalNetwork;
using models::GpuVariation;
using models::PeakRates;

constexpr std::string_view rate_why = "no GPU is beyond that";
constexpr std::string_view limit_why = "outside of that silicon does not run";

std::vector<Fact> rating_facts() {
  return {
      text<&GpuSpec::name>("name").required().says("type of the GPU").such_as("\"RTX 3090\""),
      text<&GpuSpec::vendor>("vendor").or_else("unnamed").says("maker of the GPU").such_as("\"NVIDIA\""),
      text<&GpuSpec::category>("category")
          .one_of({{"consumer"}, {"workstation"}, {"datacenter"}})
          .or_else("consumer")
          .says("market it is built for"),
      text<&GpuSpec::architecture>("architecture").or_else("").says("family of the chip").such_as("\"Ampere\""),
      number<&GpuSpec::year>("year").or_else("0").whole_number().between(0, 2100).says("of its launch; 0: not said"),
      text<&GpuSpec::form_factor>("form_factor").or_else("").says("PCIe, SXM4, OAM, ...").such_as("\"PCIe\""),
      text<&GpuSpec::cooling>("cooling")
          .one_of({{"open air"}, {"blower"}, {"passive"}, {"water"}})
          .or_else("open air")
          .says("its own cooler"),
      texts<&GpuSpec::products>("products")
          .or_else("[]")
          .says("what drivers call it")
          .such_as("[\"NVIDIA GeForce RTX 3090\"]"),
      quantity<&GpuSpec::host_bytes_per_s>("host_bandwidth", "GB/s")
          .or_else("12 GB/s")
          .above(0, 10000, rate_why)
          .says("from main memory to one GPU in the slot it is made for")
          .such_as("\"24.5 GB/s\""),
      quantity<&GpuSpec::nvlink_bytes_per_s>("nvlink", "GB/s")
          .or_word("none", 0)
          .or_else("none")
          .above(0, 100000, rate_why)
          .says("NVLink or the like, both directions together")
          .such_as("\"600 GB/s\""),
      choice<&GpuSpec::peer_copies>("p2p", {{"yes", static_cast<std::int64_t>(models::PeerCopies::yes)},
                                            {"no", static_cast<std::int64_t>(models::PeerCopies::no)}})
          .or_else("yes")
          .says("whether its driver copies from GPU to GPU over PCIe; over a bridge all do"),
      quantity<&GpuSpec::memory_bytes>("memory", "GiB")
          .required()
          .above(0, 4096, rate_why)
          .says("memory of one GPU")
          .such_as("\"24 GiB\""),
      quantity<&GpuSpec::memory_bandwidth_bytes_per_s>("memory_bandwidth", "GB/s")
          .required()
          .above(0, 100000, rate_why)
          .says("peak memory bandwidth")
          .such_as("\"936 GB/s\""),
  };
}

std::vector<Fact> peak_facts() {
  return {
      number<&GpuSpec::multiprocessors>("multiprocessors")
          .or_else("0")
          .whole_number()
          .between(0, 10000, rate_why)
          .says("streaming multiprocessors, on AMD compute units; 0: not said, kernels then reach their share of the "
                "peak whatever their shape")
          .such_as("82"),
      quantity<&GpuSpec::peak, &PeakRates::fp32_flops>("peak.fp32", "TFLOP/s")
          .required()
          .above(0, 1e5, rate_why)
          .says("dense fp32 rate")
          .such_as("\"35.6 TFLOP/s\""),
      quantity<&GpuSpec::peak, &PeakRates::tf32_flops>("peak.tf32", "TFLOP/s")
          .or_word("none", 0)
          .or_else("none")
          .above(0, 1e5, rate_why)
          .says("dense TF32 tensor rate")
          .such_as("\"35.6 TFLOP/s\""),
      quantity<&GpuSpec::peak, &PeakRates::fp16_flops>("peak.fp16_tensor", "TFLOP/s")
          .or_word("none", 0)
          .or_else("none")
          .above(0, 1e5, rate_why)
          .says("dense fp16 tensor rate, fp32 accumulation")
          .such_as("\"71 TFLOP/s\""),
      quantity<&GpuSpec::peak, &PeakRates::bf16_flops>("peak.bf16_tensor", "TFLOP/s")
          .or_word("none", 0)
          .or_else("none")
          .above(0, 1e5, rate_why)
          .says("dense bf16 tensor rate")
          .such_as("\"71 TFLOP/s\""),
      quantity<&GpuSpec::peak, &PeakRates::fp8_flops>("peak.fp8_tensor", "TFLOP/s")
          .or_word("none", 0)
          .or_else("none")
          .above(0, 1e5, rate_why)
          .says("dense fp8 tensor rate")
          .such_as("\"1979 TFLOP/s\""),
  };
}

std::vector<Fact> clock_facts() {
  return {
      quantity<&GpuSpec::peak_at_hz>("peak_at", "MHz")
          .required()
          .between(100, 10000, limit_why)
          .says("clock the peaks refer to")
          .such_as("\"1695 MHz\""),
      quantity<&GpuSpec::max_clock_hz>("max_clock", "MHz")
          .required()
          .between(100, 10000, limit_why)
          .says("highest clock")
          .such_as("\"2100 MHz\""),
      quantity<&GpuSpec::min_clock_hz>("min_clock", "MHz")
          .or_else("210 MHz")
          .between(10, 10000, limit_why)
          .says("lowest clock under load")
          .such_as("\"210 MHz\""),
      quantity<&GpuSpec::clock_step_hz>("clock_step", "MHz")
          .or_else("15 MHz")
          .between(0.1, 500)
          .says("spacing of the clocks")
          .such_as("\"15 MHz\""),
  };
}

std::vector<Fact> power_facts() {
  return {
      quantity<&GpuSpec::power, &GpuPowerLimits::default_w>("power.default", "W")
          .required()
          .between(5, 10000)
          .says("power limit out of the box")
          .such_as("\"350 W\""),
      quantity<&GpuSpec::power, &GpuPowerLimits::min_w>("power.min", "W")
          .required()
          .between(1, 10000)
          .says("lowest limit that can be set")
          .such_as("\"100 W\""),
      quantity<&GpuSpec::power, &GpuPowerLimits::max_w>("power.max", "W")
          .required()
          .between(5, 10000)
          .says("highest limit that can be set")
          .such_as("\"385 W\""),
      quantity<&GpuSpec::power, &GpuPowerLimits::idle_w>("power.idle", "W")
          .required()
          .between(0, 1000)
          .says("whole board, nothing running")
          .such_as("\"15 W\""),
      quantity<&GpuSpec::power, &GpuPowerLimits::control_window_s>("power.control_window", "ms")
          .or_else("30 ms")
          .between(0.01, 10000)
          .says("averaging window of the power limiter")
          .such_as("\"30 ms\""),
      number<&GpuSpec::power, &GpuPowerLimits::excursion>("power.excursion")
          .or_else("0.2")
          .between(0, 3, "connectors carry no more than three times the board's power for 0.1 ms")
          .says(
              "by how much its power exceeds that of the running work for a millisecond once a minute, of the default"),
  };
}

std::vector<Fact> limit_facts() {
  return {
      quantity<&GpuSpec::limits, &GpuThermalLimits::target_c>("limits.target", "degC")
          .required()
          .between(30, 150, limit_why)
          .says("die temperature the board regulates to")
          .such_as("\"83 degC\""),
      quantity<&GpuSpec::limits, &GpuThermalLimits::slowdown_c>("limits.slowdown", "degC")
          .required()
          .between(30, 150, limit_why)
          .says("die temperature of the hardware slowdown")
          .such_as("\"95 degC\""),
      quantity<&GpuSpec::limits, &GpuThermalLimits::shutdown_c>("limits.shutdown", "degC")
          .required()
          .between(30, 160, limit_why)
          .says("die temperature at which the board switches off")
          .such_as("\"98 degC\""),
      quantity<&GpuSpec::limits, &GpuThermalLimits::memory_c>("limits.memory", "degC")
          .required()
          .between(30, 150, limit_why)
          .says("memory temperature the board regulates to")
          .such_as("\"110 degC\""),
      number<&GpuSpec::limits, &GpuThermalLimits::slowdown_clock>("limits.slowdown_clock")
          .or_else("0.5")
          .above(0, 1, "a share of the clock")
          .says("share of the clock left in the hardware slowdown"),
  };
}

std::vector<Fact> curve_facts() {
  return {
      quantity<&GpuSpec::curve, &GpuPowerCurve::base_w>("curve.base", "W")
          .required()
          .between(0, 5000)
          .says("fans, regulators, I/O: drawn whenever the board runs")
          .such_as("\"40 W\""),
      quantity<&GpuSpec::curve, &GpuPowerCurve::core_w>("curve.core", "W")
          .required()
          .between(0, 10000)
          .says("core at full activity and the clock peak_at")
          .such_as("\"230 W\""),
      quantity<&GpuSpec::curve, &GpuPowerCurve::memory_w>("curve.memory", "W")
          .required()
          .between(0, 5000)
          .says("memory and its controller at full bandwidth")
          .such_as("\"70 W\""),
      quantity<&GpuSpec::curve, &GpuPowerCurve::leakage_w>("curve.leakage", "W")
          .required()
          .between(0, 5000)
          .says("leakage at 65 degC and the voltage of peak_at")
          .such_as("\"30 W\""),
      quantity<&GpuSpec::curve, &GpuPowerCurve::leakage_per_k>("curve.leakage_per_kelvin", "1/K")
          .or_else("0.012 1/K")
          .between(0, 0.1)
          .says("exponential growth of leakage")
          .such_as("\"0.012 1/K\""),
      number<&GpuSpec::curve, &GpuPowerCurve::min_voltage>("curve.min_voltage")
          .or_else("0.7")
          .above(0, 1, "a share of the voltage at max_clock")
          .says("lowest voltage, share of that at max_clock"),
      number<&GpuSpec::curve, &GpuPowerCurve::knee_clock>("curve.knee_clock")
          .or_else("0.6")
          .above(0, 1, "a share of max_clock")
          .says("share of max_clock below which the voltage is lowest"),
  };
}

std::vector<Fact> thermal_facts() {
  return {
      quantity<&GpuSpec::thermal, &GpuThermalNetwork::die_package_k_per_w>("thermal.die_to_package", "K/W")
          .required()
          .above(0, 10)
          .says("thermal resistance")
          .such_as("\"0.03 K/W\""),
      quantity<&GpuSpec::thermal, &GpuThermalNetwork::memory_package_k_per_w>("thermal.memory_to_package", "K/W")
          .required()
          .above(0, 10)
          .says("thermal resistance")
          .such_as("\"0.4 K/W\""),
      quantity<&GpuSpec::thermal, &GpuThermalNetwork::package_sink_k_per_w>("thermal.package_to_sink", "K/W")
          .required()
          .above(0, 10)
          .says("thermal resistance")
          .such_as("\"0.02 K/W\""),
      quantity<&GpuSpec::thermal, &GpuThermalNetwork::sink_air_k_per_w>("thermal.sink_to_air", "K/W")
          .required()
          .above(0, 10)
          .says("thermal resistance at full fan speed")
          .such_as("\"0.1 K/W\""),
      quantity<&GpuSpec::thermal, &GpuThermalNetwork::die_j_per_k>("thermal.die_capacity", "J/K")
          .required()
          .above(0, 1e6)
          .says("heat capacity")
          .such_as("\"10 J/K\""),
      quantity<&GpuSpec::thermal, &GpuThermalNetwork::memory_j_per_k>("thermal.memory_capacity", "J/K")
          .required()
          .above(0, 1e6)
          .says("heat capacity")
          .such_as("\"30 J/K\""),
      quantity<&GpuSpec::thermal, &GpuThermalNetwork::package_j_per_k>("thermal.package_capacity", "J/K")
          .required()
          .above(0, 1e6)
          .says("heat capacity")
          .such_as("\"60 J/K\""),
      quantity<&GpuSpec::thermal, &GpuThermalNetwork::sink_j_per_k>("thermal.sink_capacity", "J/K")
          .required()
          .above(0, 1e6)
          .says("heat capacity")
          .such_as("\"600 J/K\""),
  };
}

std::vector<Fact> fan_facts() {
  return {
      quantity<&GpuSpec::fan, &GpuFan::duty>("fan.duty", "%")
          .or_word("as calibrated", 0)
          .or_else("as calibrated")
          .between(1, 100, "a share of full speed")
          .says("duty at which the fans of the cards are held")
          .such_as("\"75 %\""),
      quantity<&GpuSpec::fan, &GpuFan::target_c>("fan.target", "degC")
          .or_word("none", 0)
          .or_else("none")
          .between(30, 150)
          .says("die temperature that a loop over the duty keeps to, in place of a duty")
          .such_as("\"75 degC\""),
      quantity<&GpuSpec::fan, &GpuFan::calibrated_duty>("fan.calibrated_at", "%")
          .or_else("70 %")
          .between(1, 100, "a share of full speed")
          .says("duty to which sink_to_air and curve.base refer; assumed")
          .such_as("\"70 %\""),
      quantity<&GpuSpec::fan, &GpuFan::lowest_duty>("fan.lowest", "%")
          .or_else("30 %")
          .between(1, 99, "a share of full speed")
          .says("lowest duty that a loop takes")
          .such_as("\"30 %\""),
      number<&GpuSpec::fan, &GpuFan::exponent>("fan.exponent")
          .or_else("0.5")
          .between(0, 1, "0.5 in laminar flow between fins, 0.8 in turbulent flow, 1 if air is warmed through")
          .says("of the duty in the conductance from sink to air"),
      number<&GpuSpec::fan, &GpuFan::stalled>("fan.stalled")
          .or_else("8")
          .between(1, 100)
          .says("resistance from sink to air with the fans at rest, over that at calibrated_at"),
      quantity<&GpuSpec::fan, &GpuFan::full_w>("fan.power", "W")
          .or_else("12 W")
          .between(0, 200)
          .says("of its fans at full speed, part of curve.base; falls with the cube of the duty")
          .such_as("\"12 W\""),
  };
}

std::vector<Fact> individual_facts() {
  return {
      number<&GpuSpec::variation, &GpuVariation::leakage_sd>("variation.leakage")
          .or_else("0.1")
          .between(0, 1)
          .says("spread of leakage between individuals, log-normal"),
      number<&GpuSpec::variation, &GpuVariation::resistance_sd>("variation.resistance")
          .or_else("0.05")
          .between(0, 1)
          .says("spread of sink_to_air, log-normal"),
      number<&GpuSpec::variation, &GpuVariation::power_sd>("variation.power")
          .or_else("0.02")
          .between(0, 1)
          .says("spread of dynamic power, normal"),
      quantity<&GpuSpec::interruptions_per_year>("interruptions", "1/yr", "1/yr")
          .or_else("0.09 1/yr")
          .between(0, 1000, "more than that is not a working GPU")
          .says("job-stopping events of one GPU")
          .such_as("\"0.09 1/yr\""),
  };
}

std::vector<Fact> all_gpu_facts() {
  std::vector<Fact> facts = rating_facts();
  for (const auto& more :
       {peak_facts(), clock_facts(), power_facts(), limit_facts(), curve_facts(), thermal_facts(), fan_facts(),
        individual_facts(), provenance<&GpuSpec::source, &GpuSpec::confidence, &GpuSpec::unverified>()}) {
    facts.insert(facts.end(), more.begin(), more.end());
  }
  return facts;
}

}  // namespace

const TableFacts& gpu_facts() {
  static const TableFacts facts{
      "gpus",
      "GPU type",
      "A catalogue entry; any of its keys may also stand in [[server.gpu]].",
      "[[server.gpu]]\nuse = \"RTX 3090\"\npower = { idle = \"25 W\" }\nthermal.sink_to_air = \"0.11 K/W\"\n",
      {"gpus", "use", nullptr, nullptr, {}},
      all_gpu_facts(),
      &make<GpuSpec>};
  return facts;
}

}  // namespace rackcast::scenarios

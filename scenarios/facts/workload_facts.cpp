// What is trained, on what data, with what software.
#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"
#include "scenarios/facts/make.hpp"
#include "scenarios/facts/tables.hpp"

namespace rackcast::scenarios {
namespace {

using models::AttentionKernel;
using models::DatasetSpec;
using models::Device;
using models::SoftwareSpec;
using models::StoredAs;
using models::WorkloadKind;
using models::WorkloadSpec;

template <class E>
constexpr std::int64_t as_int(E value) {
  return static_cast<std::int64_t>(value);
}

constexpr double most = 1e15;  // parameters, samples, tokens: beyond any data set there is
constexpr std::string_view most_why = "no data set or model is larger";

std::vector<Fact> shape_facts() {
  return {
      number<&WorkloadSpec::layers>("layers").or_else("0").whole_number().between(0, 1e5).says("transformer: layers"),
      number<&WorkloadSpec::hidden>("hidden").or_else("0").whole_number().between(0, 1e6).says("transformer: width"),
      number<&WorkloadSpec::heads>("heads").or_else("0").whole_number().between(0, 1e5).says("transformer: heads"),
      number<&WorkloadSpec::kv_heads>("kv_heads")
          .or_else("0")
          .whole_number()
          .between(0, 1e5)
          .says("transformer: key and value heads"),
      number<&WorkloadSpec::ffn_hidden>("ffn_hidden")
          .or_else("0")
          .whole_number()
          .between(0, 1e7)
          .says("transformer: width of the feed-forward part"),
      number<&WorkloadSpec::vocabulary>("vocabulary")
          .or_else("0")
          .whole_number()
          .between(0, 1e7)
          .says("transformer: tokens in the vocabulary"),
      number<&WorkloadSpec::sequence>("sequence")
          .or_else("0")
          .whole_number()
          .between(0, 1e8)
          .says("transformer: tokens of one sample"),
      text<&WorkloadSpec::activation>("activation")
          .one_of({{"none"}, {"gelu"}, {"swiglu"}})
          .or_else("none")
          .says("transformer: gelu has two feed-forward matrices, swiglu three"),
  };
}

std::vector<Fact> cost_facts() {
  return {quantity<&WorkloadSpec::forward_flops>("forward_flops", "GFLOP")
              .or_else("0 FLOP")
              .between(0, 1e12)
              .says("vision and custom: one sample forward, multiply and add counted apart; training takes "
                    "three times")
              .such_as("\"8.2 GFLOP\""),
          quantity<&WorkloadSpec::activation_bytes>("activation_traffic", "MB")
              .or_else("0 B")
              .between(0, 1e9)
              .says("vision: memory traffic of one sample, forward and backward, at 16 bits a value")
              .such_as("\"200 MB\""),
          quantity<&WorkloadSpec::stored_activation_bytes>("stored_activations", "MB")
              .or_else("0 B")
              .between(0, 1e9)
              .says("vision and custom: kept for the backward pass of one sample; custom without it: half "
                    "of forward_traffic")
              .such_as("\"90 MB\""),
          number<&WorkloadSpec::winograd_share>("winograd_share")
              .or_else("0")
              .between(0, 1)
              .says("vision: share of forward_flops in 3 x 3 convolutions of stride 1, which fp32 on GPUs "
                    "does by Winograd's algorithm")
              .such_as("0.37"),
          number<&WorkloadSpec::depthwise_share>("depthwise_share")
              .or_else("0")
              .between(0, 1)
              .says("vision: share of forward_flops in depthwise convolutions, which run on vector units at a rate of "
                    "their own")
              .such_as("0.09"),
          quantity<&WorkloadSpec::forward_bytes>("forward_traffic", "MB")
              .or_else("0 B")
              .between(0, 1e9)
              .says("custom: memory traffic of one sample forward, besides operands of matrix products, as "
                    "its precision has it; training takes three times")
              .such_as("\"150 MB\"")};
}

std::vector<Fact> length_facts() {
  return {number<&DatasetSpec::epochs>("epochs")
              .own()
              .or_else("0")
              .between(0, 1e6)
              .instead_of("tokens")
              .says("passes over the samples")
              .such_as("90"),
          number<&DatasetSpec::tokens>("tokens")
              .own()
              .or_else("0")
              .whole_number()
              .between(0, 1e16)
              .instead_of("epochs")
              .says("to train on, instead of epochs")
              .such_as("1e9"),
          number<&DatasetSpec::steps>("steps")
              .own()
              .or_else("0")
              .whole_number()
              .between(0, 1e15)
              .instead_of("epochs")
              .says("of the optimiser, instead of epochs or tokens")
              .such_as("100000")};
}

std::vector<Fact> sample_facts() {
  return {quantity<&DatasetSpec::sample_bytes>("sample_size", "kB")
              .or_else("0 kB")
              .between(0, 1e9)
              .says("one sample as stored")
              .such_as("\"110 kB\""),
          choice<&DatasetSpec::stored>("stored",
                                       {{"files", as_int(StoredAs::files)}, {"records", as_int(StoredAs::records)}})
              .or_else("files")
              .says("a file for each sample, read in random order, or many samples in large files, read in sequence")
              .such_as("\"records\""),
          quantity<&DatasetSpec::cpu_s>("cpu_time", "ms")
              .or_else("0 ms")
              .between(0, 1e6)
              .says("of one core, to decode and augment one sample")
              .such_as("\"2.9 ms\""),
          quantity<&DatasetSpec::input_bytes>("input_size", "kB")
              .or_else("0 kB")
              .between(0, 1e9)
              .says("one sample as a GPU gets it")
              .such_as("\"301 kB\"")};
}

std::vector<Fact> footprint_facts() {
  return {choice<&SoftwareSpec::attention>(
              "attention", {{"fused", as_int(AttentionKernel::fused)}, {"unfused", as_int(AttentionKernel::unfused)}})
              .or_else("fused")
              .says("whether attention works through its s × s matrices in one kernel or keeps them"),
          quantity<&SoftwareSpec::loss_bytes>("loss_memory", "B")
              .or_else("4 B")
              .between(0, 100)
              .says("of one logit while the loss is worked out")
              .such_as("\"10 B\""),
          quantity<&SoftwareSpec::gradient_copy_bytes>("gradient_copy", "B")
              .or_else("0 B")
              .between(0, 100)
              .says("of one parameter, beside its gradient, at mixed precision")
              .such_as("\"4 B\""),
          quantity<&SoftwareSpec::update_copy_bytes>("update_copy", "B")
              .or_else("0 B")
              .between(0, 100)
              .says("of one parameter, sharded with the optimizer state, at mixed precision")
              .such_as("\"4 B\""),
          number<&SoftwareSpec::fragmentation>("fragmentation")
              .or_else("0.17")
              .between(0, 1)
              .says("memory that the allocator keeps beside what is used, relative to it, while there is room"),
          quantity<&SoftwareSpec::host_layer_s>("host_issue_layer", "ms")
              .or_else("0 ms")
              .between(0, 1e5)
              .says("host time to issue one layer, per micro-batch")
              .such_as("\"3 ms\"")};
}

}  // namespace

const TableFacts& software_facts() {
  static const TableFacts facts{
      "software",
      "Software stack",
      "How much of the hardware a stack reaches; the default is named in every summary.",
      "software = { use = \"PyTorch 2.1 AMP channels-last\", host_issue = \"45 ms\" }\n",
      {"software", "use", nullptr, nullptr, {}},
      joined(
          joined({text<&SoftwareSpec::name>("name").required().says("name of the stack"),
                  choice<&SoftwareSpec::device>("device", {{"gpu", as_int(Device::gpu)}, {"cpu", as_int(Device::cpu)}})
                      .or_else("gpu")
                      .says("what it trains on"),
                  number<&SoftwareSpec::compute_efficiency>("compute_efficiency")
                      .required()
                      .above(0, 1)
                      .says("share of the dense peak that vision kernels reach"),
                  number<&SoftwareSpec::gemm_efficiency>("gemm_efficiency")
                      .required()
                      .above(0, 1)
                      .says("share of the dense peak that large matrix products reach"),
                  number<&SoftwareSpec::memory_efficiency>("memory_efficiency")
                      .required()
                      .above(0, 1)
                      .says("share of the memory bandwidth that is reached"),
                  number<&SoftwareSpec::traffic_factor>("traffic_factor")
                      .required()
                      .above(0, 100)
                      .says("memory traffic relative to the workload's"),
                  quantity<&SoftwareSpec::host_issue_s>("host_issue", "ms")
                      .required()
                      .between(0, 1e5)
                      .says("host time to issue one step, per micro-batch")
                      .such_as("\"40 ms\""),
                  number<&SoftwareSpec::overlap>("overlap").required().between(0, 1).says(
                      "share of the gradient exchange that hides behind the backward pass"),
                  quantity<&SoftwareSpec::reserved_bytes>("reserved", "GiB")
                      .required()
                      .between(0, 1024)
                      .says("context and work space of one GPU")
                      .such_as("\"1.2 GiB\""),
                  quantity<&SoftwareSpec::startup_s>("startup", "s")
                      .required()
                      .between(0, 1e6)
                      .says("from launch to the first step")
                      .such_as("\"90 s\"")},
                 footprint_facts()),
          provenance<&SoftwareSpec::source, &SoftwareSpec::confidence, &SoftwareSpec::unverified>()),
      &make<SoftwareSpec>};
  return facts;
}

const TableFacts& workload_facts() {
  static const TableFacts facts{
      "workloads",
      "Workload",
      "What is trained. Vision networks carry costs of one sample, transformers their shape.",
      "model = { name = \"tiny\", kind = \"transformer\", parameters = 124439808, layers = 12, hidden = 768, heads = "
      "12, "
      "kv_heads = 12, ffn_hidden = 3072, vocabulary = 50257, sequence = 1024, activation = \"gelu\" }\n",
      {"workloads", "use", nullptr, nullptr, {}},
      joined(joined({text<&WorkloadSpec::name>("name").required().says("name of the network"),
                     choice<&WorkloadSpec::kind>("kind", {{"vision", as_int(WorkloadKind::vision)},
                                                          {"transformer", as_int(WorkloadKind::transformer)},
                                                          {"custom", as_int(WorkloadKind::custom)}})
                         .required()
                         .says("which law its costs follow; custom: forward_flops and forward_traffic are all there is")
                         .such_as("\"vision\""),
                     number<&WorkloadSpec::parameters>("parameters")
                         .required()
                         .whole_number()
                         .between(1, most, most_why)
                         .says("trained parameters")
                         .such_as("25.6e6")},
                    joined(cost_facts(), shape_facts())),
             provenance<&WorkloadSpec::source, &WorkloadSpec::confidence, &WorkloadSpec::unverified>()),
      &make<WorkloadSpec>};
  return facts;
}

const TableFacts& dataset_facts() {
  static const TableFacts facts{
      "datasets",
      "Data set",
      "Of a job: `epochs` of a named data set, a number of `tokens`, or a number of `steps`.",
      "dataset = { name = \"ImageNet-1k\", epochs = 90 }\n",
      {"datasets", "name", nullptr, nullptr, {"samples", "tokens", "steps"}},
      joined(joined({text<&DatasetSpec::name>("name")
                         .required(Need::in_catalog)
                         .or_else("unnamed")
                         .says("entry of the catalogue; with samples or tokens given, any name")
                         .such_as("\"ImageNet-1k\""),
                     number<&DatasetSpec::samples>("samples")
                         .required(Need::in_catalog)
                         .or_else("0")
                         .whole_number()
                         .between(0, most, most_why)
                         .says("of one epoch")
                         .such_as("1281167"),
                     number<&DatasetSpec::validation_samples>("validation_samples")
                         .or_else("0")
                         .whole_number()
                         .between(0, most, most_why)
                         .says("of one evaluation")
                         .such_as("50000")},
                    joined(length_facts(), sample_facts())),
             provenance<&DatasetSpec::source, &DatasetSpec::confidence, &DatasetSpec::unverified>()),
      &make<DatasetSpec>};
  return facts;
}

}  // namespace rackcast::scenarios

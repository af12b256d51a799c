// The table [[job]].
#include <cmath>

#include "models/workload/job_spec.hpp"
#include "scenarios/facts/make.hpp"
#include "scenarios/facts/tables.hpp"

namespace rackcast::scenarios {
namespace {

using models::BatchSpec;
using models::CheckpointSpec;
using models::Device;
using models::EvaluationSpec;
using models::JobSpec;
using models::Offload;
using models::PlanSpec;
using models::Precision;
using models::Recompute;
using models::RestartBy;
using models::RestartSpec;
using models::SequenceParallel;
using models::Sharding;

template <class E>
constexpr std::int64_t as_int(E value) {
  return static_cast<std::int64_t>(value);
}

std::vector<Fact> identity_facts() {
  return {text<&JobSpec::name>("name", FactKind::name).required().says("unique among the jobs").such_as("\"imagenet\""),
          input_integer("count")
              .between(1, 10000)
              .says("equal jobs, name-1, name-2, ...: each on the server of the same number")
              .such_as("4"),
          text<&JobSpec::on>("on")
              .or_else("")
              .says("server it runs on; may be left out if there is one")
              .such_as("\"box\""),
          numbers<&JobSpec::gpus>("gpus")
              .whole_number()
              .between(0, 9999)
              .or_count(number_access<&JobSpec::gpu_count>().number)
              .or_word("all", NAN)
              .or_else("\"all\"")
              .says("GPUs of the server that it takes, counted from 0; a number: that many, those that the "
                    "fewest other jobs take; all: those that no other job names, if there are any. Jobs that "
                    "want the same GPU run one after the other, in the order of start and of the file")
              .such_as("[0, 1]"),
          quantity<&JobSpec::start_s>("start", "h")
              .or_else("0 h")
              .between(0, 1e6)
              .says("when it is submitted, from the begin of the run; its duration counts from then")
              .such_as("\"20 h\""),
          table("model", object_access<&JobSpec::workload>(), workload_facts())
              .required()
              .says("what is trained")
              .such_as("\"ResNet-50\"")
              .instead_of("config"),
          input_text("config")
              .instead_of("model")
              .says("config.json of a model of Hugging Face's, in place of model")
              .such_as("\"models/llama/config.json\""),
          table("dataset", object_access<&JobSpec::dataset>(), dataset_facts())
              .required()
              .says("on what")
              .such_as("{ name = \"ImageNet-1k\", epochs = 90 }")};
}

std::vector<Fact> plan_facts() {
  return {
      choice<&JobSpec::device>(
          "device", {{"auto", as_int(Device::automatic)}, {"gpu", as_int(Device::gpu)}, {"cpu", as_int(Device::cpu)}})
          .or_else("auto")
          .says("what trains; auto: the GPUs of the server, or its CPUs if it has none")
          .such_as("\"cpu\""),
      choice<&JobSpec::precision>("precision", {{"fp32", as_int(Precision::fp32)},
                                                {"tf32", as_int(Precision::tf32)},
                                                {"fp16 mixed", as_int(Precision::fp16_mixed)},
                                                {"bf16 mixed", as_int(Precision::bf16_mixed)},
                                                {"fp8 mixed", as_int(Precision::fp8_mixed)}})
          .or_else("fp16 mixed")
          .says("number format of the heavy arithmetic"),
      choice<&JobSpec::sharding>("sharding", {{"none", as_int(Sharding::none)},
                                              {"optimizer", as_int(Sharding::optimizer)},
                                              {"gradients", as_int(Sharding::gradients)},
                                              {"parameters", as_int(Sharding::parameters)}})
          .or_else("none")
          .says("what the GPUs keep only a share of (ZeRO stages 0 to 3)"),
      choice<&JobSpec::recompute>("recompute", {{"none", as_int(Recompute::none)},
                                                {"selective", as_int(Recompute::selective)},
                                                {"operations", as_int(Recompute::operations)},
                                                {"full", as_int(Recompute::full)}})
          .or_else("none")
          .says("what the backward pass computes again: selective: attention's matrices, where the stack keeps them; "
                "operations: all but attention and every second matrix product; full: whole layers"),
      choice<&JobSpec::offload>("offload", {{"none", as_int(Offload::none)}, {"optimizer", as_int(Offload::optimizer)}})
          .or_else("none")
          .says("what stands in main memory: the optimizer's state, which the CPUs then update (ZeRO-Offload)"),
  };
}

std::vector<Fact> batch_facts() {
  return {
      number<&JobSpec::batch, &BatchSpec::global>("batch.global")
          .or_word("derived", 0)
          .or_else("derived")
          .whole_number()
          .between(1, 1e12)
          .instead_of("batch.per_gpu")
          .says("samples per step over all GPUs")
          .such_as("512"),
      number<&JobSpec::batch, &BatchSpec::per_gpu>("batch.per_gpu")
          .or_word("derived", 0)
          .or_else("derived")
          .whole_number()
          .between(1, 1e12)
          .instead_of("batch.global")
          .says("samples per step and GPU (or group that shares the network); one of the two")
          .such_as("256"),
      number<&JobSpec::batch, &BatchSpec::micro>("batch.micro")
          .or_word("per_gpu", 0)
          .or_word("auto", models::micro_auto)
          .or_else("per_gpu")
          .whole_number()
          .between(1, 1e12)
          .says("samples per GPU and forward pass (gradient accumulation); auto: the most that fit into its memory and "
                "split the batch into equal parts, as transformers always do")
          .such_as("64"),
      choice<&JobSpec::optimizer_bytes_per_parameter>("optimizer",
                                                      {{"auto", 0}, {"adam 8-bit", 2}, {"sgd", 4}, {"adam", 8}})
          .or_else("auto")
          .says("auto: sgd (momentum, 4 B a parameter) for vision, adam (8 B) for transformers; adam 8-bit: 2 B"),
  };
}

template <auto Member>
Fact ways(const char* key, const char* what) {
  return number<&JobSpec::plan, Member>(key).or_else("1").whole_number().between(1, 1024).says(what).such_as("2");
}

std::vector<Fact> sharing_facts() {
  return {
      ways<&PlanSpec::tensor>("plan.tensor", "GPUs that split each matrix of a transformer"),
      ways<&PlanSpec::pipeline>("plan.pipeline", "stages that split its layers"),
      ways<&PlanSpec::context>("plan.context", "GPUs that split each sequence"),
      number<&JobSpec::plan, &PlanSpec::data>("plan.data")
          .or_word("derived", 0)
          .or_else("derived")
          .whole_number()
          .between(1, 1e6)
          .says("groups of tensor · pipeline · context GPUs, each with the whole network and samples of its own")
          .such_as("2"),
      ways<&PlanSpec::interleave>("plan.interleave", "parts of the network that a stage holds (interleaved pipeline)"),
      choice<&JobSpec::plan, &PlanSpec::sequence>(
          "plan.sequence_parallel", {{"no", as_int(SequenceParallel::no)}, {"yes", as_int(SequenceParallel::yes)}})
          .or_else("no")
          .says("whether GPUs that split matrices also split what lies between them"),
  };
}

std::vector<Fact> operation_facts() {
  return {
      quantity<&JobSpec::checkpoint, &CheckpointSpec::every_s>("checkpoint.every", "h")
          .or_word("never", 0)
          .or_word("auto", models::checkpoint_auto)
          .or_else("1 h")
          .between(1.0 / 3600, 1e5)
          .says("training time between two checkpoints; auto: after Young, for as little lost time as its cost and the "
                "faults allow")
          .such_as("\"1 h\""),
      quantity<&JobSpec::checkpoint, &CheckpointSpec::write_s>("checkpoint.write", "s")
          .or_word("auto", 0)
          .or_else("auto")
          .between(1e-3, 1e6)
          .says("how long one takes; auto: its size by the storage's write rate")
          .such_as("\"20 s\""),
      choice<&JobSpec::restart, &RestartSpec::by>(
          "restart.by", {{"watchdog", as_int(RestartBy::watchdog)}, {"hand", as_int(RestartBy::hand)}})
          .or_else("watchdog")
          .says("who starts an interrupted job again"),
      quantity<&JobSpec::restart, &RestartSpec::delay_s>("restart.delay", "min")
          .or_else("5 min")
          .between(0, 1e6)
          .says("from the interruption to the relaunch")
          .such_as("\"10 min\""),
      quantity<&JobSpec::deadline_s>("deadline", "d")
          .or_word("none", 0)
          .or_else("none")
          .between(1e-4, 36525)
          .says("for the probability to be done by then")
          .such_as("\"14 d\""),
  };
}

std::vector<Fact> evaluation_facts() {
  return {
      choice<&JobSpec::evaluate_each_epoch>("evaluate", {{"never", 0}, {"each epoch", 1}})
          .or_else("never")
          .says("passes over the validation samples"),
      number<&JobSpec::evaluation, &EvaluationSpec::epochs>("evaluation.epochs")
          .or_word("none", 0)
          .or_else("none")
          .above(0, 1e6)
          .instead_of("evaluation.steps")
          .says("epochs from one evaluation pass to the next")
          .such_as("5"),
      number<&JobSpec::evaluation, &EvaluationSpec::steps>("evaluation.steps")
          .or_word("none", 0)
          .or_else("none")
          .whole_number()
          .between(1, 1e12)
          .instead_of("evaluation.epochs")
          .says("steps from one evaluation pass to the next")
          .such_as("1000"),
      number<&JobSpec::evaluation, &EvaluationSpec::samples>("evaluation.samples")
          .or_word("validation_samples", 0)
          .or_else("validation_samples")
          .whole_number()
          .between(1, 1e15)
          .says("samples of one evaluation pass")
          .such_as("10000"),
  };
}

}  // namespace

const TableFacts& job_facts() {
  static const TableFacts facts{
      "job",
      "Job",
      "A training job on one server, over its GPUs: data parallel, or as its plan says. Several jobs share a server: "
      "see "
      "docs/methods/sharing.md.",
      "[[job]]\nname = \"imagenet\"\non = \"box\"\nmodel = \"ResNet-50\"\n"
      "dataset = { name = \"ImageNet-1k\", epochs = 90 }\nprecision = \"fp16 mixed\"\nbatch = { global = 512 }\n"
      "checkpoint = { every = \"1 h\" }\nrestart = { by = \"hand\", delay = \"8 h\" }\n",
      {},
      joined(joined(identity_facts(), joined(joined(plan_facts(), batch_facts()), sharing_facts())),
             joined(operation_facts(), evaluation_facts())),
      &make<JobSpec>};
  return facts;
}

}  // namespace rackcast::scenarios

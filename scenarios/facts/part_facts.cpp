// The parts of a server other than its GPUs.
#include "models/server_spec.hpp"
#include "scenarios/facts/make.hpp"
#include "scenarios/facts/tables.hpp"

namespace rackcast::scenarios {
namespace {

using models::CaseSpec;
using models::CpuSpec;
using models::LinkSpec;
using models::StorageSpec;

std::vector<Fact> cpu_training_facts() {
  return {
      quantity<&CpuSpec::vector_clock_hz>("vector_clock", "GHz")
          .or_word("unknown", 0)
          .or_else("unknown")
          .above(0, 10)
          .says("training on CPUs: clock that all cores hold in wide vector arithmetic")
          .such_as("\"2.4 GHz\""),
      number<&CpuSpec::flops_per_cycle>("flops_per_cycle")
          .or_word("unknown", 0)
          .or_else("unknown")
          .above(0, 100000)
          .says("training on CPUs: fp32 operations of one core a cycle, multiply and add counted apart")
          .such_as("64"),
      number<&CpuSpec::bf16_per_cycle>("bf16_per_cycle")
          .or_word("none", 0)
          .or_else("none")
          .above(0, 100000)
          .says("training on CPUs: bf16 operations of one core a cycle")
          .such_as("2048"),
      quantity<&CpuSpec::memory_bandwidth_bytes_per_s>("memory_bandwidth", "GB/s")
          .or_word("unknown", 0)
          .or_else("unknown")
          .above(0, 100000)
          .says("training on CPUs: of all memory channels of one CPU")
          .such_as("\"141 GB/s\""),
  };
}

}  // namespace

const TableFacts& link_facts() {
  static const TableFacts facts{
      "links",
      "Link between GPUs",
      "What a ring collective sees of the connection between the GPUs of one server.",
      "link = { use = \"PCIe 4.0 x16\", bandwidth = \"12 GB/s\" }\n",
      {"links", "use", nullptr, nullptr, {}},
      joined({text<&LinkSpec::name>("name").required().says("name of the link"),
              quantity<&LinkSpec::bandwidth_bytes_per_s>("bandwidth", "GB/s")
                  .required()
                  .above(0, 100000)
                  .says("bus bandwidth of a long ring and a large message")
                  .such_as("\"11 GB/s\""),
              quantity<&LinkSpec::latency_s>("latency", "us")
                  .required()
                  .between(0, 1e6)
                  .says("of one step of the ring")
                  .such_as("\"20 us\""),
              quantity<&LinkSpec::start_s>("start", "us")
                  .or_else("0 us")
                  .between(0, 1e6)
                  .says("of a collective, whatever its size")
                  .such_as("\"30 us\""),
              number<&LinkSpec::own_share>("own_share")
                  .or_else("0")
                  .between(0, 1000)
                  .says("time of a GPU's pass over its own data, relative to the message over the wire"),
              quantity<&LinkSpec::fill_bytes>("fill", "MB")
                  .or_else("0 MB")
                  .between(0, 1e6)
                  .says("message that takes twice as long as its bytes, while the pipeline fills")
                  .such_as("\"4 MB\""),
              text<&LinkSpec::relation>("relation")
                  .or_else("")
                  .says("label of such a pair in `nvidia-smi topo -m`: NV4, PIX, PHB, SYS")
                  .such_as("\"NV4\""),
              texts<&LinkSpec::gpus>("gpus").or_else("[]").says("types of GPU that have it; none: any")},
             provenance<&LinkSpec::source, &LinkSpec::confidence, &LinkSpec::unverified>()),
      &make<LinkSpec>};
  return facts;
}

const TableFacts& cpu_facts() {
  static const TableFacts facts{
      "cpus",
      "CPU",
      "The processors of a server.",
      "cpu = { use = \"Ryzen 9 5950X\", idle = \"30 W\" }\n",
      {"cpus", "use", nullptr, nullptr, {}},
      joined({text<&CpuSpec::name>("name").required().says("type of the CPU"),
              number<&CpuSpec::cores>("cores").required().whole_number().between(1, 1024).says("physical cores"),
              number<&CpuSpec::core_speed>("core_speed")
                  .or_else("1")
                  .above(0, 10)
                  .says("of one core at decoding, relative to the core that cpu_time of data sets refers to"),
              quantity<&CpuSpec::tdp_w>("tdp", "W")
                  .required()
                  .above(0, 2000)
                  .says("thermal design power")
                  .such_as("\"105 W\""),
              quantity<&CpuSpec::idle_w>("idle", "W")
                  .required()
                  .between(0, 1000)
                  .says("power at idle")
                  .such_as("\"25 W\""),
              number<&CpuSpec::peer_share>("p2p_share")
                  .or_else("1")
                  .above(0, 1, "a share of the link")
                  .says("of a PCIe link's bandwidth that copies between GPUs keep when they turn at this CPU")},
             joined(cpu_training_facts(), provenance<&CpuSpec::source, &CpuSpec::confidence, &CpuSpec::unverified>())),
      &make<CpuSpec>};
  return facts;
}

const TableFacts& storage_facts() {
  static const TableFacts facts{
      "storage",
      "Storage",
      "Where data sets and checkpoints are.",
      "storage = { use = \"HDD\", random_read = \"12 MB/s\" }\n",
      {"storage", "use", nullptr, nullptr, {}},
      joined({text<&StorageSpec::name>("name").required().says("type of the storage"),
              quantity<&StorageSpec::read_bytes_per_s>("read", "GB/s")
                  .required()
                  .above(0, 100000)
                  .says("sequential read rate")
                  .such_as("\"7 GB/s\""),
              quantity<&StorageSpec::random_read_bytes_per_s>("random_read", "GB/s")
                  .or_word("as read", 0)
                  .or_else("as read")
                  .above(0, 100000)
                  .says("rate of reading many files of 110 kB in random order")
                  .such_as("\"0.015 GB/s\""),
              quantity<&StorageSpec::open_s>("open_latency", "ms")
                  .or_else("0 ms")
                  .between(0, 1e5)
                  .says("to open one file: what bounds small files on a network file system")
                  .such_as("\"2.3 ms\""),
              number<&StorageSpec::outstanding>("outstanding")
                  .or_else("4")
                  .whole_number()
                  .between(1, 1e5)
                  .says("files that are opened at the same time: the workers of the data loader"),
              quantity<&StorageSpec::write_bytes_per_s>("write", "GB/s")
                  .required()
                  .above(0, 100000)
                  .says("sequential write rate")
                  .such_as("\"5 GB/s\""),
              quantity<&StorageSpec::power_w>("power", "W")
                  .required()
                  .between(0, 10000)
                  .says("power in use")
                  .such_as("\"8 W\"")},
             provenance<&StorageSpec::source, &StorageSpec::confidence, &StorageSpec::unverified>()),
      &make<StorageSpec>};
  return facts;
}

const TableFacts& case_facts() {
  static const TableFacts facts{
      "cases",
      "Case",
      "The air path through the chassis.",
      "case = { use = \"mid-tower\", airflow = \"60 CFM\" }\n",
      {"cases", "use", nullptr, nullptr, {}},
      joined({text<&CaseSpec::name>("name").required().says("type of the case"),
              quantity<&CaseSpec::airflow_m3_per_s>("airflow", "CFM")
                  .required()
                  .above(0, 100000)
                  .says("through the chassis, installed")
                  .such_as("\"80 CFM\""),
              number<&CaseSpec::recirculation>("recirculation")
                  .required()
                  .between(0, 0.95, "a share of the heat")
                  .says("share of the case's heat that returns to the intakes"),
              number<&CaseSpec::preheat>("preheat")
                  .required()
                  .between(0, 1, "a share of the heat")
                  .says("share of the neighbour's heat that a GPU takes in"),
              number<&CaseSpec::rows>("rows")
                  .or_word("stacked", 0)
                  .or_else("stacked")
                  .whole_number()
                  .between(1, 16)
                  .says("rows of GPUs that the air passes one after the other, front to rear; stacked: each card lies "
                        "before the next"),
              quantity<&CaseSpec::fans_w>("fans", "W")
                  .or_word("in other_power", 0)
                  .or_else("in other_power")
                  .between(0, 20000)
                  .says("electric power of its fans at full speed, which falls with the cube of their speed")
                  .such_as("\"1400 W\"")},
             provenance<&CaseSpec::source, &CaseSpec::confidence, &CaseSpec::unverified>()),
      &make<CaseSpec>};
  return facts;
}

}  // namespace rackcast::scenarios

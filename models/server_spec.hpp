#pragma once

#include <string>
#include <vector>

#include "models/collective/link_spec.hpp"
#include "models/collective/topology_spec.hpp"
#include "models/compute/gpu_spec.hpp"
#include "models/power/psu_spec.hpp"
#include "models/power/ups_spec.hpp"
#include "models/workload/workload_spec.hpp"

namespace rackcast::models {

/// Air path through the chassis. The intake of GPU i is room air warmed by `preheat` of the heat that the GPU before it
/// in its stream gave off, and by `recirculation` of the heat of everything in the case. GPUs that stand in `rows` one
/// behind the other (front and rear of a server with eight) share the air by column: before GPU i is i − columns, a
/// stream is airflow / columns. Stacked cards (0 rows) are before each other one by one, a stream is airflow / GPUs.
struct CaseSpec {
  std::string name;
  double airflow_m3_per_s = 0;  ///< through the chassis, installed
  double recirculation = 0;     ///< share of the case's heat that returns to the intakes
  double preheat = 0;           ///< share of the neighbour's heat that a GPU takes in
  double rows = 0;              ///< of GPUs, front to rear; 0: cards stacked on each other
  double fans_w = 0;            ///< electric power of its fans at full speed; 0: counted into other_w
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

/// A breaker by its thermal curve (IEC 60898 or UL 489; law: power/breaker_law.hpp): holds up to `holds` × rating for
/// ever, trips within an hour at `trips` × rating, at once above `instant` × rating.
struct BreakerSpec {
  std::string name;
  double rated_a = 0;
  double continuous = 0;  ///< share of the rating that may be drawn for hours
  double holds = 0;
  double trips = 0;
  double instant = 0;
  double time_constant_s = 0;  ///< of its thermal trip
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

/// Where a server is plugged in.
struct OutletSpec {
  std::string name;
  double voltage_v = 0;
  double rated_a = 0;  ///< of the socket itself
  BreakerSpec breaker;
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

/// How close together the GPUs stand: the case's pre-heating of a neighbour times `preheat`.
struct MountingSpec {
  std::string name;
  double preheat = 1;
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

/// Whether a cooler has fans that its board drives.
enum class BoardFans { as_sold, none, driven };

/// What cools a GPU instead of its own sink.
struct CoolerSpec {
  std::string name;
  double sink_air_k_per_w = 0;  ///< 0: the GPU's own
  double sink_j_per_k = 0;      ///< 0: the GPU's own
  double inside = 1;            ///< share of the GPU's heat that stays in the case
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
  BoardFans fans = BoardFans::as_sold;
};

/// What something costs: for the record and for the eye; no forecast rests on it.
struct PriceSpec {
  std::string name;
  std::string category;
  double low_usd = 0;
  double high_usd = 0;
  std::string unit;  ///< "USD", "USD per GPU-hour"...
  std::string terms;
  std::string date;
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

struct CpuSpec {
  std::string name;
  double cores = 0;
  double core_speed = 0;  ///< of one core, relative to the core that data sets' `cpu_time` refers to
  // what training on it needs; 0: not said
  double vector_clock_hz = 0;               ///< that all cores hold in wide vector arithmetic
  double flops_per_cycle = 0;               ///< fp32, of one core; multiply and add counted apart
  double bf16_per_cycle = 0;                ///< bf16 with fp32 accumulation, of one core; 0: no such instructions
  double memory_bandwidth_bytes_per_s = 0;  ///< of all channels of one CPU
  double tdp_w = 0;
  double idle_w = 0;
  double peer_share = 1;  ///< of a PCIe link's bandwidth that copies between GPUs keep when they turn at this CPU
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

struct StorageSpec {
  std::string name;
  double read_bytes_per_s = 0;
  double random_read_bytes_per_s = 0;  ///< many small files in random order; 0: as fast as reading in sequence
  double open_s = 0;                   ///< to open one file
  double outstanding = 0;              ///< files opened at the same time; 0: 1
  double write_bytes_per_s = 0;
  double power_w = 0;
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

/// Equal GPUs of one server and what joins them: one link for all, or a topology where one is given (ring_link()).
struct GpuGroupSpec {
  GpuSpec gpu;
  int count = 0;
  double power_limit_w = 0;   ///< 0: the default limit
  double clock_limit_hz = 0;  ///< 0: none
  LinkSpec link;
  TopologySpec topology;
  MountingSpec mounting;
  CoolerSpec cooler;
  double pads = 1;  ///< resistance from memory to package, over that of the type
};

/// The power limit that is set on each, W.
inline double limit_w(const GpuGroupSpec& gpus) {
  return gpus.power_limit_w > 0 ? gpus.power_limit_w : gpus.gpu.power.default_w;
}

/// Whether dust goes on gathering during a run.
enum class DustCourse { stays, gathers };

struct ServerSpec {
  std::string name;
  std::string room;
  CaseSpec chassis;
  CpuSpec cpu;
  double cpu_count = 0;
  double cpu_load = 0;  ///< share of the range idle–TDP used while training
  double memory_bytes = 0;
  StorageSpec storage;
  double other_w = 0;  ///< main board, memory, fans, network adapters
  PsuSpec psu;
  UpsSpec ups;
  OutletSpec outlet;
  double outlet_count = 0;  ///< circuits that share the load
  double dust_s = 0;        ///< since it was last cleaned
  double dust_clogs = 0.5;  ///< what clogged fins add to the resistance of sinks, as a share of it
  DustCourse dust_course = DustCourse::stays;
  double cleaning_s = 0;     ///< interval of cleanings, from the start of the run; 0: none
  double inlet_limit_c = 0;  ///< highest intake that the maker allows; NaN: not said
  double max_power_w = 0;    ///< on the datasheet; 0: not said
  SoftwareSpec software;
  GpuGroupSpec gpus;                  ///< what trains: the GPUs, or the processors as boards (compute/cpu_board.hpp)
  Device trained_on = Device::gpu;    ///< which of the two
  GpuGroupSpec resting;               ///< GPUs of a server whose processors train
  double interruptions_per_year = 0;  ///< job-stopping events of the server other than its GPUs
  double reboot_s = 0;                ///< from power or crash to a machine that accepts work
  std::string type;                   ///< catalogue entry it started from, if any
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

}  // namespace rackcast::models

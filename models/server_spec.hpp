#pragma once

#include <string>
#include <vector>

#include "models/collective/link_spec.hpp"
#include "models/compute/gpu_spec.hpp"
#include "models/power/psu_spec.hpp"
#include "models/workload/workload_spec.hpp"

namespace rackcast::models {

/// Air path through the chassis. The intake of GPU i is room air warmed by `preheat` of the heat that GPU i−1 gave to
/// its stream, and by `recirculation` of the heat of everything in the case; the stream is airflow / GPUs.
struct CaseSpec {
  std::string name;
  double airflow_m3_per_s = 0;  ///< through the chassis, installed
  double recirculation = 0;     ///< share of the case's heat that returns to the intakes
  double preheat = 0;           ///< share of the neighbour's heat that a GPU takes in
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

struct CpuSpec {
  std::string name;
  double cores = 0;
  double tdp_w = 0;
  double idle_w = 0;
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

struct StorageSpec {
  std::string name;
  double read_bytes_per_s = 0;
  double write_bytes_per_s = 0;
  double power_w = 0;
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

/// Equal GPUs of one server and the link between them.
struct GpuGroupSpec {
  GpuSpec gpu;
  int count = 0;
  double power_limit_w = 0;   ///< 0: the default limit
  double clock_limit_hz = 0;  ///< 0: none
  LinkSpec link;
};

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
  SoftwareSpec software;
  GpuGroupSpec gpus;
  double interruptions_per_year = 0;  ///< job-stopping events of the server other than its GPUs
  double reboot_s = 0;                ///< from power or crash to a machine that accepts work
  std::string type;                   ///< catalogue entry it started from, if any
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

}  // namespace rackcast::models

// The lines of `nvidia-smi --query-gpu=... --format=csv -l`: header and units as the tool prints them, fields parted
// by a comma and a space and never quoted, "[N/A]" for what is not known. One host each; GPUs by index.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "sim/utf8.hpp"
#include "viz/export/export.hpp"
#include "viz/export/throttle_bits.hpp"
#include "viz/export/trace_rows.hpp"
#include "viz/write/file.hpp"

namespace rackcast::viz {

namespace {

constexpr double percent = 100;
constexpr std::size_t longest_name = 95;  // NVML_DEVICE_NAME_V2_BUFFER_SIZE less the final zero

// The numbers of a row by where they stand in the trace.
struct Columns {
  explicit Columns(const TraceRows& rows)
      : power(rows.column("power_w")),
        die(rows.column("die_c")),
        memory(rows.column("memory_c")),
        clock(rows.column("clock_mhz")),
        utilisation(rows.column("utilisation")),
        mode(rows.column(mode_column)) {}

  std::size_t power, die, memory, clock, utilisation, mode;
};

struct Line {
  const ExportJob& job;
  const TraceRows& rows;
  const Columns& columns;
  const Part& gpu;
};

std::string number(double value, const char* format, double factor = 1) {
  return std::isnan(value) ? "[N/A]" : fmt::format(fmt::runtime(format), value * factor);
}

// A comma or a line break would be another field or line to whoever reads the log.
std::string name_of(const Part& gpu) {
  std::string name = gpu.product.empty() ? gpu.path : sim::valid_utf8(gpu.product);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ',' || c == '"' || static_cast<unsigned char>(c) < ' '; },
      ' ');
  if (name.size() <= longest_name) return name;
  std::size_t end = longest_name;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;  // not within a letter
  return name.substr(0, end);
}

std::uint64_t bits_of(const Line& line) {
  return line.columns.mode < line.rows.columns().size() ? throttle_bits(line.rows.text(line.columns.mode)) : 0;
}

template <std::uint64_t bit>
std::string active(const Line& line) {
  return (bits_of(line) & bit) != 0 ? "Active" : "Not Active";
}

struct Field {
  const char* header;
  std::string (*text)(const Line& line);
};

const Field fields[] = {
    {"timestamp", [](const Line& l) { return log_date(instant_at(l.job.start, l.rows.time_s())); }},
    {"index", [](const Line& l) { return fmt::format("{:.0f}", l.gpu.position); }},
    {"name", [](const Line& l) { return name_of(l.gpu); }},
    {"pstate", [](const Line&) { return std::string("P0"); }},
    {"temperature.gpu", [](const Line& l) { return number(l.rows.value(l.columns.die), "{:.0f}"); }},
    {"temperature.memory", [](const Line& l) { return number(l.rows.value(l.columns.memory), "{:.0f}"); }},
    {"power.draw [W]", [](const Line& l) { return number(l.rows.value(l.columns.power), "{:.2f} W"); }},
    {"power.limit [W]", [](const Line& l) { return number(l.gpu.limit("power_w"), "{:.2f} W"); }},
    {"clocks.current.sm [MHz]", [](const Line& l) { return number(l.rows.value(l.columns.clock), "{:.0f} MHz"); }},
    {"utilization.gpu [%]",
     [](const Line& l) { return number(l.rows.value(l.columns.utilisation), "{:.0f} %", percent); }},
    {"clocks_event_reasons.active", [](const Line& l) { return fmt::format("0x{:016X}", bits_of(l)); }},
    {"clocks_event_reasons.sw_power_cap", active<sw_power_cap_bit>},
    {"clocks_event_reasons.hw_slowdown", active<hw_slowdown_bit>},
    {"clocks_event_reasons.hw_thermal_slowdown", active<hw_thermal_slowdown_bit>},
    {"clocks_event_reasons.sw_thermal_slowdown", active<sw_thermal_slowdown_bit>},
};

std::string header() {
  std::string out;
  for (const Field& field : fields) out += (out.empty() ? "" : ", ") + std::string(field.header);
  return out + "\n";
}

std::string text_of(const Line& line) {
  std::string out;
  for (const Field& field : fields) out += (out.empty() ? "" : ", ") + field.text(line);
  return out + "\n";
}

// The server whose log it is: the one asked for, or the only one that has GPUs.
std::string server_of(const ExportJob& job) {
  std::vector<std::string> servers;
  for (const Part* gpu : parts_of(job.run, "gpu")) {
    if (std::find(servers.begin(), servers.end(), gpu->parent) == servers.end()) servers.push_back(gpu->parent);
  }
  const std::string asked = "server." + job.server;
  if (!job.server.empty() && std::find(servers.begin(), servers.end(), asked) != servers.end()) return asked;
  if (servers.empty() || !job.server.empty()) throw ExportImpossible("there are no GPUs there (nvidia-smi shows GPUs)");
  if (servers.size() > 1) {
    throw ExportImpossible(
        fmt::format("{} servers have GPUs (nvidia-smi shows those of one) name it with --server", servers.size()));
  }
  return servers.front();
}

}  // namespace

void export_nvidia_smi(const ExportJob& job) {
  const std::string server = server_of(job);
  write_file(job.out, [&](const Sink& sink) {
    TraceRows rows(job.folder, job.run.parts);
    const Columns columns(rows);
    std::string text = header();
    while (rows.next()) {
      const Part& gpu = job.run.parts[rows.part()];
      if (gpu.kind != "gpu" || gpu.parent != server) continue;
      text += text_of({job, rows, columns, gpu});
      if (text.size() < write_piece) continue;
      sink(text);
      text.clear();
    }
    sink(text);
  });
}

}  // namespace rackcast::viz

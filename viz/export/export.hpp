#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>

#include "viz/export/start_time.hpp"
#include "viz/report/run_folder.hpp"

namespace rackcast::viz {

/// What can be asked cannot be had: of this run, or of this build. The message says why and what to do.
class ExportImpossible : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What an exporter reads: the small files of a run's folder, and where the large ones are.
struct ExportJob {
  std::filesystem::path folder;
  RunFolder run;  ///< without trace, bands and events
  Instant start;
  std::string server;  ///< the one to write where the scope is a server; empty: the only one
  std::filesystem::path out;
};

/// What one file of a format can hold.
enum class Scope { run, server };

/// A format that a run's folder can be written in. An explicit table: a new format is a row.
struct Exporter {
  const char* name;
  const char* help;  ///< one line
  Scope scope;
  const char* file_name;  ///< in the run's folder, unless another is asked for
  void (*write)(const ExportJob& job);
};

std::span<const Exporter> exporters();
const Exporter* exporter_of(std::string_view name);  ///< null: not in the table

struct ExportRequest {
  std::filesystem::path folder;
  Instant start;
  std::string server;
  std::filesystem::path out;  ///< empty: Exporter::file_name in the folder
};

/// Reads the folder, writes the file and returns its path. A trace is read line by line: memory does not grow with its
/// length. Throws FolderUnreadable, ExportImpossible or EnvironmentError; an earlier file of that name then stays.
std::filesystem::path export_run(const Exporter& exporter, const ExportRequest& request);

// One each.
void export_netcdf(const ExportJob& job);
void export_openmetrics(const ExportJob& job);
void export_nvidia_smi(const ExportJob& job);
void export_perfetto(const ExportJob& job);

}  // namespace rackcast::viz

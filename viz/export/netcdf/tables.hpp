#pragma once

#include <string>

#include "viz/export/export.hpp"
#include "viz/export/netcdf/file.hpp"

namespace rackcast::viz {

/// What the parts of a file share.
struct NcShared {
  NcDimension component;
  std::size_t components = 0;
  std::string time_units;  ///< "seconds since ..."
};

/// Rows of a table that are gathered before they are written, so that a chunk is written once.
std::size_t rows_of_a_chunk(std::size_t values_of_a_row);

// Each defines its variables and fills them from its file, in bounded memory.
void write_nc_trace(NcFile& file, const ExportJob& job, const NcShared& shared);
void write_nc_bands(NcFile& file, const ExportJob& job, const NcShared& shared);
void write_nc_events(NcFile& file, const ExportJob& job, const NcShared& shared);

}  // namespace rackcast::viz

// Stands for netcdf/export.cpp where the library was not found.
#include "viz/export/export.hpp"

namespace rackcast::viz {

void export_netcdf(const ExportJob&) {
  throw ExportImpossible(
      "this build has no netCDF (the library was not there when it was built) install libnetcdf-dev and build again");
}

}  // namespace rackcast::viz

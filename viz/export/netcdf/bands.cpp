#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "viz/export/column_names.hpp"
#include "viz/export/netcdf/block.hpp"
#include "viz/export/netcdf/tables.hpp"
#include "viz/report/csv_reader.hpp"

namespace rackcast::viz {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<double, 3> quantiles = {0.1, 0.5, 0.9};
constexpr std::array<const char*, 3> quantile_columns = {"p10", "p50", "p90"};

// "server.box.power_w" is the power_w of server.box.
std::string_view quantity_in(std::string_view series) { return series.substr(series.rfind('.') + 1); }
std::string_view component_in(std::string_view series) {
  return series.substr(0, std::min(series.rfind('.'), series.size()));
}

class BandTable {
 public:
  BandTable(NcFile& file, const ExportJob& job, const NcShared& shared)
      : file_(file), job_(job), shared_(shared), chunk_(rows_of_a_chunk(shared.components * quantiles.size())) {
    for (std::size_t i = 0; i < job.run.parts.size(); ++i) index_.emplace(job.run.parts[i].path, i);
    define();
  }

  void run();

 private:
  void define();
  void define_band(NcDimension time, NcDimension quantile, const std::string& quantity);
  void take_row(const CsvReader& csv);
  void flush();

  NcFile& file_;
  const ExportJob& job_;
  const NcShared& shared_;
  std::size_t chunk_;
  std::map<std::string, std::size_t, std::less<>> index_;
  std::map<std::string, NcBlock<double>, std::less<>> bands_;  // by quantity
  std::vector<NcBlock<double>> times_;
  std::size_t first_ = 0;
  std::size_t waiting_ = 0;
};

void BandTable::define_band(NcDimension time, NcDimension quantile, const std::string& quantity) {
  const ColumnName name = column_name(quantity);
  const NcVariable variable = file_.variable<double>(quantity + "_band", {time, shared_.component, quantile},
                                                     {chunk_, shared_.components, quantiles.size()});
  file_.fill(variable, unknown);
  file_.attribute(variable, "long_name", name.long_name + ", quantiles over the replications");
  file_.attribute(variable, "units", name.units);
  bands_.emplace(quantity, NcBlock<double>(variable, {shared_.components, quantiles.size()}, chunk_, unknown));
}

// Which quantities there are is known once the file has been read.
void BandTable::define() {
  const NcDimension time = file_.growing_dimension("band_time");
  const NcDimension quantile = file_.dimension("quantile", quantiles.size());
  const NcVariable times = file_.variable<double>("band_time", {time});
  file_.attribute(times, "long_name", "time of the quantiles");
  file_.attribute(times, "units", shared_.time_units);
  file_.attribute(times, "calendar", "standard");
  times_.emplace_back(times, std::vector<std::size_t>{}, chunk_, unknown);
  const NcVariable shares = file_.variable<double>("quantile", {quantile});
  file_.attribute(shares, "long_name", "share of the replications below");
  file_.attribute(shares, "units", "1");
  file_.put(shares, {0}, {quantiles.size()}, quantiles);
  CsvReader csv(job_.folder / "bands.csv");
  const std::size_t series = csv.column("series");
  while (csv.next()) {
    const std::string quantity(quantity_in(csv.fields()[series]));
    if (!index_.contains(component_in(csv.fields()[series]))) csv.refuse("its series is of nothing in layout.json");
    if (!bands_.contains(quantity)) define_band(time, quantile, quantity);
  }
}

void BandTable::take_row(const CsvReader& csv) {
  const std::string_view series = csv.fields()[csv.column("series")];
  const std::size_t part = index_.find(component_in(series))->second;
  for (std::size_t q = 0; q < quantiles.size(); ++q) {
    bands_.find(quantity_in(series))->second.at(waiting_ - 1, part * quantiles.size() + q) =
        csv.number(csv.column(quantile_columns[q]));
  }
}

void BandTable::flush() {
  if (waiting_ == 0) return;
  times_.front().flush(file_, first_, waiting_);
  for (auto& [quantity, band] : bands_) band.flush(file_, first_, waiting_);
  first_ += waiting_;
  waiting_ = 0;
}

void BandTable::run() {
  CsvReader csv(job_.folder / "bands.csv");
  double now_s = -1;
  while (csv.next()) {
    const double time_s = csv.number(csv.column("time_s"));
    if (!(time_s >= now_s)) csv.refuse("its time is before the line above");
    if (time_s > now_s) {
      if (waiting_ == chunk_) flush();
      now_s = time_s;
      times_.front().at(waiting_++, 0) = now_s;
    }
    take_row(csv);
  }
  flush();
}

}  // namespace

void write_nc_bands(NcFile& file, const ExportJob& job, const NcShared& shared) { BandTable(file, job, shared).run(); }

}  // namespace rackcast::viz

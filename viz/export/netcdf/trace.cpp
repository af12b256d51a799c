#include <algorithm>
#include <cmath>
#include <limits>

#include "viz/export/column_names.hpp"
#include "viz/export/netcdf/block.hpp"
#include "viz/export/netcdf/tables.hpp"
#include "viz/export/trace_rows.hpp"
#include "viz/report/unreadable.hpp"

namespace rackcast::viz {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::int8_t no_mode = -1;
constexpr std::size_t most_modes = 127;
constexpr std::size_t values_of_a_chunk = 1U << 16U;  // 512 KiB of doubles: below the library's cache of a variable
constexpr std::size_t most_rows = 1024;

class TraceTable {
 public:
  TraceTable(NcFile& file, const ExportJob& job, const NcShared& shared)
      : file_(file), rows_(job.folder, job.run.parts), shared_(shared), chunk_(rows_of_a_chunk(shared.components)) {
    define();
  }

  void run();

 private:
  void define();
  void take_row();
  void flush();
  std::int8_t mode_of(std::string_view word);
  void tell_modes();

  NcFile& file_;
  TraceRows rows_;
  const NcShared& shared_;
  std::size_t chunk_;
  std::size_t mode_column_ = 0;
  std::vector<NcBlock<double>> values_;  // by column, one that stays empty for the modes
  std::vector<NcBlock<std::int8_t>> modes_;
  std::vector<NcBlock<double>> times_;
  NcVariable mode_variable_;
  std::vector<std::string> words_;
  std::size_t first_ = 0;    // instants written
  std::size_t waiting_ = 0;  // instants gathered
};

void TraceTable::define() {
  const NcDimension time = file_.growing_dimension("time");
  const NcVariable times = file_.variable<double>("time", {time}, {most_rows});
  file_.attribute(times, "long_name", "time of the sample");
  file_.attribute(times, "standard_name", "time");
  file_.attribute(times, "units", shared_.time_units);
  file_.attribute(times, "calendar", "standard");
  times_.emplace_back(times, std::vector<std::size_t>{}, chunk_, unknown);
  mode_column_ = rows_.column(mode_column);
  for (std::size_t c = 0; c < rows_.columns().size(); ++c) {
    const std::string& column = rows_.columns()[c];
    if (c == mode_column_) {
      mode_variable_ = file_.variable<std::int8_t>(column, {time, shared_.component}, {chunk_, shared_.components});
      file_.fill(mode_variable_, no_mode);
      file_.attribute(mode_variable_, "long_name", "what holds the clock back");
      modes_.emplace_back(mode_variable_, std::vector{shared_.components}, chunk_, no_mode);
      values_.emplace_back(NcVariable{}, std::vector<std::size_t>{0}, chunk_, unknown);
      continue;
    }
    const ColumnName name = column_name(column);
    const NcVariable variable = file_.variable<double>(column, {time, shared_.component}, {chunk_, shared_.components});
    file_.fill(variable, unknown);
    file_.attribute(variable, "long_name", name.long_name);
    file_.attribute(variable, "units", name.units);
    values_.emplace_back(variable, std::vector{shared_.components}, chunk_, unknown);
  }
}

std::int8_t TraceTable::mode_of(std::string_view word) {
  if (word.empty()) return no_mode;
  auto found = std::find(words_.begin(), words_.end(), word);
  if (found == words_.end()) found = words_.emplace(words_.end(), word);
  if (words_.size() > most_modes)
    throw FolderUnreadable("trace.csv: too many modes (the file is damaged) run the scenario again");
  return static_cast<std::int8_t>(found - words_.begin());
}

void TraceTable::take_row() {
  for (std::size_t c = 0; c < values_.size(); ++c) {
    if (c == mode_column_) {
      modes_.front().at(waiting_ - 1, rows_.part()) = mode_of(rows_.text(c));
    } else {
      values_[c].at(waiting_ - 1, rows_.part()) = rows_.value(c);
    }
  }
}

void TraceTable::flush() {
  if (waiting_ == 0) return;
  times_.front().flush(file_, first_, waiting_);
  for (std::size_t c = 0; c < values_.size(); ++c) {
    if (c != mode_column_) values_[c].flush(file_, first_, waiting_);
  }
  for (auto& mode : modes_) mode.flush(file_, first_, waiting_);
  first_ += waiting_;
  waiting_ = 0;
}

// CF's way to give words to numbers, which parts them by spaces.
void TraceTable::tell_modes() {
  if (words_.empty()) return;
  std::vector<std::int8_t> numbers;
  std::string meanings;
  for (std::string word : words_) {
    std::replace(word.begin(), word.end(), ' ', '_');
    numbers.push_back(static_cast<std::int8_t>(numbers.size()));
    meanings += (meanings.empty() ? "" : " ") + word;
  }
  file_.attribute(mode_variable_, "flag_values", numbers);
  file_.attribute(mode_variable_, "flag_meanings", meanings);
}

void TraceTable::run() {
  double now_s = unknown;
  while (rows_.next()) {
    if (rows_.time_s() != now_s) {
      if (waiting_ == chunk_) flush();
      now_s = rows_.time_s();
      times_.front().at(waiting_++, 0) = now_s;
    }
    take_row();
  }
  flush();
  tell_modes();
}

}  // namespace

std::size_t rows_of_a_chunk(std::size_t values_of_a_row) {
  return std::clamp<std::size_t>(values_of_a_chunk / std::max<std::size_t>(values_of_a_row, 1), 1, most_rows);
}

void write_nc_trace(NcFile& file, const ExportJob& job, const NcShared& shared) { TraceTable(file, job, shared).run(); }

}  // namespace rackcast::viz

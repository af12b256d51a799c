#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace rackcast::scenarios {

inline constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

/// One measurement and what the model says.
struct ScoredRow {
  std::string id;
  std::string what;   ///< GPU, network, size: for people
  std::string group;  ///< what is left out together: a GPU, a source
  double measured = 0;
  double predicted = 0;
  double left_out = not_known;  ///< predicted by constants that were fitted without its group
  double clock_hz = not_known;  ///< at which the GPU ran

  double error() const { return predicted / measured - 1; }
};

/// A bound that a table must keep. `value` is what it came to.
struct Bar {
  std::string name;
  double value = 0;
  double limit = 0;
  std::string unit;  ///< "%": both are shares
  std::size_t rows = 0;

  bool met() const { return value <= limit; }
};

struct TableStatistics {
  double median_ape = not_known;
  double mape = not_known;
  double p90_ape = not_known;
  double bias = not_known;  ///< mean of predicted / measured − 1
  std::string worst;        ///< row
  double worst_error = not_known;
  double left_out_group_mape = not_known;
  double baseline_mape = not_known;
};

/// What a table of measurements came to.
struct TableResult {
  std::string name;
  std::string filter;
  std::string unit;  ///< of what was measured
  std::string baseline = "best single constant";
  std::vector<ScoredRow> rows;
  std::map<std::string, std::vector<std::string>> excluded;  ///< reason → rows
  int constants = 0;                                         ///< fitted for this table
  TableStatistics statistics;
  std::vector<Bar> bars;
  std::vector<std::string> notes;
};

/// Absolute relative errors, ascending.
std::vector<double> absolute_errors(const std::vector<ScoredRow>& rows);

/// Statistics over the rows; the baseline is the single constant with the least mean absolute relative error.
TableStatistics statistics(const std::vector<ScoredRow>& rows);

/// Median, of none NaN.
double median_of(std::vector<double> values);

/// The rows with what was predicted without their group in place of the prediction.
std::vector<ScoredRow> left_out_rows(const std::vector<ScoredRow>& rows);

/// Bars over the absolute relative errors of rows. Without rows the value is NaN: not met.
Bar median_bar(const std::string& name, const std::vector<ScoredRow>& rows, double limit);
Bar worst_bar(const std::string& name, const std::vector<ScoredRow>& rows, double limit);

}  // namespace rackcast::scenarios

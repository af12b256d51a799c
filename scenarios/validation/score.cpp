#include "scenarios/validation/score.hpp"

#include <algorithm>
#include <cmath>

#include "scenarios/statistics.hpp"

namespace rackcast::scenarios {

namespace {

double mean_ape_of_constant(const std::vector<ScoredRow>& rows, double constant) {
  double sum = 0;
  for (const ScoredRow& row : rows) sum += std::abs(constant / row.measured - 1);
  return sum / static_cast<double>(rows.size());
}

/// Σ |c/m − 1| is convex and linear between measured values, so that its least is at one of them.
double best_constant_mape(const std::vector<ScoredRow>& rows) {
  double best = std::numeric_limits<double>::infinity();
  for (const ScoredRow& row : rows) best = std::min(best, mean_ape_of_constant(rows, row.measured));
  return best;
}

double left_out_mape(const std::vector<ScoredRow>& rows) {
  std::vector<double> errors;
  for (const ScoredRow& row : rows) {
    if (!std::isnan(row.left_out)) errors.push_back(std::abs(row.left_out / row.measured - 1));
  }
  return mean(errors);
}

}  // namespace

std::vector<double> absolute_errors(const std::vector<ScoredRow>& rows) {
  std::vector<double> errors;
  for (const ScoredRow& row : rows) errors.push_back(std::abs(row.error()));
  std::sort(errors.begin(), errors.end());
  return errors;
}

TableStatistics statistics(const std::vector<ScoredRow>& rows) {
  TableStatistics s;
  if (rows.empty()) return s;
  const std::vector<double> errors = absolute_errors(rows);
  s.median_ape = quantile(errors, 0.5);
  s.mape = mean(errors);
  s.p90_ape = quantile(errors, 0.9);
  std::vector<double> signed_errors;
  for (const ScoredRow& row : rows) signed_errors.push_back(row.error());
  s.bias = mean(signed_errors);
  const auto worst = std::max_element(rows.begin(), rows.end(), [](const ScoredRow& a, const ScoredRow& b) {
    return std::abs(a.error()) < std::abs(b.error());
  });
  s.worst = worst->id;
  s.worst_error = worst->error();
  s.left_out_group_mape = left_out_mape(rows);
  s.baseline_mape = best_constant_mape(rows);
  return s;
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

std::vector<ScoredRow> left_out_rows(const std::vector<ScoredRow>& rows) {
  std::vector<ScoredRow> out;
  for (ScoredRow row : rows) {
    if (std::isnan(row.left_out)) continue;
    row.predicted = row.left_out;
    out.push_back(row);
  }
  return out;
}

Bar median_bar(const std::string& name, const std::vector<ScoredRow>& rows, double limit) {
  return {name, quantile(absolute_errors(rows), 0.5), limit, "%", rows.size()};
}

Bar worst_bar(const std::string& name, const std::vector<ScoredRow>& rows, double limit) {
  const std::vector<double> errors = absolute_errors(rows);
  return {name, errors.empty() ? not_known : errors.back(), limit, "%", rows.size()};
}

}  // namespace rackcast::scenarios

#include "tests/scenarios/trace_summary.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace rackcast::tests {

namespace {

/// Of the way from the first value to the last that may be left where a value counts as settled.
constexpr double settled_share = 0.05;

struct Sample {
  double time_s;
  double value;
};

std::vector<std::size_t> rows_of(const sim::TraceTable& samples, std::size_t component) {
  std::vector<std::size_t> rows;
  for (std::size_t r = 0; r < samples.rows(); ++r) {
    if (samples.component[r] == component) rows.push_back(r);
  }
  return rows;
}

// Without those before the component works, if it is one that works.
std::vector<std::size_t> working_rows(const sim::TraceTable& samples, std::size_t component) {
  std::vector<std::size_t> rows = rows_of(samples, component);
  const auto named = [](const sim::TraceColumn& column) { return column.name == "utilisation"; };
  const auto found = std::find_if(samples.columns.begin(), samples.columns.end(), named);
  if (found == samples.columns.end()) return rows;
  const auto utilisation = static_cast<std::size_t>(found - samples.columns.begin());
  const auto idle = [&](std::size_t r) { return samples.row(r)[utilisation] <= 0; };  // NaN: it has none
  rows.erase(rows.begin(), std::find_if_not(rows.begin(), rows.end(), idle));
  return rows;
}

std::vector<Sample> course(const sim::TraceTable& samples, const std::vector<std::size_t>& rows, std::size_t column) {
  std::vector<Sample> course;
  for (const std::size_t r : rows) {
    const double value = samples.row(r)[column];
    if (!std::isnan(value)) course.push_back({sim::to_seconds(samples.time[r]), value});
  }
  return course;
}

double settles_s(const std::vector<Sample>& course) {
  const double last = course.back().value;
  const double band = settled_share * std::fabs(last - course.front().value);
  const auto outside = [&](const Sample& s) { return std::fabs(s.value - last) > band; };
  const auto latest = std::find_if(course.rbegin(), course.rend(), outside);  // the sample after it has settled
  return (latest == course.rbegin() || latest == course.rend()) ? 0 : (latest - 1)->time_s - course.front().time_s;
}

/// Of a course, at its begin and its end: what slopes are taken over.
constexpr std::size_t slope_share = 10;

double slope_per_s(const Sample& from, const Sample& to) {
  return to.time_s > from.time_s ? (to.value - from.value) / (to.time_s - from.time_s) : 0;
}

nlohmann::json summary(const std::vector<Sample>& course) {
  const auto less = [](const Sample& a, const Sample& b) { return a.value < b.value; };
  double sum = 0;
  const std::size_t part = (course.size() - 1) / slope_share;
  for (const Sample& s : course) sum += s.value;
  return {{"first", course.front().value},
          {"last", course.back().value},
          {"lowest", std::min_element(course.begin(), course.end(), less)->value},
          {"highest", std::max_element(course.begin(), course.end(), less)->value},
          {"mean", sum / static_cast<double>(course.size())},
          {"early_per_s", slope_per_s(course.front(), course[part])},
          {"late_per_s", slope_per_s(course[course.size() - 1 - part], course.back())},
          {"settles_s", settles_s(course)}};
}

}  // namespace

nlohmann::json trace_summary(const sim::TraceTable& samples) {
  nlohmann::json result = nlohmann::json::object();
  for (std::size_t component = 0; component < samples.components.size(); ++component) {
    const std::vector<std::size_t> rows = working_rows(samples, component);
    for (std::size_t column = 0; column < samples.columns.size(); ++column) {
      if (!samples.columns[column].labels.empty()) continue;
      const std::vector<Sample> values = course(samples, rows, column);
      if (!values.empty()) result[samples.components[component]][samples.columns[column].name] = summary(values);
    }
  }
  return result;
}

}  // namespace rackcast::tests

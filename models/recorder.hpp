#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/simulator.hpp"

namespace rackcast::models {

/// A value that can be read at any time without altering anything, in the unit of its column.
struct Probe {
  std::size_t component = 0;  ///< index into the table's components
  std::size_t column = 0;
  std::function<double(sim::Time)> read;
};

/// Samples probes on a fixed grid into a table. A probe with extremes also fills two other columns with the lowest and
/// highest value seen since the last sample, looked at whenever a signal that the recorder hears changes.
class Recorder : public sim::Component {
 public:
  /// Columns of the lowest and the highest value of an interval; `none` for a probe without.
  struct Extremes {
    static constexpr std::size_t none = ~std::size_t{0};
    std::size_t low = none;
    std::size_t high = none;
  };

  Recorder(std::string path, sim::Time interval, sim::TraceTable& table);

  /// Index of a column, new or known.
  std::size_t column(const std::string& name, std::vector<std::string> labels = {});
  std::size_t component(const std::string& path);
  void add(Probe probe) { probes_.push_back({std::move(probe), {}, 0, 0}); }
  void add_with_extremes(Probe probe, Extremes extremes) { probes_.push_back({std::move(probe), extremes, 0, 0}); }

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;

  static constexpr sim::Tag changed_tag = 0;

 private:
  static constexpr sim::Tag sample_tag = 1;
  struct Watched {
    Probe probe;
    Extremes extremes;
    double low;
    double high;
  };

  void look(sim::Time now);
  void sample(sim::Time now);

  sim::Time interval_;
  sim::TraceTable& table_;
  std::vector<Watched> probes_;
};

}  // namespace rackcast::models

#pragma once

#include <map>
#include <memory>

#include "models/compute/board_plant.hpp"
#include "models/compute/fan.hpp"
#include "models/outcome.hpp"

namespace rackcast::models {

/// The types of one GPU by the flow through its sink: duty of the fans, and what dust makes of the resistance. Each is
/// made when it is first asked for.
class SinkTypes {
 public:
  explicit SinkTypes(GpuSpec gpu) : gpu_(std::move(gpu)) {}

  const GpuSpec& gpu() const { return gpu_; }
  const std::shared_ptr<const BoardType>& at(double duty, double dust);

 private:
  GpuSpec gpu_;
  std::map<std::pair<double, double>, std::shared_ptr<const BoardType>> types_;
};

/// The duty of one board's fans: held by the scenario, by a planned event, or by a loop over the die temperature alone
/// (it cannot see the memory). The loop rests while the die stands within `band_k` below its target less `edge_k` (the
/// clock is regulated too, just below its own limit, and must not come first). Outside it goes a rung of the ladder
/// every `rung_s` towards the rung on which the die settles within the band, and no further: what its integral would
/// come to is solved. It looks when the die leaves the band and when the board changes course, never by polling.
class FanControl {
 public:
  static constexpr double edge_k = 0.5;
  static constexpr double band_k = 2.5;  ///< wider than a rung: 2 % of the rise of a sink, 1.6 K of 80 K
  static constexpr double rung_s = 2;    ///< assumed: from the lowest to full speed in a minute
  /// A duty from outside that leaves the fans to their own control.
  static constexpr double own = -1;

  explicit FanControl(std::shared_ptr<SinkTypes> types);

  /// What a loop looks at.
  struct Board {
    const BoardPlant& plant;
    const BoardActivity& does;
    double clock_hz;
    Throttle cause;
  };

  /// What others do to the sink.
  struct Outside {
    double duty = own;  ///< that an event holds
    double dust = 1;    ///< on the resistance of the sink
  };

  /// Decides at `now`.
  void decide(const Board& board, const Outside& outside, sim::Time now);
  /// When to decide again if nothing else changes.
  sim::Time next(const Board& board, sim::Time now, sim::Time until) const;

  double duty() const { return duty_; }
  const std::shared_ptr<const BoardType>& type() { return types_->at(duty_, outside_.dust); }

 private:
  const GpuFan& fan() const { return types_->gpu().fan; }
  double highest_c() const { return fan().target_c - edge_k; }
  double settled_c(const Board& board, int rung, sim::Time now) const;
  int direction(const Board& board, sim::Time now) const;

  std::shared_ptr<SinkTypes> types_;
  FanLadder ladder_;
  int rung_ = 0;
  Outside outside_;
  double duty_;
  sim::Time moved_{};
};

}  // namespace rackcast::models

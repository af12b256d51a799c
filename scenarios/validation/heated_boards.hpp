#pragma once

#include <memory>
#include <vector>

#include "models/compute/governor.hpp"

namespace rackcast::scenarios {

/// What the boards of a published run did over a stretch of time.
enum class Doing { idle, waiting, training };

/// A board as it stood when the first sample was taken.
struct BoardStart {
  std::array<double, models::board_nodes> node_c{};  ///< in the order of BoardNode
  double intake_c = 0;
  models::GpuIndividual individual;
};

/// Boards of one type that do the same thing, by the engine's own board and governor: its network solved exactly, the
/// clock decided once a second (its look-ahead) under the default limits. Kernels spend `clock_share` of their time
/// with 1/clock; `busy` is the share of a step that is not spent without data.
class HeatedBoards {
 public:
  HeatedBoards(const models::GpuSpec& gpu, double clock_share, double busy, const std::vector<BoardStart>& starts);

  /// On to `until_s`, every board doing what stands at its place.
  void run(const std::vector<Doing>& doing, double until_s);
  void run(Doing doing, double until_s) { run(std::vector<Doing>(boards_.size(), doing), until_s); }

  double now_s() const { return now_s_; }
  double die_c(std::size_t board) const;
  double power_w(std::size_t board) const;
  double clock_hz(std::size_t board) const { return boards_[board].clock_hz; }

 private:
  struct Board {
    models::BoardPlant plant;
    models::Governor governor;
    double clock_hz;
  };

  void decide(Board& board, Doing doing);
  const models::BoardActivity& activity(Doing doing, double clock_hz);

  std::shared_ptr<const models::BoardType> type_;
  std::unique_ptr<models::ActivityTable> activities_;
  double busy_;
  std::vector<Board> boards_;
  std::vector<Doing> doing_;
  double now_s_ = 0;
};

/// Node temperatures of a board that has long done `doing` at `power_w` and whose die stands at `die_c`: heat flows as
/// it would in the steady state, so that the sink follows from the die.
std::array<double, models::board_nodes> settled_nodes(const models::GpuSpec& gpu, const models::BoardPower& power,
                                                      double die_c);

/// Steady die temperature of a board that draws `power_w` on average: heat by part as kernels of `clock_share` heat
/// them, the clock lowered where a limit of the die asks for it.
double steady_die_c(const models::GpuSpec& gpu, double power_w, double inlet_c);

}  // namespace rackcast::scenarios

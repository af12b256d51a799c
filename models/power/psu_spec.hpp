#pragma once

#include <string>
#include <vector>

namespace rackcast::models {

/// A 12 V rail with a limit of its own inside a supply, and what hangs on it.
struct PsuRail {
  std::string name;
  double limit_w = 0;
  double host = 0;            ///< share of what is no GPU: processors, board, storage
  std::vector<double> gpus;   ///< numbers of the GPUs with leads on it, from 0
  std::vector<double> share;  ///< of the power of each of those that these leads carry; empty: all of it
};

/// What the platform does when fewer units work than are needed, or than carry the load. `cap`: power limits of the
/// GPUs that the rest can carry; `power_brake`: the slowdown signal (PWRBRK#) to the GPUs; `off`: the server trips.
enum class LossReaction { none, cap, power_brake, off };

/// One power supply unit; `count` of them share the load equally. Efficiency class and peak tolerance are two things.
struct PsuSpec {
  std::string name;
  double rating_w = 0;  ///< DC output, one unit
  double count = 0;
  double needed = 0;                        ///< units that can carry the server alone; 0: all of them
  std::string efficiency_class;             ///< catalogue entry the efficiencies came from
  std::vector<double> load_fraction;        ///< points of the efficiency curve, ascending
  std::vector<double> efficiency;           ///< at those points
  std::string design;                       ///< catalogue entry the tolerance came from
  std::vector<double> overload_ratio;       ///< ascending; of the rating
  std::vector<double> overload_duration_s;  ///< how long that ratio is survived, descending
  double hold_up_s = 0;                     ///< without input at full load
  std::string source;                       ///< of the efficiencies
  std::string confidence;
  std::vector<std::string> unverified;
  LossReaction on_loss = LossReaction::none;
  double failures_per_year = 0;  ///< of one unit
  double replace_s = 86400;      ///< until a unit that failed is replaced; infinite: never
  std::vector<PsuRail> rails;    ///< none: one rail for all
  std::string design_source;     ///< of the tolerance
  std::string design_confidence;
  std::vector<std::string> design_unverified;
};

}  // namespace rackcast::models

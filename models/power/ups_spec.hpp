#pragma once

#include <string>
#include <vector>

namespace rackcast::models {

/// What is done when the battery runs low. `shut_down`: jobs write a checkpoint and stop, then the machine shuts down.
enum class OnLow { none, shut_down };

/// A small uninterruptible supply between outlet and server.
struct UpsSpec {
  std::string name;
  double rating_w = 0;            ///< 0: there is none
  double apparent_va = 0;         ///< rating in VA; loads have power factor 1 here (supplies with correction)
  double efficiency = 1;          ///< on mains
  double transfer_s = 0;          ///< from the loss of mains to output from the battery; 0: double conversion
  double battery_j = 0;           ///< what the full battery stores
  double recharge_s = 0;          ///< from empty to full
  std::vector<double> load_w;     ///< ascending
  std::vector<double> runtime_s;  ///< at those loads, from a full battery; descending
  OnLow on_low = OnLow::none;
  double low_s = 0;        ///< of runtime left, at which the battery counts as low
  double shut_down_s = 0;  ///< that the machine takes from the end of its jobs to off
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

}  // namespace rackcast::models

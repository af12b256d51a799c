#pragma once

#include <chrono>

#include "scenarios/replications.hpp"

namespace rackcast::program {

/// One line on the terminal behind standard error: replications done, simulated time, events a second,
/// time left. Draws nothing where
/// standard error is no terminal.
class ProgressBar {
 public:
  enum class Show { never, on_terminal };

  explicit ProgressBar(Show show);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();

  void update(const scenarios::Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  enum class State { off, waiting, drawn } state_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_{};
};

}  // namespace rackcast::program

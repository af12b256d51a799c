#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "models/signals.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// Power limits of the boards of a server that several set: the lowest holds, and what the others set is there again
/// once it is taken back.
class LowestLimit : public sim::Component {
 public:
  struct Board {
    Signal<Watts> set;    // heard
    Signal<Watts> holds;  // given
  };

  LowestLimit(std::string path, std::vector<Board> boards, std::vector<Signal<Watts>> caps)
      : sim::Component(std::move(path)), boards_(std::move(boards)), caps_(std::move(caps)) {}

  void start(sim::Context&) override {}
  void wake(sim::Context& context, sim::Tag) override {
    double cap_w = INFINITY;
    for (const auto cap : caps_) cap_w = std::min(cap_w, context.read(cap));
    for (const Board& board : boards_) context.publish(board.holds, std::min(context.read(board.set), cap_w));
  }

 private:
  std::vector<Board> boards_;
  std::vector<Signal<Watts>> caps_;  // heard: of every board; infinite: none
};

}  // namespace rackcast::models

#pragma once

#include <algorithm>
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

  LowestLimit(std::string path, std::vector<Board> boards, Signal<Watts> cap)
      : sim::Component(std::move(path)), boards_(std::move(boards)), cap_(cap) {}

  void start(sim::Context&) override {}
  void wake(sim::Context& context, sim::Tag) override {
    const double cap_w = context.read(cap_);
    for (const Board& board : boards_) context.publish(board.holds, std::min(context.read(board.set), cap_w));
  }

 private:
  std::vector<Board> boards_;
  Signal<Watts> cap_;  // heard: of every board; infinite: none
};

}  // namespace rackcast::models

#pragma once

#include <string>
#include <utility>

#include "sim/event_queue.hpp"

namespace rackcast::sim {

class Context;

/// All that a model implements: a name (its path), what it does at time 0, and what it does when woken. A component
/// never touches another one: it reads and publishes signals.
class Component {
 public:
  explicit Component(std::string path) : path_(std::move(path)) {}
  virtual ~Component() = default;
  Component(const Component&) = delete;
  Component& operator=(const Component&) = delete;

  const std::string& path() const { return path_; }

  /// Called once, at time 0, in order of assembly, before the first round.
  virtual void start(Context& context) = 0;
  virtual void wake(Context& context, Tag tag) = 0;

 private:
  std::string path_;
};

}  // namespace rackcast::sim

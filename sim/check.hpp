#pragma once

#include <stdexcept>
#include <string>

namespace rackcast::sim {

/// A rule of the engine was broken by the program itself: a bug, never the user's input.
class EngineError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// An instant did not settle within the allowed rounds; the message names the components that keep scheduling.
class EndlessInstant : public EngineError {
 public:
  using EngineError::EngineError;
};

/// Always checked: throws EngineError with `problem` when `holds` is false.
inline void demand(const bool holds, const char* problem) {
  if (!holds) throw EngineError(problem);
}

}  // namespace rackcast::sim

#pragma once

#include <string>

#include "tests/viz/scratch.hpp"

/// A run's folder as small as one can be that has everything: two GPUs, one warmed by the other, one job, three
/// replications of which one was interrupted. `title` and `job` may be anything.
struct ReportFolder {
  std::string title = "Two cards in a cupboard";
  std::string job = "train";

  void write(const fs::path& folder) const;
};

/// `text` as a JSON string without its quotes.
std::string json_inner(const std::string& text);

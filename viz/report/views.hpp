#pragma once

#include <span>
#include <string>

#include "viz/report/run_folder.hpp"

namespace rackcast::viz {

/// A view of the page: a section with its own text, pictures and tables. To add one, write its function and add its row
/// to the table in views.cpp.
struct View {
  const char* id;  ///< of the section: #forecast
  const char* title;
  const char* about;  ///< the question it answers
  std::string (*html)(const RunFolder& run);
};

std::span<const View> views();

std::string forecast_view(const RunFolder& run);
std::string time_view(const RunFolder& run);
std::string space_view(const RunFolder& run);
std::string margins_view(const RunFolder& run);
std::string trust_view(const RunFolder& run);

}  // namespace rackcast::viz

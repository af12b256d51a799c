#include "viz/write/event_marks.hpp"

#include <algorithm>

#include "viz/write/csv.hpp"

namespace rackcast::viz {

namespace {

constexpr double mark_spacing_px = 6;
constexpr std::size_t lines_shown = 6;

std::string line_of(const sim::EventRecord& e) {
  const std::string detail = e.detail.empty() ? "" : " (" + e.detail + ")";
  return csv_seconds(e.time) + " s  " + e.component + ": " + e.event + detail;
}

EventMark mark_of(std::span<const sim::EventRecord* const> group, double pixel) {
  EventMark mark{pixel, sim::Severity::warning, ""};
  for (std::size_t i = 0; i < group.size(); ++i) {
    mark.severity = std::max(mark.severity, group[i]->severity);
    if (i >= lines_shown) continue;
    if (i > 0) mark.text += '\n';
    mark.text += line_of(*group[i]);
  }
  if (group.size() > lines_shown) mark.text += "\nand " + std::to_string(group.size() - lines_shown) + " more";
  return mark;
}

}  // namespace

std::vector<EventMark> event_marks(std::span<const sim::EventRecord> events,
                                   const std::function<double(sim::Time)>& pixel_of) {
  std::vector<const sim::EventRecord*> shown;
  for (const auto& e : events) {
    if (e.severity != sim::Severity::info) shown.push_back(&e);
  }
  std::stable_sort(shown.begin(), shown.end(), [](const auto* a, const auto* b) { return a->time < b->time; });
  std::vector<EventMark> marks;
  for (auto begin = shown.begin(); begin != shown.end();) {
    const double pixel = pixel_of((*begin)->time);
    const auto end =
        std::find_if(begin, shown.end(), [&](const auto* e) { return pixel_of(e->time) >= pixel + mark_spacing_px; });
    marks.push_back(mark_of({begin, end}, pixel));
    begin = end;
  }
  return marks;
}

}  // namespace rackcast::viz

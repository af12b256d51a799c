#include "viz/report/views.hpp"

namespace rackcast::viz {

namespace {

constexpr View table[] = {
    {"forecast", "Forecast", "How long will it take, where does the time go, and what should change first?",
     forecast_view},
    {"time", "Time", "What happens when?", time_view},
    {"space", "Space", "Where is it hot, and who is held back?", space_view},
    {"margins", "Margins", "What gives way first, and how far away is it?", margins_view},
    {"trust", "Trust", "How sure is this, on which evidence, and how can it be repeated?", trust_view}};

}  // namespace

std::span<const View> views() { return table; }

}  // namespace rackcast::viz

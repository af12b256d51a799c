#include "program/progress_bar.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <string>

#include "program/output.hpp"
#include "scenarios/wording.hpp"

namespace rackcast::program {

namespace {

constexpr int cells = 24;
constexpr std::chrono::milliseconds redraw_every{100};
constexpr const char* clear_line = "\r\x1b[K";

std::string bar(const scenarios::Progress& p, double elapsed_s) {
  const int full = cells * p.done / p.total;
  const double left_s = elapsed_s / p.done * (p.total - p.done);
  const double events_per_s = elapsed_s > 0 ? static_cast<double>(p.events) / elapsed_s : 0;
  return fmt::format("[{}{}] {}/{} replications, {} simulated, {} events/s, {} left",
                     std::string(static_cast<std::size_t>(full), '#'),
                     std::string(static_cast<std::size_t>(cells - full), '.'), p.done, p.total,
                     scenarios::duration_text(p.simulated_s), scenarios::number_text(std::round(events_per_s)),
                     scenarios::duration_text(left_s));
}

}  // namespace

ProgressBar::ProgressBar(Show show)
    : state_(show == Show::on_terminal && ::isatty(STDERR_FILENO) == 1 ? State::waiting : State::off) {}

ProgressBar::~ProgressBar() {
  if (state_ == State::drawn) complain(clear_line);
}

void ProgressBar::update(const scenarios::Progress& progress) {
  const Clock::time_point now = Clock::now();
  if (state_ == State::off || (now - last_ < redraw_every && progress.done < progress.total)) return;
  last_ = now;
  state_ = State::drawn;
  complain(clear_line + bar(progress, std::chrono::duration<double>(now - begin_).count()));
}

}  // namespace rackcast::program

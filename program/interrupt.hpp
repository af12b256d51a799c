#pragma once

#include <atomic>

namespace rackcast::program {

/// Set once the user asked to stop (SIGINT, SIGTERM). The first signal sets it, a second one ends the program at once.
const std::atomic<bool>& interruption();

/// Catches the two signals from here on.
void catch_interruptions();

}  // namespace rackcast::program

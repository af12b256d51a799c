#pragma once

#include <atomic>

namespace rackcast::program {

/// Set once the user asked to stop (SIGINT, SIGTERM). The first signal sets it, a second one ends the program at once.
const std::atomic<bool>& interruption();

/// From here on a limit of the file size is an error of the write, which says so, and not the end of the program.
void survive_size_limits();

/// Catches the two signals from here on.
void catch_interruptions();

}  // namespace rackcast::program

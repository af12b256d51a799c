#include "program/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include "program/exit_code.hpp"

namespace rackcast::program {

namespace {

static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch lock-free atomics only");

std::atomic<bool>& flag() {
  static std::atomic<bool> stop{false};
  return stop;
}

void on_signal(int) {
  static constexpr char message[] = "\ninterrupted: keeping the replications that are done (again: stop at once)\n";
  if (flag().exchange(true)) ::_exit(static_cast<int>(ExitCode::interrupted));
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message, sizeof message - 1);
}

}  // namespace

const std::atomic<bool>& interruption() { return flag(); }

void survive_size_limits() { ::signal(SIGXFSZ, SIG_IGN); }

void catch_interruptions() {
  flag();  // constructed before a handler may need it
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  survive_size_limits();
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    ::sigaction(signal_number, nullptr, &before);
    const bool under_nohup = signal_number == SIGHUP && before.sa_handler == SIG_IGN;
    if (!under_nohup) ::sigaction(signal_number, &action, nullptr);
  }
}

}  // namespace rackcast::program

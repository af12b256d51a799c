#pragma once

#include <stdexcept>

namespace rackcast::program {

/// What the program returns; part of the outside contract.
enum class ExitCode : int {
  done = 0,
  internal_or_environment = 1,  ///< a bug, or the machine refused (disk full, no permission)
  bad_usage_or_input = 2,
  cannot_run = 3,  ///< valid input, but the job cannot run as asked
  interrupted = 130,
};

/// The command line asks for something that makes no sense.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace rackcast::program

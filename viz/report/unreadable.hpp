#pragma once

#include <stdexcept>

namespace rackcast::viz {

/// A folder from which neither a report nor an export can be made: empty, unfinished or damaged. The message names the
/// file, the problem and what to do.
class FolderUnreadable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace rackcast::viz

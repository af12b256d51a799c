#pragma once

#include <memory>

namespace rackcast::scenarios {

/// An empty struct of a table: TableFacts::make.
template <class T>
std::shared_ptr<void> make() {
  return std::make_shared<T>();
}

}  // namespace rackcast::scenarios

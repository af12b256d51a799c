#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace rackcast::viz {

/// Takes the text of a file piece by piece, in order.
using Sink = std::function<void(std::string_view)>;

/// Enough text to be worth a system call.
inline constexpr std::size_t write_piece = 1U << 16U;

/// Writes a whole file into a sink.
using Producer = std::function<void(const Sink&)>;

}  // namespace rackcast::viz

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/diagnostics.hpp"

namespace rackcast::scenarios {

/// A bus of the tree. A root complex's own bus has no parent.
struct PciBus {
  std::optional<std::size_t> parent;
  std::uint32_t depth = 0;
  std::string domain;  ///< "0000"
  std::string number;  ///< "41"
};

struct PciDevice {
  std::size_t bus = 0;
  std::string slot;  ///< "00.0"
  std::string name;  ///< empty without -v
};

/// The tree that `lspci -t` draws: a branch is at the column of its `+` or `\`.
class PciTree {
 public:
  /// Reads one line; what is no part of a drawing is passed over. False: `error` says what is wrong.
  bool read_line(std::string_view line, std::uint32_t number);
  const Message& error() const { return error_; }
  const std::vector<PciBus>& buses() const { return buses_; }
  const std::vector<PciDevice>& devices() const { return devices_; }  ///< those that end a line

 private:
  struct Branch {
    std::size_t column;
    std::optional<std::size_t> bus;  ///< none: the root complexes
  };
  struct Cursor {
    std::string_view line;
    std::size_t at;
    std::optional<std::size_t> bus;
    std::string slot;  ///< of the device just read
  };

  std::optional<Cursor> start_of(std::string_view line);
  bool walk(Cursor cursor);
  bool step(Cursor& cursor);
  bool enter_bus(Cursor& cursor);
  void end_device(const Cursor& cursor);
  bool fail(std::string problem, std::string why);

  std::vector<PciBus> buses_;
  std::vector<PciDevice> devices_;
  std::vector<Branch> branches_;
  std::uint32_t number_ = 0;
  Message error_;
};

}  // namespace rackcast::scenarios

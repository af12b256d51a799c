#pragma once

#include <string>
#include <vector>

namespace rackcast::sim {

/// Numbers for people: three significant digits and a unit that keeps them readable. Infinite and unknown values are
/// said in words.
std::string number_text(double value);
std::string duration_text(double seconds);  ///< "213 ms", "45 min", "56 h", "12.5 d"; infinite: "never"
std::string power_text(double power_w);
std::string bytes_text(double bytes);  ///< binary: MiB, GiB
std::string percent_text(double share);
std::string celsius_text(double temperature_c);

/// "a, b and c"
std::string listed(const std::vector<std::string>& items);

}  // namespace rackcast::sim

#pragma once

#include <string>

#include "viz/report/documents.hpp"

namespace rackcast::viz {

/// "box" for server.box, "gpu[0]" for server.box.gpu[0].
std::string last_name(const std::string& path);

/// A number of the form that drivers give, made of the path of a GPU: the same in every export of it, and nobody's.
std::string uuid_of(const Part& gpu);

}  // namespace rackcast::viz

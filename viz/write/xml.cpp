#include "viz/write/xml.hpp"

#include "sim/utf8.hpp"

namespace rackcast::viz {

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (const char c : sim::valid_utf8(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') out += c;
    }
  }
  return out;
}

}  // namespace rackcast::viz

#include "viz/report/html.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/json.hpp"
#include "sim/wording.hpp"
#include "viz/write/timeline_style.hpp"
#include "viz/write/xml.hpp"

namespace rackcast::viz {

namespace {

constexpr double least_s = 1e-6;
constexpr double least_share = 1e-9;

}  // namespace

std::string name_html(std::string_view name) {
  return "<bdi>" + xml_escaped(timeline::shortened(name, most_name_characters)) + "</bdi>";
}

std::string number_html(double value, const std::string& text) {
  if (!std::isfinite(value)) return xml_escaped(text);
  return fmt::format("<data value=\"{}\">{}</data>", sim::shortest(value), xml_escaped(text));
}

// What is left of rounding reads as nothing; the exact value stands beside.
std::string duration_html(double seconds) {
  return number_html(seconds, sim::duration_text(std::abs(seconds) < least_s ? 0 : seconds));
}
std::string percent_html(double share) {
  return number_html(share, sim::percent_text(std::abs(share) < least_share ? 0 : share));
}
std::string power_html(double power_w) { return number_html(power_w, sim::power_text(power_w)); }
std::string celsius_html(double temperature_c) { return number_html(temperature_c, sim::celsius_text(temperature_c)); }
std::string plain_html(double value) { return number_html(value, sim::number_text(value)); }

std::string paragraph(const std::string& html) { return "<p>" + html + "</p>\n"; }
std::string heading(const std::string& html) { return "<h3>" + html + "</h3>\n"; }

std::string bullets(const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string out = "<ul>\n";
  for (const std::string& item : items) out += "<li>" + item + "</li>\n";
  return out + "</ul>\n";
}

std::string folded(const std::string& summary, const std::string& html) {
  return "<details><summary>" + summary + "</summary>\n" + html + "</details>\n";
}

Table::Table(std::string caption, std::vector<Column> columns)
    : caption_(std::move(caption)), columns_(std::move(columns)) {
  text_ = "<thead><tr>";
  for (std::size_t i = 0; i < columns_.size(); ++i)
    text_ += opening("th scope=\"col\"", i) + columns_[i].title + "</th>";
  text_ += "</tr></thead>\n<tbody>\n";
}

std::string Table::opening(const char* element, std::size_t column) const {
  const bool is_words = column < columns_.size() && columns_[column].kind == Column::Kind::words;
  return fmt::format("<{}{}>", element, is_words ? " class=\"words\"" : "");
}

void Table::row(const std::vector<std::string>& cells) {
  text_ += "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    text_ += i == 0 ? "<th scope=\"row\">" + cells[i] + "</th>" : opening("td", i) + cells[i] + "</td>";
  }
  text_ += "</tr>\n";
  ++rows_;
}

std::string Table::html() const {
  return fmt::format(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{0}, "
      "table\"><table>\n<caption><span>{0}</span></caption>\n"
      "{1}</tbody></table></div>\n",
      caption_, text_);
}

}  // namespace rackcast::viz

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rackcast::viz {

/// Longest name that a page shows; longer ones are cut in the middle.
inline constexpr std::size_t most_name_characters = 72;

/// A name from a scenario for running text: escaped, cut, and kept from changing the direction of what stands around
/// it.
std::string name_html(std::string_view name);

/// A number as people read it, with the exact value beside: <data value="0.31">31 %</data>. Of one that is unknown or
/// infinite the text alone.
std::string number_html(double value, const std::string& text);
// The usual ones.
std::string duration_html(double seconds);
std::string percent_html(double share);
std::string power_html(double power_w);
std::string celsius_html(double temperature_c);
std::string plain_html(double value);

std::string paragraph(const std::string& html);
std::string heading(const std::string& html);  ///< within a view

/// A list of paragraphs, nothing if there are none.
std::string bullets(const std::vector<std::string>& items);

/// What only some want to see, closed until it is asked for.
std::string folded(const std::string& summary, const std::string& html);

/// A column of a table: figures stand to the right, words to the left and may break.
struct Column {
  enum class Kind { figures, words };

  Column(std::string name, Kind what = Kind::figures) : title(std::move(name)), kind(what) {}
  Column(const char* name, Kind what = Kind::figures) : title(name), kind(what) {}

  std::string title;
  Kind kind;
};
inline Column words(const char* title) { return {title, Column::Kind::words}; }

/// A table; the first cell of each row is its header. Cells are HTML.
class Table {
 public:
  Table(std::string caption, std::vector<Column> columns);
  void row(const std::vector<std::string>& cells);
  bool empty() const { return rows_ == 0; }
  /// In a region of its own, which scrolls sideways where the screen is narrow.
  std::string html() const;

 private:
  std::string opening(const char* element, std::size_t column) const;

  std::string caption_;
  std::vector<Column> columns_;
  std::string text_;
  std::size_t rows_ = 0;
};

}  // namespace rackcast::viz

#include "viz/report/page.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "viz/report/embedded.hpp"
#include "viz/report/html.hpp"
#include "viz/report/page_data.hpp"
#include "viz/report/views.hpp"
#include "viz/write/file.hpp"
#include "viz/write/timeline_style.hpp"
#include "viz/write/xml.hpp"

namespace rackcast::viz {

namespace {

constexpr std::size_t title_characters = 120;

std::string_view web_file(std::string_view path) {
  for (const EmbeddedFile& file : embedded_web()) {
    if (file.path == path) return file.text;
  }
  throw std::logic_error("the binary carries no " + std::string(path));
}

// No network, whatever a browser is asked to do: only what stands in the page.
constexpr const char* policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:";

std::string head(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<title>{} · Rackcast</title>\n<style>\n{}{}</style>\n</head>\n",
      policy, title, web_file("report.css"), web_file("viewer.css"));
}

std::string navigation() {
  std::string out = "<nav aria-label=\"Views\"><ul>\n";
  for (const View& view : views()) out += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", view.id, view.title);
  return out + "</ul></nav>\n";
}

std::string section(const View& view, const RunFolder& run) {
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\" tabindex=\"-1\">\n<h2 id=\"{0}-title\">{1}</h2>\n"
      "<p class=\"about\">{2}</p>\n{3}</section>\n",
      view.id, view.title, view.about, view.html(run));
}

}  // namespace

std::string page_html(const std::string& title, const char* product, const std::string& navigation,
                      const std::string& body, const std::string& scripts) {
  const std::string shown = xml_escaped(timeline::shortened(title, title_characters));
  std::string out = head(shown);
  out += "<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n";
  out += fmt::format("<header><p class=\"product\">{}</p>\n<h1><bdi>{}</bdi></h1>\n</header>\n", product, shown);
  out += navigation + "<main id=\"main\">\n" + body + "</main>\n";
  out += "<footer><p>This page holds everything it shows and loads nothing.</p></footer>\n";
  return out + scripts + "</body>\n</html>\n";
}

std::string report_page(const RunFolder& run) {
  std::string body;
  for (const View& view : views()) body += section(view, run);
  std::string scripts = "<script type=\"application/json\" id=\"rackcast-data\">" + page_data(run) + "</script>\n";
  // Empty where the viewer was not built: the page is static then, and whole.
  if (!web_file("viewer.js").empty()) {
    scripts += fmt::format("<script id=\"rackcast-viewer\">\n{}</script>\n", web_file("viewer.js"));
  }
  return page_html(run.forecast.title, "Rackcast forecast", navigation(), body, scripts);
}

void write_report(const std::filesystem::path& folder) {
  const std::string page = report_page(read_run(folder));
  write_file(folder / report_name, [&](const Sink& sink) { sink(page); });
}

}  // namespace rackcast::viz

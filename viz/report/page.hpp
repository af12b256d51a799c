#pragma once

#include <filesystem>
#include <string>

#include "viz/report/run_folder.hpp"

namespace rackcast::viz {

inline constexpr const char* report_name = "report.html";

/// A page around `body` (sections, as HTML): head, style, header, navigation where there is one, footer, `scripts`
/// last.
std::string page_html(const std::string& title, const char* product, const std::string& navigation,
                      const std::string& body, const std::string& scripts);

/// The whole page: one HTML file without scripts from elsewhere, every view of views.hpp as a section, style and data
/// within. The same folder gives the same bytes.
std::string report_page(const RunFolder& run);

/// Reads `folder` and writes report.html into it, under a temporary name until it is whole. Throws FolderUnreadable or
/// EnvironmentError; the rest of the folder stays as it is.
void write_report(const std::filesystem::path& folder);

}  // namespace rackcast::viz

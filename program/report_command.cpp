#include <fmt/format.h>

#include <filesystem>

#include "program/commands.hpp"
#include "program/guarded.hpp"
#include "program/interrupt.hpp"
#include "program/output.hpp"
#include "viz/report/page.hpp"

namespace rackcast::program {

ExitCode report_command(const Arguments& arguments) {
  survive_size_limits();
  ExitCode worst = ExitCode::done;
  for (const std::string& folder : arguments.folders) {
    worst = worse(worst, guarded([&] {
                    viz::write_report(folder);
                    print((std::filesystem::path(folder) / viz::report_name).string() + "\n");
                    return ExitCode::done;
                  }));
  }
  return worst;
}

}  // namespace rackcast::program

#include "program/guarded.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>

#include "program/output.hpp"
#include "viz/export/export.hpp"
#include "viz/report/unreadable.hpp"
#include "viz/write/output_folder.hpp"

namespace rackcast::program {

namespace {

void tell(const std::string& text) { complain("rackcast: " + text + "\n"); }

ExitCode internal_error(const std::string& what) {
  tell("internal error: " + what +
       " (this is a bug in rackcast " RACKCAST_VERSION
       ") please report it with the command, the scenario file and this message");
  return ExitCode::internal_or_environment;
}

ExitCode told(ExitCode code, const std::exception& e) {
  tell(e.what());
  return code;
}

}  // namespace

ExitCode guarded(const std::function<ExitCode()>& action) {
  try {
    return action();
  } catch (const UsageError& e) {
    return told(ExitCode::bad_usage_or_input, e);
  } catch (const viz::FolderNotOurs& e) {
    return told(ExitCode::bad_usage_or_input, e);
  } catch (const viz::FolderUnreadable& e) {
    return told(ExitCode::bad_usage_or_input, e);
  } catch (const viz::ExportImpossible& e) {
    return told(ExitCode::bad_usage_or_input, e);
  } catch (const viz::EnvironmentError& e) {
    return told(ExitCode::internal_or_environment, e);
  } catch (const std::filesystem::filesystem_error& e) {
    return told(ExitCode::internal_or_environment, e);
  } catch (const std::exception& e) {
    return internal_error(e.what());
  } catch (...) {
    return internal_error("an exception of unknown type");
  }
}

void complain_all(const std::vector<scenarios::Diagnostic>& diagnostics) {
  for (const auto& diagnostic : diagnostics) complain(to_string(diagnostic) + "\n");
}

ExitCode worse(ExitCode a, ExitCode b) {
  constexpr std::array order = {ExitCode::done, ExitCode::cannot_run, ExitCode::bad_usage_or_input,
                                ExitCode::interrupted, ExitCode::internal_or_environment};
  const auto rank = [&](ExitCode code) { return std::find(order.begin(), order.end(), code); };
  return rank(a) < rank(b) ? b : a;
}

}  // namespace rackcast::program

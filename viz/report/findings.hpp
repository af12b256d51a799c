#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viz/report/run_folder.hpp"

namespace rackcast::viz {

/// Sentences of a report, as HTML, each derived from the folder's numbers.

/// How long a job takes, how sure that is, and against what it stands.
std::vector<std::string> duration_findings(const RunFolder& run, const JobForecast& job);

/// Which boards are held back, for how much of the time, and by whose air.
std::vector<std::string> heat_findings(const RunFolder& run);

/// Interruptions, trips, alarms.
std::vector<std::string> interruption_findings(const RunFolder& run);

/// What would shorten the job most, the largest loss first; at least one sentence.
std::vector<std::string> changes(const RunFolder& run, const JobForecast& job);

/// "GPU 1" for server.rig.gpu[1]; with its server where the run has several.
std::string board_name(const RunFolder& run, std::string_view path);

/// Ideal and every loss of a job: its mean duration if it finished, the time until the horizon otherwise.
double accounted_s(const JobForecast& job);

}  // namespace rackcast::viz

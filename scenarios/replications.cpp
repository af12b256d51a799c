#include "scenarios/replications.hpp"

#include <omp.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <optional>
#include <utility>

#include "scenarios/statistics.hpp"

namespace rackcast::scenarios {

namespace {

class Executor {
 public:
  Executor(const Scenario& scenario, const RunOptions& options, const ReplicationFunction& run)
      : scenario_(scenario),
        options_(options),
        run_(run),
        total_(scenario.run.replications),
        results_(static_cast<std::size_t>(total_)),
        errors_(static_cast<std::size_t>(total_)),
        lowest_error_(total_) {}

  RunResult run() {
    RunEnd end = RunEnd::complete;
    const int batch = scenario_.run.precision > 0 ? precision_batch : total_;
    for (int begin = 0; begin < total_ && end == RunEnd::complete; begin += batch) {
      const int stop = std::min(total_, begin + batch);
      run_range(begin, stop);
      if (lowest_error_ < total_) std::rethrow_exception(errors_[static_cast<std::size_t>(lowest_error_)]);
      end = end_after(stop);
    }
    return collect(end);
  }

 private:
  bool stopped() const { return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed); }

  void run_range(int begin, int end) {
    const int threads = std::clamp(options_.threads > 0 ? options_.threads : omp_get_max_threads(), 1, end - begin);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) default(none) shared(begin, end)
    for (int i = begin; i < end; ++i) {
      // What lies below a failure has already begun, so the lowest failure does not depend on the threads.
      if (!stopped() && i < lowest_error_.load(std::memory_order_relaxed)) run_index(i);
    }
  }

  void run_index(int i) {
    const auto slot = static_cast<std::size_t>(i);
    try {
      results_[slot] = run_(scenario_, i, i == 0 ? ReplicationKind::sampled : ReplicationKind::plain);
      report(*results_[slot]);
    } catch (const Interrupted&) {
      return;
    } catch (...) {
      errors_[slot] = std::current_exception();
      int lowest = lowest_error_.load();
      while (i < lowest && !lowest_error_.compare_exchange_weak(lowest, i)) {
      }
    }
  }

  void report(const ReplicationResult& result) {
#pragma omp critical(rackcast_progress)
    {
      ++progress_.done;
      progress_.total = total_;
      progress_.simulated_s += result.outcome.end_s;
      progress_.events += result.outcome.events;
      if (options_.progress) options_.progress(progress_);
    }
  }

  RunEnd end_after(int count) const {
    if (stopped() && std::any_of(results_.begin(), results_.end(), [](const auto& r) { return !r; })) {
      return RunEnd::interrupted;
    }
    return scenario_.run.precision > 0 && count < total_ && precise(count) ? RunEnd::precise : RunEnd::complete;
  }

  // Finished jobs by their duration, others as never: they tell nothing of the mean.
  std::vector<double> durations(std::size_t job, int count) const {
    std::vector<double> values;
    for (int i = 0; i < count; ++i) {
      const auto& jobs = results_[static_cast<std::size_t>(i)]->outcome.jobs;
      if (job >= jobs.size()) continue;
      values.push_back(jobs[job].finished ? jobs[job].duration_s : std::numeric_limits<double>::infinity());
    }
    return values;
  }

  bool precise(int count) const {
    for (std::size_t job = 0; job < scenario_.jobs.size(); ++job) {
      if (!(relative_half_width(durations(job, count)) <= scenario_.run.precision)) return false;
    }
    return true;
  }

  RunResult collect(RunEnd end) {
    RunResult out;
    out.end = end;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (results_[i]) out.replications.push_back({static_cast<int>(i), std::move(*results_[i])});
    }
    return out;
  }

  const Scenario& scenario_;
  const RunOptions& options_;
  const ReplicationFunction& run_;
  int total_;
  std::vector<std::optional<ReplicationResult>> results_;
  std::vector<std::exception_ptr> errors_;
  std::atomic<int> lowest_error_;
  Progress progress_;
};

}  // namespace

RunResult run_replications(const Scenario& scenario, const RunOptions& options, const ReplicationFunction& run) {
  return Executor(scenario, options, run).run();
}

}  // namespace rackcast::scenarios

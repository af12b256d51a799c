#include "scenarios/validation/limited_job.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/compute/board_network.hpp"
#include "models/workload/phase_activity.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/validation/csv_table.hpp"
#include "scenarios/validation/embedded_validation.hpp"
#include "scenarios/validation/predict.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double least_busy = 0.02;

double mix(double share, double tensor, double memory) { return share * tensor + (1 - share) * memory; }

/// `busy` of a second in kernels, the rest without data.
models::StepProfile profile(double clock_share, double busy) {
  using namespace models::activity;
  models::StepProfile step;
  step.step_s = 1;
  step.kernel_s = busy;
  step.phases = {{busy, clock_share, mix(clock_share, tensor_kernels.core, memory_kernels.core),
                  mix(clock_share, tensor_kernels.memory, memory_kernels.memory), models::PhaseKind::kernels}};
  if (busy < 1) {
    step.starved_s = 1 - busy;
    step.phases.push_back({1 - busy, 0, starved.core, starved.memory, models::PhaseKind::starved});
  }
  return step;
}

double sustained_hz(const models::GpuSpec& gpu, const models::StepProfile& step, double made_at_hz, double limit_w) {
  return models::sustained_clock_hz(gpu, models::ClockedProfile{step, made_at_hz}, limit_w, validation_inlet_c);
}

/// Mean power of a profile at its own clock, the die at the temperature that follows.
double mean_w(const models::GpuSpec& gpu, const models::StepProfile& step, double clock_hz) {
  const models::GpuPower power(gpu);
  const models::BoardNetwork network = models::board_network(gpu);
  const models::BoardPower heat = models::mean_power(power, {step, clock_hz}, clock_hz, validation_inlet_c);
  const double die_c = models::balanced_die_c(power, network, heat, clock_hz, validation_inlet_c);
  return models::mean_power(power, {step, clock_hz}, clock_hz, die_c).total_w();
}

double busy_share(const models::GpuSpec& gpu, const LimitedJob& job, double clock_hz) {
  if (job.drawn_w == LimitedJob::not_drawn) return 1;
  const double kernels_w = mean_w(gpu, profile(job.clock_share, 1), clock_hz);
  const double starved_w = mean_w(gpu, profile(job.clock_share, least_busy), clock_hz);
  const double above = (job.drawn_w - starved_w) / (kernels_w - starved_w);
  return std::clamp(least_busy + (1 - least_busy) * above, least_busy, 1.0);
}

struct ClassTable {
  CsvTable rows;

  ClassTable() {
    Diagnostics diagnostics{"power_limit_classes.csv"};
    rows = parse_csv(embedded_validation_file("data/power_limit_classes.csv"), "power_limit_classes.csv", diagnostics);
    check_columns(rows, {{"kind", "name", "class", "clock_share"}, {}, {"clock_share"}}, diagnostics);
    if (diagnostics.count() > 0) throw std::logic_error(to_string(diagnostics.sorted().front()));
  }

  static const ClassTable& get() {
    static const ClassTable table;
    return table;
  }
};

std::string_view before_brackets(std::string_view text) {
  text = text.substr(0, text.find('('));
  while (!text.empty() && (text.back() == ' ' || text.back() == '?')) text.remove_suffix(1);
  return text;
}

}  // namespace

LimitedBoard::LimitedBoard(const models::GpuSpec& gpu, const LimitedJob& job)
    : gpu_(gpu),
      job_(job),
      reference_hz_(sustained_hz(gpu, profile(job.clock_share, 1), gpu.max_clock_hz, job.reference_w)),
      busy_(busy_share(gpu, job, reference_hz_)),
      step_(profile(job.clock_share, busy_)) {}

LimitedRun LimitedBoard::under(double limit_w) const {
  const double clock_hz = sustained_hz(gpu_, step_, reference_hz_, limit_w);
  const double kernels = job_.clock_share * reference_hz_ / clock_hz + 1 - job_.clock_share;
  return {clock_hz, 1 / (busy_ * kernels + 1 - busy_)};
}

double LimitedBoard::power_w(double limit_w) const {
  return std::min(limit_w, mean_w(gpu_, step_, under(limit_w).clock_hz));
}

std::string workload_class(std::string_view description) {
  const CsvTable& rows = ClassTable::get().rows;
  for (std::size_t i = 0; i < rows.lines.size(); ++i) {
    const CsvRow row{rows, i};
    if (row.text("kind") == "word" && description.find(row.text("name")) != std::string_view::npos) {
      return row.text("class");
    }
  }
  return {};
}

double class_clock_share(std::string_view workload_class, std::string_view gpu) {
  const CsvTable& rows = ClassTable::get().rows;
  double any = 1;
  for (std::size_t i = 0; i < rows.lines.size(); ++i) {
    const CsvRow row{rows, i};
    if (row.text("kind") != "share" || row.text("class") != workload_class) continue;
    if (row.text("name") == gpu) return row.number("clock_share").value_or(any);
    if (row.text("name") == "any") any = row.number("clock_share").value_or(any);
  }
  return any;
}

const models::GpuSpec* published_gpu(const Catalog& catalog, const PublishedNames& names, std::string_view published) {
  for (const std::string_view name : {published, before_brackets(published)}) {
    const std::string mapped = names.find("gpu", name);
    if (const auto* gpu = catalog.gpu(mapped.empty() ? name : std::string_view(mapped))) return gpu;
  }
  return nullptr;
}

}  // namespace rackcast::scenarios

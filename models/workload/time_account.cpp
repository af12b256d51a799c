#include "models/workload/time_account.hpp"

namespace rackcast::models {

void TimeAccount::train(double steps, double seconds, const NestedSteps& nested) {
  const double ideal_s = steps * nested.ideal_s;
  const double power_s = steps * (nested.power_s - nested.ideal_s);
  const double supply_s = steps * (nested.supply_s - nested.power_s);
  const double thermal_s = steps * (nested.thermal_s - nested.supply_s);
  tentative_ideal_s_ += ideal_s;
  tentative_s_[index(Loss::power_limit)] += power_s;
  tentative_s_[index(Loss::supply_loss)] += supply_s;
  tentative_s_[index(Loss::thermal)] += thermal_s;
  const double starved_s = steps * nested.starved_s;
  tentative_s_[index(Loss::data_input)] += starved_s;
  // The actual step is the slowest board's and what it waits for data: the rest of what passed.
  tentative_s_[index(Loss::straggler)] += seconds - ideal_s - power_s - supply_s - thermal_s - starved_s;
}

void TimeAccount::keep() {
  ideal_s_ += tentative_ideal_s_;
  for (std::size_t i = 0; i < loss_count; ++i) lost_s_[i] += tentative_s_[i];
  tentative_ideal_s_ = 0;
  tentative_s_.fill(0);
}

void TimeAccount::lose() {
  double spent_s = tentative_ideal_s_;
  for (const double part_s : tentative_s_) spent_s += part_s;
  lost_s_[index(Loss::rework)] += spent_s;
  tentative_ideal_s_ = 0;
  tentative_s_.fill(0);
}

}  // namespace rackcast::models

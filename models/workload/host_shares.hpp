#pragma once

#include <vector>

namespace rackcast::models {

/// What one job asks of the parts of a server that its jobs share. A unit of work is a training step, a checkpoint or
/// an evaluation pass.
struct HostNeed {
  double rate_hz = 0;    ///< units a second if it had the parts for itself and they were ever so fast; 0: asks nothing
  double storage_s = 0;  ///< of the storage's time, a unit
  double cpu_s = 0;      ///< of the time of all cores, a unit
};

/// Units a second that each job gets when storage and cores are divided by max-min fairness: the share of the part that
/// a job needs most rises equally for all, until the job has what it asks for or a part that it needs is used up
/// (dominant resource fairness: Ghodsi et al., NSDI 2011). Never more than asked for; no part is used for more than all
/// of its time, to rounding; a job alone gets the lesser of what it asks for and what its slowest part gives; equal
/// jobs get equal rates. Does not depend on the order of the jobs but for rounding. Pure.
std::vector<double> fair_rates(const std::vector<HostNeed>& needs);

/// Divides `whole` by max-min fairness among those that can use no more than `most` each: equal shares, and what one
/// does not need goes to the others. Pure.
std::vector<double> fair_shares(double whole, const std::vector<double>& most);

}  // namespace rackcast::models

#pragma once

namespace rackcast::scenarios {

/// Two-sided 95 % point of Student's t: P(|T| ≤ t) = 0.95, for `degrees` ≥ 1 degrees of freedom. The distribution
/// function is summed as the finite series of Abramowitz and Stegun 26.7.3–4 and inverted by bisection; from 200
/// degrees on the expansion of their 26.7.5 is used. Relative error below 1e-11. Basic arithmetic only: the same bits
/// everywhere.
double student_t_95(int degrees);

}  // namespace rackcast::scenarios

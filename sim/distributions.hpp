#pragma once

namespace rackcast::sim {

/// Inverse distribution functions: u uniform in (0, 1) gives a draw. Written out because the standard library's
/// distributions differ between implementations.

/// Exponential with the given mean: −mean·log(1 − u).
double exponential(double u, double mean);

/// Standard normal, Wichura's AS 241 (PPND16), relative error about 1e-15.
double normal(double u);

/// Log-normal with median 1: exp(sd·normal(u)).
double lognormal(double u, double sd);

}  // namespace rackcast::sim

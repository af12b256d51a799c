#pragma once

#include <cstddef>
#include <vector>

namespace rackcast::sim {

/// Eigenvalues in ascending order and orthonormal eigenvectors of a symmetric matrix.
struct Eigenpairs {
  std::vector<double> values;
  std::vector<double> vectors;  ///< component i of vector k at i·n + k
};

/// Cyclic Jacobi rotations (Golub and Van Loan, Matrix Computations, 8.5) on the n × n matrix `a`. Only additions,
/// multiplications, divisions and square roots in a fixed order: the same bits for every compiler and level of
/// optimisation, which libraries of linear algebra do not promise.
Eigenpairs symmetric_eigenpairs(std::vector<double> a, std::size_t n);

}  // namespace rackcast::sim

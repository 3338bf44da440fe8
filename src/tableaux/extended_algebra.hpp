// tableaux/extended_algebra.hpp
//
// The dense algebra that coefficients need in extended precision, compiled once for everybody: each file that made its own
// would cost ten seconds to compile.
#pragma once

#include <Eigen/Core>

#include <complex>

namespace dashpot::tableaux {

using ExtendedMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using ExtendedVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
using ExtendedComplexMatrix = Eigen::Matrix<std::complex<long double>, Eigen::Dynamic, Eigen::Dynamic>;
using ExtendedComplexVector = Eigen::Matrix<std::complex<long double>, Eigen::Dynamic, 1>;

[[nodiscard]] ExtendedMatrix inverse(const ExtendedMatrix& matrix);

/// matrix = vectors diag(values) rows, in no particular order.
struct ExtendedModes {
  ExtendedComplexVector values;
  ExtendedComplexMatrix vectors;
  ExtendedComplexMatrix rows;
};

[[nodiscard]] ExtendedModes modesOf(const ExtendedMatrix& matrix);

}  // namespace dashpot::tableaux

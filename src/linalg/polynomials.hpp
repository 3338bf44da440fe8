// Polynomials of several components at many places: the interpolant of a step at the points of a result.
#pragma once

#include <cstddef>
#include <span>

namespace dashpot::linalg {

/// base + sum of c_d theta^d, d = 1 .. degree, by Horner's rule, for n components: c_1 of all, then c_2 of all. The
/// thetas come in fours, and so do the values (base/by_fours.hpp). The bits are those of each alone.
void evaluateByFours(std::span<const double> coefficients, int degree, std::span<const double> base,
                     std::span<const double> thetas, double* values);

}  // namespace dashpot::linalg

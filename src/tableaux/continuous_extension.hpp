// Weights between the steps for Runge-Kutta methods that were published without them.
#pragma once

#include "tableaux/implicit_rk.hpp"

namespace dashpot::tableaux {

/// b(theta) = sum_k weights.col(k-1) theta^k of the given degree that satisfies the order conditions up to `order` for
/// every theta and ends in b at theta = 1; of least norm where that leaves a choice. Empty when the stages do not allow
/// it.
ExtendedMatrix leastNormExtension(const ExtendedMatrix& a, const ExtendedVector& b, int order, int degree);

/// The polynomial b_i(theta) = integral from 0 to theta of the i-th Lagrange polynomial of the nodes: what a formula
/// has that integrates the interpolated slopes.
ExtendedMatrix integratedLagrange(const ExtendedVector& nodes);

}  // namespace dashpot::tableaux

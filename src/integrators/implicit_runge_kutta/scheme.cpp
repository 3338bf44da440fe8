#include "integrators/implicit_runge_kutta/scheme.hpp"

#include <cmath>
#include <vector>

namespace dashpot::integrators {
namespace {

using tableaux::ExtendedMatrix;
using tableaux::ExtendedVector;

void assign(ImplicitScheme::Row& row, const ExtendedVector& values) {
  for (Eigen::Index i = 0; i < values.size(); ++i) row[static_cast<std::size_t>(i)] = static_cast<double>(values(i));
}

void assign(ImplicitScheme::Square& square, const ExtendedMatrix& values) {
  for (Eigen::Index i = 0; i < values.rows(); ++i)
    assign(square[static_cast<std::size_t>(i)], values.row(i).transpose());
}

}  // namespace

ImplicitScheme::ImplicitScheme(const tableaux::ImplicitTable& table)
    : stages(table.stages()), order(table.order), embeddedOrder(table.embeddedOrder) {
  const ExtendedMatrix inverse = tableaux::inverse(table.a);
  const tableaux::ExtendedModes modes = tableaux::modesOf(inverse);
  ExtendedMatrix t(stages, stages);
  int column = stages % 2;
  for (Eigen::Index k = 0; k < stages; ++k) {
    const std::complex<long double> mu = modes.values(k);
    tableaux::ExtendedComplexVector v = modes.vectors.col(k);
    v /= v(stages - 1);
    v(stages - 1) = 1;  // which the quotient may be only up to rounding
    if (std::abs(mu.imag()) < 1e-12L) {
      hasReal = true;
      realEigenvalue = static_cast<double>(mu.real());
      t.col(0) = v.real();
    } else if (mu.imag() > 0) {
      eigenvalues[static_cast<std::size_t>(pairs++)] = std::complex<double>(mu);
      t.col(column++) = v.real();
      t.col(column++) = -v.imag();
    }
  }
  assign(toStages, t);
  assign(toModes, tableaux::inverse(t));
  assign(toStagesByColumn, t.transpose());
  assign(toModesByColumn, tableaux::inverse(t).transpose());
  assign(c, table.c);
  assign(slope, inverse.row(stages - 1).transpose());
  assign(error, ((table.bHat - table.b).transpose() * inverse).transpose());
  slopeWeight = static_cast<double>(table.slopeWeight);
  startIsNode_ = c[0] == 0;
  for (int i = 0; i < stages; ++i) {
    long double product = startIsNode_ ? 1 : table.c(i);
    for (int j = 0; j < stages; ++j)
      if (j != i) product *= table.c(i) - table.c(j);
    lagrange_[i] = static_cast<double>(1 / product);
  }
  degree_ = static_cast<int>(table.dense.cols());
  const ExtendedMatrix dense = inverse.transpose() * table.dense;
  for (int k = 0; k < degree_; ++k) assign(dense_[static_cast<std::size_t>(k)], dense.col(k));
}

void ImplicitScheme::interpolation(double theta, Row& weights) const {
  if (!startIsNode_) return extrapolation(theta, weights);
  weights.fill(0);
  for (int k = degree_; k-- > 0;)
    for (int i = 0; i < stages; ++i) weights[i] = (weights[i] + dense_[k][i]) * theta;
}

void ImplicitScheme::extrapolation(double theta, Row& weights) const {
  // Lagrange polynomials, each product of differences split into the factors before and after the one left out.
  double before = startIsNode_ ? 1 : theta;
  for (int i = 0; i < stages; ++i) {
    weights[i] = before * lagrange_[i];
    before *= theta - c[i];
  }
  double after = 1;
  for (int i = stages; i-- > 0;) {
    weights[i] *= after;
    after *= theta - c[i];
  }
}

}  // namespace dashpot::integrators

// States along the trajectory of a test problem, found by the linearly implicit Euler method: rough, but independent of
// the integrators.
#pragma once

#include "problems/problems.hpp"

#include <Eigen/SparseCore>

#include <vector>

namespace dashpot::problems::testing {

struct Point {
  double t;
  Vector y;
};

using SparseMatrix = Eigen::SparseMatrix<double>;

SparseMatrix toMatrix(int n, const SparsityPattern& pattern, const Vector& values);
SparseMatrix jacobianAt(const Problem& problem, double t, ConstView y);
SparseMatrix massOf(const Problem& problem);

/// One step of the linearly implicit Euler method; false: F is not defined at its end.
bool advance(const Problem& problem, const SparseMatrix& mass, double h, Point& point);

/// About thirty points: steps grow from 1e-9 of the interval to 1/400 of it, then every twentieth is taken. Where a
/// step fails, the points end early; the reference, where there is one, is always the last.
std::vector<Point> pointsAlong(const TestProblem& test);

}  // namespace dashpot::problems::testing

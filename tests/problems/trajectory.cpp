#include "trajectory.hpp"

#include <Eigen/SparseLU>

#include <algorithm>
#include <cmath>

namespace dashpot::problems::testing {

SparseMatrix toMatrix(int n, const SparsityPattern& pattern, const Vector& values) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0, k = 0; j < n; ++j) {
    const int first = pattern.dense() ? 0 : pattern.columnStart[j];
    const int last = pattern.dense() ? n : pattern.columnStart[j + 1];
    for (int p = first; p < last; ++p) entries.emplace_back(pattern.dense() ? p : pattern.rows[p], j, values[k++]);
  }
  SparseMatrix matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

SparseMatrix jacobianAt(const Problem& problem, double t, ConstView y) {
  Vector values(problem.jacobian->pattern.nonZeros(problem.size));
  problem.jacobian->values(t, y, values);
  return toMatrix(problem.size, problem.jacobian->pattern, values);
}

SparseMatrix massOf(const Problem& problem) {
  SparseMatrix matrix(problem.size, problem.size);
  matrix.setIdentity();
  if (problem.mass.kind == MassMatrix::Kind::diagonal)
    for (int i = 0; i < problem.size; ++i) matrix.coeffRef(i, i) = problem.mass.values[i];
  if (problem.mass.kind == MassMatrix::Kind::sparse)
    return toMatrix(problem.size, problem.mass.pattern, problem.mass.values);
  return matrix;
}

bool advance(const Problem& problem, const SparseMatrix& mass, double h, Point& point) {
  Eigen::VectorXd f(problem.size);
  const View view(f.data(), static_cast<std::size_t>(problem.size));
  if (problem.rhs(point.t + h, point.y, view) != Evaluation::ok) return false;
  Eigen::SparseLU<SparseMatrix> lu(SparseMatrix(mass / h - jacobianAt(problem, point.t + h, point.y)));
  if (lu.info() != Eigen::Success) return false;
  const Eigen::VectorXd change = lu.solve(f);
  for (int k = 0; k < problem.size; ++k) point.y[k] += change[k];
  point.t += h;
  return change.allFinite() && problem.rhs(point.t, point.y, view) == Evaluation::ok;
}

std::vector<Point> pointsAlong(const TestProblem& test) {
  const SparseMatrix mass = massOf(test.problem);
  const double interval = test.end - test.start, largestStep = interval / 400;
  std::vector<Point> points{{test.start, test.initial}};
  Point point = points.back();
  double h = 1e-9 * interval;
  for (int step = 1; point.t + h < test.end && advance(test.problem, mass, h, point); ++step) {
    if (h < largestStep || step % 20 == 0) points.push_back(point);
    h = std::min(6 * h, largestStep);
  }
  if (!test.reference.empty()) points.push_back({test.end, test.reference});
  return points;
}

}  // namespace dashpot::problems::testing

// Every problem's Jacobian and dF/dt against central differences, at perturbed points along its trajectory.
#include "problems/problems.hpp"
#include "trajectory.hpp"

#include <gtest/gtest.h>

#include <random>

namespace dashpot::problems {
namespace {

using testing::jacobianAt;
using testing::Point;
using testing::pointsAlong;
using testing::SparseMatrix;

double scaleOf(const TestProblem& test, ConstView y, int i) { return std::max(std::abs(y[i]), test.absoluteScale[i]); }

Point perturbed(const TestProblem& test, Point point, std::mt19937& random) {
  std::uniform_real_distribution<double> noise(-1e-3, 1e-3);
  for (int i = 0; i < test.problem.size; ++i) point.y[i] += noise(random) * scaleOf(test, point.y, i);
  return point;
}

Vector valueOf(const TestProblem& test, double t, const Vector& y) {
  Vector f(test.problem.size);
  EXPECT_EQ(test.problem.rhs(t, y, f), Evaluation::ok) << test.name << " at t = " << t;
  return f;
}

/// The central difference with a step of 2 h and its own error, estimated from the step of half that size.
struct Difference {
  double value, error;
};
template <class Evaluate>
std::vector<Difference> differences(Evaluate&& at, double h) {
  const Vector plus = at(h), minus = at(-h), halfPlus = at(h / 2), halfMinus = at(-h / 2);
  std::vector<Difference> result;
  for (std::size_t i = 0; i < plus.size(); ++i) {
    const double coarse = (plus[i] - minus[i]) / (2 * h), fine = (halfPlus[i] - halfMinus[i]) / h;
    const double rounding = 1e-15 * (std::abs(plus[i]) + std::abs(minus[i])) / h;
    result.push_back({fine + (fine - coarse) / 3, std::abs(fine - coarse) + 10 * rounding});
  }
  return result;
}

/// The size of the terms in row i, in units of F: what a difference of F can resolve is relative to this.
Vector rowScales(const TestProblem& test, const SparseMatrix& jacobian, ConstView y) {
  Vector scales(test.problem.size, 0.0);
  for (int j = 0; j < jacobian.outerSize(); ++j)
    for (SparseMatrix::InnerIterator entry(jacobian, j); entry; ++entry)
      scales[entry.row()] = std::max(scales[entry.row()], std::abs(entry.value()) * scaleOf(test, y, j));
  return scales;
}

class EveryProblem : public ::testing::TestWithParam<std::string_view> {
 protected:
  TestProblem test = *find(GetParam());
  int columnsPerPoint() const { return test.problem.size > 100 ? 10 : test.problem.size; }
};

TEST_P(EveryProblem, JacobianAgreesWithDifferences) {
  std::mt19937 random(7);
  for (const Point& onTrajectory : pointsAlong(test)) {
    const Point point = perturbed(test, onTrajectory, random);
    const SparseMatrix jacobian = jacobianAt(test.problem, point.t, point.y);
    const Vector scales = rowScales(test, jacobian, point.y);
    for (int c = 0; c < columnsPerPoint(); ++c) {
      const int j = test.problem.size > 100 ? static_cast<int>(random() % test.problem.size) : c;
      const double unit = scaleOf(test, point.y, j);
      const auto column = differences(
          [&](double step) {
            Vector y = point.y;
            y[j] += step;
            return valueOf(test, point.t, y);
          },
          1e-5 * unit);
      for (int i = 0; i < test.problem.size; ++i) {
        const double exact = jacobian.coeff(i, j);
        const double allowed = 1e-6 * std::max(std::abs(exact), scales[i] * 1e-3 / unit) + column[i].error;
        EXPECT_NEAR(exact, column[i].value, allowed) << "dF" << i << "/dy" << j << " at t = " << point.t;
      }
    }
  }
}

TEST_P(EveryProblem, TimeDerivativeAgreesWithDifferences) {
  if (test.problem.autonomous) {
    const Vector y = test.initial;
    EXPECT_EQ(valueOf(test, test.start, y), valueOf(test, test.end, y));
    EXPECT_FALSE(test.problem.timeDerivative);
    return;
  }
  std::mt19937 random(11);
  for (const Point& onTrajectory : pointsAlong(test)) {
    const Point point = perturbed(test, onTrajectory, random);
    const double h = 1e-6 * (test.end - test.start);
    const auto jumpsNear = [&](double jump) { return std::abs(jump - point.t) < 2 * h; };
    if (point.t < 2 * h || std::ranges::any_of(test.problem.discontinuities, jumpsNear)) continue;
    Vector exact(test.problem.size);
    ASSERT_EQ(test.problem.timeDerivative(point.t, point.y, exact), Evaluation::ok);
    const auto ft = differences([&](double step) { return valueOf(test, point.t + step, point.y); }, h);
    double largest = 0;
    for (double value : exact) largest = std::max(largest, std::abs(value));
    for (int i = 0; i < test.problem.size; ++i)
      EXPECT_NEAR(exact[i], ft[i].value, 1e-6 * largest + ft[i].error) << "dF" << i << "/dt at t = " << point.t;
  }
}

std::string testName(const ::testing::TestParamInfo<std::string_view>& instance) {
  std::string name(instance.param);
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Problems, EveryProblem, ::testing::ValuesIn(names()), testName);
INSTANTIATE_TEST_SUITE_P(Published, EveryProblem, ::testing::ValuesIn(publishedNames()), testName);

}  // namespace
}  // namespace dashpot::problems

// The fluid power circuits against published laws and figures.
#include "linalg/decompositions.hpp"
#include "problems/fluid_power.hpp"
#include "trajectory.hpp"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::problems {
namespace {

TEST(FluidPower, BulkModulusFollowsTait) {
  const Oil oil;
  EXPECT_NEAR(BulkModulus(oil, 0.0).value, 1.5e9, 1);
  EXPECT_NEAR(BulkModulus(oil, 100 * bar).value, 1.6007e9, 1e5);
  EXPECT_NEAR(BulkModulus(oil, 0.0).slope, 10.11, 2e-3);
  EXPECT_FALSE(BulkModulus(oil, -2e8).defined);
}

TEST(FluidPower, OrificeIsSmoothAtTheTransition) {
  const Oil oil;
  for (auto [diameter, transition] : {std::pair{4e-3, 1.529e5}, {6e-3, 6.797e4}, {9.5e-3, 2.711e4}}) {
    const Orifice orifice(oil, diameter);
    const double area = std::numbers::pi * diameter * diameter / 4, pressure = 1.01 * transition;
    const double turbulent = oil.dischargeCoefficient * area * std::sqrt(2 * pressure / oil.density);
    EXPECT_NEAR(orifice.flow(pressure).value, turbulent, 1e-12 * turbulent);
    EXPECT_GT(std::abs(orifice.flow(0.98 * transition).value - turbulent * std::sqrt(0.98 / 1.01)), 1e-6 * turbulent);
    const OrificeFlow below = orifice.flow(transition * 0.999), above = orifice.flow(transition * 1.001);
    EXPECT_NEAR(below.value, above.value, 2e-3 * above.value);
    EXPECT_NEAR(below.slope, above.slope, 1e-2 * above.slope);
    EXPECT_EQ(orifice.flow(-1e6).value, -orifice.flow(1e6).value);
    EXPECT_EQ(orifice.flow(-1e6).slope, orifice.flow(1e6).slope);
    EXPECT_TRUE(std::isfinite(orifice.flow(0.0).slope));
    EXPECT_EQ(orifice.flow(1e6, 0).value, 0);
    EXPECT_EQ(orifice.flow(1e6, 0).slope, 0);
  }
}

TEST(FluidPower, TwoVolumesRestWhereTheMeanFlowPasses) {
  EXPECT_NEAR(twoVolume().initial[0], 153.03720 * bar, 1);
  EXPECT_NEAR(twoVolume().initial[1], 76.51860 * bar, 1);
  EXPECT_NEAR(twoVolume(twoVolumeRealTime2()).initial[0], 9163338.79, 0.01);
  EXPECT_NEAR(twoVolume(twoVolumeRealTime2()).initial[1], 7651860.22, 0.01);
}

TEST(FluidPower, TwoVolumesHaveTheKnownEigenvalues) {
  const auto eigenvalues = [](const TwoVolumeParameters& parameters) {
    TwoVolumeParameters resting = parameters;
    resting.start.reset();
    const TestProblem test = twoVolume(resting);
    return linalg::eigenvalues(testing::jacobianAt(test.problem, 0, test.initial)).real().eval();
  };
  EXPECT_NEAR(eigenvalues(twoVolumeRealTime1()).minCoeff(), -2182, 1);
  EXPECT_NEAR(eigenvalues(twoVolumeRealTime1()).maxCoeff(), -20.4, 0.1);
  EXPECT_NEAR(eigenvalues(twoVolumeRealTime2()).minCoeff(), -5.28e4, 100);
  EXPECT_NEAR(eigenvalues(twoVolumeOffline1()).minCoeff(), -1.08e4, 100);
}

/// y1 = y0 + h ((1 - theta) F(y0) + theta F(y1)) by Newton's method.
Vector thetaStep(const Problem& problem, double t, const Vector& y0, double h, double theta) {
  const int n = problem.size;
  Vector y1 = y0, f0(n), f1(n);
  problem.rhs(t, y0, f0);
  for (int iteration = 0; iteration < 20; ++iteration) {
    problem.rhs(t + h, y1, f1);
    Eigen::VectorXd residual(n);
    for (int i = 0; i < n; ++i) residual[i] = y1[i] - y0[i] - h * ((1 - theta) * f0[i] + theta * f1[i]);
    const Eigen::MatrixXd jacobian = testing::jacobianAt(problem, t + h, y1);
    const Eigen::MatrixXd w = Eigen::MatrixXd::Identity(n, n) - h * theta * jacobian;
    const Eigen::VectorXd change = w.lu().solve(residual);
    for (int i = 0; i < n; ++i) y1[i] -= change[i];
  }
  return y1;
}

TEST(FluidPower, TrapezoidalRuleRingsWhereBackwardEulerIsSmooth) {
  const TestProblem test = twoVolume(twoVolumeStability());
  const double h = 0.01;
  const auto sequence = [&](double theta, std::size_t count) {
    Vector pressures, y = test.initial;
    for (std::size_t i = 0; i < count; ++i) {
      y = thetaStep(test.problem, i * h, y, h, theta);
      pressures.push_back(y[0] / bar);
    }
    return pressures;
  };
  const Vector trapezoidal{195.1, 84.2, 159.1, 108.9, 146.2, 123.8, 142.4, 132.6};
  const Vector backwardEuler{113.8, 122.3, 125.7, 128.5, 130.9, 133.1};
  const Vector ours = sequence(0.5, trapezoidal.size()), oursEuler = sequence(1, backwardEuler.size());
  for (std::size_t i = 0; i < trapezoidal.size(); ++i) EXPECT_NEAR(ours[i], trapezoidal[i], 0.06) << i;
  for (std::size_t i = 0; i < backwardEuler.size(); ++i) EXPECT_NEAR(oursEuler[i], backwardEuler[i], 0.06) << i;
}

TEST(FluidPower, TheCylinderCircuitHasTheKnownPattern) {
  const TestProblem test = cylinderCircuit();
  const auto nonZeros = [&](double t, double direction) {
    Vector y = test.initial;
    for (int i = 0; i < test.problem.size; ++i) y[i] += direction * 0.01 * test.absoluteScale[i] * (i + 1);
    y[10] = 120 * bar;
    y[12] = 1e-7;
    const auto jacobian = testing::jacobianAt(test.problem, t, y);
    int count = 0;
    for (int j = 0; j < jacobian.outerSize(); ++j)
      for (testing::SparseMatrix::InnerIterator entry(jacobian, j); entry; ++entry) count += entry.value() != 0;
    return count;
  };
  EXPECT_EQ(nonZeros(0.5, 1), 33);  // closed
  EXPECT_EQ(nonZeros(1.5, 1), 39);  // u > 0
  EXPECT_EQ(nonZeros(4.5, 1), 39);  // u < 0
}

TEST(FluidPower, TheReliefValveRestsAtTheKnownPressure) {
  TestProblem test = cylinderCircuit();
  Vector f(test.problem.size);
  test.problem.rhs(0.5, test.reference, f);
  EXPECT_NEAR(test.reference[10], 12358587, 1);  // 25 l/min through the relief valve
  EXPECT_NEAR(f[10] / 1e9 * 1e-3, 0, 1e-9 * 25 * litrePerMinute);
}

TEST(FluidPower, InputsCanBeHeld) {
  const TestProblem test = twoVolume();
  Vector held(2), there(2), ft(2);
  test.problem.rhs(0.03, test.initial, there);
  test.problem.holdInputs(0.03);
  test.problem.rhs(0.04, test.initial, held);
  EXPECT_EQ(held, there);
  test.problem.timeDerivative(0.04, test.initial, ft);
  EXPECT_EQ(ft, Vector(2, 0.0));
  test.problem.holdInputs(std::nullopt);
  test.problem.rhs(0.04, test.initial, held);
  EXPECT_NE(held, there);
}

TEST(FluidPower, InputsJumpFromTheRight) {
  const PumpFlow pump = twoVolumeOffline1().pump;
  EXPECT_DOUBLE_EQ(pump.value(std::nextafter(1.0, 0.0)), 60 * litrePerMinute);
  EXPECT_DOUBLE_EQ(pump.value(1.0), 30 * litrePerMinute);
  EXPECT_EQ(pump.jumps(), (Vector{1, 2}));
  EXPECT_EQ(twoVolumeRealTime1().pump.jumps(), (Vector{0.8}));
}

}  // namespace
}  // namespace dashpot::problems

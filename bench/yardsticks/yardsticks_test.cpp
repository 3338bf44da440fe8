// A yardstick that is wrong measures nothing: each must reach the published values, by each way of giving the Jacobian.
#include "yardsticks/yardsticks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <ostream>
#include <vector>

namespace dashpot::yardsticks {
namespace {

struct Yardstick {
  const char* name;
  Result (*run)(const System&, double, double, std::span<double>, const Options&);
};

void PrintTo(const Yardstick& yardstick, std::ostream* out) { *out << yardstick.name; }

/// Robertson (1966): three species, rates that differ by nine orders of magnitude.
struct Robertson {
  int size() const { return 3; }
  void rhs(double, const double* y, double* f) const {
    f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
    f[2] = 3e7 * y[1] * y[1];
    f[1] = -f[0] - f[2];
  }
  void jacobian(double, const double* y, double* J, int stride) const {
    J[0] = -0.04, J[stride] = 1e4 * y[2], J[2 * stride] = 1e4 * y[1];
    J[2] = 0, J[2 + stride] = 6e7 * y[1], J[2 + 2 * stride] = 0;
    for (int j = 0; j < 3; ++j) J[1 + j * stride] = -J[j * stride] - J[2 + j * stride];
  }
};

// At t = 40 (the example problem in the documentation of LSODE and CVODE).
constexpr std::array robertsonAt40{0.7158270687, 9.185534e-6, 0.2841637};

/// u_t = u_xx on [0, 1] with u = 0 at both ends, by central differences: a tridiagonal system. The discrete sine is an
/// eigenvector with eigenvalue −(4/Δ²) sin²(πΔ/2), so the exact solution is known.
struct Heat {
  static constexpr int points = 39;
  static constexpr double inverseSquare = (points + 1.0) * (points + 1.0);
  int size() const { return points; }
  void rhs(double, const double* u, double* f) const {
    for (int i = 0; i < points; ++i) {
      const double left = i > 0 ? u[i - 1] : 0, right = i + 1 < points ? u[i + 1] : 0;
      f[i] = inverseSquare * (left - 2 * u[i] + right);
    }
  }
  void jacobian(double, const double*, double* J, int stride) const {
    for (int j = 0; j < points; ++j) {
      if (j > 0) J[0 + j * stride] = inverseSquare;
      J[1 + j * stride] = -2 * inverseSquare;
      if (j + 1 < points) J[2 + j * stride] = inverseSquare;
    }
  }
  static std::vector<double> exact(double t) {
    const double half = std::sin(std::numbers::pi / (points + 1) / 2);
    std::vector<double> u(points);
    for (int i = 0; i < points; ++i)
      u[i] = std::exp(-4 * inverseSquare * half * half * t) * std::sin(std::numbers::pi * (i + 1) / (points + 1));
    return u;
  }
};

constexpr Options tight{.relativeTolerance = 1e-9, .absoluteTolerance = 1e-13};

void expectRobertson(const std::vector<double>& y) {
  for (std::size_t i = 0; i < y.size(); ++i) EXPECT_NEAR(y[i] / robertsonAt40[i], 1, 3e-7) << "component " << i;
}

void expectPlausibleCounts(const Result& result) {
  EXPECT_GT(result.steps, 10);
  EXPECT_GT(result.rhsEvals, result.steps);
  EXPECT_GT(result.jacEvals, 0);
  EXPECT_GT(result.lu, 0);
}

class EachYardstick : public ::testing::TestWithParam<Yardstick> {
 protected:
  void SetUp() override {
    const System decay{.size = 1,
                       .rhs = [](double, const double* y, double* f, void*) { f[0] = -y[0]; },
                       .jacobian = [](double, const double*, double* J, int, void*) { J[0] = -1; }};
    std::vector<double> y{1};
    if (GetParam().run(decay, 0, 1, y, {}).status == Status::notBuilt) GTEST_SKIP() << "its source was not available";
  }

  Result solve(const System& system, double end, std::vector<double>& y, const Options& options = tight) {
    const Result result = GetParam().run(system, 0, end, y, options);
    EXPECT_EQ(result.status, Status::finished) << "code " << result.code;
    return result;
  }
};
class EachGeneralYardstick : public EachYardstick {};  // that takes whatever form of y' = F(t, y)
class EachYardstickForDaes : public EachYardstick {};

constexpr Yardstick radau5Code{"radau5", radau5}, lsodaCode{"lsoda", lsoda}, daspkCode{"daspk", daspk},
    cvodeCode{"cvode", cvode}, rosenbrock4Code{"rosenbrock4", rosenbrock4};

const auto nameOf = [](const auto& instance) { return instance.param.name; };
INSTANTIATE_TEST_SUITE_P(Codes, EachYardstick,
                         ::testing::Values(radau5Code, lsodaCode, daspkCode, cvodeCode, rosenbrock4Code), nameOf);
INSTANTIATE_TEST_SUITE_P(Codes, EachGeneralYardstick, ::testing::Values(radau5Code, lsodaCode, daspkCode, cvodeCode),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(Codes, EachYardstickForDaes, ::testing::Values(radau5Code, daspkCode), nameOf);

TEST_P(EachYardstick, SolvesRobertsonWithAGivenJacobian) {
  Robertson robertson;
  std::vector<double> y{1, 0, 0};
  const Result result = solve(systemOf(robertson), 40, y);
  expectRobertson(y);
  expectPlausibleCounts(result);
}

TEST_P(EachYardstick, StopsAtTheEndIfAsked) {
  Robertson robertson;
  Options options = tight;
  options.mayOvershoot = false;
  std::vector<double> y{1, 0, 0};
  solve(systemOf(robertson), 40, y, options);
  expectRobertson(y);
}

TEST_P(EachYardstick, ReportsThatItGaveUp) {
  Robertson robertson;
  const Options options{.relativeTolerance = 1e-12, .absoluteTolerance = 1e-16, .maximalSteps = 5};
  std::vector<double> y{1, 0, 0};
  EXPECT_EQ(GetParam().run(systemOf(robertson), 0, 40, y, options).status, Status::failed);
}

TEST_P(EachGeneralYardstick, SolvesRobertsonWithItsOwnDifferences) {
  Robertson robertson;
  System system = systemOf(robertson);
  system.jacobian = nullptr;
  std::vector<double> y{1, 0, 0};
  solve(system, 40, y);
  expectRobertson(y);
}

TEST_P(EachGeneralYardstick, TakesOneToleranceForEachComponent) {
  Robertson robertson;
  const std::array absolute{1e-12, 1e-15, 1e-12};
  Options options = tight;
  options.absoluteTolerances = absolute;
  std::vector<double> y{1, 0, 0};
  solve(systemOf(robertson), 40, y, options);
  expectRobertson(y);
}

TEST_P(EachGeneralYardstick, SolvesABandedSystem) {
  Heat heat;
  for (const bool givenJacobian : {true, false}) {
    System system = systemOf(heat);
    system.lower = system.upper = 1;
    if (!givenJacobian) system.jacobian = nullptr;
    std::vector<double> u = Heat::exact(0);
    solve(system, 0.2, u);
    const std::vector<double> expected = Heat::exact(0.2);
    for (int i = 0; i < Heat::points; ++i) EXPECT_NEAR(u[i], expected[i], 1e-7) << i << ' ' << givenJacobian;
  }
}

TEST_P(EachYardstickForDaes, SolvesRobertsonWithTheConservationLaw) {
  struct Conserved : Robertson {
    void rhs(double t, const double* y, double* f) const {
      Robertson::rhs(t, y, f);
      f[2] = y[0] + y[1] + y[2] - 1;
    }
    void jacobian(double t, const double* y, double* J, int stride) const {
      Robertson::jacobian(t, y, J, stride);
      for (int j = 0; j < 3; ++j) J[2 + j * stride] = 1;
    }
  } conserved;
  const std::array mass{1.0, 1.0, 0.0};
  System system = systemOf(conserved);
  system.mass = mass.data();
  std::vector<double> y{1, 0, 0};
  solve(system, 40, y);
  expectRobertson(y);
}

TEST(Cvode, SolvesRobertsonWithKlu) {
  Robertson robertson;
  const std::array columnStarts{0, 2, 5, 7};
  const std::array rowIndices{0, 1, 0, 1, 2, 0, 1};
  System system = systemOf(robertson);
  system.columnStarts = columnStarts;
  system.rowIndices = rowIndices;
  system.sparseJacobian = [](double, const double* y, double* values, void*) {
    const std::array J{-0.04,      0.04,  // by y1
                       1e4 * y[2], -1e4 * y[2] - 6e7 * y[1],
                       6e7 * y[1],                // by y2
                       1e4 * y[1], -1e4 * y[1]};  // by y3
    std::ranges::copy(J, values);
  };
  std::vector<double> y{1, 0, 0};
  const Result result = cvode(system, 0, 40, y, tight);
  EXPECT_EQ(result.status, Status::finished);
  expectRobertson(y);
  expectPlausibleCounts(result);
}

TEST(Rosenbrock4, IsAccurateOnANonAutonomousProblem) {
  // y' = λ (y − sin t) + cos t has the solution sin t (Prothero and Robinson 1974).
  System system{
      .size = 1,
      .rhs = [](double t, const double* y, double* f, void*) { f[0] = -100 * (y[0] - std::sin(t)) + std::cos(t); },
      .jacobian = [](double, const double*, double* J, int, void*) { J[0] = -100; },
      .timeDerivative = [](double t, const double*, double* f, void*) { f[0] = 100 * std::cos(t) - std::sin(t); },
  };
  std::vector<double> y{0};
  const Result result = rosenbrock4(system, 0, 2, y, tight);
  EXPECT_EQ(result.status, Status::finished);
  EXPECT_NEAR(y[0], std::sin(2), 1e-8);
}

}  // namespace
}  // namespace dashpot::yardsticks

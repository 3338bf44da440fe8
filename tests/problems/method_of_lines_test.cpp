// The method of lines: formulas of differences, spatial order against closed solutions of the equations, spectra.
#include "problems/method_of_lines.hpp"

#include "linalg/decompositions.hpp"
#include "trajectory.hpp"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::problems {
namespace {

using std::numbers::pi;
using Kind = Boundary::Kind;

Eigen::MatrixXd matrixOf(const StencilMatrix& stencils) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(stencils.size(), stencils.size());
  stencils.forEach([&](int row, int column, double weight) { matrix(row, column) += weight; });
  return matrix;
}

TEST(Differences, HaveTheTextbookWeights) {
  const auto weights = [](std::vector<double> nodes, int derivative) {
    return differenceWeights(nodes, 0, derivative);
  };
  const auto expectNear = [](const std::vector<double>& actual, std::vector<double> expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], 1e-15) << i;
  };
  expectNear(weights({-1, 0, 1}, 2), {1, -2, 1});
  expectNear(weights({-2, -1, 0, 1, 2}, 2), {-1. / 12, 16. / 12, -30. / 12, 16. / 12, -1. / 12});
  expectNear(weights({-2, -1, 0, 1, 2}, 1), {1. / 12, -8. / 12, 0, 8. / 12, -1. / 12});
  expectNear(weights({-2, -1, 0, 1}, 1), {1. / 6, -1, 1. / 2, 1. / 3});
  expectNear(weights({-1, 0, 1, 2, 3, 4}, 2), {10. / 12, -15. / 12, -4. / 12, 14. / 12, -6. / 12, 1. / 12});
}

// du/dt of the semi-discrete system along the closed solution of the equation, against the true one: what remains is
// the truncation error of the differences. One-sided rows lose one order there without harm to the solution (Gustafsson
// 1975), so the error is measured in the solution itself, by the resolvent: e = (sigma - J)^-1 (truncation error).
double spatialError(const LinesProblem& lines) {
  const TestProblem& test = lines.test;
  const int n = test.problem.size;
  const double t = 0.3 * test.end, h = 1e-4 * test.end;
  Vector y(n), f(n), before(n), after(n), further(n), earlier(n);
  lines.solution(t, y);
  lines.solution(t - h, before);
  lines.solution(t + h, after);
  lines.solution(t - 2 * h, earlier);
  lines.solution(t + 2 * h, further);
  test.problem.rhs(t, y, f);
  Eigen::VectorXd truncation(n);
  for (int i = 0; i < n; ++i)
    truncation[i] = (8 * (after[i] - before[i]) - (further[i] - earlier[i])) / (12 * h) - f[i];
  const Eigen::MatrixXd jacobian = testing::jacobianAt(test.problem, t, y);
  const Eigen::MatrixXd resolvent = Eigen::MatrixXd::Identity(n, n) / test.end - jacobian;
  return (resolvent.lu().solve(truncation)).cwiseAbs().maxCoeff();
}

template <class Make>
double observedSpatialOrder(Make&& make, int points) {
  const LinesProblem coarse = make(points), fine = make(2 * points);
  const double ratio = coarse.grid.x.spacing() / fine.grid.x.spacing();
  return std::log(spatialError(coarse) / spatialError(fine)) / std::log(ratio);
}

constexpr Kind allKinds[] = {Kind::dirichlet, Kind::neumann, Kind::periodic};

TEST(MethodOfLines, HeatHasTheOrderOfItsDifferences) {
  for (const Kind kind : allKinds)
    for (const int order : {2, 4}) {
      const auto line = [&](int n) { return heatEquation({.grid = lineGrid(n, kind, order), .modes = {{1, 1}}}); };
      EXPECT_NEAR(observedSpatialOrder(line, 24), order, 0.2) << "kind " << static_cast<int>(kind);
      const auto square = [&](int n) { return heatEquation({.grid = squareGrid(n, kind, order), .modes = {{1, 1}}}); };
      EXPECT_NEAR(observedSpatialOrder(square, 14), order, 0.35) << "2-D, kind " << static_cast<int>(kind);
    }
}

TEST(MethodOfLines, WaveHasTheOrderOfItsDifferences) {
  for (const Kind left : {Kind::dirichlet, Kind::neumann})
    for (const Kind right : {Kind::dirichlet, Kind::neumann})
      for (const int order : {2, 4}) {
        const auto make = [&](int n) {
          WaveEquation equation = wavePublished();
          equation.grid.x = {.points = n, .lower = {left, 0}, .upper = {right, 0}, .order = order};
          equation.end = 2;
          return waveEquation(equation);
        };
        EXPECT_NEAR(observedSpatialOrder(make, 20), order, 0.2) << static_cast<int>(left) << static_cast<int>(right);
      }
}

TEST(MethodOfLines, TransportHasTheOrderOfItsDifferences) {
  for (const Kind kind : {Kind::dirichlet, Kind::periodic})
    for (const double speed : {0.5, -0.5})
      for (const bool upwind : {false, true})
        for (const int order : {2, 4}) {
          const auto make = [&](int n) {
            return advectionDiffusion(
                {.grid = lineGrid(n, kind, order), .speed = speed, .diffusivity = 0.1, .upwind = upwind});
          };
          EXPECT_NEAR(observedSpatialOrder(make, 60), upwind ? order - 1 : order, 0.25)
              << static_cast<int>(kind) << " speed " << speed << (upwind ? " upwind" : " central");
        }
}

TEST(MethodOfLines, BurgersFrontHasTheOrderOfItsDifferences) {
  for (const bool upwind : {false, true})
    for (const int order : {2, 4}) {
      const auto make = [&](int n) {
        BurgersEquation equation{.viscosity = 0.2, .upwind = upwind};
        equation.grid.x.left = -12, equation.grid.x.right = 14;
        equation.grid.x.points = n;
        equation.grid.x.order = order;
        return burgersEquation(equation);
      };
      EXPECT_NEAR(observedSpatialOrder(make, 200), upwind ? order - 1 : order, 0.3) << (upwind ? "upwind" : "central");
    }
}

TEST(MethodOfLines, SolitonHasTheOrderOfItsDifferences) {
  for (const int order : {2, 4}) {
    const auto make = [&](int n) {
      SineGordonEquation equation = sineGordonSoliton();
      equation.grid.x.left = -25, equation.grid.x.right = 25;
      equation.grid.x.points = n;
      equation.grid.x.order = order;
      return sineGordonEquation(equation);
    };
    EXPECT_NEAR(observedSpatialOrder(make, 150), order, 0.3);
  }
}

TEST(MethodOfLines, UpwindFluxOfBurgersTakesTheSideTheWaveComesFrom) {
  // Engquist and Osher: with u > 0 everywhere only the left neighbour counts, with u < 0 only the right one.
  BurgersEquation equation{.grid = lineGrid(8, Kind::periodic), .viscosity = 0, .upwind = true};
  const Problem problem = burgersEquation(equation).test.problem;
  const double dx = equation.grid.x.spacing();
  Vector u{1, 2, 3, 4, 5, 4, 3, 2}, f(8);
  problem.rhs(0, u, f);
  EXPECT_NEAR(f[2], -(9 - 4) / (2 * dx), 1e-12);
  for (double& value : u) value = -value;
  problem.rhs(0, u, f);
  EXPECT_NEAR(f[2], -(16 - 9) / (2 * dx), 1e-12);
}

// Beamis 1990: eigenfrequencies exactly 20 sin((2k-1) pi/40).
TEST(MethodOfLines, PublishedWaveEquationHasTheKnownEigenfrequencies) {
  const LinesProblem wave = waveEquation(wavePublished());
  const Eigen::MatrixXd stiffness = -matrixOf(laplacian(wave.grid));
  Eigen::VectorXd squares = linalg::eigenvalues(stiffness).real();
  std::sort(squares.begin(), squares.end());
  for (int k = 1; k <= 10; ++k)
    EXPECT_NEAR(std::sqrt(squares[k - 1]), 20 * std::sin((2 * k - 1) * pi / 40), 1e-11) << k;
  EXPECT_NEAR(std::sqrt(squares[9]), 19.938347, 1e-6);
  for (int i = 0; i < 10; ++i) EXPECT_NEAR(wave.test.initial[i], std::sin(pi * (i + 1) / 20), 1e-15);
}

// A wave equation is only sensible on operators whose eigenvalues are real and not positive.
TEST(MethodOfLines, LaplaciansHaveRealNonPositiveSpectra) {
  for (const Kind left : {Kind::dirichlet, Kind::neumann})
    for (const Kind right : {Kind::dirichlet, Kind::neumann})
      for (const int order : {2, 4})
        for (const int n : {7, 20, 61}) {
          const Grid grid{.x = {.points = n, .lower = {left, 0}, .upper = {right, 0}, .order = order}};
          const Eigen::VectorXcd spectrum = linalg::eigenvalues(matrixOf(laplacian(grid)));
          const double size = spectrum.cwiseAbs().maxCoeff();
          EXPECT_LT(spectrum.imag().cwiseAbs().maxCoeff(), 1e-10 * size) << n << " points, order " << order;
          EXPECT_LT(spectrum.real().maxCoeff(), 1e-10 * size) << n << " points, order " << order;
        }
}

TEST(MethodOfLines, SecondOrderProblemsPairPositionsWithVelocities) {
  const Problem problem = waveEquation({.grid = squareGrid(4, Kind::dirichlet)}).test.problem;
  ASSERT_EQ(problem.pairs.size(), 16u);
  Vector y(32), f(32);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = std::sin(1.0 + static_cast<double>(i));
  problem.rhs(0, y, f);
  for (const PositionVelocity& pair : problem.pairs) EXPECT_EQ(f[pair.position], y[pair.velocity]);
}

TEST(MethodOfLines, BrusselatorInTwoDimensionsIsUniformWhereItStartsUniform) {
  // Constant fields feel no diffusion: F is the reaction alone (Hairer, Norsett and Wanner I, eq. II.10.14).
  for (const Kind kind : {Kind::neumann, Kind::periodic}) {
    const LinesProblem lines = brusselator(Brusselator{.grid = squareGrid(6, kind, 4), .b = 3.4, .diffusion = 0.7});
    Vector y(72), f(72);
    for (std::size_t i = 0; i < 72; i += 2) y[i] = 1.5, y[i + 1] = 2;
    lines.test.problem.rhs(0, y, f);
    for (std::size_t i = 0; i < 72; i += 2) {
      EXPECT_NEAR(f[i], 1 + 4.5 - 4.4 * 1.5, 1e-9);
      EXPECT_NEAR(f[i + 1], 3.4 * 1.5 - 4.5, 1e-9);
    }
  }
}

TEST(ProblemNames, TakeParameters) {
  EXPECT_EQ(make("heat:n=37")->problem.size, 37);
  EXPECT_EQ(make("heat:n=5,dimensions=2")->problem.size, 25);
  EXPECT_EQ(make("wave:n=12,ends=neumann,order=4")->problem.size, 24);
  EXPECT_EQ(make("burgers:left=dirichlet,right=neumann,upwind=yes")->problem.size, 200);
  EXPECT_EQ(make("van-der-pol")->referenceDigits, find("van-der-pol")->referenceDigits);
  EXPECT_TRUE(make("van-der-pol:mu=5")->reference.empty());
  EXPECT_FALSE(make("brusselator")->reference.empty());
  EXPECT_TRUE(make("brusselator:n=499")->reference.empty());
}

TEST(ProblemNames, ThatMakeNoSenseAreExplained) {
  const auto message = [](std::string_view text) {
    const auto made = make(text);
    return made ? std::string("accepted") : made.error().message;
  };
  EXPECT_EQ(message("haet:n=3"), "there is no problem 'haet'");
  EXPECT_EQ(message("heat:n=zero"), "n=zero is not a number");
  EXPECT_EQ(message("heat:n=2.5"), "n=2.5 is not a whole number");
  EXPECT_EQ(message("heat:n=-3"), "n=-3 is out of range: from 1 to 1e+06");
  EXPECT_EQ(message("heat:n=2"), "2 grid points in x are too few: order 2 needs 3");
  EXPECT_EQ(message("heat:order=3"), "differences of order 3 are not known: there are 2 and 4");
  EXPECT_EQ(message("heat:m=3"), "there is no parameter 'm'");
  EXPECT_EQ(message("heat:n=10,n=20"), "n is given twice");
  EXPECT_EQ(message("heat:n"), "'n' is not of the form parameter=value");
  EXPECT_EQ(message("heat:ends=open"), "'open' is no value of ends: it can be dirichlet, neumann, periodic");
  EXPECT_EQ(message("heat:left=periodic"), "in x, either both ends are periodic or none is");
  EXPECT_EQ(message("heat:n=999999,dimensions=2"), "9.99998e+11 grid points are too many: at most 4e+06");
  EXPECT_EQ(message("hires:n=3"), "there is no parameter 'n'");
}

}  // namespace
}  // namespace dashpot::problems

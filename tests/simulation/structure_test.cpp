// What the structure of equations hides: constraints between states that positions and velocities meet in different
// ways, parameters that are zero, sums of equations that say more than each of them, conditions that say the same
// twice.
#include "models/simulated.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace dashpot::simulation {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::Simulated;

// ---- positions and velocities ---------------------------------------------------------------------------------------

/// A point on the unit sphere under the force -K q, in velocities v with der(q) = T(q) v, where T has entries
/// a + b sin(q_k). It moves on a great circle with any angular velocity w, and the constraint's force is (K - w^2) q:
/// q'' = -w^2 q = (lambda - K) q, and q'' = T v' + T' v.
struct PointOnSphere {
  int n;
  double k, w, phase;
  Eigen::MatrixXd a, b;
  Eigen::MatrixXi of;
  Eigen::VectorXd first, second;  // orthonormal: the plane of the circle
  bool isTwisted;                 // the constraint is multiplied by something that does not vanish

  explicit PointOnSphere(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(-1, 1);
    std::bernoulli_distribution coin(0.5);
    n = coin(random) ? 2 : 3;
    k = 2 * unit(random);
    w = 0.7 + 0.5 * unit(random);
    phase = 3 * unit(random);
    a = Eigen::MatrixXd::Zero(n, n), b = Eigen::MatrixXd::Zero(n, n), of = Eigen::MatrixXi::Zero(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        if (i == j) a(i, j) = 1.5 + 0.5 * unit(random);
        if (coin(random)) b(i, j) = 0.3 * unit(random);
        of(i, j) = static_cast<int>(random() % static_cast<unsigned>(n));
      }
    first = Eigen::VectorXd::NullaryExpr(n, [&] { return unit(random); }).normalized();
    second = Eigen::VectorXd::NullaryExpr(n, [&] { return unit(random); });
    second = (second - second.dot(first) * first).normalized();
    isTwisted = coin(random);
  }

  [[nodiscard]] Eigen::VectorXd position(double t) const {
    return first * std::cos(w * t + phase) + second * std::sin(w * t + phase);
  }
  [[nodiscard]] Eigen::VectorXd rate(double t) const {
    return w * (second * std::cos(w * t + phase) - first * std::sin(w * t + phase));
  }
  [[nodiscard]] Eigen::MatrixXd matrix(const Eigen::VectorXd& q) const {
    Eigen::MatrixXd t = a;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) t(i, j) += b(i, j) * std::sin(q[of(i, j)]);
    return t;
  }
  [[nodiscard]] Eigen::VectorXd velocity(double t) const { return matrix(position(t)).partialPivLu().solve(rate(t)); }

  [[nodiscard]] std::string entry(int i, int j) const {
    return fmt::format("({} + ({})*sin(q[{}]))", a(i, j), b(i, j), of(i, j) + 1);
  }
  [[nodiscard]] std::string rateText(int i) const {
    std::string sum;
    for (int j = 0; j < n; ++j)
      if (a(i, j) != 0 || b(i, j) != 0) sum += fmt::format("{}{}*v[{}]", sum.empty() ? "" : " + ", entry(i, j), j + 1);
    return sum;
  }

  [[nodiscard]] std::string text() const {
    const Eigen::VectorXd q = position(0), v = velocity(0);
    Eigen::Index dependent = 0, dependentVelocity = 0;
    q.cwiseAbs().maxCoeff(&dependent);
    (matrix(q).transpose() * q).cwiseAbs().maxCoeff(&dependentVelocity);
    const auto list = [&](const Eigen::VectorXd& x) {
      std::string numbers;
      for (int i = 0; i < n; ++i) numbers += fmt::format("{}{:.17g}", i == 0 ? "" : ", ", x[i]);
      return numbers;
    };
    const auto fixed = [&](Eigen::Index except) {
      std::string flags;
      for (int i = 0; i < n; ++i) flags += fmt::format("{}{}", i == 0 ? "" : ", ", i != except);
      return flags;
    };
    std::string model = fmt::format(
        "model M\n  Real q[{0}](start = {{{1}}}, fixed = {{{2}}});\n  Real v[{0}](start = {{{3}}}, fixed = "
        "{{{4}}});\n  Real lambda;\nequation\n",
        n, list(q), fixed(dependent), list(v), fixed(dependentVelocity));
    std::string sphere;
    for (int i = 0; i < n; ++i) {
      model += fmt::format("  der(q[{}]) = {};\n", i + 1, rateText(i));
      std::string left, right = fmt::format("(lambda - ({}))*q[{}]", k, i + 1);
      for (int j = 0; j < n; ++j) {
        if (a(i, j) == 0 && b(i, j) == 0) continue;
        left += fmt::format("{}{}*der(v[{}])", left.empty() ? "" : " + ", entry(i, j), j + 1);
        if (b(i, j) != 0)
          right += fmt::format(" - ({})*cos(q[{}])*({})*v[{}]", b(i, j), of(i, j) + 1, rateText(of(i, j)), j + 1);
      }
      model += fmt::format("  {} = {};\n", left, right);
      sphere += fmt::format("{}q[{}]^2", i == 0 ? "" : " + ", i + 1);
    }
    return model + (isTwisted ? fmt::format("  (2 + sin(q[1]))*({} - 1) = 0;\nend M;\n", sphere)
                              : fmt::format("  {} = 1;\nend M;\n", sphere));
  }
};

class VelocitiesOfTheirOwn : public ::testing::TestWithParam<unsigned> {};

TEST_P(VelocitiesOfTheirOwn, ReachTheManufacturedSolution) {
  const PointOnSphere point(GetParam());
  constexpr double end = 3.0, tolerance = 1e-7;
  const Simulated run(point.text(), {.stop = end, .tolerance = tolerance});
  ASSERT_TRUE(run.finished()) << run.messages() << point.text();
  const Eigen::VectorXd q = point.position(end), v = point.velocity(end);
  for (int i = 0; i < point.n; ++i) {
    EXPECT_NEAR(run.last(fmt::format("q[{}]", i + 1)), q[i], 100 * tolerance) << point.text();
    EXPECT_NEAR(run.last(fmt::format("v[{}]", i + 1)), v[i], 100 * tolerance) << point.text();
  }
  EXPECT_NEAR(run.last("lambda"), point.k - point.w * point.w, 1000 * tolerance) << point.text();
}

INSTANTIATE_TEST_SUITE_P(Random, VelocitiesOfTheirOwn, ::testing::Range(1u, 41u));

// r cos(phi) = 1 is a straight line: without forces along it the bead goes at constant speed, y = tan(phi).
TEST(StateSets, ABeadOnAWireInPolarCoordinatesGoesStraight) {
  const Simulated run(R"(model Bead
  Real r(start = 1), phi(start = 0, fixed = true), v, u(start = 0.5, fixed = true), force;
equation
  der(r) = v;
  der(phi) = u/r;
  der(v) = u^2/r + force*cos(phi);
  der(u) = -u*v/r - force*sin(phi);
  r*cos(phi) = 1;
end Bead;
)",
                      {.stop = 4.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(std::tan(run.last("phi")), 0.5 * 4.0, 1e-5);
  EXPECT_NEAR(run.last("force"), 0.0, 1e-5);
}

// x^2 + y^2 = 1 with speed v = 1 + 0.1 t: the heading turns at the rate w = v.
TEST(StateSets, AVehicleThatFollowsACircleTurnsAtItsSpeed) {
  const Simulated run(R"(model Steering
  Real x(start = 1), y(start = 0, fixed = true), heading(start = 1.5708), v(start = 1, fixed = true), w;
equation
  der(x) = v*cos(heading);
  der(y) = v*sin(heading);
  der(heading) = w;
  der(v) = 0.1;
  x^2 + y^2 = 1;
end Steering;
)",
                      {.stop = 5.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("w"), 1.5, 1e-5);
  EXPECT_NEAR(run.last("y"), std::sin(5.0 + 0.05 * 25.0), 1e-5);
}

// Two points whose ratio is given, without forces: q'' = 0, in velocities that positions scale. The choice among the
// velocities needs positions, which need a choice of their own.
TEST(StateSets, AreChosenOneAfterAnotherAtTheStart) {
  const Simulated run(R"(model M
  Real p, q, u(start = 1/6), v(start = 1/3), force;
equation
  der(p) = (2 + cos(q))*u;
  der(q) = (2 + cos(p))*v;
  (2 + cos(q))*der(u) = sin(q)*(2 + cos(p))*v*u + force;
  (2 + cos(p))*der(v) = sin(p)*(2 + cos(q))*u*v - force/2;
  p - q/2 = 0;
end M;
)",
                      {.stop = 2.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("q"), 2.0, 1e-6);
  EXPECT_NEAR(run.last("u"), 0.5 / (2 + std::cos(2.0)), 1e-6);
}

TEST(IndexReduction, VelocitiesThatAreOneAnothersDerivativesHaveNoHighestOne) {
  // der(x) = y, der(y) = x beside a constraint: x = cosh(t).
  const Simulated run(R"(model M
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), a, b;
equation
  der(x) = y;
  der(y) = x;
  der(a) = b;
  a = sin(time);
end M;
)",
                      {.stop = 1.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), std::cosh(1.0), 1e-6);
  EXPECT_NEAR(run.last("b"), std::cos(1.0), 1e-9);
}

// x - 0.001 y = cos(t): x = cos(t) + 0.001 sin(t), y = sin(t), lambda = 0. If the constraint determined y, every error
// of x would count a thousand times.
TEST(StateSelection, AConstraintDeterminesWhatItDependsOnMost) {
  for (const char* order : {"x(start = 1), y(start = 0)", "y(start = 0), x(start = 1)"}) {
    const Simulated run(fmt::format(R"(model M
  Real {}, lambda;
equation
  der(x) = -sin(time) + 0.001*cos(time) + lambda;
  der(y) = cos(time) - 0.001*lambda - 2*(y - sin(time));
  x - 0.001*y = cos(time);
end M;
)",
                                    order),
                        {.stop = 5.0, .tolerance = 1e-6});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(run.last("y"), std::sin(5.0), 2e-5);
    EXPECT_NEAR(run.last("x"), std::cos(5.0) + 0.001 * std::sin(5.0), 2e-5);
  }
}

// x + 0.1 x^3 - 0.001 y = c(t) with x = cos(t), y = sin(t), lambda = 0: the slope by y cannot vanish and the one by x
// might, but is far larger.
TEST(StateSelection, AConstraintDeterminesWhatItDependsOnMostEvenIfThatMayVanish) {
  for (const char* order : {"x(start = 1), y(start = 0)", "y(start = 0), x(start = 1)"}) {
    const Simulated run(fmt::format(R"(model M
  Real {}, lambda;
equation
  der(x) = -sin(time) + (1 + 0.3*x^2)*lambda;
  der(y) = cos(time) - 0.001*lambda - 2*(y - sin(time));
  x + 0.1*x^3 - 0.001*y = cos(time) + 0.1*cos(time)^3 - 0.001*sin(time);
end M;
)",
                                    order),
                        {.stop = 5.0, .tolerance = 1e-6});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(run.last("y"), std::sin(5.0), 2e-5);
    EXPECT_NEAR(run.last("x"), std::cos(5.0), 2e-5);
  }
}

// q1 = cos(t), q2 = sin(t)/2, q3 = sin(t), lambda = 0. The first constraint takes q3, a set is made of q1 and q2; the
// start values of q3 and v3, which would do as well as those of the set, must not take the place of one of them.
TEST(StateSets, StartFromTheirOwnStartValuesAtEveryLevel) {
  const Simulated run(R"(model M
  Real q1(start = 1), q2(start = 0), q3(start = 0), v1(start = 0), v2(start = 0.5), v3(start = 1), lambda1, lambda2;
equation
  der(q1) = v1;
  der(q2) = v2;
  der(q3) = v3;
  der(v1) = -cos(time) + lambda1;
  der(v2) = -0.5*sin(time) + (1 + 0.3*q2^2)*lambda2;
  der(v3) = -sin(time) + 0.3*lambda1 + 0.1*cos(q3)*lambda2;
  q1 + 0.3*q3 = cos(time) + 0.3*sin(time);
  q2 + 0.1*q2^3 + 0.1*sin(q3) = 0.5*sin(time) + 0.0125*sin(time)^3 + 0.1*sin(sin(time));
end M;
)",
                      {.stop = 1.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("q1"), std::cos(1.0), 1e-6);
  EXPECT_NEAR(run.last("q2"), 0.5 * std::sin(1.0), 1e-6);
  EXPECT_NEAR(run.last("v3"), std::cos(1.0), 1e-6);
}

// ---- parameters that are zero ---------------------------------------------------------------------------------------

TEST(ZeroParameters, AMatrixOfParametersWithZerosIsSolvedByItsOtherEntries) {
  // psi' = u - i with psi = L i, L = 2: psi = 2 u (1 - exp(-t/2)).
  for (const char* matrix : {"{{Lm, 0}, {0, Lm}}", "{{0, Lm}, {Lm, 0}}"}) {
    const Simulated run(fmt::format(R"(model M
  parameter Real Lm = 2;
  parameter Real L[2, 2] = {};
  Real i[2], psi[2](each start = 0, each fixed = true);
equation
  psi = L*i;
  der(psi[1]) = 1 - i[{}];
  der(psi[2]) = 2 - i[{}];
end M;
)",
                                    matrix, matrix[2] == 'L' ? 1 : 2, matrix[2] == 'L' ? 2 : 1),
                        {.stop = 1.0, .tolerance = 1e-8});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(run.last("psi[1]"), 2 * (1 - std::exp(-0.5)), 1e-6);
    EXPECT_NEAR(run.last("psi[2]"), 4 * (1 - std::exp(-0.5)), 1e-6);
  }
}

// Two capacitors of 1 F through a resistor: with R = 0 they are one of 2 F, and both discharge through 1 Ohm.
constexpr const char* twoCapacitors = R"(model M
  parameter Real R = {};
  Real R_actual, v1(start = 1, fixed = true), v2(start = 1), i;
equation
  R_actual = R*(1 + 0.004*20);
  der(v1) = -i - v1;
  der(v2) = i;
  v1 - v2 = R_actual*i;
end M;
)";

TEST(ZeroParameters, AResistanceOfZeroIsAConnection) {
  const Simulated run(fmt::format(twoCapacitors, "0"), {.stop = 1.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("v1"), std::exp(-0.5), 1e-6);
  EXPECT_NEAR(run.last("v2"), std::exp(-0.5), 1e-6);
  EXPECT_NEAR(run.last("i"), -0.5 * std::exp(-0.5), 1e-6);
  EXPECT_EQ(run.last("R_actual"), 0.0);
}

TEST(ZeroParameters, AResistanceThatIsNotZeroKeepsItsOrder) {
  // v1' = -(v1 - v2)/R - v1, v2' = (v1 - v2)/R with R = 1.08: eigenvalues of a 2 x 2 matrix.
  const Simulated run(fmt::format(twoCapacitors, "1"), {.stop = 1.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  const double g = 1 / 1.08, half = -(2 * g + 1) / 2, root = std::sqrt(half * half - g);
  // v2 = c1 exp(l1 t) + c2 exp(l2 t), v2(0) = 1, v2'(0) = 0.
  const double l1 = half + root, l2 = half - root, c1 = l2 / (l2 - l1);
  EXPECT_NEAR(run.last("v2"), c1 * std::exp(l1) + (1 - c1) * std::exp(l2), 1e-6);
}

TEST(ZeroParameters, ABranchThatParametersDecideMayLeaveNothingToDivideBy) {
  // Without its inductance the circuit follows the source at once: i = (1 - v)/2, v' = i.
  const Simulated run(R"(model M
  parameter Boolean quasiStatic = true;
  parameter Real L = 1;
  Real i, v(start = 0, fixed = true), vL;
equation
  vL = if quasiStatic then 0 else L*der(i);
  1 = 2*i + vL + v;
  der(v) = i;
end M;
)",
                      {.stop = 1.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("v"), 1 - std::exp(-0.5), 1e-6);
  EXPECT_NEAR(run.last("i"), 0.5 * std::exp(-0.5), 1e-6);
}

TEST(ZeroParameters, WhatIsZeroDecidesTheStructureAndCannotBeChangedAfterwards) {
  const Simulated run(fmt::format(twoCapacitors, "0"), {.stop = 1.0});
  EXPECT_TRUE(decidesStructure(*run.model, {"R", "1"}));
  const Simulated other(fmt::format(twoCapacitors, "1"), {.stop = 1.0});
  EXPECT_FALSE(decidesStructure(*other.model, {"R", "2"}));
}

TEST(ZeroParameters, ACapacityThatIsZeroForGoodHasNoState) {
  // v and w follow the source at once. The capacity of w depends on its voltage, as that of a junction does.
  const std::string text = R"(model M
  parameter Real C = 0 annotation(Evaluate = true);
  final parameter Real Cj = C;
  Real v, w, cw, i, iw;
equation
  i = C*der(v);
  cw = noEvent(Cj*(if w > 0 then 1 + w else (1 - w)^(-0.5)));
  iw = cw*der(w);
  sin(time) = v + 2*i;
  cos(time) = w + 3*iw;
end M;
)";
  const Simulated run(text, {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("v"), std::sin(1.0), 1e-9);
  EXPECT_NEAR(run.last("w"), std::cos(1.0), 1e-9);
  EXPECT_EQ(run.last("i"), 0.0);
  EXPECT_TRUE(decidesStructure(*run.model, {"C", "1"}));
}

// ---- sums of equations ----------------------------------------------------------------------------------------------

TEST(HiddenConstraints, TwoCapacitorsBetweenTheSameFloatingNodesAreOne) {
  // a - b = v, v1 + v2 = sin(t) by the sum of the nodes: 3 v' = (sin(t) - v)/2.
  const Simulated run(R"(model M
  Real a, b, v1(start = 1, fixed = true), v2, i1, i2;
equation
  v1 = a - b;
  der(v1) = i1;
  v2 = a - b;
  2*der(v2) = i2;
  0 = i1 + i2 + a - sin(time);
  0 = -i1 - i2 + b;
end M;
)",
                      {.stop = 2.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  // v' = -v/6 + sin(t)/6: v = C exp(-t/6) + (sin t/6 - cos t)/(6 (1 + 1/36)).
  const auto particular = [](double t) { return (std::sin(t) / 6 - std::cos(t)) / (6 * (1 + 1.0 / 36)); };
  const double expected = (1 - particular(0)) * std::exp(-2.0 / 6) + particular(2);
  EXPECT_NEAR(run.last("v1"), expected, 1e-6);
  EXPECT_NEAR(run.last("v2"), expected, 1e-6);
}

TEST(HiddenConstraints, ATriangleOfCapacitorsBetweenFloatingNodesHasTwoStates) {
  // Voltages around the loop sum to zero; by symmetry a triangle of equal capacitors and equal resistors to ground.
  const Simulated run(R"(model M
  Real a, b, c, u(start = 1, fixed = true), v(start = 0, fixed = true), w, i, j, k;
equation
  u = a - b;
  v = b - c;
  w = c - a;
  der(u) = i;
  der(v) = j;
  der(w) = k;
  a + i - k = 0;
  b + j - i = 0;
  c + k - j = 0;
end M;
)",
                      {.stop = 1.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  // u = a - b = -(i - k) + (j - i) = j + k - 2 i = -3 u', since i + j + k = 0.
  EXPECT_NEAR(run.last("u"), std::exp(-1.0 / 3), 1e-6);
  EXPECT_NEAR(run.last("v"), 0.0, 1e-6);
  EXPECT_NEAR(run.last("w"), -std::exp(-1.0 / 3), 1e-6);
}

TEST(HiddenConstraints, InductorsThatAreAllThatLeavesAPartOfACircuitSumToZero) {
  // Three inductors into a triangle of resistors R = 1; the other ends grounded: x' = -(star voltages).
  const Simulated run(R"(model M
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z, p, q, r, a, b, c;
equation
  der(x) = -a;
  der(y) = -b;
  der(z) = -c;
  x = p - r;
  y = q - p;
  z = r - q;
  p = a - b;
  q = b - c;
  r = c - a;
end M;
)",
                      {.stop = 1.0, .tolerance = 1e-8});
  // x = a - b - c + a = 3 a - (a + b + c), and x + y + z = 0 leaves a + b + c free but for its rate: a + b + c = 0.
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), std::exp(-1.0 / 3), 1e-6);
  EXPECT_NEAR(run.last("z"), -std::exp(-1.0 / 3), 1e-6);
}

// ---- states that are preferred --------------------------------------------------------------------------------------

TEST(StateSelect, WhatIsPreferredIsAStateWithoutBeingDifferentiated) {
  for (const char* wish : {"prefer", "always"}) {
    const Simulated run(fmt::format(R"(model Chamber
  Real m(start = 7), p(start = 1e5, stateSelect = StateSelect.{});
equation
  der(m) = 1e-6*(2e5 - p);
  m = 0.87*(1 + p/1.74e9);
end Chamber;
)",
                                    wish),
                        {.stop = 1.0, .tolerance = 1e-8});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_THAT(run.model->states.names, ::testing::ElementsAre("p"));
    EXPECT_THAT(run.messages(), Not(HasSubstr("demands it")));
    EXPECT_NEAR((*run.table)["p"].front(), 1e5, 1e-6);  // its own start value counts, not that of m
  }
}

TEST(StateSelect, WhatJumpsOrFollowsAnInputIsNoState) {
  const Simulated jumps(R"(model M
  Real x(start = 1, fixed = true), y(stateSelect = StateSelect.prefer);
equation
  der(x) = -x;
  y = if x > 0.5 then 2*x else x;
end M;
)",
                        {.stop = 1.0, .tolerance = 1e-8});
  ASSERT_TRUE(jumps.finished()) << jumps.messages();
  EXPECT_NEAR(jumps.last("x"), std::exp(-1.0), 1e-6);
  const testing::Compiled input(
      "model M input Real u; Real x, y(stateSelect = StateSelect.prefer); equation der(x) = -x; y = x + u; end M;");
  ASSERT_TRUE(input.model) << input.messages();
  EXPECT_THAT(input.model->states.names, ::testing::ElementsAre("x"));
}

// ---- flows and functions --------------------------------------------------------------------------------------------

// Modelica 3.6, section 3.7.4.5: between two components s = if x >= 0 then a else b, also where nothing flows.
TEST(SemiLinear, TheNodeBetweenTwoComponentsHasAValueWithoutFlow) {
  const Simulated run(R"(model M
  parameter Real h1 = 10, h2 = 20;
  Real m = if time < 0.4 then 0 elseif time < 0.7 then -1 else 2;
  Real H1, H2, h;
equation
  H1 = semiLinear(m, h1, h);
  H2 = semiLinear(-m, h2, h);
  H1 + H2 = 0;
end M;
)",
                      {.stop = 1.0, .interval = 0.1});
  ASSERT_TRUE(run.finished()) << run.messages();
  const Vector& time = run.table->times();
  for (std::size_t k = 0; k < time.size(); ++k) {
    if (std::fabs(time[k] - 0.4) < 1e-9 || std::fabs(time[k] - 0.7) < 1e-9) continue;
    const bool isBackward = time[k] > 0.4 && time[k] < 0.7;
    EXPECT_EQ((*run.table)["h"][k], isBackward ? 20.0 : 10.0) << time[k];
    EXPECT_EQ((*run.table)["H1"][k], time[k] < 0.4 ? 0.0 : isBackward ? -20.0 : 20.0) << time[k];
  }
}

// The same of a row of components: s1 = if x >= 0 then a else b, and s2 = s1, s3 = s2, in whatever order they stand.
TEST(SemiLinear, AllNodesOfARowHaveAValueWithoutFlow) {
  const Simulated run(R"(model M
  parameter Real h1 = 10, h2 = 20;
  Real m = if time < 0.4 then 0 elseif time < 0.7 then -1 else 2;
  Real H1, H2, H3, H4, a, b, c;
equation
  H3 = semiLinear(m, b, c);
  H1 = semiLinear(m, h1, a);
  H4 = semiLinear(-m, h2, c);
  H2 = semiLinear(-m, b, a);
  H1 + H2 = 0;
  H2 + H3 = 0;
  H3 + H4 = 0;
end M;
)",
                      {.stop = 1.0, .interval = 0.1});
  ASSERT_TRUE(run.finished()) << run.messages();
  const Vector& time = run.table->times();
  for (std::size_t k = 0; k < time.size(); ++k) {
    if (std::fabs(time[k] - 0.4) < 1e-9 || std::fabs(time[k] - 0.7) < 1e-9) continue;
    const bool isBackward = time[k] > 0.4 && time[k] < 0.7;
    for (const char* node : {"a", "b", "c"})
      EXPECT_EQ((*run.table)[node][k], isBackward ? 20.0 : 10.0) << node << " at " << time[k];
    EXPECT_EQ((*run.table)["H1"][k], time[k] < 0.4 ? 0.0 : isBackward ? -20.0 : 20.0) << time[k];
  }
}

// Modelica 3.6, section 12.8: square() has two inverses, and its author names the positive root; iterating from -1
// would find the other one. Named arguments count as well.
TEST(Structure, AnInverseThatAFunctionNamesIsUsed) {
  const std::string squares = R"(function square
  input Real a, x;
  output Real y;
algorithm
  y := a*x*x;
  annotation(Inline = false, inverse(x = root(CALL)));
end square;
function root
  input Real y, a;
  output Real x;
algorithm
  x := sqrt(y/a);
end root;
model M
  Real x(start = -1);
equation
  8*(1 + time) = square(2, x);
end M;
)";
  for (const std::string call : {"y, a", "a = a, y = y", "y, a = a"}) {
    std::string text = squares;
    text.replace(text.find("CALL"), 4, call);
    const Simulated run(text, {.stop = 3.0});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(run.last("x"), 4.0, 1e-12) << call;
    EXPECT_TRUE(run.model->states.names.empty()) << "nothing is iterated";
  }
}

// Two volumes with an opening between them that is open for good: their pressures are one, p = 1 + t/2, which is found
// only if the truth value is known when the equations are sorted.
TEST(Structure, ATruthValueThatAnEquationGivesIsKnownToAllOthers) {
  const Simulated run(R"(model M
  Real level, p1(start = 1, fixed = true), p2, q;
  Boolean isOpen, isShut;
equation
  level = 0;
  isOpen = level >= 0;
  isShut = not isOpen;
  der(p1) = 1 - q;
  der(p2) = q;
  (if isShut then q else p1 - p2) = 0;
end M;
)",
                      {.stop = 2.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.model->states.names.size(), 1u);
  EXPECT_NEAR(run.last("p1"), 2.0, 1e-6);
  EXPECT_NEAR(run.last("p2"), 2.0, 1e-6);
  EXPECT_NEAR(run.last("q"), 0.5, 1e-6);
  EXPECT_EQ(run.last("isOpen"), 1.0);
  EXPECT_EQ(run.last("isShut"), 0.0);
}

// A capacity that a function gives, and that is zero for its data whatever the voltage is: the node has no state, and
// its voltage is that of the divider, u/2. With another datum it is one, and follows as exp(-2 t/c).
TEST(Structure, ACapacityThatVanishesForAllStatesMakesNoState) {
  const std::string divider = R"(function capacity
  input Real v, zeroBias;
  output Real c;
protected
  Real grading;
algorithm
  if v < 0.5 then
    grading := 1 - v/2;
  else
    grading := 0.75;
  end if;
  for i in 1:2 loop
    grading := grading*grading;
  end for;
  c := zeroBias*(1 + 0*grading);
end capacity;
model M
  parameter Real zeroBias = DATUM;
  Real v(start = 0, fixed = START), i, c, ground;
equation
  c = capacity(v, zeroBias);
  i = c*(der(v) - der(ground));
  i = (1 - v) - v;
  ground = 0;
end M;
)";
  const auto with = [&](const std::string& datum, const std::string& start) {
    std::string text = divider;
    text.replace(text.find("DATUM"), 5, datum);
    text.replace(text.find("START"), 5, start);
    return text;
  };
  const Simulated none(with("0", "false"), {.stop = 1.0});
  ASSERT_TRUE(none.finished()) << none.messages();
  EXPECT_NEAR(none.last("v"), 0.5, 1e-12);
  EXPECT_TRUE(none.model->states.names.empty());
  const Simulated some(with("1", "true"), {.stop = 1.0, .tolerance = 1e-8});
  ASSERT_TRUE(some.finished()) << some.messages();
  EXPECT_NEAR(some.last("v"), 0.5 - 0.5 * std::exp(-2.0), 1e-6);
}

// Modelica 3.6, section 3.7.4.5: x = 0, y = 0 and y = semiLinear(x, a, b) give a = b.
TEST(SemiLinear, AnUnconnectedPortHasTheEnthalpyOfItsMedium) {
  const Simulated run(R"(model M
  connector Port Real p; flow Real m; Real h; flow Real H; end Port;
  Port port;
  Real h = 5 + time;
equation
  port.p = 1;
  port.H = semiLinear(port.m, port.h, h);
end M;
)",
                      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("port.h"), 6.0, 1e-9);
}

// Relations in the arguments of a call stand in the model: they make events, and Integers may be compared.
TEST(Functions, CountTheRelationsTheyAreGiven) {
  const Simulated run(R"(model M
  function count
    input Boolean b[:];
    output Integer n;
  algorithm
    n := sum(if b[i] then 1 else 0 for i in 1:size(b, 1));
  end count;
  function isOne
    input Boolean b[:];
    output Boolean r;
  algorithm
    r := count(b) == 1;
  end isOne;
  Boolean on;
  Real x(start = 0, fixed = true);
equation
  on = isOne({time > 0.3, time > 0.6});
  der(x) = if on then 1 else 0;
end M;
)",
                      {.stop = 1.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 0.3, 1e-9);
}

// A function that hands on u[1] and says that its derivative is u[2] makes a constraint between two states.
TEST(Functions, AConstraintMayBeDifferentiatedByAnArgument) {
  const std::string text = R"(model M
  function state
    input Real u[2];
    input Real t;
    output Real y;
  algorithm
    y := u[1];
    annotation(derivative(noDerivative = u) = slope, InlineAfterIndexReduction = true);
  end state;
  function slope
    input Real u[2];
    input Real t;
    input Real tDerivative;
    output Real y;
  algorithm
    y := u[2];
    annotation(InlineAfterIndexReduction = true);
  end slope;
  Real p, rate, v(start = 0, fixed = true), i;
equation
  p = sin(time) - i;
  der(v) = i;
)";
  for (const std::string sign : {"", "-"}) {
    const Simulated run(text + "  rate = " + sign + "der(p);\n  v = state({p, " + sign + "rate}, time);\nend M;\n",
                        {.stop = 1.0, .tolerance = 1e-8});
    ASSERT_TRUE(run.finished()) << run.messages();
    // v' = sin(t) - v
    EXPECT_NEAR(run.last("v"), (std::sin(1.0) - std::cos(1.0) + std::exp(-1.0)) / 2, 1e-6);
    EXPECT_NEAR(std::fabs(run.last("rate")), (std::cos(1.0) + std::sin(1.0) - std::exp(-1.0)) / 2, 1e-6);
  }
}

// ---- initial sections -----------------------------------------------------------------------------------------------

TEST(InitialSections, AnAssertionHoldsAtTheStartOnly) {
  for (const char* section : {"equation", "algorithm"}) {
    const auto text = [&](double start, const char* level) {
      return fmt::format(
          "model M Real x(start = {}, fixed = true); initial {} assert(x > 0.5, \"x is small\"{}); equation der(x) = "
          "-x; end M;",
          start, section, level);
    };
    const Simulated holds(text(1, ""), {.stop = 2.0});
    EXPECT_TRUE(holds.finished()) << holds.messages();
    const Simulated violated(text(0.4, ""), {.stop = 2.0});
    EXPECT_FALSE(violated.finished());
    EXPECT_THAT(violated.messages(), HasSubstr("assertion violated at time 0: x is small"));
    const Simulated warned(text(0.4, ", AssertionLevel.warning"), {.stop = 2.0});
    EXPECT_TRUE(warned.finished()) << warned.messages();
    EXPECT_THAT(warned.messages(), HasSubstr("x is small"));
    const Simulated calm(text(1, ", AssertionLevel.warning"), {.stop = 2.0});
    EXPECT_THAT(calm.messages(), Not(HasSubstr("x is small")));
  }
}

TEST(InitialSections, ConditionsThatSayTheSameTwiceAreAccepted) {
  const Simulated run(R"(model M
  parameter Real p0 = 2;
  Real x(start = 2, fixed = true), y;
initial equation
  y = 2*p0;
equation
  der(x) = -x;
  y = 2*x;
end M;
)",
                      {.stop = 1.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 2 * std::exp(-1.0), 1e-6);
  EXPECT_THAT(run.messages(), HasSubstr("this initial condition is one too many"));
}

TEST(InitialSections, ConditionsThatContradictOneAnotherAreRefusedByName) {
  const Simulated run(R"(model M
  parameter Real p0 = 3;
  Real x(start = 2, fixed = true), y;
initial equation
  y = 2*p0;
equation
  der(x) = -x;
  y = 2*x;
end M;
)",
                      {.stop = 1.0});
  EXPECT_FALSE(run.finished());
  EXPECT_THAT(run.messages(), ::testing::AllOf(HasSubstr("initial conditions contradict one another"),
                                               HasSubstr("y = 2 * p0"), HasSubstr("x")));
}

TEST(StateSelection, OfSeveralRodsAllAnglesAreGivenUpForThatOfTheCrank) {
  // Two rods of inertia 1 at one crank: sin(phi) + 2 sin(beta1) = 0 = cos(phi) + 2 sin(beta2). There are more
  // constraints on positions than positions that velocities are chosen with, and forces do no work.
  const Simulated run(R"(model Cranks
  function height
    input Real c, s, w;
    output Real y;
  algorithm
    y := 2*s;
    annotation(derivative(noDerivative = c, noDerivative = s, noDerivative = w) = rate, Inline = false);
  end height;
  function rate
    input Real c, s, w;
    output Real dy;
  algorithm
    dy := 2*c*w;
  end rate;
  parameter Real offset = 0;
  Real phi(start = 0, fixed = true, stateSelect = StateSelect.always);
  Real w(start = 1, fixed = true, stateSelect = StateSelect.always);
  Real beta[2](each start = 0), wb[2], rod[2], c[2], s[2], f[2], a[2];
equation
  der(phi) = w;
  der(beta) = wb;
  a = der(wb);
  rod = wb .+ offset;
  c = cos(beta);
  s = sin(beta);
  0 = sin(phi) + height(c[1], s[1], rod[1]);
  0 = cos(phi) + height(c[2], s[2], rod[2]);
  der(w) = f[1]*cos(phi) - f[2]*sin(phi);
  der(rod) = 2*f.*c;
end Cranks;)",
                      {.stop = 10.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.messages(), "");
  const double w = run.last("w"), first = run.last("wb[1]"), second = run.last("wb[2]");
  EXPECT_NEAR(w * w + first * first + second * second, 1.25, 1e-6);
  EXPECT_NEAR(std::sin(run.last("phi")) + 2 * std::sin(run.last("beta[1]")), 0.0, 1e-9);
}

TEST(StateSelection, APositionThatMustBeAStateIsNotGivenUpForOneThatIsOnlyARate) {
  // A crank and a rod of inertia 1, sin(phi) + 2 sin(beta) = 0. Positions depend on the angle of the rod, velocities on
  // its angular velocity, which is that of the joint: der(beta). By beta nobody gets past the dead centre.
  const Simulated run(R"(model Crank
  function height
    input Real c, s, w;
    output Real y;
  algorithm
    y := 2*s;
    annotation(derivative(noDerivative = c, noDerivative = s, noDerivative = w) = rate, Inline = false);
  end height;
  function rate
    input Real c, s, w;
    output Real dy;
  algorithm
    dy := 2*c*w;
  end rate;
  parameter Real offset = 0;
  Real phi(start = 0, fixed = true, stateSelect = StateSelect.always);
  Real w(start = 1, fixed = true, stateSelect = StateSelect.always);
  Real beta(start = 0), wb, rod, c, s, f, a;
equation
  der(phi) = w;
  der(beta) = wb;
  a = der(wb);
  rod = wb + offset;
  c = cos(beta);
  s = sin(beta);
  0 = sin(phi) + height(c, s, rod);
  der(w) = f*cos(phi);
  der(rod) = f*2*c;
end Crank;)",
                      {.stop = 10.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.messages(), "");
  const double phi = run.last("phi"), w = run.last("w"), beta = run.last("beta"), rod = run.last("rod");
  EXPECT_GT(phi, 10.0);
  EXPECT_NEAR(std::sin(phi) + 2 * std::sin(beta), 0.0, 1e-9);
  EXPECT_NEAR(w * w + rod * rod, 1.25, 1e-6);  // twice the energy
}

}  // namespace
}  // namespace dashpot::simulation

#include "symbolic/solve.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::symbolic {
namespace {

class Solve : public ::testing::Test {
 protected:
  Pool pool;
  Walker walker{pool};
  Expr x = pool.variable(VariableId{0});
  Expr u = pool.variable(VariableId{1});

  double value(Expr root, double uValue) {
    std::vector<double> values(pool.size());
    for (const Expr e : walker.reachable(root)) {
      const auto [a, b, c] = pool.operands(e);
      const auto of = [&](Expr operand) { return operand == Expr::none ? 0.0 : values[index(operand)]; };
      values[index(e)] = pool.isConstant(e)           ? pool.value(e)
                         : pool.op(e) == Op::variable ? uValue
                                                      : apply(pool.op(e), of(a), of(b), of(c));
    }
    return values[index(root)];
  }
  /// The solution of side(x) = u, put back into the side, must give u.
  void expectInverse(Expr side, double uValue, double xValue) {
    for (const bool swapped : {false, true}) {
      const auto solved = solveFor(pool, walker, swapped ? u : side, swapped ? side : u, x);
      ASSERT_TRUE(solved);
      EXPECT_FALSE(walker.contains(*solved, x));
      EXPECT_NEAR(value(*solved, uValue), xValue, 1e-12 * (1 + std::fabs(xValue)));
    }
  }
};

TEST_F(Solve, InvertsWhatHasOneInverse) {
  expectInverse(build(pool, Op::exp, x), 2.0, std::log(2.0));
  expectInverse(build(pool, Op::log, add(pool, x, pool.constant(1.0))), 0.5, std::exp(0.5) - 1);
  expectInverse(build(pool, Op::log10, x), 2.0, 100.0);
  expectInverse(build(pool, Op::sqrt, multiply(pool, pool.constant(3.0), x)), 1.5, 0.75);
  expectInverse(build(pool, Op::atan, x), 0.5, std::tan(0.5));
  expectInverse(divide(pool, pool.constant(6.0), x), 3.0, 2.0);
  expectInverse(build(pool, Op::power, x, pool.constant(3.0)), -8.0, -2.0);
  expectInverse(multiply(pool, x, build(pool, Op::abs, x)), -9.0, -3.0);
}

TEST_F(Solve, AnInverseThatDoesNotHoldIsNotANumber) {
  const auto root = solveFor(pool, walker, build(pool, Op::sqrt, x), u, x);
  ASSERT_TRUE(root);
  EXPECT_TRUE(std::isnan(value(*root, -1.0))) << "no square root is negative";
  const auto angle = solveFor(pool, walker, build(pool, Op::atan, x), u, x);
  ASSERT_TRUE(angle);
  EXPECT_TRUE(std::isnan(value(*angle, 2.0))) << "no arc tangent exceeds pi/2";
}

TEST_F(Solve, LeavesAloneWhatHasSeveralInverses) {
  for (const Expr side :
       {multiply(pool, x, x), build(pool, Op::sin, x), build(pool, Op::abs, x), build(pool, Op::cosh, x),
        build(pool, Op::power, x, pool.constant(4.0)), add(pool, x, build(pool, Op::exp, x))})
    EXPECT_FALSE(solveFor(pool, walker, side, u, x));
}

TEST_F(Solve, AnUnknownWithinACallIsNotTakenForKnown) {
  const Expr call = pool.element(pool.call(FunctionId{0}, std::vector{u, x}), 0);
  EXPECT_FALSE(solveFor(pool, walker, add(pool, x, call), u, x));
  EXPECT_FALSE(solveFor(pool, walker, build(pool, Op::exp, add(pool, x, call)), u, x));
}

TEST_F(Solve, AChainOfAHundredThousandIsInvertedInOneGo) {
  Expr side = build(pool, Op::exp, x);
  for (int i = 0; i < 100'000; ++i) side = add(pool, side, pool.constant(1.0));
  const auto solved = solveFor(pool, walker, side, u, x);
  ASSERT_TRUE(solved);
}

}  // namespace
}  // namespace dashpot::symbolic

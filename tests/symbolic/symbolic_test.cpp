#include "symbolic/differentiate.hpp"
#include "symbolic/linear.hpp"
#include "symbolic/print.hpp"
#include "symbolic/substitute.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace dashpot::symbolic {
namespace {

class Symbolic : public ::testing::Test {
 protected:
  Pool pool;
  Walker walker{pool};
  Expr x = pool.variable(VariableId{0});
  Expr y = pool.variable(VariableId{1});
  Expr number(double v) { return pool.constant(v); }
  std::string text(Expr e) {
    return print(pool, e, [](VariableId id) { return std::string(1, static_cast<char>('x' + index(id))); });
  }
  double value(Expr root, double xValue, double yValue) {
    std::vector<double> values(pool.size());
    for (const Expr e : walker.reachable(root)) {
      const auto [a, b, c] = pool.operands(e);
      const auto of = [&](Expr operand) { return operand == Expr::none ? 0.0 : values[index(operand)]; };
      switch (pool.op(e)) {
        case Op::constant: values[index(e)] = pool.value(e); break;
        case Op::boolean: values[index(e)] = pool[e].a; break;
        case Op::variable: values[index(e)] = e == x ? xValue : yValue; break;
        default: values[index(e)] = apply(pool.op(e), of(a), of(b), of(c));
      }
    }
    return values[index(root)];
  }
};

TEST_F(Symbolic, EqualExpressionsHaveEqualHandles) {
  EXPECT_EQ(add(pool, x, multiply(pool, x, y)), add(pool, x, multiply(pool, x, y)));
  EXPECT_NE(add(pool, x, y), add(pool, y, x)) << "operands are never reordered";
  EXPECT_THAT(violations(pool), ::testing::IsEmpty());
}

TEST_F(Symbolic, PlusAndMinusZeroDiffer) { EXPECT_NE(number(0.0), number(-0.0)); }

TEST_F(Symbolic, SimplifiesOnlyWhatStaysTheSameToTheLastBit) {
  EXPECT_EQ(multiply(pool, number(1), x), x);
  EXPECT_EQ(divide(pool, x, number(1)), x);
  EXPECT_EQ(subtract(pool, x, number(0.0)), x);
  EXPECT_EQ(negate(pool, negate(pool, x)), x);
  EXPECT_EQ(conditional(pool, pool.boolean(true), x, y), x);
  EXPECT_NE(add(pool, x, number(0.0)), x) << "-0 + 0 is +0";
  EXPECT_EQ(add(pool, x, number(-0.0)), x);
  EXPECT_NE(multiply(pool, number(0.0), x), number(0.0)) << "x may be infinite";
  EXPECT_NE(divide(pool, x, x), number(1.0)) << "x may be zero";
  EXPECT_TRUE(pool.isConstant(add(pool, number(1), number(2)), 3.0));
  EXPECT_FALSE(pool.isConstant(divide(pool, number(1), number(0.0))))
      << "a division by zero is reported when it happens";
}

TEST_F(Symbolic, PrintsWithTheParenthesesThatAreNeeded) {
  EXPECT_EQ(text(multiply(pool, add(pool, x, y), x)), "(x + y) * x");
  EXPECT_EQ(text(subtract(pool, x, subtract(pool, y, x))), "x - (y - x)");
  EXPECT_EQ(text(pool.make(Op::power, negate(pool, x), y)), "(-x)^y");
  EXPECT_EQ(text(multiply(pool, x, number(-2))), "x * (-2)");
  EXPECT_EQ(text(conditional(pool, build(pool, Op::less, x, y), x,
                             conditional(pool, build(pool, Op::greater, x, y), y, number(1)))),
            "if x < y then x elseif x > y then y else 1");
}

TEST_F(Symbolic, DerivativesAgreeWithCentralDifferences) {
  const Expr shifted = add(pool, multiply(pool, x, x), number(0.5));  // positive
  const Expr small = divide(pool, x, number(4));                      // inside (-1, 1)
  std::vector<Expr> cases{add(pool, x, y),
                          subtract(pool, y, x),
                          multiply(pool, x, multiply(pool, x, y)),
                          divide(pool, y, shifted),
                          divide(pool, x, shifted),
                          build(pool, Op::power, shifted, y),
                          build(pool, Op::power, x, number(3)),
                          build(pool, Op::atan2, x, shifted),
                          build(pool, Op::min, x, y),
                          build(pool, Op::max, multiply(pool, x, x), y),
                          conditional(pool, build(pool, Op::less, x, y), multiply(pool, x, y), y),
                          build(pool, Op::abs, x),
                          build(pool, Op::noEvent, multiply(pool, x, x))};
  for (const Op op : {Op::negate, Op::sqrt, Op::exp, Op::log, Op::log10, Op::sin, Op::cos, Op::tan, Op::atan, Op::sinh,
                      Op::cosh, Op::tanh})
    cases.push_back(build(pool, op, shifted));
  for (const Op op : {Op::asin, Op::acos}) cases.push_back(build(pool, op, small));
  Differentiator derivative(pool);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1.4, 1.4);
  for (const Expr e : cases)
    for (int k = 0; k < 5; ++k) {
      const double at = uniform(random), other = uniform(random) + 2, h = 1e-6;
      const Expr d = derivative(e, x);
      const double exact = d == Expr::none ? 0.0 : value(d, at, other);
      EXPECT_NEAR(exact, (value(e, at + h, other) - value(e, at - h, other)) / (2 * h), 1e-7 * (1 + std::fabs(exact)))
          << text(e) << " at " << at << ", " << other;
    }
}

TEST_F(Symbolic, TheDerivativeOfAChainOfAHundredThousandSumsDoesNotRecurse) {
  Expr chain = x;
  for (int i = 0; i < 100'000; ++i) chain = add(pool, chain, multiply(pool, number(i), y));
  Differentiator derivative(pool);
  EXPECT_TRUE(pool.isConstant(derivative(chain, x), 1.0));
}

TEST_F(Symbolic, FindsLinearFormsAndTheirCoefficients) {
  const auto form = linearIn(pool, walker, subtract(pool, multiply(pool, y, x), divide(pool, x, number(2))), x);
  ASSERT_TRUE(form);
  EXPECT_EQ(text(form->coefficient), "y - 0.5");
  EXPECT_EQ(form->rest, Expr::none);
  EXPECT_FALSE(linearIn(pool, walker, multiply(pool, x, x), x));
  EXPECT_FALSE(linearIn(pool, walker, build(pool, Op::sin, x), x));
  EXPECT_FALSE(linearIn(pool, walker, divide(pool, y, x), x));
}

TEST_F(Symbolic, SolvesAnEquationForAVariableOnEitherSide) {
  const Expr z = pool.variable(VariableId{2});
  const auto isolated = isolate(pool, walker, z, multiply(pool, y, x), x);  // z = y*x
  ASSERT_TRUE(isolated);
  EXPECT_EQ(text(isolated->coefficient), "y");
  EXPECT_EQ(text(isolated->value), "z");
  EXPECT_FALSE(isolate(pool, walker, x, add(pool, x, y), x)) << "x cancels";
}

TEST_F(Symbolic, SubstitutesAllAtOnce) {
  Substitution swap(pool);
  swap.replace(x, y);
  swap.replace(y, x);
  EXPECT_EQ(text(swap(subtract(pool, x, y))), "y - x");
}

TEST_F(Symbolic, WhatStandsBelowAReplacedPartCanBeReplacedLater) {
  const Expr half = divide(pool, x, pool.constant(2.0)), sine = build(pool, Op::sin, half);
  Substitution substitution(pool);
  substitution.replace(sine, y);
  EXPECT_EQ(substitution(sine), y);
  EXPECT_EQ(text(substitution(add(pool, sine, y))), "y + y");
  substitution.replace(x, y);
  EXPECT_EQ(text(substitution(half)), "y / 2");
}

TEST(Power, OfSmallWholeNumbersIsThatOfTheMathLibraryToSomeUnitsInTheLastPlace) {
  for (const double a : {-3.7, -1.0, 0.1, 0.999, 1.0, 2.5, 1e10})
    for (int n = -20; n <= 20; ++n) {
      const double expected = std::pow(a, n);
      EXPECT_NEAR(apply(Op::power, a, n), expected, 16 * std::numeric_limits<double>::epsilon() * std::fabs(expected))
          << a << '^' << n;
    }
}

TEST(Power, HasTheLimitsOfTheMathLibrary) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(apply(Op::power, 0.0, 0.0), 1.0);
  EXPECT_EQ(apply(Op::power, nan, 0.0), 1.0);
  EXPECT_EQ(apply(Op::power, 0.0, -1.0), inf);
  EXPECT_EQ(apply(Op::power, -0.0, -3.0), -inf);
  EXPECT_EQ(apply(Op::power, 1e300, 3.0), inf);
  EXPECT_TRUE(std::isnan(apply(Op::power, nan, 2.0)));
  EXPECT_TRUE(std::isnan(apply(Op::power, -2.0, 0.5)));
  EXPECT_EQ(apply(Op::power, 4.0, 0.5), 2.0);
}

}  // namespace
}  // namespace dashpot::symbolic

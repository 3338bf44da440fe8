#include "symbolic/constant_terms.hpp"

#include <gtest/gtest.h>

namespace dashpot::symbolic {
namespace {

class KnownConstants : public ::testing::Test {
 protected:
  void SetUp() override {
    terms.know(VariableId{0}, pool.constant(0.0)), terms.know(VariableId{1}, pool.constant(3.0));
  }

  Pool pool;
  ConstantTerms terms{pool};
  Expr none = pool.variable(VariableId{0}), three = pool.variable(VariableId{1}), x = pool.variable(VariableId{2});
};

TEST_F(KnownConstants, AreTheirValuesAndDoNotChange) {
  EXPECT_EQ(terms(add(pool, three, x)), add(pool, pool.constant(3.0), x));
  EXPECT_EQ(terms(multiply(pool, three, three)), pool.constant(9.0));
  EXPECT_EQ(terms(add(pool, pool.derivative(VariableId{1}), x)), x);
}

TEST_F(KnownConstants, LeaveNothingOfProductsWithZero) {
  EXPECT_EQ(terms(add(pool, multiply(pool, none, pool.derivative(VariableId{2})), x)), x);
  EXPECT_EQ(terms(subtract(pool, divide(pool, none, x), x)), negate(pool, x));
  EXPECT_EQ(terms(multiply(pool, x, multiply(pool, none, x))), pool.constant(0.0));
  EXPECT_EQ(terms(multiply(pool, none, build(pool, Op::sqrt, x))), pool.constant(0.0));
}

TEST_F(KnownConstants, LeaveWhatMayHaveNoValue) {
  const Expr root = multiply(pool, pool.constant(0.0), build(pool, Op::sqrt, x));
  EXPECT_EQ(terms(root), root);
  const Expr quotient = divide(pool, pool.constant(0.0), x);
  EXPECT_EQ(terms(quotient), quotient);
  EXPECT_EQ(terms(multiply(pool, root, pool.derivative(VariableId{2}))), pool.constant(0.0));
}

TEST_F(KnownConstants, LeaveAllElseAsItIs) {
  const Expr e = build(pool, Op::sqrt, add(pool, x, multiply(pool, pool.constant(2.0), x)));
  EXPECT_EQ(terms(e), e);
}

}  // namespace
}  // namespace dashpot::symbolic

#include "symbolic/zero_terms.hpp"

#include <gtest/gtest.h>

namespace dashpot::symbolic {
namespace {

class ZeroTerms : public ::testing::Test {
 protected:
  Pool pool;
  Walker walker{pool};
  Expr x = pool.variable(VariableId{0}), y = pool.variable(VariableId{1}), zero = pool.constant(0.0);

  Expr without(Expr e) { return withoutZeroTerms(pool, walker, e); }
};

TEST_F(ZeroTerms, AProductWithZeroIsNotAboutItsOtherFactor) {
  EXPECT_EQ(without(add(pool, multiply(pool, zero, x), y)), y);
  EXPECT_EQ(without(subtract(pool, y, multiply(pool, x, zero))), y);
  EXPECT_EQ(without(subtract(pool, multiply(pool, zero, add(pool, x, y)), y)), negate(pool, y));
  EXPECT_EQ(without(multiply(pool, y, multiply(pool, zero, x))), zero);
}

TEST_F(ZeroTerms, WhatMayHaveNoValueStays) {
  const Expr root = add(pool, multiply(pool, zero, build(pool, Op::sqrt, x)), y);
  EXPECT_EQ(without(root), root);
}

TEST_F(ZeroTerms, WhatHasNoneStaysAsItIs) {
  const Expr sum = add(pool, x, multiply(pool, pool.constant(2.0), y));
  EXPECT_EQ(without(sum), sum);
}

}  // namespace
}  // namespace dashpot::symbolic

#include "codegen/nearest_solution.hpp"

#include <gtest/gtest.h>

#include <array>

namespace dashpot::codegen {
namespace {

// x + y = 10, twice over, from (1, 3): the shortest way in units of 1 and 3 is dx = 0.6, dy = 9*0.6 (by Lagrange).
TEST(NearestSolution, OfRepeatedEquationsIsNearestInUnitsOfTheUnknowns) {
  const std::array matrix{1.0, 1.0, 2.0, 2.0};
  const std::array right{10.0, 20.0};
  std::array x{1.0, 3.0};
  ASSERT_TRUE(nearestSolution(matrix, right, x));
  EXPECT_NEAR(x[0], 1.6, 1e-12);
  EXPECT_NEAR(x[1], 8.4, 1e-12);
}

TEST(NearestSolution, LeavesAloneWhatOccursInNoEquation) {
  const std::array matrix{2.0, 0.0, 0.0, 0.0};
  const std::array right{8.0, 0.0};
  std::array x{1.0, -7.0};
  ASSERT_TRUE(nearestSolution(matrix, right, x));
  EXPECT_EQ(x[0], 4.0);
  EXPECT_EQ(x[1], -7.0);
}

TEST(NearestSolution, OfEquationsThatContradictOneAnotherIsNone) {
  const std::array matrix{1.0, 1.0, 2.0, 2.0};
  const std::array right{10.0, 21.0};
  std::array x{1.0, 3.0};
  EXPECT_FALSE(nearestSolution(matrix, right, x));
  EXPECT_EQ(x, (std::array{1.0, 3.0}));
}

}  // namespace
}  // namespace dashpot::codegen

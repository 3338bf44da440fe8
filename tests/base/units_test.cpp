#include "base/units.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace dashpot {
namespace {

TEST(Units, ReadsQuantitiesIntoSi) {
  EXPECT_DOUBLE_EQ(parseQuantity("210bar")->value, 210e5);
  EXPECT_DOUBLE_EQ(parseQuantity("1 ms")->value, 1e-3);
  EXPECT_DOUBLE_EQ(parseQuantity("60l/min")->value, 1e-3);
  EXPECT_DOUBLE_EQ(parseQuantity("20degC")->value, 293.15);
  EXPECT_DOUBLE_EQ(parseQuantity("1500rpm")->value, 50 * std::numbers::pi);
  EXPECT_DOUBLE_EQ(parseQuantity("-3.5e-2")->value, -0.035);
}

TEST(Units, SuggestsAUnitForAMisspeltOne) {
  EXPECT_EQ(parseQuantity("3 bra").error(), "'bra' is not a unit we know; did you mean 'bar'?");
}

TEST(Units, RefusesTextWithoutANumber) { EXPECT_EQ(parseQuantity("fast").error(), "'fast' is not a number"); }

TEST(Units, DisplayUnitMustMeasureTheSameQuantity) {
  EXPECT_DOUBLE_EQ(unitForDisplay("Pa", "bar").fromSi(2e5), 2.0);
  EXPECT_EQ(unitForDisplay("Pa", "mm").name, "Pa");
  EXPECT_EQ(unitForDisplay("kg/(s.Pa)", "").name, "kg/(s.Pa)");
}

}  // namespace
}  // namespace dashpot

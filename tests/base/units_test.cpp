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

TEST(Units, TheTableHasWhatEngineersUse) {
  EXPECT_DOUBLE_EQ(parseQuantity("46cSt")->value, 46e-6);
  EXPECT_DOUBLE_EQ(parseQuantity("68degF")->value, 293.15);
  EXPECT_DOUBLE_EQ(parseQuantity("45cm3/rev")->value, 45e-6 / (2 * std::numbers::pi));
  EXPECT_DOUBLE_EQ(parseQuantity("80N/mm")->value, 80e3);
}

TEST(Units, AnyUnitExpressionOfTheSameQuantityCanBeShown) {
  EXPECT_DOUBLE_EQ(unitForDisplay("N.m/rad", "kN.m/rad").fromSi(3000), 3.0);
  EXPECT_DOUBLE_EQ(unitForDisplay("m3/(s.Pa)", "l/(min.bar)").fromSi(1.0), 6e4 * 1e5);
  EXPECT_DOUBLE_EQ(unitForDisplay("degC", "K").fromSi(20.0), 293.15);
  EXPECT_EQ(unitForDisplay("m", "quux").name, "m");
}

}  // namespace
}  // namespace dashpot

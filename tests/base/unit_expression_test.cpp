#include "base/unit_expression.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace dashpot {
namespace {

std::string reduced(std::string_view text) {
  const auto unit = parseUnit(text);
  return unit ? describe(*unit) : "not a unit";
}

TEST(UnitExpression, ReducesToTheBaseUnits) {
  EXPECT_EQ(reduced("kg.m/s2"), "N");
  EXPECT_EQ(reduced("N.m"), "J");
  EXPECT_EQ(reduced("N/m2"), "Pa");
  EXPECT_EQ(reduced("m/s"), "m/s");
  EXPECT_EQ(reduced("J/(kg.K)"), "m2/(s2.K)");
  EXPECT_EQ(reduced("m3.kg-1.K-1"), "m3/(kg.K)");
  EXPECT_EQ(reduced("(J/kg)/(kg/m3)"), "m5/(kg.s2)");
  EXPECT_EQ(reduced("1/s"), "Hz");
  EXPECT_EQ(reduced("1"), "1");
  EXPECT_EQ(reduced("N.m.rad/s"), "W");
}

TEST(UnitExpression, KnowsPrefixesAndUnitsOutsideTheSi) {
  EXPECT_EQ(reduced("kN"), "1000 N");
  EXPECT_EQ(reduced("mm"), "0.001 m");
  EXPECT_EQ(reduced("min"), "60 s");
  EXPECT_EQ(reduced("bar"), "100000 Pa");
  EXPECT_EQ(reduced("daN"), "10 N");
  EXPECT_EQ(reduced("kW.h"), "3.6e+06 J");
  EXPECT_DOUBLE_EQ(parseUnit("l/min")->factor, 1e-3 / 60);
  EXPECT_DOUBLE_EQ(parseUnit("rpm")->factor, std::numbers::pi / 30);
  EXPECT_DOUBLE_EQ(parseUnit("degC")->offset, 273.15);
}

TEST(UnitExpression, RefusesWhatIsNone) {
  for (const char* text : {"", "quux", "m/", "m//s", "(m", "m)", "kdegC", "2m", "m^2", "m s", "k"})
    EXPECT_EQ(reduced(text), "not a unit") << text;
  EXPECT_EQ(reduced(std::string(1000, '(')), "not a unit");
}

TEST(UnitExpression, RootsGiveFractions) {
  const UnitExpression root = power(*parseUnit("Pa"), 0.5);
  EXPECT_TRUE((root * root).agreesWith(*parseUnit("Pa")));
  EXPECT_FALSE(root.agreesWith(*parseUnit("Pa")));
  EXPECT_EQ(describe(root), "kg^0.5/(m^0.5.s)");
}

TEST(UnitExpression, AgreementMeansTheSameScaleToo) {
  EXPECT_TRUE(parseUnit("bar")->measuresSameAs(*parseUnit("Pa")));
  EXPECT_FALSE(parseUnit("bar")->agreesWith(*parseUnit("Pa")));
  EXPECT_TRUE(parseUnit("V.A")->agreesWith(*parseUnit("W")));
}

}  // namespace
}  // namespace dashpot

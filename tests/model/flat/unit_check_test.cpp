#include "model/flat/unit_check.hpp"

#include "models/front_end.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::model {
namespace {

/// What is said about the units of a model with these declarations and this equation.
std::string warnings(const std::string& declarations, const std::string& equation) {
  testing::FrontEnd front("model M\n  " + declarations + "\nequation\n  " + equation + ";\nend M;\n");
  EXPECT_EQ(front.messages(), "");
  if (!front.flat) return "no flat model";
  Diagnostics diagnostics;
  checkUnits(*front.flat, diagnostics);
  return render(diagnostics, front.sources);
}

TEST(UnitCheck, SidesOfDifferentUnitsAreNamed) {
  EXPECT_EQ(warnings("Real s(unit = \"m\", start = 1) = 2; Real v(unit = \"m/s\");", "v = s"),
            "test.mo:4:3: warning: the units do not agree: left side [m/s], right side [m]\n"
            "    4 |   v = s;\n"
            "      |   ^~~~~\n");
}

TEST(UnitCheck, UnitsAreInferredThroughOperators) {
  EXPECT_EQ(
      warnings("parameter Real m(unit = \"kg\") = 1; parameter Real a(unit = \"m/s2\") = 1; Real F(unit = \"N\");",
               "F = m * a"),
      "");
  EXPECT_THAT(
      warnings("parameter Real m(unit = \"kg\") = 1; parameter Real v(unit = \"m/s\") = 1; Real F(unit = \"N\");",
               "F = m * v^2"),
      ::testing::HasSubstr("left side [N], right side [J]"));
  EXPECT_EQ(
      warnings("Real s(unit = \"m\", start = 0, fixed = true); parameter Real v(unit = \"m/s\") = 1;", "der(s) = v"),
      "");
  EXPECT_THAT(
      warnings("Real s(unit = \"m\", start = 0, fixed = true); parameter Real v(unit = \"m\") = 1;", "der(s) = v"),
      ::testing::HasSubstr("left side [m/s], right side [m]"));
  EXPECT_EQ(
      warnings(
          "parameter Real dp(unit = \"Pa\") = 1; parameter Real rho(unit = \"kg/m3\") = 1; Real v(unit = \"m/s\");",
          "v = sqrt(dp / rho)"),
      "");
}

TEST(UnitCheck, TermsOfASumAndBranchesAreCompared) {
  const std::string declarations = "parameter Real p(unit = \"Pa\") = 1; parameter Real s(unit = \"m\") = 1; Real y;";
  EXPECT_THAT(warnings(declarations, "y = p + s"), ::testing::HasSubstr("a sum of [Pa] and [m]"));
  EXPECT_THAT(warnings(declarations, "y = if time > 1 then p else s"),
              ::testing::HasSubstr("a choice of [Pa] and [m]"));
  EXPECT_THAT(warnings(declarations, "y = min(p, s)"), ::testing::HasSubstr("min of [Pa] and [m]"));
  EXPECT_THAT(warnings(declarations, "y = if p > s then 1 else 2"),
              ::testing::HasSubstr("a comparison of [Pa] and [m]"));
}

TEST(UnitCheck, AnotherScaleIsAnotherUnit) {
  EXPECT_THAT(warnings("parameter Real p(unit = \"bar\") = 1; Real q(unit = \"Pa\");", "q = p"),
              ::testing::HasSubstr("left side [Pa], right side [100000 Pa]"));
}

TEST(UnitCheck, LiteralsUnitlessVariablesAndFunctionsRaiseNoAlarm) {
  const std::string declarations =
      "parameter Real m(unit = \"kg\") = 1; parameter Real k = 2; parameter Real w(unit = \"rad/s\") = 1;"
      " Real F(unit = \"N\");";
  for (const char* equation :
       {"F = 0", "F = 9.81 * m", "F = k", "F = k * m", "F = m / k + 1", "F = sin(w * time)", "F = 3 * sin(w * time)",
        "F = if time > 1 then 0 else 5", "F = max(0, k * m)", "F = exp(-k)", "F = 2 * time", "F = -F + 1"})
    EXPECT_EQ(warnings(declarations, equation), "") << equation;
}

TEST(UnitCheck, ARadianIsANumber) {
  EXPECT_EQ(
      warnings("parameter Real tau(unit = \"N.m\") = 1; parameter Real w(unit = \"rad/s\") = 1; Real P(unit = \"W\");",
               "P = tau * w"),
      "");
}

TEST(UnitCheck, ValuesOfParametersAreCheckedAndStrangeUnitsNamedOnce) {
  EXPECT_EQ(
      warnings("parameter Real a(unit = \"m\") = 1;\n  parameter Real b(unit = \"s\") = a;\n  Real x(unit = \"quux\");"
               "\n  Real y(unit = \"quux\") = 1;",
               "x = 1"),
      "test.mo:4:8: warning: 'quux' is not a unit we know: it is not checked\n"
      "    4 |   Real x(unit = \"quux\");\n"
      "      |        ^\n"
      "test.mo:3:18: warning: the units do not agree: variable [s], value [m]\n"
      "    3 |   parameter Real b(unit = \"s\") = a;\n"
      "      |                  ^\n");
}

}  // namespace
}  // namespace dashpot::model

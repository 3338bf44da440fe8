// What statements and texts of models do when they run.
#include "models/simulated.hpp"
#include "simulation/runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::simulation {
namespace {

using ::testing::HasSubstr;
using testing::Simulated;

TEST(Statements, BreakEndsALoopWhereItsConditionHolds) {
  // The largest power of two below 25 * (1 + time), found by doubling.
  const Simulated run(R"(model M
  Real x;
  Integer n;
algorithm
  x := 1;
  n := 0;
  for i in 1:10 loop
    if 2 * x > 25 * (1 + time) then
      break;
    end if;
    x := 2 * x;
    n := i;
  end for;
end M;)",
                      until(1.0));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ((*run.table)["x"].front(), 16.0);
  EXPECT_EQ((*run.table)["n"].front(), 4.0);
  EXPECT_EQ(run.last("x"), 32.0);
  EXPECT_EQ(run.last("n"), 5.0);
}

TEST(Statements, AComputedSubscriptChoosesWhatIsAssigned) {
  const std::string text = R"(model M
  parameter Integer last = 2;
  Integer k = if time > 0.5 then last else 1;
  Real x[2];
algorithm
  x := {10, 20};
  x[k] := time;
end M;)";
  const Simulated run(text, until(1.0));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("x[1]"), 10.0);
  EXPECT_EQ(run.last("x[2]"), 1.0);
  std::string outside = text;
  outside.replace(outside.find("last = 2"), 8, "last = 3");
  const Simulated failing(outside, until(1.0));
  EXPECT_FALSE(failing.finished());
  EXPECT_THAT(failing.messages(), HasSubstr("a subscript lies outside of the array"));
}

constexpr std::string_view mustBeSmall = R"(function mustBeSmall
  input Real x;
algorithm
  assert(x < 0.5, "x is too large");
end mustBeSmall;
)";

TEST(Statements, ACallWithoutResultsAssertsAlways) {
  const Simulated run(std::string(mustBeSmall) + R"(model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  mustBeSmall(x);
end M;)",
                      until(1.0));
  EXPECT_FALSE(run.finished());
  EXPECT_THAT(run.messages(), HasSubstr("assertion violated at time 0.5"));
  EXPECT_THAT(run.messages(), HasSubstr("x is too large in mustBeSmall"));
}

TEST(Statements, ACallWithoutResultsAssertsAtEvents) {
  const Simulated run(std::string(mustBeSmall) + R"(model M
equation
  when time > 0.6 then
    mustBeSmall(time);
  end when;
end M;)",
                      until(1.0));
  EXPECT_FALSE(run.finished());
  EXPECT_THAT(run.messages(), HasSubstr("x is too large"));
}

TEST(Statements, MessagesShowValuesAsStringSays) {
  const Simulated run(R"(model M
  type Side = enumeration(left, right);
  Side s = if time > 0.25 then Side.right else Side.left;
equation
  assert(time < 0.5, "at " + String(time, format = ".1f") + " " + String(s) + " " + String(time > 1) + (if time > 0.4 then " late" else " early"));
end M;)",
                      until(1.0));
  EXPECT_FALSE(run.finished());
  EXPECT_THAT(run.messages(), HasSubstr("at 0.5 right false late"));
}

TEST(Statements, AModelWithStringsRuns) {
  const Simulated run(R"(model M
  String name;
  Real x(start = 1, fixed = true);
equation
  name = "decay " + String(1);
  der(x) = -x;
end M;)",
                      until(1.0));
  EXPECT_TRUE(run.finished()) << run.messages();
}

TEST(Statements, APartialDerivativeIsTheDerivative) {
  const Simulated run(R"(function f
  input Real x;
  input Real y;
  output Real z;
algorithm
  z := 1;
  for i in 1:3 loop
    z := z * x;
  end for;
  z := z * y;
end f;
function fx = der(f, x);
function fxy = der(f, x, y);
model M
  Real a = fx(time, 2);
  Real b = fxy(time, 2);
end M;)",
                      until(2.0));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_DOUBLE_EQ(run.last("a"), 24.0);  // 3 x^2 y
  EXPECT_DOUBLE_EQ(run.last("b"), 12.0);  // 3 x^2
}

}  // namespace
}  // namespace dashpot::simulation

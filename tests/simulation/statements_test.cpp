// What statements and texts of models do when they run.
#include "models/simulated.hpp"
#include "simulation/runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::simulation {
namespace {

using ::testing::HasSubstr;
using testing::Simulated;

TEST(Functions, ChooseElementsOfConstantsOfPackages) {
  // squares[n] with n = 1, 2, 3 as time goes on.
  const Simulated run(R"(package P
  type Level = enumeration(low, high);
  constant Real squares[:] = {1, 4, 9};
  constant Real volts[Level] = {0.5, 5};
  function pick
    input Integer n;
    input Level level;
    output Real y;
  algorithm
    y := 0;
    for i in 1:3 loop
      if i == n then
        y := squares[n] + volts[level];
        break;
      end if;
    end for;
  end pick;
end P;
model M
  Integer n = if time < 0.4 then 1 elseif time < 0.7 then 2 else 3;
  Real y = P.pick(n, if time < 0.4 then P.Level.low else P.Level.high);
end M;
)",
                      {.stop = 1.0, .interval = 0.25});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ((*run.table)["y"].front(), 1.5);
  EXPECT_EQ(run.last("y"), 14.0);
}

// Modelica 3.6, section 10.5: a subscript must lie inside; in a function that is an error where it is evaluated.
TEST(Functions, FailWhereASubscriptLiesOutsideNotWhereItIsWritten) {
  const auto until = [](double stop) {
    return Simulated(R"(model M
  function second
    input Real x[:];
    input Real t;
    output Real y;
  algorithm
    if t > 0.5 then
      y := x[2];
    else
      y := x[1];
    end if;
  end second;
  Real y = second({time}, time);
  Real z(start = 0, fixed = true);
equation
  der(z) = y;
end M;
)",
                     {.stop = stop});
  };
  const Simulated before = until(0.5);
  ASSERT_TRUE(before.finished()) << before.messages();
  EXPECT_NEAR(before.last("z"), 0.125, 1e-9);
  EXPECT_FALSE(until(1.0).finished());
}

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

// Modelica 3.6, section 11.1.2: what a when-statement assigns begins with pre(), also an element that a computed
// subscript chooses; the others keep what they have.
TEST(Statements, AComputedSubscriptInAWhenStatementKeepsTheOtherElements) {
  const Simulated run(R"(model M
  Integer n(start = 0, fixed = true);
  Real x[4](each start = -1, each fixed = true);
algorithm
  when sample(0, 0.25) then
    n := pre(n) + 1;
    if n <= 3 then
      x[n] := 10 * n + time;
    end if;
  end when;
end M;)",
                      until(1.1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("x[1]"), 10.0);
  EXPECT_EQ(run.last("x[2]"), 20.25);
  EXPECT_EQ(run.last("x[3]"), 30.5);
  EXPECT_EQ(run.last("x[4]"), -1.0);
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

// A run that computed the function in each pass of each event would not end: each call that is not wanted would count
// its loop to the limit of 1e7 rounds.
TEST(WhenClauses, CallFunctionsOnlyWhereTheyAreActive) {
  const Simulated run(R"(model M
  function f
    input Real x;
    output Real y[2];
  algorithm
    y := {0, x};
    while x < 0.5 or y[1] < 2 loop
      y[1] := y[1] + 1;
    end while;
  end f;
  Real x = time;
  Integer n(start=0, fixed=true);
  Real y[2](each start=0, each fixed=true);
algorithm
  when sample(0.01, 0.01) then
    n := pre(n) + 1;
  end when;
  when time > 0.75 then
    y := f(x);
    assert(y[1] > 1, "counted");
  end when;
end M;
)",
                      {.stop = 1.0, .interval = 0.25});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("y[1]"), 2.0);
  EXPECT_NEAR(run.last("y[2]"), 0.75, 1e-9);
  // The function that guards f takes a condition before the argument, and calls f only if that is true.
  const auto guarded = std::ranges::find_if(run.model->procedures, [](const codegen::Procedure& procedure) {
    return procedure.name.ends_with("f") && procedure.inputCount == 2;
  });
  ASSERT_NE(guarded, run.model->procedures.end());
  codegen::ProcedureMachine machine(run.model->procedures);
  const auto number = static_cast<std::uint32_t>(guarded - run.model->procedures.begin());
  Vector results(2);
  EXPECT_TRUE(machine.call(number, Vector{0.0, 0.25}, results));
  EXPECT_FALSE(machine.call(number, Vector{1.0, 0.25}, results)) << "f does not end where x < 0.5";
}

}  // namespace
}  // namespace dashpot::simulation

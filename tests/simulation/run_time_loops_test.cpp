// Loops in algorithms of models that are counted only when the model runs (Modelica 3.6, sections 11.2.2 and 11.2.3).
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::HasSubstr;

TEST(RunTimeLoops, AForLoopRunsAsOftenAsItsBoundSaysAtTheEvent) {
  const Simulated run(
      "model M Integer n(start = 0, fixed = true), product; Integer last[6]; algorithm\n"
      "when sample(0, 0.1) then n := pre(n) + 1; product := 1;\n"
      "for i in 1:n loop product := product*i; last[i] := pre(last[i]) + 1; end for; end when; end M;",
      {.stop = 0.55});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("n"), 6);
  EXPECT_EQ(run.last("product"), 720);
  EXPECT_EQ(run.last("last[1]"), 6) << "assigned at each of the six events";
  EXPECT_EQ(run.last("last[6]"), 1);
}

TEST(RunTimeLoops, AWhileLoopEndsWhereItsConditionDoes) {
  // Heron's iteration converges to the root.
  const Simulated run(
      "model M discrete Real root(start = 1, fixed = true); algorithm when sample(0.5, 0.5) then\n"
      "root := 10*time; while abs(root*root - 10*time) > 1e-12 loop root := (root + 10*time/root)/2; end while;\n"
      "end when; end M;",
      {.stop = 1.2});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("root"), std::sqrt(10.0), 1e-12);
}

TEST(RunTimeLoops, BreakLeavesTheInnermostLoop) {
  const Simulated run(
      "model M Integer n(start = 4), found; algorithm when sample(0, 1) then n := pre(n); found := 0;\n"
      "for i in 1:n loop for j in 1:n loop if j > i then break; end if; found := found + 1; end for; end for;\n"
      "end when; end M;",
      {.stop = 0.5});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("found"), 4 * 5 / 2);
}

TEST(RunTimeLoops, OutsideAWhenClauseTheyArePartOfTheEquations) {
  // x' = -(1 + 1/2 + 1/3) x
  const Simulated run(
      "model M Integer n = if time < 100 then 3 else 4; Integer k; Real x(start = 1, fixed = true), sum;\n"
      "equation der(x) = -sum; algorithm sum := 0; k := 0;\n"
      "while k < n loop k := k + 1; sum := sum + x/k; end while; end M;",
      {.stop = 1, .tolerance = 1e-9});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), std::exp(-11.0 / 6), 1e-7);
}

TEST(VaryingSlices, AreSummedUpAndAssignedAsFarAsTheyReach) {
  const Simulated run(
      "model M function shift input Real u[:]; input Integer n; output Real y[size(u, 1)]; algorithm y := u;\n"
      "y[1:n - 1] := u[2:n]; y[n:size(u, 1)] := fill(0.0, size(u, 1) - n + 1); annotation(Inline = false); end shift;\n"
      "Integer n = if time > 1.5 then 4 else 2; Integer k[4] = {4, 3, 2, 1}; Real x[4] = {1, 10, 100, 1000}*(1 + "
      "time);\n"
      "Real y[4] = shift(x, n), total = sum(x[2:n]), chosen = sum(x[k[1:n]]), largest = max(x[1:n - 1]); end M;",
      {.stop = 1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_DOUBLE_EQ(run.last("total"), 20) << "x[2:2]";
  EXPECT_DOUBLE_EQ(run.last("chosen"), 2200) << "x[{4, 3}]";
  EXPECT_DOUBLE_EQ(run.last("largest"), 2) << "x[1:1]";
  EXPECT_DOUBLE_EQ(run.last("y[1]"), 20);
  EXPECT_DOUBLE_EQ(run.last("y[2]"), 0);
}

TEST(VaryingSlices, ASliceOutsideOfTheArrayStopsTheRun) {
  const Simulated run("model M Integer n = if time > 1 then 4 else 2; Real x[3] = {1, 2, 3}, y = sum(x[1:n]); end M;",
                      {.stop = 2});
  EXPECT_FALSE(run.finished());
}

TEST(VaryingTexts, AStringChangesAtEventsAndIsShownAsItIs) {
  const Simulated run(
      "model M String s(start = \"early\"); Boolean isLate; Integer changes(start = 0, fixed = true);\n"
      "Real late(start = 0, fixed = true);\n"
      "equation when time > 1 then s = if changes > 5 then \"never\" else \"late\"; end when;\n"
      "isLate = s == \"late\"; der(late) = if isLate then 1 else 0;\n"
      "when change(s) then changes = pre(changes) + 1; end when;\n"
      "assert(time < 2, \"it is \" + s, AssertionLevel.warning); end M;",
      {.stop = 3, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(run.messages(), HasSubstr("it is late"));
  EXPECT_NEAR(run.last("late"), 2.0, 1e-7);
  EXPECT_EQ(run.last("changes"), 1);
}

}  // namespace
}  // namespace dashpot::simulation

// Relations between variables that are nothing but parameters.
#include "models/simulated.hpp"
#include "models/solved.hpp"

#include <gtest/gtest.h>

namespace dashpot::simulation {
namespace {

using testing::Simulated;
using testing::Solved;

// As a lead-lag block writes it, whose time constants are shown by blocks of their own.
constexpr auto leadLag =
    "model M parameter Real T1 = 2, T2 = 2; Real a, b, c, y; equation a = T1; b = c; c = 2*T2 - a; "
    "y = if abs(a - b) < 1e-12 then 3*time else time/(T1 - T2); end M;";

TEST(SettledVariables, ARelationBetweenThemMakesNoEvents) {
  const Solved solved(leadLag);
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_TRUE(solved.system->modes.empty());
}

TEST(SettledVariables, ARelationBetweenThemHoldsFromTheFirstEvaluationOn) {
  // With T1 = T2 the other branch divides by zero: nobody may try it first.
  const Simulated run(leadLag, {.stop = 1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("y"), 3.0, 1e-12);
}

TEST(SettledVariables, ARelationBetweenThemFollowsTheParameters) {
  Settings settings{.stop = 1};
  settings.parameters = {{"T1", "4"}};
  const Simulated run(leadLag, settings);  // b = 2*2 - 4 = 0, a = 4
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("y"), 0.5, 1e-12);
}

TEST(SettledVariables, WhatDependsOnTimeOrOnAStateIsNone) {
  for (const char* value : {"T + time", "T + x", "T*der(x)"}) {
    const Solved solved(
        std::string("model M parameter Real T = 2; Real a, y, x(start = 1, fixed = true); equation der(x) "
                    "= -x; a = ") +
        value + "; y = if a > T then 1 else 2; end M;");
    ASSERT_TRUE(solved.system) << solved.messages();
    EXPECT_EQ(solved.system->modes.size(), 1u) << value;
  }
}

}  // namespace
}  // namespace dashpot::simulation

#include "equations/roles.hpp"
#include "models/solved.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::equations {
namespace {

using ::testing::HasSubstr;
using testing::Solved;

TEST(ConstantPropagation, ACapacityThatIsZeroForGoodHasNoState) {
  const Solved solved(
      "model M parameter Real C = 0 annotation(Evaluate = true); Real v, i; equation i = C*der(v); v + 2*i = "
      "sin(time); end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_EQ(count(*solved.system, Role::state), 0u);
}

TEST(ConstantPropagation, ACapacityThatCanBeSetHasOne) {
  const Solved solved("model M parameter Real C = 1; Real v, i; equation i = C*der(v); v + 2*i = sin(time); end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_EQ(count(*solved.system, Role::state), 1u);
}

/// n[1]*sin(a) by a way that depends on a.
constexpr const char* projection =
    "function f input Real n[2], a; output Real y; protected Real b; algorithm b := n[1]/sqrt(n[1]*n[1] + n[2]*n[2]); "
    "while y > 1 loop y := y - 1; end while; if a > 1 then y := b*sin(a); else y := -b*sin(-a); end if; end f; ";

TEST(ConstantPropagation, WhatIsZeroForAllValuesOfOtherParametersIsZero) {
  const auto differentiated = [](const std::string& declaration) {
    const Solved solved(projection + ("model M parameter Real a = 2; " + declaration +
                                      "Real x(start = 1), z, u, w, F; equation der(x) = u; der(u) = -x; der(z) = w; "
                                      "der(w) = F - z*x; z = C*x; end M;"));
    EXPECT_TRUE(solved.system) << solved.messages();
    return solved.system ? solved.system->counts.differentiated > 0 : false;
  };
  EXPECT_FALSE(differentiated("final parameter Real C = f({0, 1}, a); "));
  EXPECT_FALSE(differentiated("protected parameter Real C = f({0, 1}, a); "));
  EXPECT_TRUE(differentiated("final parameter Real C = f({1, 1}, a); "));
  EXPECT_TRUE(differentiated("parameter Real C = 0; ")) << "it can be set";
}

TEST(ConstantPropagation, AMotionThatIsForbiddenIsNotDifferentiated) {
  // The way out of the plane, its speed and its force: z = 0 leaves nothing of them.
  const Solved solved(
      "model M Real x(start = 1), z, u, w, f; equation der(x) = u; der(u) = -x; der(z) = w; der(w) = f - z*x; z = 0; "
      "end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_EQ(solved.system->counts.differentiated, 0u);
  EXPECT_EQ(count(*solved.system, Role::state), 2u);
}

TEST(ConstantPropagation, AnEquationThatHasNoUnknownLeftIsReportedAsItWasWritten) {
  const Solved solved("model M Real x, y, z; equation x = 1; y = 2; x + y = 3; end M;\n");
  EXPECT_FALSE(solved.system);
  EXPECT_THAT(solved.messages(), ::testing::AllOf(HasSubstr("x + y"), HasSubstr("nothing determines z")));
}

}  // namespace
}  // namespace dashpot::equations

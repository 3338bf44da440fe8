// Which variables are integrated: those that the user prefers, also at the end of chains of definitions; and derivatives
// of functions in loops.
#include "models/solved.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace dashpot::equations {
namespace {

using testing::Solved;
using ::testing::UnorderedElementsAre;

std::vector<std::string> statesOf(const Solved& solved) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < solved.system->flat.variables.size(); ++i)
    if (solved.system->variables[i].role == Role::state)
      names.push_back(solved.system->flat.nameOf(static_cast<VariableId>(i)));
  return names;
}

/// A tank: mass and energy are balanced, level and temperature follow from them over several equations.
std::string tank(const std::string& level, const std::string& temperature) {
  return "model M Real m, U, V, u; Real level(start = 1" + level + "), T(start = 300" + temperature +
         "); parameter Real A = 2, V0 = 0.1; equation der(m) = 1 - 0.1*level; der(U) = 1000; m = 1000*V; "
         "V = A*level + V0; U = m*u; u = 4184*(T - 273.15); end M;";
}

TEST(PreferredStates, ReachThroughChainsOfDefinitions) {
  const std::string prefer = ", stateSelect = StateSelect.prefer";
  const Solved both(tank(prefer, prefer));
  ASSERT_TRUE(both.system) << both.messages();
  EXPECT_THAT(statesOf(both), UnorderedElementsAre("level", "T"));
  const Solved one(tank(prefer, ""));
  ASSERT_TRUE(one.system) << one.messages();
  EXPECT_THAT(statesOf(one), UnorderedElementsAre("level", "U"));
  const Solved none(tank("", ""));
  ASSERT_TRUE(none.system) << none.messages();
  EXPECT_THAT(statesOf(none), UnorderedElementsAre("m", "U"));
}

TEST(PreferredStates, TakeNoPlaceOfOneAnother) {
  const std::string prefer = "(stateSelect = StateSelect.prefer)";
  const Solved solved("model M Real m" + prefer + ", V, level" + prefer +
                      "; equation der(m) = 1; m = 1000*V; V = 2*level; end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_THAT(statesOf(solved), UnorderedElementsAre("m"));
}

TEST(PreferredStates, TakeNoPlaceOfWhatAnotherConstraintNeeds) {
  // p follows from a, and not a from p: so b must give way for q.
  const Solved solved(
      "model M Real a(stateSelect = StateSelect.avoid), b(stateSelect = StateSelect.avoid), "
      "p(stateSelect = StateSelect.never), q(stateSelect = StateSelect.prefer); equation a - p = 1; "
      "a + q + 2 = b + p; der(a) = -1; der(b) = -2; end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_THAT(statesOf(solved), UnorderedElementsAre("a", "q"));
}

TEST(StateSelection, AChainOfDefinitionsIsNoChoice) {
  // What switches is no way back from z to x; x itself determines all others.
  const Solved solved(
      "model M Real x(start = 0, fixed = true), b(start = 0, fixed = true), l, z, p, r; equation "
      "l = if x < -1 then -1 elseif x > 1 then 1 else x; z = l - 0.1; p = atan(z); r = p + 0.1*x; "
      "der(b) = sin(time); der(b) = 0.5*der(r) + 0.1*der(x); end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_TRUE(solved.system->stateSets.empty());
  EXPECT_THAT(statesOf(solved), UnorderedElementsAre("x", "b"));
}

TEST(FunctionDerivatives, AreLinearInTheDerivativesOfArguments) {
  // der(h) = cp(T) der(T) with a function that is called, not written out: a loop for der(T) is linear for all that.
  const Solved solved(
      "model M function h input Real T; output Real y; algorithm y := 0; for i in 1:3 loop y := y + T^i; end for; "
      "annotation (Inline = false); end h; Real T(start = 1, fixed = true, stateSelect = StateSelect.always), U; "
      "equation der(U) = 1 - T; U = h(T) - 0.3*T; end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_THAT(statesOf(solved), UnorderedElementsAre("T"));
  for (const Block& block : solved.system->simulation.blocks) EXPECT_NE(block.kind, BlockKind::nonlinear);
}

}  // namespace
}  // namespace dashpot::equations

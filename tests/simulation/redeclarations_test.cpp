// What a redeclaration modifies itself counts more than what the original declaration or its constraining type says of
// every redeclaration; what it leaves alone, these still say (Modelica 3.6, section 7.3.2).
#include "models/simulated.hpp"

#include <gtest/gtest.h>

#include <string>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;

const std::string classes = R"(
  model Part parameter Real k = 0; parameter Real l = 0; Real y = 10*k + l; end Part;
  function f input Real u; input Real k = 0; input Real l = 0; output Real y; algorithm y := 10*k + l + 0*u; end f;
  package Numbers constant Real k = 0; constant Real l = 0; end Numbers;
)";

double valueOf(const std::string& rest, const char* variable) {
  const Simulated run("model T " + classes + rest + " end T;", {.stop = 1});
  EXPECT_TRUE(run.finished()) << run.messages();
  return run.finished() ? run.last(variable) : -1.0;
}

TEST(Redeclarations, OwnModifiersWinOverThoseOfTheOriginal) {
  const std::string original =
      "model Whole replaceable model M = Part(k = 1, l = 1); replaceable function g = f(k = 1, l = 1); "
      "replaceable package N = Numbers(k = 1, l = 1); M m; Real y = m.y; Real z = g(time); Real n = 10*N.k + N.l; "
      "end Whole; ";
  const std::string changed =
      "Whole w(redeclare model M = Part(k = 2), redeclare function g = f(k = 2), "
      "redeclare package N = Numbers(k = 2));";
  for (const char* variable : {"w.y", "w.z", "w.n"}) EXPECT_EQ(valueOf(original + changed, variable), 21) << variable;
  const std::string inherited =
      "model Sub extends Whole; redeclare model M = Part(k = 2); redeclare function g = f(k = 2); "
      "redeclare package N = Numbers(k = 2); end Sub; Sub w;";
  for (const char* variable : {"w.y", "w.z", "w.n"}) EXPECT_EQ(valueOf(original + inherited, variable), 21) << variable;
  EXPECT_EQ(valueOf(original + "Whole w;", "w.y"), 11);
}

TEST(Redeclarations, OwnModifiersWinOverThoseOfTheConstrainingType) {
  const std::string whole =
      "model Whole replaceable model M = Part constrainedby Part(k = 1, l = 1); M m; Real y = m.y; end Whole; ";
  EXPECT_EQ(valueOf(whole + "Whole w(redeclare model M = Part(k = 2));", "w.y"), 21);
  EXPECT_EQ(valueOf(whole + "model Other extends Part; end Other; Whole w(redeclare model M = Other);", "w.y"), 11);
}

TEST(Redeclarations, WhatStandsOutsideWinsOverAll) {
  const std::string whole = "model Whole replaceable model M = Part(k = 1, l = 1); M m; Real y = m.y; end Whole; ";
  EXPECT_EQ(valueOf(whole + "Whole w(redeclare model M = Part(k = 2), m(k = 3));", "w.y"), 31);
}

TEST(Redeclarations, ModifiersInsideOthersAreMergedByName) {
  const std::string whole =
      "model Outer Part a(k = 0, l = 0); Real y = a.y; end Outer; "
      "model Whole replaceable model M = Outer(a(k = 1, l = 1)); M m; Real y = m.y; end Whole; ";
  EXPECT_EQ(valueOf(whole + "Whole w(redeclare model M = Outer(a(k = 2)));", "w.y"), 21);
}

}  // namespace
}  // namespace dashpot::simulation

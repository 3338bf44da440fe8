#include "equations/roles.hpp"
#include "models/solved.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace dashpot::equations {
namespace {

using dashpot::testing::Solved;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Golden : public ::testing::TestWithParam<const char*> {};

TEST_P(Golden, SystemTextIsStable) {
  const std::string name = GetParam();
  const Solved solved(testing::exampleText(name), name + ".mo");
  ASSERT_EQ(solved.messages(), "");
  EXPECT_EQ(print(*solved.system), testing::goldenText(name + ".system"));
}

INSTANTIATE_TEST_SUITE_P(Examples, Golden, ::testing::Values("hires", "rlc", "relief_valve"));

TEST(Aliases, AreRemovedWithTheirSignAndTheStateIsKept) {
  const Solved solved("model M Real a; Real b; Real x(start = 1); equation a = x; b = -a; der(x) = b; end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_EQ(count(*solved.system, Role::alias), 2u);
  EXPECT_EQ(solved.system->nameOf((*solved.system)[VariableId{1}].of), "x");
  EXPECT_TRUE((*solved.system)[VariableId{1}].negated);
  EXPECT_EQ(solved.system->simulation.unknowns.size(), 1u);
}

TEST(Aliases, ChainsOfSignsMultiply) {
  const Solved solved("model M Real a; Real b; Real c; Real d = time; equation a + b = 0; b = -c; c - d = 0; end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_EQ(count(*solved.system, Role::alias), 3u);
  EXPECT_EQ(count(*solved.system, Role::algebraic), 1u);
}

TEST(Relations, BecomeOneModeEachUnlessTheyCannotSwitch) {
  const Solved solved(
      "model M parameter Real p = 1; Real x = if time > p then 1 else 2; Real y = if time > p then 3 else 4;\n"
      "Real z = noEvent(if time > 2 then 1 else 0); Real w = if p > 2 then 1 else 0; end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_EQ(solved.system->modes.size(), 1u);
}

TEST(Relations, ThatAreShieldedInOneEquationDecideByTheirModeInAnother) {
  const Solved solved(
      "model M Real x(start = -1, fixed = true); Real y = noEvent(2*(if x > 0 then 1 else -1));\n"
      "Real z = 3*(if x > 0 then 1 else -1); equation der(x) = 1; end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  ASSERT_EQ(solved.system->modes.size(), 1u);
  const auto& pool = solved.system->flat.pool;
  symbolic::Walker walker(pool);
  const auto usesMode = [&](const SystemEquation& equation) {
    return !walker.leaves(equation.left, symbolic::Op::mode).empty() ||
           !walker.leaves(equation.right, symbolic::Op::mode).empty();
  };
  EXPECT_EQ(std::ranges::count_if(solved.system->equations, usesMode), 1) << "that of z, and not that of y";
}

TEST(Sorting, ALinearBlockIsSolvedInsideF) {
  const Solved solved(
      "model M parameter Real a = 3; Real x(start = 0); Real u; Real v; equation a*u + v = x; u - 2*v = time; der(x) = "
      "u; end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_EQ(solved.system->simulation.unknowns.size(), 1u) << "u and v are no unknowns of the integrator";
  EXPECT_THAT(solved.system->simulation.blocks, Contains(::testing::Field(&Block::kind, BlockKind::linear)));
}

TEST(Sorting, ANonlinearBlockIsTornAndHandedToTheIntegrator) {
  const Solved solved(
      "model M Real x(start = 1); Real u; Real v; equation u + v^3 = x; u*u - v = time; der(x) = -u; end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_EQ(solved.system->simulation.unknowns.size(), 2u);
  EXPECT_FALSE(solved.system->simulation.rows[1].differential);
}

TEST(Sorting, TheInitialSystemTakesStatesFromInitialEquations) {
  const Solved solved("model M Real x; initial equation der(x) = 0; equation der(x) = 2 - x; end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_THAT(print(*solved.system), HasSubstr("  der(x) := 0\n  x := "));
}

// ---- structural faults ----------------------------------------------------------------------------------------------

TEST(StructuralFaults, AMissingEquationNamesTheVariable) {
  EXPECT_EQ(Solved("model M\n  Real x(start = 0);\n  Real flow_in;\nequation\n  der(x) = -x;\nend M;\n").messages(),
            "test.mo:3:8: error: the model has 1 equation for 2 unknowns: 1 equation missing\n"
            "    3 |   Real flow_in;\n"
            "      |        ^~~~~~~\n"
            "  nothing determines flow_in\n"
            "hint: add an equation for it, or connect the component it belongs to\n");
}

TEST(StructuralFaults, AliasesCountAsTheUserWroteThem) {
  EXPECT_THAT(Solved("model M Real x, y; equation x = y; end M;").messages(),
              HasSubstr("the model has 1 equation for 2 unknowns: 1 equation missing"));
}

TEST(StructuralFaults, AnEquationOfEqualSidesIsRefused) {
  EXPECT_EQ(Solved("model M\n  Real x;\nequation\n  x = x;\nend M;\n").messages(),
            "test.mo:4:3: error: both sides of this equation are the same\n"
            "    4 |   x = x;\n"
            "      |   ^~~~~\n"
            "note: it holds whatever the values are, so it determines nothing\n");
}

TEST(StructuralFaults, ASurplusEquationIsShownWithItsRival) {
  EXPECT_EQ(Solved("model M\n  Real x;\nequation\n  x = 1;\n  x = time;\nend M;\n").messages(),
            "test.mo:5:3: error: the model has 2 equations for 1 unknown: 1 equation too many\n"
            "    5 |   x = time;\n"
            "      |   ^~~~~~~~\n"
            "  2 equations for 1 unknown (x); 1 too many among:\n"
            "    test.mo:4: x = 1\n"
            "    test.mo:5: x = time\n"
            "hint: remove one of these equations\n");
}

TEST(StructuralFaults, TooManyInitialConditionsAreReported) {
  EXPECT_THAT(Solved("model M Real x(start = 1, fixed = true); initial equation x = 2; equation der(x) = -x; end M;")
                  .messages(),
              HasSubstr("the initial state is over-determined"));
}

TEST(StructuralFaults, ParametersThatDependOnOneAnotherAreReported) {
  EXPECT_THAT(Solved("model M parameter Real a = b; parameter Real b = a; end M;").messages(),
              HasSubstr("the values of the parameters 'a', 'b' depend on one another"));
}

TEST(StructuralFaults, EqualityOfNumbersThatVaryIsRefused) {
  EXPECT_THAT(Solved("model M Real x = if time == 1 then 1 else 0; end M;").messages(), HasSubstr("have no meaning"));
}

// ---- invariants -----------------------------------------------------------------------------------------------------

class BrokenSystem : public ::testing::Test {
 protected:
  Solved solved{
      "model M Real x(start = 1); Real u; Real v; Real a; equation u = 2*x + time; v = u*x; der(x) = -v; a = x; end "
      "M;"};
  SolvableSystem& system = *solved.system;
};

TEST_F(BrokenSystem, AWholeSystemHasNoViolations) { EXPECT_THAT(check(system), IsEmpty()); }

TEST_F(BrokenSystem, AVariableOutOfItsPlaceIsFound) {
  system.variables[0].role = Role::auxiliary;
  EXPECT_THAT(check(system), Contains(HasSubstr("not those of the flat model")));
}

TEST_F(BrokenSystem, AVariableThatNothingAssignsIsFound) {
  system.simulation.steps.pop_back();
  EXPECT_THAT(check(system), Contains(HasSubstr("nothing assigns")));
}

TEST_F(BrokenSystem, AVariableAssignedTwiceIsFound) {
  system.simulation.steps.push_back(system.simulation.steps.front());
  EXPECT_THAT(check(system), Contains(HasSubstr("is assigned twice")));
}

TEST_F(BrokenSystem, AVariableUsedTooEarlyIsFound) {
  std::ranges::reverse(system.simulation.steps);
  EXPECT_THAT(check(system), Contains(HasSubstr("is used before it is known")));
}

TEST_F(BrokenSystem, RowsThatDoNotGoWithTheUnknownsAreFound) {
  system.simulation.rows[0].differential = false;
  EXPECT_THAT(check(system), Contains(HasSubstr("row 0 is differential, its unknown is not a state, or the reverse")));
  system.simulation.rows.clear();
  EXPECT_THAT(check(system), Contains(HasSubstr("0 rows for 1 unknowns")));
}

TEST_F(BrokenSystem, AJacobianEntryOutsideOrTwiceIsFound) {
  system.simulation.jacobian.push_back(system.simulation.jacobian.back());
  EXPECT_THAT(check(system), Contains(HasSubstr("two entries of the Jacobian")));
  system.simulation.jacobian.back().column = 9;
  EXPECT_THAT(check(system), Contains(HasSubstr("lies outside it")));
}

TEST_F(BrokenSystem, DerivativesAliasesAndUnknownModesInExpressionsAreFound) {
  Pool& pool = system.flat.pool;
  system.simulation.rows[0].value = pool.derivative(VariableId{0});
  EXPECT_THAT(check(system), Contains(HasSubstr("contains der()")));
  system.simulation.rows[0].value = pool.variable(VariableId{3});
  EXPECT_THAT(check(system), Contains(HasSubstr("contains the alias a")));
  system.simulation.rows[0].value = pool.mode(5);
  EXPECT_THAT(check(system), Contains(HasSubstr("refers to mode 5")));
}

}  // namespace
}  // namespace dashpot::equations

#include "models/front_end.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::model {
namespace {

using dashpot::testing::FrontEnd;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string messages(const std::string& text) { return FrontEnd(text).messages(); }

std::string flatText(const std::string& text) {
  const FrontEnd result(text);
  EXPECT_EQ(result.messages(), "");
  return result.flat ? print(*result.flat) : "";
}

const std::string pins =
    "connector Pin Real v; flow Real i; end Pin;\n"
    "model Part Pin p; Pin n; equation p.i + n.i = 0; p.v - n.v = 2*p.i; end Part;\n";

class Golden : public ::testing::TestWithParam<const char*> {};

TEST_P(Golden, FlatTextIsStable) {
  const std::string name = GetParam();
  const FrontEnd result(testing::exampleText(name), name + ".mo");
  ASSERT_EQ(result.messages(), "");
  EXPECT_EQ(print(*result.flat), testing::goldenText(name + ".flat"));
}

TEST_P(Golden, FlatTextIsAModelWithTheSameFlatText) {
  const FrontEnd first(testing::exampleText(GetParam()));
  const FrontEnd second(print(*first.flat));
  ASSERT_EQ(second.messages(), "");
  const std::string again = print(*second.flat);
  const FrontEnd third(again);
  EXPECT_EQ(print(*third.flat), again);
  EXPECT_EQ(second.flat->equations.size(), first.flat->equations.size());
  EXPECT_EQ(second.flat->variables.size(), first.flat->variables.size());
}

INSTANTIATE_TEST_SUITE_P(Examples, Golden, ::testing::Values("hires", "rlc", "relief_valve"));

TEST(Flatten, AnIntegerInARecordFromAFunctionOfWhatVariesIsOnlyAWarning) {
  const FrontEnd result(
      "record R Real x; Integer n; end R;\n"
      "function f input Real x; output R r = R(x, if x > 1 then 1 else 2); end f;\n"
      "model M R r; equation r = f(time); end M;");
  EXPECT_TRUE(result.flat);
  EXPECT_THAT(result.messages(), HasSubstr("warning: an equation between Integers must change at events only, but the "
                                           "right side varies continuously"));
}

TEST(Flatten, VariablesThatClocksAddHaveNamesOfTheirOwn) {
  const FrontEnd result(
      "model M Real x = sin(time); Integer n(start = 0); Real T, u, v(start = 0); equation\n"
      "  when Clock(x > 0, 0.5) then n = previous(n) + 1; T = interval(); u = sample(time); v = previous(v) + u; end "
      "when;\nend M;");
  ASSERT_TRUE(result.flat) << result.messages();
  EXPECT_THAT(check(*result.flat), IsEmpty());
}

TEST(Flatten, OnlyFunctionsThatAreCalledStay) {
  const FrontEnd result(
      "function small input Real x; output Real y = 2*x; end small;\n"
      "function other input Real x; output Real y = 3*x; annotation(Inline = false, derivative = rate); end other;\n"
      "function rate input Real x; input Real r; output Real y = 3*small(r); annotation(Inline = false); end rate;\n"
      "function root input Real x; output Real y = 1; algorithm\n"
      "  while abs(y*y - x) > 1e-9 loop y := (y + x/y)/2 + 0*other(x); end while; end root;\n"
      "model M Real a = small(time); Real b = root(2 + time); Real c = other(time); constant Real d = root(4); end "
      "M;\n");
  ASSERT_EQ(result.messages(), "");
  std::vector<std::string> names;
  for (const symbolic::Function& function : result.flat->functions) names.push_back(function.name);
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("other", "rate", "root"));
  EXPECT_THAT(check(*result.flat), IsEmpty());
  EXPECT_THAT(symbolic::violations(result.flat->pool), IsEmpty());
  for (const symbolic::Function& function : result.flat->functions)
    EXPECT_THAT(symbolic::violations(function.pool), IsEmpty());
  // Each call still leads to the function it named.
  const std::string text = print(*result.flat);
  EXPECT_THAT(text, HasSubstr("  a = 2 * time;\n"));
  EXPECT_THAT(text, HasSubstr("  b = root(2 + time);\n"));
  EXPECT_THAT(text, HasSubstr("  c = other(time);\n"));
}

TEST(Flatten, OuterModificationsWinOverInnerOnes) {
  EXPECT_EQ(flatText("type T = Real(unit = \"K\", start = 1);\n"
                     "model A parameter Real k = 1; T x(start = 2) = k; end A;\n"
                     "model B extends A(k = 2); end B;\n"
                     "model M B b(k = 3, x(start = 4)); end M;\n"),
            "model M\n"
            "  parameter Real 'b.k' = 3;\n"
            "  Real 'b.x'(unit = \"K\", start = 4);\n"
            "equation\n"
            "  'b.x' = 'b.k';\n"
            "end M;\n");
}

TEST(Flatten, ModificationsAreUnderstoodWhereTheyAreWritten) {
  EXPECT_THAT(
      flatText("model A parameter Real k; Real x = k; end A;\nmodel M parameter Real k = 5; A a(k = 2*k); end M;\n"),
      HasSubstr("parameter Real 'a.k' = 2 * k;"));
}

TEST(Flatten, FlowsOfAConnectionSetSumToZeroAndUnconnectedOnesAreZero) {
  const FrontEnd result(pins + "model M Part a; Part b; equation connect(a.n, b.p); end M;\n");
  ASSERT_EQ(result.messages(), "");
  const std::string text = print(*result.flat);
  EXPECT_THAT(text, HasSubstr("  'a.n.v' = 'b.p.v';\n"));
  EXPECT_THAT(text, HasSubstr("  'a.n.i' + 'b.p.i' = 0;\n"));
  EXPECT_THAT(text, HasSubstr("  'a.p.i' = 0;\n"));
  EXPECT_THAT(text, HasSubstr("  'b.n.i' = 0;\n"));
}

TEST(Flatten, AConnectorOfTheClassItselfCountsFromOutsideWithTheOppositeSign) {
  const std::string text = flatText(
      pins +
      "model Two Pin p; Part a; Part b; equation connect(p, a.p); connect(p, b.p); end Two;\nmodel M Two t; end M;\n");
  EXPECT_THAT(text, HasSubstr("  -'t.p.i' + 't.a.p.i' + 't.b.p.i' = 0;\n"));
  EXPECT_THAT(text, HasSubstr("  't.p.i' = 0;\n"));
}

// 9.2: a flow that connections gave to an expandable connector counts from inside and from outside.
TEST(Flatten, AFlowThatABusBringsIsZeroWhereNobodyTakesIt) {
  const FrontEnd f(
      "connector Flange Real phi; flow Real tau; end Flange;\n"
      "expandable connector Bus end Bus;\n"
      "model Wheel Flange f; equation f.phi = time; end Wheel;\n"
      "model Driver Bus bus; Wheel w; equation connect(w.f, bus.wheel); end Driver;\n"
      "model Bystander Bus bus; end Bystander;\n"
      "model M Driver d; Bystander e; equation connect(d.bus, e.bus); end M;");
  ASSERT_TRUE(f.flat) << f.messages();
  EXPECT_THAT(print(*f.flat), HasSubstr("-'e.bus.wheel.tau' = 0"));
  EXPECT_THAT(print(*f.flat), HasSubstr("'d.bus.wheel.tau' + 'e.bus.wheel.tau' = 0"));
}

TEST(Flatten, ConstantsOfPackagesAreLookedUp) {
  EXPECT_THAT(
      flatText(
          "package C constant Real g = 9.81; constant Real twice = 2*g; end C;\nmodel M Real x = C.twice; end M;\n"),
      HasSubstr("x = 19.62;"));
}

TEST(Flatten, IfEquationsWithOneLeftSideKeepIt) {
  EXPECT_THAT(flatText("model M Real x; equation if time > 1 then x = 1; else x = time; end if; end M;\n"),
              HasSubstr("  x = if time > 1 then 1 else time;\n"));
}

TEST(Flatten, IfEquationsWithDifferentLeftSidesBecomeConditionalResiduals) {
  EXPECT_THAT(flatText("model M Real x; Real y = time; equation if time > 1 then x = 1; else y = x; end if; end M;\n"),
              HasSubstr("(if time > 1 then x - 1 else y - x) = 0"));
}

// ---- diagnostics ----------------------------------------------------------------------------------------------------

TEST(FlattenErrors, AnUnknownComponentIsNamedWithItsNeighbours) {
  EXPECT_EQ(messages("connector Port\n  Real p;\n  flow Real m;\nend Port;\nmodel FixedPump\n  Port suction;\n  Port "
                     "port;\nend FixedPump;\nmodel M\n  FixedPump pump;\n"
                     "equation\n  connect(pump.portt, pump.suction);\nend M;\n"),
            "test.mo:12:16: error: 'pump.portt' is not a component of FixedPump\n"
            "   12 |   connect(pump.portt, pump.suction);\n"
            "      |                ^~~~~\n"
            "note: FixedPump (test.mo:5) has suction, port\n"
            "hint: did you mean 'port'?\n");
}

TEST(FlattenErrors, AnUnknownVariableAndAnUnknownFunctionAreBothReported) {
  EXPECT_EQ(messages("model M\n  Real speed;\nequation\n  sped = sqr(2);\nend M;\n"),
            "test.mo:4:3: error: 'sped' is not declared in M\n"
            "    4 |   sped = sqr(2);\n"
            "      |   ^~~~\n"
            "note: M (test.mo:1) has speed\n"
            "hint: did you mean 'speed'?\n"
            "test.mo:4:10: error: there is no function 'sqr'\n"
            "    4 |   sped = sqr(2);\n"
            "      |          ^~~\n"
            "hint: did you mean 'sqrt'?\n");
}

TEST(FlattenErrors, AnUnknownTypeIsReportedOnceAndItsUsesAreNot) {
  EXPECT_EQ(
      messages("model Resistor\nend Resistor;\nmodel M\n  Resistr a;\n  Resistr b;\nequation\n  a.x = b.x;\nend M;\n"),
      "test.mo:4:3: error: there is no class 'Resistr' here\n"
      "    4 |   Resistr a;\n"
      "      |   ^~~~~~~\n"
      "hint: did you mean 'Resistor'?\n");
}

TEST(FlattenErrors, TypeErrorsNameBothSides) {
  EXPECT_THAT(messages("model M Real x; equation x = (1 < 2); end M;"),
              HasSubstr("the left side is a number, the right side is a truth value"));
  EXPECT_THAT(messages("model M Real x; equation x = if 1 then 2 else 3; end M;"),
              HasSubstr("a condition must be true or false, but this is a number"));
  EXPECT_THAT(messages("model M Real x; equation x = 1 + true; end M;"),
              HasSubstr("'+' needs a number, but this is a truth value"));
  EXPECT_THAT(messages("model M parameter Boolean b = 3; end M;"),
              HasSubstr("the value of 'b' must be a truth value, but this is a number"));
  EXPECT_THAT(messages("model M Real x; equation x = sin(1, 2); end M;"),
              HasSubstr("sin takes 1 argument, but 2 are given"));
}

TEST(FlattenErrors, AParameterMustNotVaryInTime) {
  EXPECT_EQ(messages("model M\n  Real x = time;\n  parameter Real p = 2*x;\nend M;\n"),
            "test.mo:3:22: error: 'p' is a parameter, but its value depends on 'x', which varies in time\n"
            "    3 |   parameter Real p = 2*x;\n"
            "      |                      ^~~\n"
            "note: 'x' is declared at test.mo:2\n");
}

TEST(FlattenErrors, AMisspeltModificationIsReported) {
  EXPECT_EQ(messages("model R\n  parameter Real ohm = 1;\nend R;\nmodel M\n  R r(ohn = 2);\nend M;\n"),
            "test.mo:5:7: error: 'ohn' is not an element of R\n"
            "    5 |   R r(ohn = 2);\n"
            "      |       ^~~\n"
            "note: R (test.mo:1) has ohm\n"
            "hint: did you mean 'ohm'?\n");
}

TEST(FlattenErrors, ConnectingWhatCannotBeConnectedIsReported) {
  EXPECT_THAT(messages(pins + "model M Part a; Real x = 1; equation connect(a, x); end M;"),
              ::testing::AllOf(HasSubstr("'a' is not a connector"), HasSubstr("Part has the connectors p, n"),
                               HasSubstr("'x' is not a connector")));
  EXPECT_THAT(
      messages(pins + "connector Other Real p; end Other;\nmodel M Part a; Other o; equation connect(a.p, o); end M;"),
      HasSubstr("'a.p' and 'o' cannot be connected: their variables differ"));
}

TEST(FlattenErrors, WhatIsNotSupportedIsRefusedByName) {
  EXPECT_THAT(messages("function f input Real x; output Real y; external \"C\"; end f;\nmodel M Real x = f(1); end M;"),
              HasSubstr("'f' is an external function in C, and not called"));
}

TEST(FlattenErrors, AClassThatContainsItselfIsRefused) {
  EXPECT_THAT(messages("model A A a; end A;"), HasSubstr("nested more than 100 deep: does A contain itself?"));
}

TEST(FlattenErrors, AClassThatExtendsItselfIsReportedOnce) {
  EXPECT_EQ(messages("model A\n  extends A;\n  Real x;\nend A;\n"),
            "test.mo:2:11: error: A extends itself\n"
            "    2 |   extends A;\n"
            "      |           ^\n");
}

TEST(FlattenErrors, TwoClassesOfOneNameAreRefused) {
  EXPECT_EQ(messages("model A\nend A;\nmodel A\nend A;\n"),
            "test.mo:3:7: error: there is a class 'A' already in the same place\n"
            "    3 | model A\n"
            "      |       ^\n");
}

TEST(FlattenErrors, NamesOfTheLanguageAreRefused) {
  EXPECT_EQ(messages("model M\n  Real time;\nend M;\n"),
            "test.mo:2:8: error: 'time' is a name of the language: give the component another one\n"
            "    2 |   Real time;\n"
            "      |        ^~~~\n");
  EXPECT_THAT(messages("model Real end Real;"),
              HasSubstr("'Real' is a name of the language: give the class another one"));
}

TEST(FlattenErrors, AMisspeltSettingOfTheExperimentIsNotPassedOver) {
  EXPECT_EQ(messages("model M\n  annotation(experiment(StopTme = 5, OtherTool = 1));\nend M;\n"),
            "test.mo:2:25: warning: 'StopTme' is not a setting of an experiment\n"
            "    2 |   annotation(experiment(StopTme = 5, OtherTool = 1));\n"
            "      |                         ^~~~~~~\n"
            "hint: did you mean 'StopTime'?\n");
}

TEST(FlattenErrors, APartialModelCannotBeSimulated) {
  EXPECT_THAT(messages("partial model A end A;"), HasSubstr("A is partial: it cannot be simulated by itself"));
}

TEST(FlattenErrors, AFileWithoutAModelSaysSo) {
  EXPECT_THAT(messages("package P end P;"), HasSubstr("the file has no model at its top level"));
}

// ---- invariants -----------------------------------------------------------------------------------------------------

TEST(Flatten, AQuestionForAStateIsNotCalledLikeAVariableOfItsMachine) {
  const FrontEnd result(
      "block M A a; B b; equation initialState(a); transition(a, b, activeState(a), immediate = false); "
      "transition(b, a, true, immediate = false); public block A end A; block B end B; end M;");
  ASSERT_TRUE(result.flat) << result.messages();
  EXPECT_THAT(check(*result.flat), IsEmpty());
}

class BrokenFlatModel : public ::testing::Test {
 protected:
  FrontEnd front{"model M parameter Real p = 1; Real x(start = p); equation der(x) = -x; end M;"};
  FlatModel& flat = *front.flat;
};

TEST_F(BrokenFlatModel, AWholeModelHasNoViolations) { EXPECT_THAT(check(flat), IsEmpty()); }

TEST_F(BrokenFlatModel, TwoVariablesOfOneNameAreFound) {
  flat.variables[1].name = flat.variables[0].name;
  EXPECT_THAT(check(flat), Contains("two variables are called p"));
}

TEST_F(BrokenFlatModel, AReferenceToNoVariableIsFound) {
  flat.equations[0].right = flat.pool.variable(VariableId{7});
  EXPECT_THAT(check(flat), Contains(HasSubstr("refers to variable 7, which does not exist")));
}

TEST_F(BrokenFlatModel, AModeIsFound) {
  flat.equations[0].right = flat.pool.mode(0);
  EXPECT_THAT(check(flat), Contains(HasSubstr("contains a mode")));
}

TEST_F(BrokenFlatModel, TheDerivativeOfAParameterIsFound) {
  flat.equations[0].left = flat.pool.derivative(VariableId{0});
  EXPECT_THAT(check(flat), Contains(HasSubstr("der(p) of something that is not a continuous Real")));
}

TEST_F(BrokenFlatModel, AParameterThatVariesIsFound) {
  flat.variables[0].binding = flat.pool.time();
  EXPECT_THAT(check(flat), Contains(HasSubstr("depends on something that varies in time")));
}

TEST_F(BrokenFlatModel, AnEquationWithoutOriginOrSideIsFound) {
  flat.equations[0].origin.where = {};
  flat.equations[0].right = Expr::none;
  EXPECT_THAT(check(flat), ::testing::IsSupersetOf({HasSubstr("has no origin"), HasSubstr("lacks a side")}));
}

TEST_F(BrokenFlatModel, WhatRefersToNothingIsFound) {
  flat.equations[0].right = static_cast<Expr>(9999);
  EXPECT_THAT(check(flat), Contains(HasSubstr("refers to an expression that does not exist")));
  flat.equations[0].right = flat.pool.element(flat.pool.call(symbolic::FunctionId{3}, {}), 0);
  EXPECT_THAT(check(flat), Contains(HasSubstr("calls a function that does not exist")));
}

TEST_F(BrokenFlatModel, PreOfAContinuousVariableIsFound) {
  flat.equations[0].right = flat.pool.pre(VariableId{1});
  EXPECT_THAT(check(flat), Contains(HasSubstr("pre(x) of something that is not discrete")));
}

TEST_F(BrokenFlatModel, ABindingThatShouldBeAnEquationIsFound) {
  flat.variables[1].binding = flat.pool.constant(1.0);
  EXPECT_THAT(check(flat), Contains("x: the binding of a variable that varies is not an equation"));
}

TEST_F(BrokenFlatModel, AnAssertionWithoutOriginOrConditionIsFound) {
  flat.assertions.push_back({});
  EXPECT_THAT(check(flat),
              ::testing::IsSupersetOf({"assertion: has no origin in the text", "assertion: lacks a condition"}));
}

TEST_F(BrokenFlatModel, AFunctionOutOfOrderIsFound) {
  symbolic::Function function;
  function.name = "f";
  function.slotCount = 1;
  function.body.push_back({.kind = symbolic::StatementKind::breakLoop});
  flat.functions.push_back(std::move(function));
  EXPECT_THAT(check(flat), Contains(HasSubstr("function f: ")));
}

class BrokenWhenClause : public ::testing::Test {
 protected:
  FrontEnd front{
      "model M Real x(start = 0); discrete Real d; discrete Real e; equation der(x) = 1; when x > 1 then d = 1; e = 1; "
      "elsewhen x > 2 then d = 2; e = 2; end when; end M;"};
  FlatModel& flat = *front.flat;
  WhenBranch& branch = flat.whenClauses[0].branches[0];
};

TEST_F(BrokenWhenClause, AWholeOneHasNoViolations) { EXPECT_THAT(check(flat), IsEmpty()); }

TEST_F(BrokenWhenClause, ABranchWithoutConditionIsFound) {
  branch.conditions.clear();
  EXPECT_THAT(check(flat), Contains(HasSubstr("a branch lacks a condition")));
}

TEST_F(BrokenWhenClause, AnActionWithoutTargetIsFound) {
  branch.actions[0].target = VariableId::none;
  EXPECT_THAT(check(flat), Contains(HasSubstr("an action lacks its target or value")));
}

TEST_F(BrokenWhenClause, AnAssignedStateIsFound) {
  branch.actions[0].target = VariableId{0};
  EXPECT_THAT(check(flat), Contains(HasSubstr("x cannot be assigned")));
}

TEST_F(BrokenWhenClause, AReinitialisedDiscreteVariableIsFound) {
  branch.actions[0].kind = ActionKind::reinit;
  EXPECT_THAT(check(flat), Contains(HasSubstr("d cannot be reinitialised")));
}

TEST_F(BrokenWhenClause, BranchesThatAssignDifferentVariablesAreFound) {
  branch.actions.pop_back();
  EXPECT_THAT(check(flat), Contains(HasSubstr("its branches assign different variables")));
}

TEST_F(BrokenWhenClause, AClauseWithoutOriginIsFound) {
  flat.whenClauses[0].origin.where = {};
  EXPECT_THAT(check(flat), Contains(HasSubstr("has no origin in the text")));
}

TEST(ChooseClass, AModelThatDoesNotExist) {
  EXPECT_EQ(FrontEnd("model Pump\nend Pump;\n", "test.mo", "Pumq").messages(),
            "error: there is no model 'Pumq'\nhint: did you mean 'Pump'?\n");
}

}  // namespace
}  // namespace dashpot::model

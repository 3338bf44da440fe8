#include "models/flat_builder.hpp"
#include "models/solved.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::equations {
namespace {

using ::testing::Contains;
using testing::FlatBuilder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Term;

/// A ball that bounces, counts its bounces and is sampled.
class Ball : public ::testing::Test {
 protected:
  void SetUp() override {
    const Term h = m.real("h", 1.0, true), v = m.real("v", 0.0, true);
    const Term bounces = m.discrete("bounces", model::Type::integer), seen = m.discrete("seen");
    m.equation(m.der(h), v);
    m.equation(m.der(v), m.number(-9.81));
    m.when({h < 0.0}, {m.reinit(v, -0.8 * v), m.assign(bounces, m.pre(bounces) + 1.0)});
    m.when({m.sample(0.0, 0.1)}, {m.assign(seen, h)});
    ASSERT_TRUE(m.solve()) << m.messages();
  }
  FlatBuilder m;
  SolvableSystem& system() { return *m.system; }
};

TEST_F(Ball, HasOneModeOneClockAndADiscretePass) {
  EXPECT_THAT(check(system()), IsEmpty());
  EXPECT_EQ(system().modes.size(), 1u);
  EXPECT_EQ(system().clocks.size(), 1u);
  EXPECT_EQ(system().discrete.next.size(), 4u) << "two conditions, two variables";
  EXPECT_EQ(system().actions.size(), 1u);
  EXPECT_THAT(print(system()), HasSubstr("reinit v :="));
}

TEST_F(Ball, ADiscreteVariableMissingInDIsFound) {
  system().d.erase(system().d.begin());
  EXPECT_THAT(check(system()), Contains(HasSubstr("d lacks")));
}

TEST_F(Ball, AVariableInDThatDoesNotBelongThereIsFound) {
  system().d.push_back(VariableId{0});
  EXPECT_THAT(check(system()), Contains(HasSubstr("neither discrete nor held")));
  system().d.back() = system().d.front();
  EXPECT_THAT(check(system()), Contains(HasSubstr("twice")));
}

TEST_F(Ball, APassThatForgetsAVariableIsFound) {
  system().discrete.steps.pop_back();
  EXPECT_THAT(check(system()), Contains(HasSubstr("nothing assigns $next(")));
  system().discrete.next.pop_back();
  EXPECT_THAT(check(system()), Contains(HasSubstr("a pass determines 3 of 4")));
}

TEST_F(Ball, PreLeftInAnExpressionIsFound) {
  system().simulation.rows[0].value = system().flat.pool.pre(VariableId{2});
  EXPECT_THAT(check(system()), Contains(HasSubstr("contains pre()")));
}

TEST(StateSets, ASelectionThatDoesNotFitIsFound) {
  testing::Solved solved(
      "model P Real x(start = 1), y(start = 0), vx, vy, F; equation der(x) = vx; der(y) = vy; der(vx) = -F*x; "
      "der(vy) = -F*y - 10; x^2 + y^2 = 1; end P;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_THAT(check(*solved.system), IsEmpty());
  solved.system->stateSets[0].candidates[0].pop_back();
  EXPECT_THAT(check(*solved.system), Contains(HasSubstr("do not go with its selection")));
}

TEST(Discrete, BooleanEquationsAreSortedWithTheirRelations) {
  FlatBuilder m;
  const Term x = m.real("x", 0.0, true);
  const Term both = m.discrete("both", model::Type::boolean), late = m.discrete("late", model::Type::boolean);
  m.equation(both, late.with(symbolic::Op::logicalAnd, x > 0.5));
  m.equation(late, m.time() > 0.25);
  m.equation(m.der(x), m.select(both, m.number(0.0), m.number(1.0)));
  ASSERT_TRUE(m.solve()) << m.messages();
  EXPECT_THAT(check(*m.system), IsEmpty());
  EXPECT_EQ(m.system->modes.size(), 2u);
  ASSERT_EQ(m.system->discrete.steps.size(), 2u);
  EXPECT_EQ(m.system->nameOf(m.system->discrete.steps[0].target), "$next(late)") << "before what uses it";
}

TEST(Discrete, AModelOfDiscreteVariablesOnlyIsSolvable) {
  FlatBuilder m;
  const Term k = m.discrete("k", model::Type::integer);
  m.when({m.sample(0.0, 1.0)}, {m.assign(k, m.pre(k) + 1.0)});
  ASSERT_TRUE(m.solve()) << m.messages();
  EXPECT_THAT(check(*m.system), IsEmpty());
  EXPECT_TRUE(m.system->simulation.unknowns.empty());
}

TEST(Discrete, FloorBecomesAWholeNumberThatIsHeld) {
  FlatBuilder m;
  const Term x = m.real("x", 0.0, true), y = m.real("y");
  m.equation(m.der(x), m.number(1.0));
  m.equation(y, x - x.apply(symbolic::Op::floor));
  ASSERT_TRUE(m.solve()) << m.messages();
  EXPECT_EQ(m.system->modes.size(), 2u) << "leaving it upwards and downwards";
  EXPECT_EQ(m.system->discrete.steps.size(), 1u);
}

TEST(SilentConditions, AreWhatIsLeftWithoutEvents) {
  const testing::Solved solved(
      "model M parameter Real p = 1; Real x(start = 0, fixed = true); Real y = if x > 0.5 then 1 else 2; equation "
      "der(x) "
      "= y + noEvent(if x > 0.25 and p > 0 then 1 else 0) + sign(x - 1) + abs(x) + max(x, time) + noEvent(mod(time, "
      "2)); end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_EQ(solved.system->modes.size(), 1u) << "x > 0.5";
  EXPECT_EQ(solved.system->silentConditions.size(), 3u) << "x > 0.25, sign(x - 1) and floor(time/2)";
  EXPECT_THAT(check(*solved.system), IsEmpty());
}

TEST(SilentConditions, AnIterationIsNone) {
  // Newton's iteration for the square root: how it gets to its result is no jump of it; the branch after it may be one.
  const std::string root =
      "function root input Real a; output Real y; protected Real d = 1; algorithm y := a; while abs(d) > 1e-12 loop "
      "if y > 10 then d := y - 10; else d := (y*y - a)/(2*y); end if; y := y - d; end while; ";
  const std::string model =
      "Real x(start = 1, fixed = true); equation der(x) = root(1 + x*x); annotation (experiment(StopTime = 1)); end M;";
  const testing::Solved iterated("model M " + root + "end root; " + model);
  ASSERT_TRUE(iterated.system) << iterated.messages();
  EXPECT_THAT(iterated.system->silentConditions, IsEmpty());
  const testing::Solved decided("model M " + root + "if y > 3 then y := 0; end if; end root; " + model);
  ASSERT_TRUE(decided.system) << decided.messages();
  EXPECT_EQ(decided.system->silentConditions.size(), 1u);
}

TEST(Discrete, AVariableAssignedInTwoWhenClausesIsReported) {
  FlatBuilder m;
  const Term k = m.discrete("k");
  m.when({m.time() > 1.0}, {m.assign(k, m.number(1.0))});
  m.when({m.time() > 2.0}, {m.assign(k, m.number(2.0))});
  EXPECT_FALSE(m.solve());
  EXPECT_THAT(m.messages(), HasSubstr("k is assigned in two when-clauses"));
}

TEST(Discrete, ADiscreteVariableThatNothingDeterminesIsReported) {
  FlatBuilder m;
  m.discrete("k");
  EXPECT_FALSE(m.solve());
  EXPECT_THAT(m.messages(), HasSubstr("nothing determines the discrete variable k"));
}

TEST(Discrete, ReinitOfSomethingThatIsNotIntegratedIsReported) {
  FlatBuilder m;
  const Term x = m.real("x");
  m.equation(x, m.time());
  m.when({m.time() > 1.0}, {m.reinit(x, m.number(0.0))});
  EXPECT_FALSE(m.solve());
  EXPECT_THAT(m.messages(), HasSubstr("'x' is no state: no equation contains its derivative"));
}

// y' = -y and x = 2 y: only one of them is integrated.
TEST(Discrete, ReinitOfWhatFollowsFromAStateIsReported) {
  FlatBuilder m;
  const Term x = m.real("x"), y = m.real("y");
  m.equation(m.der(y), -y);
  m.equation(x, 2.0 * y);
  m.when({m.time() > 1.0}, {m.reinit(y, m.number(1.0)), m.reinit(x, m.number(1.0))});
  EXPECT_FALSE(m.solve());
  EXPECT_THAT(m.messages(), HasSubstr("'x' is no state"));
}

TEST(Discrete, ReinitOfWhatIsEqualToAStateIsReinitOfTheState) {
  FlatBuilder m;
  const Term x = m.real("x"), y = m.real("y");
  m.equation(m.der(x), -x);
  m.equation(y, -x);
  m.when({m.time() > 1.0}, {m.reinit(y, m.number(1.0))});
  ASSERT_TRUE(m.solve()) << m.messages();
  EXPECT_THAT(print(*m.system), HasSubstr("reinit x := -1"));
}

}  // namespace
}  // namespace dashpot::equations

#include "equations/inlined_model.hpp"
#include "equations/stage_tearing.hpp"
#include "equations/step_operations.hpp"
#include "tableaux/rosenbrock.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace dashpot::equations {
namespace {

using dashpot::testing::InlinedModel;
using dashpot::testing::Solved;
using dashpot::testing::StepEvaluator;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Sizes = std::vector<std::size_t>;
constexpr SolvableOptions asWritten{.keepsGradients = false, .asWritten = true};

// One problem of each class A to E of Enright, Hull and Lindberg (1975), as in Treeaporn (2005), appendix A.
constexpr const char* setA = R"(model A Real y[9](each start = 0, each fixed = true); equation
  der(y[1]) = -1800*y[1] + 900*y[2];
  for i in 2:8 loop der(y[i]) = y[i - 1] - 2*y[i] + y[i + 1]; end for;
  der(y[9]) = 1000*y[8] - 2000*y[9] + 1000; end A;)";
constexpr const char* setB = R"(model B Real y1(start = 1), y2(start = 0), y3(start = 1), y4(start = 0); equation
  der(y1) = -y1 + y2; der(y2) = -100*y1 - y2; der(y3) = -100*y3 + y4; der(y4) = -10000*y3 - 100*y4; end B;)";
constexpr const char* setC = R"(model C Real y1(start = 1), y2(start = 1), y3(start = 1), y4(start = 1); equation
  der(y1) = -y1 + y2^2 + y3^2 + y4^2; der(y2) = -10*y2 + 10*(y3^2 + y4^2);
  der(y3) = -40*y3 + 40*y4^2; der(y4) = -100*y4 + 2; end C;)";
constexpr const char* setD = R"(model D Real y1(start = 1), y2(start = 1), y3(start = 0); equation
  der(y1) = -0.013*y1 - 1000*y1*y3; der(y2) = -2500*y2*y3;
  der(y3) = -0.013*y1 - 1000*y1*y3 - 2500*y2*y3; end D;)";
constexpr const char* setE = R"(model E parameter Real K = 100; Real y1, y2, y3, y4; equation
  der(y1) = y2; der(y2) = y3; der(y3) = y4;
  der(y4) = (y1^2 - sin(y1) - K^4)*y1 + (y2*y3/(y1^2 + 1) - 4*K^3)*y2 + (1 - 6*K^2)*y3 + (10*exp(-y4^2) - 4*K)*y4 + 1;
  end E;)";

struct FullMethod {
  const char* name;
  std::size_t stages;
};
constexpr FullMethod fullMethods[] = {
    {"backward-euler", 1}, {"radau3", 2}, {"radau5", 3}, {"lobatto4", 3}, {"lobatto6", 4}};

TEST(Inlining, GivesThePublishedCountsOfTheTwoBranchCircuit) {
  // Treeaporn 2005, sections 2.2 to 2.4 and 3.4: 24 equations, 10 solved by sorting, a loop of 14, two tearing variables
  // for Radau IIA(3); 36 and 60 equations for Radau IIA(5) and the SDIRK. The other rows were counted independently.
  const struct {
    const char* method;
    std::size_t equations, solved;
    Sizes loops, torn;
  } rows[] = {{"backward-euler", 12, 5, {7}, {1}}, {"radau3", 24, 10, {14}, {2}},
              {"radau5", 36, 15, {21}, {3}},       {"lobatto4", 36, 15, {21}, {3}},
              {"lobatto6", 48, 20, {28}, {4}},     {"hw-sdirk", 60, 25, {7, 7, 7, 7, 7}, {1, 1, 1, 1, 1}}};
  for (const auto& row : rows) {
    const InlinedModel model(testing::exampleText("two_branch_circuit"), row.method, asWritten);
    ASSERT_TRUE(model.isSound) << model.messages();
    EXPECT_EQ(model.structure().equations, row.equations) << row.method;
    EXPECT_EQ(model.structure().solved, row.solved) << row.method;
    EXPECT_EQ(model.loopSizes(), row.loops) << row.method;
    EXPECT_EQ(model.tornCounts(), row.torn) << row.method;
    EXPECT_THAT(check(*model.system), IsEmpty()) << row.method;
  }
}

struct CountedSet {
  const char* text;
  std::size_t perStage;    // equations
  std::size_t loops;       // of one stage
  std::size_t tornOfLoop;  // per stage
};
constexpr CountedSet countedSets[] = {
    {setA, 18, 1, 9}, {setB, 8, 2, 2}, {setC, 8, 4, 1}, {setD, 6, 1, 3}, {setE, 8, 1, 1}};

TEST(Inlining, GivesTheCountsOfTheFiveTestProblems) {
  // As counted by another program, where an equation of the model is solved for its derivative only, one of the formula
  // for its state only. The minimum on problem E, a chain of integrators, is one variable per stage.
  for (const CountedSet& set : countedSets)
    for (const FullMethod& method : fullMethods) {
      const InlinedModel model(set.text, method.name, asWritten);
      const std::string which = fmt::format("{} {}", set.text[6], method.name);
      EXPECT_EQ(model.structure().equations, set.perStage * method.stages) << which;
      EXPECT_EQ(model.loopSizes(), Sizes(set.loops, set.perStage * method.stages / set.loops)) << which;
      EXPECT_EQ(model.tornCounts(), Sizes(set.loops, set.tornOfLoop * method.stages)) << which;
    }
}

TEST(Inlining, KeepsTheStagesOfADiagonallyImplicitMethodApart) {
  for (const CountedSet& set : countedSets) {
    const InlinedModel model(set.text, "hw-sdirk", asWritten);
    EXPECT_EQ(model.structure().equations, 5 * set.perStage) << set.text[6];
    EXPECT_EQ(model.loopSizes(), Sizes(5 * set.loops, set.perStage / set.loops)) << set.text[6];
    EXPECT_EQ(model.tornCounts(), Sizes(5 * set.loops, set.tornOfLoop)) << set.text[6];
  }
}

TEST(Inlining, TearsAChainOfIntegratorsAtItsLastStateOnly) {
  const InlinedModel model(setE, "radau5", asWritten);
  for (const VariableId torn : model.structure().loops[0]->torn)
    EXPECT_EQ(model.system->nameOf((*model.system)[torn].of), "y4");
}

TEST(Inlining, TearsVelocitiesAndWhatTheModelItselfTears) {
  // A mass on a spring whose friction is an algebraic loop: F tears f, the step v and f.
  const char* const text = R"(model M Real x(start = 1), v(start = 0), f(start = 0.1); equation
    der(x) = v; der(v) = -x - f; f + f^3 = v; end M;)";
  const InlinedModel model(text, "radau3");
  ASSERT_THAT(model.structure().loops, SizeIs(1));
  std::set<std::string> torn;
  for (const VariableId id : model.structure().loops[0]->torn) torn.insert(model.system->nameOf(id));
  EXPECT_EQ(torn, (std::set<std::string>{"v@1", "v@2", "f@1", "f@2"}));
}

TEST(StageTearing, LeavesNoLoopThroughWhatItDoesNotTear) {
  // a needs b, b needs c, c needs a; b and c are copies of one state, a is no state.
  DirectedBlock block{{}, {0, 1, 2}, {noColumn, 7, 7}};
  block.incidence.unknownCount = 3;
  block.incidence.addRow({0, 1});
  block.incidence.addRow({1, 2});
  block.incidence.addRow({0, 2});
  const auto together = tearAtStates(block);
  ASSERT_TRUE(together);
  EXPECT_EQ(together->torn, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(together->residuals, (std::vector<std::uint32_t>{1, 2}));
  block.state = {noColumn, 7, 8};
  EXPECT_EQ(tearAtStates(block)->torn, (std::vector<std::uint32_t>{2})) << "the first of two states is let go";
  block.state = {noColumn, noColumn, noColumn};
  EXPECT_FALSE(tearAtStates(block));
}

TEST(Inlining, HasTheIncidenceOfStagesThatWasCountedByHand) {
  // Rows of one stage: the ten of the circuit with its states unknown, and two setE.
  const InlinedModel model(testing::exampleText("two_branch_circuit"), "backward-euler", asWritten);
  const Incidence incidence = incidenceOfStages(*model.system);
  EXPECT_EQ(incidence.equationCount(), 12u);
  EXPECT_EQ(incidence.unknownCount, 12u);
  EXPECT_EQ(incidence.columns.size(), 27u);
  const InlinedModel coupled(testing::exampleText("two_branch_circuit"), "radau5", asWritten);
  EXPECT_EQ(incidenceOfStages(*coupled.system).columns.size(), 3 * 27 + 6 * 2u) << "two slopes in each other stage";
  const InlinedModel apart(testing::exampleText("two_branch_circuit"), "hw-sdirk", asWritten);
  EXPECT_EQ(incidenceOfStages(*apart.system).columns.size(), 5 * 27 + 10 * 2u) << "in stages before only";
}

TEST(Inlining, SortsTheStepIntoBlockTriangularForm) {
  const InlinedModel model(setC, "hw-sdirk");
  const Incidence sorted = incidenceOfStep(*model.system);
  std::vector<std::uint32_t> lastOfBlock;
  for (const SortedSystem& section : model.step().sections)
    for (const Block& block : section.blocks)
      lastOfBlock.insert(lastOfBlock.end(), block.equations.size(),
                         static_cast<std::uint32_t>(lastOfBlock.size() + block.equations.size() - 1));
  for (std::uint32_t i = 0; i < sorted.equationCount(); ++i)
    for (const std::uint32_t column : sorted.row(i)) EXPECT_LE(column, lastOfBlock[i]);
}

/// A product with h in it.
bool vanishesWith(const Pool& pool, Expr e, Expr h) {
  if (e == h) return true;
  if (pool.op(e) != symbolic::Op::multiply && pool.op(e) != symbolic::Op::negate) return false;
  for (const Expr factor : pool.operands(e))
    if (factor != Expr::none && vanishesWith(pool, factor, h)) return true;
  return false;
}

TEST(Inlining, DividesByNothingThatVanishesWithTheStep) {
  for (const char* const text : {setA, setC, setD, setE})
    for (const char* const method : {"radau5", "lobatto6", "hw-sdirk", "trapezoidal", "bdf2", "rodas3"}) {
      const InlinedModel model(text, method);
      const Pool& pool = model.system->flat.pool;
      const Expr h = pool.find(model.step().length);
      symbolic::Walker walker(pool);
      for (const SortedSystem& section : model.step().sections)
        for (const Step& step : section.steps) {
          const auto* const assignment = std::get_if<Assignment>(&step);
          if (assignment == nullptr) continue;
          for (const Expr e : walker.reachable(assignment->value))
            EXPECT_FALSE(pool.op(e) == symbolic::Op::divide && vanishesWith(pool, pool.operands(e)[1], h)) << method;
        }
    }
}

TEST(Inlining, IteratesOnNothingWhereLoopsAreLinear) {
  // Problem C is nonlinear, but each of its loops is linear once those before it are solved.
  for (const std::string& text : {testing::exampleText("two_branch_circuit"), std::string(setC)})
    for (const char* const method : {"radau5", "hw-sdirk", "tr-bdf2", "bdf2", "rodas3"}) {
      const InlinedModel model(text, method);
      for (const SortedSystem& section : model.step().sections) EXPECT_THAT(section.unknowns, IsEmpty()) << method;
    }
}

TEST(Inlining, OfALinearlyImplicitFormulaIteratesOnNothingWhateverTheModelIs) {
  const char* const withLoop = R"(model M Real x(start = 1); Real w(start = 1); equation
    w^3 + w = x; der(x) = -w; end M;)";
  for (const char* const text : {setC, setD, setE, withLoop})
    for (const char* const method : {"rosenbrock-euler", "ros2p", "rodas3"}) {
      const InlinedModel model(text, method);
      ASSERT_TRUE(model.isSound) << model.messages();
      for (const SortedSystem& section : model.step().sections) EXPECT_THAT(section.unknowns, IsEmpty()) << method;
      EXPECT_THAT(check(*model.system), IsEmpty()) << method;
    }
}

TEST(Inlining, OfAnExplicitFormulaHasNoLoops) {
  for (const char* const method : {"euler", "rk4"}) {
    const InlinedModel model(setD, method);
    EXPECT_THAT(model.structure().loops, IsEmpty()) << method;
  }
}

// ---- steps in numbers -----------------------------------------------------------------------------------------------

TEST(InlinedStep, GivesTheVerifiedValuesOfTheTwoBranchCircuit) {
  // All elements 1, uC(0) = 0, h = 0.1: h lambda = -0.2. Computed independently.
  const struct {
    const char* method;
    double voltage;
  } rows[] = {{"radau3", 0.090643274853801},   {"radau5", 0.090634619938432},
              {"lobatto4", 0.090634875035909}, {"lobatto6", 0.090634623395533},
              {"hw-sdirk", 0.090634511732202}, {"backward-euler", 0.1 / 1.2},
              {"trapezoidal", 0.1 / 1.1},      {"euler", 0.1},
              {"rk4", 0.0906333333333333}};
  for (const auto& row : rows)
    for (const SolvableOptions& options : {SolvableOptions{}, asWritten}) {
      InlinedModel model(testing::exampleText("two_branch_circuit"), row.method, options);
      StepEvaluator step(model);
      const auto end = step(0.0, 0.1, {{"uC", 0.0}, {"iL", 0.0}});
      EXPECT_NEAR(end.at("uC"), row.voltage, 1e-14) << row.method;
      EXPECT_NEAR(end.at("iL"), 0.1, 1e-15) << row.method;
    }
}

TEST(InlinedStep, IsTheStepOfTheTableauOnANonlinearProblem) {
  // y' = y^2 + 3 t by backward Euler and Radau IIA(3), solved by hand: fixed points of the stage equations.
  const char* const text = "model M Real y(start = 0.4); equation der(y) = y^2 + 3*time; end M;";
  const double t = 0.2, h = 0.1, y = 0.4;
  const auto f = [](double s, double v) { return v * v + 3 * s; };
  double euler = y, first = y, second = y;
  for (int k = 0; k < 200; ++k) {
    euler = y + h * f(t + h, euler);
    const double k1 = f(t + h / 3, first), k2 = f(t + h, second);
    first = y + h * (5.0 / 12 * k1 - k2 / 12);
    second = y + h * (0.75 * k1 + 0.25 * k2);
  }
  InlinedModel one(text, "backward-euler");
  EXPECT_NEAR(StepEvaluator(one)(t, h, {{"y", y}}).at("y"), euler, 1e-15);
  InlinedModel two(text, "radau3");
  EXPECT_NEAR(StepEvaluator(two)(t, h, {{"y", y}}).at("y"), second, 1e-15);
}

TEST(InlinedStep, OfLinearlyImplicitFormulasIsThatOfTheirTable) {
  const char* const text = "model M Real y(start = 0.4); equation der(y) = y^2 + 3*time^2; end M;";
  const double t = 0.2, h = 0.1, y = 0.4;
  const auto f = [](double s, double v) { return v * v + 3 * s * s; };
  const double slope = 2 * y, byTime = 6 * t;
  for (const char* const method : {"rosenbrock-euler", "ros2p", "rodas3"}) {
    const tableaux::RosenbrockTable& table = *tableaux::findRosenbrock(method);
    std::vector<double> u;
    double end = y;
    for (std::size_t i = 0; i < static_cast<std::size_t>(table.stages); ++i) {
      double argument = y, coupling = 0;
      for (std::size_t j = 0; j < i; ++j) argument += table.a[i][j] * u[j], coupling += table.c[i][j] / h * u[j];
      u.push_back((f(t + table.alpha[i] * h, argument) + coupling + table.gammaSum[i] * h * byTime) /
                  (1 / (h * table.gamma) - slope));
      end += table.m[i] * u[i];
    }
    InlinedModel model(text, method);
    EXPECT_NEAR(StepEvaluator(model)(t, h, {{"y", y}}).at("y"), end, 1e-15) << method;
  }
}

TEST(InlinedStep, OfALinearlyImplicitFormulaTakesAlgebraicLoopsWithoutIteration) {
  // w^3 + w = x, x' = -w: an unknown of index 1. Rosenbrock-Euler: u_x = h (-w - u_w), 0 = g + dg.
  const char* const text =
      "model M Real x(start = 2, fixed = true); Real w(start = 1); equation w^3 + w = x; der(x) = -w; end M;";
  InlinedModel model(text, "rosenbrock-euler");
  ASSERT_TRUE(model.isSound) << model.messages();
  const double h = 0.1, x = 2, w = 1, gw = 3 * w * w + 1;
  const double gamma = tableaux::findRosenbrock("rosenbrock-euler")->gamma;
  const double uw = -gamma * h * w / (gw + gamma * h), ux = gw * uw;
  const double m = tableaux::findRosenbrock("rosenbrock-euler")->m[0];
  const auto end = StepEvaluator(model)(0, h, {{"x", x}, {"w", w}});
  EXPECT_NEAR(end.at("x"), x + m * ux, 1e-15);
  EXPECT_NEAR(end.at("w"), w + m * uw, 1e-15);
}

TEST(InlinedStep, OfBackwardDifferencesStartsAsBackwardEulerAndHasSecondOrder) {
  InlinedModel model("model M Real y(start = 1); equation der(y) = -y; end M;", "bdf2");
  const InlinedStep& formula = model.step();
  ASSERT_THAT(formula.earlier, SizeIs(1));
  const auto error = [&](int steps) {
    StepEvaluator step(model);
    const double h = 1.0 / steps;
    double before = 0, y = 1;
    for (int k = 0; k < steps; ++k) {
      const double p = k == 0 ? 1 : 4.0 / 3, q = k == 0 ? 0 : -1.0 / 3, r = k == 0 ? 1 : 2.0 / 3;
      step.value(formula.coefficients[0]) = p, step.value(formula.coefficients[1]) = q;
      step.value(formula.coefficients[2]) = r, step.value(formula.earlier[0]) = before;
      before = y;
      y = step(k * h, h, {{"y", y}}).at("y");
      if (k == 0) {
        EXPECT_NEAR(y, 1 / (1 + h), 1e-15);
      }
    }
    return y - std::exp(-1.0);
  };
  EXPECT_NEAR(error(20) / error(40), 4, 0.2);
}

TEST(InlinedStep, KeepsTheInvariantOfTheChemistryProblem) {
  for (const char* const method : {"radau5", "lobatto6", "hw-sdirk", "tr-bdf2"}) {
    InlinedModel model(setD, method);
    StepEvaluator step(model);
    StepEvaluator::Point y{{"y1", 1}, {"y2", 1}, {"y3", 0}};
    for (int k = 0; k < 5; ++k) y = step(0, 0.01, y);
    EXPECT_NEAR(y["y1"] + y["y2"] - y["y3"], 2, 1e-14) << method;
    EXPECT_LT(step.iterations, 8) << method;
  }
}

TEST(InlinedStep, IsTakenAfterIndexReduction) {
  // Two inertias and a gear without play: index 3. 3 w1' = -p1 is left of it.
  const char* const text = R"(model Gear
    Real p1(start = 0.5), w1(start = 1), p2, w2, torque;
  equation
    der(p1) = w1; der(p2) = w2; der(w1) = -p1 - 2*torque; 0.5*der(w2) = torque; p2 = 2*p1;
  end Gear;)";
  InlinedModel model(text, "backward-euler");
  ASSERT_TRUE(model.isSound) << model.messages();
  EXPECT_THAT(check(*model.system), IsEmpty());
  const double h = 0.1, w = (1 - h / 3 * 0.5) / (1 + h * h / 3), p = 0.5 + h * w;
  auto end = StepEvaluator(model)(0, h, {{"p1", 0.5}, {"w1", 1}, {"p2", 1}, {"w2", 2}});
  EXPECT_THAT(end, SizeIs(2));
  EXPECT_NEAR(end.contains("p1") ? end["p1"] : end["p2"] / 2, p, 1e-15);
  EXPECT_NEAR(end.contains("w1") ? end["w1"] : end["w2"] / 2, w, 1e-15);
}

TEST(Inlining, RefusesDelaysByName) {
  const char* const text = "model M Real x(start = 1, fixed = true); equation der(x) = -delay(x, 0.5); end M;";
  const InlinedModel model(text, "radau5");
  EXPECT_FALSE(model.isSound);
  EXPECT_THAT(model.messages(), HasSubstr("delayed expressions"));
}

TEST(StepOperations, AreThoseOfTheExpressions) {
  // -(2 y), times h, plus y.
  const char* const linear = "model M Real y(start = 1); equation der(y) = -2*y; end M;";
  const InlinedModel euler(linear, "euler");
  EXPECT_EQ(countOperations(*euler.system).once, 4u);
  EXPECT_EQ(countOperations(*euler.system).perIteration, 0u);
  const InlinedModel nonlinear("model M Real y(start = 1); equation der(y) = -y^3; end M;", "backward-euler");
  EXPECT_GT(countOperations(*nonlinear.system).perIteration, 5u);
  EXPECT_LT(countOperations(*nonlinear.system).perIteration, 20u);
}

TEST(BrokenStep, IsFoundByTheChecker) {
  InlinedModel unassigned(setC, "radau3");
  unassigned.system->inlined->sections.pop_back();
  EXPECT_THAT(check(*unassigned.system), Contains(HasSubstr("inlined step: nothing assigns")));
  InlinedModel unsorted(setD, "hw-sdirk");
  std::ranges::reverse(unsorted.system->inlined->sections);
  EXPECT_THAT(check(*unsorted.system), Contains(HasSubstr("is used before it is known")));
  InlinedModel unfit(setC, "radau3");
  unfit.system->inlined->nodes.pop_back();
  EXPECT_THAT(check(*unfit.system), Contains(HasSubstr("stages do not fit the model")));
}

TEST(StageFormulas, AreFoundForAllTablesAndHaveDifferentNames) {
  const auto names = stageFormulaNames();
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  for (const auto name : names) EXPECT_TRUE(findStageFormula(name)) << name;
  EXPECT_FALSE(findStageFormula("no-such-method"));
}

}  // namespace
}  // namespace dashpot::equations

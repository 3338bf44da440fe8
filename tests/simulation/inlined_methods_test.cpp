// Methods called inline:NAME: steps of formulas that were worked into the equations, run as methods.
#include "models/simulated.hpp"
#include "models/stiff_classes.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/inlined_step.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Compiled;
using dashpot::testing::exampleText;
using dashpot::testing::Simulated;
using ::testing::HasSubstr;

/// A model with a formula worked into it, as a problem for an integrator.
class InlinedProblem {
 public:
  InlinedProblem(const std::string& text, const std::string& formula)
      : compiled_(text, "test.mo", formula),
        code_(*compiled_.model, {}),
        bound_(makeBound()),
        method("inline:" + formula) {
    problem = bound_.problem();
    const auto z = bound_.evaluate(codegen::Entry::start, 0, {});
    initial = *bound_.evaluate(codegen::Entry::initialState, 0, *z);
  }

  Problem problem;
  Vector initial;

 private:
  BoundModel makeBound() {
    Diagnostics diagnostics;
    return {code_, *parameterValues(*compiled_.model, {}, diagnostics)};
  }
  Compiled compiled_;
  ModelCode code_;
  BoundModel bound_;

 public:
  std::string method;
};

Solution solved(InlinedProblem& p, double end, Options options) {
  options.method = p.method;
  return solve(p.problem, 0, end, p.initial, options);
}

// ---- one step -------------------------------------------------------------------------------------------------------

TEST(InlinedMethod, GivesTheVerifiedValuesOfTheTwoBranchCircuit) {
  // All elements 1, uC(0) = 0, h = 0.1: h lambda = -0.2. Computed independently.
  const std::pair<const char*, double> rows[] = {{"radau3", 0.090643274853801},   {"radau5", 0.090634619938432},
                                                 {"lobatto4", 0.090634875035909}, {"lobatto6", 0.090634623395533},
                                                 {"hw-sdirk", 0.090634511732202}, {"backward-euler", 0.1 / 1.2},
                                                 {"trapezoidal", 0.1 / 1.1},      {"euler", 0.1},
                                                 {"rk4", 0.0906333333333333},     {"bdf2", 0.1 / 1.2}};
  for (const codegen::Backend backend : {codegen::Backend::interpreter, codegen::Backend::llvm})
    for (const auto& [method, voltage] : rows) {
      const Simulated run(exampleText("two_branch_circuit"), {.stop = 0.1,
                                                              .interval = 0.1,
                                                              .method = std::string("inline:") + method,
                                                              .step = 0.1,
                                                              .code = {.backend = backend}});
      ASSERT_TRUE(run.finished()) << run.messages();
      EXPECT_NEAR(run.last("uC"), voltage, 1e-14) << method;
      EXPECT_NEAR(run.last("iL"), 0.1, 1e-15) << method;
      EXPECT_EQ(run.outcome.statistics.steps, 1) << method;
      EXPECT_EQ(run.outcome.statistics.newtonIterations, 0) << method << ": the circuit is linear";
    }
}

TEST(InlinedMethod, OfALinearModelFactorsOnceForEachLengthOfSteps) {
  for (const char* const formula : {"radau5", "hw-sdirk", "backward-euler", "ros2p"}) {
    const Simulated fixed(dashpot::testing::classA,
                          {.stop = 1, .method = std::string("inline:") + formula, .step = 0.01});
    ASSERT_TRUE(fixed.finished()) << fixed.messages();
    EXPECT_EQ(fixed.outcome.statistics.steps, 100) << formula;
    EXPECT_LE(fixed.outcome.statistics.lu, 3) << formula << ": rounding may shorten the last step";
    EXPECT_EQ(fixed.outcome.statistics.newtonIterations, 0) << formula;
  }
}

TEST(InlinedMethod, OfAnSdirkFormulaSolvesOneNewtonProblemPerStageWithSharedFactors) {
  InlinedProblem p(dashpot::testing::classD, "hw-sdirk");
  const Solution s = solved(p, 0.1, {.step = 0.01});
  ASSERT_TRUE(s.ok()) << s.failure.message;
  EXPECT_GE(s.statistics.newtonIterations, 5 * s.statistics.steps);
  EXPECT_LT(s.statistics.lu, 5 * s.statistics.steps);
  EXPECT_NEAR(s.states.back()[0] + s.states.back()[1] - s.states.back()[2], 2, 1e-13);
}

// ---- against the method that is not inlined --------------------------------------------------------------------------

/// Formulas of all kinds.
constexpr const char* formulas[] = {"euler",   "rk4",    "dopri5",          "backward-euler", "trapezoidal",
                                    "radau3",  "radau5", "lobatto4",        "lobatto6",       "hw-sdirk",
                                    "tr-bdf2", "sdirk2", "sdirk3",          "kencarp4",       "ros2p",
                                    "rodas3",  "rodas4", "rosenbrock-euler"};

constexpr const char* withLoop = R"(model Loop
  Real x(start = 2, fixed = true), v(start = 0, fixed = true); Real w(start = 1), a, b;
equation
  w^3 + w = x + 0.1*sin(3*time); der(x) = v - w; der(v) = -x + b; a + b = w; a - 2*b = v*w;
end Loop;)";
constexpr const char* gear = R"(model Gear
  Real p1(start = 0.5, fixed = true), w1(start = 1, fixed = true), p2, w2, torque;
equation
  der(p1) = w1; der(p2) = w2; der(w1) = -sin(p1) - 2*torque; 0.5*der(w2) = torque; p2 = 2*p1;
end Gear;)";

TEST(InlinedMethod, WithFixedStepsIsTheMethodThatIsNotInlined) {
  // Newton's iterations end at 1e-3 of the tolerance or nearer; explicit formulas differ by rounding.
  struct Case {
    std::string text;
    double step;
    bool isStiff = false;  // too stiff for explicit formulas with this step
  };
  const Case models[] = {{exampleText("hires"), 0.01},
                         {exampleText("robertson"), 1e-4},
                         {exampleText("rlc"), 0.001},
                         {exampleText("van_der_pol"), 1e-4, true},
                         {dashpot::testing::classD, 1e-4},
                         {dashpot::testing::classE, 1e-3},
                         {withLoop, 0.02},
                         {gear, 0.02}};
  for (const auto& [text, step, isStiff] : models)
    for (const char* const formula : formulas) {
      if (isStiff && findMethod(formula)->alphaDegrees < 60) continue;
      const Settings settings{.stop = 20 * step, .tolerance = 1e-9, .interval = 20 * step, .step = step};
      Settings inlined = settings, plain = settings;
      inlined.method = std::string("inline:") + formula, plain.method = formula;
      const Simulated one(text, inlined), other(text, plain);
      ASSERT_TRUE(one.finished()) << formula << one.messages();
      ASSERT_TRUE(other.finished()) << formula << other.messages();
      for (std::size_t c = 0; c < one.table->columns().size(); ++c) {
        const double a = (*one.table)[c].back(), b = (*other.table)[c].back();
        EXPECT_NEAR(a, b, 1e-10 + 2e-9 * std::fabs(b)) << formula << ' ' << one.table->columns()[c].name;
      }
    }
}

TEST(InlinedMethod, WithVariableStepsAgreesWithATightReference) {
  const std::string switched =
      "model Switched Real p(start = 0, fixed = true); Real q(start = 0, fixed = true); equation der(p) = 1 - (if p > "
      "0.5 then 3*(p - 0.5) else 0) - 0.1*q; der(q) = p - q; end Switched;";
  const std::string bouncing =
      "model Ball Real x(start = 1, fixed = true), v(start = 0, fixed = true); Integer n(start = 0, fixed = true); "
      "equation der(x) = v; der(v) = -9.81; when x < 0 then reinit(v, -0.8*pre(v)); n = pre(n) + 1; end when; end "
      "Ball;";
  struct Case {
    std::string text;
    const char* variable;
    double stop;
  };
  for (const Case& c : {Case{withLoop, "x", 3}, Case{gear, "p1", 3}, Case{switched, "p", 3}, Case{bouncing, "x", 1.2},
                        Case{dashpot::testing::classD, "y1", 10}}) {
    const Simulated reference(c.text, {.stop = c.stop, .tolerance = 1e-11, .method = "radau"});
    ASSERT_TRUE(reference.finished()) << reference.messages();
    for (const MethodTraits& method : inlinedMethods()) {
      const bool isStiff = c.text == dashpot::testing::classD;
      if (!method.variableStep || (isStiff && method.alphaDegrees < 60)) continue;
      // Nothing of an error in algebraic unknowns fades with this one: it is refused.
      if (method.name == "inline:grk4a" && c.text == withLoop) continue;
      const double tolerance = method.order < 2 ? 1e-6 : method.order < 3 ? 1e-5 : 1e-7;
      const Simulated run(c.text, {.stop = c.stop, .tolerance = tolerance, .method = method.name});
      ASSERT_TRUE(run.finished()) << method.name << run.messages();
      const double expected = reference.last(c.variable);
      EXPECT_NEAR(run.last(c.variable), expected,
                  (method.order < 2 ? 2000 : 300) * tolerance * std::max(1.0, std::fabs(expected)))
          << method.name << ' ' << c.variable;
    }
  }
}

// ---- events ---------------------------------------------------------------------------------------------------------

constexpr const char* switchingOnce = R"(model Switching
  Real x(start = 0, fixed = true); Boolean late(start = false, fixed = true); discrete Real held(start = 0, fixed = true);
equation
  der(x) = if x > 0.505 then 0 else 1;
  when time >= 0.335 then late = true; end when;
  when sample(0.1, 0.2) then held = x; end when;
end Switching;)";

TEST(InlinedMethod, WithVariableStepsLocatesEvents) {
  const Simulated run(switchingOnce, {.stop = 1, .method = "inline:radau5"});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 0.505, 1e-9);
}

TEST(InlinedMethod, WithFixedStepsLetsEventsTakeEffectAtStepEnds) {
  const Simulated run(switchingOnce, {.stop = 1, .interval = 0.01, .method = "inline:backward-euler", .step = 0.01});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 0.51, 1e-12) << "x passes 0.505 within a step, and its slope changes at the end of it";
  EXPECT_EQ(run.outcome.statistics.steps, 100) << "no step is shortened";
  const auto& times = run.table->times();
  const auto& late = (*run.table)["late"];
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (times[k] < 0.3399) {
      EXPECT_EQ(late[k], 0.0) << times[k];
    }
    if (times[k] > 0.3401) {
      EXPECT_EQ(late[k], 1.0) << times[k];
    }
  }
  EXPECT_NEAR(run.last("held"), 0.51, 1e-12);
}

TEST(InlinedMethod, RunsModelsWhoseStatesAreChosenDuringTheRun) {
  const char* const pendulum = R"(model Pendulum
    Real x(start = 0.8), y(start = -0.6), u(start = 0), v, f;
  equation
    der(x) = u; der(y) = v; der(u) = -f*x; der(v) = -f*y - 9.81; x^2 + y^2 = 1; end Pendulum;)";
  const Simulated reference(pendulum, {.stop = 3, .tolerance = 1e-10});
  ASSERT_TRUE(reference.finished()) << reference.messages();
  for (const char* const method : {"inline:radau5", "inline:rodas4", "inline:hw-sdirk"}) {
    const Simulated run(pendulum, {.stop = 3, .tolerance = 1e-8, .method = method});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(run.last("x"), reference.last("x"), 1e-5) << method;
    EXPECT_NEAR(run.last("x") * run.last("x") + run.last("y") * run.last("y"), 1, 1e-9) << method;
  }
}

TEST(InlinedMethod, TakesInputsAtTheInstantsOfItsStages) {
  const char* const text =
      "model Filter input Real u; Real x(start = 0, fixed = true); equation der(x) = 5*(u^2 - x); end Filter;";
  const CsvTable ramp = *parseCsv("time,u\n0,0\n0.5,1\n1,0.25\n", "ramp.csv");
  for (const char* const formula : {"radau5", "hw-sdirk", "rk4", "rodas3", "ros2p", "bdf2"}) {
    double ends[2] = {};
    for (const bool isInlined : {false, true}) {
      if (std::string(formula) == "bdf2" && !isInlined) continue;
      const std::string method = (isInlined ? "inline:" : "") + std::string(formula);
      Diagnostics diagnostics;
      const Compiled compiled(text, "test.mo", isInlined ? formula : "");
      Settings settings{.stop = 1, .interval = 1, .method = method, .step = 0.02};
      settings.inputs = std::make_shared<InputData>(*compiled.model, ramp, Interpolation::linear, diagnostics);
      results::Table table(results::selectColumns(compiled.model->recorded, {"x"}, diagnostics));
      const Outcome outcome = simulate(*compiled.model, settings, table, diagnostics);
      ASSERT_EQ(outcome.kind, OutcomeKind::finished) << render(diagnostics, compiled.sources);
      ends[isInlined ? 1 : 0] = table["x"].back();
    }
    if (std::string(formula) == "bdf2") ends[0] = ends[1];
    EXPECT_NEAR(ends[0], ends[1], 1e-12) << formula;
  }
}

TEST(InlinedMethod, OfAModelWithoutStatesIsNotNeeded) {
  const Simulated run("model M Real a; equation a + a^3 = time; end M;", {.stop = 1, .method = "rodas4"});
  const Compiled compiled("model M Real a; equation a + a^3 = time; end M;");
  Diagnostics diagnostics;
  results::Table table(results::selectColumns(compiled.model->recorded, {"a"}, diagnostics));
  const Outcome outcome = simulate(*compiled.model, {.stop = 1, .method = "inline:radau5"}, table, diagnostics);
  ASSERT_EQ(outcome.kind, OutcomeKind::finished) << render(diagnostics, compiled.sources);
  EXPECT_NEAR(table["a"].back(), run.last("a"), 1e-9);
}

TEST(InlinedMethod, IsRefusedForAModelThatItsFormulaWasNotWorkedInto) {
  const Compiled compiled("model M Real x(start = 1); equation der(x) = -x; end M;", "test.mo", "radau3");
  Diagnostics diagnostics;
  results::Table table(results::selectColumns(compiled.model->recorded, {}, diagnostics));
  EXPECT_EQ(simulate(*compiled.model, {.method = "inline:radau5"}, table, diagnostics).kind, OutcomeKind::rejected);
  EXPECT_THAT(render(diagnostics, compiled.sources), HasSubstr("was not worked into this model"));
}

TEST(InlinedMethod, ThatDampsNoErrorOfAlgebraicUnknownsIsRefusedForThem) {
  const Compiled compiled(withLoop, "test.mo", "grk4a");
  Diagnostics diagnostics;
  results::Table table(results::selectColumns(compiled.model->recorded, {}, diagnostics));
  EXPECT_EQ(simulate(*compiled.model, {.method = "inline:grk4a"}, table, diagnostics).kind, OutcomeKind::rejected);
  EXPECT_THAT(render(diagnostics, compiled.sources), HasSubstr("algebraic unknowns"));
}

// ---- the prototype and the published program ------------------------------------------------------------------------

/// As in the prototype: absolute 2-norm, pairs of steps, limits 0.5 and 2, given first step.
Options pairControl(double tolerance, double firstStep) {
  Options options;
  options.estimate = ErrorEstimate::stepPairs;
  options.tolerances = {.absolute = tolerance, .scale = ErrorScale::absolute, .norm = ErrorNorm::euclidean};
  options.controller = {.kind = Controller::i, .safety = 0.9, .minFactor = 0.5, .maxFactor = 2};
  options.initialStep = 2 * firstStep;
  return options;
}

struct PrototypeRow {
  const char* text;
  double end, firstStep, tolerance;
  double steps[5];     // radau3, radau5, lobatto4, lobatto6, hw-sdirk-alt
  double rejected[5];  // attempts of pairs
};

TEST(InlinedPairControl, TakesAsManyStepsAsThePrototypeOnTheFiveProblems) {
  // Accepted steps and rejected pairs of an independent prototype with full Newton iteration.
  const char* const names[] = {"radau3", "radau5", "lobatto4", "lobatto6", "hw-sdirk-alt"};
  const PrototypeRow rows[] = {
      {dashpot::testing::classA, 120, 5e-4, 1e-3, {38, 34, 34, 34, 42}, {0, 0, 0, 0, 1}},
      {dashpot::testing::classA, 120, 5e-4, 1e-5, {66, 40, 44, 40, 84}, {2, 0, 1, 0, 2}},
      {dashpot::testing::classA, 120, 5e-4, 1e-7, {160, 58, 76, 58, 222}, {2, 1, 2, 1, 2}},
      {dashpot::testing::classB, 20, 7e-3, 1e-3, {100, 46, 50, 50, 156}, {10, 1, 2, 2, 24}},
      {dashpot::testing::classB, 20, 7e-3, 1e-5, {328, 98, 140, 106, 494}, {29, 6, 16, 10, 42}},
      {dashpot::testing::classB, 20, 7e-3, 1e-7, {1024, 218, 358, 232, 1520}, {60, 22, 38, 24, 75}},
      {dashpot::testing::classC, 20, 1e-2, 1e-3, {26, 20, 22, 20, 32}, {0, 0, 0, 0, 3}},
      {dashpot::testing::classC, 20, 1e-2, 1e-5, {58, 28, 34, 28, 92}, {2, 0, 2, 0, 4}},
      {dashpot::testing::classC, 20, 1e-2, 1e-7, {156, 48, 74, 50, 320}, {2, 2, 3, 2, 4}},
      {dashpot::testing::classD, 50, 2.9e-4, 1e-3, {34, 34, 34, 34, 34}, {0, 0, 0, 0, 0}},
      {dashpot::testing::classD, 50, 2.9e-4, 1e-5, {34, 34, 34, 34, 38}, {0, 0, 0, 0, 0}},
      {dashpot::testing::classD, 50, 2.9e-4, 1e-7, {36, 34, 34, 34, 72}, {0, 0, 0, 0, 0}},
      {dashpot::testing::classE, 1, 6.8e-3, 1e-6, {26, 16, 16, 16, 32}, {2, 0, 0, 0, 2}},
      {dashpot::testing::classE, 1, 6.8e-3, 1e-9, {96, 32, 42, 32, 134}, {5, 1, 2, 1, 5}},
      {dashpot::testing::classE, 1, 6.8e-3, 1e-12, {472, 78, 140, 80, 690}, {7, 4, 5, 3, 8}}};
  for (int m = 0; m < 5; ++m) {
    const char* last = nullptr;
    std::optional<InlinedProblem> p;
    for (const PrototypeRow& row : rows) {
      if (row.text != last) p.emplace(row.text, names[m]), last = row.text;
      const Solution s = solved(*p, row.end, pairControl(row.tolerance, row.firstStep));
      ASSERT_TRUE(s.ok()) << row.text[6] << ' ' << names[m] << ": " << s.failure.message;
      const double steps = 2.0 * static_cast<double>(s.statistics.steps);  // a pair counts as one
      EXPECT_NEAR(steps / row.steps[m], 1, 0.15) << row.text[6] << ' ' << row.tolerance << ' ' << names[m];
      EXPECT_NEAR(static_cast<double>(s.statistics.rejected), row.rejected[m], 3 + 0.4 * row.rejected[m])
          << row.text[6] << ' ' << row.tolerance << ' ' << names[m];
    }
  }
}

TEST(InlinedPairControl, SolvesInAFewDozenStepsWhereThePublishedProgramTookTensOfThousands) {
  // Problem A on [0, 20]: 52, 32, 36, 32, 66 steps of the prototype; published 30110, 63250, 55970, 68034, 22893.
  const std::pair<const char*, double> rows[] = {
      {"radau3", 52}, {"radau5", 32}, {"lobatto4", 36}, {"lobatto6", 32}, {"hw-sdirk-alt", 66}};
  const double reference[] = {0.07760940873, 0.1552213354, 0.2373652967, 0.3258529776, 0.4218583587,
                              0.5257962593,  0.6372762322, 0.7551382043, 0.8775679602};
  for (const auto& [name, steps] : rows) {
    InlinedProblem p(dashpot::testing::classA, name);
    const Solution s = solved(p, 20, pairControl(1e-5, 5e-4));
    ASSERT_TRUE(s.ok()) << s.failure.message;
    EXPECT_NEAR(2.0 * static_cast<double>(s.statistics.steps) / steps, 1, 0.15) << name;
    for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(s.states.back()[i], reference[i], 5e-4) << name;
  }
}

TEST(PublishedStepRule, GrowsWithinItsLimitsAndRepeatsNothing) {
  InlinedProblem p(dashpot::testing::classA, "radau5");
  Options options;
  options.estimate = ErrorEstimate::twoStep;
  options.tolerances = {.absolute = 1e-5, .scale = ErrorScale::absolute, .norm = ErrorNorm::euclidean};
  options.controller.kind = Controller::equalPairs;
  options.initialStep = 5e-4;
  const Solution s = solved(p, 20, options);
  ASSERT_TRUE(s.ok()) << s.failure.message;
  EXPECT_EQ(s.statistics.rejected, 0);
  // The error counts as a tenth of the tolerance at least, and the estimate as of order 5: a step grows by at most
  // 10^(1/6) = 1.468, and only every second time.
  double before = 0, growth = 0;
  for (std::size_t k = 1; k + 2 < s.times.size(); ++k) {
    const double h = s.times[k] - s.times[k - 1];
    if (before > 0) growth = std::max(growth, h / before);
    before = h;
  }
  EXPECT_NEAR(growth, 1.468, 1e-3);
  EXPECT_LT(s.statistics.steps, 200);
}

}  // namespace
}  // namespace dashpot::simulation

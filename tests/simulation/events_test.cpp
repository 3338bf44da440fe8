#include "codegen/compile.hpp"
#include "models/flat_builder.hpp"
#include "models/known_systems.hpp"
#include "models/simulated.hpp"
#include "simulation/model_run.hpp"
#include "simulation/runs.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::simulation {
namespace {

using testing::FlatBuilder;
using ::testing::HasSubstr;
using testing::Simulated;
using testing::Term;

/// Runs a flat model that was made by hand.
class FlatRun {
 public:
  FlatRun(FlatBuilder& m, const Settings& settings) {
    if (!m.solve()) return;
    model = codegen::compile(*m.system, m.sources);
    EXPECT_THAT(codegen::check(*model), ::testing::IsEmpty());
    table.emplace(results::selectColumns(model->recorded, {}, m.diagnostics));
    outcome = simulate(*model, settings, *table, m.diagnostics);
  }
  [[nodiscard]] bool finished() const { return table && outcome.kind == OutcomeKind::finished; }
  [[nodiscard]] double last(std::string_view name) const { return (*table)[name].back(); }

  std::optional<codegen::CompiledModel> model;
  std::optional<results::Table> table;
  Outcome outcome;
};

TEST(BouncingBall, BouncesWhenTheParabolaSays) {
  FlatBuilder m;
  const Term h = m.real("h", 1.0, true), v = m.real("v", 0.0, true);
  const Term bounces = m.discrete("bounces", model::Type::integer), at = m.discrete("at");
  m.equation(m.der(h), v);
  m.equation(m.der(v), m.number(-9.81));
  m.when({h < 0.0}, {m.reinit(v, -0.5 * m.term(v.e)), m.assign(bounces, m.pre(bounces) + 1.0), m.assign(at, m.time())});
  const FlatRun run(m, until(1.0));
  ASSERT_TRUE(run.finished()) << m.messages();
  // It falls for sqrt(2/g), then flies for 2 e sqrt(2/g), 2 e^2 sqrt(2/g), ... with e = 0.5.
  const double fall = std::sqrt(2 / 9.81);
  EXPECT_EQ(run.last("bounces"), 2.0);
  EXPECT_NEAR(run.last("at"), fall * (1 + 2 * 0.5), 1e-6);
  const double t = 1.0 - fall * 2, up = 9.81 * fall * 0.25;
  EXPECT_NEAR(run.last("h"), up * t - 9.81 / 2 * t * t, 1e-6);
}

TEST(Sampling, ASampledIntegratorIsExactAtItsTicks) {
  FlatBuilder m;
  const Term x = m.real("x", 0.0, true), held = m.discrete("held"), ticks = m.discrete("ticks");
  m.equation(m.der(x), m.number(1.0) - held);
  m.when({m.sample(0.0, 0.25)}, {m.assign(held, x), m.assign(ticks, m.pre(ticks) + 1.0)});
  const FlatRun run(m, until(2.0));
  ASSERT_TRUE(run.finished()) << m.messages();
  // x[k+1] = x[k] + 0.25 (1 - x[k]), so 1 - x[k] = 0.75^k.
  EXPECT_NEAR(run.last("x"), 1 - std::pow(0.75, 8), 1e-7);
  EXPECT_EQ(run.last("ticks"), 9.0) << "at 0, 0.25, ..., 2";
}

TEST(Sampling, AModelOfDiscreteVariablesOnlyCounts) {
  FlatBuilder m;
  const Term k = m.discrete("k", model::Type::integer), even = m.discrete("even", model::Type::boolean);
  m.when({m.sample(0.5, 1.0)}, {m.assign(k, m.pre(k) + 1.0)});
  m.equation(even, m.term(symbolic::build(m.flat.pool, symbolic::Op::equal, k.with(symbolic::Op::mod, m.number(2.0)).e,
                                          m.number(0.0).e)));
  const FlatRun run(m, until(4.0));
  ASSERT_TRUE(run.finished()) << m.messages();
  EXPECT_EQ(run.last("k"), 4.0);
  EXPECT_EQ(run.last("even"), 1.0);
}

TEST(WhenClauses, OfTwoBranchesTheFirstWins) {
  FlatBuilder m;
  const Term k = m.discrete("k");
  m.when({m.time() > 0.5}, {m.assign(k, m.number(1.0))});
  m.elsewhen({m.time() > 0.5, m.time() > 0.75}, {m.assign(k, m.pre(k) + 10.0)});
  const FlatRun run(m, until(1.0));
  ASSERT_TRUE(run.finished()) << m.messages();
  EXPECT_EQ(run.last("k"), 11.0) << "1 at 0.5, where the second branch has to stand back; 10 more at 0.75";
}

TEST(WhenClauses, OneCanTriggerAnotherAtTheSameInstant) {
  FlatBuilder m;
  const Term a = m.discrete("a", model::Type::boolean), b = m.discrete("b");
  m.when({m.time() > 0.5}, {m.assign(a, m.term(m.flat.pool.boolean(true)))});
  m.when({a}, {m.assign(b, m.time())});
  const FlatRun run(m, until(1.0));
  ASSERT_TRUE(run.finished()) << m.messages();
  EXPECT_NEAR(run.last("b"), 0.5, 1e-9);
}

TEST(WhenClauses, InitialIsTheOnlyConditionAtTheStart) {
  FlatBuilder m;
  const Term a = m.discrete("a"), b = m.discrete("b");
  m.when({m.term(m.flat.pool.initial())}, {m.assign(a, m.number(7.0))});
  m.when({m.time() > -1.0}, {m.assign(b, m.number(7.0))});
  const FlatRun run(m, until(1.0));
  ASSERT_TRUE(run.finished()) << m.messages();
  EXPECT_EQ(run.last("a"), 7.0);
  EXPECT_EQ(run.last("b"), 0.0) << "what is true from the start does not become true";
}

TEST(WhenClauses, TerminateEndsTheRun) {
  FlatBuilder m;
  const Term x = m.real("x", 0.0, true);
  m.equation(m.der(x), m.number(1.0));
  m.when({x > 0.25}, {m.terminate("far enough")});
  const FlatRun run(m, until(1.0));
  ASSERT_TRUE(run.finished()) << m.messages();
  EXPECT_NEAR(run.outcome.endTime, 0.25, 1e-9);
  EXPECT_THAT(m.messages(), HasSubstr("far enough"));
}

TEST(WhenClauses, TerminalIsTrueAtTheEnd) {
  FlatBuilder m;
  const Term x = m.real("x", 0.0, true), end = m.discrete("end");
  m.equation(m.der(x), m.number(1.0));
  m.when({m.term(m.flat.pool.terminal())}, {m.assign(end, x)});
  const FlatRun run(m, until(1.5));
  ASSERT_TRUE(run.finished()) << m.messages();
  EXPECT_NEAR(run.last("end"), 1.5, 1e-9);
}

TEST(Assertions, AViolatedOneEndsTheRunWithItsText) {
  FlatBuilder m;
  const Term x = m.real("x", 0.0, true);
  m.equation(m.der(x), m.number(1.0));
  model::Assertion assertion{(x < 0.5).e, {}, false, {PathId::root, m.where}};
  assertion.message.pieces = {std::string("x is "), model::Shown{x.e}};
  m.flat.assertions.push_back(assertion);
  const FlatRun run(m, until(1.0));
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(m.messages(), HasSubstr("assertion violated"));
  EXPECT_THAT(m.messages(), HasSubstr("x is "));
}

TEST(WholeNumbers, ASawtoothFallsAtEveryWholeNumber) {
  FlatBuilder m;
  const Term x = m.real("x", 0.0, true), area = m.real("area", 0.0, true), y = m.real("y");
  m.equation(m.der(x), m.number(1.0));
  m.equation(y, x.with(symbolic::Op::mod, m.number(1.0)));
  m.equation(m.der(area), y);
  const FlatRun run(m, until(3.5));
  ASSERT_TRUE(run.finished()) << m.messages();
  EXPECT_NEAR(run.last("area"), 3 * 0.5 + 0.125, 1e-7);
  EXPECT_GE(run.outcome.statistics.events, 3);
}

TEST(FreeParameters, FollowFromInitialEquations) {
  FlatBuilder m;
  const Term p = m.parameter("p", 0.0);
  m.flat.variables[0].binding = symbolic::Expr::none;
  m.flat.variables[0].attributes.fixed = false;
  const Term x = m.real("x", 3.0, true);
  m.equation(m.der(x), p - x);
  m.initialEquation(m.der(x), m.number(0.0));
  const FlatRun run(m, until(1.0));
  ASSERT_TRUE(run.finished()) << m.messages();
  EXPECT_NEAR(run.last("p"), 3.0, 1e-9);
  EXPECT_NEAR(run.last("x"), 3.0, 1e-9);
}

TEST(Delay, AValueComesBackLater) {
  FlatBuilder m;
  const Term x = m.real("x", 0.0, true), y = m.real("y");
  m.equation(m.der(x), m.number(2.0));
  m.equation(y, m.term(symbolic::build(m.flat.pool, symbolic::Op::delay, x.e, m.number(0.25).e, m.number(0.25).e)));
  const FlatRun run(m, until(1.0));
  ASSERT_TRUE(run.finished()) << m.messages();
  EXPECT_NEAR(run.last("y"), 1.5, 1e-9) << "linear interpolation of a line is exact";
}

TEST(Homotopy, TheActualEquationHoldsInTheEnd) {
  FlatBuilder m;
  const Term x = m.real("x", 1.0);
  const Term actual = x * x * x - 8.0, simplified = x - 2.5;
  m.equation(m.term(symbolic::build(m.flat.pool, symbolic::Op::homotopy, actual.e, simplified.e)), m.number(0.0));
  const FlatRun run(m, until(1.0));
  ASSERT_TRUE(run.finished()) << m.messages();
  EXPECT_NEAR(run.last("x"), 2.0, 1e-7);
}

// ---- dynamic state selection ----------------------------------------------------------------------------------------

TEST(DynamicStates, APendulumThatTurnsOverKeepsItsEnergyAndItsLength) {
  const Simulated run(std::string(testing::pendulum), until(20, 1e-8));
  ASSERT_TRUE(run.finished()) << run.messages();
  const auto &x = (*run.table)["x"], &y = (*run.table)["y"], &energy = (*run.table)["E"];
  double turned = 0;
  for (std::size_t i = 1; i < x.size(); ++i) {
    EXPECT_NEAR(x[i] * x[i] + y[i] * y[i], 1.0, 1e-6);
    EXPECT_NEAR(energy[i], 24.5, 1e-3) << "kinetic 49/2, height 0";
    turned += std::remainder(std::atan2(y[i], x[i]) - std::atan2(y[i - 1], x[i - 1]), 2 * std::numbers::pi);
  }
  EXPECT_GT(std::fabs(turned), 10 * 2 * std::numbers::pi) << "many turns";
  EXPECT_GT(run.outcome.statistics.events, 20) << "the selection switches several times per turn";
}

TEST(DynamicStates, ADoublePendulumKeepsItsEnergy) {
  const Simulated run(std::string(testing::doublePendulum), until(5, 1e-8));
  ASSERT_TRUE(run.finished()) << run.messages();
  for (const double energy : (*run.table)["E"]) EXPECT_NEAR(energy, 0.0, 1e-3);
}

TEST(DynamicStates, ASliderCrankClosesItsLoop) {
  const Simulated run(std::string(testing::sliderCrank), until(2));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(0.1 * std::sin(run.last("phi")), 0.3 * std::sin(run.last("beta")), 1e-7);
}

TEST(IndexReduction, TheCurrentOfACapacitorAcrossASourceIsTheDerivative) {
  const Simulated run(std::string(testing::capacitorAcrossSource), until(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("i"), std::cos(1.0), 1e-12);
}

TEST(IndexReduction, AGearAcceleratesAsOneInertia) {
  const Simulated run(std::string(testing::gear), until(2));
  ASSERT_TRUE(run.finished()) << run.messages();
  // J1 + J2/n^2 on the fast side.
  EXPECT_NEAR(run.last("w1"), 2 / (1 + 2.0 / 9), 1e-7);
}

// x = i is for the Real, also where the Integer has an equation of its own, in an algorithm and with a state in it.
TEST(MixedEquations, AnIntegerGivesItsValueToAReal) {
  const Simulated run(R"(model M
  Integer i = integer(3.5 * time);
  Real x = i;
  Real y, z(start = 0, fixed = true), w;
algorithm
  y := i;
equation
  der(z) = x;
  1.0 * i = z + w;
end M;
)",
                      {.stop = 1.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("x"), 3.0);
  EXPECT_EQ(run.last("y"), 3.0);
  const double z = 1.0 / 3.5 * (0.0 + 1.0 + 2.0) + 3.0 * (1.0 - 3.0 / 3.5);
  EXPECT_NEAR(run.last("z"), z, 1e-7);
  EXPECT_NEAR(run.last("w"), 3.0 - z, 1e-7);
}

TEST(Integers, ThatAreNoLongerExactEndTheRun) {
  // Doubled every second from 1: 2^53 is the last that has a successor, 2^54 comes at 54.
  const Simulated run(
      "model M Integer n(start = 1, fixed = true); equation when sample(1, 1) then n = 2*pre(n); end when; end M;",
      {.stop = 100.0});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_EQ(run.outcome.endTime, 54.0);
  EXPECT_THAT(run.messages(), HasSubstr("the Integer n has become 1.80143985e+16"));
  EXPECT_THAT(run.messages(), HasSubstr("time 54"));
  EXPECT_THAT(run.messages(), HasSubstr("declare it as a Real"));
}

TEST(Cancellation, IsHeardInEveryRoundOfAnEventAndTheRunGoesOnAsIfNothingHadHappened) {
  // Forty when-clauses that trigger one another: forty rounds at one instant.
  std::string text =
      "model M Integer n[40](each start = 0, each fixed = true); Real x(start = 0, fixed = true);\n"
      "equation der(x) = n[40]; when time > 0.5 then n[1] = pre(n[1]) + 1; end when;\n";
  for (int i = 2; i <= 40; ++i)
    text += fmt::format("when change(n[{}]) then n[{}] = pre(n[{}]) + 1; end when;\n", i - 1, i, i);
  const dashpot::testing::Compiled compiled(text + "end M;");
  ASSERT_TRUE(compiled.model) << compiled.messages();
  ModelCode code(*compiled.model, {});
  int asked = 0, stopAt = 0;
  bool isInEvent = false;
  Settings settings{.stop = 1.0};
  settings.cancellation.afterStep = [&] { return ++asked == stopAt; };
  for (stopAt = 1; stopAt < 60; stopAt += 7) {
    asked = 0;
    Diagnostics diagnostics;
    results::Table table(results::selectColumns(compiled.model->recorded, {}, diagnostics));
    const auto parameters = parameterValues(*compiled.model, {}, diagnostics);
    simulation::ModelRun run(code, settings, *parameters, table, diagnostics);
    bool goesOn = run.begin();
    if (!goesOn && run.isCancelled()) continue;  // in the very first instant: nothing to go on with
    while (goesOn || run.isCancelled()) {
      isInEvent = isInEvent || (run.isCancelled() && run.time() == 0.5);
      goesOn = run.advance();
    }
    EXPECT_EQ(run.finish().kind, OutcomeKind::finished);
    EXPECT_EQ(table["n[40]"].back(), 1.0) << stopAt;
    EXPECT_NEAR(table["x"].back(), 0.5, 1e-9) << stopAt;
  }
  EXPECT_TRUE(isInEvent);
}

}  // namespace
}  // namespace dashpot::simulation

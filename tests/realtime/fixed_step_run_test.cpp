#include "realtime/models.hpp"
#include "results/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::realtime {
namespace {

using simulation::FixedStepRun;
using ::testing::HasSubstr;

void advance(FixedStepRun& run, int steps) {
  for (int k = 0; k < steps; ++k) ASSERT_TRUE(run.advance());
}

// ---- steps ----------------------------------------------------------------------------------------------------------

TEST(FixedStepRun, OfTheCylinderCircuitHasTheReferenceOfThePrototype) {
  Bench bench = Bench::ofExample("cylinder_circuit.mo");
  bench.settings.step = 0.5e-3;
  const auto run = bench.begin({"cylinder.x", "cylinder.v", "cylinder.p_a", "supply.p"});
  advance(*run, 4000);  // t = 2: spec 004, section 5.4
  EXPECT_NEAR(run->time(), 2.0, 1e-12);
  EXPECT_NEAR(run->outputs()[0], 0.248155, 0.248155 * 1e-3);
  EXPECT_NEAR(run->outputs()[1], 0.1489945, 1e-5);
  EXPECT_NEAR(run->outputs()[2], 2758430, 1e3);
  EXPECT_NEAR(run->outputs()[3], 10753200, 1e3);
  EXPECT_EQ(run->counts().emergencies(), 0);
}

TEST(FixedStepRun, HasTheOrderOfItsMethod) {
  Bench bench("model M Real x(start = 1, fixed = true); equation der(x) = -x^3; end M;");
  const auto errorOf = [&](const char* method, double step) {
    bench.settings.method = method;
    bench.settings.step = step;
    const auto run = bench.begin({"x"});
    advance(*run, static_cast<int>(std::lround(1 / step)));
    return std::abs(run->outputs()[0] - 1 / std::sqrt(3.0));  // 1/sqrt(1 + 2t)
  };
  for (const auto& [method, order] :
       {std::pair{"ros2p", 2.0}, {"rodas3", 3.0}, {"rk4", 4.0}, {"ab2", 2.0}, {"backward-euler", 1.0}})
    EXPECT_NEAR(std::log2(errorOf(method, 0.02) / errorOf(method, 0.01)), order, 0.25) << method;
}

TEST(FixedStepRun, WithThreeNewtonIterationsRadauHasItsErrorStill) {
  Bench bench("model M Real x(start = 1, fixed = true); equation der(x) = -x^2; end M;");
  bench.settings.method = "radau5";
  bench.settings.step = 0.01;
  const auto run = bench.begin({"x"});
  advance(*run, 100);
  EXPECT_NEAR(run->outputs()[0], 0.5, 1e-10);
}

TEST(FixedStepRun, StartsAgainFromTheStartAfterItsRehearsal) {
  Bench bench(R"(
    model M
      Real x(start = 2, fixed = true);
      discrete Integer n(start = 0, fixed = true);
    equation
      der(x) = -x;
      when sample(0.001, 0.001) then n = pre(n) + 1; end when;
    end M;)");
  const auto run = bench.begin({"x", "n"});
  EXPECT_EQ(run->time(), 0.0);
  EXPECT_EQ(run->outputs()[0], 2.0);
  EXPECT_EQ(run->outputs()[1], 0.0);
  EXPECT_EQ(run->counts().steps, 0);
}

TEST(FixedStepRun, OfAModelWithoutStatesFollowsTime) {
  Bench bench("model M Real y; Real z; equation y = sin(time); z^3 + z = y; end M;");
  bench.settings.step = 0.1;
  const auto run = bench.begin({"y", "z"});
  advance(*run, 10);
  const double z = run->outputs()[1];
  EXPECT_NEAR(run->outputs()[0], std::sin(1.0), 1e-14);
  EXPECT_NEAR(z * z * z + z, std::sin(1.0), 1e-12);
}

TEST(FixedStepRun, KeepsAlgebraicEquations) {
  // z follows x by z^3 + z = x; der(x) = -z.
  Bench bench("model M Real x(start = 2, fixed = true); Real z(start = 1); equation der(x) = -z; z^3 + z = x; end M;");
  for (const char* method : {"rodas3", "rk4", "radau5"}) {
    bench.settings.method = method;
    bench.settings.step = 0.01;
    const auto run = bench.begin({"x", "z"});
    advance(*run, 100);
    const double x = run->outputs()[0], z = run->outputs()[1];
    EXPECT_NEAR(z * z * z + z, x, 1e-5) << method;
    EXPECT_EQ(run->counts().emergencies(), 0) << method;
  }
}

// ---- inputs ---------------------------------------------------------------------------------------------------------

TEST(FixedStepRun, HoldsItsInputsOverEachStep) {
  Bench bench("model M input Real u; Real x(start = 0, fixed = true); equation der(x) = u; end M;");
  for (const char* method : {"rodas3", "ros2p", "rk4", "ode23", "radau5", "tr-bdf2", "ab2", "euler"}) {
    bench.settings.method = method;
    bench.settings.step = 0.25;
    const auto run = bench.begin({"x"});
    double sum = 0;
    for (int k = 0; k < 8; ++k) {
      const double u = k * k - 3;
      run->setInput(0, u);
      run->advance();
      sum += 0.25 * u;
      // Adams' formula looks at the input of the step before, too.
      if (std::string_view(method) != "ab2") {
        EXPECT_NEAR(run->outputs()[0], sum, 1e-12) << method << " " << k;
      }
    }
  }
}

TEST(FixedStepRun, SamplesDataAtTheStartOfEachStep) {
  Bench bench("model M input Real u; Real x(start = 0, fixed = true); equation der(x) = u; end M;");
  const auto table = parseCsv("time,u\n0,0\n1,10\n", "u.csv");
  ASSERT_TRUE(table);
  bench.settings.inputs = std::make_shared<simulation::InputData>(bench.model(), *table,
                                                                  simulation::Interpolation::linear, bench.diagnostics);
  bench.settings.step = 0.25;
  const auto run = bench.begin({"x", "u"});
  advance(*run, 4);
  EXPECT_NEAR(run->outputs()[0], 0.25 * (0 + 2.5 + 5 + 7.5), 1e-12);
}

TEST(FixedStepRun, SeesTheEdgesOfBooleanInputs) {
  Bench bench(R"(
    model M
      input Boolean b(start = false);
      discrete Integer n(start = 0, fixed = true);
    equation
      when b then n = pre(n) + 1; end when;
    end M;)");
  const auto run = bench.begin({"n"});
  for (const double b : {0.0, 1.0, 1.0, 0.0, 1.0, 0.0}) {
    run->setInput(0, b);
    run->advance();
  }
  EXPECT_EQ(run->outputs()[0], 2.0);
}

// ---- events ---------------------------------------------------------------------------------------------------------

TEST(FixedStepRun, SwitchesRelationsAtTheEndsOfSteps) {
  // x' = 1 until x passes 0.105, seen at 0.11; from then on x' = -2.
  Bench bench(R"(
    model M
      Real x(start = 0, fixed = true);
      Boolean isAbove(start = false, fixed = true);
    equation
      when x > 0.105 then isAbove = true; end when;
      der(x) = if isAbove then -2 else 1;
    end M;)");
  bench.settings.step = 0.01;
  const auto run = bench.begin({"x", "isAbove"});
  advance(*run, 11);
  EXPECT_NEAR(run->outputs()[0], 0.11, 1e-12);
  EXPECT_EQ(run->outputs()[1], 1.0);
  advance(*run, 1);
  EXPECT_NEAR(run->outputs()[0], 0.09, 1e-12);
  EXPECT_EQ(run->counts().events, 2);  // x > 0.105 became true, and false again
}

TEST(FixedStepRun, HearsClocksAtTheEndsOfSteps) {
  Bench bench(R"(
    model M
      discrete Real n(start = 0, fixed = true);
      discrete Real m(start = 0, fixed = true);
    equation
      when sample(0, 0.003) then n = pre(n) + 1; end when;
      when sample(0.0025, 0.01) then m = pre(m) + time; end when;
    end M;)");
  const auto run = bench.begin({"n", "m"});
  advance(*run, 30);
  EXPECT_EQ(run->outputs()[0], 11.0);  // at 0, 0.003, ..., 0.030
  EXPECT_NEAR(run->outputs()[1], 0.003 + 0.013 + 0.023, 1e-12);
}

TEST(FixedStepRun, TakesLeftLimitsAtTicks) {
  Bench bench(
      "model M Real u = if time < 0.01 then 1 else 2; discrete Real y; equation "
      "when sample(0, 0.01) then y = pre(u); end when; end M;");
  const auto run = bench.begin({"y"});
  advance(*run, 15);
  EXPECT_EQ(run->outputs()[0], 1.0);
  advance(*run, 10);
  EXPECT_EQ(run->outputs()[0], 2.0);
}

TEST(FixedStepRun, ReinitialisesStates) {
  Bench bench(R"(
    model M
      Real x(start = 0, fixed = true);
    equation
      der(x) = 1;
      when x >= 0.0095 then reinit(x, x - 0.01); end when;
    end M;)");
  const auto run = bench.begin({"x"});
  advance(*run, 1005);  // a saw of 10 ms, seen at steps of 1 ms
  EXPECT_NEAR(run->outputs()[0], 0.005, 1e-9);
  EXPECT_EQ(run->counts().events, 100);
}

TEST(FixedStepRun, FollowsRelationsOfTime) {
  Bench bench(R"(
    model M
      Real x(start = 0, fixed = true);
    equation
      der(x) = if time < 0.5 then 1 elseif time < 0.75 then -1 else 0;
    end M;)");
  bench.settings.step = 1.0 / 64;
  const auto run = bench.begin({"x"});
  advance(*run, 64);
  EXPECT_NEAR(run->outputs()[0], 0.25, 1e-14);
}

TEST(FixedStepRun, EndsWhereTheModelEndsIt) {
  Bench bench(R"(
    model M
      Real x(start = 0, fixed = true);
    equation
      der(x) = 1;
      when x > 0.0045 then terminate("far enough at " + String(x)); end when;
    end M;)");
  const auto run = bench.begin({"x"});
  int steps = 0;
  while (run->advance()) ASSERT_LT(++steps, 100);
  EXPECT_EQ(run->counts().steps, 5);
  run->report(bench.diagnostics);
  EXPECT_THAT(bench.messages(), HasSubstr("far enough at 0.005"));
}

// ---- emergencies ----------------------------------------------------------------------------------------------------

TEST(FixedStepRun, HoldsItsStateWhereAStepCannotBeComputedAndGoesOn) {
  Bench bench("model M input Real u(start = 4); Real x(start = 0, fixed = true); equation der(x) = sqrt(u); end M;");
  bench.settings.step = 0.5;
  for (const char* method : {"rodas3", "rk4", "backward-euler", "ab2"}) {
    bench.settings.method = method;
    const auto run = bench.begin({"x"});
    advance(*run, 2);
    EXPECT_NEAR(run->outputs()[0], 2.0, 1e-12) << method;
    run->setInput(0, -1);
    advance(*run, 3);
    EXPECT_NEAR(run->outputs()[0], 2.0, 1e-12) << method;
    run->setInput(0, 4);
    advance(*run, 1);
    EXPECT_NEAR(run->outputs()[0], 3.0, 1e-12) << method;
    EXPECT_EQ(run->time(), 3.0);
    EXPECT_EQ(run->counts().held, 3) << method;
    EXPECT_EQ(run->counts().steps, 6);
  }
}

TEST(FixedStepRun, TakesShorterStepsWhereALongOneCannotBeComputed) {
  // x' = -sqrt(x), x = (1 - t/2)^2: from 1, a stage of heun at h = 1.5 lies at -0.5.
  Bench bench("model M Real x(start = 1, fixed = true); equation der(x) = -sqrt(x); end M;");
  bench.settings.method = "heun";
  bench.settings.step = 1.5;
  const auto run = bench.begin({"x"});
  advance(*run, 1);
  EXPECT_NEAR(run->outputs()[0], 0.0625, 5e-3);
  EXPECT_EQ(run->counts().substepped, 1);
  EXPECT_EQ(run->counts().held, 0);
  run->report(bench.diagnostics);
  EXPECT_THAT(bench.messages(), HasSubstr("could not be computed, the first at time 0"));
  EXPECT_THAT(bench.messages(), HasSubstr("square root"));
}

TEST(FixedStepRun, HoldsItsStateWhereAMatrixIsSingularAndSaysSo) {
  // x' = -z with z^3 + z = x, which nothing determines while u is zero.
  Bench bench(
      "model M input Real u(start = 1); Real x(start = 2, fixed = true), z(start = 1); equation der(x) = -z; "
      "u*(z^3 + z - x) = 0; end M;");
  const auto run = bench.begin({"x", "z"});
  advance(*run, 5);
  const double x = run->outputs()[0];
  run->setInput(0, 0);
  advance(*run, 3);
  EXPECT_EQ(run->counts().held, 3);
  EXPECT_EQ(run->outputs()[0], x);
  run->setInput(0, 1);
  advance(*run, 5);
  EXPECT_EQ(run->counts().held, 3);
  const double z = run->outputs()[1];
  EXPECT_NEAR(z * z * z + z, run->outputs()[0], 1e-6);
  EXPECT_NEAR(run->outputs()[0], 2 - 0.01 * z, 1e-4);  // ten steps of 1 ms
  run->report(bench.diagnostics);
  EXPECT_THAT(bench.messages(), HasSubstr("is singular"));
}

TEST(FixedStepRun, KeepsTheLastValueOfAnOutputThatHasNone) {
  Bench bench(
      "model M input Real u(start = 4); output Real y = sqrt(u); Real x(start = 0, fixed = true); equation der(x) = 1; "
      "end M;");
  const auto run = bench.begin({"y"});
  advance(*run, 1);
  run->setInput(0, -4);
  advance(*run, 2);
  EXPECT_EQ(run->outputs()[0], 2.0);
  EXPECT_EQ(run->counts().undefined, 2);
}

TEST(FixedStepRun, GoesOnThoughAnAssertionDoesNotHold) {
  Bench bench(R"(
    model M
      Real x(start = 0, fixed = true);
    equation
      der(x) = 1;
      assert(x < 0.0055, "x is " + String(x));
    end M;)");
  const auto run = bench.begin({"x"});
  advance(*run, 10);
  EXPECT_EQ(run->counts().violated, 5);
  run->report(bench.diagnostics);
  EXPECT_THAT(bench.messages(), HasSubstr("assertion violated at time 0.006: x is 0.006"));
  EXPECT_FALSE(bench.diagnostics.hasErrors());
}

// ---- delays and state sets ------------------------------------------------------------------------------------------

TEST(FixedStepRun, RemembersWhatIsDelayed) {
  // x' = -x(t - 1), x = 1 before 0: by steps, x(2) = -1/2 and x(3) = -1/6.
  Bench bench("model M Real x(start = 1, fixed = true); output Real y = delay(x, 1); equation der(x) = -y; end M;");
  const auto run = bench.begin({"x", "y"});
  advance(*run, 2000);
  EXPECT_NEAR(run->outputs()[0], -0.5, 1e-9);
  EXPECT_NEAR(run->outputs()[1], 0.0, 1e-9);
  advance(*run, 1000);
  EXPECT_NEAR(run->outputs()[0], -1.0 / 6, 1e-6);
  EXPECT_NEAR(run->outputs()[1], -0.5, 1e-9);
}

TEST(FixedStepRun, DelaysWhatJumpsToTheStep) {
  Bench bench(R"(
    model M
      discrete Real n(start = 0, fixed = true);
      output Real y = delay(n, 0.01);
    equation
      when sample(0.02, 1) then n = 7; end when;
    end M;)");
  const auto run = bench.begin({"y"});
  advance(*run, 29);
  EXPECT_EQ(run->outputs()[0], 0.0);
  advance(*run, 2);
  EXPECT_EQ(run->outputs()[0], 7.0);
}

TEST(FixedStepRun, ChoosesOtherStatesWhereItMust) {
  // A pendulum in Cartesian coordinates passes points at which either of them is no state.
  Bench bench(R"(
    model Pendulum
      Real x(start = 1), y(start = 0), vx(start = 0), vy(start = 0), F;
    equation
      der(x) = vx; der(y) = vy;
      der(vx) = F*x; der(vy) = F*y - 9.81;
      x^2 + y^2 = 1;
    end Pendulum;)");
  ASSERT_FALSE(bench.model().states.sets.empty());
  const auto run = bench.begin({"x", "y", "vx", "vy"});
  for (int k = 0; k < 3000; ++k) {
    run->advance();
    const double x = run->outputs()[0], y = run->outputs()[1], vx = run->outputs()[2], vy = run->outputs()[3];
    ASSERT_NEAR(x * x + y * y, 1, 1e-6) << k;
    ASSERT_NEAR((vx * vx + vy * vy) / 2 + 9.81 * y, 0, 1e-3) << k;  // the energy
  }
  EXPECT_EQ(run->counts().held, 0);
}

// ---- what cannot run ------------------------------------------------------------------------------------------------

TEST(FixedStepRun, RefusesDelaysThatAStepCannotHandle) {
  const auto complaint = [](const std::string& time) {
    Bench bench("model M Real x(start = 1, fixed = true); equation der(x) = -delay(x, " + time + ", 1); end M;");
    bench.settings.stop = 1.0;
    auto parameters = simulation::parameterValues(bench.model(), {}, bench.diagnostics);
    FixedStepRun run(bench.code(), bench.settings, std::move(*parameters), {}, {}, bench.diagnostics);
    EXPECT_FALSE(run.begin());
    return bench.messages();
  };
  EXPECT_THAT(complaint("0.5 + 0.1*x"), HasSubstr("varies, or is zero"));
  EXPECT_THAT(complaint("1e-4"), HasSubstr("the fixed step 0.001 is longer than the shortest delay, 0.0001"));
}

}  // namespace
}  // namespace dashpot::realtime

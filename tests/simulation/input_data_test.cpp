// Inputs of a model that follow data.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Compiled;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string lag =
    "model Lag input Real u(start = 2, unit = \"Pa\"); input Boolean b; input Integer n; output Real y;\n"
    "Real x(start = 0, fixed = true); discrete Integer count(start = 0, fixed = true);\n"
    "equation der(x) = u - x; y = x + u; when b then count = pre(count) + 1; end when; end Lag;";

struct Data {
  Data(const std::string& model, const std::string& text, Interpolation interpolation = Interpolation::linear)
      : compiled(model) {
    const auto table = parseCsv(text, "data.csv");
    EXPECT_TRUE(table.has_value());
    inputs = std::make_shared<InputData>(*compiled.model, *table, interpolation, diagnostics);
  }
  Vector at(double t) const {
    Vector values(compiled.model->inputs.names.size(), -1.0);
    inputs->evaluate(t, values);
    return values;
  }
  double slope(double t) const {
    Vector values(compiled.model->inputs.names.size(), -1.0);
    inputs->slopes(t, values);
    return values[0];
  }
  Compiled compiled;
  Diagnostics diagnostics;
  std::shared_ptr<InputData> inputs;
};

std::string complaint(const std::string& text) {
  const Data data(lag, text);
  return data.diagnostics.all().empty() ? "" : data.diagnostics.all().front().message;
}

// ---- interpolation --------------------------------------------------------------------------------------------------

TEST(InputData, IsLinearBetweenRowsAndHeldAtTheEnds) {
  const Data data(lag, "time,u\n1,10\n2,20\n4,0\n");
  EXPECT_EQ(data.at(0)[0], 10);
  EXPECT_EQ(data.at(1)[0], 10);
  EXPECT_DOUBLE_EQ(data.at(1.25)[0], 12.5);
  EXPECT_EQ(data.at(2)[0], 20);
  EXPECT_EQ(data.at(3)[0], 10);
  EXPECT_EQ(data.at(9)[0], 0);
  EXPECT_EQ(data.slope(0), 0);
  EXPECT_EQ(data.slope(1.5), 10);
  EXPECT_EQ(data.slope(2), -10) << "from the right";
  EXPECT_EQ(data.slope(5), 0);
  EXPECT_THAT(data.inputs->corners(), ElementsAre(1, 2, 4));
  EXPECT_EQ(data.inputs->nextJump(), INFINITY);
  EXPECT_EQ(data.at(3)[1], -1) << "an input without data is left alone";
}

TEST(InputData, KeepsOneSideOfAJumpUntilItIsPassed) {
  const Data data(lag, "time,u\n0,0\n1,1\n1,7\n1,5\n2,6\n");
  EXPECT_EQ(data.inputs->nextJump(), 1);
  EXPECT_EQ(data.at(1)[0], 1);
  EXPECT_EQ(data.at(1.5)[0], 1) << "nothing is known yet of what comes behind the jump";
  data.inputs->moveTo(1);
  EXPECT_EQ(data.at(1)[0], 5) << "of several values at one time the first and the last count";
  EXPECT_EQ(data.at(0.5)[0], 5);
  EXPECT_EQ(data.at(1.5)[0], 5.5);
  EXPECT_EQ(data.inputs->nextJump(), INFINITY);
}

TEST(InputData, HoldsWhereAskedToAndAlwaysForBooleansAndIntegers) {
  const Data held(lag, "time,u\n0,1\n1,1\n2,3\n", Interpolation::hold);
  EXPECT_EQ(held.inputs->nextJump(), 2) << "a row that changes nothing is no jump";
  EXPECT_EQ(held.at(1.9)[0], 1);
  EXPECT_EQ(held.slope(1.9), 0);
  const Data discrete(lag, "time,b,n\n0,false,1\n1,true,1\n3,true,4\n");
  EXPECT_EQ(discrete.inputs->nextJump(), 1);
  EXPECT_THAT(discrete.at(0.9), ElementsAre(-1, 0, 1));
  discrete.inputs->moveTo(1);
  EXPECT_THAT(discrete.at(2.9), ElementsAre(-1, 1, 1));
  EXPECT_EQ(discrete.inputs->nextJump(), 3);
}

TEST(InputData, ConvertsUnits) {
  const Data data(lag, "time [ms],u [bar]\n0,1\n500,2\n");
  EXPECT_DOUBLE_EQ(data.at(0.25)[0], 1.5e5);
  EXPECT_EQ(data.inputs->end(), 0.5);
}

TEST(InputData, SaysWhatDoesNotFit) {
  EXPECT_EQ(complaint("t0,u\n0,1\n"), "the table of inputs has no column 'time'");
  EXPECT_EQ(complaint("time,u\n"), "the table of inputs has names, but no values");
  EXPECT_EQ(complaint("time,u\n0,1\n2,1\n1,1\n"), "the times of the inputs do not ascend: 1 s in line 4 follows 2 s");
  EXPECT_EQ(complaint("time,u [m]\n0,1\n"), "column 'u' is in m, but the input is in Pa");
  EXPECT_EQ(complaint("time [bar],u\n0,1\n"), "'bar' is not a unit of time");
  EXPECT_EQ(complaint("time,u,u\n0,1,1\n"), "the table of inputs has two columns 'u'");
  EXPECT_EQ(complaint("time,n\n0,1.5\n"), "1.5 in line 2 is not a whole number, but 'n' is an Integer");
  EXPECT_EQ(complaint("time,u,engine_speed\n0,1,1\n"),
            "these columns are no inputs of Lag and were not used: engine_speed");
  const Data misspelt("model M input Real pressure; output Real y; equation y = pressure; end M;",
                      "time,presure\n0,1\n");
  EXPECT_EQ(misspelt.diagnostics.all()[0].message, "M has no input 'presure'");
  EXPECT_THAT(misspelt.diagnostics.all()[0].hints, ElementsAre("did you mean 'pressure'?"));
  EXPECT_TRUE(misspelt.inputs->empty());
  const Data none("model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;", "time,x\n0,1\n");
  EXPECT_EQ(none.diagnostics.all()[0].message, "M has no inputs");
}

// ---- runs -----------------------------------------------------------------------------------------------------------

struct Ran {
  Ran(const Data& data, Settings settings)
      : table(results::selectColumns(data.compiled.model->recorded, {}, diagnostics)) {
    settings.inputs = data.inputs;
    outcome = simulate(*data.compiled.model, settings, table, diagnostics);
    EXPECT_EQ(outcome.kind, OutcomeKind::finished);
  }
  Diagnostics diagnostics;
  results::Table table;
  Outcome outcome;
};

/// x' = u - x with u = a + b t and x(0) = x0.
double lagOfRamp(double x0, double a, double b, double t) { return a + b * (t - 1) + (x0 - a + b) * std::exp(-t); }

TEST(Inputs, DriveTheModelAlongTheData) {
  const Data data(lag, "time,u,b,n\n0,1,false,0\n1,3,false,0\n1,0,true,0\n2,0,false,0\n2.5,0,true,0\n3,0,true,0\n");
  const Ran run(data, {.stop = 3, .tolerance = 1e-9});
  const double atJump = lagOfRamp(0, 1, 2, 1);
  EXPECT_NEAR(run.table["x"].back(), atJump * std::exp(-2.0), 1e-7);
  EXPECT_EQ(run.table["count"].back(), 2) << "b rises twice";
  EXPECT_EQ(run.outcome.statistics.events, 3);
  EXPECT_THAT(run.diagnostics.all(), IsEmpty());
  // Both sides of the jump are recorded.
  const Vector& times = run.table.times();
  const auto before = std::ranges::find(times, 1.0) - times.begin();
  EXPECT_EQ(times[before + 1], 1.0);
  EXPECT_EQ(run.table["u"][before], 3);
  EXPECT_EQ(run.table["u"][before + 1], 0);
}

TEST(Inputs, WithoutDataKeepTheirStartValuesAndSaySo) {
  const Data data(lag, "time,b\n0,false\n1,false\n");
  const Ran run(data, {.tolerance = 1e-9});
  EXPECT_NEAR(run.table["x"].back(), 2 * (1 - std::exp(-1.0)), 1e-7);
  EXPECT_EQ(run.diagnostics.all()[0].message, "inputs without data stay as they are: u = 2, n = 0");
}

TEST(Inputs, AreHeldBeyondTheDataWithAWarning) {
  const Data data(lag, "time,u,b,n\n0.5,1,false,0\n0.75,1,false,0\n");
  const Ran run(data, {.tolerance = 1e-9});
  EXPECT_NEAR(run.table["x"].back(), 1 - std::exp(-1.0), 1e-7);
  ASSERT_EQ(run.diagnostics.all().size(), 1u);
  EXPECT_THAT(run.diagnostics.all()[0].message, HasSubstr("have data from 0.5 to 0.75 s only"));
}

TEST(Inputs, MakeEventsWhereARelationOfThemTurns) {
  const Data data(
      "model M input Real u; discrete Real since(start = -1, fixed = true); Real x(start = 0, fixed = true);\n"
      "equation der(x) = 1; when u > 0.3 then since = time; end when; end M;",
      "time,u\n0,0\n1,1\n2,0\n");
  const Ran run(data, {.stop = 2});
  EXPECT_NEAR(run.table["since"].back(), 0.3, 1e-9);
}

TEST(Inputs, AreKnownAsTheyWereBeforeAnEvent) {
  const Data data(
      "model M input Boolean u; input Integer k(start = 3); Boolean copy; Real x(start = 0, fixed = true);\n"
      "Integer rises(start = 0, fixed = true), changes(start = 0, fixed = true), old(start = 0, fixed = true);\n"
      "Integer falls(start = 0, fixed = true); Real at(start = -1, fixed = true);\n"
      "equation der(x) = if k > 4 then 1 else 0; copy = not u;\n"
      "when edge(u) then rises = pre(rises) + 1; end when;\n"
      "when not u and pre(u) then falls = pre(falls) + 1; end when;\n"
      "when change(k) then changes = pre(changes) + 1; old = pre(k); at = time; end when; end M;",
      "time,u,k\n0,true,3\n0.1,false,3\n0.25,true,5\n0.5,false,5\n0.7,true,6\n0.8,true,4\n1,true,4\n");
  const Ran run(data, {.tolerance = 1e-9});
  EXPECT_EQ(run.table["rises"].back(), 2) << "an input that is true from the start does not rise";
  EXPECT_EQ(run.table["falls"].back(), 2);
  EXPECT_EQ(run.table["changes"].back(), 3);
  EXPECT_EQ(run.table["old"].back(), 6);
  EXPECT_EQ(run.table["at"].back(), 0.8);
  EXPECT_NEAR(run.table["x"].back(), 0.55, 1e-12);
}

/// The slope of the inputs belongs to dF/dt: without it a Rosenbrock method has order 1 or 2.
TEST(Inputs, LeaveRosenbrockMethodsTheirOrder) {
  // x' = -x u has x(2) = x(0) exp(-integral of u).
  const Data started("model M input Real u; Real x(start = 1, fixed = true); equation der(x) = -x*u; end M;",
                     "time,u\n0,1\n1,3\n2,0\n");
  const double exact = std::exp(-(2.0 + 1.5));
  for (const auto& [method, order] : {std::pair{"ros3p", 3.0}, {"rodas3", 3.0}, {"rodas4", 4.0}, {"rodas5p", 5.0}}) {
    const auto error = [&](double step) {
      const Ran run(started, {.stop = 2, .interval = 1, .method = method, .step = step});
      return std::fabs(run.table["x"].back() - exact);
    };
    const double observed = std::log2(error(1.0 / 64) / error(1.0 / 128));
    EXPECT_GT(observed, order - 0.5) << method;
  }
}

/// So does the slope of what is delayed: x' = -x (t - 1/4) from t = 1/4 on.
TEST(Delays, LeaveRosenbrockMethodsTheirOrder) {
  const auto error = [](double step) {
    const dashpot::testing::Simulated run(
        "model M Real x(start = 1, fixed = true); equation der(x) = -x*delay(time, 0.25); end M;",
        {.stop = 1, .interval = 1, .method = "rodas4", .step = step});
    return std::fabs(run.last("x") - std::exp(-0.75 * 0.75 / 2));
  };
  EXPECT_GT(std::log2(error(1.0 / 32) / error(1.0 / 64)), 3.5);
}

TEST(Recording, TakesEveryStepOnRequest) {
  const Data data(lag, "time,u,b,n\n0,1,false,0\n1,3,false,0\n1,0,false,0\n2,0,false,0\n");
  const Ran run(data, {.stop = 2, .everyStep = true});
  EXPECT_EQ(static_cast<std::int64_t>(run.table.times().size()), run.outcome.statistics.steps + 2)
      << "the start, each step, and the other side of the jump";
}

}  // namespace
}  // namespace dashpot::simulation

// The public C++ interface.
#include "dashpot/simulation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <thread>
#include <unistd.h>

namespace dashpot {
namespace {

using ::testing::HasSubstr;

const std::string decay =
    "model Decay parameter Real k(unit = \"Hz\") = 1; parameter Integer n = 2; parameter Real c[3] = {1, 2, 3};\n"
    "Real x(start = 1, fixed = true, unit = \"m\"); Real y[n](each start = 1, each fixed = true); Real s = c[1] + "
    "10*c[2] + "
    "100*c[3];\n"
    "equation der(x) = -k*x; for i in 1:n loop der(y[i]) = -i*y[i]; end for; end Decay;";

TEST(Model, SaysWhatItIs) {
  const Model model = Model::fromText(decay);
  ASSERT_TRUE(model) << model.messages();
  EXPECT_EQ(model.name(), "Decay");
  const auto variables = model.variables();
  const auto x = std::ranges::find(variables, "x", &ModelVariable::name);
  ASSERT_NE(x, variables.end());
  EXPECT_EQ(x->kind, ModelVariable::Kind::state);
  EXPECT_EQ(x->unit, "m");
}

TEST(Model, OneThatDoesNotCompileSaysWhy) {
  const Model model = Model::fromText("model M Real x; equation der(x) = -y; end M;");
  EXPECT_FALSE(model);
  EXPECT_THAT(model.messages(), HasSubstr("'y'"));
  Simulation simulation(model);
  EXPECT_FALSE(simulation.run());
  EXPECT_THAT(simulation.messages(), HasSubstr("did not compile"));
}

TEST(Model, ComesFromAFile) {
  const auto file = std::filesystem::temp_directory_path() / ("api" + std::to_string(getpid()) + ".mo");
  std::ofstream(file) << decay;
  const Model model = Model::fromFile(file.string());
  EXPECT_TRUE(model) << model.messages();
  EXPECT_FALSE(Model::fromFile("/nowhere/at/all.mo"));
  std::filesystem::remove(file);
}

TEST(Simulation, WithoutLengthRecordsItsStart) {
  const Model model = Model::fromText(decay);
  Simulation simulation(model, {.start = 3.0, .stop = 3.0});
  ASSERT_TRUE(simulation.run()) << simulation.messages();
  EXPECT_EQ(simulation.state(), SimulationState::finished);
  EXPECT_THAT(simulation.times(), ::testing::ElementsAre(3.0));
  EXPECT_EQ(simulation.value("x"), 1.0);
}

TEST(Simulation, RunsAndRecords) {
  const Model model = Model::fromText(decay);
  Simulation simulation(model, {.stop = 2.0, .tolerance = 1e-8, .interval = 0.5});
  ASSERT_TRUE(simulation.run()) << simulation.messages();
  EXPECT_EQ(simulation.state(), SimulationState::finished);
  EXPECT_EQ(simulation.times().size(), 5u);
  EXPECT_NEAR(simulation.values("x").back(), std::exp(-2), 1e-7);
  EXPECT_NEAR(simulation.value("y[2]"), std::exp(-4), 1e-7);
  EXPECT_GT(simulation.statistics().steps, 5);
  EXPECT_TRUE(simulation.values("nobody").empty());
  EXPECT_TRUE(std::isnan(simulation.value("nobody")));
}

TEST(Simulation, TakesParametersArraysAndStartValuesWithoutCompilingAgain) {
  const Model model = Model::fromText(decay);
  const auto end = [&](std::string_view name, std::string_view value, const char* variable) {
    Simulation simulation(model, {.stop = 1.0, .tolerance = 1e-9});
    simulation.set(name, value);
    EXPECT_TRUE(simulation.run()) << simulation.messages();
    return simulation.value(variable);
  };
  EXPECT_NEAR(end("k", "2Hz", "x"), std::exp(-2), 1e-7);
  EXPECT_NEAR(end("x", "3", "x"), 3 * std::exp(-1), 1e-7) << "the start value of a state";
  EXPECT_NEAR(end("x.start", "30mm", "x"), 0.03 * std::exp(-1), 1e-9);
  EXPECT_NEAR(end("y[2].start", "5", "y[2]"), 5 * std::exp(-2), 1e-7);
  EXPECT_NEAR(end("y.start", "{7, 5}", "y[1]"), 7 * std::exp(-1), 1e-7);
  EXPECT_EQ(end("c", "{4, 5, 6}", "s"), 654.0);
}

TEST(Simulation, RefusesWhatCannotBeSetAndRunsNothing) {
  const Model model = Model::fromText(decay);
  Simulation simulation(model);
  simulation.set("kk", 3);
  simulation.set("c", "{1, 2}");
  simulation.set("k", "3bar");
  EXPECT_FALSE(simulation.run());
  EXPECT_EQ(simulation.state(), SimulationState::failed);
  EXPECT_TRUE(simulation.times().empty());
  EXPECT_THAT(simulation.messages(), HasSubstr("did you mean 'k'?"));
  EXPECT_THAT(simulation.messages(), HasSubstr("'c' is an array of 3 numbers"));
  EXPECT_THAT(simulation.messages(), HasSubstr("but the parameter is in Hz"));
}

TEST(Simulation, ParametersThatDecideTheStructureAreGivenToTheModel) {
  const Model model = Model::fromText(decay, {.structure = {{"n", "4"}}});
  ASSERT_TRUE(model) << model.messages();
  EXPECT_EQ(model.name(), "Decay");
  Simulation simulation(model, {.stop = 1.0, .tolerance = 1e-9});
  ASSERT_TRUE(simulation.run()) << simulation.messages();
  EXPECT_NEAR(simulation.value("y[4]"), std::exp(-4), 1e-7);
}

TEST(Simulation, StepsAndTellsOfEvents) {
  const Model model = Model::fromText(
      "model Ball Real h(start = 1, fixed = true); Real v(start = 0, fixed = true); equation der(h) = v; der(v) = "
      "-9.81; when "
      "h < 0 then reinit(v, -0.8*pre(v)); end when; end Ball;");
  ASSERT_TRUE(model) << model.messages();
  std::vector<double> times;
  std::vector<std::string> texts;
  Simulation simulation(model, {.stop = 1.0, .onEvent = [&](double t, const std::vector<std::string>& conditions) {
                                  times.push_back(t);
                                  texts.insert(texts.end(), conditions.begin(), conditions.end());
                                }});
  double last = -1;
  while (simulation.step()) {
    EXPECT_GT(simulation.time(), last);
    last = simulation.time();
  }
  EXPECT_EQ(simulation.state(), SimulationState::finished) << simulation.messages();
  ASSERT_GE(times.size(), 1u);
  EXPECT_NEAR(times[0], std::sqrt(2 / 9.81), 1e-8);
  EXPECT_THAT(texts.at(0), HasSubstr("h < 0"));
}

TEST(Simulation, FollowsInputsThatAreSetOnTheWay) {
  const Model model =
      Model::fromText("model M input Real u; Real x(start = 0, fixed = true); equation der(x) = u; end M;");
  ASSERT_TRUE(model) << model.messages();
  EXPECT_EQ(model.inputs(), std::vector<std::string>{"u"});
  Simulation simulation(model, {.stop = 1.0, .everyStep = true});
  EXPECT_FALSE(simulation.setInput("w", 1));
  ASSERT_TRUE(simulation.setInput("u", 2));
  double changed = -1;
  while (simulation.step()) {
    if (changed >= 0 || simulation.time() < 0.3) continue;
    changed = simulation.time();
    simulation.setInput("u", -1);
  }
  ASSERT_EQ(simulation.state(), SimulationState::finished) << simulation.messages();
  if (changed >= 0) {
    EXPECT_NEAR(simulation.value("x"), 2 * changed - (1 - changed), 1e-9);
  }
}

TEST(Simulation, AnIntegerTakesNoFraction) {
  const Model model = Model::fromText(
      "model M parameter Integer n = 1; input Integer k; input Boolean b; Real x(start = n, fixed = true); equation "
      "der(x) = if b then k else -x; end M;");
  ASSERT_TRUE(model) << model.messages();
  Simulation fraction(model, {.stop = 0.1});
  fraction.set("n", 1.5);
  EXPECT_FALSE(fraction.run());
  EXPECT_THAT(fraction.messages(), HasSubstr("'1.5' is not a whole number"));

  Simulation inputs(model, {.stop = 0.1});
  EXPECT_FALSE(inputs.setInput("k", 0.5));
  EXPECT_FALSE(inputs.setInput("b", 2));
  EXPECT_THAT(inputs.messages(), HasSubstr("0.5 is not a whole number, but 'k' is an Integer"));
  EXPECT_THAT(inputs.messages(), HasSubstr("2 is neither 0 nor 1, but 'b' is a Boolean"));
  EXPECT_TRUE(inputs.setInput("k", 3));
  EXPECT_TRUE(inputs.setInput("b", 1));
}

TEST(Simulation, ManyRunInParallelFromOneModel) {
  const Model model = Model::fromText(decay);
  std::vector<double> ends(8);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < ends.size(); ++i)
      threads.emplace_back([&, i] {
        Simulation simulation(model, {.stop = 1.0, .tolerance = 1e-9});
        simulation.set("k", static_cast<double>(i));
        if (simulation.run()) ends[i] = simulation.value("x");
      });
  }
  for (std::size_t i = 0; i < ends.size(); ++i) EXPECT_NEAR(ends[i], std::exp(-static_cast<double>(i)), 1e-7);
}

TEST(Simulation, GoesOnWhereItWasSaved) {
  const Model model = Model::fromText(decay);
  const auto file = (std::filesystem::temp_directory_path() / ("api" + std::to_string(getpid()) + ".run")).string();
  Simulation whole(model, {.stop = 2.0}), first(model, {.stop = 2.0}), second(model, {.stop = 2.0});
  ASSERT_TRUE(whole.run());
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(first.step());
  ASSERT_TRUE(first.save(file)) << first.messages();
  ASSERT_TRUE(second.resume(file)) << second.messages();
  EXPECT_EQ(second.time(), first.time());
  ASSERT_TRUE(second.run()) << second.messages();
  EXPECT_EQ(second.value("x"), whole.value("x"));
  std::filesystem::remove(file);
}

TEST(Simulation, StartsInSteadyState) {
  const Model model = Model::fromText("model M Real x(start = 1, fixed = true); equation der(x) = 5 - x - x^3; end M;");
  Simulation simulation(model, {.steadyState = true});
  ASSERT_TRUE(simulation.run()) << simulation.messages();
  EXPECT_NEAR(simulation.values("x").front(), 1.5159802276928206, 1e-9);
}

TEST(Simulation, RecordsStepsAsTheCommandLineDoesWithoutAnInterval) {
  const Model model = Model::fromText("model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;");
  ASSERT_TRUE(model) << model.messages();
  Simulation simulation(model, {.stop = 1.0});
  ASSERT_TRUE(simulation.run()) << simulation.messages();
  EXPECT_LT(simulation.times().size(), 100u) << "not 500 intervals";
  EXPECT_EQ(simulation.times().back(), 1.0);
  Simulation atIntervals(model, {.stop = 1.0, .interval = 0.01});
  ASSERT_TRUE(atIntervals.run());
  EXPECT_EQ(atIntervals.times().size(), 101u);
}

}  // namespace
}  // namespace dashpot

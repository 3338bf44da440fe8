// A problem given by functions is run and recorded as a model is.
#include "simulation/problem_run.hpp"

#include "results/selection.hpp"
#include "results/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {

namespace {

/// y' = -y, y(0) = 1.
RecordedProblem decayProblem() {
  RecordedProblem result{.name = "decay",
                         .problem = {},
                         .initial = {1.0},
                         .experiment = {.startTime = 0.0, .stopTime = 2.0, .interval = 0.5},
                         .tolerances = [](double relative) { return Tolerances{.relative = relative}; }};
  result.problem.size = 1;
  result.problem.names = {"y"};
  result.problem.rhs = [](double, ConstView y, View f) {
    f[0] = -y[0];
    return Evaluation::ok;
  };
  return result;
}

TEST(ProblemRun, WithoutLengthRecordsTheStart) {
  const RecordedProblem problem = decayProblem();
  Diagnostics diagnostics;
  results::Table table(results::selectColumns(recordedVariables(problem), {}, diagnostics));
  const Outcome outcome = simulate(problem, {.stop = 0.0}, table, diagnostics);
  EXPECT_EQ(outcome.kind, OutcomeKind::finished);
  EXPECT_THAT(table.times(), ::testing::ElementsAre(0.0));
  EXPECT_THAT(table["y"], ::testing::ElementsAre(1.0));
}

TEST(ProblemRun, RecordsTheUnknownsAtEachInterval) {
  const RecordedProblem problem = decayProblem();
  Diagnostics diagnostics;
  results::Table table(results::selectColumns(recordedVariables(problem), {}, diagnostics));
  const Outcome outcome = simulate(problem, {.tolerance = 1e-8}, table, diagnostics);
  EXPECT_EQ(outcome.kind, OutcomeKind::finished);
  EXPECT_THAT(table.times(), ::testing::ElementsAre(0.0, 0.5, 1.0, 1.5, 2.0));
  for (std::size_t i = 0; i < table.times().size(); ++i) EXPECT_NEAR(table["y"][i], std::exp(-table.times()[i]), 1e-6);
}

TEST(ProblemRun, RecordsErrorsWhereTheSolutionIsKnown) {
  RecordedProblem problem = decayProblem();
  problem.exact = [](double t, View y) { y[0] = std::exp(-t); };
  Diagnostics diagnostics;
  results::Table table(results::selectColumns(recordedVariables(problem), {}, diagnostics));
  EXPECT_EQ(simulate(problem, {.tolerance = 1e-8}, table, diagnostics).kind, OutcomeKind::finished);
  for (std::size_t i = 0; i < table.times().size(); ++i)
    EXPECT_EQ(table["error.y"][i], table["y"][i] - std::exp(-table.times()[i]));
}

}  // namespace

}  // namespace dashpot::simulation

#include "simulation/algebraic_part.hpp"

#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using testing::Simulated;

/// How far recorded values are from z^3 + z = sin(30 t).
double largestResidual(const Simulated& run) {
  double largest = 0.0;
  const results::Table& table = *run.table;
  for (std::size_t i = 0; i < table.times().size(); ++i) {
    const double z = table["z"][i];
    largest = std::max(largest, std::fabs(z * z * z + z - std::sin(30 * table.times()[i])));
  }
  return largest;
}

// Nothing in these models makes a method take short steps: what lies between must follow from the equations.

TEST(AlgebraicPart, UnknownsThatFollowAnInputAreRightBetweenSteps) {
  for (const char* method : {"rodas4", "rodas5p", "radau5", "ida", "dopri5"}) {
    const Simulated run(
        "model M Real x(start = 1, fixed = true), z; equation der(x) = -x; z ^ 3 + z = sin(30 * time); end M;",
        {.stop = 2.0, .tolerance = 1e-6, .interval = 0.003, .method = method});
    ASSERT_TRUE(run.finished()) << method << run.messages();
    EXPECT_LT(largestResidual(run), 1e-6) << method;
  }
}

TEST(AlgebraicPart, AModelWithoutStatesFollowsTime) {
  const Simulated run("model M Real z; equation z ^ 3 + z = sin(30 * time); end M;",
                      {.stop = 2.0, .tolerance = 1e-6, .interval = 0.003});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.table->times().size(), 668U);
  EXPECT_LT(largestResidual(run), 1e-9);
}

TEST(AlgebraicPart, AModelWithoutStatesFindsItsEvents) {
  const Simulated run(
      "model M Real z; Real at(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation z ^ 3 + z = "
      "sin(30 * time); when z > 0.5 then at = time; n = pre(n) + 1; end when; end M;",
      {.stop = 0.4, .tolerance = 1e-6});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("n"), 2.0);
  EXPECT_NEAR(run.last("at"), (std::asin(0.625) + 2 * M_PI) / 30, 1e-9);
}

TEST(AlgebraicPart, AModelWithoutStatesWhoseEquationLosesItsSolutionIsReported) {
  const Simulated run("model M Real z(start = 1); equation z ^ 2 = 1 - time; end M;", {.stop = 2.0});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_NEAR(run.outcome.endTime, 1.0, 0.01);
  EXPECT_THAT(run.messages(), ::testing::HasSubstr("z * z = 1 - time   residual"));
}

}  // namespace
}  // namespace dashpot::simulation

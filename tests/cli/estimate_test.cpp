// --estimate: the error estimate of implicit Runge-Kutta methods; --damping-plot.
#include "cli/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(EstimateOption, OfARunIsChosenAndReported) {
  std::int64_t steps[2];
  int k = 0;
  for (const std::string estimate : {"embedded", "two-step"}) {
    const Outcome outcome = run("simulate problem:hires --method radau5 --json --estimate " + estimate);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const json result = json::parse(outcome.out);
    EXPECT_EQ(result["estimate"], estimate);
    steps[k++] = result["steps"];
  }
  EXPECT_NE(steps[0], steps[1]);
}

TEST(EstimateOption, IsRefusedWhereThereIsNone) {
  EXPECT_EQ(run("simulate problem:hires --method rodas4 --estimate two-step").code, 1);
  EXPECT_THAT(run("simulate problem:hires --estimate best").err, HasSubstr("--estimate"));
}

TEST(EstimateOption, IsTakenByDetest) {
  const Outcome outcome = run("detest a1 --methods radau5 --tolerances 1e-3 --estimate step-pairs --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json result = json::parse(outcome.out);
  EXPECT_EQ(result["estimate"], "step-pairs");
  EXPECT_EQ(result["problems"][0]["methods"][0]["runs"][0]["status"], "finished");
}

TEST(DampingPlot, IsDrawnForFormulasAndRefusedForRuns) {
  const auto file = std::filesystem::path(::testing::TempDir()) / "dashpot-damping.svg";
  const Outcome outcome = run("stability radau5 hw-sdirk --damping-plot '" + file.string() + "'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(std::filesystem::exists(file));
  std::filesystem::remove(file);
  EXPECT_THAT(run("stability verlet --damping-plot x.svg").err, HasSubstr("--damping-plot draws R(z)"));
}

}  // namespace
}  // namespace dashpot::cli

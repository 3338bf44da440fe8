// Models that nothing is wrong with get no diagnosis, and being watched does not change their runs.
#include "explanation/explained.hpp"

namespace dashpot::explanation {
namespace {

using dashpot::testing::Explained;

class HealthyModel : public ::testing::TestWithParam<const char*> {};

TEST_P(HealthyModel, HasNoDiagnosis) {
  const Explained run(std::string("examples/") + GetParam() + ".mo");
  EXPECT_EQ(run.outcome.kind, simulation::OutcomeKind::finished) << run.messages();
  EXPECT_EQ(run.first(), "") << run.text();
  EXPECT_TRUE(run.why.facts.knows("steps.accepted"));
}

INSTANTIATE_TEST_SUITE_P(Examples, HealthyModel,
                         ::testing::Values("rlc", "relief_valve", "small_circuit_1", "small_circuit_2",
                                           "small_circuit_3", "small_circuit_4", "two_volume_circuit", "press_cycle",
                                           "position_servo", "hydrostatic_transmission", "ladder", "hires",
                                           "human_body", "water_hammer", "heat_conduction", "split_cylinder"),
                         [](const auto& example) { return std::string(example.param); });

TEST(WatchedRun, IsTheRunThatWouldHaveBeenMadeWithout) {
  for (const char* name : {"relief_valve", "rlc", "van_der_pol"}) {
    const std::string file = std::string("examples/") + name + ".mo";
    const Explained watched(file);
    api::Compilation compilation({.file = std::string(dashpot::testing::sourceTree) + "/" + file});
    ASSERT_TRUE(compilation.run());
    simulation::Settings settings;
    settings.stepsWithoutInterval = true;
    settings.code.backend = codegen::Backend::interpreter;
    CountedRecorder recorder;
    Diagnostics diagnostics;
    const auto plain = simulation::simulate(compilation.compiled(), settings, recorder, diagnostics);
    EXPECT_EQ(plain.finalObserved, watched.outcome.finalObserved) << name;
    EXPECT_EQ(plain.statistics.rhsEvals, watched.outcome.statistics.rhsEvals) << name;
    EXPECT_EQ(static_cast<double>(plain.statistics.steps), watched.why.facts.number("steps.accepted")) << name;
    EXPECT_EQ(static_cast<double>(recorder.rows()), watched.why.facts.number("output.rows")) << name;
  }
}

}  // namespace
}  // namespace dashpot::explanation

// An inlined step as functions: what is made of its linear and nonlinear blocks, and in which order.
#include "codegen/compiled_step_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::codegen {
namespace {

using dashpot::testing::CompiledStepModel;
using dashpot::testing::exampleText;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Kind = StepPart::Kind;

std::vector<StepPart> partsOf(const CompiledStepModel& compiled, Kind kind) {
  std::vector<StepPart> found;
  for (const StepPart& part : compiled.model->step->parts)
    if (part.kind == kind) found.push_back(part);
  return found;
}

constexpr const char* chemistry = R"(model D Real y1(start = 1), y2(start = 1), y3(start = 0); equation
  der(y1) = -0.013*y1 - 1000*y1*y3; der(y2) = -2500*y2*y3;
  der(y3) = -0.013*y1 - 1000*y1*y3 - 2500*y2*y3; end D;)";
constexpr const char* rowOfStates = R"(model Row parameter Real a = 2; Real y[5](each start = 0); equation
  der(y[1]) = -a*y[1] + y[2] + sin(time);
  for i in 2:4 loop der(y[i]) = y[i - 1] - a*y[i] + y[i + 1]; end for;
  der(y[5]) = y[4] - a*y[5]; end Row;)";

TEST(CompiledStep, IsWellFormedForAllKindsOfFormulas) {
  for (const char* const name : {"two_branch_circuit", "relief_valve", "robertson", "rlc"})
    for (const char* const method : {"euler", "rk4", "backward-euler", "trapezoidal", "bdf2", "radau5", "lobatto6",
                                     "hw-sdirk", "tr-bdf2", "ros2p", "rodas3"})
      for (const StepData data : {StepData::all, StepData::end}) {
        const CompiledStepModel compiled(exampleText(name), method, data);
        ASSERT_TRUE(compiled.model) << compiled.messages();
        EXPECT_THAT(check(*compiled.model), IsEmpty()) << name << ' ' << method;
      }
}

TEST(CompiledStep, OfALinearlyImplicitFormulaFactorsOneMatrixForAllStages) {
  const CompiledStepModel compiled(chemistry, "rodas3");
  const auto linear = partsOf(compiled, Kind::linear);
  ASSERT_THAT(linear, SizeIs(4));
  EXPECT_EQ(linear[0].kin, StepPart::itself);
  EXPECT_FALSE(linear[0].isConstant);
  for (std::size_t k = 1; k < 4; ++k) EXPECT_EQ(linear[k].kin, linear[1].kin);
  const StepPart& first = compiled.model->step->parts[linear[1].kin];
  EXPECT_EQ(first.first, linear[0].first);
  EXPECT_THAT(partsOf(compiled, Kind::nonlinear), IsEmpty());
}

TEST(CompiledStep, OfALinearModelHasAMatrixThatStaysTheSame) {
  for (const char* const method : {"radau5", "hw-sdirk", "backward-euler", "bdf2", "ros2p"}) {
    const CompiledStepModel compiled(rowOfStates, method);
    const auto linear = partsOf(compiled, Kind::linear);
    ASSERT_FALSE(linear.empty()) << method;
    for (const StepPart& part : linear) EXPECT_TRUE(part.isConstant) << method;
    for (std::size_t k = 1; k < linear.size(); ++k)
      EXPECT_NE(linear[k].kin, StepPart::itself) << method << ": stages have one diagonal entry";
    EXPECT_THAT(partsOf(compiled, Kind::nonlinear), IsEmpty()) << method;
  }
}

TEST(CompiledStep, HasOneNonlinearPartPerStageOfAnSdirkMethodAndTheyAreAlike) {
  const CompiledStepModel compiled(chemistry, "hw-sdirk");
  const auto nonlinear = partsOf(compiled, Kind::nonlinear);
  ASSERT_THAT(nonlinear, SizeIs(5));
  for (const StepPart& part : nonlinear) EXPECT_EQ(part.count, 3u);
  for (std::size_t k = 1; k < 5; ++k) EXPECT_NE(nonlinear[k].kin, StepPart::itself);
  const CompiledStepModel coupled(chemistry, "radau5");
  ASSERT_THAT(partsOf(coupled, Kind::nonlinear), SizeIs(1));
  EXPECT_EQ(partsOf(coupled, Kind::nonlinear)[0].count, 9u);
  EXPECT_EQ(coupled.model->step->stageOf, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1, 2, 2, 2}));
}

TEST(CompiledStep, WithoutStageDataComputesLess) {
  const CompiledStepModel all(exampleText("two_branch_circuit"), "radau5");
  const CompiledStepModel end(exampleText("two_branch_circuit"), "radau5", StepData::end);
  EXPECT_LT(end.model->step->size, all.model->step->size);
  EXPECT_THAT(end.model->step->states, IsEmpty());
}

TEST(BrokenCompiledStep, IsFoundByTheChecker) {
  CompiledStepModel unordered(chemistry, "hw-sdirk");
  std::ranges::reverse(unordered.model->step->parts);
  EXPECT_THAT(check(*unordered.model), Contains(HasSubstr("is used before it is made")));
  CompiledStepModel twice(chemistry, "radau3");
  twice.model->step->parts.push_back(twice.model->step->parts.back());
  EXPECT_THAT(check(*twice.model), Contains(HasSubstr("made twice")));
}

}  // namespace
}  // namespace dashpot::codegen

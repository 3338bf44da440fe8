// Native code against the interpreter: the same bits, for every function of every model and for random programs.
#include "codegen/random_models.hpp"
#include "models/compiled.hpp"

#include <gmock/gmock.h>

namespace dashpot::codegen {
namespace {

using codegen::testing::operations;
using codegen::testing::RandomInputs;
using codegen::testing::randomModel;
using codegen::testing::sameBits;
using dashpot::testing::Compiled;
using symbolic::Op;

constexpr std::array tiers{Tier::fast, Tier::optimised};

/// All functions of a model at random points, in both tiers.
void expectSameBits(const CompiledModel& model, std::mt19937& random, const PlanOptions& plan = {}) {
  for (const Tier tier : tiers) {
    CompiledCode code(model, {.plan = plan});
    const auto native = code.executable();
    const auto interpreter = makeInterpreter(model);
    for (std::size_t e = 0; e < entryCount; ++e) {
      const auto entry = static_cast<Entry>(e);
      if (model[entry].outputs.empty()) continue;
      ASSERT_TRUE(code.prepare(entry, tier)) << code.problem();
      ASSERT_EQ(code.tierOf(entry), tier);
      for (int trial = 0; trial < 40; ++trial) {
        const RandomInputs inputs(model, random);
        Vector expected(model[entry].outputCount(), 7.0), actual(expected);
        const Evaluation expectedResult = interpreter->run(entry, inputs.view(), expected);
        EXPECT_EQ(native->run(entry, inputs.view(), actual), expectedResult);
        ASSERT_TRUE(sameBits(expected, actual)) << model.name << ' ' << name(entry);
      }
    }
  }
}

TEST(NativeCode, HasTheBitsOfTheInterpreterForEveryOperation) {
  std::mt19937 random(1);
  CompiledModel model;
  model.parameterCount = 3;
  Function& f = model.functions[static_cast<std::size_t>(Entry::start)];
  for (std::uint32_t k = 0; k < 3; ++k) f.code.push_back({Code::parameter, Op::variable, k, 0, 0});
  for (const Op op : operations()) {
    f.outputs.push_back(static_cast<std::uint32_t>(f.code.size()));
    f.code.push_back({Code::operation, op, 0, 1, 2});
  }
  f.origins.assign(f.code.size(), noOrigin);
  for (int k = 0; k < 4; ++k) expectSameBits(model, random);
}

TEST(NativeCode, HasTheBitsOfTheInterpreterForRandomPrograms) {
  std::mt19937 random(2);
  for (const std::size_t size : {60u, 200u, 1000u})
    for (int k = 0; k < 2; ++k) expectSameBits(randomModel(random, {.instructions = size}), random);
}

TEST(NativeCode, CutIntoSmallChunksHasTheSameBits) {
  std::mt19937 random(3);
  for (int k = 0; k < 2; ++k) expectSameBits(randomModel(random, {.instructions = 200}), random, {.chunkSize = 7});
}

TEST(NativeCode, WithKernelsForAllThatOccursTwiceHasTheSameBits) {
  std::mt19937 random(4);
  const PlanOptions plan{.straightLine = 0, .chunkSize = 9, .fewestAlike = 2, .shortestRun = 2, .longestTree = 6};
  for (int k = 0; k < 2; ++k) expectSameBits(randomModel(random, {.instructions = 300}), random, plan);
}

TEST(NativeCode, HasTheBitsOfTheInterpreterForTheExamples) {
  std::mt19937 random(5);
  for (const char* name : {"hires", "rlc", "relief_valve"}) {
    const Compiled compiled(dashpot::testing::exampleText(name));
    ASSERT_TRUE(compiled.model) << compiled.messages();
    expectSameBits(*compiled.model, random);
  }
}

}  // namespace
}  // namespace dashpot::codegen

// A run gives the same result whatever it is run by, and however many runs share its code.
#include "codegen/generated_solver.hpp"
#include "models/simulated.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace dashpot::simulation {
namespace {

using codegen::Backend;
using codegen::Entry;
using codegen::Tier;
using dashpot::testing::Compiled;
using dashpot::testing::Simulated;

TEST(Backends, GiveTheSameTrajectoryBitForBit) {
  for (const char* name : {"hires", "rlc", "relief_valve"}) {
    const std::string text = dashpot::testing::exampleText(name);
    const Simulated interpreted(text, {.code = {.backend = Backend::interpreter}});
    const Compiled compiled(text);
    ASSERT_TRUE(interpreted.finished() && compiled.model);
    ModelCode code(*compiled.model, {});
    for (std::size_t e = 0; e < codegen::entryCount; ++e)
      ASSERT_TRUE(code.functions.prepare(static_cast<Entry>(e), e % 2 ? Tier::fast : Tier::optimised));
    Diagnostics diagnostics;
    results::Table table(results::selectColumns(compiled.model->recorded, {}, diagnostics));
    const Outcome outcome = simulate(code, {}, table, diagnostics);
    EXPECT_EQ(outcome.finalObserved, interpreted.outcome.finalObserved) << name;
    EXPECT_EQ(outcome.statistics.steps, interpreted.outcome.statistics.steps);
    const bool isSparse = std::string_view(name) == "hires";  // the others are small and dense
    EXPECT_EQ(code.eliminations != nullptr, isSparse) << name;
  }
}

TEST(Backends, ManyRunsShareOneCode) {
  const Compiled compiled(dashpot::testing::exampleText("relief_valve"));
  ASSERT_TRUE(compiled.model);
  ModelCode code(*compiled.model, {});
  std::vector<Vector> results(4);
  std::vector<std::thread> threads;
  for (Vector& result : results)
    threads.emplace_back([&] {
      Diagnostics diagnostics;
      results::Table table(results::selectColumns(compiled.model->recorded, {}, diagnostics));
      result = simulate(code, {}, table, diagnostics).finalObserved;
    });
  for (std::thread& thread : threads) thread.join();
  ASSERT_FALSE(results[0].empty());
  for (const Vector& result : results) EXPECT_EQ(result, results[0]);
}

}  // namespace
}  // namespace dashpot::simulation

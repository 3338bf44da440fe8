// A run gives the same result whatever it is run by, and however many runs share its code.
#include "codegen/generated_solver.hpp"
#include "models/simulated.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
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

// Heat conduction along a line with cold ends, or around a ring. A sine is a mode of it: it decays by exp(-lambda t),
// lambda = 4 k sin^2(w/2), w the angle from one cell to the next.
TEST(Backends, ANarrowBandNeedsNoEliminationOfItsOwn) {
  constexpr int n = 40;
  for (const bool isRing : {false, true}) {
    const double angle = isRing ? 2 * std::numbers::pi / n : std::numbers::pi / (n + 1);
    const Compiled compiled(fmt::format(
        "model Heat parameter Integer n = {}; parameter Real k = 100; "
        "Real T[n](start = {{sin({:.17g}*i) for i in 1:n}}, each fixed = true); "
        "equation der(T[1]) = k*({} - 2*T[1] + T[2]); "
        "for i in 2:n - 1 loop der(T[i]) = k*(T[i - 1] - 2*T[i] + T[i + 1]); end for; "
        "der(T[n]) = k*(T[n - 1] - 2*T[n] + {}); annotation(experiment(StopTime = 0.5, Tolerance = 1e-6)); end Heat;",
        n, angle, isRing ? "T[n]" : "0", isRing ? "T[1]" : "0"));
    ASSERT_TRUE(compiled.model);
    ModelCode code(*compiled.model, {});
    EXPECT_EQ(code.eliminations != nullptr, isRing);
    Diagnostics diagnostics;
    results::Table table(results::selectColumns(compiled.model->recorded, {}, diagnostics));
    const Outcome outcome = simulate(code, {}, table, diagnostics);
    ASSERT_EQ(outcome.kind, OutcomeKind::finished);
    const double lambda = 400 * std::pow(std::sin(angle / 2), 2);
    for (int i = 1; i <= n; ++i) {
      const auto variable =
          std::ranges::find(compiled.model->recorded.variables, fmt::format("T[{}]", i), &codegen::VariableInfo::name);
      ASSERT_NE(variable, compiled.model->recorded.variables.end());
      EXPECT_NEAR(outcome.finalObserved[variable->index], std::exp(-0.5 * lambda) * std::sin(angle * i), 1e-5) << i;
    }
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

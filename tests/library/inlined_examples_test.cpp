// The examples with formulas worked into their equations: steps from their starts are those of the method that is not
// inlined, to the tolerance of Newton's iteration.
#include "api/compilation.hpp"
#include "paths.hpp"
#include "results/results.hpp"
#include "simulation/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace dashpot::testing {
namespace {

const std::filesystem::path tree = testing::sourceTree;

std::vector<std::filesystem::path> exampleFiles() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(tree / "examples"))
    if (entry.path().extension() == ".mo") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

/// Ten steps from the start of a model, inlined or not; events are left out, so that both integrate the same equations.
/// False: steps of this length are too long for one of them, and nothing is compared.
bool compareSteps(simulation::BoundModel& model, double t, ConstView y, double step, const std::string& formula) {
  Problem problem = model.problem();
  problem.events = {};
  Options options{.tolerances = {.relative = 1e-9, .absolute = 1e-9}, .step = step};
  Vector sizes(y.size());
  for (std::size_t i = 0; i < y.size(); ++i)
    sizes[i] = std::max(std::fabs(y[i]), i < model.sizes().size() ? model.sizes()[i] : 0.0);
  options.tolerances.sizes = std::make_shared<const Vector>(sizes);
  options.method = formula;
  const Solution plain = solve(problem, t, t + 10 * step, y, options);
  options.method = "inline:" + formula;
  const Solution inlined = solve(problem, t, t + 10 * step, y, options);
  if (!plain.ok() || !inlined.ok()) return false;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double a = plain.states.back()[i], b = inlined.states.back()[i];
    EXPECT_NEAR(a, b, 1e-7 * (sizes[i] + std::fabs(a)) + 1e-12) << problem.names[i];
  }
  return true;
}

class InlinedExample : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(InlinedExample, TakesTheStepsOfTheMethodThatIsNotInlined) {
  for (const std::string formula : {"rodas3", "tr-bdf2", "radau3"}) {
    api::Compilation compilation(
        {.file = GetParam().string(), .libraries = {(tree / "library").string()}, .settableStarts = true});
    compilation.inlined = formula;
    std::vector<simulation::ParameterSetting> none;
    ASSERT_TRUE(compilation.run(none)) << render(compilation.diagnostics, compilation.sources());
    const codegen::CompiledModel& model = compilation.compiled();
    if (model.size() > 150 && formula != "rodas3") continue;
    // Where all flows are zero, its meshes are singular, and Newton's iteration starts there.
    if (GetParam().stem() == "water_tube_system" && formula != "rodas3") continue;
    const double step = simulation::experimentOf(model.experiment, {}).interval / 1000;
    simulation::Settings settings{.stop = step, .interval = step, .method = "inline:" + formula, .step = step};
    settings.start = model.experiment.startTime;
    settings.stop = settings.start.value_or(0.0) + step;
    bool isCompared = false;
    settings.inspect = [&](simulation::BoundModel& bound, double t, ConstView y) {
      for (double h = step; !isCompared && h > step / 1000; h /= 4) isCompared = compareSteps(bound, t, y, h, formula);
    };
    results::Table table(results::selectColumns(model.recorded, {}, compilation.diagnostics));
    (void)simulation::simulate(model, settings, table, compilation.diagnostics);
    EXPECT_TRUE(isCompared) << render(compilation.diagnostics, compilation.sources());
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, InlinedExample, ::testing::ValuesIn(exampleFiles()),
                         [](const ::testing::TestParamInfo<std::filesystem::path>& instance) {
                           return instance.param.stem().string();
                         });

}  // namespace
}  // namespace dashpot::testing

// What a tolerance promises: the courses of machines, at all points that are recorded, against runs with another method
// to nine digits. Errors add up from step to step, and a machine may enlarge them; these do not by much.
#include "api/compilation.hpp"
#include "paths.hpp"
#include "results/results.hpp"
#include "simulation/simulate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace dashpot::api {
namespace {

/// The largest error of a state, in tolerances, as a share of its range.
constexpr double mostTolerances = 5;
constexpr int points = 1000;

struct Machine {
  const char* file;
  const char* model;
};
void PrintTo(const Machine& machine, std::ostream* out) { *out << machine.model; }

constexpr Machine machines[] = {{"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.ReliefLine"},
                                {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.ServoAxis"},
                                {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.PressureFedAxis"},
                                {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.ControlledSupply"},
                                {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.Transmission"},
                                {"examples/relief_valve.mo", "ReliefCircuit"},
                                {"examples/two_volume_circuit.mo", "TwoVolumesOffline2"},
                                {"examples/water_hammer.mo", "WaterHammer"}};

class Accuracy : public ::testing::TestWithParam<Machine> {
 protected:
  Accuracy()
      : compilation_({.file = testing::sourceTree + std::string("/") + GetParam().file,
                      .model = GetParam().model,
                      .libraries = {testing::sourceTree + std::string("/library")}}) {
    isCompiled_ = compilation_.run();
  }

  /// The states at equal distances, one after the other.
  std::vector<Vector> courses(const char* method, double tolerance) {
    const codegen::CompiledModel& model = compilation_.compiled();
    simulation::ModelCode code(model, {});
    simulation::Settings settings{.tolerance = tolerance, .method = method};
    const auto experiment = simulation::experimentOf(model.experiment, settings);
    const double interval = (experiment.stop - experiment.start) / points;
    settings.interval = interval;
    Diagnostics diagnostics;
    results::Table table(results::selectColumns(model.recorded, {}, diagnostics, {.protectedOnes = true}));
    const auto outcome = simulation::simulate(code, settings, table, diagnostics);
    EXPECT_EQ(outcome.kind, simulation::OutcomeKind::finished) << method << " " << tolerance;
    std::vector<Vector> all;
    for (std::size_t i = 0; i < model.size(); ++i) {
      if (!model.states.isDifferential[i]) continue;
      const ConstView column = table[model.states.names[i]];
      Vector& course = all.emplace_back();
      for (std::size_t row = 0; row < column.size(); ++row)  // events add rows
        if (std::fabs(table.times()[row] - experiment.start - static_cast<double>(course.size()) * interval) <
            1e-6 * interval)
          course.push_back(column[row]);
    }
    return all;
  }

  Compilation compilation_;
  bool isCompiled_ = false;
};

TEST_P(Accuracy, OfMachinesIsAFewTolerancesAtEveryPoint) {
  ASSERT_TRUE(isCompiled_);
  const std::vector<Vector> right = courses("radau5", 1e-9);
  for (const double tolerance : {1e-2, 1e-3}) {
    const std::vector<Vector> found = courses("auto", tolerance);
    ASSERT_EQ(found.size(), right.size());
    for (std::size_t k = 0; k < right.size(); ++k) {
      ASSERT_EQ(found[k].size(), std::size_t{points} + 1);
      ASSERT_EQ(right[k].size(), found[k].size());
      const auto [low, high] = std::ranges::minmax(right[k]);
      double error = 0;
      for (std::size_t i = 0; i < right[k].size(); ++i) error = std::max(error, std::fabs(found[k][i] - right[k][i]));
      EXPECT_LE(error, mostTolerances * tolerance * (high - low))
          << compilation_.compiled().states.names[k] << " at " << tolerance;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, Accuracy, ::testing::ValuesIn(machines), [](const auto& test) {
  std::string name = test.param.model;
  std::ranges::replace(name, '.', '_');
  return name;
});

}  // namespace
}  // namespace dashpot::api

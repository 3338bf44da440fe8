#include "export/start_numbers.hpp"

#include "simulation/inlined_step.hpp"
#include "simulation/model_run.hpp"
#include "simulation/recorder.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace dashpot::exporting {

namespace {

using codegen::CompiledModel;
using codegen::Entry;
using codegen::StepPart;
using simulation::BoundModel;

// Written out, an elimination of more operations than this is longer than the loops that do it densely.
constexpr int mostOperations = 30'000;
// In scaled rows, as for generated solvers of a run.
constexpr double largestMultiplier = 1e3;
constexpr double newtonTolerance = 1e-12;

/// Values of variables by name.
std::unordered_map<std::string, double> observedAt(BoundModel& model, double t, ConstView y) {
  std::unordered_map<std::string, double> values;
  const auto observed = model.evaluate(Entry::observed, t, y);
  if (!observed) return values;
  for (const codegen::VariableInfo& variable : model.model().recorded.variables)
    if (!isParameter(variable)) {
      const double value = (*observed)[variable.index];
      values.emplace(variable.name, variable.negated ? -value : value);
    }
  return values;
}

Vector unknownsOfStart(BoundModel& model, double t, ConstView y) {
  Vector z = model.evaluate(Entry::start, t, {}).value_or(Vector(model.model().initialSize(), 0.0));
  const auto values = observedAt(model, t, y);
  for (std::size_t i = 0; i < z.size(); ++i)
    if (const auto found = values.find(model.model().initial.names[i]);
        found != values.end() && std::isfinite(found->second))
      z[i] = found->second;
  return z;
}

std::optional<PartElimination> eliminationOf(const StepPart& part, ConstView matrix) {
  const codegen::MatrixStructure structure = codegen::plainStructure(static_cast<int>(part.count), part.pattern);
  const codegen::Selection selection = codegen::selectPivots<double>(structure, 0.0, matrix, {}, mostOperations);
  if (!selection.pivots) return std::nullopt;
  PartElimination result{codegen::eliminate(structure, *selection.pivots, codegen::Field::real), {}};
  for (const auto& [row, pivot] : result.code.multiplierRows)
    result.bounds.push_back(largestMultiplier * selection.rowScale[static_cast<std::size_t>(pivot)] /
                            selection.rowScale[static_cast<std::size_t>(row)]);
  return result;
}

/// The matrices of one step from here.
void takeStep(BoundModel& model, double t, ConstView y, StartNumbers& numbers) {
  const codegen::CompiledStep& step = *model.model().step;
  simulation::ModelStep performed(model, simulation::makeStepSolvers(step, {}));
  Vector allowed(y.size()), y1(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) allowed[i] = newtonTolerance * (std::fabs(y[i]) + numbers.sizesOfY[i]);
  // A step that fails has left the matrices up to where it did.
  (void)performed.advance(t, numbers.step, y, {allowed, newtonTolerance, true}, y1);
  for (std::size_t k = 0; k < step.parts.size(); ++k) {
    auto& elimination = numbers.eliminations.emplace_back();
    const ConstView matrix = performed.matrix(k);
    if (!matrix.empty()) elimination = eliminationOf(step.parts[k], matrix);
  }
}

void read(BoundModel& model, double t, ConstView y, StartNumbers& numbers) {
  numbers.parameters = model.parameters();
  numbers.y.assign(y.begin(), y.begin() + model.model().size());
  numbers.d = model.d, numbers.pre = model.pre, numbers.modes = model.modes, numbers.inputs = model.inputs;
  numbers.z = unknownsOfStart(model, t, y);
  numbers.sizesOfY = model.sizes();
  for (std::size_t i = 0; i < numbers.sizesOfY.size(); ++i)
    if (!(numbers.sizesOfY[i] > 0.0)) numbers.sizesOfY[i] = 1.0;
  if (!model.model().step) return;
  const codegen::CompiledStep& step = *model.model().step;
  Vector nominal(step.placeInY.size());
  (void)model.evaluate(step.nominal, t, {}, nominal);
  for (std::size_t k = 0; k < step.placeInY.size(); ++k) {
    const bool isInY = step.placeInY[k] != codegen::CompiledStep::noPlaceInY;
    numbers.sizes.push_back(isInY ? numbers.sizesOfY[step.placeInY[k]] : nominal[k] > 0.0 ? nominal[k] : 1.0);
  }
  takeStep(model, t, numbers.y, numbers);
}

/// Nothing is recorded.
class NoRecorder final : public simulation::Recorder {
 public:
  void begin(ConstView) override {}
  void record(double, ConstView, simulation::Moment) override {}
};

}  // namespace

std::optional<StartNumbers> findStartNumbers(simulation::ModelCode& code, const simulation::Settings& settings,
                                             Diagnostics& diagnostics) {
  StartNumbers numbers;
  const CompiledModel& model = code.functions.model();
  const simulation::Experiment experiment = simulation::experimentOf(model.experiment, settings);
  numbers.time = experiment.start, numbers.stop = experiment.stop, numbers.step = settings.step;
  simulation::Settings used = settings;
  bool isRead = false;
  used.inspect = [&](BoundModel& bound, double t, ConstView y) {
    if (!isRead) read(bound, t, y, numbers);
    isRead = true;
  };
  if (!simulation::acceptSettings(model.experiment, used, diagnostics)) return std::nullopt;
  auto parameters = simulation::parameterValues(model, used.parameters, diagnostics);
  if (!parameters) return std::nullopt;
  NoRecorder recorder;
  simulation::ModelRun run(code, used, std::move(*parameters), recorder, diagnostics);
  (void)run.begin();
  if (!isRead) return std::nullopt;
  return numbers;
}

}  // namespace dashpot::exporting

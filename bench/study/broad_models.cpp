// Models of the broad set: the examples, compiled, with native code made beforehand.
#include "api/compilation.hpp"
#include "simulation/simulate.hpp"
#include "study/broad_set.hpp"
#include "study/cpu_clock.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

namespace dashpot::bench {
namespace {

constexpr double longestTrail = 1;  // second

class Nothing final : public simulation::Recorder {
 public:
  void begin(ConstView) override {}
  void record(double, ConstView, simulation::Moment) override {}
};

class Model {
 public:
  explicit Model(api::ModelArguments arguments) : compilation_(std::move(arguments)) {
    if (!compilation_.run()) return;
    code_.emplace(compilation_.compiled(), codegen::CodeOptions{});
    using codegen::Entry;
    for (const Entry entry : {Entry::rhs, Entry::jacobian, Entry::timeDerivative, Entry::events, Entry::observed})
      (void)code_->functions.prepare(entry, codegen::Tier::optimised);
    if (code_->eliminations) code_->eliminations->prepare(codegen::Tier::optimised);
  }

  [[nodiscard]] bool ok() const { return code_.has_value(); }
  [[nodiscard]] Extent extent() const {
    const codegen::CompiledModel& model = compilation_.compiled();
    const int n = static_cast<int>(model.size());
    return {n, model.states.pattern.nonZeros(n)};
  }

  /// `runSeconds` are those of work, from after the initialisation to the end.
  simulation::Outcome outcome(const std::string& method, double tolerance, double longest) {
    Diagnostics diagnostics;
    Nothing nothing;
    double start = 0, end = 0;
    simulation::Settings settings{.tolerance = tolerance, .method = method};
    settings.inspect = [&](simulation::BoundModel&, double, ConstView) {
      end = cpuSeconds();
      if (start == 0) start = end;
    };
    settings.cancellation.afterStep = [&, steps = 0]() mutable {
      return ++steps % 64 == 0 && cpuSeconds() - start > longest;
    };
    simulation::Outcome result = simulation::simulate(*code_, settings, nothing, diagnostics);
    result.runSeconds = end - start;
    return result;
  }

  /// What two methods of different families agree on at the end.
  bool findReference() {
    const auto a = outcome("radau", 1e-10, 5), b = outcome("rodas5p", 1e-10, 5);
    if (a.kind != simulation::OutcomeKind::finished || b.kind != a.kind) return false;
    reference_ = a.finalObserved;
    mostDigits_ = 14;
    mostDigits_ = digits(b.finalObserved);
    return mostDigits_ >= 4;
  }

  Run run(const std::string& method, double tolerance, double longest) {
    const simulation::Outcome result = outcome(method, tolerance, longest);
    Run run{.ok = result.kind == simulation::OutcomeKind::finished,
            .tolerance = tolerance,
            .seconds = result.runSeconds,
            .steps = result.statistics.steps,
            .rejected = result.statistics.rejected,
            .rhsEvals = result.statistics.rhsEvals,
            .jacEvals = result.statistics.jacEvals,
            .lu = result.statistics.lu};
    if (run.ok) run.digits = digits(result.finalObserved);
    return run;
  }

 private:
  [[nodiscard]] double digits(const Vector& observed) const {
    double worst = std::pow(10, -mostDigits_);
    for (const auto& variable : compilation_.compiled().recorded.variables) {
      if (variable.index >= observed.size()) continue;
      const double expected = reference_[variable.index];
      worst = std::max(worst, std::abs(observed[variable.index] - expected) / (std::abs(expected) + 1e-3));
    }
    return -std::log10(worst);
  }

  api::Compilation compilation_;
  std::optional<simulation::ModelCode> code_;
  Vector reference_;
  double mostDigits_ = 14;
};

Case caseOf(std::string name, const std::string& root, api::ModelArguments arguments, bool isNew) {
  arguments.libraries = {root + "/library"};
  auto model = std::make_shared<std::optional<Model>>();
  return {.name = std::move(name),
          .kind = "model",
          .prepare =
              [model, arguments] {
                model->emplace(arguments);
                return (*model)->ok() && (*model)->findReference();
              },
          .extent = [model] { return (*model)->extent(); },
          .run = [model](const Code& code, double tolerance,
                         double longest) { return (*model)->run(code.name, tolerance, longest); },
          .trail = [model](double tolerance) { return (*model)->outcome("auto", tolerance, longestTrail).trail; },
          .methods = {"rodas3", "rodas4", "rodas5p", "radau5", "radau", "tr-bdf2", "kencarp4", "ode23", "tsit5",
                      "dop853", "cvode"},
          .isNew = isNew};
}

}  // namespace

std::vector<Case> modelCases(const std::string& root) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(root) / "examples"))
    if (entry.path().extension() == ".mo") files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<Case> cases;
  for (const auto& file : files)
    cases.push_back(caseOf(file.filename().string(), root, {.file = file.string()}, false));
  const std::string circuits = root + "/bench/models/hydraulic_circuits.mo";
  for (const char* name :
       {"ReliefLine", "ServoAxis", "PressureFedAxis", "ControlledSupply", "Transmission", "SlidingTransmission"})
    cases.push_back(caseOf(name, root, {.file = circuits, .model = std::string("HydraulicCircuits.") + name}, true));
  return cases;
}

}  // namespace dashpot::bench

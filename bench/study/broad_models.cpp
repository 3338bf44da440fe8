// Models of the broad set: the examples, compiled, with native code made beforehand.
#include "api/compilation.hpp"
#include "simulation/simulate.hpp"
#include "study/broad_set.hpp"
#include "study/cpu_clock.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
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

/// What a run records at its intervals, of the variables that decide its course.
class Course final : public simulation::Recorder {
 public:
  Course(const simulation::Experiment& experiment, std::vector<std::size_t> outputs)
      : start_(experiment.start), interval_(experiment.interval), outputs_(std::move(outputs)) {}

  void begin(ConstView) override {}
  /// Of several records at one time the last counts: what holds after the events there.
  void record(double time, ConstView observed, simulation::Moment moment) override {
    if (moment == simulation::Moment::afterEvent) events_.push_back(time);
    const double place = (time - start_) / interval_;
    if (std::abs(place - std::round(place)) > 1e-6) return;
    Vector& row = rows_[std::lround(place)];
    row.clear();
    for (const std::size_t output : outputs_) row.push_back(observed[output]);
  }

  /// The largest error at any point, as a share of the variable's largest value. Next to an event of either nothing is
  /// compared: there a value that jumps may still, or already, be the other one.
  [[nodiscard]] double distanceTo(const Course& reference) const {
    double worst = 0;
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      double size = 1e-3;
      for (const auto& [place, row] : reference.rows_) size = std::max(size, std::abs(row[k]));
      for (const auto& [place, row] : reference.rows_) {
        const auto own = rows_.find(place);
        if (own == rows_.end()) return INFINITY;
        if (isNextToEvent(place) || reference.isNextToEvent(place)) continue;
        worst = std::max(worst, std::abs(own->second[k] - row[k]) / size);
      }
    }
    return worst;
  }

 private:
  [[nodiscard]] bool isNextToEvent(long place) const {
    constexpr double margin = 0.05;  // of an interval
    const double time = start_ + static_cast<double>(place) * interval_;
    return std::ranges::any_of(events_, [&](double event) { return std::abs(event - time) < margin * interval_; });
  }

  double start_, interval_;
  std::vector<std::size_t> outputs_;
  std::map<long, Vector> rows_;
  std::vector<double> events_;
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
  simulation::Outcome outcome(const std::string& method, double tolerance, double longest,
                              simulation::Recorder& recorder) {
    Diagnostics diagnostics;
    double start = 0, end = 0;
    simulation::Settings settings{.tolerance = tolerance, .method = method};
    settings.inspect = [&](simulation::BoundModel&, double, ConstView) {
      end = cpuSeconds();
      if (start == 0) start = end;
    };
    settings.cancellation.afterStep = [&, steps = 0]() mutable {
      return ++steps % 64 == 0 && cpuSeconds() - start > longest;
    };
    simulation::Outcome result = simulation::simulate(*code_, settings, recorder, diagnostics);
    result.runSeconds = end - start;
    return result;
  }

  simulation::Outcome outcome(const std::string& method, double tolerance, double longest) {
    Nothing nothing;
    return outcome(method, tolerance, longest, nothing);
  }

  /// What two methods of different families agree on.
  bool findReference() {
    reference_ = courseOf("radau", 1e-10, 5);
    const std::optional<Course> other = courseOf("rodas5p", 1e-10, 5);
    if (!reference_ || !other) return false;
    mostDigits_ = 14;
    mostDigits_ = digits(*other);
    return mostDigits_ >= 4;
  }

  /// Timed without the course; what it is like is found by one more run, the first time.
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
    if (!run.ok) return run;
    const auto [known, isNew] = digitsOf_.try_emplace({method, tolerance}, 0);
    if (const auto course = isNew ? courseOf(method, tolerance, 5) : std::nullopt) known->second = digits(*course);
    run.digits = known->second;
    return run;
  }

 private:
  std::optional<Course> courseOf(const std::string& method, double tolerance, double longest) {
    Course course(simulation::experimentOf(compilation_.compiled().experiment, {}), compared());
    const bool hasFinished = outcome(method, tolerance, longest, course).kind == simulation::OutcomeKind::finished;
    return hasFinished ? std::optional(std::move(course)) : std::nullopt;
  }

  /// States; of a model without any, all variables.
  [[nodiscard]] std::vector<std::size_t> compared() const {
    std::vector<std::size_t> states, all;
    for (const auto& variable : compilation_.compiled().recorded.variables) {
      if (codegen::isParameter(variable)) continue;
      all.push_back(variable.index);
      if (variable.kind == codegen::VariableKind::state) states.push_back(variable.index);
    }
    return states.empty() ? all : states;
  }

  [[nodiscard]] double digits(const Course& course) const {
    return -std::log10(std::max(course.distanceTo(*reference_), std::pow(10, -mostDigits_)));
  }

  api::Compilation compilation_;
  std::optional<simulation::ModelCode> code_;
  std::optional<Course> reference_;
  std::map<std::pair<std::string, double>, double> digitsOf_;  // by method and tolerance
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
    cases.push_back(caseOf(name, root, {.file = circuits, .model = std::string("HydraulicCircuits.") + name}, false));
  return cases;
}

}  // namespace dashpot::bench

#include "server/worker/run_model.hpp"

#include "base/printable.hpp"
#include "results/results.hpp"
#include "server/jobs/model_description.hpp"
#include "simulation/model_run.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <new>

namespace dashpot::server {

namespace {

using nlohmann::json;
using simulation::Moment;
using simulation::OutcomeKind;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds flushInterval{20}, progressInterval{100};
constexpr std::size_t mostPending = 8192;  // numbers: 64 KB
/// A run that keeps pace takes no step that lasts longer than this, so that what is seen moves, and inputs act at once.
constexpr double longestPacedStep = 0.05;  // seconds
constexpr std::size_t memoryToSayThatThereIsNone = 4 << 20;

/// Rows of those outputs that variables show, in batches.
class RowSender final : public simulation::Recorder {
 public:
  RowSender(const std::vector<std::uint32_t>& outputs, double straightness, const ToServer& server)
      : outputs_(outputs), straightness_(straightness), server_(server) {}

  void begin(ConstView parameters) override { server_.begin(parameters); }

  void record(double time, ConstView observed, Moment moment) override {
    if (moment == Moment::between && !(straightness_ > 0)) return;
    pending_.push_back(time);
    for (const std::uint32_t output : outputs_) pending_.push_back(observed[output]);
    if (pending_.size() >= mostPending) flush();
  }

  /// As a file of all variables does.
  [[nodiscard]] std::vector<simulation::Followed> follows() const override {
    std::vector<simulation::Followed> course;
    if (straightness_ > 0)
      for (const std::uint32_t output : outputs_) course.push_back({.output = output, .ofSize = straightness_});
    return course;
  }

  void flush() {
    lastFlush_ = Clock::now();
    if (pending_.empty()) return;
    server_.rows(pending_);
    pending_.clear();
  }
  void flushIfDue() {
    if (!pending_.empty() && Clock::now() - lastFlush_ >= flushInterval) flush();
  }

 private:
  const std::vector<std::uint32_t>& outputs_;
  double straightness_;
  const ToServer& server_;
  std::vector<double> pending_;
  Clock::time_point lastFlush_ = {};  // long ago: the first row is sent at once
};

/// How many UTF-16 units precede a byte of a line.
std::uint32_t unitsBefore(std::string_view line, std::uint32_t column) {
  std::uint32_t units = 0;
  for (const char c : line.substr(0, std::min<std::size_t>(column, line.size()))) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0U) != 0x80U) units += byte >= 0xf0U ? 2 : 1;
  }
  return units;
}

json positionOf(const SourceText& source, std::uint32_t offset) {
  const auto [line, column] = source.lineColumn(offset);
  return {{"line", line - 1}, {"character", unitsBefore(source.line(line), column - 1)}};
}

/// As the Language Server Protocol has them, with the file that each is about.
json diagnosticsJson(const Diagnostics& diagnostics, const Sources& sources) {
  json list = json::array();
  const json nowhere{{"line", 0}, {"character", 0}};
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    std::string message = diagnostic.message;
    for (const std::string& detail : diagnostic.details) message += "\n  " + detail;
    for (const std::string& note : diagnostic.notes) message += "\nnote: " + note;
    for (const std::string& hint : diagnostic.hints) message += "\nhint: " + hint;
    json entry{{"range", {{"start", nowhere}, {"end", nowhere}}},
               {"severity", diagnostic.severity == Severity::error ? 1 : 2},
               {"code", diagnostic.code},
               {"source", "dashpot"},
               {"message", printable(message, Lines::many)}};
    if (diagnostic.where.known()) {
      const SourceText& source = sources[diagnostic.where.source];
      entry["file"] = source.name();
      entry["range"] = {{"start", positionOf(source, diagnostic.where.begin)},
                        {"end", positionOf(source, diagnostic.where.end)}};
    }
    list.push_back(std::move(entry));
  }
  return list;
}

json statisticsJson(const simulation::Outcome& outcome) {
  const Statistics& s = outcome.statistics;
  return {{"steps", s.steps},
          {"rejected", s.rejected},
          {"rhs_evals", s.rhsEvals},
          {"jac_evals", s.jacEvals},
          {"lu", s.lu},
          {"solves", s.solves},
          {"newton_iterations", s.newtonIterations},
          {"events", s.events},
          {"run_seconds", outcome.runSeconds}};
}

class Run {
 public:
  Run(RunRequest request, Diagnostics diagnostics, ModelCache& cache, RunControl& control, const ToServer& server)
      : request_(std::move(request)),
        diagnostics_(std::move(diagnostics)),
        control_(control),
        server_(server),
        found_(diagnostics_.hasErrors() ? ModelCache::Found{} : cache.find(request_)) {}

  void execute() {
    if (!found_.model) return end("failed", 0.0);
    for (const Diagnostic& each : found_.model->compilation.diagnostics.all()) diagnostics_.add(each);
    if (!found_.model->code) return end("failed", 0.0);
    if (control_.isCancelled()) return end("cancelled", 0.0);
    simulate();
  }

 private:
  [[nodiscard]] const codegen::CompiledModel& compiled() const { return found_.model->compilation.compiled(); }

  void simulate() {
    simulation::Settings& settings = request_.settings;
    settings.cancellation = {.afterStep = [this] { return control_.isCancelled().load(); },
                             .atOnce = &control_.isCancelled()};
    if (request_.pace) settings.maxStep = longestPacedStep * *request_.pace;
    const simulation::Experiment experiment = experimentOf(compiled().experiment, settings);
    auto parameters = parameterValues(compiled(), settings.parameters, diagnostics_);
    const bool isAccepted = acceptSettings(compiled().experiment, settings, diagnostics_);
    if (!isAccepted || !parameters) return end("failed", experiment.start);

    const ModelDescription description = describe(compiled().recorded, compiled().inputs.names);
    tellModel(description, experiment);
    const bool followsSteps = !recordsAtIntervals(compiled().experiment, settings);
    // A row has the outputs that columns of the server refer to.
    RowSender sender(description.outputs, followsSteps ? experiment.tolerance : 0.0, server_);
    results::Fanout recorder({&sender});
    simulation::ModelRun run(*found_.model->code, settings, std::move(*parameters), recorder, diagnostics_);
    for (const auto& [name, value] : request_.inputs) setInput(run, name, value);
    // Not touched: what the limit counts are addresses.
    auto reserve = std::make_unique_for_overwrite<std::byte[]>(memoryToSayThatThereIsNone);
    try {
      if (run.begin()) advance(run, sender);
    } catch (const std::bad_alloc&) {
      reserve.reset();
      (void)run.fail({.severity = Severity::error,
                      .code = "memory",
                      .message = fmt::format("the run needs more memory than there is at time {:.9g}", run.time())});
    }
    const simulation::Outcome outcome = run.finish();
    sender.flush();
    end(outcome.kind == OutcomeKind::finished    ? "finished"
        : outcome.kind == OutcomeKind::cancelled ? "cancelled"
                                                 : "failed",
        outcome.endTime, statisticsJson(outcome));
  }

  void advance(simulation::ModelRun& run, RowSender& sender) {
    auto lastProgress = Clock::now();
    const auto tell = [&](bool isPaused) {
      sender.flush();
      lastProgress = Clock::now();
      server_.tell({{"event", "progress"}, {"time", run.time()}, {"paused", isPaused}});
    };
    sender.flush();
    while (run.advance()) {
      control_.keepPace(run.time(), [&](bool isPaused) {
        sender.flush();
        if (isPaused || Clock::now() - lastProgress >= progressInterval) tell(isPaused);
      });
      for (const auto& [name, value] : control_.takeInputs()) setInput(run, name, value);
      sender.flushIfDue();
      if (Clock::now() - lastProgress >= progressInterval) tell(false);
    }
  }

  void setInput(simulation::ModelRun& run, const std::string& name, double value) {
    const auto& names = compiled().inputs.names;
    const auto found = std::ranges::find(names, name);
    const auto info = std::ranges::find(compiled().recorded.variables, name, &codegen::VariableInfo::name);
    const std::string problem = found == names.end() || info == compiled().recorded.variables.end()
                                    ? fmt::format("there is no input '{}'", name)
                                    : simulation::whyNot(*info, value);
    if (problem.empty())
      run.setInput(static_cast<std::size_t>(found - names.begin()), value);
    else
      diagnostics_.warning("input-value", {}, problem);
  }

  /// What the page does not know: it shows the values of inputs itself.
  [[nodiscard]] Diagnostics toldDiagnostics() const {
    Diagnostics told;
    for (const Diagnostic& each : diagnostics_.all())
      if (each.code != "inputs" || each.severity == Severity::error) told.add(each);
    return told;
  }

  void tellModel(const ModelDescription& description, const simulation::Experiment& experiment) {
    if (!found_.model->isTold)
      server_.tell({{"event", "model"}, {"number", found_.model->number}, {"description", toJson(description)}});
    found_.model->isTold = true;
    server_.tell({{"event", "begun"},
                  {"model", found_.model->number},
                  {"compiled", found_.isCompiled},
                  {"start", experiment.start},
                  {"stop", experiment.stop}});
  }

  void end(const char* state, double time, json statistics = nullptr) {
    const Sources none;
    const Sources& sources = found_.model ? found_.model->compilation.sources() : none;
    const Diagnostics told = toldDiagnostics();
    json message{{"event", "ended"},
                 {"state", state},
                 {"compiled", found_.isCompiled},
                 {"time", time},
                 {"messages", printable(render(told, sources), Lines::many)},
                 {"diagnostics", diagnosticsJson(told, sources)}};
    if (!statistics.is_null()) message["statistics"] = std::move(statistics);
    server_.tell(message);
  }

  RunRequest request_;
  Diagnostics diagnostics_;
  RunControl& control_;
  const ToServer& server_;
  ModelCache::Found found_;
};

}  // namespace

void runModel(const json& message, ModelCache& cache, RunControl& control, const ToServer& server) {
  Diagnostics diagnostics;
  RunRequest request = runRequestFrom(message, diagnostics);
  Run(std::move(request), std::move(diagnostics), cache, control, server).execute();
}

}  // namespace dashpot::server

// dashpot realtime: a model against the clock.
#include "cli/realtime.hpp"

#include "base/units.hpp"
#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "cli/output_files.hpp"
#include "cli/simulate_job.hpp"
#include "cli/table.hpp"
#include "results/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unistd.h>

namespace dashpot::cli {
namespace {

using codegen::CompiledModel;
using codegen::VariableInfo;

constexpr double defaultDuration = 10.0;  // seconds, where neither the user nor the model says
constexpr std::size_t mostDefaultOutputs = 14;

struct RealTimeOptions {
  SimulateOptions run;  // the options that `simulate` has, too
  std::string duration, udp, sharedMemory, timeout, page;
  int iterations = simulation::FixedStepOptions{}.newtonIterations;
  bool isLockStep = false, isOrdinary = false, isLayout = false;
};

/// A time of at least zero; "forever" is zero where that is allowed.
std::optional<double> readDuration(const std::string& text, const char* option, bool mayBeForever,
                                   Diagnostics& diagnostics) {
  if (text.empty()) return std::nullopt;
  if (mayBeForever && text == "forever") return 0.0;
  const auto quantity = parseQuantity(text);
  if (quantity && (quantity->unit.empty() || quantity->unit == "s") && std::isfinite(quantity->value) &&
      quantity->value > 0)
    return quantity->value;
  Diagnostic& d = diagnostics.error("command-line", {},
                                    quantity ? fmt::format("{}: '{}' is not a positive time", option, text)
                                             : fmt::format("{}: {}", option, quantity.error()));
  if (mayBeForever) d.hint("write 10s, or 'forever' for a run that Ctrl-C ends");
  return std::nullopt;
}

realtime::Settings readRealTimeSettings(const RealTimeOptions& options, Diagnostics& diagnostics) {
  realtime::Settings settings;
  settings.pace = options.isLockStep ? realtime::Pace::partner : realtime::Pace::clock;
  settings.isPrivileged = !options.isOrdinary;
  settings.sharedMemory = options.sharedMemory;
  settings.steps.newtonIterations = options.iterations;
  if (const auto patience = readDuration(options.timeout, "--timeout", false, diagnostics))
    settings.patience = *patience;
  if (!options.udp.empty()) {
    if (const auto addresses = realtime::parseUdpAddresses(options.udp))
      settings.udp = *addresses;
    else
      diagnostics.error("command-line", {}, "--udp: " + addresses.error());
  }
  if (!options.page.empty() && !options.page.ends_with(".html"))
    diagnostics.error("command-line", {}, fmt::format("--report: '{}' must end in .html", options.page));
  refuseOverwriting({{"--report", options.page}}, {{"", options.run.model.file}, {"--input", options.run.input}},
                    diagnostics);
  return settings;
}

double durationOf(const RealTimeOptions& options, const CompiledModel& model, Diagnostics& diagnostics) {
  if (const auto given = readDuration(options.duration, "--duration", true, diagnostics)) return *given;
  const codegen::ExperimentAnnotation& experiment = model.experiment;
  const double length = experiment.stopTime.value_or(0.0) - experiment.startTime.value_or(0.0);
  return length > 0 ? length : defaultDuration;
}

VariableInfo variableOf(const results::Column& column) {
  VariableInfo variable;
  variable.name = column.name;
  variable.kind = column.isParameter ? codegen::VariableKind::parameter : codegen::VariableKind::algebraic;
  variable.negated = column.negated;
  variable.index = column.index;
  variable.unit = column.unit;
  variable.displayUnit = column.displayUnit;
  return variable;
}

/// Those that the user names, else the outputs of the model, else what suits most.
std::vector<VariableInfo> chooseOutputs(const RealTimeOptions& options, const CompiledModel& model,
                                        Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const std::string& text : options.run.variables)
    for (std::string& name : results::splitNames(text)) names.push_back(std::move(name));
  std::vector<VariableInfo> chosen;
  if (names.empty())
    for (const VariableInfo& variable : model.recorded.variables)
      if (variable.causality == codegen::Causality::output) chosen.push_back(variable);
  if (!chosen.empty()) return chosen;
  for (const results::Column& column : names.empty() ? results::principalColumns(model.recorded, mostDefaultOutputs)
                                                     : results::selectColumns(model.recorded, names, diagnostics))
    chosen.push_back(variableOf(column));
  return chosen;
}

std::vector<realtime::ExchangedVariable> inputsInMessages(const CompiledModel& model,
                                                          const simulation::Settings& settings,
                                                          const realtime::Settings& realTime) {
  std::vector<realtime::ExchangedVariable> inputs;
  for (const std::uint32_t i : servedInputs(model, settings, realTime)) {
    realtime::ExchangedVariable input{model.inputs.names[i], {}};
    const auto info = std::ranges::find(model.recorded.variables, input.name, &VariableInfo::name);
    if (info != model.recorded.variables.end()) input.unit = info->unit;
    inputs.push_back(std::move(input));
  }
  return inputs;
}

/// The order of the values in messages, for whoever writes the other side.
void printLayout(const std::vector<realtime::ExchangedVariable>& inputs,
                 const std::vector<realtime::ExchangedVariable>& outputs, bool asJson) {
  if (asJson) {
    const auto list = [](const auto& variables) {
      auto json = nlohmann::ordered_json::array();
      for (const auto& variable : variables) json.push_back({{"name", variable.name}, {"unit", variable.unit}});
      return json;
    };
    printJson({{"schema", "dashpot/realtime-layout/1"}, {"inputs", list(inputs)}, {"outputs", list(outputs)}});
    return;
  }
  Table table(
      {{"message", Table::Align::left}, {"value"}, {"variable", Table::Align::left}, {"unit", Table::Align::left}});
  for (std::size_t i = 0; i < inputs.size(); ++i)
    table.add({i == 0 ? "to the model" : "", fmt::format("{}", i), inputs[i].name, inputs[i].unit});
  for (std::size_t i = 0; i < outputs.size(); ++i)
    table.add({i == 0 ? "from the model" : "", fmt::format("{}", i), outputs[i].name, outputs[i].unit});
  say("{}", table.text());
}

void sayThatItRuns(const realtime::Settings& settings) {
  if (settings.udp)
    say(stderr, "running: listens at {}, sends to {}; Ctrl-C ends with a report\n", text(settings.udp->own),
        text(settings.udp->partner));
  else if (!settings.sharedMemory.empty())
    say(stderr, "running: inputs and outputs in /dev/shm/{}; Ctrl-C ends with a report\n", settings.sharedMemory);
  else
    say(stderr, "running; Ctrl-C ends with a report\n");
}

/// The end of a run that cannot begin.
ExitCode refuseRealTime(const RealTimeOptions& options, const Compilation& compilation) {
  if (!options.run.json)
    say(stderr, "{}", render(compilation.diagnostics, compilation.sources()));
  else
    printJson({{"schema", "dashpot/realtime/1"},
               {"status", "rejected"},
               {"diagnostics", cli::toJson(compilation.diagnostics, compilation.sources())}});
  return ExitCode::userError;
}

ExitCode exitCodeOf(const RealTimeSummary& summary) {
  switch (summary.report.loop.ending) {
    case realtime::Ending::silence: return ExitCode::userError;
    case realtime::Ending::stopped:
      return summary.settings.duration > 0 ? ExitCode::interrupted : ExitCode::success;  // asked for, if endless
    case realtime::Ending::steps:
    case realtime::Ending::model: break;
  }
  return ExitCode::success;
}

ExitCode runRealTime(const RealTimeOptions& options) {
  ModelArguments arguments = options.run.model;
  arguments.settableStarts = true;
  Compilation compilation(std::move(arguments));
  Diagnostics& diagnostics = compilation.diagnostics;
  simulation::Settings settings = readSettings(options.run, diagnostics);
  realtime::Settings realTime = readRealTimeSettings(options, diagnostics);
  if (diagnostics.hasErrors() || !compilation.run(settings.parameters)) return refuseRealTime(options, compilation);
  const CompiledModel& model = compilation.compiled();
  readInputs(options.run, model, settings, diagnostics);
  realTime.duration = durationOf(options, model, diagnostics);
  std::vector<VariableInfo> outputs = chooseOutputs(options, model, diagnostics);
  std::vector<realtime::ExchangedVariable> outputNames;
  for (const VariableInfo& output : outputs) outputNames.push_back({output.name, output.unit});
  if (diagnostics.hasErrors() || !acceptSettings(model, settings, realTime, diagnostics))
    return refuseRealTime(options, compilation);
  const auto inputNames = inputsInMessages(model, settings, realTime);
  if (options.isLayout) {
    printLayout(inputNames, outputNames, options.run.json);
    return report(compilation);
  }

  const bool isTerminal = !options.run.json && isatty(STDERR_FILENO) != 0;
  realTime.isStopped = [] { return Interruption::isRequested(); };
  if (isTerminal) realTime.whenReady = [&realTime] { sayThatItRuns(realTime); };
  // Warnings about the settings were given above.
  Diagnostics ofRun;
  simulation::ModelCode code(model, settings.code);
  std::optional<realtime::Report> report;
  {
    const Interruption interruption;
    report = realtime::run(code, settings, std::move(outputs), realTime, ofRun);
  }
  for (const Diagnostic& d : ofRun.all())
    if (std::ranges::none_of(diagnostics.all(), [&](const Diagnostic& e) { return e.message == d.message; }))
      diagnostics.add(d);
  if (!report) return refuseRealTime(options, compilation);
  if (report->loop.ending == realtime::Ending::silence)
    diagnostics
        .error("real-time", {},
               fmt::format("the partner did not answer the outputs at time {:.9g} within {:g} s", report->endTime,
                           realTime.patience))
        .hint("each answer has the sequence number of the outputs that it answers; --timeout waits longer");

  const RealTimeSummary summary{
      model.name(), settings.method, settings.step,      realTime,
      inputNames,   outputNames,     std::move(*report), render(diagnostics, compilation.sources())};
  ExitCode result = exitCodeOf(summary);
  if (!options.page.empty())
    if (auto problem = writeRealTimePage(summary, options.page)) {
      diagnostics.add(std::move(*problem));
      result = ExitCode::userError;
    }
  if (options.run.json) {
    nlohmann::ordered_json json = realTimeJson(summary);
    json["diagnostics"] = cli::toJson(diagnostics, compilation.sources());
    printJson(json);
  } else {
    printRealTime(summary);
    if (!options.page.empty() && result != ExitCode::userError) say("wrote {}\n", options.page);
    std::fflush(stdout);
    say(stderr, "{}", render(diagnostics, compilation.sources()));
  }
  if (code.stopMaking()) leave(result);
  return result;
}

}  // namespace

void addRealTime(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<RealTimeOptions>();
  options->run.method = realtime::defaultMethod;
  CLI::App* verb =
      addVerb(app, "realtime",
              "Run a model against the clock, with inputs and outputs exchanged while it runs; report what steps cost",
              "dashpot realtime examples/cylinder_circuit.mo --step 1ms --duration 10s --report realtime.html");
  addModelArguments(*verb, options->run.model);
  verb->add_option("--step", options->run.step, "Length of a step, and time between deadlines: 1ms")
      ->type_name("TIME")
      ->required();
  verb->add_option("--duration", options->duration,
                   "How long it runs: 10s, or forever; without it as long as the model's experiment, else 10 s")
      ->type_name("TIME");
  verb->add_option("--method", options->run.method,
                   "Integration method with a fixed step; 'dashpot methods' lists them")
      ->capture_default_str()
      ->type_name("NAME");
  verb->add_option(
          "--iterations", options->iterations,
          "Newton iterations per step, or stage, of implicit Runge-Kutta methods; rodas3 and its kin have none")
      ->capture_default_str()
      ->type_name("N");
  verb->add_option("--set", options->run.set, "Set a parameter or a start value: name=value, pump.p=210bar, x.start=3")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  verb->add_option("--input", options->run.input,
                   "Data for top-level inputs: CSV with a column 'time' and one per input; held over each step")
      ->type_name("FILE.csv");
  verb->add_option("--input-interpolation", options->run.inputInterpolation, "Between the rows")
      ->check(CLI::IsMember({"linear", "hold"}))
      ->capture_default_str();
  verb->add_option("--udp", options->udp,
                   "Exchange by datagrams: where to listen and where to send, 7001,7002 or "
                   "192.168.0.10:7001,192.168.0.20:7002; a port alone is on 127.0.0.1")
      ->type_name("OWN,PARTNER");
  verb->add_option("--shm", options->sharedMemory, "Exchange through POSIX shared memory of this name: /dev/shm/NAME")
      ->type_name("NAME");
  verb->add_option("--vars", options->run.variables,
                   "Outputs, in this order; without it the outputs of the model, or its principal variables")
      ->type_name("NAMES")
      ->allow_extra_args(false);
  verb->add_flag("--lockstep", options->isLockStep,
                 "Co-simulation: each step waits for the partner's answer to the outputs before, not for the clock");
  verb->add_option("--timeout", options->timeout, "How long to wait for a partner in lock-step; 10 s")
      ->type_name("TIME");
  verb->add_flag("--ordinary", options->isOrdinary, "Do not ask for real-time priority and locked memory");
  verb->add_flag("--layout", options->isLayout, "Print the order of the values in messages instead of running");
  verb->add_option("--backend", options->run.backend, "What runs the model: native code by LLVM, or the interpreter")
      ->check(CLI::IsMember({"llvm", "interpreter"}))
      ->capture_default_str();
  verb->add_option("--report", options->page, "Write a page with tables and pictures that opens without a server")
      ->type_name("FILE.html");
  verb->add_flag("--json", options->run.json, "The report as one JSON object");
  verb->callback([options, &result] { result = runRealTime(*options); });
}

}  // namespace dashpot::cli

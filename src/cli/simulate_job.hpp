// cli/simulate_job.hpp: what all runs of `dashpot simulate` have in common, be it a model or a built-in problem:
// options, files, Ctrl-C, the summary and the exit code.
#pragma once

#include "cli/compilation.hpp"
#include "cli/integration_options.hpp"
#include "results/result_file.hpp"
#include "simulation/simulate.hpp"

#include <functional>
#include <string>
#include <vector>

namespace dashpot::cli {

struct SimulateOptions {
  ModelArguments model;
  std::string start, stop, tolerance, interval, step, maxStep;
  std::string method = simulation::defaultMethod;
  IntegrationOptions integration;
  std::vector<std::string> data, set, variables;
  std::vector<std::string> plots;  // files; "-": on the terminal
  std::string output, dump, input, inputInterpolation = "linear", saveData;
  results::FileOptions file;
  results::Scope scope;
  bool everyStep = false;
  std::string backend = "llvm", cache;
  bool json = false;
  bool errors = false;         // of a problem with a closed solution, as further variables
  bool explain = false;        // the run, behind its summary
  bool explainMethod = false;  // how the automatic method chose
};

/// Options of a run: times, method, parameters, inputs.
void addRunOptions(CLI::App& verb, SimulateOptions& options);

/// Numbers of the options, and the names of the files to write. What cannot be read is reported.
[[nodiscard]] simulation::Settings readSettings(const SimulateOptions& options, Diagnostics& diagnostics);

/// The data that inputs follow, if the user gave any.
void readInputs(const SimulateOptions& options, const codegen::CompiledModel& model, simulation::Settings& settings,
                Diagnostics& diagnostics);

/// The end of a run that cannot begin: its diagnostics, as text or JSON.
ExitCode refuse(const SimulateOptions& options, const Diagnostics& diagnostics, const Sources& sources);

/// A run that is ready to begin.
struct SimulateJob {
  std::string name;  // of the model or problem
  simulation::Experiment experiment;
  bool recordsAtIntervals = true;         // else at steps
  std::vector<results::Column> recorded;  // goes to files and JSON
  std::vector<results::Column> shown;     // goes to the table for people
  std::vector<results::Column> plotted;
  std::string dataSet;  // text of the data set that is to be saved
  double compileSeconds = 0.0;
  Compilation::Seconds stageSeconds = {};  // what the stages take of it
  double prepareSeconds = 0.0;             // from there to the run: columns, data of inputs
  std::function<simulation::Outcome(const simulation::Settings&, simulation::Recorder&, Diagnostics&,
                                    const simulation::StepObserver&)>
      simulate;
  /// After the run: more of it behind the summary, and in its JSON object.
  std::function<void()> printMore = {};
  std::function<void(nlohmann::ordered_json&)> addMore = {};
};

/// Chooses the variables to record, show and plot: by the names the user gave or as suits most.
void chooseColumns(SimulateJob& job, const codegen::RecordedVariables& variables, const SimulateOptions& options,
                   Diagnostics& diagnostics);

/// Runs it, writes the files that were asked for and prints the summary. Ctrl-C ends the run, not the program.
ExitCode execute(const SimulateJob& job, const SimulateOptions& options, simulation::Settings settings,
                 Diagnostics& diagnostics, const Sources& sources);

}  // namespace dashpot::cli

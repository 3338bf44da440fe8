// dashpot export: a model with an inlined integration formula as self-contained C99.
#include "export/export.hpp"

#include "base/whole_file.hpp"
#include "cli/output.hpp"
#include "cli/simulate_job.hpp"
#include "results/results.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace dashpot::cli {
namespace {

/// Linearly implicit, stiffly accurate: of known cost, whatever the model is.
constexpr const char* defaultFormula = "rodas3";
constexpr std::size_t mostExportedOutputs = 30;

struct ExportVerbOptions {
  SimulateOptions simulation;  // model, step, parameters, variables
  std::string folder, formula = defaultFormula, name;
  bool isSingle = false;
};

std::vector<exporting::ExportedOutput> chooseOutputs(const codegen::CompiledModel& model,
                                                     const ExportVerbOptions& options, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const std::string& text : options.simulation.variables)
    for (std::string& name : results::splitNames(text)) names.push_back(std::move(name));
  std::vector<exporting::ExportedOutput> outputs;
  for (const results::Column& column : names.empty() ? results::principalColumns(model.recorded, mostExportedOutputs)
                                                     : results::selectColumns(model.recorded, names, diagnostics))
    if (!column.isParameter) outputs.push_back({column.name, column.index, column.negated});
  return outputs;
}

bool write(const std::filesystem::path& folder, const std::vector<exporting::ExportedFile>& files,
           Diagnostics& diagnostics) {
  std::error_code status;
  std::filesystem::create_directories(folder, status);
  for (const exporting::ExportedFile& file : files)
    if (auto fault = writeWhole(file.text, folder / file.name)) {
      diagnostics.add(std::move(*fault));
      return false;
    }
  return true;
}

ExitCode run(const ExportVerbOptions& options) {
  ModelArguments arguments = options.simulation.model;
  arguments.settableStarts = true;
  Compilation compilation(std::move(arguments));
  compilation.inlined = options.formula;
  compilation.stepData = codegen::StepData::end;
  Diagnostics& diagnostics = compilation.diagnostics;
  simulation::Settings settings = readSettings(options.simulation, diagnostics);
  settings.method = std::string(inlinedPrefix) + options.formula;
  settings.code.backend = codegen::Backend::interpreter;
  if (diagnostics.hasErrors() || !compilation.run(settings.parameters)) return report(compilation);
  const codegen::CompiledModel& model = compilation.compiled();
  if (settings.step == 0) settings.step = simulation::experimentOf(model.experiment, settings).interval;
  const auto outputs = chooseOutputs(model, options, diagnostics);
  if (diagnostics.hasErrors() || !exporting::canBeExported(model, diagnostics)) return report(compilation);
  simulation::ModelCode code(model, settings.code);
  const auto start = exporting::findStartNumbers(code, settings, diagnostics);
  if (!start) return report(compilation);
  const std::string prefix = options.name.empty() ? exporting::identifierOf(model.name()) : options.name;
  const auto files =
      exporting::exportC(model, *start, {.prefix = prefix, .isSingle = options.isSingle, .outputs = outputs});
  if (!write(options.folder, files, diagnostics)) return report(compilation);
  if (options.simulation.json) {
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    for (const auto& file : files) names.push_back((std::filesystem::path(options.folder) / file.name).string());
    printJson({{"schema", "dashpot/export/1"},
               {"model", model.name()},
               {"formula", options.formula},
               {"step", settings.step},
               {"precision", options.isSingle ? "single" : "double"},
               {"files", names}});
  } else {
    say("{}: C99 with {} inlined, steps of {} s, in {}\n", model.name(), options.formula, settings.step,
        options.folder);
    for (const auto& file : files) say("  {:<24} {:>8} bytes\n", file.name, file.text.size());
  }
  return report(compilation);
}

}  // namespace

void addExport(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<ExportVerbOptions>();
  CLI::App* verb = addVerb(app, "export", "Write a model as self-contained C99, with an integration formula inlined",
                           "dashpot export examples/relief_valve.mo --c relief --inline rodas3 --step 1ms");
  addModelArguments(*verb, options->simulation.model);
  verb->add_option("--c", options->folder, "The folder that the C files are written to")->required()->type_name("DIR");
  verb->add_option("--inline", options->formula,
                   "The formula that is worked into the equations; 'dashpot methods --family inlined' lists them")
      ->capture_default_str()
      ->type_name("NAME");
  verb->add_option("--step", options->simulation.step, "The length of a step; default: the interval of the experiment")
      ->type_name("TIME");
  verb->add_flag("--single", options->isSingle, "float instead of double");
  verb->add_option("--name", options->name, "What names in the C begin with; default: the name of the model")
      ->type_name("NAME")
      ->check(CLI::Validator(
          [](const std::string& text) {
            const bool isIdentifier = exporting::identifierOf(text) == text;
            return isIdentifier ? std::string() : "'" + text + "' is no name of lower-case letters, digits and _";
          },
          ""));
  verb->add_option("--vars", options->simulation.variables, "The outputs; * and ? stand for any characters")
      ->type_name("NAMES")
      ->allow_extra_args(false);
  verb->add_option("--set", options->simulation.set, "Set a parameter or a start value for good: name=value")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  verb->add_flag("--json", options->simulation.json, "What was written, as one JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli

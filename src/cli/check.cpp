// dashpot check: diagnostics, and how many equations, unknowns and states a model has.
#include "cli/circuit_rules.hpp"
#include "cli/compilation.hpp"
#include "cli/model_counts.hpp"
#include "cli/output.hpp"
#include "model/flat/unit_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace dashpot::cli {
namespace {

struct CheckOptions {
  ModelArguments model;
  bool rules = false;
  bool json = false;
};

std::size_t statesOf(const equations::SolvableSystem& system) {
  return static_cast<std::size_t>(
      std::ranges::count(system.variables, equations::Role::state, &equations::SystemVariable::role));
}

/// Values that the model itself gives its parameters lie in their ranges; what is left to be set has none yet.
bool hasSoundParameters(Compilation& compilation) {
  const codegen::CompiledModel& model = compilation.compiled();
  const bool areAllGiven = std::ranges::all_of(model.recorded.variables, [](const codegen::VariableInfo& variable) {
    return variable.kind != codegen::VariableKind::parameter || variable.hasValue;
  });
  return !areAllGiven || simulation::parameterValues(model, {}, compilation.diagnostics).has_value();
}

ExitCode run(const CheckOptions& options) {
  if (options.rules) return listRules(options.json);
  if (options.model.file.empty()) throw CLI::RequiredError("file");
  Compilation compilation(options.model);
  std::vector<rules::Finding> findings;
  bool isSound = compilation.parse() && compilation.flatten();
  if (isSound) {
    model::checkUnits(compilation.flat(), compilation.diagnostics);
    findings = inspectCircuit(compilation, {}, compilation.diagnostics);
    isSound = compilation.makeSolvable() && compilation.compile() && hasSoundParameters(compilation);
  }
  if (options.json) {
    nlohmann::ordered_json json{{"schema", "dashpot/check/1"}, {"ok", isSound}};
    if (isSound) {
      const ModelCounts counts = countsOf(compilation.flat());
      json["model"] = compilation.flat().name;
      json["equations"] = counts.equations;
      json["unknowns"] = counts.unknowns;
      json["states"] = statesOf(compilation.system());
      json["discrete"] = counts.discrete;
      json["parameters"] = counts.parameters;
      json["initial_equations"] = compilation.flat().initialEquations.size();
      json["counts"] = countsPerKind(compilation.flat());
    }
    json["diagnostics"] = cli::toJson(compilation.diagnostics, compilation.sources());
    for (auto& finding : cli::toJson(findings, compilation.sources()))
      json["diagnostics"].push_back(std::move(finding));
    printJson(json);
    return isSound ? ExitCode::success : ExitCode::userError;
  }
  if (isSound) {
    const ModelCounts counts = countsOf(compilation.flat());
    say("{}: {} equations, {} unknowns, {} states, {} parameters", compilation.flat().name, counts.equations,
        counts.unknowns, statesOf(compilation.system()), counts.parameters);
    if (counts.discrete > 0) say(", {} discrete variables", counts.discrete);
    say("\n");
  }
  for (const rules::Finding& finding : findings) compilation.diagnostics.add(finding.diagnostic);
  return report(compilation);
}

}  // namespace

void addCheck(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* verb = addVerb(
      app, "check",
      "Check a model: diagnostics, what is wrong with its circuit, and counts of equations, unknowns and states",
      "dashpot check examples/rlc.mo\n  dashpot check --rules\n  dashpot check Modelica.Blocks.Examples.PID_Controller "
      "--library DIR");
  addModelArguments(*verb, options->model);
  verb->get_option("file")->required(false);
  verb->add_flag("--rules", options->rules, "List the rules about circuits, with reasons and remedies; no file then");
  verb->add_flag("--json", options->json, "One JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli

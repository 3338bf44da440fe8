// dashpot check: diagnostics, and how many equations, unknowns and states a model has.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "cli/compilation.hpp"

namespace dashpot::cli {
namespace {

struct CheckOptions {
  ModelArguments model;
  bool json = false;
};

struct Counts {
  std::size_t equations = 0, unknowns = 0, states = 0, parameters = 0, initialEquations = 0;
};

Counts countsOf(const equations::SolvableSystem& system) {
  Counts counts;
  counts.equations = system.flat.equations.size();
  counts.initialEquations = system.flat.initialEquations.size();
  for (const model::Variable& variable : system.flat.variables)
    ++(variable.variability == model::Variability::continuous ? counts.unknowns : counts.parameters);
  counts.states = static_cast<std::size_t>(
      std::ranges::count(system.variables, equations::Role::state, &equations::SystemVariable::role));
  return counts;
}

ExitCode run(const CheckOptions& options) {
  Compilation compilation;
  const bool isSound = compilation.run(options.model.file, options.model.model);
  if (options.json) {
    nlohmann::ordered_json json{{"schema", "dashpot/check/1"}, {"ok", isSound}};
    if (isSound) {
      const Counts counts = countsOf(compilation.system());
      json["model"] = compilation.flat().name;
      json["equations"] = counts.equations;
      json["unknowns"] = counts.unknowns;
      json["states"] = counts.states;
      json["parameters"] = counts.parameters;
      json["initial_equations"] = counts.initialEquations;
    }
    json["diagnostics"] = toJson(compilation.diagnostics, compilation.sources());
    fmt::print("{}\n", json.dump(2));
    return isSound ? ExitCode::success : ExitCode::userError;
  }
  if (isSound) {
    const Counts counts = countsOf(compilation.system());
    fmt::print("{}: {} equations, {} unknowns, {} states, {} parameters\n", compilation.flat().name, counts.equations,
               counts.unknowns, counts.states, counts.parameters);
  }
  return report(compilation);
}

}  // namespace

void addCheck(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* verb = addVerb(app, "check", "Check a model: diagnostics, and counts of equations, unknowns and states",
                           "dashpot check examples/rlc.mo");
  addModelArguments(*verb, options->model);
  verb->add_flag("--json", options->json, "One JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli

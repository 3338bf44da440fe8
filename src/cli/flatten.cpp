// dashpot flatten: the flat model as Modelica text.
#include "cli/compilation.hpp"
#include "cli/model_counts.hpp"
#include "cli/output.hpp"

#include <fmt/format.h>

#include <memory>

namespace dashpot::cli {
namespace {

struct FlattenOptions {
  ModelArguments model;
  bool json = false;
};

ExitCode run(const FlattenOptions& options) {
  Compilation compilation(options.model);
  const bool isSound = compilation.parse() && compilation.flatten() && isPrintable(compilation);
  if (options.json) {
    nlohmann::ordered_json json{{"schema", "dashpot/flatten/1"}, {"ok", isSound}};
    if (isSound) {
      json["model"] = compilation.flat().name;
      json["variables"] = compilation.flat().variables.size();
      json["equations"] = compilation.flat().equations.size();
      json["initial_equations"] = compilation.flat().initialEquations.size();
      json["counts"] = countsPerKind(compilation.flat());
      json["text"] = model::print(compilation.flat());
    }
    json["diagnostics"] = cli::toJson(compilation.diagnostics, compilation.sources());
    printJson(json);
    return isSound ? ExitCode::success : ExitCode::userError;
  }
  if (isSound) printSource(model::print(compilation.flat()));
  return report(compilation);
}

}  // namespace

void addFlatten(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<FlattenOptions>();
  CLI::App* verb = addVerb(app, "flatten", "Print the flat model: all variables and equations, connections expanded",
                           "dashpot flatten examples/rlc.mo");
  addModelArguments(*verb, options->model);
  verb->add_flag("--json", options->json, "One JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli

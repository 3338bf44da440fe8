// Models in Modelica.
//
//   model        a file, from the folder that holds that of the experiments; or its text; `class`: which model of it
//   structure    of the model, or of a step of `method` worked into it: equations, solved (by sorting), loops,
//                largest_loop, torn, states;  `as_written`: without removing aliases first
//   simulation   `method`, `tolerance`, `stop`, `step`, `set` = {name = value}: a counter, outcome, or the value of
//                `variable` at the end or `at` a time
#include "api/compilation.hpp"
#include "dashpot/simulation.hpp"
#include "equations/inlining.hpp"
#include "experiments/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::experiments {
namespace {

/// A file is found from the root; a text stands for itself.
api::ModelArguments modelArguments(Settings& settings, const Laboratory& laboratory) {
  const std::string model = settings.text("model");
  api::ModelArguments arguments{.model = settings.text("class", ""),
                                .libraries = {(laboratory.root / "library").string()}};
  if (model.ends_with(".mo")) {
    arguments.file = (laboratory.root / model).string();
  } else {
    arguments.file = "model.mo";
    arguments.text = model;
  }
  return arguments;
}

Measured countOf(const std::string& quantity, const equations::StepStructure& structure) {
  std::size_t largest = 0, torn = 0;
  for (const equations::Block* const loop : structure.loops) {
    largest = std::max(largest, loop->equations.size());
    torn += loop->torn.size();
  }
  if (quantity == "equations") return Value{static_cast<double>(structure.equations)};
  if (quantity == "solved") return Value{static_cast<double>(structure.solved)};
  if (quantity == "loops") return Value{static_cast<double>(structure.loops.size())};
  if (quantity == "largest_loop") return Value{static_cast<double>(largest)};
  if (quantity == "torn") return Value{static_cast<double>(torn)};
  return Unexpected{fmt::format("structure has no quantity '{}'", quantity)};
}

equations::StepStructure structureOfModel(const equations::SolvableSystem& system) {
  equations::StepStructure result;
  for (const equations::Block& block : system.simulation.blocks) {
    result.equations += block.equations.size();
    if (block.equations.size() == 1 && block.torn.empty())
      ++result.solved;
    else
      result.loops.push_back(&block);
  }
  return result;
}

}  // namespace

Measured measureStructure(Settings& settings, Laboratory& laboratory) {
  api::Compilation compilation(modelArguments(settings, laboratory));
  compilation.solvableOptions.asWritten = settings.flag("as_written", true);
  compilation.solvableOptions.keepsGradients = false;
  const std::string quantity = settings.text("quantity"), method = settings.text("method", "");
  if (!compilation.parse() || !compilation.flatten() || !compilation.makeSolvable())
    return Unexpected{render(compilation.diagnostics, compilation.sources())};
  equations::SolvableSystem system = compilation.system();
  if (quantity == "states")
    return Value{static_cast<double>(
        std::ranges::count(system.variables, equations::Role::state, &equations::SystemVariable::role))};
  if (method.empty()) return countOf(quantity, structureOfModel(system));
  const auto formula = equations::findStageFormula(method);
  if (!formula) return Unexpected{fmt::format("'{}' cannot be worked into a model", method)};
  if (!equations::inlineFormula(system, *formula, compilation.sources(), compilation.diagnostics))
    return Unexpected{render(compilation.diagnostics, compilation.sources())};
  return countOf(quantity, equations::structureOf(*system.inlined));
}

Measured measureSimulation(Settings& settings, Laboratory& laboratory) {
  const api::ModelArguments arguments = modelArguments(settings, laboratory);
  const ModelOptions options{.name = arguments.model, .libraries = arguments.libraries, .native = false};
  const Model model =
      arguments.text.empty() ? Model::fromFile(arguments.file, options) : Model::fromText(arguments.text, options);
  if (!model) return Unexpected{model.messages()};
  const auto at = settings.optionalNumber("at");
  Simulation simulation(model, {.stop = at ? at : settings.optionalNumber("stop"),
                                .tolerance = settings.optionalNumber("tolerance"),
                                .interval = settings.optionalNumber("interval"),
                                .method = settings.text("method", ""),
                                .step = settings.number("step", 0)});
  for (const auto& [name, value] : settings.table("set"))
    if (const auto number = value.value<double>())
      simulation.set(name.str(), *number);
    else
      simulation.set(name.str(), value.value_or(std::string()));
  const std::string quantity = settings.text("quantity", "value"), variable = settings.text("variable", "");
  if (const std::string complaint = settings.complaint(); !complaint.empty()) return Unexpected{complaint};
  const bool isFinished = simulation.run();
  if (quantity == "outcome") return Value{.word = isFinished ? "finishes" : "fails"};
  if (!isFinished) return Value{.word = "fails"};
  const Statistics statistics = simulation.statistics();
  if (quantity == "steps") return Value{static_cast<double>(statistics.steps)};
  if (quantity == "events") return Value{static_cast<double>(statistics.events)};
  if (quantity != "value") return Unexpected{fmt::format("a simulation has no quantity '{}'", quantity)};
  const double value = simulation.value(variable);
  if (std::isnan(value)) return Unexpected{fmt::format("the model has no variable '{}'", variable)};
  return Value{value};
}

}  // namespace dashpot::experiments

// Text to result, for tests: all variables recorded in a table.
#pragma once

#include "models/compiled.hpp"
#include "results/results.hpp"
#include "simulation/simulate.hpp"

namespace dashpot::testing {

class Simulated : public Compiled {
 public:
  explicit Simulated(std::string text, const simulation::Settings& settings = {}, std::string fileName = "test.mo")
      : Compiled(std::move(text), std::move(fileName), simulation::inlinedFormula(settings.method)) {
    if (!model) return;
    table.emplace(results::selectColumns(model->recorded, {}, diagnostics));
    outcome = simulation::simulate(*model, settings, *table, diagnostics);
  }

  [[nodiscard]] bool finished() const { return table && outcome.kind == simulation::OutcomeKind::finished; }
  /// The last recorded value of a variable.
  [[nodiscard]] double last(std::string_view name) const { return (*table)[name].back(); }

  std::optional<results::Table> table;
  simulation::Outcome outcome;
};

}  // namespace dashpot::testing

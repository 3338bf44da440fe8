// A model of a file, run and explained, for tests.
#pragma once

#include "analysis/linearize.hpp"
#include "api/compilation.hpp"
#include "explanation/explain.hpp"
#include "paths.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace dashpot::testing {

class Explained {
 public:
  /// A file below the tree, or a text.
  explicit Explained(const std::string& file, simulation::Settings settings = {}, const std::string& text = {})
      : compilation_({.file = text.empty() ? (std::filesystem::path(sourceTree) / file).string() : file,
                      .libraries = {(std::filesystem::path(sourceTree) / "library").string()},
                      .text = text,
                      .settableStarts = true}) {
    settings.stepsWithoutInterval = true;  // as the command line has it
    if (!compilation_.run(settings.parameters)) {
      ADD_FAILURE() << file << ":\n" << messages();
      return;
    }
    const codegen::CompiledModel& model = compilation_.compiled();
    simulation::ModelCode code(model, {.backend = codegen::Backend::interpreter});
    explanation::RunObserver observer(
        {.model = &model,
         .code = &code,
         .system = &compilation_.system(),
         .sources = &compilation_.sources(),
         .linearise = [](double t, ConstView y,
                         simulation::BoundModel* bound) { return analysis::linearize(*bound, t, y, {}, {}); },
         .experiment = simulation::experimentOf(model.experiment, settings)},
        settings);
    observer.attach(settings);
    outcome = simulation::simulate(code, settings, observer.recorder(), compilation_.diagnostics, observer.steps());
    why = observer.explain(outcome, compilation_.diagnostics);
  }

  /// The name of the most important diagnosis; empty: there is none.
  [[nodiscard]] std::string first() const { return why.diagnoses.empty() ? "" : why.diagnoses.front().rule->name; }
  /// All of it, for messages and for looking for words.
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const explanation::Diagnosis& diagnosis : why.diagnoses) {
      all += fmt::format("{}: {}\n", diagnosis.rule->name, diagnosis.finding);
      for (const std::string& line : diagnosis.evidence) all += "  " + line + "\n";
      all += "  do: " + diagnosis.remedy + "\n";
    }
    for (const explanation::Fact& fact : why.facts.all()) all += fmt::format("{} = {}\n", fact.name, fact.text());
    return all + messages();
  }
  [[nodiscard]] std::string messages() const { return render(compilation_.diagnostics, compilation_.sources()); }

  simulation::Outcome outcome;
  explanation::Explanation why;

 private:
  api::Compilation compilation_;
};

}  // namespace dashpot::testing

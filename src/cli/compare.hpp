// cli/compare.hpp: what `dashpot compare` is asked for, what it compares on, and how it tells what it found.
#pragma once

#include "analysis/comparison.hpp"
#include "analysis/efficiency.hpp"
#include "cli/simulate_job.hpp"
#include "cli/simulate_problem.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dashpot::cli {

struct CompareOptions {
  SimulateOptions simulation;  // what all runs have in common
  std::vector<std::string> models;
  std::vector<std::string> methods{"rodas5p", "rodas3", "radau", "tr-bdf2", "cvode"};
  std::vector<std::string> tolerances, steps;  // numbers and ranges
  std::vector<std::string> errors{"rms", "max", "final"};
  std::string reference, csvFile, plotFile, reportFolder;
  double floor = analysis::ComparisonPlan{}.floor;
  double timing = analysis::ComparisonPlan{}.timingSeconds;
  double limit = analysis::ComparisonPlan{}.limitSeconds;
  bool json = false;
};

/// A model or problem that is ready to run, with all that a run refers to.
class ComparedModel {
 public:
  /// Reports what is wrong with it.
  ComparedModel(const std::string& name, const CompareOptions& options);

  [[nodiscard]] const analysis::Subject& subject() const { return subject_; }
  [[nodiscard]] Diagnostics& diagnostics() { return compilation_.diagnostics; }
  [[nodiscard]] const Diagnostics& diagnostics() const { return compilation_.diagnostics; }
  [[nodiscard]] const Sources& sources() const { return compilation_.sources(); }
  /// Whether code for it is still being made, of no use any more.
  [[nodiscard]] bool stopMaking();

 private:
  /// The model with a formula worked into it; null after errors, which are reported there.
  struct InlinedModel {
    explicit InlinedModel(ModelArguments arguments) : compilation(std::move(arguments)) {}
    Compilation compilation;
    std::unique_ptr<simulation::ModelCode> code;
  };
  simulation::ModelCode* codeFor(const std::string& method, Diagnostics& reports);
  void prepareModel(const CompareOptions& options);
  void prepareProblem(const std::string& name, const CompareOptions& options);
  void chooseVariables(const codegen::RecordedVariables& variables, const CompareOptions& options);

  ModelArguments arguments_;
  std::vector<simulation::ParameterSetting> given_;  // parameters as the user set them
  Compilation compilation_;
  std::unique_ptr<simulation::ModelCode> code_;
  std::map<std::string, InlinedModel> inlined_;  // by formula
  std::unique_ptr<problems::TestProblem> test_;
  std::unique_ptr<simulation::RecordedProblem> problem_;
  analysis::Subject subject_;
};

/// What came of all models.
struct CompareReport {
  std::vector<analysis::Comparison> comparisons;
  std::vector<analysis::ErrorMeasure> measures;  // the first one orders methods by what they need
  std::vector<std::string> methods;
};

/// The runs of a comparison, as cells.
struct RunTable {
  std::vector<std::string> head;  // the first column is a text, and so is the last
  std::vector<std::vector<std::string>> rows;
};
[[nodiscard]] RunTable runTable(const analysis::Comparison& comparison, const CompareReport& report);
/// "radau@1e-09; rodas5p@1e-09 differs by 2e-10 (rms)".
[[nodiscard]] std::string referenceText(const analysis::Comparison& comparison, analysis::ErrorMeasure measure);
/// The first few by name.
[[nodiscard]] std::string comparedVariables(const analysis::Comparison& comparison);

void printComparison(const analysis::Comparison& comparison, const CompareReport& report);
/// Over several models.
void printProfile(const CompareReport& report);
[[nodiscard]] nlohmann::ordered_json compareJson(const CompareReport& report,
                                                 const std::vector<std::unique_ptr<ComparedModel>>& models);
/// One row per run.
[[nodiscard]] std::string compareCsv(const CompareReport& report);

/// index.html with pictures and tables, compare.csv and compare.json. Empty: done.
[[nodiscard]] std::optional<Diagnostic> writeReport(const CompareReport& report,
                                                    const std::vector<std::unique_ptr<ComparedModel>>& models,
                                                    const std::filesystem::path& folder);

}  // namespace dashpot::cli

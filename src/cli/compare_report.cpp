// The report of a comparison: a page with its pictures and tables, and the same facts for programs beside it.
#include "analysis/comparison_pictures.hpp"
#include "base/whole_file.hpp"
#include "cli/compare.hpp"
#include "cli/html_page.hpp"
#include "cli/output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::cli {
namespace {

using analysis::Comparison;
using analysis::ErrorMeasure;
using analysis::Work;

const std::vector<Work> reportedWork{Work::evaluations, Work::cpu};

/// The two variables that make the most of a phase plane: the first that varies, and the next with another course.
std::optional<std::pair<std::size_t, std::size_t>> phaseVariables(const Comparison& comparison) {
  if (!comparison.reference) return std::nullopt;
  const auto& values = comparison.reference->samples.values;
  const auto varies = [&](std::size_t i) {
    return std::ranges::any_of(values[i], [&](double value) { return value != values[i].front(); });
  };
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!varies(i)) continue;
    if (first && values[*first] != values[i]) return std::pair(*first, i);
    if (!first) first = i;
  }
  return std::nullopt;
}

void addCourses(HtmlPage& page, const Comparison& comparison) {
  const auto trial = commonTrial(comparison);
  if (!trial) return;
  page.figure(stepSizePicture(comparison, *trial),
              "Sizes of the accepted steps; points: steps by the stiff formula of a method that has two.");
  if (const auto orders = orderPicture(comparison, *trial))
    page.figure(*orders, "The order of each step, of methods that change it; and which formula, of methods with two.");
  if (comparison.reference)
    page.figure(errorPicture(comparison, *trial), "The largest relative error of the variables compared, over time.");
  if (const auto variables = phaseVariables(comparison))
    page.figure(phasePicture(comparison, *trial, variables->first, variables->second),
                "Phase plane: the runs on the output grid, and the reference as points.");
}

void addComparison(HtmlPage& page, const Comparison& comparison, const ComparedModel& model,
                   const CompareReport& report) {
  const ErrorMeasure measure = report.measures.front();
  page.heading(comparison.subject);
  page.paragraph(
      fmt::format("{:g} to {:g} s, errors of {}; relative to each variable's value, but at least to {:g} of its "
                  "largest one. Reference: {}.",
                  comparison.experiment.start, comparison.experiment.stop, comparedVariables(comparison),
                  comparison.floor, referenceText(comparison, measure)));
  for (const Diagnostic& diagnostic : model.diagnostics().all()) page.warning(diagnostic.message);
  const RunTable table = runTable(comparison, report);
  page.table(table.head, table.rows, 1);
  page.figure(workPrecisionPicture(comparison, measure, reportedWork),
              "Work against precision: towards the lower left is better. CPU times are medians of repetitions.");
  page.figure(efficiencyPicture(comparison, measure, reportedWork),
              "The work to reach an error over the least of all methods, read off the curves above.");
  addCourses(page, comparison);
}

}  // namespace

std::optional<Diagnostic> writeReport(const CompareReport& report,
                                      const std::vector<std::unique_ptr<ComparedModel>>& models,
                                      const std::filesystem::path& folder) {
  HtmlPage page(report.comparisons.size() == 1
                    ? "Methods compared on " + report.comparisons.front().subject
                    : fmt::format("Methods compared on {} models", report.comparisons.size()));
  if (report.comparisons.size() > 1)
    page.figure(profilePicture(report.comparisons, report.measures.front(), reportedWork),
                "Share of the errors that a method reaches with at most so many times the least work of all methods.");
  for (std::size_t i = 0; i < report.comparisons.size(); ++i)
    addComparison(page, report.comparisons[i], *models[i], report);
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault)
    return Diagnostic{.severity = Severity::error,
                      .code = "report",
                      .message = fmt::format("cannot make the folder '{}': {}", folder.string(), fault.message()),
                      .details = {},
                      .notes = {},
                      .hints = {}};
  if (auto problem = writeWhole(page.text(), folder / "index.html")) return problem;
  if (auto problem = writeWhole(compareCsv(report), folder / "compare.csv")) return problem;
  return writeWhole(jsonText(compareJson(report, models)) + "\n", folder / "compare.json");
}

}  // namespace dashpot::cli

#include "cli/compare.hpp"
#include "cli/counters.hpp"
#include "cli/json_values.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::cli {
namespace {

using analysis::Comparison;
using analysis::Efficiency;
using analysis::ErrorMeasure;
using analysis::TrialRun;
using analysis::Work;
using nlohmann::ordered_json;

constexpr std::size_t mostNamed = 6;  // variables, in one line for people

const char* statusText(const TrialRun& run) {
  switch (run.status) {
    case TrialRun::Status::finished: return "finished";
    case TrialRun::Status::failed: return "failed";
    case TrialRun::Status::notRun: break;
  }
  return "not_run";
}

// ---- for people -----------------------------------------------------------------------------------------------------

std::string milliseconds(const TrialRun& run) {
  if (run.cpu.repetitions() == 0) return "-";
  return number(1e3 * run.cpu.median(), 3);
}

std::string spreadText(const TrialRun& run) {
  return run.cpu.repetitions() < 2 ? "-" : fmt::format("{:.0f} %", 100 * run.cpu.spread());
}

std::string errorText(const Comparison& comparison, const TrialRun& run, ErrorMeasure measure) {
  if (!run.error) return "-";
  return fmt::format("{:.2e}{}", (*run.error)[measure], isUncertain(comparison, run, measure) ? "?" : "");
}

/// Evaluations of F with which errors are reached, and in brackets that over the least.
void printEfficiency(const Comparison& comparison, ErrorMeasure measure) {
  const Efficiency efficiency = efficiencyOf(comparison, measure, Work::evaluations);
  if (efficiency.errors.empty() || efficiency.methods.size() < 2) return;
  std::vector<Table::Column> columns{{std::string(nameOf(measure)) + " error"}};
  for (const std::string& method : efficiency.methods) columns.push_back({method});
  Table table(std::move(columns));
  for (std::size_t e = 0; e < efficiency.errors.size(); ++e) {
    std::vector<std::string> cells{fmt::format("{:g}", efficiency.errors[e])};
    for (std::size_t m = 0; m < efficiency.methods.size(); ++m) {
      const auto ratio = efficiency.ratio(e, m);
      cells.push_back(ratio ? fmt::format("{:.0f} ({:.2f})", *efficiency.work[e][m], *ratio) : "-");
    }
    table.add(std::move(cells));
  }
  say("\nEvaluations of F to reach an error, and over the least:\n\n{}", table.text());
}

std::vector<Efficiency> efficienciesOf(const CompareReport& report, Work work) {
  std::vector<Efficiency> result;
  for (const Comparison& comparison : report.comparisons)
    result.push_back(efficiencyOf(comparison, report.measures.front(), work));
  return result;
}

// ---- JSON -----------------------------------------------------------------------------------------------------------

ordered_json errorsJson(const analysis::TrajectoryError& error) {
  ordered_json json;
  for (const ErrorMeasure measure : analysis::allErrorMeasures)
    json[std::string(nameOf(measure))] = finiteOrNull(error[measure]);
  return json;
}

ordered_json runJson(const Comparison& comparison, const TrialRun& run) {
  ordered_json json{{"method", run.trial.method}};
  if (run.trial.step > 0)
    json["step"] = run.trial.step;
  else
    json["tolerance"] = run.trial.tolerance;
  json["status"] = statusText(run);
  if (!run.reason.empty()) json["reason"] = run.reason;
  if (run.status == TrialRun::Status::notRun) return json;
  json["reached"] = run.reached;
  addCounters(json, run.statistics);
  json["rhs_evals_for_jacobian"] = run.statistics.rhsEvalsForJacobian;
  if (run.cpu.repetitions() > 0)
    json["cpu"] = {
        {"median_seconds", run.cpu.median()}, {"spread", run.cpu.spread()}, {"repetitions", run.cpu.repetitions()}};
  if (!run.error) return json;
  json["errors"] = errorsJson(*run.error);
  json["worst"] = {{"variable", comparison.variables[run.error->worstVariable].name}, {"time", run.error->worstTime}};
  auto uncertain = ordered_json::array();
  for (const ErrorMeasure measure : analysis::allErrorMeasures)
    if (isUncertain(comparison, run, measure)) uncertain.push_back(nameOf(measure));
  json["uncertain"] = std::move(uncertain);
  return json;
}

ordered_json efficiencyJson(const Comparison& comparison, ErrorMeasure measure) {
  auto list = ordered_json::array();
  for (const Work work : analysis::allWork) {
    const Efficiency efficiency = efficiencyOf(comparison, measure, work);
    for (std::size_t e = 0; e < efficiency.errors.size(); ++e)
      for (std::size_t m = 0; m < efficiency.methods.size(); ++m)
        if (efficiency.work[e][m])
          list.push_back({{"work", keyOf(work)},
                          {"error", efficiency.errors[e]},
                          {"method", efficiency.methods[m]},
                          {"needs", *efficiency.work[e][m]},
                          {"ratio", finiteOrNull(efficiency.ratio(e, m).value_or(NAN))}});
  }
  return list;
}

ordered_json comparisonJson(const Comparison& comparison, const CompareReport& report) {
  std::vector<std::string> names;
  for (const results::Column& column : comparison.variables) names.push_back(column.name);
  ordered_json json{{"model", comparison.subject},
                    {"start", comparison.experiment.start},
                    {"stop", comparison.experiment.stop},
                    {"interval", comparison.experiment.interval},
                    {"variables", names},
                    {"floor", comparison.floor},
                    {"reference", nullptr}};
  if (comparison.reference) {
    json["reference"] = {{"name", comparison.reference->name}, {"check", nullptr}, {"disagreement", nullptr}};
    if (comparison.reference->isChecked()) {
      json["reference"]["check"] = comparison.reference->check;
      json["reference"]["disagreement"] = errorsJson(comparison.reference->disagreement);
    }
  }
  json["runs"] = ordered_json::array();
  for (const TrialRun& run : comparison.runs) json["runs"].push_back(runJson(comparison, run));
  json["efficiency"] = efficiencyJson(comparison, report.measures.front());
  return json;
}

ordered_json profileJson(const CompareReport& report) {
  auto list = ordered_json::array();
  for (const Work work : analysis::allWork)
    for (const auto& curve : performanceProfile(efficienciesOf(report, work)))
      list.push_back({{"work", keyOf(work)}, {"method", curve.method}, {"ratio", curve.tau}, {"share", curve.share}});
  return list;
}

/// A field of a CSV file (RFC 4180).
std::string csvField(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string comparedVariables(const Comparison& comparison) {
  const auto& variables = comparison.variables;
  std::string text;
  for (std::size_t i = 0; i < std::min(variables.size(), mostNamed); ++i)
    text += (i == 0 ? "" : ", ") + variables[i].name;
  if (variables.size() > mostNamed) text += fmt::format(" and {} more", variables.size() - mostNamed);
  return text;
}

std::string referenceText(const Comparison& comparison, ErrorMeasure measure) {
  if (!comparison.reference) return "none";
  const auto& reference = *comparison.reference;
  if (!reference.isChecked()) return reference.name + ", not checked";
  return fmt::format("{}; {} differs by {:.2g} ({})", reference.name, reference.check, reference.disagreement[measure],
                     nameOf(measure));
}

RunTable runTable(const Comparison& comparison, const CompareReport& report) {
  RunTable table{.head = {"method", "tol, step", "steps", "rejected", "F", "J", "LU", "CPU [ms]", "spread"},
                 .rows = {}};
  for (const ErrorMeasure measure : report.measures) table.head.emplace_back(nameOf(measure));
  table.head.emplace_back();
  for (const TrialRun& run : comparison.runs) {
    const Statistics& s = run.statistics;
    const bool isRun = run.status != TrialRun::Status::notRun;
    const auto count = [&](std::int64_t value) { return isRun ? std::to_string(value) : std::string("-"); };
    std::vector<std::string> cells{run.trial.method,
                                   run.trial.setting(),
                                   count(s.steps),
                                   count(s.rejected),
                                   count(s.rhsEvals + s.rhsEvalsForJacobian),
                                   count(s.jacEvals),
                                   count(s.lu),
                                   milliseconds(run),
                                   spreadText(run)};
    for (const ErrorMeasure measure : report.measures) cells.push_back(errorText(comparison, run, measure));
    cells.push_back(isRun || !run.reason.empty() ? run.reason : "not run");
    table.rows.push_back(std::move(cells));
  }
  return table;
}

void printComparison(const Comparison& comparison, const CompareReport& report) {
  const auto& experiment = comparison.experiment;
  say("\n{}, {:g} to {:g} s, errors of {} at {} times\n", comparison.subject, experiment.start, experiment.stop,
      comparedVariables(comparison), comparison.reference ? comparison.reference->samples.times.size() : 0);
  say("reference: {}\n\n", referenceText(comparison, report.measures.front()));
  const RunTable runs = runTable(comparison, report);
  std::vector<Table::Column> columns;
  for (const std::string& title : runs.head) columns.push_back({title});
  columns.front().align = columns.back().align = Table::Align::left;
  Table table(std::move(columns));
  for (const auto& row : runs.rows) table.add(row);
  say("{}", table.text());
  printEfficiency(comparison, report.measures.front());
  std::fflush(stdout);
}

void printProfile(const CompareReport& report) {
  const auto curves = performanceProfile(efficienciesOf(report, Work::evaluations));
  constexpr double levels[] = {1, 1.5, 2, 3, 5, 10};
  std::vector<Table::Column> columns{{"at most", Table::Align::left}};
  for (const auto& curve : curves) columns.push_back({curve.method});
  Table table(std::move(columns));
  for (const double level : levels) {
    std::vector<std::string> cells{fmt::format("{:g} x the least F", level)};
    for (const auto& curve : curves) {
      const auto beyond = std::ranges::upper_bound(curve.tau, level);
      const double share =
          beyond == curve.tau.begin() ? 0 : curve.share[static_cast<std::size_t>(beyond - curve.tau.begin()) - 1];
      cells.push_back(fmt::format("{:.0f} %", 100 * share));
    }
    table.add(std::move(cells));
  }
  say("\nPerformance profile over {} models: share of the errors reached with\n\n{}", report.comparisons.size(),
      table.text());
}

ordered_json compareJson(const CompareReport& report, const std::vector<std::unique_ptr<ComparedModel>>& models) {
  const bool isCancelled = std::ranges::any_of(report.comparisons, &Comparison::isCancelled);
  std::vector<std::string> measures;
  for (const ErrorMeasure measure : report.measures) measures.emplace_back(nameOf(measure));
  ordered_json json{{"schema", "dashpot/compare/1"},
                    {"status", isCancelled ? "interrupted" : "finished"},
                    {"errors", measures},
                    {"methods", report.methods},
                    {"comparisons", ordered_json::array()}};
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    ordered_json entry = comparisonJson(report.comparisons[i], report);
    entry["diagnostics"] = cli::toJson(models[i]->diagnostics(), models[i]->sources());
    json["comparisons"].push_back(std::move(entry));
  }
  if (report.comparisons.size() > 1) json["profile"] = profileJson(report);
  return json;
}

std::string compareCsv(const CompareReport& report) {
  std::string text =
      "model,method,tolerance,step,status,steps,rejected,rhs_evals,jac_evals,lu,solves,cpu_seconds,cpu_spread,"
      "repetitions";
  for (const ErrorMeasure measure : analysis::allErrorMeasures) text += fmt::format(",{}", nameOf(measure));
  text += ",uncertain,reason\n";
  const auto orNothing = [](double value) { return value > 0 ? fmt::format("{}", value) : std::string(); };
  for (const Comparison& comparison : report.comparisons)
    for (const TrialRun& run : comparison.runs) {
      const Statistics& s = run.statistics;
      text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}", csvField(comparison.subject), run.trial.method,
                          orNothing(run.trial.tolerance), orNothing(run.trial.step), statusText(run), s.steps,
                          s.rejected, s.rhsEvals + s.rhsEvalsForJacobian, s.jacEvals, s.lu, s.solves,
                          orNothing(run.cpu.median()), run.cpu.spread(), run.cpu.repetitions());
      bool isMarked = false;
      for (const ErrorMeasure measure : analysis::allErrorMeasures) {
        text += run.error ? fmt::format(",{}", (*run.error)[measure]) : ",";
        isMarked = isMarked || isUncertain(comparison, run, measure);
      }
      text += fmt::format(",{},{}\n", isMarked ? "yes" : "no", csvField(run.reason));
    }
  return text;
}

}  // namespace dashpot::cli

// An explanation as text and as JSON.
#include "cli/counters.hpp"
#include "cli/explain.hpp"
#include "cli/json_values.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"

#include <fmt/format.h>

#include <sstream>

namespace dashpot::cli {
namespace {

using explanation::Diagnosis;
using explanation::Explanation;
using explanation::Facts;
using explanation::Tried;
using nlohmann::ordered_json;

constexpr std::size_t widest = 110;

/// Words in lines; all but the first begin with as many blanks as `indent`.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::istringstream words(text);
  std::string result, word;
  std::size_t column = indent;
  while (words >> word) {
    if (column > indent && column + 1 + word.size() > widest) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) result += ' ', ++column;
    result += word;
    column += word.size();
  }
  return result;
}

void printTried(const Tried& tried, const Explanation& explanation) {
  say("   tried  {}\n", wrapped(fmt::format("{}: {}", tried.change.text(), describe(tried, explanation.base)), 10));
}

void printDiagnosis(std::size_t number, const Diagnosis& diagnosis, const Explanation& explanation) {
  say("\n{}. {} [{}]\n", number, wrapped(diagnosis.finding, 3), diagnosis.rule->name);
  for (const std::string& line : diagnosis.evidence) say("   - {}\n", wrapped(line, 5));
  say("   do     {}\n", wrapped(diagnosis.remedy, 10));
  for (const Tried& tried : diagnosis.tried) printTried(tried, explanation);
  if (diagnosis.tried.empty() && !diagnosis.changes.empty()) {
    std::string changes;
    for (const explanation::Change& change : diagnosis.changes)
      changes += (changes.empty() ? "" : "; ") + change.text();
    say("   try    {} (dashpot explain --try measures it)\n", wrapped(changes, 10));
  }
}

void printFailure(const explanation::FailureAccount& failure) {
  say("\nThe failure\n");
  say("  reason       {}\n", wrapped(failure.reason, 15));
  if (!failure.singularity.empty()) say("  singularity  {}\n", wrapped(failure.singularity, 15));
  for (std::size_t k = 0; k < failure.suspects.size(); ++k)
    say("  {:<12} {}\n", k == 0 ? "suspects" : "", wrapped(fmt::format("{}. {}", k + 1, failure.suspects[k]), 18));
  std::string values;
  for (const auto& value : failure.lastState)
    values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", value.name,
                          explanation::quantityText(value.value, value.unit, value.displayUnit));
  if (failure.leftOut > 0) values += fmt::format(" and {} more", failure.leftOut);
  if (!values.empty()) say("  last state   {}\n", wrapped(fmt::format("at {:.9g} s: {}", failure.time, values), 15));
}

/// The lines of the survey, by what they are about; a part whose facts are not known is left out.
struct SurveyLine {
  std::string_view label;
  std::vector<std::string_view> parts;
};
const std::vector<SurveyLine> survey{
    {"steps",
     {"{steps.accepted} accepted, {steps.rejected} rejected", "from {steps.smallest} to {steps.largest}",
      "half of them within {steps.crowdedShare %} of the time, from {steps.crowdedFrom} to {steps.crowdedTo}"}},
    {"limited by",
     {"{limit.state} ({limit.share %} of the steps, mostly from {limit.from} to {limit.to})",
      "{limit.next} ({limit.nextShare %})"}},
    {"stiffness",
     {"ratio {stiffness.ratio}", "fastest {stiffness.shortest}: {stiffness.states}", "by {stiffness.equation}"}},
    {"oscillation",
     {"{oscillation.frequency}, damping {oscillation.damping}: {oscillation.states}", "{oscillation.periods} periods"}},
    {"events",
     {"{events.count}, {events.perSecond}", "most often {events.relation}, {events.relationCount} times",
      "{events.selections} times other states were chosen"}},
    {"start", {"{start.iterations} iterations; unknowns {start.unknowns}", "{start.how}"}},
    {"structure",
     {"states {structure.states}", "index {structure.index}", "equations differentiated {structure.differentiated}",
      "loops {loops.count}", "the largest of {loops.largest} equations for {loops.unknowns}"}},
    {"work", {"{work.F} times F, {work.J} J, {work.LU} LU, {work.solves} solves", "{output.rows} rows of output"}},
    {"time",
     {"{time.seconds}", "F {time.F %}", "J {time.J %}", "LU {time.LU %}", "events {time.events %}",
      "output {time.output %}", "the rest {time.rest %}"}},
};

/// What is known of this line; empty: nothing.
std::string textOf(const SurveyLine& line, const Facts& facts) {
  std::string text;
  for (const std::string_view part : line.parts)
    if (const auto known = filled(part, facts)) text += (text.empty() ? "" : "; ") + *known;
  return text;
}

void printSurvey(const Facts& facts) {
  say("\nThe run\n");
  for (const SurveyLine& line : survey)
    if (const std::string text = textOf(line, facts); !text.empty())
      say("  {:<12} {}\n", line.label, wrapped(text, 15));
}

ordered_json surveyJson(const Facts& facts) {
  auto lines = ordered_json::array();
  for (const SurveyLine& line : survey)
    if (std::string text = textOf(line, facts); !text.empty())
      lines.push_back({{"about", line.label}, {"text", std::move(text)}});
  return lines;
}

void printMethods(const Explanation& explanation) {
  if (explanation.methods.empty()) return;
  say("\nOther methods\n");
  for (const Tried& tried : explanation.methods)
    say("  {:<12} {}\n", tried.change.value, wrapped(describe(tried, explanation.base), 15));
}

ordered_json triedJson(const Tried& tried, const Explanation& explanation) {
  const explanation::Yardstick& run = tried.run;
  ordered_json json{{"change", tried.change.text()},
                    {"status", run.isGivenUp        ? "given_up"
                               : tried.isFinished() ? "finished"
                                                    : "failed"},
                    {"time", run.reached}};
  addCounters(json, run.counts);
  json["rows"] = run.rows;
  json["start_iterations"] = run.startIterations;
  json["work_ratio"] = explanation.base.work > 0 ? finiteOrNull(run.work / explanation.base.work) : ordered_json();
  json["difference"] = tried.difference ? ordered_json(*tried.difference) : ordered_json();
  json["text"] = describe(tried, explanation.base);
  if (!run.reason.empty()) json["reason"] = run.reason;
  return json;
}

ordered_json triedJson(const std::vector<Tried>& all, const Explanation& explanation) {
  auto list = ordered_json::array();
  for (const Tried& tried : all) list.push_back(triedJson(tried, explanation));
  return list;
}

ordered_json diagnosisJson(const Diagnosis& diagnosis, const Explanation& explanation) {
  auto changes = ordered_json::array();
  for (const explanation::Change& change : diagnosis.changes) changes.push_back(change.text());
  return {{"name", diagnosis.rule->name},
          {"kind", explanation::nameOf(diagnosis.rule->kind)},
          {"finding", diagnosis.finding},
          {"evidence", diagnosis.evidence},
          {"remedy", diagnosis.remedy},
          {"try", std::move(changes)},
          {"tried", triedJson(diagnosis.tried, explanation)}};
}

ordered_json failureJson(const explanation::FailureAccount& failure) {
  auto state = ordered_json::object();
  for (const auto& value : failure.lastState) state[value.name] = finiteOrNull(value.value);
  return {{"time", failure.time},
          {"reason", failure.reason},
          {"singularity", failure.singularity},
          {"suspects", failure.suspects},
          {"last_state", std::move(state)}};
}

}  // namespace

void printExplanation(const Explanation& explanation) {
  if (explanation.diagnoses.empty())
    say("\n{}\n", explanation.failure         ? "No diagnosis fits this failure."
                  : explanation.isInterrupted ? "Nothing stands out so far."
                                              : "Nothing stands out: the run is healthy.");
  std::size_t number = 0;
  for (const Diagnosis& diagnosis : explanation.diagnoses) printDiagnosis(++number, diagnosis, explanation);
  if (explanation.failure) printFailure(*explanation.failure);
  printSurvey(explanation.facts);
  printMethods(explanation);
}

ordered_json explanationJson(const Explanation& explanation) {
  ordered_json json;
  json["diagnoses"] = ordered_json::array();
  for (const Diagnosis& diagnosis : explanation.diagnoses)
    json["diagnoses"].push_back(diagnosisJson(diagnosis, explanation));
  json["failure"] = explanation.failure ? failureJson(*explanation.failure) : ordered_json();
  json["methods"] = triedJson(explanation.methods, explanation);
  json["survey"] = surveyJson(explanation.facts);
  json["facts"] = ordered_json::object();
  for (const explanation::Fact& fact : explanation.facts.all()) {
    if (const double* const number = std::get_if<double>(&fact.value))
      json["facts"][fact.name] = *number;
    else
      json["facts"][fact.name] = std::get<std::string>(fact.value);
  }
  return json;
}

}  // namespace dashpot::cli

#include "reference_check.hpp"

#include "first_error.hpp"
#include "results/results.hpp"
#include "simulation/simulate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace dashpot::msl {

namespace {

constexpr std::array<const char*, verdictCount> verdictNames{"agrees", "deviates", "ends early", "fails",
                                                             "no reference"};

std::vector<std::string> warningsIn(const Diagnostics& said) {
  std::vector<std::string> texts;
  for (const Diagnostic& diagnostic : said.all())
    if (diagnostic.severity == Severity::warning) texts.push_back(diagnostic.message);
  return texts;
}

/// The columns of those signals that the model has; the names of the others are put aside.
std::vector<results::Column> columnsOf(const codegen::CompiledModel& model, const Reference& reference,
                                       std::vector<std::string>& missing) {
  std::vector<std::string> names;
  for (const auto& [name, values] : reference.values) names.push_back(name);
  if (names.empty()) return {};
  Diagnostics unknown;
  std::vector<results::Column> columns = results::selectColumns(model.recorded, names, unknown);
  for (const std::string& name : names)
    if (std::ranges::find(columns, name, &results::Column::name) == columns.end()) missing.push_back(name);
  return columns;
}

}  // namespace

const char* nameOf(Verdict verdict) { return verdictNames.at(static_cast<std::size_t>(verdict)); }

ReferenceResult compareWithReference(simulation::ModelCode& code, const Reference& reference, const Sources& sources) {
  const codegen::CompiledModel& model = code.functions.model();
  ReferenceResult result{.signals = reference.values.size()};
  std::vector<std::string> missing;
  results::Table table(columnsOf(model, reference, missing));
  if (!missing.empty()) {
    result.reason = fmt::format("not recorded: {}", fmt::join(missing, ", "));
    return result;
  }
  const simulation::Settings settings{.start = reference.start,
                                      .stop = reference.stop,
                                      .tolerance = reference.tolerance,
                                      .interval = reference.interval};
  Diagnostics said;
  const simulation::Outcome outcome = simulation::simulate(code, settings, table, said);
  result.warnings = warningsIn(said);
  if (outcome.kind != simulation::OutcomeKind::finished) {
    result.reason = fmt::format("at {:.6g}: {}", outcome.endTime, firstError(said, sources));
    return result;
  }
  const double end = table.times().empty() ? reference.start : table.times().back();
  if (end < reference.times.back() - reference.interval) {
    result.verdict = Verdict::endsEarly;
    result.reason = fmt::format("at {:.6g} instead of {:.6g}", end, reference.times.back());
    return result;
  }
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    const std::string& name = table.columns()[c].name;
    const Tube tube({reference.times, reference.values.at(name)}, reference.interval);
    if (const auto worst = tube.worst({table.times(), table[c]})) result.deviations.push_back({name, *worst});
  }
  result.verdict = result.deviations.empty() ? Verdict::agrees : Verdict::deviates;
  return result;
}

std::string firstProblem(const ReferenceResult& result) {
  if (result.deviations.empty()) return result.reason.substr(0, result.reason.find('\n'));
  const auto& [signal, at] =
      *std::ranges::max_element(result.deviations, {}, [](const SignalDeviation& one) { return one.at.excess; });
  return fmt::format("{} at {:.6g}: {:.6g} instead of {:.6g}, {:.3g} heights out of the tube ({} of {} signals)",
                     signal, at.time, at.ours, at.theirs, at.excess, result.deviations.size(), result.signals);
}

std::string toText(const ReferenceResult& result) {
  nlohmann::json deviations = nlohmann::json::array();
  for (const auto& [signal, at] : result.deviations)
    deviations.push_back(
        {{"signal", signal}, {"time", at.time}, {"ours", at.ours}, {"theirs", at.theirs}, {"excess", at.excess}});
  const nlohmann::json json{{"verdict", nameOf(result.verdict)},
                            {"reason", result.reason},
                            {"signals", result.signals},
                            {"deviations", deviations},
                            {"warnings", result.warnings}};
  return json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

ReferenceResult fromText(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  ReferenceResult result{.reason = "no report"};
  if (!json.is_object()) return result;
  const auto verdict = std::ranges::find(verdictNames, json.at("verdict").get<std::string>());
  result.verdict = static_cast<Verdict>(verdict - verdictNames.begin());
  result.reason = json.at("reason");
  result.signals = json.at("signals");
  result.warnings = json.at("warnings");
  const auto numberIn = [](const nlohmann::json& value) { return value.is_number() ? value.get<double>() : NAN; };
  for (const auto& one : json.at("deviations"))
    result.deviations.push_back(
        {one.at("signal"),
         {numberIn(one.at("time")), numberIn(one.at("ours")), numberIn(one.at("theirs")), numberIn(one.at("excess"))}});
  return result;
}

}  // namespace dashpot::msl

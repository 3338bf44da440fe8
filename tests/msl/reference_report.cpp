#include "reference_report.hpp"

#include "child.hpp"
#include "reference_check.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>

namespace dashpot::msl {

namespace {

using Counts = std::array<std::size_t, verdictCount>;

std::string checkHere(StandardLibrary& library, const ReferencePlace& place) {
  const auto failure = [](std::string reason) { return toText({.verdict = Verdict::fails, .reason = reason}); };
  try {
    const auto reference = readReference(place);
    if (!reference) return failure(reference.error());
    const auto compiled = library.compile(place.model);
    if (!compiled) return failure(compiled.error());
    ReferenceResult result = compareWithReference(*compiled, *reference, library.sources());
    result.reason = library.relative(result.reason);
    return toText(result);
  } catch (const std::exception& error) {
    return failure(fmt::format("internal error: {}", error.what()));
  }
}

ReferenceResult check(StandardLibrary& library, const ReferencePlace& place, unsigned seconds) {
  if (!place.hasData) return {.verdict = Verdict::noReference};
  const ChildReport report = inChildProcess(seconds, [&](const Tell& tell) { tell(checkHere(library, place)); });
  if (!report.failure.empty()) return {.verdict = Verdict::fails, .reason = report.failure};
  return fromText(report.text);
}

/// Modelica.Electrical.Analog of Modelica.Electrical.Analog.Examples.Rectifier; ModelicaTest.Fluid of deeper ones.
std::string packageOf(const std::string& model) {
  const std::size_t examples = model.find(".Examples.");
  if (examples != std::string::npos) return model.substr(0, examples);
  std::size_t end = model.find('.');
  if (end != std::string::npos) end = model.find('.', end + 1);
  return model.substr(0, end);
}

std::string describe(const ReferenceResult& result) {
  std::string text;
  if (!result.reason.empty()) text += fmt::format("\n    {}", result.reason);
  for (const auto& [signal, at] : result.deviations)
    text += fmt::format("\n    {} at {:.6g}: {:.6g} instead of {:.6g}, {:.3g} heights out of the tube", signal, at.time,
                        at.ours, at.theirs, at.excess);
  if (!result.notRecorded.empty()) text += fmt::format("\n    not recorded: {}", fmt::join(result.notRecorded, ", "));
  return text;
}

void printRow(const std::string& name, const Counts& counts) {
  fmt::print("{:<44}", name);
  for (std::size_t v = 0; v < verdictCount; ++v) fmt::print(" {:>4} {}", counts[v], nameOf(static_cast<Verdict>(v)));
  fmt::print("\n");
}

void writeJson(const std::string& file, const std::map<std::string, ReferenceResult>& results) {
  nlohmann::json json;
  for (const auto& [model, result] : results) json[model] = nlohmann::json::parse(toText(result));
  std::ofstream(file) << json.dump(1) << '\n';
}

}  // namespace

std::size_t compareWithReferences(StandardLibrary& library, const ReferenceOptions& options) {
  std::map<std::string, ReferenceResult> results;
  std::map<std::string, Counts> perPackage;
  Counts total{};
  for (const ReferencePlace& place : findReferences(options.folder)) {
    const auto isBelow = [&](const std::string& package) {
      return place.model == package || place.model.starts_with(package + ".");
    };
    if (!options.below.empty() && std::ranges::none_of(options.below, isBelow)) continue;
    const ReferenceResult result = check(library, place, options.seconds);
    const auto verdict = static_cast<std::size_t>(result.verdict);
    ++perPackage[packageOf(place.model)][verdict];
    ++total[verdict];
    const bool isWorthAWord = result.verdict != Verdict::agrees && result.verdict != Verdict::noReference;
    if (isWorthAWord && !options.quiet) fmt::print("{} {}{}\n", place.model, nameOf(result.verdict), describe(result));
    std::fflush(stdout);
    results[place.model] = result;
  }
  for (const auto& [package, counts] : perPackage) printRow(package, counts);
  printRow("all", total);
  if (!options.json.empty()) writeJson(options.json, results);
  return total[static_cast<std::size_t>(Verdict::endsEarly)];
}

}  // namespace dashpot::msl

#include "reference_report.hpp"

#include "child.hpp"
#include "expectations.hpp"
#include "packages.hpp"
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

struct Package {
  Counts counts{};
  std::vector<std::string> problems;
};

std::string checkHere(StandardLibrary& library, const ReferencePlace& place) {
  const auto failure = [](std::string reason) { return toText({.verdict = Verdict::fails, .reason = reason}); };
  try {
    const auto reference = readReference(place);
    if (!reference) return failure(reference.error());
    auto compiled = library.compile(place.model);
    if (!compiled) return failure(compiled.error());
    // The process ends with its report: nobody waits for code that is still being made, which needs both till then.
    const auto* model = new codegen::CompiledModel(std::move(*compiled));
    auto* code = new simulation::ModelCode(*model, {});
    ReferenceResult result = compareWithReference(*code, *reference, library.sources());
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

void printRow(const std::string& name, const Counts& counts) {
  fmt::print("{:<44}", name);
  for (std::size_t v = 0; v < verdictCount; ++v) fmt::print(" {:>4} {}", counts[v], nameOf(static_cast<Verdict>(v)));
  fmt::print("\n");
}

/// How many have fallen back; they are named.
std::size_t judge(const ReferenceOptions& options, const std::map<std::string, ReferenceResult>& results) {
  Expectations expected = readExpectations(options.expected);
  std::size_t fallen = 0, gained = 0;
  for (const auto& [model, result] : results) {
    if (result.verdict == Verdict::noReference) continue;
    const bool agrees = result.verdict == Verdict::agrees, didAgree = expected.agreeing.contains(model);
    if (didAgree && !agrees) fmt::print("{} agreed before and {} now\n", model, nameOf(result.verdict)), ++fallen;
    gained += agrees && !didAgree ? 1 : 0;
    if (agrees)
      expected.agreeing.insert(model);
    else
      expected.agreeing.erase(model);
  }
  fmt::print("{} that agreed before do not, {} agree that did not\n", fallen, gained);
  if (!options.updates) return fallen;
  writeExpectations(options.expected, expected);
  return 0;
}

void writeJson(const std::string& file, const std::map<std::string, ReferenceResult>& results) {
  nlohmann::json json;
  for (const auto& [model, result] : results) json[model] = nlohmann::json::parse(toText(result));
  std::ofstream(file) << json.dump(1) << '\n';
}

}  // namespace

std::size_t compareWithReferences(StandardLibrary& library, const ReferenceOptions& options) {
  std::map<std::string, ReferenceResult> results;
  std::map<std::string, Package> packages;
  Counts total{};
  for (const ReferencePlace& place : findReferences(options.folder)) {
    const auto isBelow = [&](const std::string& package) {
      return place.model == package || place.model.starts_with(package + ".");
    };
    if (!options.below.empty() && std::ranges::none_of(options.below, isBelow)) continue;
    const ReferenceResult result = check(library, place, options.seconds);
    Package& package = packages[packageOf(place.model)];
    ++package.counts[static_cast<std::size_t>(result.verdict)];
    ++total[static_cast<std::size_t>(result.verdict)];
    if (result.verdict != Verdict::agrees && result.verdict != Verdict::noReference)
      package.problems.push_back(
          fmt::format("{} {}\n      {}", place.model, nameOf(result.verdict), firstProblem(result)));
    results[place.model] = result;
    if (!options.json.empty()) writeJson(options.json, results);  // at once: a long run may be interrupted
  }
  for (const auto& [name, package] : packages) {
    printRow(name, package.counts);
    if (!options.quiet)
      for (const std::string& problem : package.problems) fmt::print("  {}\n", problem);
  }
  printRow("all", total);
  std::size_t faults = total[static_cast<std::size_t>(Verdict::endsEarly)];
  if (!options.expected.empty()) faults += judge(options, results);
  return faults;
}

}  // namespace dashpot::msl

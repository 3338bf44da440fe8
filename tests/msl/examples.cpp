#include "examples.hpp"

#include "agreement.hpp"
#include "child.hpp"
#include "model/flatten.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

namespace dashpot::msl {

namespace {

/// How far an example comes.
enum class Stage : std::uint8_t { none, checked, compiled, simulated, agreed };
constexpr std::size_t stageCount = 5;
constexpr std::array stageNames{"examples", "checked", "compiled", "simulated", "agreed"};

struct Count {
  std::array<std::size_t, stageCount> reached{};
  std::vector<std::string> failures;
};

/// What is wrong with a flat text; empty: nothing.
std::string reread(const model::FlatModel& flat) {
  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  const syntax::Tree tree = syntax::parse(sources.add("flat", model::print(flat)), sources, symbols, diagnostics);
  model::ClassTable classes(symbols);
  classes.add(tree, diagnostics);
  const auto again =
      diagnostics.hasErrors()
          ? std::nullopt
          : model::flatten(classes, model::chooseClass(classes, tree, "", diagnostics), sources, diagnostics);
  if (!again) return "the flat text:\n" + render(diagnostics.all().front(), sources);
  const auto sizes = [](const model::FlatModel& one) {
    return fmt::format("{} variables, {} equations, {} initial equations, {} when-clauses", one.variables.size(),
                       one.equations.size(), one.initialEquations.size(), one.whenClauses.size());
  };
  return sizes(*again) == sizes(flat) ? ""
                                      : fmt::format("the flat text has {} instead of {}", sizes(*again), sizes(flat));
}

/// Tells each stage that is reached by its digit; gives the failure.
std::string checkHere(StandardLibrary& library, const std::string& example, const ExampleOptions& options,
                      const Tell& tell) {
  const auto reached = [&](Stage stage) { tell(std::to_string(static_cast<int>(stage))); };
  try {
    const auto compiled =
        library.compile(example, options.rereads ? StandardLibrary::FlatCheck(reread) : StandardLibrary::FlatCheck(),
                        [&] { reached(Stage::checked); });
    if (!compiled) return compiled.error();
    if (!options.simulates) return "";
    reached(Stage::compiled);
    const Agreement agreement = compareMethods(*compiled, library.sources());
    if (agreement.isSimulated) reached(Stage::simulated);
    if (agreement.agrees) reached(Stage::agreed);
    return library.relative(agreement.problem);
  } catch (const std::exception& error) {
    return fmt::format("internal error: {}", error.what());
  }
}

/// How far it comes, and the first error.
std::pair<Stage, std::string> check(StandardLibrary& library, const std::string& example,
                                    const ExampleOptions& options) {
  const ChildReport report =
      inChildProcess(options.seconds, [&](const Tell& tell) { tell(checkHere(library, example, options, tell)); });
  Stage stage = Stage::none;
  std::size_t next = 0;
  for (int s = 1; s < static_cast<int>(stageCount) && next < report.text.size() && report.text[next] == '0' + s;
       ++s, ++next)
    stage = static_cast<Stage>(s);
  return {stage, report.failure.empty() ? report.text.substr(next) : report.failure};
}

/// The reason alone, so that equal ones can be counted: no place, and what is quoted replaced.
std::string withoutNames(const std::string& failure) {
  const std::size_t place = failure.find(": ");
  std::string text = place == std::string::npos ? failure : failure.substr(place + 2);
  for (std::size_t open = 0; (open = text.find('\'', open)) != std::string::npos;) {
    const std::size_t close = text.find('\'', open + 1);
    if (close == std::string::npos) break;
    text.replace(open, close - open + 1, "<>");
  }
  return text;
}

void printRanked(const std::map<std::string, std::size_t>& reasons) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const auto& [reason, count] : reasons) ranked.emplace_back(count, reason);
  std::ranges::sort(ranked, std::greater{});
  fmt::print("the most frequent failures:\n");
  for (std::size_t i = 0; i < std::min<std::size_t>(ranked.size(), 25); ++i)
    fmt::print("{:>5}  {}\n", ranked[i].first, ranked[i].second);
}

void printRow(const std::string& name, const Count& count, Stage goal) {
  fmt::print("{:<40}", name);
  for (std::size_t s = 0; s <= static_cast<std::size_t>(goal); ++s) {
    fmt::print(" {:>5} {}", count.reached[s], stageNames[s]);
    if (s > 0)
      fmt::print(" {:>3.0f} %", std::floor(100.0 * static_cast<double>(count.reached[s]) /
                                           static_cast<double>(std::max<std::size_t>(count.reached[0], 1))));
  }
  fmt::print("\n");
}

}  // namespace

void checkExamples(StandardLibrary& library, const ExampleOptions& options) {
  std::map<std::string, Count> perPackage;
  std::map<std::string, std::size_t> reasons;
  const Stage goal = options.simulates ? Stage::agreed : Stage::checked;
  for (const std::string& example : library.examples()) {
    const auto isBelow = [&](const std::string& package) { return example.starts_with(package + "."); };
    if (!options.below.empty() && std::ranges::none_of(options.below, isBelow)) continue;
    Count& count = perPackage[example.substr(0, example.find(".Examples."))];
    const auto [stage, failure] = check(library, example, options);
    for (std::size_t s = 0; s <= static_cast<std::size_t>(stage); ++s) ++count.reached[s];
    if (stage == goal) continue;
    count.failures.push_back(fmt::format("{}\n    {}", example, failure));
    ++reasons[withoutNames(failure)];
  }
  Count total;
  for (const auto& [package, count] : perPackage) {
    printRow(package, count, goal);
    if (!options.quiet)
      for (const std::string& failure : count.failures) fmt::print("  {}\n", failure);
    for (std::size_t s = 0; s < stageCount; ++s) total.reached[s] += count.reached[s];
  }
  printRow("all", total, goal);
  if (options.rank) printRanked(reasons);
}

}  // namespace dashpot::msl

#include "compliance.hpp"

#include "child.hpp"
#include "library.hpp"
#include "run_model.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>

namespace dashpot::msl {

namespace {

struct Case {
  std::string name;
  bool shouldPass = false;
  int chapter = 0;  // of the specification; 0: not said
};

struct Chapter {
  std::size_t cases = 0, asAsked = 0;
  std::size_t warned = 0;  // must run, and do so only where what breaks a rule is a warning
};

/// By the text, since some cases must not even be parsed.
std::vector<Case> findCases(StandardLibrary& library) {
  const std::regex outcome(R"(shouldPass\s*=\s*(true|false))"), section(R"(section\s*=\s*\{\s*"(\d+))");
  const std::regex package(R"(^within[^;]*;\s*package\s)"), model(R"(\bmodel\s+('(?:[^'\\]|\\.)*'))");
  std::vector<Case> cases;
  library.forEachStored("ModelicaCompliance", [&](const std::string& name, const std::filesystem::path& file) {
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::smatch found;
    if (!std::regex_search(text, found, outcome)) return;
    Case one{.name = name, .shouldPass = found[1] == "true"};
    // A package around a model whose name no file could have.
    if (std::smatch inner; std::regex_search(text, package) && std::regex_search(text, inner, model))
      one.name += '.' + inner[1].str();
    if (std::regex_search(text, found, section)) one.chapter = std::stoi(found[1]);
    cases.push_back(std::move(one));
  });
  return cases;
}

/// Reasons by the name of the case.
std::map<std::string, std::string> readKnown(const std::filesystem::path& file) {
  std::map<std::string, std::string> known;
  if (!std::filesystem::exists(file)) return known;
  const toml::table table = toml::parse_file(file.string());
  if (const toml::table* cases = table["differs"].as_table())
    for (const auto& [name, reason] : *cases) known.emplace(name.str(), reason.value_or(std::string()));
  return known;
}

/// In which way the outcome is another one; empty: it is as asked.
std::string difference(StandardLibrary& library, const Case& one, unsigned seconds) {
  const ChildReport report = inChildProcess(seconds, [&](const Tell& tell) { tell(problemOf(library, one.name)); });
  if (!report.failure.empty()) return report.failure;
  if (one.shouldPass || report.text.starts_with("internal error")) return report.text;
  return report.text.empty() ? "it runs, and should be refused" : "";
}

}  // namespace

std::size_t checkCompliance(const ComplianceOptions& options) {
  StandardLibrary library({options.folder.string()}, {.isStrict = true, .allowsExternal = true});
  StandardLibrary lenient({options.folder.string()}, {.isStrict = false, .allowsExternal = true});
  const std::map<std::string, std::string> known = readKnown(options.known);
  std::map<int, Chapter> chapters;
  std::size_t fallenBack = 0;
  for (const Case& one : findCases(library)) {
    const auto isBelow = [&](const std::string& package) {
      return one.name == package || one.name.starts_with(package + ".");
    };
    if (!options.below.empty() && std::ranges::none_of(options.below, isBelow)) continue;
    Chapter& chapter = chapters[one.chapter];
    ++chapter.cases;
    const std::string problem = difference(library, one, options.seconds);
    const bool isKnown = known.contains(one.name);
    if (problem.empty()) ++chapter.asAsked;
    if (problem.empty() && isKnown)
      fmt::print("{} is as asked now: take it out of {}\n", one.name, options.known.string());
    if (problem.empty()) continue;
    if (one.shouldPass && difference(lenient, one, options.seconds).empty()) ++chapter.warned;
    if (!isKnown) ++fallenBack;
    if (!options.quiet)
      fmt::print("{}{}\n  {}\n", one.name, isKnown ? fmt::format(" (known: {})", known.at(one.name)) : "", problem);
  }
  Chapter all;
  for (const auto& [number, chapter] : chapters) {
    fmt::print("chapter {:>2} {:>5} cases {:>5} as asked\n", number, chapter.cases, chapter.asAsked);
    all.cases += chapter.cases, all.asAsked += chapter.asAsked, all.warned += chapter.warned;
  }
  fmt::print("all        {:>5} cases {:>5} as asked\n", all.cases, all.asAsked);
  fmt::print("of the others {} must run, and do so without --strict, with a warning\n", all.warned);
  return fallenBack;
}

}  // namespace dashpot::msl

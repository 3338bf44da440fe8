// The Modelica Standard Library as a test.
//
//   DASHPOT_MSL=DIR msl [PACKAGE...] [--reread] [--simulate] [--rank] [--quiet] [--timeout SECONDS]
//   DASHPOT_MSL=DIR msl --reference DIR [PACKAGE...] [--allow-external] [--quiet] [--timeout SECONDS] [--json FILE]
//       [--update-expected]
//   msl --models LIST.csv [--library DIR]... [PACKAGE...] [--allow-external] [--strict] [--quiet] [--timeout SECONDS]
//       [--json FILE]
//   msl --compliance DIR [PACKAGE...] [--quiet] [--timeout SECONDS]
//
// DASHPOT_MSL holds Modelica/package.mo (version 4.0.0). The first form parses every file, checks every example (a
// model with an experiment in a package Examples) and prints counts per package with the first diagnostic of each
// failure.
// --reread takes the flat text of each as a model of its own, which must be the same. --simulate goes on: compiles what
// was checked, runs it by two methods and compares. --rank adds the most frequent failures. The exit code tells whether
// every file was parsed.
//
// The second form runs the models for which there are published results (github.com/modelica/MAP-LIB_ReferenceResults,
// tag v4.0.0; DASHPOT_REFERENCE names it, too, for --reference without DIR) and compares with these; tube.hpp says how.
// The exit code tells whether no run ended early and said "finished", and no model deviates or fails that agrees
// according to expected.toml beside this file; --update-expected rewrites that for the models at hand.
//
// The third form runs any models (model_list.hpp); the exit code tells whether all ran to their end. --allow-external
// runs code in C that they bring, --strict holds them to the letter of the specification.
//
// The fourth form runs the cases of a compliance suite (compliance.hpp; github.com/modelica-compliance/compliance).
//
// With package names (Modelica.Blocks) only what is below them is looked at; --quiet leaves out the failures
// themselves. Each model has a process of its own, so that one that crashes or hangs is a failure like others. Exit
// code 77: a variable is not set.
#include "compliance.hpp"
#include "examples.hpp"
#include "model_list.hpp"
#include "paths.hpp"
#include "reference_report.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace dashpot::msl {
namespace {

constexpr int skipped = 77, wrongUsage = 64;

struct Arguments {
  ExampleOptions examples;
  ReferenceOptions reference;
  ModelListOptions list;
  ComplianceOptions compliance;
  bool comparesWithReference = false, runsList = false;
};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// False after a message.
bool parse(const std::vector<std::string>& words, Arguments& arguments) {
  std::vector<std::string> below;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool hasValue = i + 1 < words.size() && !words[i + 1].starts_with("--");
    if (word == "--reread")
      arguments.examples.rereads = true;
    else if (word == "--simulate")
      arguments.examples.simulates = true;
    else if (word == "--rank")
      arguments.examples.rank = true;
    else if (word == "--quiet")
      arguments.examples.quiet = arguments.reference.quiet = arguments.list.quiet = arguments.compliance.quiet = true;
    else if (word == "--update-expected")
      arguments.reference.updates = true;
    else if (word == "--allow-external")
      arguments.list.compiling.allowsExternal = true;
    else if (word == "--strict")
      arguments.list.compiling.isStrict = true;
    else if (word == "--compliance" && hasValue)
      arguments.compliance.folder = words[++i];
    else if (word == "--timeout" && hasValue)
      arguments.examples.seconds = arguments.reference.seconds = arguments.list.seconds = arguments.compliance.seconds =
          static_cast<unsigned>(std::atoi(words[++i].c_str()));
    else if (word == "--json" && hasValue)
      arguments.reference.json = arguments.list.json = words[++i];
    else if (word == "--library" && hasValue)
      arguments.list.libraries.push_back(words[++i]);
    else if (word == "--models" && hasValue) {
      arguments.runsList = true;
      arguments.list.list = words[++i];
    } else if (word == "--reference") {
      arguments.comparesWithReference = true;
      arguments.reference.folder = hasValue ? words[++i] : variable("DASHPOT_REFERENCE");
    } else if (word.starts_with("--")) {
      fmt::print(stderr, "'{}' is no option, or lacks its value; the head of tests/msl/msl.cpp lists them\n", word);
      return false;
    } else {
      below.push_back(word);
    }
  }
  arguments.examples.below = arguments.reference.below = arguments.list.below = arguments.compliance.below = below;
  const auto beside = std::filesystem::path(testing::sourceTree) / "tests" / "msl";
  arguments.reference.expected = beside / "expected.toml";
  arguments.compliance.known = beside / "compliance.toml";
  return true;
}

int run(const Arguments& arguments) {
  if (!arguments.compliance.folder.empty()) return checkCompliance(arguments.compliance) == 0 ? 0 : 1;
  if (arguments.runsList) return runModels(arguments.list) == 0 ? 0 : 1;
  const std::string root = variable("DASHPOT_MSL");
  if (root.empty()) {
    fmt::print("skipped: DASHPOT_MSL does not name the directory of a Modelica Standard Library 4.0.0\n");
    return skipped;
  }
  if (arguments.comparesWithReference && arguments.reference.folder.empty()) {
    fmt::print("skipped: DASHPOT_REFERENCE does not name a directory of modelica/MAP-LIB_ReferenceResults, v4.0.0\n");
    return skipped;
  }
  StandardLibrary library({root}, arguments.list.compiling);
  const std::size_t faulty = library.parseAll();
  if (arguments.comparesWithReference) return compareWithReferences(library, arguments.reference) == 0 ? 0 : 1;
  checkExamples(library, arguments.examples);
  return faulty == 0 ? 0 : 1;
}

}  // namespace
}  // namespace dashpot::msl

int main(int count, char** arguments) {
  dashpot::msl::Arguments parsed;
  if (!dashpot::msl::parse({arguments + 1, arguments + count}, parsed)) return dashpot::msl::wrongUsage;
  return dashpot::msl::run(parsed);
}

// A false alarm is worse than a missing one: nothing is said of circuits that are as they should be.
#include "model/flatten.hpp"
#include "paths.hpp"
#include "rules/inspect.hpp"
#include "syntax/parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace dashpot::rules {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;

/// Every model at the top level of a file, with what rules say of it: "Press: no-relief pump".
std::vector<std::string> findingsOf(const fs::path& file, const RuleBase& base) {
  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  model::Library library(sources, symbols);
  library.addRoot(fs::path(testing::sourceTree) / "library");
  const auto source = syntax::readFile(file, sources);
  if (!source) return {file.string() + " cannot be read"};
  const syntax::Tree tree = syntax::parse(*source, sources, symbols, diagnostics);
  model::ClassTable classes(symbols);
  classes.use(library, diagnostics);
  classes.add(tree, diagnostics);
  std::vector<std::string> found;
  for (const syntax::ClassId id : tree.items(tree.classes)) {
    if (tree[id].kind != syntax::ClassKind::model || tree[id].isPartial) continue;
    const std::string name(symbols.text(tree[id].name));
    model::PartsList parts;
    const auto flat = model::flatten(classes, classes.findQualified(name), sources, diagnostics, {}, &parts);
    if (!flat) continue;  // a part of others, or on purpose
    for (const Finding& finding : inspect(*flat, parts, base))
      found.push_back(name + ": " + finding.diagnostic.code + " " + finding.component);
  }
  return found;
}

class Alarms : public ::testing::TestWithParam<const char*> {};

TEST_P(Alarms, AreNotGivenWithoutNeed) {
  const RuleBase base;
  const bool isTest = std::string_view(GetParam()) != "examples";
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(testing::sourceTree) / GetParam())) {
    if (entry.path().extension() != ".mo") continue;
    std::vector<std::string> found = findingsOf(entry.path(), base);
    // Tests of components close lines and fill volumes on purpose.
    const auto isMeant = [](const std::string& finding) {
      return finding.find("open-port") != std::string::npos || finding.find("no-relief") != std::string::npos;
    };
    if (isTest) std::erase_if(found, isMeant);
    EXPECT_THAT(found, IsEmpty()) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 10U);
}

INSTANTIATE_TEST_SUITE_P(Rules, Alarms, ::testing::Values("examples", "tests/models/library"));

}  // namespace
}  // namespace dashpot::rules

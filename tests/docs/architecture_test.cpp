// No stage reaches back to a later one or behind the headers of an earlier one: the includes of all sources follow the
// table of stages in docs/architecture.md.
#include "docs/tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace dashpot {
namespace {

namespace fs = std::filesystem;

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAreArray;

using testing::contentOf;
using testing::root;

std::vector<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> result;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) result.push_back((*at)[1]);
  return result;
}

struct Stage {
  std::string name;
  std::set<std::string> uses;
  std::set<std::string> headers;  // as they are included by other stages; "all": every one
};

/// In the order of the table.
using Stages = std::vector<Stage>;

const Stage* find(const Stages& stages, const std::string& name) {
  const auto at = std::ranges::find(stages, name, &Stage::name);
  return at == stages.end() ? nullptr : &*at;
}

Stage stageOf(const std::smatch& row) {
  Stage stage{.name = row[1]};
  for (const std::string& name : matches(row[2], "(\\w+)")) stage.uses.insert(name);
  if (row[3].str().find("all") == 0) stage.headers.insert("all");
  for (const std::string& header : matches(row[3], "`([^`]+)`"))
    stage.headers.insert(header.starts_with("dashpot/") ? header : stage.name + "/" + header);
  return stage;
}

Stages readTable() {
  std::ifstream page(root / "docs/architecture.md");
  Stages stages;
  bool isInTable = false;
  std::smatch row;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| stage | uses |")) isInTable = true;
    if (line.empty()) isInTable = false;
    if (isInTable && std::regex_match(line, row, std::regex("\\| (\\w+) \\| ([^|]*)\\| ?([^|]*)\\|")) &&
        row[1] != "stage")
      stages.push_back(stageOf(row));
  }
  return stages;
}

/// The stage that a header belongs to: that of its folder, or the one which the table gives a public header to.
std::string ownerOf(const Stages& stages, const std::string& header) {
  if (!header.starts_with("dashpot/")) return header.substr(0, header.find('/'));
  for (const Stage& stage : stages)
    if (stage.headers.contains(header)) return stage.name;
  return "";
}

/// What is wrong with a stage that includes `header`; empty: nothing.
std::string objection(const Stages& stages, const Stage& stage, const std::string& header) {
  const std::string owner = ownerOf(stages, header);
  if (owner == stage.name) return "";
  if (!stage.uses.contains(owner)) return stage.name + " does not use '" + owner + "': " + header;
  const Stage* used = find(stages, owner);
  if (used && (used->headers.contains("all") || used->headers.contains(header))) return "";
  return owner + " does not offer " + header + " to " + stage.name;
}

std::vector<fs::path> sourcesUnder(const fs::path& folder) {
  std::vector<fs::path> result;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".hpp" || entry.path().extension() == ".cpp") result.push_back(entry.path());
  return result;
}

std::vector<std::string> includesOf(const fs::path& file) {
  return matches(contentOf(file), "(?:^|\n) *# *include \"([^\"]+)\"");
}

TEST(Architecture, NoStageIncludesWhatTheTableDoesNotAllow) {
  const Stages stages = readTable();
  std::size_t includes = 0;
  for (const Stage& stage : stages)
    for (const fs::path& file : sourcesUnder(root / "src" / stage.name))
      for (const std::string& header : includesOf(file)) {
        ++includes;
        EXPECT_THAT(objection(stages, stage, header), IsEmpty()) << file;
      }
  EXPECT_GT(includes, 1000u);
}

TEST(Architecture, StagesUseOnlyStagesBeforeThem) {
  std::set<std::string> before;
  for (const Stage& stage : readTable()) {
    for (const std::string& used : stage.uses) EXPECT_TRUE(before.contains(used)) << stage.name << " uses " << used;
    before.insert(stage.name);
  }
}

TEST(Architecture, TheTableNamesTheStagesAndHeadersThatThereAre) {
  std::vector<std::string> named, folders;
  for (const Stage& stage : readTable()) {
    named.push_back(stage.name);
    for (const std::string& header : stage.headers)
      EXPECT_TRUE(header == "all" || fs::exists(root / "src" / header) || fs::exists(root / "include" / header))
          << stage.name << ": " << header;
  }
  for (const auto& entry : fs::directory_iterator(root / "src"))
    if (entry.is_directory()) folders.push_back(entry.path().filename());
  EXPECT_THAT(named, UnorderedElementsAreArray(folders));
}

TEST(Architecture, PublicHeadersIncludePublicHeadersOnly) {
  for (const fs::path& file : sourcesUnder(root / "include"))
    for (const std::string& header : includesOf(file)) EXPECT_TRUE(header.starts_with("dashpot/")) << header << file;
}

TEST(Architecture, AnIncludeThatReachesBackOrBehindAHeaderIsFound) {
  const Stages stages{{.name = "early", .uses = {}, .headers = {"early/door.hpp", "dashpot/early.hpp"}},
                      {.name = "late", .uses = {"early"}, .headers = {}}};
  EXPECT_THAT(objection(stages, stages[1], "early/door.hpp"), IsEmpty());
  EXPECT_THAT(objection(stages, stages[1], "dashpot/early.hpp"), IsEmpty());
  EXPECT_THAT(objection(stages, stages[1], "late/part.hpp"), IsEmpty());
  EXPECT_THAT(objection(stages, stages[1], "early/part.hpp"), HasSubstr("does not offer"));
  EXPECT_THAT(objection(stages, stages[0], "late/door.hpp"), HasSubstr("does not use"));
  EXPECT_THAT(objection(stages, stages[0], "dashpot/late.hpp"), HasSubstr("does not use"));
}

}  // namespace
}  // namespace dashpot

// Holds docs/coverage.toml to its word: what a row claims to be implemented and proven has to exist.
#include "docs/tree.hpp"
#include "paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using dashpot::testing::contentOf;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::filesystem::path sourceDir = dashpot::testing::sourceTree;

// Rows of the feature checklist of each thesis. The table may have more: it splits what lands separately.
const std::map<std::string, int> checklistRows = {{"000", 27}, {"001", 20}, {"002", 21}, {"003", 22}, {"004", 32}};

using Predicate = std::function<bool(const std::string&)>;
using Complaints = std::vector<std::string>;

struct Evidence {
  Predicate pathExists;        // relative to the root of the repository
  Predicate testExists;        // "Suite.Test"
  Predicate experimentExists;  // "004.claim-07"
};

std::string text(const toml::table& row, std::string_view key) { return row[key].value_or(std::string()); }

std::vector<std::string> texts(const toml::table& row, std::string_view key) {
  std::vector<std::string> result;
  if (const toml::array* array = row[key].as_array())
    for (const toml::node& element : *array) result.push_back(element.value_or(std::string("(not a string)")));
  return result;
}

// Pointers, because a copy of a table forgets the line it stood on.
std::vector<const toml::table*> rowsOf(const toml::table& coverage) {
  std::vector<const toml::table*> result;
  if (const toml::array* rows = coverage["row"].as_array())
    for (const toml::node& row : *rows)
      if (row.is_table()) result.push_back(row.as_table());
  return result;
}

constexpr std::string_view experimentPrefix = "experiments/";
bool isExperiment(const std::string& proof) { return proof.starts_with(experimentPrefix); }
std::string experimentOf(const std::string& proof) { return proof.substr(experimentPrefix.size()); }

bool isKebabCase(std::string_view name) {
  return name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos && !name.empty() &&
         name.front() != '-' && name.back() != '-' && name.find("--") == std::string_view::npos;
}

Complaints complaintsAboutRow(const toml::table& row, const Evidence& evidence) {
  const std::string id = text(row, "id");
  Complaints result;
  const auto complain = [&](const std::string& what) {
    result.push_back((id.empty() ? "row at line " + std::to_string(row.source().begin.line) : id) + ": " + what);
  };

  const std::string thesis = text(row, "thesis");
  if (!id.starts_with(thesis + "."))
    complain("id does not begin with its thesis '" + thesis + "'");
  else if (!isKebabCase(id.substr(thesis.size() + 1)))
    complain("id is not in kebab-case");
  for (const char* key : {"feature", "source", "verify"})
    if (text(row, key).empty()) complain(std::string("has no ") + key);

  const std::string status = text(row, "status");
  const bool claims = status == "done" || status == "partly" || status == "settled";
  if (!claims && status != "open") complain("unknown status '" + status + "'");
  if (status == "settled" && text(row, "reason").empty()) complain("is settled without a reason");
  if (status == "open" && text(row, "reason").empty()) complain("is open without a reason");
  if (status == "partly" && text(row, "reason").empty()) complain("is done in part without saying what is missing");
  if (!claims) return result;

  const auto implemented = texts(row, "implemented");
  if (implemented.empty()) complain("is " + status + " but names no implementation");
  for (const std::string& path : implemented)
    if (!evidence.pathExists(path)) complain("implementation '" + path + "' does not exist");

  const auto proofs = texts(row, "proof");
  if (proofs.empty()) complain("is " + status + " but names no proof");
  for (const std::string& proof : proofs)
    if (isExperiment(proof) ? !evidence.experimentExists(experimentOf(proof)) : !evidence.testExists(proof))
      complain(std::string(isExperiment(proof) ? "experiment '" : "test '") + proof + "' does not exist");
  return result;
}

Complaints complaintsAbout(const toml::table& coverage, const Evidence& evidence) {
  Complaints result;
  std::set<std::string> ids;
  for (const toml::table* row : rowsOf(coverage)) {
    const auto complaints = complaintsAboutRow(*row, evidence);
    result.insert(result.end(), complaints.begin(), complaints.end());
    const std::string id = text(*row, "id");
    if (!id.empty() && !ids.insert(id).second) result.push_back(id + ": id occurs more than once");
  }
  return result;
}

Complaints complaintsAboutMissingRows(const toml::table& coverage, const std::map<std::string, int>& leastRows) {
  std::map<std::string, int> found;
  for (const toml::table* row : rowsOf(coverage)) ++found[text(*row, "thesis")];
  Complaints result;
  for (const auto& [thesis, least] : leastRows)
    if (found[thesis] < least)
      result.push_back("thesis " + thesis + ": " + std::to_string(found[thesis]) + " rows, its checklist has " +
                       std::to_string(least));
  for (const auto& [thesis, rows] : found)
    if (!leastRows.contains(thesis)) result.push_back("thesis '" + thesis + "' is unknown");
  return result;
}

void skipBlanks(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
}

bool take(std::string_view& rest, std::string_view token) {
  skipBlanks(rest);
  if (!rest.starts_with(token)) return false;
  rest.remove_prefix(token.size());
  return true;
}

std::string takeName(std::string_view& rest) {
  skipBlanks(rest);
  const auto isInName = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  const auto end = std::find_if_not(rest.begin(), rest.end(), isInName);
  const std::string name(rest.begin(), end);
  rest.remove_prefix(name.size());
  return name;
}

std::optional<std::string> testDefinedAt(std::string_view rest) {
  static const std::set<std::string> macros = {"TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P"};
  if (!macros.contains(takeName(rest)) || !take(rest, "(")) return std::nullopt;
  const std::string suite = takeName(rest);
  if (!take(rest, ",")) return std::nullopt;
  const std::string test = takeName(rest);
  if (!take(rest, ")")) return std::nullopt;
  const bool runs = !suite.starts_with("DISABLED_") && !test.starts_with("DISABLED_");
  return runs ? std::optional(suite + "." + test) : std::nullopt;
}

// Names "Suite.Test" of the tests that a source defines. A definition begins its line, so that tests in comments and
// strings do not count. (No std::regex: with the sanitizers GCC 12 warns inside libstdc++'s own.)
std::set<std::string> testsIn(std::string_view source) {
  std::set<std::string> result;
  while (!source.empty()) {
    if (const auto test = testDefinedAt(source)) result.insert(*test);
    source.remove_prefix(std::min(source.find('\n'), source.size() - 1) + 1);
  }
  return result;
}

std::set<std::string> testsUnder(const std::filesystem::path& directory) {
  std::set<std::string> result;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory))
    if (entry.path().extension() == ".cpp") result.merge(testsIn(contentOf(entry.path())));
  return result;
}

/// Names of the experiments, and the rows that they cover.
struct PublishedExperiments {
  std::set<std::string> names, covered;
};

PublishedExperiments publishedExperiments() {
  PublishedExperiments result;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sourceDir / "experiments")) {
    if (entry.path().extension() != ".toml") continue;
    try {
      const toml::table file = toml::parse_file(entry.path().string());
      if (const toml::array* const all = file["experiment"].as_array())
        for (const toml::node& node : *all) {
          result.names.insert(text(*node.as_table(), "name"));
          for (const std::string& row : texts(*node.as_table(), "covers")) result.covered.insert(row);
        }
    } catch (const toml::parse_error& error) {
      ADD_FAILURE() << entry.path() << ": " << error;
    }
  }
  return result;
}

bool existsInRepository(const std::filesystem::path& path) {
  const bool inside = !path.empty() && path.is_relative() && *path.lexically_normal().begin() != "..";
  return inside && std::filesystem::exists(sourceDir / path);
}

const toml::table& publishedTable() {
  static const toml::table table = []() -> toml::table {
    try {
      return toml::parse_file((sourceDir / "docs/coverage.toml").string());
    } catch (const toml::parse_error& error) {
      ADD_FAILURE() << error;  // with line and column
      return {};
    }
  }();
  return table;
}

std::string listed(const Complaints& complaints) {
  std::string result;
  for (const std::string& complaint : complaints) result += "  " + complaint + "\n";
  return result;
}

// A made-up repository, and tables that are right or wrong about it.

const Evidence madeUp = {.pathExists = [](const std::string& path) { return path == "src/orifice.cpp"; },
                         .testExists = [](const std::string& test) { return test == "Orifice.IsSmooth"; },
                         .experimentExists = [](const std::string& name) { return name == "004.orifice-curve"; }};

toml::table doneRow() {
  return toml::table{{"id", "004.orifice"},
                     {"thesis", "004"},
                     {"feature", "Orifice"},
                     {"source", "(3.7)"},
                     {"status", "done"},
                     {"implemented", toml::array{"src/orifice.cpp"}},
                     {"proof", toml::array{"Orifice.IsSmooth", "experiments/004.orifice-curve"}},
                     {"verify", "slope is continuous"}};
}

template <typename Value>
toml::table doneRowBut(std::string_view key, Value&& value) {
  toml::table row = doneRow();
  row.insert_or_assign(key, std::forward<Value>(value));
  return row;
}

toml::table tableOf(const std::vector<toml::table>& rows) {
  toml::array array;
  for (const toml::table& row : rows) array.push_back(row);
  return toml::table{{"row", array}};
}

Complaints complaintsAboutMadeUp(const toml::table& row) { return complaintsAbout(tableOf({row}), madeUp); }

}  // namespace

TEST(Coverage, EveryClaimOfTheTableHolds) {
  const std::set<std::string> tests = testsUnder(sourceDir / "tests");
  const PublishedExperiments found = publishedExperiments();
  const Evidence repository = {.pathExists = existsInRepository,
                               .testExists = [&](const std::string& test) { return tests.contains(test); },
                               .experimentExists = [&](const std::string& name) { return found.names.contains(name); }};
  const Complaints complaints = complaintsAbout(publishedTable(), repository);
  EXPECT_TRUE(complaints.empty()) << "docs/coverage.toml:\n" << listed(complaints);
}

TEST(Coverage, EveryRowHasAnExperimentOrATest) {
  const PublishedExperiments found = publishedExperiments();
  for (const toml::table* row : rowsOf(publishedTable())) {
    const std::string id = text(*row, "id");
    EXPECT_TRUE(!texts(*row, "proof").empty() || found.covered.contains(id)) << id << " has neither";
  }
}

TEST(Coverage, ExperimentsCoverRowsThatExist) {
  std::set<std::string> ids;
  for (const toml::table* row : rowsOf(publishedTable())) ids.insert(text(*row, "id"));
  for (const std::string& row : publishedExperiments().covered) EXPECT_TRUE(ids.contains(row)) << row;
}

TEST(Coverage, RowsAreCountedByTheirStatus) {
  std::map<std::string, int> counts;
  for (const toml::table* row : rowsOf(publishedTable())) ++counts[text(*row, "status")];
  for (const auto& [status, count] : counts) RecordProperty(status, count);
  EXPECT_GT(counts["done"], 150);
}

TEST(Coverage, EveryThesisHasAtLeastTheRowsOfItsChecklist) {
  const Complaints complaints = complaintsAboutMissingRows(publishedTable(), checklistRows);
  EXPECT_TRUE(complaints.empty()) << "docs/coverage.toml:\n" << listed(complaints);
}

TEST(Coverage, ARowWhoseClaimsHoldPasses) { EXPECT_THAT(complaintsAboutMadeUp(doneRow()), IsEmpty()); }

TEST(Coverage, AnIdThatOccursTwiceIsNamed) {
  EXPECT_THAT(complaintsAbout(tableOf({doneRow(), doneRow()}), madeUp),
              ElementsAre(AllOf(HasSubstr("004.orifice"), HasSubstr("more than once"))));
}

TEST(Coverage, AnIdThatIsMissingOrOfAnotherThesisOrMalformedIsReported) {
  EXPECT_THAT(complaintsAboutMadeUp(doneRowBut("id", "")), ElementsAre(HasSubstr("its thesis '004'")));
  EXPECT_THAT(complaintsAboutMadeUp(doneRowBut("id", "003.orifice")), ElementsAre(HasSubstr("its thesis '004'")));
  for (const char* id : {"004.", "004.Orifice", "004.-orifice", "004.orifice-", "004.the--orifice", "004.the orifice"})
    EXPECT_THAT(complaintsAboutMadeUp(doneRowBut("id", id)), ElementsAre(HasSubstr("kebab-case"))) << id;
}

TEST(Coverage, ARowWithoutAnIdIsNamedByItsLine) {
  const toml::table table = toml::parse("[[row]]\nid = '004.orifice'\n\n[[row]]\nthesis = '004'\n");
  EXPECT_THAT(complaintsAbout(table, madeUp), Contains(HasSubstr("row at line 4: id")));
}

TEST(Coverage, ARowWithoutADescriptionIsNamed) {
  for (const char* key : {"feature", "source", "verify"})
    EXPECT_THAT(complaintsAboutMadeUp(doneRowBut(key, "")),
                ElementsAre(AllOf(HasSubstr("004.orifice"), HasSubstr(key))));
}

TEST(Coverage, AnUnknownStatusIsNamed) {
  EXPECT_THAT(complaintsAboutMadeUp(doneRowBut("status", "finished")),
              ElementsAre(AllOf(HasSubstr("004.orifice"), HasSubstr("'finished'"))));
}

TEST(Coverage, AClaimWithoutAnImplementationIsNamed) {
  EXPECT_THAT(complaintsAboutMadeUp(doneRowBut("implemented", toml::array{})),
              ElementsAre(AllOf(HasSubstr("004.orifice"), HasSubstr("names no implementation"))));
}

TEST(Coverage, AnImplementationThatDoesNotExistIsNamed) {
  EXPECT_THAT(complaintsAboutMadeUp(doneRowBut("implemented", toml::array{"src/orifice.cpp", "src/lost.cpp"})),
              ElementsAre(AllOf(HasSubstr("004.orifice"), HasSubstr("'src/lost.cpp'"))));
}

TEST(Coverage, APathOutsideTheRepositoryIsNoImplementation) {
  EXPECT_TRUE(existsInRepository("docs/coverage.toml"));
  EXPECT_FALSE(existsInRepository(""));
  EXPECT_FALSE(existsInRepository("docs/lost.toml"));
  EXPECT_FALSE(existsInRepository(sourceDir / "docs/coverage.toml"));
  EXPECT_FALSE(existsInRepository(".." / sourceDir.filename() / "docs/coverage.toml"));
}

TEST(Coverage, AClaimWithoutAProofIsNamed) {
  EXPECT_THAT(complaintsAboutMadeUp(doneRowBut("proof", toml::array{})),
              ElementsAre(AllOf(HasSubstr("004.orifice"), HasSubstr("names no proof"))));
}

TEST(Coverage, AProofThatDoesNotExistIsNamed) {
  EXPECT_THAT(complaintsAboutMadeUp(doneRowBut("proof", toml::array{"Orifice.IsLost", "experiments/lost"})),
              ElementsAre(AllOf(HasSubstr("004.orifice"), HasSubstr("test 'Orifice.IsLost'")),
                          AllOf(HasSubstr("004.orifice"), HasSubstr("experiment 'experiments/lost'"))));
}

TEST(Coverage, ARowDoneInPartIsHeldToItsClaimsAndSaysWhatIsMissing) {
  toml::table row = doneRowBut("status", "partly");
  row.insert_or_assign("proof", toml::array{});
  EXPECT_THAT(complaintsAboutMadeUp(row),
              ElementsAre(HasSubstr("without saying what is missing"), HasSubstr("names no proof")));
}

TEST(Coverage, ASettledRowNeedsAReasonAndEvidence) {
  toml::table row = doneRowBut("status", "settled");
  EXPECT_THAT(complaintsAboutMadeUp(row), ElementsAre(HasSubstr("settled without a reason")));
  row.insert_or_assign("reason", "the data are not in the source");
  EXPECT_THAT(complaintsAboutMadeUp(row), IsEmpty());
  row.insert_or_assign("proof", toml::array{});
  EXPECT_THAT(complaintsAboutMadeUp(row), ElementsAre(HasSubstr("names no proof")));
}

TEST(Coverage, AnOpenRowNeedsAReasonAndNothingElse) {
  toml::table row = doneRowBut("status", "open");
  row.erase("implemented");
  row.erase("proof");
  EXPECT_THAT(complaintsAboutMadeUp(row), ElementsAre(AllOf(HasSubstr("004.orifice"), HasSubstr("without a reason"))));
  row.insert_or_assign("reason", "needs the component library");
  EXPECT_THAT(complaintsAboutMadeUp(row), IsEmpty());
}

TEST(Coverage, AThesisWithTooFewRowsOrUnknownIsNamed) {
  EXPECT_THAT(complaintsAboutMissingRows(tableOf({doneRow()}), {{"004", 1}}), IsEmpty());
  EXPECT_THAT(complaintsAboutMissingRows(tableOf({doneRow()}), {{"003", 1}, {"004", 2}}),
              ElementsAre(HasSubstr("thesis 003: 0 rows"), HasSubstr("thesis 004: 1 rows")));
  EXPECT_THAT(complaintsAboutMissingRows(tableOf({doneRow()}), {}), ElementsAre(HasSubstr("'004' is unknown")));
}

TEST(Coverage, TestsOfEveryKindAreFoundInSources) {
  EXPECT_THAT(testsIn("TEST(Plain, One) {}\n  TEST_F(Fixture, Two) {}\nTEST_P(Swept,\n       Three) {\n}\n"
                      "TYPED_TEST(Typed, Four) {}\nTYPED_TEST_P(Typed, Five) {}"),
              ElementsAre("Fixture.Two", "Plain.One", "Swept.Three", "Typed.Five", "Typed.Four"));
}

TEST(Coverage, TestsInCommentsAndStringsAndDisabledOnesAreNotFound) {
  EXPECT_THAT(testsIn("// TEST(Orifice, InAComment) {}\nauto s = \"TEST(Orifice, InAString)\";\n"
                      "TEST(Orifice, DISABLED_Test) {}\nTEST(DISABLED_Orifice, Suite) {}\nTEST_CASE(Orifice, Other)\n"),
              IsEmpty());
}

// The experiments of the project: all can be read, and those that take a moment are what they state.
#include "experiments/reader.hpp"
#include "experiments/report.hpp"
#include "experiments/reproduce.hpp"
#include "paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace dashpot::experiments {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const fs::path root = testing::sourceTree;

const std::vector<Experiment>& published() {
  static const std::vector<Experiment> all = [] {
    Diagnostics diagnostics;
    auto read = readExperiments(root / "experiments", diagnostics);
    for (const Diagnostic& fault : diagnostics.all()) ADD_FAILURE() << fault.message;
    return read;
  }();
  return all;
}

TEST(PublishedExperiments, AreReadWithoutComplaint) {
  std::map<std::string_view, int> perThesis;
  for (const Experiment& each : published()) ++perThesis[each.thesis()];
  for (const char* thesis : {"000", "001", "002", "003", "004"}) EXPECT_GT(perThesis[thesis], 10) << thesis;
}

TEST(PublishedExperiments, CoverEveryNumberedClaimOfTheLastThesisOnceAtLeast) {
  // Esque 2008 as it was numbered on reading: 37 statements about figures that are lost.
  std::set<int> claims;
  for (const Experiment& each : published()) {
    const auto at = each.source.find("claim");
    if (each.thesis() != "004" || at == std::string::npos) continue;
    std::istringstream words(each.source.substr(at));
    std::vector<int> numbers;
    for (std::string word; words >> word;)
      if (std::isdigit(static_cast<unsigned char>(word[0]))) numbers.push_back(std::stoi(word));
    const bool isRange =
        each.source.find(" to ") != std::string::npos || each.source.find(" and ") != std::string::npos;
    if (numbers.empty()) continue;
    const int last = isRange && numbers.size() > 1 ? numbers[1] : numbers[0];
    for (int k = numbers[0]; k <= last; ++k) claims.insert(k);
  }
  for (int k = 1; k <= 37; ++k) EXPECT_TRUE(claims.contains(k)) << "claim " << k;
}

class ThesisExperiments : public ::testing::TestWithParam<std::string> {};

TEST_P(ThesisExperiments, AreStillWhatTheyState) {
  for (const Experiment& each : published()) {
    if (each.thesis() != GetParam() || each.isSlow) continue;
    const Reproduction found = reproduce(each, root, {.takesPictures = false});
    EXPECT_THAT(found.faults, IsEmpty()) << each.name;
    EXPECT_EQ(titleOf(found.status), titleOf(each.status)) << each.name;
    EXPECT_TRUE(found.agreesWithOthers) << each.name << ": an independent program has other figures";
  }
}

INSTANTIATE_TEST_SUITE_P(Theses, ThesisExperiments, ::testing::Values("000", "001", "002", "003", "004"),
                         [](const auto& thesis) { return "T" + thesis.param; });

// ---- statuses -------------------------------------------------------------------------------------------------------

Experiment madeUp(Status status, const std::string& published) {
  const std::string text =
      "[[experiment]]\nname = '009.a'\ntitle = 'A'\nsource = 'S'\nclaim = 'C'\nbecause = 'B'\nstatus = '" +
      std::string(nameOf(status)) +
      "'\n[[experiment.table]]\nmeasure = 'law'\ncoefficient = 2\nof = 'x'\nrows = { x = [1, 2] }\nwithin = 0.1\n" +
      (published.empty() ? "" : "published = " + published + "\n");
  std::vector<Experiment> all;
  Diagnostics diagnostics;
  readExperiments(text, "made_up.toml", all, diagnostics);
  return all.at(0);
}

Status found(Status stated, const std::string& published) { return reproduce(madeUp(stated, published), {}).status; }

TEST(Status, FollowsFromTheFiguresAndFromWhatTheyCannotTell) {
  EXPECT_EQ(found(Status::agrees, "[2, 4]"), Status::agrees);
  EXPECT_EQ(found(Status::agrees, "[2, 5]"), Status::differs);
  EXPECT_EQ(found(Status::agrees, ""), Status::undecided) << "nothing was published";
  EXPECT_EQ(found(Status::corrected, "[2, 4]"), Status::corrected);
  EXPECT_EQ(found(Status::corrected, "[2, 5]"), Status::differs);
  EXPECT_EQ(found(Status::differs, "[2, 4]"), Status::agrees) << "an old disagreement that is gone is noticed";
  EXPECT_EQ(found(Status::undecided, "[2, 5]"), Status::undecided) << "data are missing whatever the figures are";
}

TEST(Status, OfRowsThatAreOnlyShownDoesNotCount) {
  Experiment experiment = madeUp(Status::agrees, "[2, 5]");
  experiment.tables[0].rows[1].isJudged = false;
  const Reproduction result = reproduce(experiment, {});
  EXPECT_EQ(result.status, Status::agrees);
  EXPECT_FALSE(result.tables[0].cells[1][0].agrees);
}

TEST(Status, IsNotDecidedByWrongSettings) {
  Experiment experiment = madeUp(Status::agrees, "[2, 4]");
  experiment.tables[0].settings.insert_or_assign("measure", "low");
  const Reproduction result = reproduce(experiment, {});
  EXPECT_FALSE(result.isAsStated(experiment));
  EXPECT_THAT(result.faults.at(0), HasSubstr("'low' is no measure"));
}

// ---- report ---------------------------------------------------------------------------------------------------------

std::string contentOf(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(Report, HasAnOverviewAPagePerThesisAndPictures) {
  Experiment experiment = madeUp(Status::differs, "[2, 5]");
  experiment.tables[0].chart = Chart{.x = "x [m]", .y = "y [s]", .key = "x"};
  std::swap(experiment.tables[0].rows, experiment.tables[0].columns);
  for (auto* cells : {&experiment.tables[0].published}) *cells = {{(*cells)[0][0], (*cells)[1][0]}};
  Reproductions all;
  all.emplace_back(&experiment, reproduce(experiment, {}));
  const fs::path folder = fs::path(::testing::TempDir()) / "dashpot_report_test";
  fs::remove_all(folder);
  ASSERT_FALSE(writeReport(all, folder));
  EXPECT_THAT(contentOf(folder / "README.md"), AllOf(HasSubstr("009.a"), HasSubstr("differs")));
  EXPECT_THAT(contentOf(folder / "009.md"), AllOf(HasSubstr("2 / 2"), HasSubstr("**4 / 5**"), HasSubstr("009-a.svg")));
  EXPECT_THAT(contentOf(folder / "009-a.svg"),
              AllOf(HasSubstr("<svg"), HasSubstr("x [m]"), HasSubstr("y [s]"), HasSubstr("</svg>")));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace dashpot::experiments

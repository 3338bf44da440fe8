// dashpot reproduce, on the experiments of the project and on made-up ones.
#include "cli/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace dashpot::cli {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

/// A folder with one file of experiments.
class OwnExperiments {
 public:
  explicit OwnExperiments(const std::string& text)
      : folder_(fs::path(::testing::TempDir()) / ("dashpot-experiments-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
    std::ofstream(folder_ / "own.toml") << text;
  }
  ~OwnExperiments() { fs::remove_all(folder_); }
  OwnExperiments(const OwnExperiments&) = delete;
  OwnExperiments& operator=(const OwnExperiments&) = delete;

  Outcome run(const std::string& arguments) const {
    return cli::run("reproduce " + arguments + " --experiments '" + folder_.string() + "'");
  }
  fs::path operator/(const char* name) const { return folder_ / name; }

 private:
  fs::path folder_;
};

std::string eulerOfOrder(const char* order) {
  return std::string(
             "[[experiment]]\nname = 'mine.euler'\ntitle = 'Order of Euler'\nsource = 'a book'\n"
             "claim = 'It is so'\nstatus = 'agrees'\n[[experiment.table]]\nmeasure = 'stability'\nmethod = 'euler'\n"
             "quantity = 'order'\npublished = ") +
         order + "\n";
}

TEST(ReproduceVerb, ListsExperimentsWithTheirStatus) {
  const Outcome outcome = run("reproduce");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, ContainsRegex("000\\.detest-a1 +agrees "));
  EXPECT_THAT(outcome.out, ContainsRegex("001\\.table-5-1-radau5 +agrees with the corrected formula"));
  EXPECT_THAT(outcome.out, ContainsRegex("004\\.claim-06 +differs"));
  EXPECT_THAT(outcome.out, ContainsRegex("002\\.figure-13 +cannot be decided"));
  EXPECT_THAT(outcome.out, ContainsRegex("[0-9]+ experiments: [0-9]+ agree, "));
}

TEST(ReproduceVerb, PrintsOursBesideTheirs) {
  const Outcome outcome = run("reproduce 003.table-2-1");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, ContainsRegex("0\\.14 +1\\.0593 +1\\.0593"));
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("source: Table 2.1"), HasSubstr("agreement: to 1e-11"), HasSubstr("status: agrees")));
  EXPECT_THAT(run("reproduce 000.local-error-of-i2").out, AllOf(HasSubstr("differs"), HasSubstr("shown only")));
}

TEST(ReproduceVerb, GivesJson) {
  const Outcome outcome = run("reproduce 002.table-1 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json result = json::parse(outcome.out);
  EXPECT_EQ(result["schema"], "dashpot/reproduce/1");
  const json& experiment = result["experiments"].at(0);
  EXPECT_EQ(experiment["status"], "corrected");
  EXPECT_EQ(experiment["stated"], "corrected");
  EXPECT_EQ(experiment["tables"][0]["cells"].size(), 6u);
  EXPECT_EQ(experiment["tables"][0]["cells"][0]["published"], "10.45");
  EXPECT_EQ(experiment["tables"][0]["cells"][0]["published_agrees"], true);
}

TEST(ReproduceVerb, TakesExperimentsOfOnesOwn) {
  const OwnExperiments right(eulerOfOrder("1"));
  EXPECT_EQ(right.run("mine").code, 0);
  const Outcome report = right.run("--all --report '" + (right / "page").string() + "'");
  EXPECT_EQ(report.code, 0) << report.err;
  EXPECT_THAT(contentOf(right / "page" / "README.md"), HasSubstr("mine.euler"));
  EXPECT_THAT(contentOf(right / "page" / "mine.md"), HasSubstr("1 / 1"));
}

TEST(ReproduceVerb, SaysWhenAStatusIsNoLongerWhatItWas) {
  const OwnExperiments wrong(eulerOfOrder("2"));
  const Outcome outcome = wrong.run("mine.euler");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("mine.euler: stated is 'agrees', found 'differs'"));
  EXPECT_THAT(outcome.out, HasSubstr("status: differs"));
}

TEST(ReproduceVerb, DrawsPictures) {
  const fs::path file = fs::path(::testing::TempDir()) / "dashpot_figure_2_1.svg";
  const Outcome outcome = run("reproduce 003.figure-2-1 --plot '" + file.string() + "'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(contentOf(file), AllOf(HasSubstr("<svg"), HasSubstr("Re h lambda"), HasSubstr("hybrid")));
  fs::remove(file);
  EXPECT_THAT(run("reproduce 003.table-2-1 --plot nowhere.svg").err,
              HasSubstr("none of these experiments has a picture"));
}

TEST(ReproduceVerb, ExplainsWhatItCannotUnderstand) {
  EXPECT_THAT(run("reproduce 003.table-2-9").err, HasSubstr("did you mean '003.table-2-"));
  EXPECT_EQ(run("reproduce 003.table-2-9").code, 1);
  EXPECT_THAT(run("reproduce --experiments /nowhere").err, HasSubstr("there is no folder '/nowhere'"));
  EXPECT_THAT(run("reproduce --help").out, HasSubstr("Example:"));
  const OwnExperiments broken("[[experiment]]\nname = 'x'\n");
  EXPECT_THAT(broken.run("").err, AllOf(HasSubstr("own.toml:1: x: it needs the text 'title'")));
  EXPECT_EQ(broken.run("").code, 1);
}

}  // namespace
}  // namespace dashpot::cli

// The text form of experiments, and what is said about mistakes in it.
#include "experiments/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::experiments {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string head = R"([[experiment]]
name = "009.example"
title = "An example"
source = "Table 1"
claim = "It is so"
status = "agrees"
)";

struct Read {
  explicit Read(const std::string& text) { readExperiments(text, "some.toml", experiments, diagnostics); }

  std::string messages() const {
    std::string all;
    for (const Diagnostic& each : diagnostics.all()) {
      all += each.message + "\n";
      for (const std::string& hint : each.hints) all += hint + "\n";
    }
    return all;
  }

  std::vector<Experiment> experiments;
  Diagnostics diagnostics;
};

std::vector<std::string> labels(const std::vector<Line>& lines) {
  std::vector<std::string> result;
  for (const Line& line : lines) result.push_back(line.label);
  return result;
}

TEST(ExperimentFile, GivesRowsColumnsAndWhatWasPublished) {
  const Read read(head + R"([[experiment.table]]
measure = "run"
rows = [{ label = "E", method = "diag-exp-e" }, { method = "rk4", judged = false }]
columns = { step = [0.1, 0.2] }
published = [[80, "< 1"], ["fails", "-"]]
within = 0.1
)");
  ASSERT_THAT(read.diagnostics.all(), IsEmpty()) << read.messages();
  ASSERT_THAT(read.experiments, SizeIs(1));
  EXPECT_EQ(read.experiments[0].thesis(), "009");
  const Table& table = read.experiments[0].tables.at(0);
  EXPECT_THAT(labels(table.rows), ElementsAre("E", "rk4"));
  EXPECT_THAT(labels(table.columns), ElementsAre("0.1", "0.2"));
  EXPECT_FALSE(table.rows[1].isJudged);
  EXPECT_EQ(table.published[0][0]->value.number, 80);
  EXPECT_EQ(table.published[0][1]->kind, Expectation::Kind::below);
  EXPECT_EQ(table.published[1][0]->value.word, "fails");
  EXPECT_FALSE(table.published[1][1]);
  EXPECT_EQ(table.settings["measure"].value_or(std::string()), "run");
  EXPECT_FALSE(table.settings.contains("rows"));
}

TEST(ExperimentFile, SweepsAreEquallySpacedInLogarithmsWhereTheyCanBe) {
  const Read read(head + R"([[experiment.table]]
measure = "study"
columns = { key = "step", from = 0.01, to = 1, points = 3 }
[[experiment.table]]
measure = "study"
columns = { key = "zeta", from = 0, to = 1, points = 3 }
)");
  ASSERT_THAT(read.experiments, SizeIs(1)) << read.messages();
  EXPECT_THAT(labels(read.experiments[0].tables[0].columns), ElementsAre("0.01", "0.1", "1"));
  EXPECT_THAT(labels(read.experiments[0].tables[1].columns), ElementsAre("0", "0.5", "1"));
}

TEST(ExperimentFile, TablesShareWhatIsCommonToTheFile) {
  const Read read("[common.fine]\nstep = 0.1\nmethod = 'rk4'\n[common]\nmethods = { method = ['a', 'b'] }\n" + head +
                  "[[experiment.table]]\nuse = 'fine'\nmethod = 'euler'\nrows = 'methods'\n");
  ASSERT_THAT(read.experiments, SizeIs(1)) << read.messages();
  const Table& table = read.experiments[0].tables[0];
  EXPECT_EQ(table.settings["step"].value_or(0.0), 0.1);
  EXPECT_EQ(table.settings["method"].value_or(std::string()), "euler") << "what the table says itself counts";
  EXPECT_THAT(labels(table.rows), ElementsAre("a", "b"));
}

TEST(ExperimentFile, MistakesAreToldWithFileLineAndHint) {
  const struct {
    std::string text, message;
  } mistakes[] = {
      {head + "titel = \"x\"\n", "did you mean 'title'?"},
      {"[[experiment]]\nname = 'a'\n", "it needs the text 'title'"},
      {head + "[[experiment.table]]\nmeasure = 'run'\nrows = { step = [1, 2] }\npublished = [1]\n",
       "'published' is not of the shape of the table, 2 rows and 1 columns"},
      {head + "[[experiment.table]]\nmeasure = 'run'\npublished = 1.5\n", "what counts as agreement is missing"},
      {head + "[[experiment.table]]\nmeasure = 'run'\npublished = '< much'\n", "'< much' is no bound"},
      {head + "[[experiment.table]]\nmeasure = 'run'\nuse = 'nothing'\n", "there is no [common.nothing]"},
      {head + "[[experiment.table]]\nmeasure = 'run'\ncolumns = { key = 'h', from = 1, to = 1, points = 3 }\n",
       "a sweep has the entries"},
      {head, "it has no table"},
      {"[[experiment]\n", "some.toml:1:"},
      {"[[experimnet]]\nname = 'x'\n", "'experimnet' is no experiment"},
  };
  for (const auto& [text, message] : mistakes) {
    const Read read(text);
    EXPECT_TRUE(read.diagnostics.hasErrors()) << text;
    EXPECT_THAT(read.messages(), HasSubstr(message)) << text;
    EXPECT_THAT(read.messages(), HasSubstr("some.toml")) << text;
    EXPECT_THAT(read.experiments, IsEmpty()) << text;
  }
}

TEST(ExperimentFile, AStatusOtherThanAgreementNeedsItsReason) {
  std::string text = head;
  text.replace(text.find("agrees"), 6, "differs");
  EXPECT_THAT(Read(text).messages(), HasSubstr("the status 'differs' needs its reason"));
  text.replace(text.find("differs"), 7, "agreed");
  EXPECT_THAT(Read(text).messages(), HasSubstr("'agreed' is no status"));
}

TEST(ExperimentFile, ANameIsGivenOnce) {
  const std::string table = "[[experiment.table]]\nmeasure = 'run'\n";
  const Read read(head + table + head + table);
  EXPECT_THAT(read.messages(), HasSubstr("there are two experiments '009.example'"));
  EXPECT_THAT(read.experiments, SizeIs(1));
}

TEST(Agreement, IsAShareADistanceAFactorOrTheSameWord) {
  const auto value = [](double number) { return Expectation{.value = {.number = number}}; };
  EXPECT_TRUE(agrees({110}, value(100), {.within = 0.1}));
  EXPECT_FALSE(agrees({111}, value(100), {.within = 0.1}));
  EXPECT_TRUE(agrees({1.04}, value(1), {.absolute = 0.05}));
  EXPECT_FALSE(agrees({1.06}, value(1), {.absolute = 0.05}));
  EXPECT_TRUE(agrees({50}, value(100), {.factor = 2}));
  EXPECT_FALSE(agrees({201}, value(100), {.factor = 2}));
  EXPECT_FALSE(agrees({-100}, value(100), {.factor = 2})) << "the sign counts";
  EXPECT_TRUE(agrees({80}, value(80), {})) << "whole numbers are compared exactly";
  EXPECT_FALSE(agrees({81}, value(80), {}));
  EXPECT_TRUE(agrees({.word = "fails"}, {.value = {.word = "fails"}}, {}));
  EXPECT_FALSE(agrees({1.0}, {.value = {.word = "fails"}}, {}));
  EXPECT_FALSE(agrees({.word = "fails"}, {.kind = Expectation::Kind::below, .value = {.number = 1}}, {}));
  EXPECT_TRUE(agrees({0.5}, {.kind = Expectation::Kind::below, .value = {.number = 1}}, {}));
  EXPECT_FALSE(agrees({0.5}, {.kind = Expectation::Kind::above, .value = {.number = 1}}, {}));
}

}  // namespace
}  // namespace dashpot::experiments

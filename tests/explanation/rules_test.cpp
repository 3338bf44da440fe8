// The diagnoses as data: conditions, texts, and their order.
#include "explanation/rule_base.hpp"
#include "paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

namespace dashpot::explanation {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Test = Condition::Test;

/// Makes the condition hold, or just not.
void satisfy(const Condition& condition, bool holds, Facts& facts) {
  switch (condition.test) {
    case Test::known: facts.set(condition.fact, holds ? 1.0 : 0.0); break;
    case Test::unknown: facts.set(condition.fact, holds ? 0.0 : 1.0); break;
    case Test::atLeast: facts.set(condition.fact, condition.number * (holds ? 1.0 : 0.99)); break;
    case Test::atMost: facts.set(condition.fact, condition.number * (holds ? 1.0 : 1.01)); break;
    case Test::is: facts.set(condition.fact, holds ? condition.word : std::string("otherwise")); break;
  }
}

TEST(Diagnoses, FireExactlyWhereAllOfTheirConditionsHold) {
  for (const Rule& rule : allRules()) {
    Facts facts;
    for (const Condition& condition : rule.when) satisfy(condition, true, facts);
    EXPECT_TRUE(rule.applies(facts)) << rule.name;
    for (const Condition& condition : rule.when) {
      Facts others = facts;
      satisfy(condition, false, others);
      EXPECT_FALSE(rule.applies(others)) << rule.name << " without " << condition.fact;
    }
    EXPECT_FALSE(rule.applies(Facts{})) << rule.name << " where nothing is known";
  }
}

TEST(Diagnoses, NameOnlyOthersThatExist) {
  std::set<std::string> names;
  for (const Rule& rule : allRules()) names.insert(rule.name);
  for (const Rule& rule : allRules())
    for (const std::string& other : rule.unless) EXPECT_TRUE(names.contains(other)) << rule.name << ": " << other;
}

TEST(Diagnoses, AndTheirFactsAreDocumented) {
  std::ifstream file(std::string(dashpot::testing::sourceTree) + "/docs/explain.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  ASSERT_FALSE(page.empty());
  for (const Rule& rule : allRules()) {
    EXPECT_THAT(page, HasSubstr("`" + rule.name + "`"));
    for (const std::string& fact : rule.facts()) EXPECT_THAT(page, HasSubstr("`" + fact + "`")) << rule.name;
  }
}

TEST(Diagnoses, FailuresComeBeforeDoubtsAndCostsAndThenTheLargerShare) {
  Diagnostics none;
  const auto rules = readRules(R"(
[[diagnosis]]
name = "small"
kind = "cost"
when = ["a"]
share = "a"
finding = "x"
remedy = "y"
[[diagnosis]]
name = "large"
kind = "cost"
when = ["b"]
share = "b"
finding = "x"
remedy = "y"
[[diagnosis]]
name = "failed"
kind = "failure"
when = ["c"]
finding = "x"
remedy = "y"
[[diagnosis]]
name = "worse said"
kind = "failure"
when = ["c"]
unless = ["failed"]
finding = "x"
remedy = "y"
)",
                               "test.toml", none);
  ASSERT_TRUE(none.all().empty());
  Facts facts;
  facts.set("a", 0.1), facts.set("b", 0.2), facts.set("c", 1.0);
  std::vector<std::string> order;
  for (const Rule* rule : diagnose(rules, facts)) order.push_back(rule->name);
  EXPECT_THAT(order, ElementsAre("failed", "large", "small"));
}

TEST(Diagnoses, ThatCannotBeReadAreReportedByLine) {
  Diagnostics diagnostics;
  EXPECT_TRUE(
      readRules("[[diagnosis]]\nname = \"a\"\nkind = \"x\"\nwhen = [\"b > 3\"]\nwho = 1\n", "my.toml", diagnostics)
          .empty());
  EXPECT_TRUE(readRules("[[diagnosis", "my.toml", diagnostics).empty());
  std::string all;
  for (const Diagnostic& diagnostic : diagnostics.all()) all += diagnostic.message + "\n";
  for (const char* words : {"my.toml:1", "no entry 'who'", "is failure, doubt, cost or remark",
                            "'b > 3' is no condition", "needs the text 'remedy'"})
    EXPECT_THAT(all, HasSubstr(words));
}

TEST(Facts, AreShownWithDisplayUnitsAndAsShares) {
  Facts facts;
  facts.set("p", 12.5e5, "Pa", "bar");
  facts.set("n", 31560.0);
  facts.set("share", 0.4321);
  facts.set("tiny", 3.21987e-8, "s");
  facts.set("word", "x > 0 (a.mo:3)");
  facts.set("unknown", std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(filled("{p}, {n}, {share %}, {tiny}: {word}", facts), "12.5 bar, 31,560, 43 %, 3.22e-08 s: x > 0 (a.mo:3)");
  EXPECT_EQ(filled("{p}={tiny}", facts, Form::program), "1.25e+06=3.21987e-08");
  EXPECT_EQ(filled("{unknown}", facts), std::nullopt);
  EXPECT_THAT(namesIn("{a} and {b.c %}"), ElementsAre("a", "b.c"));
}

}  // namespace
}  // namespace dashpot::explanation

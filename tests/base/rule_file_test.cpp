#include "base/rule_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace dashpot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// The names of the rules of a text; what is wrong with them goes to `diagnostics`.
std::vector<std::string> namesIn(std::string_view text, Diagnostics& diagnostics) {
  constexpr std::array<std::string_view, 2> entries{"name", "when"};
  std::vector<std::string> names;
  readRuleFile(text, "own.toml", "rule", "a rule", diagnostics, [&](RuleTable& table) {
    table.allowOnly(entries);
    const std::string name = table.text("name");
    if (table.isSound()) names.push_back(name);
  });
  return names;
}

TEST(RuleFile, RulesComeInTheOrderOfTheirFile) {
  Diagnostics diagnostics;
  EXPECT_THAT(namesIn("[[rule]]\nname = 'b'\n[[rule]]\nname = 'a'\n", diagnostics), ElementsAre("b", "a"));
  EXPECT_TRUE(diagnostics.all().empty());
}

TEST(RuleFile, AFaultyRuleIsReportedWithItsLineAndLeftOut) {
  Diagnostics diagnostics;
  EXPECT_THAT(namesIn("[[rule]]\nname = 'a'\n[[rule]]\nname = 'b'\nwhem = []\n", diagnostics), ElementsAre("a"));
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_THAT(diagnostics.all().front().message, HasSubstr("own.toml:3: a rule has no entry 'whem'"));
}

TEST(RuleFile, ATextThatIsNoTomlIsReportedAndHasNoRules) {
  Diagnostics diagnostics;
  EXPECT_THAT(namesIn("[[rule]\n", diagnostics), ElementsAre());
  EXPECT_EQ(diagnostics.all().size(), 1u);
}

TEST(RuleFile, ConditionsCompareNumbersAndAskWhetherTheyAreKnown) {
  const auto holds = [](const char* written, std::optional<double> value) {
    return readFactCondition(written)->holds(value);
  };
  EXPECT_TRUE(holds("count >= 3", 3.0));
  EXPECT_FALSE(holds("count >= 3", 2.0));
  EXPECT_FALSE(holds("count >= 3", std::nullopt));
  EXPECT_TRUE(holds("count <= 3", 3.0));
  EXPECT_TRUE(holds("count", 1.0));
  EXPECT_FALSE(holds("count", 0.0));
  EXPECT_TRUE(holds("not count", std::nullopt));
  for (const char* faulty : {"", "count > 3", "count >= three", "count >= 3 4"})
    EXPECT_FALSE(readFactCondition(faulty)) << faulty;
}

}  // namespace
}  // namespace dashpot

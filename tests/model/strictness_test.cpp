// What the specification forbids and other tools accept: an error for the strict, else a warning and a meaning.
#include "model/flat_model.hpp"
#include "models/front_end.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace dashpot::model {
namespace {

using dashpot::testing::FrontEnd;
using ::testing::HasSubstr;

/// The breach has this code; tolerated, the flat model contains `meaning`.
void expectBreach(const std::string& text, const std::string& code, const std::string& meaning) {
  const FrontEnd strict(text);
  EXPECT_TRUE(strict.diagnostics.hasErrors()) << text;
  ASSERT_FALSE(strict.diagnostics.all().empty()) << text;
  EXPECT_EQ(strict.diagnostics.all().front().code, code) << strict.messages();

  const FrontEnd tolerant(text, "test.mo", "", false);
  ASSERT_TRUE(tolerant.flat) << tolerant.messages();
  ASSERT_EQ(tolerant.diagnostics.all().size(), 1U) << tolerant.messages();
  EXPECT_EQ(tolerant.diagnostics.all().front().code, code);
  EXPECT_EQ(tolerant.diagnostics.all().front().severity, Severity::warning);
  EXPECT_THAT(print(*tolerant.flat), HasSubstr(meaning));
}

TEST(Strictness, RedeclaringWhatIsNotReplaceable) {
  expectBreach(
      "model A Real x = 1; end A; model B Real x = 2; end B; model C A a; end C;\n"
      "model M C c(redeclare B a); end M;",
      "redeclare", "'c.a.x' = 2");
}

TEST(Strictness, NamingAConditionalComponentThatIsThere) {
  expectBreach("model P Real v = time; end P; model M P p if true; Real y = 2 * p.v; end M;", "absent",
               "y = 2 * 'p.v'");
}

TEST(Strictness, AConditionalComponentThatIsNotThereIsAnErrorForAll) {
  const FrontEnd tolerant("model P Real v = time; end P; model M P p if false; Real y = 2 * p.v; end M;", "test.mo", "",
                          false);
  EXPECT_TRUE(tolerant.diagnostics.hasErrors());
}

TEST(Strictness, OfANameThatIsInheritedTwiceTheFirstCounts) {
  expectBreach("model A Real x = 1; end A; model B Real x = 2; end B; model M extends A; extends B; end M;",
               "duplicate-name", "x = 1");
}

TEST(Strictness, AClassThroughOneThatIsNoPackage) {
  expectBreach("model P model Q Real x = 3; end Q; Real z = 1; end P; model M P.Q q; end M;", "encapsulated",
               "'q.x' = 3");
}

TEST(Strictness, AParameterOfAClassHasTheValueItIsDeclaredWith) {
  expectBreach("record Data parameter Real k = 3; end Data; model M Real x = Data.k * time; end M;", "variability",
               "x = 3 * time");
}

TEST(Strictness, AComponentThatTheRestOfTheModelDetermines) {
  expectBreach("model U Real x; end U; model M U u; equation u.x = time; end M;", "unbalanced", "'u.x' = time");
}

TEST(Strictness, AConnectorWithMoreFlowsThanPotentials) {
  expectBreach("connector C flow Real i; end C; model M C c; end M;", "unbalanced-connector", "'c.i' = 0");
}

TEST(Strictness, AnIconOfAnotherKindOfClass) {
  expectBreach(
      "partial model Icon end Icon; package P extends Icon; constant Real k = 2; end P; model M Real x = P.k; end M;",
      "restriction", "x = 2");
}

TEST(Strictness, ModifyingWhatIsProtected) {
  expectBreach("model A protected parameter Real p = 1; Real x = p * time; end A; model M A a(p = 2); end M;",
               "protected", "'a.p' = 2");
}

}  // namespace
}  // namespace dashpot::model

// Each rule of the automatic method: a case where it applies, and one where it must not.
#include "selection/decide.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace dashpot::selection {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

using Given = std::initializer_list<std::pair<Fact, double>>;

/// A run with error control to six digits of a plain ODE in two unknowns that is not stiff, but for what is given.
Facts factsWith(Given given) {
  Facts facts;
  for (const Fact none : {Fact::algebraic, Fact::mass, Fact::events, Fact::fixedStep, Fact::between, Fact::delays})
    facts.set(none, 0.0);
  facts.set(Fact::size, 2.0);
  facts.set(Fact::digits, 6.0);
  for (const auto& [fact, value] : given) facts.set(fact, value);
  return facts;
}

const Rule& ruleNamed(std::string_view name) {
  const auto& rules = ruleBase().rules;
  const auto found = std::ranges::find(rules, name, &Rule::name);
  EXPECT_NE(found, rules.end()) << name;
  return *found;
}

bool applies(std::string_view rule, Given given) { return ruleNamed(rule).applies(factsWith(given)); }

constexpr auto all = [](const Candidate&) { return true; };

Work workOfSmallSystem() { return {.size = 2, .evaluation = 40, .jacobian = 40, .factorisation = 30, .solve = 30}; }

std::string startWith(Given given, const Work& work = workOfSmallSystem()) {
  return decideStart(ruleBase(), factsWith(given), work, all).candidate->name;
}

TEST(SelectionRules, AreAllNamedHere) {
  std::vector<std::string> names;
  for (const Rule& rule : ruleBase().rules) names.push_back(rule.name);
  EXPECT_THAT(names,
              testing::UnorderedElementsAre("algebraic", "mass-matrix", "fixed-step", "delays", "stiff", "not-stiff",
                                            "near-the-limit", "stability-limits", "no-longer-stiff", "failed"));
}

TEST(SelectionRules, AlgebraicUnknownsWantAnImplicitMethod) {
  EXPECT_TRUE(applies("algebraic", {{Fact::algebraic, 1}}));
  EXPECT_FALSE(applies("algebraic", {{Fact::algebraic, 0}}));
}

TEST(SelectionRules, AMassMatrixWantsAnImplicitMethod) {
  EXPECT_TRUE(applies("mass-matrix", {{Fact::mass, 1}}));
  EXPECT_FALSE(applies("mass-matrix", {{Fact::mass, 0}}));
}

TEST(SelectionRules, AFixedStepIsThatOfRodas5p) {
  EXPECT_TRUE(applies("fixed-step", {{Fact::fixedStep, 1}}));
  EXPECT_FALSE(applies("fixed-step", {{Fact::fixedStep, 0}}));
  for (const double digits : {2.0, 6.0, 10.0})
    EXPECT_EQ(startWith({{Fact::fixedStep, 1}, {Fact::digits, digits}}), "rodas5p");
}

TEST(SelectionRules, DelaysWantAnImplicitMethod) {
  EXPECT_TRUE(applies("delays", {{Fact::delays, 1}}));
  EXPECT_FALSE(applies("delays", {{Fact::delays, 0}}));
}

TEST(SelectionRules, TheStartIsImplicitWhereStabilityWouldCostMoreAndElseExplicit) {
  EXPECT_TRUE(applies("stiff", {{Fact::stabilityPrice, 100}}));
  EXPECT_FALSE(applies("stiff", {{Fact::stabilityPrice, 0.3}}));
  EXPECT_TRUE(applies("not-stiff", {{Fact::stabilityPrice, 0.3}}));
  EXPECT_FALSE(applies("not-stiff", {{Fact::stabilityPrice, 100}}));
  EXPECT_FALSE(applies("stiff", {})) << "the fastest mode is not known";
  EXPECT_FALSE(applies("not-stiff", {})) << "the fastest mode is not known";
}

TEST(SelectionRules, NearTheLimitOfStabilityDop853IsTaken) {
  EXPECT_TRUE(applies("near-the-limit", {{Fact::stabilityPrice, 0.5}, {Fact::stabilityLoad, 2}}));
  EXPECT_FALSE(applies("near-the-limit", {{Fact::stabilityPrice, 0.5}, {Fact::stabilityLoad, 0.1}}));
  EXPECT_FALSE(applies("near-the-limit", {{Fact::stabilityPrice, 5}, {Fact::stabilityLoad, 2}}));
  EXPECT_EQ(startWith({{Fact::stabilityPrice, 0.5}, {Fact::stabilityLoad, 0.1}, {Fact::digits, 2}}), "tsit5");
  EXPECT_EQ(startWith({{Fact::stabilityPrice, 0.5}, {Fact::stabilityLoad, 2}, {Fact::digits, 2}}), "dop853");
}

TEST(SelectionRules, AnExplicitMethodGivesWayWhereStabilityLimitsItsSteps) {
  EXPECT_TRUE(applies("stability-limits", {{Fact::isExplicit, 1}, {Fact::stabilityReach, 0.95}}));
  EXPECT_FALSE(applies("stability-limits", {{Fact::isExplicit, 1}, {Fact::stabilityReach, 0.4}}));
  EXPECT_FALSE(applies("stability-limits", {{Fact::isExplicit, 0}, {Fact::stabilityReach, 0.95}}));
  EXPECT_GT(ruleNamed("stability-limits").patience, 1) << "one step may touch the limit by chance";
}

TEST(SelectionRules, AnImplicitMethodGivesWayWhereAnExplicitOneIsClearlyCheaper) {
  EXPECT_TRUE(applies("no-longer-stiff", {{Fact::isImplicit, 1}, {Fact::stabilityPrice, 0.4}}));
  EXPECT_FALSE(applies("no-longer-stiff", {{Fact::isImplicit, 1}, {Fact::stabilityPrice, 0.9}}));
  EXPECT_FALSE(applies("no-longer-stiff", {{Fact::isImplicit, 0}, {Fact::stabilityPrice, 0.4}}));
  EXPECT_FALSE(applies("no-longer-stiff", {{Fact::isImplicit, 1}})) << "nothing is known";
}

TEST(SelectionRules, AMethodThatFailsGivesWayToAnyOther) {
  EXPECT_TRUE(applies("failed", {{Fact::hasFailed, 1}}));
  EXPECT_FALSE(applies("failed", {{Fact::hasFailed, 0}}));
  for (const Candidate& current : ruleBase().candidates) {
    const Decision decision = decideChange(ruleBase(), ruleNamed("failed"), factsWith({{Fact::hasFailed, 1}}),
                                           workOfSmallSystem(), all, current);
    EXPECT_EQ(decision.alternatives.size(), ruleBase().candidates.size() - 1);
    EXPECT_NE(decision.candidate, &current);
  }
}

// ---- among those that rules leave -----------------------------------------------------------------------------------

TEST(Selection, TakesHigherOrdersForTighterTolerances) {
  for (const double price : {0.1, 100.0}) {
    double before = 0;
    for (const double digits : {2.0, 4.0, 6.0, 9.0, 12.0}) {
      const auto& name = startWith({{Fact::stabilityPrice, price}, {Fact::digits, digits}});
      const auto& candidates = ruleBase().candidates;
      const double order = std::ranges::find(candidates, name, &Candidate::name)->order;
      EXPECT_GE(order, before) << name << " at " << digits;
      before = order;
    }
  }
}

TEST(Selection, AvoidsFactorisationsWhereTheyAreExpensive) {
  Work work = workOfSmallSystem();
  EXPECT_EQ(startWith({{Fact::stabilityPrice, 100}, {Fact::digits, 4}}, work).substr(0, 5), "rodas");
  work.factorisation = 1e7;  // as that of a fine grid in two dimensions
  const std::string name = startWith({{Fact::stabilityPrice, 100}, {Fact::digits, 4}}, work);
  const auto& candidates = ruleBase().candidates;
  EXPECT_LT(std::ranges::find(candidates, name, &Candidate::name)->factorisations, 1) << name;
}

TEST(Selection, PassesOverARuleThatWouldLeaveNothing) {
  const auto implicitOnly = [](const Candidate& candidate) { return candidate.kind == Kind::implicitFormula; };
  const Decision decision =
      decideStart(ruleBase(), factsWith({{Fact::stabilityPrice, 0.1}}), workOfSmallSystem(), implicitOnly);
  ASSERT_NE(decision.candidate, nullptr);
  EXPECT_EQ(decision.candidate->kind, Kind::implicitFormula);
  EXPECT_TRUE(decision.rules.empty());
}

TEST(Selection, ListsTheAlternativesCheapestFirst) {
  const Decision decision = decideStart(ruleBase(), factsWith({{Fact::stabilityPrice, 100}}), workOfSmallSystem(), all);
  EXPECT_EQ(decision.candidate, decision.alternatives.front().candidate);
  EXPECT_TRUE(std::ranges::is_sorted(decision.alternatives, {}, &Alternative::cost));
}

// ---- the file -------------------------------------------------------------------------------------------------------

std::string faultsOf(std::string_view text) {
  Diagnostics diagnostics;
  (void)readRuleBase(text, "own.toml", diagnostics);
  std::string faults;
  for (const Diagnostic& fault : diagnostics.all()) faults += fault.message + "\n";
  return faults;
}

TEST(SelectionRules, ThatAreFaultyAreReported) {
  const std::string sound = "name = 'a'\nmoment = 'start'\nreason = 'r'\nsource = 's'\n";
  EXPECT_EQ(faultsOf("[[rule]]\n" + sound + "when = ['problem.size >= 3']\nonly = 'implicit'\n"), "");
  EXPECT_THAT(faultsOf("[[rule]]\n" + sound + "when = ['problem.sise >= 3']\nonly = 'implicit'\n"),
              HasSubstr("there is no fact 'problem.sise'"));
  EXPECT_THAT(faultsOf("[[rule]]\n" + sound + "when = ['problem.size > 3']\nonly = 'implicit'\n"),
              HasSubstr("is no condition"));
  EXPECT_THAT(faultsOf("[[rule]]\n" + sound + "when = ['problem.size >= 3']\n"), HasSubstr("has one conclusion"));
  EXPECT_THAT(faultsOf("[[rule]]\n" + sound + "only = 'implicit'\n"), HasSubstr("has no conditions"));
  EXPECT_THAT(faultsOf("[[candidate]]\nname = 'a'\nkind = 'explicit'\nevaluations = 1\nsteps = 1\norder = 1\n"),
              HasSubstr("limit of stability"));
}

TEST(SelectionRules, SayWhyAndWhereThatIsKnownFrom) {
  for (const Rule& rule : ruleBase().rules) {
    EXPECT_FALSE(rule.reason.empty()) << rule.name;
    EXPECT_FALSE(rule.source.empty()) << rule.name;
  }
}

}  // namespace
}  // namespace dashpot::selection

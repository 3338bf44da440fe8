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

/// A run with error control to six digits of a plain ODE in two unknowns that is not stiff, and whose fastest mode is
/// damped, but for what is given.
Facts factsWith(Given given) {
  Facts facts;
  facts.set(Fact::stabilityDamping, 1.0);
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

const CandidateSet all = ruleBase().all();

Work workOfSmallSystem() { return {.size = 2, .evaluation = 30, .jacobian = 50, .factorisation = 15, .solve = 7}; }
/// Forty unknowns, all coupled.
Work workOfDenseSystem() {
  return {.size = 40, .evaluation = 800, .jacobian = 9000, .factorisation = 24000, .solve = 800};
}

Forecasts forecastsFor(const Facts& facts, const Work& work = workOfSmallSystem()) {
  return forecastsOf(ruleBase(), work, facts[Fact::digits]);
}

std::string startWith(Given given, const Work& work = workOfSmallSystem()) {
  const Facts facts = factsWith(given);
  return decideStart(ruleBase(), facts, forecastsFor(facts, work), all).candidate->name;
}

TEST(SelectionRules, AreAllNamedHere) {
  std::vector<std::string> names;
  for (const Rule& rule : ruleBase().rules) names.push_back(rule.name);
  EXPECT_THAT(names, testing::UnorderedElementsAre(
                         "algebraic", "algebraic-courses", "courses", "forced", "forced-linear", "few-digits",
                         "unforced", "many-events", "many-unknowns", "many-at-rest-soon", "pairs-tightly",
                         "order-is-idle", "stiff-switching", "mass-matrix", "fixed-step", "delays", "stiff",
                         "stiff-linear", "stiff-linear-roughly", "stiff-linear-tightly", "stiff-roughly", "waves",
                         "stiff-anyhow", "stiff-courses", "not-stiff", "restarts", "errors-add-up", "stability-limits",
                         "stability-limits-for-long", "no-longer-stiff", "not-stiff-for-long", "long-way",
                         "long-way-of-few", "failed"));
}

TEST(SelectionRules, AlgebraicUnknownsWantAnImplicitMethod) {
  EXPECT_TRUE(applies("algebraic", {{Fact::algebraic, 1}}));
  EXPECT_FALSE(applies("algebraic", {{Fact::algebraic, 0}}));
}

TEST(SelectionRules, CoursesOfAlgebraicUnknownsAreThoseOfRodas5p) {
  EXPECT_TRUE(applies("algebraic-courses", {{Fact::algebraic, 1}, {Fact::between, 1}}));
  EXPECT_FALSE(applies("algebraic-courses", {{Fact::algebraic, 1}, {Fact::between, 0}}));
  EXPECT_FALSE(applies("algebraic-courses", {{Fact::algebraic, 0}, {Fact::between, 1}}));
  for (const double digits : {2.0, 6.0, 10.0})
    EXPECT_EQ(startWith({{Fact::algebraic, 1}, {Fact::between, 1}, {Fact::digits, digits}}), "rodas5p");
}

TEST(SelectionRules, InputsWantAMethodThatKeepsItsOrderBesideThem) {
  EXPECT_TRUE(applies("forced", {{Fact::forced, 1}}));
  EXPECT_FALSE(applies("forced", {{Fact::forced, 0}}));
  EXPECT_FALSE(applies("forced", {{Fact::forced, 1}, {Fact::digits, 2}})) << "to few digits the order hardly counts";
  EXPECT_TRUE(applies("forced-linear", {{Fact::forced, 1}, {Fact::linear, 1}}));
  EXPECT_FALSE(applies("forced-linear", {{Fact::forced, 1}, {Fact::linear, 0}}));
  EXPECT_FALSE(applies("forced-linear", {{Fact::forced, 0}, {Fact::linear, 1}}));
  const auto startTo = [](double digits, double isForced, double isLinear) {
    return startWith(
        {{Fact::forced, isForced}, {Fact::linear, isLinear}, {Fact::stabilityPrice, 100}, {Fact::digits, digits}});
  };
  EXPECT_EQ(startTo(2, 0, 1), "rodas3");
  EXPECT_EQ(startTo(2, 1, 0), "rodas3");
  EXPECT_EQ(startTo(2, 1, 1), "rodas5p");
  EXPECT_EQ(startTo(4, 1, 0), "rodas5p");
}

TEST(SelectionRules, WhatNoInputDrivesBeginsWithoutAnOrderThatIsBuiltUp) {
  EXPECT_TRUE(applies("unforced", {{Fact::forced, 0}}));
  EXPECT_FALSE(applies("unforced", {{Fact::forced, 1}}));
  EXPECT_FALSE(applies("unforced", {{Fact::forced, 0}, {Fact::digits, 8}}));
  EXPECT_FALSE(ruleNamed("unforced").isLasting()) << "where the way is long it may be taken yet";
  EXPECT_EQ(startWith({{Fact::forced, 0}, {Fact::stabilityPrice, 100}}), "rodas5p");
  EXPECT_EQ(startWith({{Fact::forced, 1}, {Fact::stabilityPrice, 100}}), "radau");
  EXPECT_EQ(startWith({{Fact::forced, 0}, {Fact::stabilityPrice, 100}, {Fact::digits, 8}}), "radau");
}

TEST(SelectionRules, ToFewDigitsNoOrderIsBuiltUp) {
  EXPECT_TRUE(applies("few-digits", {{Fact::digits, 4}}));
  EXPECT_FALSE(applies("few-digits", {{Fact::digits, 5}}));
  EXPECT_TRUE(ruleNamed("few-digits").isLasting());
}

TEST(SelectionRules, ManyEventsLeaveNoTimeToBuildUpAnOrder) {
  EXPECT_TRUE(applies("many-events", {{Fact::events, 8}}));
  EXPECT_FALSE(applies("many-events", {{Fact::events, 1}}));
  EXPECT_FALSE(applies("many-events", {{Fact::events, 8}, {Fact::digits, 8}}));
  EXPECT_TRUE(ruleNamed("many-events").isLasting());
}

TEST(SelectionRules, ALongWayAheadPaysForAnOrderThatIsBuiltUp) {
  const auto appliesTo = [](double isImplicit, double ahead, double digits) {
    return applies("long-way", {{Fact::isImplicit, isImplicit}, {Fact::ahead, ahead}, {Fact::digits, digits}});
  };
  EXPECT_TRUE(appliesTo(1, 500, 7));
  EXPECT_FALSE(appliesTo(1, 20, 7));
  EXPECT_FALSE(appliesTo(0, 500, 7));
  EXPECT_FALSE(appliesTo(1, 500, 6)) << "the order is hardly reached there";
  EXPECT_FALSE(applies("long-way", {{Fact::isImplicit, 1}, {Fact::digits, 7}})) << "the steps are not steady";
  const auto& candidates = ruleBase().candidates;
  const Candidate& rodas5p = *std::ranges::find(candidates, "rodas5p", &Candidate::name);
  const auto changeTo = [&](double digits) {
    const Facts facts = factsWith({{Fact::digits, digits}});
    return decideChange(ruleBase(), ruleNamed("long-way"), forecastsFor(facts), all, rodas5p).candidate->name;
  };
  EXPECT_EQ(changeTo(7), "radau");
  EXPECT_NE(changeTo(3), "radau");
}

TEST(SelectionRules, ToSixDigitsALongWayAheadPaysForAnOrderThatIsBuiltUpWhereUnknownsAreFew) {
  const auto appliesTo = [](double size, double ahead, double digits) {
    return applies("long-way-of-few",
                   {{Fact::isImplicit, 1}, {Fact::size, size}, {Fact::ahead, ahead}, {Fact::digits, digits}});
  };
  EXPECT_TRUE(appliesTo(3, 500, 6));
  EXPECT_FALSE(appliesTo(100, 500, 6)) << "complex factorisations are no longer cheap";
  EXPECT_FALSE(appliesTo(3, 20, 6));
  EXPECT_FALSE(appliesTo(3, 500, 5)) << "the order is hardly reached there";
}

TEST(SelectionRules, ManyUnknownsLeaveOutComplexFactorisationsToFewDigits) {
  const auto appliesTo = [](double size, double digits) {
    return applies("many-unknowns", {{Fact::size, size}, {Fact::digits, digits}});
  };
  EXPECT_TRUE(appliesTo(40, 6));
  EXPECT_FALSE(appliesTo(40, 7));
  EXPECT_FALSE(appliesTo(10, 6));
  EXPECT_FALSE(ruleNamed("many-unknowns").isLasting()) << "they are there where the method at work cannot go on";
}

TEST(SelectionRules, WhatManyLinearEquationsDecayToIsReachedBeforeAHighOrder) {
  const auto appliesTo = [](double size, double isLinear, double isForced, double digits) {
    return applies("many-at-rest-soon",
                   {{Fact::size, size}, {Fact::linear, isLinear}, {Fact::forced, isForced}, {Fact::digits, digits}});
  };
  EXPECT_TRUE(appliesTo(100, 1, 0, 8));
  EXPECT_FALSE(appliesTo(6, 1, 0, 8)) << "complex factorisations are cheap";
  EXPECT_FALSE(appliesTo(100, 0, 0, 8));
  EXPECT_FALSE(appliesTo(100, 1, 1, 8)) << "an input keeps it going";
  EXPECT_FALSE(appliesTo(100, 1, 0, 10));
  EXPECT_FALSE(ruleNamed("many-at-rest-soon").isLasting()) << "a long way ahead shows later";
}

TEST(SelectionRules, MachinesThatSwitchAreTakenForStiffEarlier) {
  const auto appliesTo = [](double price, double events, double between) {
    return applies("stiff-switching",
                   {{Fact::stabilityPrice, price}, {Fact::events, events}, {Fact::between, between}});
  };
  EXPECT_TRUE(appliesTo(1.0, 8, 1));
  EXPECT_FALSE(appliesTo(0.5, 8, 1));
  EXPECT_FALSE(appliesTo(1.0, 2, 1));
  EXPECT_FALSE(appliesTo(1.0, 8, 0));
  EXPECT_EQ(startWith({{Fact::stabilityPrice, 1.0}, {Fact::events, 8}, {Fact::between, 1}}), "rodas5p");
  EXPECT_EQ(startWith({{Fact::stabilityPrice, 1.0}, {Fact::between, 1}}), "dop853");
}

TEST(SelectionRules, TwoUnknownsAreSolvedForByRadauToManyDigitsStiffOrNot) {
  const auto appliesTo = [](double size, double digits, double events, double between) {
    return applies("pairs-tightly",
                   {{Fact::size, size}, {Fact::digits, digits}, {Fact::events, events}, {Fact::between, between}});
  };
  EXPECT_TRUE(appliesTo(2, 8, 0, 0));
  EXPECT_FALSE(appliesTo(4, 9, 0, 0)) << "an orbit is that of an explicit method";
  EXPECT_FALSE(appliesTo(1, 9, 0, 0)) << "a decay is over soon";
  EXPECT_FALSE(appliesTo(2, 7, 0, 0));
  EXPECT_FALSE(appliesTo(2, 8, 1, 0)) << "each event begins with the lowest order";
  EXPECT_FALSE(appliesTo(2, 8, 0, 1));
  EXPECT_EQ(startWith({{Fact::digits, 8}, {Fact::stabilityPrice, 0.1}}), "radau");
  EXPECT_EQ(startWith({{Fact::digits, 8}, {Fact::stabilityPrice, 0.1}, {Fact::size, 4}}), "dop853");
}

TEST(SelectionRules, WhereStabilityAloneKeepsStepsShortOrderIsIdle) {
  EXPECT_TRUE(applies("order-is-idle", {{Fact::isExplicit, 1}, {Fact::stabilityOrder, 0.6}}));
  EXPECT_FALSE(applies("order-is-idle", {{Fact::isExplicit, 1}, {Fact::stabilityOrder, 1.0}}));
  EXPECT_FALSE(applies("order-is-idle", {{Fact::isExplicit, 0}, {Fact::stabilityOrder, 0.6}}));
  EXPECT_FALSE(applies("order-is-idle", {{Fact::isExplicit, 1}})) << "steps are not kept stable";
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
  EXPECT_FALSE(applies("stiff", {{Fact::stabilityPrice, 0.8}, {Fact::stabilityDamping, 0}})) << "it oscillates";
  EXPECT_FALSE(applies("stiff", {{Fact::stabilityPrice, 0.8}, {Fact::digits, 2}}));
  EXPECT_FALSE(applies("stiff", {{Fact::stabilityPrice, 0.7}, {Fact::digits, 3}}));
  EXPECT_TRUE(applies("stiff-roughly", {{Fact::stabilityPrice, 0.8}, {Fact::digits, 3}}));
  EXPECT_FALSE(applies("stiff-roughly", {{Fact::stabilityPrice, 0.7}, {Fact::digits, 3}}));
  EXPECT_FALSE(applies("stiff-roughly", {{Fact::stabilityPrice, 0.8}, {Fact::digits, 2}}));
  EXPECT_TRUE(applies("stiff-anyhow", {{Fact::stabilityPrice, 2}, {Fact::stabilityDamping, 0}}));
  EXPECT_TRUE(applies("stiff-anyhow", {{Fact::stabilityPrice, 2}, {Fact::digits, 2}}));
  EXPECT_FALSE(applies("stiff-anyhow", {{Fact::stabilityPrice, 0.8}, {Fact::digits, 2}}));
  EXPECT_FALSE(applies("stiff-anyhow", {{Fact::stabilityPrice, 2}, {Fact::between, 1}}));
  EXPECT_FALSE(applies("stiff", {})) << "the fastest mode is not known";
  EXPECT_FALSE(applies("not-stiff", {})) << "the fastest mode is not known";
}

/// Whether a run starts with an implicit method.
bool startsImplicitly(Given given) {
  const std::string name = startWith(given);
  return std::ranges::find(ruleBase().candidates, name, &Candidate::name)->kind == Kind::implicitFormula;
}

TEST(SelectionRules, LinearEquationsAreTakenForStiffEarlier) {
  const auto appliesTo = [](double isLinear, double price, double excess, double digits) {
    return applies("stiff-linear", {{Fact::linear, isLinear},
                                    {Fact::stabilityPrice, price},
                                    {Fact::stabilityExcess, excess},
                                    {Fact::digits, digits}});
  };
  EXPECT_TRUE(appliesTo(1, 0.5, 2, 6));
  EXPECT_FALSE(appliesTo(1, 0.3, 2, 6));
  EXPECT_FALSE(appliesTo(0, 0.5, 2, 6));
  EXPECT_FALSE(appliesTo(1, 0.5, 2, 2));
  EXPECT_FALSE(appliesTo(1, 0.5, 0.1, 6)) << "it is accuracy that demands the steps";
  EXPECT_FALSE(
      applies("stiff-linear",
              {{Fact::linear, 1}, {Fact::stabilityPrice, 0.5}, {Fact::stabilityExcess, 2}, {Fact::between, 1}}));
  EXPECT_TRUE(applies("stiff-linear-roughly", {{Fact::linear, 1}, {Fact::stabilityPrice, 0.8}, {Fact::digits, 2}}));
  EXPECT_FALSE(applies("stiff-linear-roughly", {{Fact::linear, 0}, {Fact::stabilityPrice, 0.8}, {Fact::digits, 2}}));
  EXPECT_FALSE(applies("stiff-linear-roughly", {{Fact::linear, 1}, {Fact::stabilityPrice, 0.5}, {Fact::digits, 2}}));
  EXPECT_TRUE(startsImplicitly({{Fact::linear, 1}, {Fact::stabilityPrice, 0.5}, {Fact::stabilityExcess, 2}}));
  EXPECT_FALSE(startsImplicitly({{Fact::linear, 0}, {Fact::stabilityPrice, 0.5}, {Fact::stabilityExcess, 2}}));
}

TEST(SelectionRules, ManyLinearEquationsAreTakenForStiffEarlierOnlyWhereThereAreStepsEnough) {
  const auto isFound = [](std::string_view rule, double size, double digits) {
    return applies(rule, {{Fact::linear, 1},
                          {Fact::size, size},
                          {Fact::stabilityPrice, 0.5},
                          {Fact::stabilityExcess, 2},
                          {Fact::digits, digits}});
  };
  EXPECT_TRUE(isFound("stiff-linear", 6, 6));
  EXPECT_FALSE(isFound("stiff-linear", 12, 6));
  EXPECT_FALSE(isFound("stiff-linear-tightly", 30, 6));
  EXPECT_TRUE(isFound("stiff-linear-tightly", 30, 8));
}

TEST(SelectionRules, SmoothWavesOnAGridArePassedOverByAnImplicitMethod) {
  const auto appliesTo = [](double isLinear, double size, double price, double damping) {
    return applies("waves", {{Fact::linear, isLinear},
                             {Fact::size, size},
                             {Fact::stabilityPrice, price},
                             {Fact::stabilityDamping, damping}});
  };
  EXPECT_TRUE(appliesTo(1, 200, 0.6, 0));
  EXPECT_TRUE(startsImplicitly({{Fact::linear, 1},
                                {Fact::size, 200},
                                {Fact::stabilityPrice, 0.6},
                                {Fact::stabilityDamping, 0},
                                {Fact::digits, 2}}));
  EXPECT_FALSE(appliesTo(1, 200, 0.3, 0));
  EXPECT_FALSE(appliesTo(1, 200, 0.6, 0.5)) << "something is damped";
  EXPECT_FALSE(appliesTo(1, 4, 0.6, 0)) << "few unknowns are no grid: the mode is part of the solution";
  EXPECT_FALSE(appliesTo(0, 200, 0.6, 0)) << "the mode may become part of it";
}

TEST(SelectionRules, StiffCoursesAreThoseOfRodas5p) {
  EXPECT_TRUE(applies("courses", {{Fact::between, 1}}));
  EXPECT_FALSE(applies("courses", {{Fact::between, 0}}));
  Work work = workOfSmallSystem();
  work.asksBetween = true;
  for (const double digits : {2.0, 3.0, 4.0, 6.0, 12.0})
    EXPECT_EQ(startWith({{Fact::stabilityPrice, 100}, {Fact::between, 1}, {Fact::digits, digits}}, work), "rodas5p");
  const auto& candidates = ruleBase().candidates;
  const std::size_t radau5 = ruleBase().indexOf(*std::ranges::find(candidates, "radau5", &Candidate::name));
  EXPECT_FALSE(contains(ruleNamed("courses").excluded, radau5)) << "it may be wanted where rodas5p fails";
  EXPECT_EQ(startWith({{Fact::stabilityPrice, 100}, {Fact::between, 0}, {Fact::digits, 12}}), "radau");
}

TEST(SelectionRules, WhereCoursesAreRecordedARunIsTakenForStiffLater) {
  EXPECT_TRUE(applies("stiff-courses", {{Fact::between, 1}, {Fact::stabilityPrice, 2}}));
  EXPECT_FALSE(applies("stiff-courses", {{Fact::between, 1}, {Fact::stabilityPrice, 1.2}}));
  EXPECT_FALSE(applies("stiff-courses", {{Fact::between, 0}, {Fact::stabilityPrice, 2}}));
  EXPECT_FALSE(startsImplicitly({{Fact::between, 1}, {Fact::stabilityPrice, 1.2}}));
  EXPECT_TRUE(startsImplicitly({{Fact::between, 0}, {Fact::stabilityPrice, 1.2}}));
}

TEST(SelectionRules, WhereEventsRestartTheRunThereIsNoMultistepMethod) {
  EXPECT_TRUE(applies("restarts", {{Fact::events, 2}}));
  EXPECT_FALSE(applies("restarts", {{Fact::events, 0}}));
  const Work work = workOfDenseSystem();
  EXPECT_EQ(startWith({{Fact::stabilityPrice, 100}, {Fact::digits, 8}}, work), "cvode");
  EXPECT_NE(startWith({{Fact::stabilityPrice, 100}, {Fact::digits, 8}, {Fact::events, 2}}, work), "cvode");
}

TEST(SelectionRules, WhereCoursesAreRecordedThereIsNoMultistepMethod) {
  EXPECT_TRUE(applies("errors-add-up", {{Fact::between, 1}}));
  EXPECT_FALSE(applies("errors-add-up", {{Fact::between, 0}}));
  EXPECT_NE(startWith({{Fact::stabilityPrice, 100}, {Fact::digits, 8}, {Fact::between, 1}}, workOfDenseSystem()),
            "cvode");
}

TEST(SelectionRules, AnExplicitMethodGivesWayWhereStabilityLimitsItsStepsAndTheRestIsLong) {
  EXPECT_TRUE(
      applies("stability-limits", {{Fact::isExplicit, 1}, {Fact::stabilityReach, 0.95}, {Fact::stabilityRest, 5}}));
  EXPECT_FALSE(
      applies("stability-limits", {{Fact::isExplicit, 1}, {Fact::stabilityReach, 0.4}, {Fact::stabilityRest, 5}}));
  EXPECT_FALSE(
      applies("stability-limits", {{Fact::isExplicit, 1}, {Fact::stabilityReach, 0.95}, {Fact::stabilityRest, 0.2}}));
  EXPECT_FALSE(
      applies("stability-limits", {{Fact::isExplicit, 0}, {Fact::stabilityReach, 0.95}, {Fact::stabilityRest, 5}}));
  EXPECT_GT(ruleNamed("stability-limits").patience, 1) << "one step may touch the limit by chance";
  const auto appliesForLong = [](double isExplicit, double reach, double rest) {
    return applies("stability-limits-for-long",
                   {{Fact::isExplicit, isExplicit}, {Fact::stabilityReach, reach}, {Fact::stabilityRest, rest}});
  };
  EXPECT_TRUE(appliesForLong(1, 0.95, 10));
  EXPECT_FALSE(appliesForLong(1, 0.95, 2));
  EXPECT_FALSE(appliesForLong(1, 0.4, 10));
  EXPECT_FALSE(appliesForLong(0, 0.95, 10));
  EXPECT_LT(ruleNamed("stability-limits-for-long").patience, ruleNamed("stability-limits").patience);
}

TEST(SelectionRules, AnImplicitMethodGivesWayWhereAnExplicitOneIsClearlyCheaperHereAndToTheEnd) {
  EXPECT_TRUE(
      applies("no-longer-stiff", {{Fact::isImplicit, 1}, {Fact::stabilityPrice, 0.4}, {Fact::stabilityRest, 0.5}}));
  EXPECT_FALSE(
      applies("no-longer-stiff", {{Fact::isImplicit, 1}, {Fact::stabilityPrice, 0.9}, {Fact::stabilityRest, 0.5}}));
  EXPECT_FALSE(
      applies("no-longer-stiff", {{Fact::isImplicit, 1}, {Fact::stabilityPrice, 0.4}, {Fact::stabilityRest, 50}}));
  EXPECT_FALSE(
      applies("no-longer-stiff", {{Fact::isImplicit, 0}, {Fact::stabilityPrice, 0.4}, {Fact::stabilityRest, 0.5}}));
  EXPECT_FALSE(applies("no-longer-stiff", {{Fact::isImplicit, 1}})) << "nothing is known";
}

TEST(SelectionRules, AnImplicitMethodGivesWayWhereAnExplicitOneWouldHaveBeenCheaperForLong) {
  const auto appliesWith = [](double isImplicit, double price, double rest) {
    return applies("not-stiff-for-long",
                   {{Fact::isImplicit, isImplicit}, {Fact::stabilityPrice, price}, {Fact::stabilityRest, rest}});
  };
  EXPECT_TRUE(appliesWith(1, 0.4, 5));
  EXPECT_FALSE(appliesWith(1, 0.9, 5));
  EXPECT_FALSE(appliesWith(0, 0.4, 5));
  EXPECT_FALSE(appliesWith(1, 0.4, 100)) << "if it is a transient after all, the rest is long";
  EXPECT_GT(ruleNamed("not-stiff-for-long").patience, ruleNamed("no-longer-stiff").patience);
}

TEST(SelectionRules, AMethodThatFailsGivesWayToAnyOther) {
  EXPECT_TRUE(applies("failed", {{Fact::hasFailed, 1}}));
  EXPECT_FALSE(applies("failed", {{Fact::hasFailed, 0}}));
  for (const Candidate& current : ruleBase().candidates) {
    const Decision decision = decideChange(ruleBase(), ruleNamed("failed"), forecastsFor(factsWith({})), all, current);
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
  const auto factorisationsWith = [](const Work& work) {
    const std::string name = startWith({{Fact::stabilityPrice, 100}, {Fact::digits, 4}}, work);
    return std::ranges::find(ruleBase().candidates, name, &Candidate::name)->factorisations;
  };
  Work work = workOfSmallSystem();
  EXPECT_GE(factorisationsWith(work), 1);
  work.factorisation = 1e7;  // as that of a fine grid in two dimensions
  EXPECT_LT(factorisationsWith(work), 1);
}

TEST(Selection, PassesOverARuleThatWouldLeaveNothing) {
  const CandidateSet implicitOnly = ruleBase().only(Kind::implicitFormula);
  const Facts facts = factsWith({{Fact::stabilityPrice, 0.1}});
  const Decision decision = decideStart(ruleBase(), facts, forecastsFor(facts), implicitOnly);
  ASSERT_NE(decision.candidate, nullptr);
  EXPECT_EQ(decision.candidate->kind, Kind::implicitFormula);
  EXPECT_THAT(decision.rules, Not(Contains(&ruleNamed("not-stiff"))));
}

TEST(Selection, ListsTheAlternativesCheapestFirst) {
  const Facts facts = factsWith({{Fact::stabilityPrice, 100}});
  const Decision decision = decideStart(ruleBase(), facts, forecastsFor(facts), all);
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
              HasSubstr("limits of stability"));
}

TEST(SelectionRules, ThatAskForTheProblemHoldToTheEndOfTheRun) {
  for (const char* name : {"algebraic", "algebraic-courses", "courses", "mass-matrix", "fixed-step", "delays",
                           "restarts", "errors-add-up"})
    EXPECT_TRUE(ruleNamed(name).isLasting()) << name;
  for (const char* name : {"stiff", "not-stiff", "stability-limits", "failed"})
    EXPECT_FALSE(ruleNamed(name).isLasting()) << name;
}

TEST(SelectionRules, SayWhyAndWhereThatIsKnownFrom) {
  for (const Rule& rule : ruleBase().rules) {
    EXPECT_FALSE(rule.reason.empty()) << rule.name;
    EXPECT_FALSE(rule.source.empty()) << rule.name;
  }
}

}  // namespace
}  // namespace dashpot::selection

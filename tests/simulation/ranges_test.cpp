// min and max: parameters, start values, variables that leave their range, and which of several starts is taken.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string decayAtRateK = "Real x(start = 1, fixed = true); equation der(x) = -k*x; end M;";

std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

TEST(Ranges, AParameterOutsideIsAnError) {
  const Simulated run("model M\n parameter Real k(min = 0, unit = \"m\") = -0.06;\n" + decayAtRateK, {.stop = 1});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::rejected);
  EXPECT_THAT(run.messages(), AllOf(HasSubstr("error: the parameter 'k' is -0.06 m, below its min = 0 m"),
                                    HasSubstr("its value is written at test.mo:2")));
}

TEST(Ranges, SoIsOneThatIsSetForTheRun) {
  Settings settings{.stop = 1};
  settings.parameters = {{"k", "7"}};
  const Simulated run("model M parameter Real k(min = 0, max = 5) = 1; " + decayAtRateK, settings);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::rejected);
  EXPECT_THAT(run.messages(),
              AllOf(HasSubstr("the parameter 'k' is 7, above its max = 5"), HasSubstr("it was set for this run")));
}

TEST(Ranges, ABoundItselfIsInside) {
  const Simulated run("model M parameter Real k(min = 0, max = 3*0.1) = 0.3; " + decayAtRateK, {.stop = 1});
  EXPECT_TRUE(run.finished()) << run.messages();
}

TEST(Ranges, AVariableThatLeavesIsReportedOnce) {
  const Simulated run(
      "model M Real level(start = 1, fixed = true, min = 0, unit = \"m\"); equation der(level) = -1; end M;",
      {.stop = 2});
  ASSERT_TRUE(run.finished());
  EXPECT_THAT(run.messages(), AllOf(HasSubstr("warning: 'level' leaves its range: at time 1"),
                                    HasSubstr("below its min = 0 m"), HasSubstr("furthest outside at time 2: -1 m")));
  EXPECT_EQ(countOf(run.messages(), "warning"), 1u);
}

TEST(Ranges, OneThatIsNothingButAParameterIsReportedOnceAtManyPoints) {
  const Simulated run(
      "model M parameter Real p = 2; Real v(max = 1) = p; Real level(start = 1, fixed = true, min = 0);\n"
      "equation der(level) = -1; end M;",
      {.stop = 2, .interval = 0.001});
  ASSERT_TRUE(run.finished());
  EXPECT_THAT(run.messages(),
              AllOf(HasSubstr("'v' leaves its range: at time 0 it is 2"), HasSubstr("'level' leaves its range")));
  EXPECT_EQ(countOf(run.messages(), "warning"), 2u);
}

TEST(Ranges, AnExcursionBetweenRecordedPointsIsSeen) {
  // 5 sin(pi t) is 5 at t = 1/2, and 0 where it is recorded: at 0 and at 1.
  const Simulated run(
      "model M Real x(start = 0, fixed = true, max = 4); equation der(x) = 15.7079632679489656*cos(3.14159265358979*"
      "time); end M;",
      {.stop = 1, .interval = 1});
  ASSERT_TRUE(run.finished());
  EXPECT_THAT(run.messages(), HasSubstr("'x' leaves its range"));
}

TEST(Ranges, ErrorsOfIntegrationAreNoViolations) {
  const Simulated run("model M Real x(start = 1, fixed = true, min = 0); equation der(x) = -1000*x; end M;",
                      {.stop = 1});
  ASSERT_TRUE(run.finished());
  EXPECT_EQ(run.messages(), "");
}

TEST(Ranges, AStartValueOutsideIsReported) {
  const Simulated run("model M Real x(start = -1, fixed = true, min = 0); equation der(x) = 1; end M;", {.stop = 2});
  ASSERT_TRUE(run.finished());
  EXPECT_THAT(run.messages(), HasSubstr("warning: the start value of 'x' is -1, below its min = 0"));
  EXPECT_EQ(countOf(run.messages(), "warning"), 1u);
}

TEST(Ranges, ValuesAreShownInTheUnitPeopleRead) {
  const Simulated run(
      "model M Real p(start = 1e5, fixed = true, min = 0, unit = \"Pa\", displayUnit = \"bar\"); equation der(p) = "
      "-2e5; end M;",
      {.stop = 1});
  EXPECT_THAT(run.messages(), HasSubstr("furthest outside at time 1: -1 bar"));
}

TEST(Ranges, OfTwoSolutionsTheOneInsideIsTaken) {
  // The roots are 5 and -17400; the guess leads to the second.
  const Simulated run(
      "model M Real x(start = 1, fixed = true), p(start = -9000, min = 0, unit = \"Pa\"); equation der(x) = -x; "
      "(p - 5)*(p + 17400) = 0; end M;",
      {.stop = 0.1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR((*run.table)["p"].front(), 5.0, 1e-6);
}

TEST(Ranges, AnAbsolutePressureOfZeroIsNoSolutionWhileThereIsAnother) {
  // A pump that delivers a volume flow against a relief valve: without density there is no mass flow, so p = 0 solves
  // the balance; the pressure it works at is p_set + Q/G = 150 bar.
  const Simulated run(
      "model M parameter Real Q = 5, G = 1e-6, p_set = 1e7; Real p(start = 1e5, min = 0, unit = \"Pa\");"
      "Real x(start = 1, fixed = true); equation der(x) = -x;"
      "p/(p + 1e3)*Q = p/(p + 1e3)*G*noEvent(if p > p_set then p - p_set else 0); end M;",
      {.stop = 0.1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR((*run.table)["p"].front(), 1.5e7, 1.0);
}

TEST(Ranges, ASmallAbsolutePressureIsInside) {
  const Simulated run("model M Real p(unit = \"Pa\", min = 0) = 0.05 + time; end M;", {.stop = 1});
  ASSERT_TRUE(run.finished());
  EXPECT_THAT(run.messages(), Not(HasSubstr("leaves its range")));
}

TEST(Ranges, AnOnlySolutionOutsideIsUsedAndSaid) {
  const Simulated run(
      "model M Real x(start = 1, fixed = true), p(start = 1, min = 0); equation der(x) = -x; p + p^3 = -2; end M;",
      {.stop = 0.1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR((*run.table)["p"].front(), -1.0, 1e-9);
  EXPECT_THAT(run.messages(), HasSubstr("'p' leaves its range: at time 0 it is -1, below its min = 0"));
}

Simulated withSetting(const std::string& declaration, const std::string& value) {
  Settings settings{.stop = 0.1};
  settings.parameters = {{"n", value}};
  return Simulated("model M type Kind = enumeration(off, on, halfway); " + declaration +
                       " Real x(start = 1, fixed = true); equation der(x) = -x; end M;",
                   settings);
}

TEST(ParameterValues, AnIntegerTakesNoFraction) {
  const Simulated run = withSetting("parameter Integer n = 1;", "1.5");
  EXPECT_EQ(run.outcome.kind, OutcomeKind::rejected);
  EXPECT_THAT(run.messages(), HasSubstr("cannot set 'n': '1.5' is not a whole number"));
  EXPECT_TRUE(withSetting("parameter Integer n = 1;", "3").finished());
  EXPECT_EQ(withSetting("parameter Integer n = 1;", "1e300").outcome.kind, OutcomeKind::rejected);
}

TEST(ParameterValues, ABooleanIsTrueOrFalse) {
  EXPECT_THAT(withSetting("parameter Boolean n = true;", "0.5").messages(), HasSubstr("neither true nor false"));
  EXPECT_TRUE(withSetting("parameter Boolean n = true;", "false").finished());
}

TEST(ParameterValues, AnEnumerationHasItsLiteralsOnly) {
  const Simulated run = withSetting("parameter Kind n = Kind.off;", "of");
  EXPECT_EQ(run.outcome.kind, OutcomeKind::rejected);
  EXPECT_THAT(run.messages(), AllOf(HasSubstr("'of' is none of its values, which are off, on, halfway"),
                                    HasSubstr("did you mean 'off'?")));
  EXPECT_EQ(withSetting("parameter Kind n = Kind.off;", "4").outcome.kind, OutcomeKind::rejected);
  EXPECT_EQ(withSetting("parameter Kind n = Kind.off;", "1.5").outcome.kind, OutcomeKind::rejected);
  for (const char* value : {"on", "Kind.on", "2"}) {
    const Simulated set = withSetting("parameter Kind n = Kind.off;", value);
    EXPECT_TRUE(set.finished()) << set.messages();
  }
}

// A lag behind a small positive input, x = e^(-50 t) and a little, of which coarse explicit steps make something negative.
std::string lagWithLogarithm(const std::string& attributes) {
  return "model M Real x(start = 1, fixed = true, nominal = 1" + attributes +
         "); Real l = log(x); equation der(x) = -50*(x - 0.01*(1 + time)); end M;";
}

class Coarse : public ::testing::TestWithParam<std::string> {};

TEST_P(Coarse, StepsDoNotEndARunWhereTheSolutionIsDefined) {
  for (const double tolerance : {0.3, 0.1, 0.03, 0.01}) {
    const Simulated run(lagWithLogarithm(GetParam()),
                        {.stop = 1, .tolerance = tolerance, .interval = 0.01, .method = "ode23"});
    ASSERT_TRUE(run.finished()) << tolerance << run.messages();
    ASSERT_EQ(run.table->times().size(), 101u) << "each point once";
    for (std::size_t k = 0; k < 101; ++k) {
      const double t = 0.01 * static_cast<double>(k);
      ASSERT_NEAR(run.table->times()[k], t, 1e-12);
      // x = a + b t + c e^(-50 t): b = 0.01, a = b - b/50
      const double exact = 0.01 - 0.01 / 50 + 0.01 * t + (1 - 0.01 + 0.01 / 50) * std::exp(-50 * t);
      EXPECT_NEAR((*run.table)["x"][k], exact, std::min(0.6, 8 * tolerance)) << t;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ranges, Coarse, ::testing::Values("", ", min = 0"));

TEST(Ranges, AVariableWithoutAValueEndsTheRunStill) {
  const Simulated run("model M Real x(start = 1, fixed = true); Real l = log(x); equation der(x) = -1; end M;",
                      {.stop = 2, .interval = 0.01});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("logarithm of a number that is not positive"));
  EXPECT_NEAR(run.outcome.endTime, 1, 0.02);
}

}  // namespace
}  // namespace dashpot::simulation

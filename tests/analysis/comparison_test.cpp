// Methods compared on one problem: errors, costs, failures, and how well the reference is known.
#include "analysis/comparison.hpp"

#include "analysis/comparison_pictures.hpp"
#include "analysis/efficiency.hpp"
#include "analysis/grid_samples.hpp"
#include "problems/accuracy.hpp"
#include "problems/problems.hpp"
#include "simulation/problem_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace dashpot::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A problem that is ready to run, and all that a run refers to.
class ProblemSubject {
 public:
  explicit ProblemSubject(problems::TestProblem test) : test_(std::move(test)) {
    problem_ = {.name = "problem:" + test_.name,
                .problem = test_.problem,
                .initial = test_.initial,
                .experiment = {.startTime = test_.start, .stopTime = test_.end},
                .tolerances = [this](double relative) { return problems::tolerancesFor(test_, relative); }};
    std::vector<std::string>& names = problem_.problem.names;
    while (names.size() < test_.initial.size()) names.push_back("y" + std::to_string(names.size() + 1));
    subject.name = problem_.name;
    subject.experiment = simulation::experimentOf(problem_.experiment, {});
    for (const auto& variable : simulation::recordedVariables(problem_).variables)
      subject.variables.push_back(results::columnOf(variable));
    subject.exact = test_.exact;
    subject.simulate = [this](const simulation::Settings& settings, simulation::Recorder& recorder,
                              Diagnostics& diagnostics, const simulation::StepObserver& observe) {
      if (!simulation::acceptSettings(problem_.experiment, settings, diagnostics))
        return simulation::Outcome{.kind = simulation::OutcomeKind::rejected};
      return simulation::simulate(problem_, settings, recorder, diagnostics, observe);
    };
  }
  ProblemSubject(const ProblemSubject&) = delete;
  ProblemSubject& operator=(const ProblemSubject&) = delete;

  [[nodiscard]] const problems::TestProblem& test() const { return test_; }
  Subject subject;

 private:
  problems::TestProblem test_;
  simulation::RecordedProblem problem_;
};

Trial withTolerance(const std::string& method, double tolerance) { return {.method = method, .tolerance = tolerance}; }
Trial withStep(const std::string& method, double step) { return {.method = method, .step = step}; }

Comparison compared(const Subject& subject, ComparisonPlan plan) {
  Diagnostics diagnostics;
  plan.timingSeconds = 0;
  return compare(subject, plan, diagnostics);
}

TEST(Comparison, CountsAndErrorsAreThoseOfADirectRun) {
  const ProblemSubject hires(problems::hires());
  const problems::TestProblem& test = hires.test();
  const Comparison result =
      compared(hires.subject, {.trials = {withTolerance("rodas4", 1e-4), withTolerance("cvode", 1e-5)}, .floor = 1e-3});
  ASSERT_TRUE(result.reference);
  ASSERT_EQ(result.runs.size(), 2u);
  for (const TrialRun& run : result.runs) {
    const Options options{.method = run.trial.method, .tolerances = problems::tolerancesFor(test, run.trial.tolerance)};
    const Solution direct = solve(test.problem, test.start, test.end, test.initial, options);
    EXPECT_EQ(run.status, TrialRun::Status::finished);
    EXPECT_EQ(run.statistics.steps, direct.statistics.steps);
    EXPECT_EQ(run.statistics.rejected, direct.statistics.rejected);
    EXPECT_EQ(run.statistics.rhsEvals, direct.statistics.rhsEvals);
    EXPECT_EQ(run.statistics.jacEvals, direct.statistics.jacEvals);
    EXPECT_EQ(run.statistics.lu, direct.statistics.lu);
    double final = 0;
    for (std::size_t i = 0; i < test.initial.size(); ++i) {
      const Vector& course = result.reference->samples.values[i];
      double largest = 0;
      for (const double value : course) largest = std::max(largest, std::abs(value));
      final = std::max(
          final, std::abs(direct.states.back()[i] - course.back()) / std::max(std::abs(course.back()), 1e-3 * largest));
    }
    EXPECT_NEAR((*run.error)[ErrorMeasure::final] / final, 1, 1e-12);
  }
}

TEST(Comparison, TheReferenceIsThatOfTheLiterature) {
  const ProblemSubject hires(problems::hires());
  const Comparison result = compared(hires.subject, {.trials = {withTolerance("rodas4", 1e-8)}});
  ASSERT_TRUE(result.reference);
  for (std::size_t i = 0; i < hires.test().reference.size(); ++i)
    EXPECT_NEAR(result.reference->samples.values[i].back() / hires.test().reference[i], 1, 1e-7) << i;
  EXPECT_EQ(result.reference->name, "radau@1e-10");
  EXPECT_EQ(result.reference->check, "rodas5p@1e-10");
}

TEST(Comparison, ErrorsOfFixedStepsFollowTheOrder) {
  const ProblemSubject rational(problems::rational());
  const double length = rational.test().end - rational.test().start;
  const Comparison result =
      compared(rational.subject, {.trials = {withStep("rk4", length / 50), withStep("rk4", length / 100),
                                             withStep("rodas3", length / 50), withStep("rodas3", length / 100)}});
  ASSERT_TRUE(result.reference);
  EXPECT_EQ(result.reference->name, "closed form");
  EXPECT_LT(result.reference->disagreement[ErrorMeasure::final], 1e-8);
  const auto ratio = [&](std::size_t coarse) {
    return (*result.runs[coarse].error)[ErrorMeasure::final] / (*result.runs[coarse + 1].error)[ErrorMeasure::final];
  };
  EXPECT_NEAR(std::log2(ratio(0)), 4, 0.4);
  EXPECT_NEAR(std::log2(ratio(2)), 3, 0.4);
}

TEST(Comparison, AFailureIsListedWithItsReasonAndTheOthersGoOn) {
  const ProblemSubject hires(problems::hires());
  const Comparison result =
      compared(hires.subject, {.trials = {withTolerance("rk4", 1e-4), withTolerance("rodas4", 1e-4)}});
  EXPECT_EQ(result.runs[0].status, TrialRun::Status::failed);
  EXPECT_THAT(result.runs[0].reason, HasSubstr("needs a fixed step"));
  EXPECT_FALSE(result.runs[0].error);
  EXPECT_EQ(result.runs[1].status, TrialRun::Status::finished);
}

TEST(Comparison, ARunThatTakesTooLongIsGivenUp) {
  const ProblemSubject stiff(problems::vanDerPol());
  Diagnostics diagnostics;
  const Comparison result = compare(
      stiff.subject, {.trials = {withTolerance("ode23", 1e-3)}, .timingSeconds = 0, .limitSeconds = 0.1}, diagnostics);
  EXPECT_EQ(result.runs[0].status, TrialRun::Status::failed);
  EXPECT_THAT(result.runs[0].reason, HasSubstr("given up after 0.1 s"));
  EXPECT_LT(result.runs[0].reached, 2);
}

TEST(Comparison, ReferencesThatDisagreeAreReportedAndRowsMarked) {
  const ProblemSubject hires(problems::hires());
  Diagnostics diagnostics;
  const Comparison result = compare(hires.subject,
                                    {.trials = {withTolerance("rodas5p", 1e-6), withTolerance("rodas3", 1e-1)},
                                     .reference = {.method = "tr-bdf2", .tolerance = 1e-4},
                                     .timingSeconds = 0},
                                    diagnostics);
  ASSERT_TRUE(result.reference && result.reference->isChecked());
  EXPECT_EQ(result.reference->check, "radau@0.0001");
  EXPECT_TRUE(isUncertain(result, result.runs[0], ErrorMeasure::rms));
  EXPECT_GT(result.reference->disagreement[ErrorMeasure::rms], 0.1 * (*result.runs[0].error)[ErrorMeasure::rms]);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_THAT(diagnostics.all()[0].message, HasSubstr("the references tr-bdf2@0.0001 and radau@0.0001 differ by"));
}

TEST(Comparison, AReferenceThatIsKnownWellEnoughMarksNothing) {
  const ProblemSubject hires(problems::hires());
  Diagnostics diagnostics;
  const Comparison result =
      compare(hires.subject, {.trials = {withTolerance("rodas3", 1e-3)}, .timingSeconds = 0}, diagnostics);
  for (const ErrorMeasure measure : allErrorMeasures) EXPECT_FALSE(isUncertain(result, result.runs[0], measure));
  EXPECT_TRUE(diagnostics.all().empty());
}

TEST(Comparison, AReferenceThatFailsIsReplacedByItsCheckAndSaidToBeUnchecked) {
  const ProblemSubject hires(problems::hires());
  Diagnostics diagnostics;
  const Comparison result = compare(hires.subject,
                                    {.trials = {withTolerance("rodas4", 1e-4)},
                                     .reference = {.method = "rk4", .tolerance = 1e-8},
                                     .timingSeconds = 0},
                                    diagnostics);
  ASSERT_TRUE(result.reference);
  EXPECT_EQ(result.reference->name, "radau@1e-08");
  EXPECT_FALSE(result.reference->isChecked());
  EXPECT_TRUE(isUncertain(result, result.runs[0], ErrorMeasure::rms));
  EXPECT_THAT(diagnostics.all().at(0).message, HasSubstr("the reference rk4@1e-08 failed"));
}

TEST(Comparison, AnInterruptedOneKeepsWhatIsThere) {
  const ProblemSubject hires(problems::hires());
  bool isAsked = false;
  ComparisonPlan plan{.trials = {withTolerance("rodas4", 1e-4), withTolerance("rodas4", 1e-5)}};
  plan.isCancelled = [&] { return isAsked; };
  plan.progress = [&](const std::string& doing) { isAsked = isAsked || doing.find("(2 of 2)") != std::string::npos; };
  const Comparison result = compared(hires.subject, plan);
  EXPECT_TRUE(result.isCancelled);
  EXPECT_EQ(result.runs[0].status, TrialRun::Status::finished);
  EXPECT_TRUE(result.runs[0].error);
  EXPECT_EQ(result.runs[1].status, TrialRun::Status::notRun);
}

TEST(Comparison, CoursesHaveEveryStep) {
  const ProblemSubject hires(problems::hires());
  const Comparison result = compared(hires.subject, {.trials = {withTolerance("rodas4", 1e-4)}, .keepsCourses = true});
  const TrialRun& run = result.runs[0];
  EXPECT_EQ(static_cast<std::int64_t>(run.steps.size()), run.statistics.steps);
  double sum = 0;
  for (const StepRecord& step : run.steps) sum += step.size;
  EXPECT_NEAR(sum, hires.test().end - hires.test().start, 1e-9);
  EXPECT_EQ(run.samples.times.size(), 501u);
}

TEST(Comparison, CoursesTellTheOrderOfEachStep) {
  const ProblemSubject hires(problems::hires());
  const Comparison result =
      compared(hires.subject,
               {.trials = {withTolerance("rodas4", 1e-8), withTolerance("cvode", 1e-8), withTolerance("radau", 1e-8)},
                .keepsCourses = true});
  const auto orders = [&](std::size_t run) {
    std::set<int> all;
    for (const StepRecord& step : result.runs[run].steps) all.insert(step.order);
    return all;
  };
  EXPECT_EQ(orders(0), std::set{4});
  EXPECT_EQ(orders(1), (std::set{1, 2, 3, 4, 5})) << "backward differences start at order one";
  for (const int order : orders(2)) EXPECT_TRUE(order == 5 || order == 9 || order == 13) << order;
  const auto picture = orderPicture(result, *commonTrial(result));
  ASSERT_TRUE(picture.has_value());
  EXPECT_EQ(picture->panels.front().yLabel, "order");
}

TEST(Comparison, OfMethodsThatKeepTheirOrderThereIsNothingToDraw) {
  const ProblemSubject hires(problems::hires());
  const Comparison result = compared(hires.subject, {.trials = {withTolerance("rodas4", 1e-4)}, .keepsCourses = true});
  EXPECT_FALSE(orderPicture(result, *commonTrial(result)).has_value());
}

TEST(Comparison, TimesAreRepeatedUntilTheirSpreadIsKnown) {
  const ProblemSubject rational(problems::rational());
  Diagnostics diagnostics;
  const Comparison result =
      compare(rational.subject, {.trials = {withTolerance("rodas4", 1e-3)}, .timingSeconds = 20}, diagnostics);
  EXPECT_GE(result.runs[0].cpu.repetitions(), 5u);
  EXPECT_TRUE(result.runs[0].cpu.isSettled());
}

TEST(CpuTime, MedianAndSpreadAreThoseOfTheQuartiles) {
  CpuTime time;
  for (const double seconds : {5.0, 1.0, 4.0, 2.0, 3.0}) time.add(seconds);
  EXPECT_EQ(time.median(), 3);
  EXPECT_DOUBLE_EQ(time.spread(), 2.0 / 3);
  EXPECT_FALSE(time.isSettled());
  CpuTime steady;
  for (int i = 0; i < 4; ++i) steady.add(1);
  EXPECT_FALSE(steady.isSettled());
  steady.add(1.01);
  EXPECT_TRUE(steady.isSettled());
}

TEST(GridSamples, TakeTheFirstRecordAtEachPointOfTheGrid) {
  const simulation::Experiment experiment{.start = 0, .stop = 1, .tolerance = 1e-6, .interval = 0.4};
  EXPECT_THAT(outputGrid(experiment), ElementsAre(0, 0.4, 0.8, 1));
  GridSamples samples(experiment, {results::Column{.name = "x", .unit = {}, .displayUnit = {}, .index = 1}});
  samples.begin({});
  using simulation::Moment;
  samples.record(0, Vector{9, 1}, Moment::regular);
  samples.record(0.2, Vector{9, 2}, Moment::between);
  samples.record(0.4 + 1e-12, Vector{9, 3}, Moment::beforeEvent);
  samples.record(0.4 + 1e-12, Vector{9, 4}, Moment::afterEvent);
  samples.record(1, Vector{9, 5}, Moment::regular);
  const Vector& x = samples.samples().values[0];
  EXPECT_EQ(x[0], 1);
  EXPECT_EQ(x[1], 3);
  EXPECT_TRUE(std::isnan(x[2]));
  EXPECT_EQ(x[3], 5);
}

TEST(Efficiency, WorkIsInterpolatedInLogarithms) {
  // error = work^-4: 1e-6 is reached with 10^1.5.
  const std::vector<WorkPoint> runs{{1e-4, 10}, {1e-8, 100}};
  EXPECT_NEAR(*workAt(runs, 1e-6), std::pow(10, 1.5), 1e-12);
  EXPECT_EQ(workAt(runs, 1e-8), 100);
  EXPECT_EQ(workAt(runs, 1e-2), 10);
  EXPECT_FALSE(workAt(runs, 1e-9));
}

TEST(Efficiency, ALuckyHitDoesNotCount) {
  const std::vector<WorkPoint> runs{{1e-2, 10}, {1e-9, 20}, {1e-4, 40}, {1e-6, 80}};
  EXPECT_EQ(workAt(runs, 1e-4), 20);
  EXPECT_NEAR(*workAt(runs, 1e-5), 40 * std::sqrt(2), 1e-9);
  EXPECT_FALSE(workAt(runs, 1e-7));
}

TEST(Efficiency, ProfileIsTheShareOfInstancesWithinARatio) {
  // Ratios of a: 1, 2, not reached; of b: 3, 1, 1.
  const Efficiency first{.methods = {"a", "b"}, .errors = {1e-2, 1e-3}, .work = {{10, 30}, {40, 20}}};
  const Efficiency second{.methods = {"a", "b"}, .errors = {1e-2}, .work = {{std::nullopt, 5}}};
  const auto profile = performanceProfile({first, second});
  ASSERT_EQ(profile.size(), 2u);
  EXPECT_THAT(profile[0].tau, ElementsAre(1, 2));
  EXPECT_THAT(profile[0].share, ElementsAre(1.0 / 3, 2.0 / 3));
  EXPECT_THAT(profile[1].tau, ElementsAre(1, 3));
  EXPECT_THAT(profile[1].share, ElementsAre(2.0 / 3, 1.0));
}

}  // namespace
}  // namespace dashpot::analysis

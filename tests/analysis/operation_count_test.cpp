// Operation counts against those of the published listings (Beamis 1990; where its text and its listing differ, the
// listing's, counted by hand).
#include "analysis/operation_count.hpp"

#include "integrators/multistep/formula.hpp"
#include "problems/beamis.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::analysis {
namespace {

using problems::SecondOrderExample;

/// Ten points, fixed on the left, symmetric on the right, as in the listing.
void waveListing(double, std::span<const Counted> y, std::span<Counted> f) {
  constexpr double inverse = 100;
  for (std::size_t i = 0; i < 10; ++i) f[i] = y[10 + i];
  f[10] = inverse * (y[1] + -2.0 * y[0]);
  for (std::size_t i = 1; i < 9; ++i) f[10 + i] = inverse * (y[i + 1] + -2.0 * y[i] + y[i - 1]);
  f[19] = inverse * (2.0 * (y[8] - y[9]));
}

void sineGordonListing(double, std::span<const Counted> y, std::span<Counted> f) {
  constexpr double inverse = 100;
  for (std::size_t i = 0; i < 199; ++i) f[i] = y[199 + i];
  for (std::size_t i = 0; i < 199; ++i) {
    const Counted right = i == 198 ? Counted(2 * std::numbers::pi) : y[i + 1];
    const Counted inner = right + -2.0 * y[i];
    f[199 + i] = inverse * (i == 0 ? inner : inner + y[i - 1]) - sin(y[i]);
  }
}

std::vector<PositionVelocity> pairs(int count) {
  std::vector<PositionVelocity> result;
  for (int i = 0; i < count; ++i) result.push_back({i, count + i});
  return result;
}

CountedProblem secondOrder(const SecondOrderExample& example) {
  const auto list = pairs(example.secondOrder.positions());
  return countedProblem(example.secondOrder.split().size(),
                        problems::SparseRows(example.secondOrder.split(), example.input, list), example.initial, list);
}

CountedProblem physical(const SecondOrderExample& example) {
  const int n = example.physical.size();
  return countedProblem(n, problems::SparseRows(example.physical, example.input, {}),
                        Vector(static_cast<std::size_t>(n)));
}

std::int64_t perStep(const std::string& method, const CountedProblem& problem) {
  const auto count = countOperations(method, problem, {.step = 0.01, .steps = 10});
  EXPECT_TRUE(count) << (count ? "" : count.error());
  return count ? count->step.total() : -1;
}

std::int64_t perEvaluation(const CountedProblem& problem) { return countOperations("euler", problem, {})->rhs.total(); }

std::int64_t perClassicalStep(const CountedProblem& problem) {
  std::vector<Counted> y(problem.initial.begin(), problem.initial.end()), k(y.size()), next(y.size());
  return dashpot::countOperations([&] {
           problem.rhs(0, y, k);
           integrators::ClassicalRungeKutta<Counted>(y.size()).step(problem.rhs, 0, 0.01, y, k, next);
         })
      .total();
}

TEST(OperationCount, AgreesWithTheListingOnAllFourExamples) {
  const CountedProblem wave = countedProblem(20, waveListing, Vector(20, 0.1), pairs(10));
  const CountedProblem soliton = countedProblem(398, sineGordonListing, Vector(398, 0.1), pairs(199));
  const CountedProblem body = secondOrder(problems::bodyModel()), ladder = secondOrder(problems::rlcLadder());
  const CountedProblem physicalLadder = physical(problems::rlcLadder());

  EXPECT_EQ(perEvaluation(wave), 38);
  EXPECT_EQ(perEvaluation(body), 38);
  EXPECT_EQ(perEvaluation(ladder), 31);
  EXPECT_EQ(perEvaluation(physicalLadder), 29);
  EXPECT_EQ(perEvaluation(physical(problems::rlcLadder(problems::LadderForm::shorted))), 27);
  EXPECT_EQ(perEvaluation(soliton), 1193);

  EXPECT_EQ(perStep("godunov", wave), 78);
  EXPECT_EQ(perStep("ab3", wave), 178);
  EXPECT_EQ(perClassicalStep(wave), 412);
  EXPECT_EQ(perStep("godunov-hybrid-published", body), 82);
  EXPECT_EQ(perStep("ab3", body), 94);
  EXPECT_EQ(perClassicalStep(body), 256);
  EXPECT_EQ(perStep("godunov-hybrid-published", ladder), 82);
  EXPECT_EQ(perStep("ab3", physicalLadder), 78);
  EXPECT_EQ(perClassicalStep(physicalLadder), 207);
  EXPECT_EQ(perStep("godunov", soliton), 1989);
  EXPECT_EQ(perStep("ab3", soliton), 3979);
  EXPECT_EQ(perClassicalStep(soliton), 9946);
}

TEST(OperationCount, OfARunFollowsTheFormula) {
  const CountedProblem wave = countedProblem(20, waveListing, Vector(20, 0.1), pairs(10));
  const std::int64_t steps = 50, n = 10;
  const auto run = [&](const char* method, Start start, const CountedProblem& problem) {
    return countOperations(method, problem, {.step = 0.01, .steps = steps, .start = start})->run.total();
  };
  EXPECT_EQ(run("godunov", Start::taylor, wave), 38 * steps + 4 * n * (steps - 1) + 4 * n);
  EXPECT_EQ(run("godunov", Start::euler, wave), 38 * steps + 4 * n * (steps - 1) + 2 * n);
  const std::int64_t m = 4;
  EXPECT_EQ(run("godunov-hybrid-published", Start::taylor, secondOrder(problems::bodyModel())),
            38 * steps + 4 * m * (steps - 1) + 4 * m + 2 * m + 4 * m + 7 * m * (steps - 2));
  EXPECT_EQ(countOperations("godunov", wave, {.steps = steps})->evaluations, steps);
}

TEST(OperationCount, OfADenseSystemFavoursGodunovByTenPerUnknown) {
  for (const int n : {3, 8}) {
    problems::LinearSecondOrder system;
    system.A = Eigen::MatrixXd::Constant(n, n, -0.5);
    const problems::LinearSystem split = system.split();
    const CountedProblem dense = countedProblem(2 * n, problems::SparseRows(split, {}, pairs(n)),
                                                Vector(static_cast<std::size_t>(2 * n)), pairs(n));
    EXPECT_EQ(perStep("godunov", dense), 2 * n * n + 3 * n);
    EXPECT_EQ(perStep("ab3", dense), 2 * n * n + 13 * n);
  }
}

TEST(OperationCount, OfNystromMethodsFollowsFromTheirTables) {
  // verlet: 2 for x + h v in the stage, 2 for its acceleration, the same for the solution, 4 for the velocity.
  const CountedProblem wave = countedProblem(20, waveListing, Vector(20, 0.1), pairs(10));
  EXPECT_EQ(perStep("verlet", wave), 38 + 12 * 10);
  EXPECT_EQ(countOperations("nystrom4", wave, {.steps = 20})->evaluations, 1 + 3 * 20);
}

TEST(OperationCount, TellsKindsApart) {
  const auto count = countOperations(
      "euler", countedProblem(1, [](double, auto y, auto f) { f[0] = exp(y[0]) / (y[0] + 2.0) - y[0]; }, {0.5}),
      {.steps = 3});
  EXPECT_EQ(count->rhs, (Operations{.additions = 2, .multiplications = 0, .divisions = 1, .functions = 1}));
  EXPECT_EQ(count->step, (Operations{.additions = 3, .multiplications = 1, .divisions = 1, .functions = 1}));
}

/// The integrator with the same step, Newton's iteration converged.
Vector integrated(const std::string& method, const problems::TestProblem& test, double step, int steps) {
  Options options{.method = method, .step = step};
  options.tolerances.relative = 1e-7;
  options.tolerances.absolute = 1e-7;
  const Solution solution = solve(test.problem, test.start, test.start + steps * step, test.initial, options);
  EXPECT_TRUE(solution.ok()) << solution.failure.message;
  return solution.states.back();
}

TEST(OperationCount, RunsTheFormulasOfTheIntegrators) {
  for (const char* problem : {"kaps", "index-one", "transistor-amplifier"}) {
    const auto test = *problems::find(problem);
    auto counted = *countedProblem(test);
    counted.newtonTolerance = 1e-12;
    const double step = problem == std::string("transistor-amplifier") ? 1e-5 : 0.02;
    for (const char* method : {"backward-euler", "ode23s", "rodas4", "rodas5p", "hw-sdirk", "kencarp4", "radau3",
                               "radau5", "radau9", "radau13", "lobatto4", "lobatto6"}) {
      const auto count = countOperations(method, counted, {.step = step, .steps = 10});
      if (test.problem.mass.kind != MassMatrix::Kind::identity && !findMethod(method)->daeOrder) continue;
      ASSERT_TRUE(count) << problem << ", " << method << ": " << count.error();
      const Vector expected = integrated(method, test, step, 10);
      ASSERT_EQ(expected.size(), count->final.size());
      for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(count->final[i], expected[i], 1e-7 * std::max(1.0, std::abs(expected[i])))
            << problem << ", " << method << ", component " << i;
    }
  }
}

/// Golub and Van Loan, Matrix Computations, sections 3.1 and 3.2: elimination of a full matrix takes n (n - 1) / 2
/// divisions and n (n - 1) (2 n - 1) / 6 multiplications and additions, a solution n divisions and n (n - 1) of the
/// others.
TEST(OperationCount, OfRosenbrockEulerOnAFullLinearSystem) {
  for (const std::int64_t n : {3, 7}) {
    Vector matrix(static_cast<std::size_t>(n * n));
    for (std::size_t k = 0; k < matrix.size(); ++k) matrix[k] = std::sin(1.0 + static_cast<double>(k));
    const auto counted = *countedProblem(problems::linear(matrix, Vector(static_cast<std::size_t>(n), 1.0)));
    const auto count = countOperations("rosenbrock-euler", counted, {.step = 0.01, .steps = 5});
    ASSERT_TRUE(count) << count.error();
    EXPECT_EQ(count->step.divisions, n * (n - 1) / 2 + n);
    // alpha M - J: n of each; F: n^2; elimination; solution; y + u: n.
    EXPECT_EQ(count->step.multiplications, n + n * n + n * (n - 1) * (2 * n - 1) / 6 + n * (n - 1) + n);
    EXPECT_EQ(count->step.additions, count->step.multiplications);
  }
}

TEST(OperationCount, OfATridiagonalSystemGrowsWithItsSize) {
  const auto perStepOf = [](int points) {
    const auto test = *problems::make("heat:n=" + std::to_string(points));
    return countOperations("backward-euler", *countedProblem(test), {.step = 1e-3, .steps = 3})->step.total();
  };
  const double growth =
      static_cast<double>(perStepOf(80) - perStepOf(40)) / static_cast<double>(perStepOf(40) - perStepOf(20));
  EXPECT_NEAR(growth, 2, 0.02);
}

TEST(OperationCount, EveryVariantOfTheCatalogueThatIsGenericAgreesWithItsProblem) {
  int generic = 0;
  for (const std::string_view name : problems::names()) {
    const auto test = *problems::find(name);
    if (!test.counted) continue;
    ++generic;
    const std::vector<Counted> y(test.initial.begin(), test.initial.end());
    std::vector<Counted> f(y.size());
    Vector expected(y.size());
    test.problem.rhs(test.start, test.initial, expected);
    test.counted.rhs(test.start, y, f);
    for (std::size_t i = 0; i < y.size(); ++i) EXPECT_EQ(f[i].value(), expected[i]) << name << ", component " << i;
  }
  EXPECT_GE(generic, 15);
}

TEST(OperationCount, RefusesWhatItCannotCount) {
  const CountedProblem scalar = countedProblem(1, [](double, auto y, auto f) { f[0] = -y[0]; }, {1.0});
  EXPECT_EQ(countOperations("cvode", scalar, {}).error(), "the operations of 'cvode' cannot be counted");
  EXPECT_EQ(countOperations("dopri5", *countedProblem(*problems::find("index-one")), {}).error(),
            "'dopri5' cannot solve M y' = F");
  EXPECT_EQ(countedProblem(*problems::find("nand-gate")).error(),
            "the operations of problem 'nand-gate' cannot be counted");
  EXPECT_EQ(countOperations("verlet", scalar, {}).error(),
            "'verlet' works on positions, but the problem names no pairs");
  EXPECT_EQ(countOperations("nystrom4", secondOrder(problems::rlcLadder()), {}).error(),
            "'nystrom4' is counted for x'' = f(t, x) only, without first-order unknowns");
  EXPECT_EQ(countOperations("rk44", scalar, {}).error(), "there is no method 'rk44'");
}

}  // namespace
}  // namespace dashpot::analysis

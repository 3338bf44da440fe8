// Routines of the machine: LAPACK against identities of linear algebra, the Fourier transform against known spectra.
#include "model/external/host_calls.hpp"

#include "model/external/fourier.hpp"
#include "models/front_end.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::model {
namespace {

using dashpot::testing::FrontEnd;
using ::testing::HasSubstr;

HostArgument integer() { return {.type = Type::integer}; }
HostArgument character(std::string text) { return {.type = Type::string, .text = std::move(text)}; }
HostArgument array(Dimensions dimensions, bool isWritten, Type type = Type::real) {
  return {.type = type, .dimensions = std::move(dimensions), .isWritten = isWritten};
}

TEST(Lapack, SolvesASystemWhoseSolutionIsKnown) {
  std::string problem;
  const auto solve = makeHostCall("dgesv",
                                  {integer(),
                                   integer(),
                                   array({2, 2}, true),
                                   integer(),
                                   array({2}, true, Type::integer),
                                   array({2, 1}, true),
                                   integer(),
                                   {.type = Type::integer, .isWritten = true}},
                                  false, problem);
  ASSERT_TRUE(solve) << problem;
  // [2, 1; 1, 3] {1, 2} = {4, 7}: by rows as Modelica stores it.
  const std::vector<double> given{2, 1, 2, 1, 1, 3, 2, 0, 0, 4, 7, 2, 0};
  std::vector<double> results(4 + 2 + 2 + 1);
  ASSERT_TRUE(solve->call(given, results, problem)) << problem;
  EXPECT_NEAR(results[6], 1.0, 1e-15);
  EXPECT_NEAR(results[7], 2.0, 1e-15);
  EXPECT_EQ(results[8], 0.0);
}

TEST(Lapack, MatricesAreTransposedOnTheWay) {
  std::string problem;
  const auto norm =
      makeHostCall("dlange", {character("1"), integer(), integer(), array({2, 3}, false), integer(), array({2}, true)},
                   true, problem);
  ASSERT_TRUE(norm) << problem;
  const std::vector<double> given{2, 3, 1, 2, 3, 4, 5, 6, 2, 0, 0};
  std::vector<double> results(3);
  ASSERT_TRUE(norm->call(given, results, problem));
  EXPECT_EQ(results[0], 9.0) << "the largest sum of a column of [1, 2, 3; 4, 5, 6]";
}

TEST(Lapack, SizesThatLieCannotReachOtherMemory) {
  std::string problem;
  const auto solve = makeHostCall("dgesv",
                                  {integer(),
                                   integer(),
                                   array({1, 1}, true),
                                   integer(),
                                   array({1}, true, Type::integer),
                                   array({1, 1}, true),
                                   integer(),
                                   {.type = Type::integer, .isWritten = true}},
                                  false, problem);
  ASSERT_TRUE(solve) << problem;
  std::vector<double> results(4);
  EXPECT_TRUE(solve->call(std::vector<double>{300, 300, 2, 300, 0, 4, 300, 0}, results, problem));
  EXPECT_TRUE(solve->call(std::vector<double>{-5, 1, 2, 1, 0, 4, 1, 0}, results, problem));
  EXPECT_LT(results[3], 0.0) << "LAPACK names the argument that is wrong";
  EXPECT_FALSE(solve->call(std::vector<double>{1e5, 1e5, 2, 1e5, 0, 4, 1e5, 0}, results, problem));
  EXPECT_THAT(problem, HasSubstr("would have more than"));
  EXPECT_FALSE(solve->call(std::vector<double>{1, 1, NAN, 1, 0, 4, 1, 0}, results, problem));
  // Pivots outside of the matrix.
  const auto back = makeHostCall("dgetrs",
                                 {character("N"),
                                  integer(),
                                  integer(),
                                  array({2, 2}, false),
                                  integer(),
                                  array({2}, false, Type::integer),
                                  array({2, 1}, true),
                                  integer(),
                                  {.type = Type::integer, .isWritten = true}},
                                 false, problem);
  ASSERT_TRUE(back) << problem;
  std::vector<double> solution(3);
  EXPECT_TRUE(back->call(std::vector<double>{2, 1, 1, 0, 0, 1, 2, 1e6, -1e6, 1, 1, 2, 0}, solution, problem));
}

TEST(Lapack, AnotherListOfArgumentsIsRefused) {
  std::string problem;
  EXPECT_FALSE(makeHostCall("dgesv", {integer()}, false, problem));
  EXPECT_EQ(problem, "LAPACK's routine 'dgesv' has 8 arguments");
  EXPECT_FALSE(makeHostCall(
      "dlange", {integer(), integer(), integer(), array({2, 3}, false), integer(), array({2}, true)}, true, problem));
  EXPECT_EQ(problem, "argument 1 of LAPACK's routine 'dlange', norm, is of another type");
}

// ModelicaFFT.c divides by the number of frequencies, n/2 + 1, where n/2 would give the amplitudes of the cosines.
TEST(Fourier, ASumOfCosinesHasItsPhasesAndTheAmplitudesOfTheLibrary) {
  for (const std::size_t n : {8U, 12U, 30U, 14U}) {
    std::vector<double> u(n), amplitudes(n / 2 + 1), phases(n / 2 + 1);
    for (std::size_t j = 0; j < n; ++j) {
      const double angle = 2.0 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(n);
      u[j] = 3.0 * std::cos(angle + 0.5) + 2.0 * std::cos(3.0 * angle - 1.0);
    }
    amplitudesAndPhases(u, amplitudes, phases);
    const double factor = static_cast<double>(n / 2) / static_cast<double>(n / 2 + 1);
    EXPECT_NEAR(amplitudes[1], 3.0 * factor, 1e-13);
    EXPECT_NEAR(phases[1], 0.5, 1e-13);
    EXPECT_NEAR(amplitudes[3], 2.0 * factor, 1e-13);
    EXPECT_NEAR(phases[3], -1.0, 1e-13);
    EXPECT_NEAR(amplitudes[0], 0.0, 1e-13);
    EXPECT_NEAR(amplitudes[2], 0.0, 1e-13);
  }
}

const std::string solver = R"(function solve
  input Real A[:, size(A, 1)];
  input Real b[size(A, 1)];
  output Real x[size(A, 1)] = b;
  output Integer info;
protected
  Real work[size(A, 1), size(A, 1)] = A;
  Integer pivots[size(A, 1)];
  external "FORTRAN 77" dgesv(size(A, 1), 1, work, size(A, 1), pivots, x, size(A, 1), info);
end solve;
)";

TEST(HostCalls, OfKnownNumbersAreEvaluated) {
  const FrontEnd front(solver +
                       "model M constant Real x[2] = solve([2, 1; 1, 3], {4, 7}); Real y = x[1] * time; end M;");
  ASSERT_TRUE(front.flat) << front.messages();
  EXPECT_THAT(print(*front.flat), HasSubstr("constant Real 'x[2]' = 2;"));
}

TEST(HostCalls, TheFlatTextIsAModelThatCallsTheRoutine) {
  const FrontEnd front(solver + "model M Real x[2] = solve([2, time; 1, 3], {4, 7}); end M;");
  ASSERT_TRUE(front.flat) << front.messages();
  const std::string text = print(*front.flat);
  EXPECT_THAT(text, HasSubstr("external \"FORTRAN 77\" dgesv(x1, x2, y3, x4, y5, y6, x7, y8)"));
  const FrontEnd again(text);
  ASSERT_TRUE(again.flat) << again.messages() << text;
  // What is around the routine may be written into the equations; the routine stays.
  const FrontEnd third(print(*again.flat));
  ASSERT_TRUE(third.flat) << third.messages();
  EXPECT_EQ(print(*third.flat), print(*again.flat));
  EXPECT_THAT(print(*third.flat), HasSubstr("external \"FORTRAN 77\" dgesv(x1, x2, y3, x4, y5, y6, x7, y8)"));
}

TEST(HostCalls, ADeclarationThatDoesNotFitIsRefused) {
  const FrontEnd front(
      "function f input Real x; output Real y; external \"FORTRAN 77\" dgesv(x, y); end f;\n"
      "model M Real y = f(time); end M;");
  EXPECT_FALSE(front.flat);
  EXPECT_THAT(front.messages(),
              HasSubstr("'dgesv' cannot be called like this: LAPACK's routine 'dgesv' has 8 arguments"));
}

}  // namespace
}  // namespace dashpot::model

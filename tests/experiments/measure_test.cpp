// Measures give the figures of the pieces that they call, and complain about settings that mean nothing.
#include "experiments/measure.hpp"

#include "dashpot/integrate.hpp"
#include "paths.hpp"
#include "problems/accuracy.hpp"
#include "problems/problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::experiments {
namespace {

using ::testing::HasSubstr;

Measured measured(const std::string& text) {
  Laboratory laboratory{.root = testing::sourceTree};
  return measure(toml::parse(text), laboratory);
}

double number(const std::string& text) {
  const Measured value = measured(text);
  EXPECT_TRUE(value) << (value ? "" : value.error());
  return value ? value->number : NAN;
}

std::string fault(const std::string& text) {
  const Measured value = measured(text);
  EXPECT_FALSE(value) << text;
  return value ? "" : value.error();
}

TEST(RunMeasure, HasTheCountersOfADirectRun) {
  const problems::TestProblem hires = *problems::find("hires");
  Options options{.method = "rodas4"};
  options.tolerances = problems::tolerancesFor(hires, 1e-5);
  const Statistics direct = solve(hires.problem, hires.start, hires.end, hires.initial, options).statistics;
  const std::string run = "measure = 'run'\nproblem = 'hires'\nmethod = 'rodas4'\ntolerance = 1e-5\n";
  EXPECT_EQ(number(run + "quantity = 'steps'"), static_cast<double>(direct.steps));
  EXPECT_EQ(number(run + "quantity = 'rejected'"), static_cast<double>(direct.rejected));
  EXPECT_EQ(number(run + "quantity = 'rhs_evals'"), static_cast<double>(direct.rhsEvals));
  EXPECT_EQ(number(run + "quantity = 'lu'"), static_cast<double>(direct.lu));
}

TEST(RunMeasure, ErrorsOfALinearSystemAreThoseOfTheClosedForm) {
  // Euler on y' = -y: (1 - h)^n against e^-t.
  const std::string run =
      "measure = 'run'\nmatrix = [[-1]]\ninitial = [1]\nend = 1\nmethod = 'euler'\nstep = 0.1\nquantity = 'error'\n";
  EXPECT_NEAR(number(run + "error = 'final'"), std::exp(-1) - std::pow(0.9, 10), 1e-9);
  EXPECT_NEAR(number(run + "error = 'final'\nrelative = true"), 1 - std::pow(0.9, 10) * std::exp(1), 1e-8);
  EXPECT_NEAR(number(run + "error = 'final'\nby_largest = true"), std::exp(-1) - std::pow(0.9, 10), 1e-9);
  EXPECT_NEAR(number(run + "error = 'final'\nunit = 0.01"), 100 * (std::exp(-1) - std::pow(0.9, 10)), 1e-7);
  EXPECT_EQ(measured(run + "error = 'final'\nuseless_beyond = 1e-3")->word, "fails");
}

TEST(RunMeasure, OutputsAreComponentsNamesOrWeights) {
  const std::string run =
      "measure = 'run'\nmatrix = [[0, 1], [-1, 0]]\ninitial = [1, 0]\nend = 1\nmethod = 'rodas5p'\ntolerance = 1e-10\n"
      "quantity = 'value'\n";
  EXPECT_NEAR(number(run + "output = 1"), std::cos(1), 1e-8);
  EXPECT_NEAR(number(run + "output = [1, 2]"), std::cos(1) - 2 * std::sin(1), 1e-8);
  EXPECT_NEAR(number(run + "output = 2\nat = 0.5"), -std::sin(0.5), 1e-8);
  EXPECT_THAT(fault(run + "output = 3"), HasSubstr("output 3 is not among 1 to 2"));
  EXPECT_THAT(fault(run + "output = 'p'"), HasSubstr("no component 'p'"));
}

TEST(RunMeasure, FailuresAreAWordAndWrongSettingsAComplaint) {
  EXPECT_EQ(
      measured("measure = 'run'\nproblem = 'van-der-pol'\nmethod = 'ode23'\nmax_steps = 100\nquantity = 'steps'")->word,
      "fails");
  EXPECT_THAT(fault("measure = 'run'\nproblem = 'hires'\nmethod = 'rodas4'\nquantity = 'steps'\ntolerence = 1e-4"),
              HasSubstr("did you mean 'tolerance'?"));
  EXPECT_THAT(fault("measure = 'run'\nproblem = 'hires'\nquantity = 'steps'"), HasSubstr("method is missing"));
  EXPECT_THAT(fault("measure = 'run'\nproblem = 'hires'\nmethod = 'rodas44'\nquantity = 'steps'"),
              HasSubstr("no method 'rodas44'"));
  EXPECT_THAT(fault("measure = 'run'\nproblem = 'hirse'\nmethod = 'rodas4'\nquantity = 'steps'"),
              HasSubstr("no problem 'hirse'"));
  EXPECT_THAT(fault("measure = 'ran'"), HasSubstr("did you mean 'run'?"));
}

TEST(DerivedMeasures, AreRatiosOrdersSlopesAndChoices) {
  const std::string run =
      "measure = 'run'\nmatrix = [[-1]]\ninitial = [1]\nend = 1\nquantity = 'error'\nerror = 'final'\nstep = 0.01\n";
  EXPECT_NEAR(number(run + "method = 'rk4'\norder_against = { step = 0.02 }"), 4, 0.05);
  EXPECT_NEAR(number(run + "method = 'euler'\nratio_to = { step = 0.02 }"), 0.5, 0.01);
  EXPECT_NEAR(number(run + "method = 'heun'\nslope_to = { step = 0.02 }"), -2, 0.05);
  const std::string choice = " = [{ label = 'first', method = 'euler' }, { label = 'fourth', method = 'rk4' }]";
  EXPECT_EQ(measured(run + "least_of" + choice)->word, "fourth");
  EXPECT_EQ(measured(run + "greatest_of" + choice)->word, "first");
  EXPECT_EQ(number("measure = 'law'\ncoefficient = 3\nexponent = 2\nof = 'step'\nstep = 5"), 75);
}

TEST(LinearMeasures, HaveClosedValues) {
  EXPECT_NEAR(number("measure = 'spectrum'\nmatrix = [[-3, 0], [1, -7]]\nquantity = 'stiffness'"), 7.0 / 3, 1e-12);
  EXPECT_NEAR(number("measure = 'spectrum'\nmatrix = [[0, 1], [-4, 0]]\nquantity = 'imaginary'"), 2, 1e-12);
  EXPECT_NEAR(number("measure = 'amplification'\nmethod = 'euler'\nmatrix = [[-2]]\nquantity = 'largest_step'"), 1,
              1e-6);
  EXPECT_NEAR(number("measure = 'amplification'\nmethod = 'ab3'\nzeta = 1\nquantity = 'largest_step'"), 6.0 / 11, 1e-6);
  EXPECT_NEAR(
      number("measure = 'coupled'\nmatrix = [[-1, 0.5], [0.5, -1]]\nstep = 1\nquantity = 'entry'\nentry = [1, 2]"),
      0.5 * (1 - std::exp(-1)), 1e-14);
}

TEST(FormulaMeasures, HaveClosedValues) {
  EXPECT_NEAR(number("measure = 'stability'\nmethod = 'backward-euler'\nquantity = 'damping'\nsigma = 4"), std::log(5),
              1e-12);
  EXPECT_NEAR(number("measure = 'stability'\nmethod = 'radau3'\nquantity = 'right_border'"), 6, 1e-6);
  EXPECT_NEAR(number("measure = 'gammas'\nstages = 3\nquantity = 'l_stable'"), 0.43586652, 1e-8);
  EXPECT_EQ(measured("measure = 'gammas'\nstages = 2\nquantity = 'to'")->word, "infinity");
  EXPECT_THAT(fault("measure = 'stability'\nmethod = 'cvode'\nquantity = 'order'"), HasSubstr("no"));
}

TEST(ListingMeasure, IsThePublishedProgramStepByStep) {
  // Backward Euler without iteration: x(n+1) = x(n) + h f(x(n)) lagged by one step. For radau5 see the experiments.
  EXPECT_NEAR(
      number("measure = 'listing'\nname = 'a2'\nmethod = 'radau5'\ntolerance = 1e-5\nend = 20\nquantity = 'steps'"),
      63250, 10);
}

TEST(ModelMeasures, CountAndSimulate) {
  const std::string model = "model = 'model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;'\n";
  EXPECT_EQ(number("measure = 'structure'\nquantity = 'states'\n" + model), 1);
  EXPECT_NEAR(number("measure = 'simulation'\nvariable = 'x'\nat = 1\ntolerance = 1e-9\n" + model), std::exp(-1), 1e-7);
  EXPECT_THAT(fault("measure = 'simulation'\nvariable = 'y'\nat = 1\n" + model), HasSubstr("no variable 'y'"));
  EXPECT_THAT(fault("measure = 'structure'\nquantity = 'states'\nmodel = 'model M Real x; end'"), HasSubstr("error"));
}

}  // namespace
}  // namespace dashpot::experiments

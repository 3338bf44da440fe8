// dF/dp for chosen parameters against central differences: through torn chains, linear blocks, functions and parameters
// that follow from others.
#include "codegen/compile.hpp"
#include "codegen/compiled_functions.hpp"
#include "equations/derivatives.hpp"
#include "models/known_systems.hpp"
#include "models/solved.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace dashpot::codegen {
namespace {

using dashpot::testing::Solved;

struct ParameterCase {
  const char* name;
  std::string text;
  std::vector<std::string> parameters;
};
void PrintTo(const ParameterCase& c, std::ostream* out) { *out << c.name; }

/// The numbers of all parameters where some are given.
Vector parameterValues(const CompiledModel& model, Executable& run, const Vector& values, const Vector& given) {
  Vector result(model.parameters.count);
  EXPECT_EQ(run.run(Entry::parameters, {.parameters = values, .given = given}, result), Evaluation::ok);
  return result;
}

class ByParameters : public ::testing::TestWithParam<ParameterCase> {};

TEST_P(ByParameters, AgreesWithCentralDifferences) {
  Solved solved(GetParam().text);
  ASSERT_TRUE(solved.system) << solved.messages();
  auto chosen = equations::findParameters(*solved.system, GetParam().parameters);
  ASSERT_TRUE(chosen) << chosen.error();
  equations::differentiateByParameters(*solved.system, *chosen);
  EXPECT_THAT(equations::check(*solved.system), ::testing::IsEmpty());
  const CompiledModel model = compile(*solved.system, solved.sources);
  EXPECT_THAT(check(model), ::testing::IsEmpty());
  ASSERT_EQ(model.parameters.derivatives.size(), chosen->size());
  const auto run = makeInterpreter(model);
  const Vector none(model.parameters.count, 0.0);
  const Vector base = parameterValues(model, *run, none, none);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0.3, 1.2);
  Vector nominal(model.size(), 1.0), modes(model.modeCount(), 1.0), d(model.discrete.names.size(), 0.0);
  (void)run->run(Entry::nominal, {.parameters = base}, nominal);
  int compared = 0;
  for (int trial = 0; trial < 10; ++trial) {
    Vector y(model.size());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = uniform(random) * (nominal[i] == 0.0 ? 1.0 : nominal[i]);
    const auto at = [&](const Vector& parameters) {
      return Arguments{.time = 0.4, .y = y, .parameters = parameters, .modes = modes, .discrete = d, .pre = d};
    };
    Vector values(model.parameters.pattern.rows.size());
    if (run->run(Entry::byParameters, at(base), values) != Evaluation::ok) continue;
    for (std::size_t j = 0; j < model.parameters.derivatives.size(); ++j) {
      const std::uint32_t p = model.parameters.derivatives[j];
      const auto shifted = [&](double by) {
        Vector numbers = base, given = none;
        for (const std::uint32_t other : model.parameters.derivatives) given[other] = 1.0;
        numbers[p] += by;
        Vector f(model.size());
        const Vector all = parameterValues(model, *run, numbers, given);
        EXPECT_EQ(run->run(Entry::rhs, at(all), f), Evaluation::ok);
        return f;
      };
      const double h = 1e-5 * std::fabs(base[p]);
      const Vector up = shifted(h), down = shifted(-h);
      Vector exact(model.size(), 0.0);
      for (int k = model.parameters.pattern.columnStart[j]; k < model.parameters.pattern.columnStart[j + 1]; ++k)
        exact[model.parameters.pattern.rows[k]] = values[k];
      for (std::size_t i = 0; i < exact.size(); ++i) {
        const double difference = (up[i] - down[i]) / (2 * h);
        const double roundOff = 1e-15 * (std::fabs(up[i]) + std::fabs(down[i])) / h;
        EXPECT_NEAR(exact[i], difference, 1e-6 * (std::fabs(exact[i]) + std::fabs(difference)) + 100 * roundOff + 1e-12)
            << model.states.names[i] << " by " << GetParam().parameters[j] << ", trial " << trial;
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 3);
}

INSTANTIATE_TEST_SUITE_P(
    Models, ByParameters,
    ::testing::Values(
        ParameterCase{"bridge", std::string(testing::bridge), {"R1", "R3", "R5", "L", "U"}},
        ParameterCase{"amplifier", std::string(testing::transistorAmplifier), {"UF", "beta", "R", "C3", "alpha"}},
        ParameterCase{"orifice", std::string(testing::orificeChain), {"R", "C"}},
        ParameterCase{
            "following",
            "model M parameter Real k = 2; parameter Real twice = 2*k; final parameter Real square = twice^2; Real "
            "x(start = 1), u; equation der(x) = -square*x + u; u + twice*u^3 = k*x; end M;",
            {"k"}},
        ParameterCase{"followedAndChosen",
                      "model M parameter Real k = 2; parameter Real twice = 2*k; Real x(start = 1); equation der(x) = "
                      "-k*twice*x*exp(-k*time); end M;",
                      {"k", "twice"}},
        ParameterCase{
            "linearBlockWithVaryingCoefficients",
            "model M parameter Real a = 2, b = 3; Real x(start = 1), u, v; equation der(x) = -u*v; (a + x)*u + b*v = "
            "x; b*x*u - (a*b + 1)*v = sin(a*time); end M;",
            {"a", "b"}},
        ParameterCase{
            "function",
            "model M function f input Real x; input Real n; output Real y; algorithm y := 1; for i in 1:3 loop y := "
            "y*x + n; end for; end f; parameter Real n = 0.5; Real x(start = 1); equation der(x) = -f(x, n); end M;",
            {"n"}}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST(ByParameters, AParameterThatWasGivenDoesNotFollow) {
  Solved solved(
      "model M parameter Real k = 2; parameter Real twice = 2*k; Real x(start = 1); equation der(x) = k + twice; end "
      "M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  const auto ids = equations::findParameters(*solved.system, std::vector<std::string>{"k", "twice"});
  ASSERT_TRUE(ids);
  equations::differentiateByParameters(*solved.system, {(*ids)[0]}, {(*ids)[1]});
  const CompiledModel model = compile(*solved.system, solved.sources);
  const Vector y{1}, parameters{2, 7};
  Vector value(1);
  ASSERT_EQ(makeInterpreter(model)->run(Entry::byParameters, {.y = y, .parameters = parameters}, value),
            Evaluation::ok);
  EXPECT_EQ(value[0], 1);
}

TEST(ByParameters, NothingIsMadeUnlessAskedFor) {
  const Solved solved("model M parameter Real k = 2; Real x(start = 1); equation der(x) = -k*x; end M;");
  const CompiledModel model = compile(*solved.system, solved.sources);
  EXPECT_TRUE(model[Entry::byParameters].code.empty());
  EXPECT_TRUE(model.parameters.derivatives.empty());
}

TEST(ByParameters, WhatIsNoRealParameterIsRefused) {
  const Solved solved(
      "model M parameter Integer n = 2; parameter Real k = 2; final parameter Real f = 2*k; Real x(start = 1); "
      "equation "
      "der(x) = -k*x*n*f; end M;");
  const auto refused = [&](const std::string& name) {
    return equations::findParameters(*solved.system, std::vector<std::string>{name}).error();
  };
  EXPECT_EQ(refused("x"), "there is no parameter 'x'");
  EXPECT_THAT(refused("n"), ::testing::HasSubstr("not a Real parameter"));
  EXPECT_THAT(refused("f"), ::testing::HasSubstr("is final"));
}

TEST(ByParameters, NativeCodeGivesTheSameBits) {
  Solved solved{std::string(testing::bridge)};
  const auto chosen = equations::findParameters(*solved.system, std::vector<std::string>{"R1", "R5"});
  ASSERT_TRUE(chosen);
  equations::differentiateByParameters(*solved.system, *chosen);
  const CompiledModel model = compile(*solved.system, solved.sources);
  const auto interpreter = makeInterpreter(model);
  const Vector none(model.parameters.count, 0.0);
  const Vector parameters = parameterValues(model, *interpreter, none, none);
  CompiledFunctions code(model);
  if (!code.prepare(Entry::byParameters, Tier::optimised)) GTEST_SKIP() << code.problem();
  const Vector y{0.3};
  Vector expected(model.parameters.pattern.rows.size()), actual(expected.size());
  ASSERT_EQ(interpreter->run(Entry::byParameters, {.y = y, .parameters = parameters}, expected), Evaluation::ok);
  ASSERT_EQ(code.executable()->run(Entry::byParameters, {.y = y, .parameters = parameters}, actual), Evaluation::ok);
  EXPECT_EQ(actual, expected);
}

}  // namespace
}  // namespace dashpot::codegen

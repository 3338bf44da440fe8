#include "models/compiled.hpp"
#include "models/known_systems.hpp"

#include "codegen/executable.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace dashpot::codegen {
namespace {

using testing::Compiled;

struct Case {
  const char* name;
  std::string text;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class ExactJacobian : public ::testing::TestWithParam<Case> {};

/// At random points, states of sets chosen in turn; points where the model is not defined are passed over.
TEST_P(ExactJacobian, AgreesWithCentralDifferences) {
  const Compiled compiled(GetParam().text);
  ASSERT_TRUE(compiled.model) << compiled.messages();
  const CompiledModel& model = *compiled.model;
  EXPECT_THAT(check(model), ::testing::IsEmpty());
  const auto run = makeInterpreter(model);
  Vector parameters(model.parameterCount), given(model.parameterCount, 0.0);
  ASSERT_EQ(run->run(Entry::parameters, {.parameters = given, .given = given}, parameters), Evaluation::ok);
  Vector nominal(model.size(), 1.0), modes(model.modeCount(), 0.0), d(model.discreteNames.size(), 0.0);
  (void)run->run(Entry::nominal, {.parameters = parameters}, nominal);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0.3, 1.2);
  int compared = 0;
  for (int trial = 0; trial < 20; ++trial) {
    for (const StateSetInfo& set : model.stateSets) {
      for (const std::uint32_t place : set.selection) d[place] = 0.0;
      const std::size_t share = set.candidates / set.size();
      for (std::size_t i = 0; i < set.size(); ++i)
        d[set.selection[i * set.candidates + i * share + static_cast<std::size_t>(trial) % share]] = 1.0;
    }
    // Discrete variables that select no states may have any value.
    std::vector<bool> isSelection(d.size(), false);
    for (const StateSetInfo& set : model.stateSets)
      for (const std::uint32_t place : set.selection) isSelection[place] = true;
    for (std::size_t i = 0; i < d.size(); ++i)
      if (!isSelection[i]) d[i] = uniform(random);
    // A delayed value moves with time at its rate.
    Vector delayed(2 * static_cast<std::size_t>(model.delayCount));
    for (double& value : delayed) value = uniform(random);
    for (double& mode : modes) mode = uniform(random) > 0.75 ? 1.0 : 0.0;
    Vector y(model.size());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = uniform(random) * (nominal[i] == 0.0 ? 1.0 : nominal[i]);
    const auto f = [&](const Vector& at, double t) {
      Vector out(model.size()), moved = delayed;
      for (std::size_t k = 0; k < model.delayCount; ++k) moved[k] += (t - 0.3) * delayed[model.delayCount + k];
      const Inputs inputs{
          .time = t, .y = at, .parameters = parameters, .modes = modes, .discrete = d, .pre = d, .delayed = moved};
      return run->run(Entry::rhs, inputs, out) == Evaluation::ok ? out : Vector();
    };
    Vector values(model.jacobianPattern.rows.size()), slope(model.size());
    const Inputs inputs{
        .time = 0.3, .y = y, .parameters = parameters, .modes = modes, .discrete = d, .pre = d, .delayed = delayed};
    if (f(y, 0.3).empty() || run->run(Entry::jacobian, inputs, values) != Evaluation::ok) continue;
    ++compared;
    const auto compare = [&](const Vector& plus, const Vector& minus, double width, const Vector& exact) {
      if (plus.empty() || minus.empty()) return;
      for (std::size_t i = 0; i < exact.size(); ++i) {
        const double difference = (plus[i] - minus[i]) / width;
        const double roundOff = 1e-15 * (std::fabs(plus[i]) + std::fabs(minus[i])) / width;
        EXPECT_NEAR(exact[i], difference, 2e-5 * (std::fabs(exact[i]) + std::fabs(difference)) + 100 * roundOff + 1e-9)
            << model.stateNames[i] << ", trial " << trial;
      }
    };
    for (std::size_t j = 0; j < y.size(); ++j) {
      Vector exact(model.size(), 0.0), up = y, down = y;
      for (int k = model.jacobianPattern.columnStart[j]; k < model.jacobianPattern.columnStart[j + 1]; ++k)
        exact[static_cast<std::size_t>(model.jacobianPattern.rows[static_cast<std::size_t>(k)])] =
            values[static_cast<std::size_t>(k)];
      const double h = 1e-6 * std::fabs(y[j]);
      up[j] += h, down[j] -= h;
      compare(f(up, 0.3), f(down, 0.3), up[j] - down[j], exact);
    }
    ASSERT_EQ(run->run(Entry::timeDerivative, inputs, slope), Evaluation::ok);
    compare(f(y, 0.3 + 1e-6), f(y, 0.3 - 1e-6), 2e-6, slope);
  }
  EXPECT_GT(compared, 3);
}

/// A sampled controller: what it holds acts on the states.
const std::string sampled =
    "model S Real x(start = 1), v(start = 0); discrete Real u(start = 0), e(start = 0); Boolean on(start = true); "
    "equation "
    "der(x) = v + (if on then u*x else 0); der(v) = -x*u - exp(-v) + e*time; when sample(0, 0.1) then e = 1 - x; u = "
    "pre(u) "
    "+ 0.5*e; on = u < 2; end when; end S;";
/// Whole numbers that floor() and mod() hold between events.
const std::string wholeNumbers =
    "model W Real x(start = 1), y(start = 2); equation der(x) = -floor(3*x)*x + mod(y, 2)*x; der(y) = ceil(x)*sin(y) - "
    "y; "
    "end W;";
const std::string withDelay =
    "model D Real x(start = 1), y(start = 0); equation der(x) = -delay(x, 0.2)*x + y; der(y) = delay(sin(y), 0.1)^2 - "
    "y*time; end D;";

INSTANTIATE_TEST_SUITE_P(
    Models, ExactJacobian,
    ::testing::Values(Case{"rlc", testing::exampleText("rlc")}, Case{"hires", testing::exampleText("hires")},
                      Case{"reliefValve", testing::exampleText("relief_valve")},
                      Case{"cylinderLines", testing::exampleText("cylinder_lines")},
                      Case{"twoBranchCircuit", testing::exampleText("two_branch_circuit")},
                      Case{"bridge", std::string(testing::bridge)}, Case{"pendulum", std::string(testing::pendulum)},
                      Case{"doublePendulum", std::string(testing::doublePendulum)},
                      Case{"sliderCrank", std::string(testing::sliderCrank)}, Case{"gear", std::string(testing::gear)},
                      Case{"transistorAmplifier", std::string(testing::transistorAmplifier)},
                      Case{"orificeChain", std::string(testing::orificeChain)}, Case{"sampled", sampled},
                      Case{"wholeNumbers", wholeNumbers}, Case{"delayed", withDelay}),
    [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace dashpot::codegen

// Models with nonlinear blocks under methods that have no place for algebraic unknowns.
#include "models/known_systems.hpp"
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;

/// Two diodes and a resistor, as engineers write them: the node voltage is a nonlinear loop.
const std::string rectifier =
    "model R parameter Real Is = 1e-9, Ut = 0.04, Rs = 10, C = 1e-4, Rl = 1000; Real u(start = 0, fixed = true), v, "
    "i1, "
    "i2; equation v = 5*sin(200*time) - Rs*(i1 - i2); i1 = Is*(exp((v - u)/Ut) - 1); i2 = Is*(exp((-v)/Ut) - 1);"
    " C*der(u) = i1 - u/Rl; end R;";

/// A valve opens when the flow, an algebraic unknown, exceeds a limit.
const std::string switching =
    "model S Real x(start = 0, fixed = true); Real q(start = 1); Real y(start = 0, fixed = true); equation "
    "q + q^3 = 1 + x; der(x) = 1; der(y) = if q > 1 then 1 else 0; end S;";

/// Nothing flows at the start: the node voltage is zero there, whatever the guess.
const std::string quiet =
    "model Q Real u(start = 0, fixed = true, nominal = 1), w(start = 0.1, nominal = 1); equation "
    "(sin(314*time) - w)/100 = 1e-6*(exp((w - u)/0.05) - 1) + 1e-3*w + 1e-4*w^3; "
    "1e-5*der(u) = 1e-6*(exp((w - u)/0.05) - 1) - u/1e3; end Q;";

struct Case {
  std::string model;
  double stop;
  const char* method;
  std::vector<const char*> variables;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.method; }

class ReducedModels : public ::testing::TestWithParam<Case> {};

TEST_P(ReducedModels, AgreeWithRadauInStatesAndAlgebraicVariables) {
  const Case& c = GetParam();
  const Settings settings{.stop = c.stop, .tolerance = 1e-8, .method = c.method};
  const Settings reference{.stop = c.stop, .tolerance = 1e-11, .method = "radau5"};
  const Simulated run(c.model, settings), expected(c.model, reference);
  ASSERT_TRUE(run.finished()) << run.messages();
  ASSERT_TRUE(expected.finished()) << expected.messages();
  for (const char* name : c.variables) {
    const auto &a = (*run.table)[name], &b = (*expected.table)[name];
    double largest = 0;
    for (const double value : b) largest = std::max(largest, std::fabs(value));
    EXPECT_NEAR(a.back(), b.back(), 3e-5 * largest) << name;
    if (!run.table->eventTimes().empty()) continue;  // rows beside an event need not be as many
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) ASSERT_NEAR(a[k], b[k], 3e-5 * largest) << name << " at " << k;
  }
}
INSTANTIATE_TEST_SUITE_P(
    Models, ReducedModels,
    ::testing::Values(Case{std::string(testing::transistorAmplifier), 0.02, "cvode", {"u2", "u3", "u8", "c1"}},
                      Case{std::string(testing::transistorAmplifier), 0.002, "dopri5", {"u2", "u3", "u8", "c1"}},
                      Case{rectifier, 0.05, "cvode", {"u", "v", "i1"}},
                      Case{rectifier, 0.05, "dopri5", {"u", "v", "i1"}}, Case{rectifier, 0.05, "exprb43", {"u", "v"}},
                      Case{rectifier, 0.05, "exprb32", {"u", "v"}}, Case{rectifier, 0.05, "exprb53", {"u", "v"}},
                      Case{rectifier, 0.05, "ros4", {"u", "v"}}, Case{switching, 3, "dopri5", {"x", "y", "q"}},
                      Case{switching, 3, "cvode", {"x", "y", "q"}}, Case{quiet, 0.02, "dopri5", {"u", "w"}},
                      Case{quiet, 0.02, "cvode", {"u", "w"}}),
    [](const auto& instance) { return "case" + std::to_string(instance.index); });

TEST(ReducedModels, AnEventOfAnAlgebraicUnknownIsLocated) {
  const Simulated run(switching, {.stop = 3.0, .tolerance = 1e-8, .method = "dopri5"});
  ASSERT_TRUE(run.finished()) << run.messages();
  ASSERT_FALSE(run.table->eventTimes().empty());
  // Rounding may let it be found just before the limit, and once more beyond it.
  for (const double time : run.table->eventTimes()) EXPECT_NEAR(time, 1, 1e-7);
  EXPECT_NEAR(run.last("y"), 2, 1e-7);
}

TEST(ReducedModels, AModelOfAlgebraicEquationsAloneRunsWithAnyMethod) {
  const Simulated run("model M Real u(start = 1); equation u + u^3 = 10*time; end M;",
                      {.stop = 1.0, .method = "dopri5"});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("u"), 2, 1e-6);
}

}  // namespace
}  // namespace dashpot::simulation

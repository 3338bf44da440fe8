#include "models/compiled.hpp"
#include "models/jacobian_check.hpp"
#include "models/known_systems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::codegen {
namespace {

using testing::Compiled;

struct NamedModel {
  const char* name;
  std::string text;
};
void PrintTo(const NamedModel& c, std::ostream* out) { *out << c.name; }

class ExactJacobian : public ::testing::TestWithParam<NamedModel> {};

TEST_P(ExactJacobian, AgreesWithCentralDifferences) {
  const Compiled compiled(GetParam().text);
  ASSERT_TRUE(compiled.model) << compiled.messages();
  EXPECT_THAT(check(*compiled.model), ::testing::IsEmpty());
  EXPECT_GT(testing::compareJacobianWithDifferences(*compiled.model), 3);
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

/// The slope of the history enters by the delay time, and the present value where the time may vanish.
const std::string withVaryingDelay =
    "model V Real x(start = 1), y(start = 0), z; equation der(x) = -delay(x*y, 0.2 + 0.1*y^2, 1)*x + z; der(y) = "
    "delay(sin(y), 0.1*(1 + time), 2)^2 - y*time; z = 1 - 0.3*delay(z*x, 0.2*x^2, 3); end V;";

/// A node where a hundred currents meet, some of them twice and with either sign.
const std::string longSum =
    "model L Real x[100](start = linspace(1, 2, 100)), y(start = 0.5), i; equation "
    "i = -(sum(x[k]^2*y for k in 1:100) - sum(sin(x[k] + time) for k in 1:2:99)) + x[1]*x[2] - exp(-y); "
    "der(y) = i*y; for k in 1:100 loop der(x[k]) = -x[k]; end for; end L;";

INSTANTIATE_TEST_SUITE_P(Models, ExactJacobian,
                         ::testing::Values(NamedModel{"rlc", testing::exampleText("rlc")},
                                           NamedModel{"hires", testing::exampleText("hires")},
                                           NamedModel{"reliefValve", testing::exampleText("relief_valve")},
                                           NamedModel{"cylinderLines", testing::exampleText("cylinder_lines")},
                                           NamedModel{"twoBranchCircuit", testing::exampleText("two_branch_circuit")},
                                           NamedModel{"bridge", std::string(testing::bridge)},
                                           NamedModel{"pendulum", std::string(testing::pendulum)},
                                           NamedModel{"doublePendulum", std::string(testing::doublePendulum)},
                                           NamedModel{"sliderCrank", std::string(testing::sliderCrank)},
                                           NamedModel{"gear", std::string(testing::gear)},
                                           NamedModel{"transistorAmplifier", std::string(testing::transistorAmplifier)},
                                           NamedModel{"orificeChain", std::string(testing::orificeChain)},
                                           NamedModel{"sampled", sampled}, NamedModel{"wholeNumbers", wholeNumbers},
                                           NamedModel{"delayed", withDelay},
                                           NamedModel{"delayedByATimeThatVaries", withVaryingDelay},
                                           NamedModel{"longSum", longSum}),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace dashpot::codegen

#include "models/compiled.hpp"
#include "models/jacobian_check.hpp"
#include "models/known_systems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::codegen {
namespace {

using testing::Compiled;

struct Case {
  const char* name;
  std::string text;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class ExactJacobian : public ::testing::TestWithParam<Case> {};

TEST_P(ExactJacobian, AgreesWithCentralDifferences) {
  const Compiled compiled(GetParam().text);
  ASSERT_TRUE(compiled.model) << compiled.messages();
  EXPECT_THAT(check(*compiled.model), ::testing::IsEmpty());
  EXPECT_GT(testing::compareJacobianWithDifferences(*compiled.model), 3);
}

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
                      Case{"orificeChain", std::string(testing::orificeChain)}),
    [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace dashpot::codegen

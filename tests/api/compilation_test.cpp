#include "api/compilation.hpp"

#include <gtest/gtest.h>

namespace dashpot::api {
namespace {

constexpr const char* line =
    "model Line parameter Integer n = 3; parameter Real k = 2; Real x[n](each start = 1, each fixed = true); equation "
    "for i in 1:n loop der(x[i]) = -k*x[i]; end for; end Line;";

std::vector<simulation::ParameterSetting> settings() { return {{"n", "5"}, {"k", "4"}}; }

TEST(Compilation, WithoutTheFormsBetweenGivesTheSameModel) {
  Compilation keeping({.text = line}), releasing({.text = line});
  releasing.keepsForms = false;
  ASSERT_TRUE(keeping.run());
  ASSERT_TRUE(releasing.run());
  EXPECT_EQ(codegen::print(releasing.compiled()), codegen::print(keeping.compiled()));
}

TEST(Compilation, WithoutTheFormsBetweenTakesSettingsThatDecideTheStructure) {
  Compilation compilation({.text = line});
  compilation.keepsForms = false;
  std::size_t equations = 0;
  compilation.isFlattened = [&] { equations = compilation.flat().equations.size(); };
  auto left = settings();
  ASSERT_TRUE(compilation.run(left));
  EXPECT_EQ(equations, 5u);
  EXPECT_EQ(compilation.compiled().states.names.size(), 5u);
  EXPECT_EQ(compilation.compiled().name(), "Line");
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left.front().name, "k");
}

}  // namespace
}  // namespace dashpot::api

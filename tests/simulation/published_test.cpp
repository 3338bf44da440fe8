// Published problems, written as Modelica models, reach the published end values. The references are those of
// src/problems, which cites where they come from; a run at tolerance T must have at least -log10(T) - 1.5 correct digits.
#include "models/simulated.hpp"
#include "problems/problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;

struct Published {
  const char* model;
  const char* problem;
  std::vector<std::string> names;  // of the components that are compared, in the order of the problem's
  double tolerance;
  const char* method = defaultMethod;
};

std::vector<std::string> numbered(const std::string& name, int count) {
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) names.push_back(name + "[" + std::to_string(i) + "]");
  return names;
}

std::vector<std::string> together(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

class PublishedProblem : public ::testing::TestWithParam<Published> {};

TEST_P(PublishedProblem, ReachesItsPublishedEndValues) {
  const Published& p = GetParam();
  const auto test = problems::make(p.problem);
  ASSERT_TRUE(test);
  const Simulated run(testing::modelText(std::string("published/") + p.model), {.tolerance = p.tolerance, .method = p.method});
  ASSERT_TRUE(run.finished()) << run.messages();
  std::vector<int> compared = test->compared;
  for (std::size_t i = 0; compared.size() < test->reference.size() && test->compared.empty(); ++i)
    compared.push_back(static_cast<int>(i));
  // Mixed digits: relative, and absolute below the size that counts for something in this problem.
  double digits = 16;
  for (const int i : compared) {
    const auto k = static_cast<std::size_t>(i);
    if (k >= p.names.size() || p.names[k].empty()) continue;
    const double reference = test->reference[k], error = std::fabs(run.last(p.names[k]) - reference);
    digits = std::min(digits, -std::log10(std::max(error / (std::fabs(reference) + test->absoluteScale[k]), 1e-16)));
  }
  EXPECT_GE(digits, -std::log10(p.tolerance) - 1.5);
}

INSTANTIATE_TEST_SUITE_P(
    IvpTestSet, PublishedProblem,
    ::testing::Values(
        Published{"robertson", "robertson", {"A", "B", "C"}, 1e-4}, Published{"robertson", "robertson", {"A", "B", "C"}, 1e-7},
        Published{"van_der_pol", "van-der-pol", {"y", "v"}, 1e-5}, Published{"van_der_pol", "van-der-pol", {"y", "v"}, 1e-8},
        Published{"oregonator", "oregonator", {"y1", "y2", "y3"}, 1e-5},
        Published{"oregonator", "oregonator", {"y1", "y2", "y3"}, 1e-8},
        Published{"pollution", "pollution", numbered("y", 20), 1e-4}, Published{"pollution", "pollution", numbered("y", 20), 1e-7},
        Published{"ring_modulator", "ring-modulator", together(numbered("U", 7), numbered("I", 8)), 1e-6},
        Published{"transistor_amplifier", "transistor-amplifier", numbered("U", 8), 1e-5},
        Published{"transistor_amplifier", "transistor-amplifier", numbered("U", 8), 1e-7},
        Published{"nand_gate", "nand-gate", numbered("V", 14), 1e-5}, Published{"nand_gate", "nand-gate", numbered("V", 14), 1e-7},
        Published{"andrews_squeezer",
                  "andrews-squeezer",
                  {"beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"},
                  1e-6},
        Published{"water_tube_system", "water-tube-system", numbered("phi", 18), 1e-5}),
    [](const auto& instance) {
      return std::string(instance.param.model) + "_" + std::to_string(static_cast<int>(std::round(-std::log10(instance.param.tolerance))));
    });

}  // namespace
}  // namespace dashpot::simulation

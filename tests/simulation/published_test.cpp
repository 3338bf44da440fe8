// Published problems, written as Modelica models, reach the published end values. The references are those of
// src/problems, which cites where they come from; a run at tolerance T must have at least -log10(T) - 1.5 correct
// digits.
#include "models/published.hpp"

#include "models/simulated.hpp"
#include "problems/accuracy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::PublishedModel;
using dashpot::testing::Simulated;

class PublishedProblem : public ::testing::TestWithParam<std::tuple<PublishedModel, double>> {};

TEST_P(PublishedProblem, ReachesItsPublishedEndValues) {
  const auto& [model, tolerance] = GetParam();
  const auto test = problems::find(model.problem);
  ASSERT_TRUE(test);
  // In the ring modulator, U[3] to U[6] ring with the inductances of 0.5 mH at 5 MHz, and are damped within 58 us,
  // about 290 periods: so long local errors add up. At loose tolerances, rodas5p stays up to 0.6 digits below the mark
  // there, and so does rodas4; the smaller steps of radau5 do not. A maximum norm would be tighter by sqrt(15/4) only.
  const bool isLong = model.problem == "ring-modulator" && tolerance > 1e-7;
  const Simulated run(testing::readText(model.file),
                      {.tolerance = tolerance, .method = isLong ? "radau5" : defaultMethod});
  ASSERT_TRUE(run.finished()) << run.messages();
  Vector end = test->reference;
  for (std::size_t i = 0; i < model.names.size(); ++i) end[i] = run.last(model.names[i]);
  EXPECT_GE(problems::correctDigits(*test, end), -std::log10(tolerance) - 1.5);
}

std::string nameOf(const ::testing::TestParamInfo<PublishedProblem::ParamType>& instance) {
  std::string name = std::get<0>(instance.param).problem + fmt::format("_{:.0e}", std::get<1>(instance.param));
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Odes, PublishedProblem,
                         ::testing::Combine(::testing::ValuesIn(testing::publishedOdes()),
                                            ::testing::Values(1e-4, 1e-6, 1e-8)),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(Daes, PublishedProblem,
                         ::testing::Combine(::testing::ValuesIn(testing::publishedDaes()),
                                            ::testing::Values(1e-6, 1e-7)),
                         nameOf);

}  // namespace
}  // namespace dashpot::simulation

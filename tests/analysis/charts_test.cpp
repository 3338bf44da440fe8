// Charts for the choice of a method and a step: values recomputed by an independent prototype, and the figures of Smith
// (1974) where his text states any.
#include "analysis/jacobian_cost.hpp"
#include "analysis/study_charts.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace dashpot::analysis {
namespace {

using ::testing::HasSubstr;

/// Made once for all tests.
const Chart& chartNamed(std::string_view name, const StudyBlock& block) {
  static std::map<std::tuple<std::string_view, int, double>, Chart> made;
  const auto [place, isNew] = made.try_emplace({name, block.order(), block.fastestPole()});
  for (const StudyChart& chart : studyCharts())
    if (isNew && chart.name == name) place->second = chart.make({.block = block});
  return place->second;
}

/// Of the line with this title, at the x nearest to this one.
double valueAt(const Chart& chart, std::string_view title, double x) {
  const auto line = std::ranges::find(chart.lines, title, &Chart::Line::title);
  if (line == chart.lines.end()) return NAN;
  const auto nearest = std::ranges::min_element(chart.x, {}, [&](double each) { return std::abs(std::log(each / x)); });
  return line->y[static_cast<std::size_t>(nearest - chart.x.begin())];
}

const StudyBlock slowBlock = StudyBlock::firstOrder(1), stiffBlock = StudyBlock::secondOrder(10, 100);

TEST(StudyCharts, AreNamedOnceAndHaveAValueOrAGapForEachX) {
  std::set<std::string> names;
  for (const StudyChart& each : studyCharts()) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    for (const StudyBlock& block : {slowBlock, stiffBlock}) {
      if (block.order() == 2 && each.name == std::string_view("equal-cost")) continue;  // it takes many seconds
      const Chart& chart = chartNamed(each.name, block);
      std::size_t values = 0;
      for (const Chart::Line& line : chart.lines) {
        EXPECT_EQ(line.y.size(), chart.x.size()) << each.name << ": " << line.title;
        values += static_cast<std::size_t>(std::ranges::count_if(line.y, [](double y) { return y > 0; }));
      }
      EXPECT_GE(values, chart.x.size() / 3) << each.name;
    }
  }
}

TEST(StudyCharts, ErrorsOverTheStepAreThoseOfFigures12And13) {
  const Chart& first = chartNamed("error-step", slowBlock);
  EXPECT_NEAR(valueAt(first, "held input", 0.01), 3.554483, 1e-5);
  EXPECT_NEAR(valueAt(first, "ramp input", 0.01), 0.02868431, 1e-7);
  EXPECT_NEAR(valueAt(first, "rk4", 0.01) / 5.420326e-7, 1, 1e-5);
  const Chart& second = chartNamed("error-step", StudyBlock::secondOrder(1, 1));
  EXPECT_NEAR(valueAt(second, "held input", 0.1), 84.02797, 1e-4);
  EXPECT_NEAR(valueAt(second, "rk4", 0.1), 8.873803e-3, 1e-8);
}

TEST(StudyCharts, ErrorsOverFrequencyAndPolesAreThoseOfFigures14To17) {
  const Chart& overFrequency = chartNamed("error-frequency", slowBlock);
  EXPECT_NEAR(valueAt(overFrequency, "held input", 1), 0.127, 5e-4);
  EXPECT_NEAR(valueAt(overFrequency, "ramp input", 1), 5.6e-4, 5e-6);
  const Chart& overRate = chartNamed("error-poles", slowBlock);
  EXPECT_NEAR(valueAt(overRate, "held input, h = 0.01 s", 100), 3.29, 0.005);
  EXPECT_TRUE(std::isfinite(valueAt(overRate, "rk4, h = 0.01 s", 215)));
  EXPECT_FALSE(std::isfinite(valueAt(overRate, "rk4, h = 0.01 s", 1000))) << "unstable beyond 279";
  const Chart& overDamping = chartNamed("error-poles", stiffBlock);
  EXPECT_NEAR(valueAt(overDamping, "rk4, wn = 100 rad/s", 0.1), 0.79, 0.005);
  EXPECT_FALSE(std::isfinite(valueAt(overDamping, "rk4, wn = 100 rad/s", 10)));
}

TEST(StudyCharts, StepsOfConstantErrorAreThoseOfFigures18And19) {
  const Chart& first = chartNamed("constant-error", slowBlock);
  EXPECT_NEAR(valueAt(first, "held input, 1 %", 1), 0.0696, 1e-3);
  EXPECT_NEAR(valueAt(first, "held input, 10 %", 10), 0.0169, 3e-4);
  const Chart& second = chartNamed("constant-error", stiffBlock);
  EXPECT_NEAR(valueAt(second, "held input, 3 %", 1), 0.106, 2e-3);
  EXPECT_NEAR(valueAt(second, "rk4, 10 %", 1), 0.001397, 2e-5) << "the limit of stability";
}

TEST(StudyCharts, MapsOfEqualErrorAndCostAreThoseOfFigures20To22) {
  const Chart& error = chartNamed("equal-error", slowBlock);
  EXPECT_NEAR(valueAt(error, "w = 1 rad/s", 100), 1.95e-2, 0.04e-2);
  const Chart& secondError = chartNamed("equal-error", stiffBlock);
  EXPECT_NEAR(valueAt(secondError, "w = 1 rad/s", 1), 143, 3);
  const Chart& cost = chartNamed("equal-cost", slowBlock);
  EXPECT_NEAR(valueAt(cost, "equal cost", 10), 369, 15);
}

TEST(StudyCharts, StepsPerCycleAreThoseOfFigures24And25) {
  const Chart& first = chartNamed("steps-per-cycle", slowBlock);
  EXPECT_NEAR(valueAt(first, "held input, 1 %", 10), 367, 5);
  EXPECT_NEAR(valueAt(first, "held input, 1 %", 100), 348, 4);
  EXPECT_NEAR(valueAt(chartNamed("steps-per-cycle", stiffBlock), "held input, 1 %", 10), 301, 4);
}

TEST(JacobianCost, IsMeasuredForEachSizeAndSource) {
  const auto chart = jacobianCost({.sizes = {5, 10}, .steps = 20, .seconds = 0});
  ASSERT_TRUE(chart) << chart.error();
  EXPECT_EQ(chart->x, (Vector{5, 10}));
  ASSERT_EQ(chart->lines.size(), 3U);
  for (const Chart::Line& line : chart->lines)
    for (const double time : line.y) EXPECT_GT(time, 0) << line.title;
  EXPECT_THAT(chart->notes, ::testing::Contains(HasSubstr("exact Jacobian: a step grows with N^")));
}

TEST(JacobianCost, GrowthIsThePowerOfAPowerLaw) {
  EXPECT_NEAR(growthExponent({5, 10, 15, 20}, {3 * std::pow(5, 1.15), 3 * std::pow(10, 1.15), 3 * std::pow(15, 1.15),
                                               3 * std::pow(20, 1.15)}),
              1.15, 1e-12);
}

TEST(JacobianCost, SaysWhatAMethodCannotDo) {
  EXPECT_FALSE(jacobianCost({.method = "rodas33"}));
  EXPECT_FALSE(jacobianCost({.method = "cvode", .steps = 5})) << "it has no fixed step";
}

}  // namespace
}  // namespace dashpot::analysis

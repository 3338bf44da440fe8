// What the automatic method thinks runs to cost, from first principles: stability limits explicit methods alone.
#include "integrators/switching/predicted_costs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace dashpot::integrators {
namespace {

using linalg::DominantMode;
using selection::CandidateSet;

constexpr double length = 10;

PredictedCosts costsOf(double size, bool isForced = false) {
  const selection::RuleBase& base = selection::ruleBase();
  PredictedCosts costs(base, {.size = size, .evaluation = 30, .jacobian = 50, .factorisation = 15, .solve = 7}, 4,
                       isForced);
  costs.allow(base.all());
  return costs;
}

TEST(PredictedCosts, WithoutAModeAreTypicalOnes) {
  const PredictedCosts costs = costsOf(4);
  const auto free = costs.with({}, length);
  EXPECT_EQ(free.excess, 0);
  EXPECT_LT(free.price, 1) << "explicit steps cost less";
  for (std::size_t i = 0; i < selection::ruleBase().candidates.size(); ++i)
    EXPECT_EQ(free.forecasts[i].cost(), costs.typical()[i].cost());
}

TEST(PredictedCosts, OfDampedModesGrowWithThemForExplicitMethodsOnly) {
  const PredictedCosts costs = costsOf(4);
  double before = costs.with({}, length).price;
  for (const double size : {1e1, 1e2, 1e3, 1e4}) {
    const auto confined = costs.with({size, 1}, length);
    EXPECT_GT(confined.price, before);
    before = confined.price;
    for (const selection::Candidate& candidate : selection::ruleBase().candidates) {
      const std::size_t i = selection::ruleBase().indexOf(candidate);
      if (candidate.kind == selection::Kind::implicitFormula)
        EXPECT_EQ(confined.forecasts[i].steps, costs.typical()[i].steps) << candidate.name;
      else
        EXPECT_GT(confined.forecasts[i].steps, costs.typical()[i].steps) << candidate.name;
    }
  }
  EXPECT_NEAR(costs.with({1e6, 1}, length).price / costs.with({1e5, 1}, length).price, 10, 0.1)
      << "where nothing but stability counts, the price is in proportion";
}

TEST(PredictedCosts, OfAModeThatTakesPartGrowForAll) {
  const DominantMode undamped{1e4, 0};
  EXPECT_LT(costsOf(4).with(undamped, length).price, 2) << "an implicit method has to follow it as well";
  EXPECT_GT(costsOf(400).with(undamped, length).price, 5) << "on a grid it passes over it";
}

TEST(PredictedCosts, OfStepsThatAreKeptStableAreThoseOfEvaluationsForTheSameWay) {
  const auto& base = selection::ruleBase();
  const auto at = [&](std::string_view name) {
    return base.indexOf(*std::ranges::find(base.candidates, name, &selection::Candidate::name));
  };
  const PredictedCosts costs = costsOf(400);
  const DominantMode undamped{1e3, 0};
  const std::size_t high = at("dop853"), low = at("ode23");
  const double stable = base.candidates[high].oscillating / undamped.size;
  const auto here = costs.keptStable(high, 1e6 * stable, undamped, undamped.size);
  EXPECT_NEAR(here[low].steps / here[high].steps, base.candidates[high].oscillating / base.candidates[low].oscillating,
              1e-12)
      << "accuracy limits neither";
  EXPECT_NEAR(costs.priceOfOrder(high, here), std::min(here[low].cost(), here[at("tsit5")].cost()) / here[high].cost(),
              1e-12);
  const auto accurate = costs.keptStable(high, stable, undamped, undamped.size);
  EXPECT_NEAR(accurate[low].steps / accurate[high].steps, costs.typical()[low].steps / costs.typical()[high].steps,
              1e-12)
      << "the lower order needs shorter steps than stability leaves";
}

TEST(PredictedCosts, CandidatesThatAreLeftOutDoNotCount) {
  const selection::RuleBase& base = selection::ruleBase();
  PredictedCosts costs = costsOf(4);
  const double all = costs.with({100, 1}, length).price;
  const CandidateSet withoutTheCheapest = base.all() & ~CandidateSet{7};  // ode23, tsit5, dop853 stand first
  costs.allow(withoutTheCheapest);
  EXPECT_GT(costs.with({100, 1}, length).price, all) << "no explicit method is left";
}

}  // namespace
}  // namespace dashpot::integrators

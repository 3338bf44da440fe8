// For which gamma is a formula with R(z) = P(z) / (1 - gamma z)^s stable?
#include "analysis/stability.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace dashpot::analysis {
namespace {

using tableaux::Extended;
using tableaux::OnePoleFamily;

// All finite borders lie between these (Hairer and Wanner II, tables IV.6.3 and IV.6.4, up to 15 stages).
constexpr Extended smallestGamma = 0.02L;
constexpr Extended largestGamma = 20;
constexpr int scanPoints = 2000;

Extended scanPoint(int k) { return smallestGamma * std::pow(largestGamma / smallestGamma, k / Extended{scanPoints}); }

/// The place between a and b where the condition changes.
Extended border(Extended a, Extended b, const std::function<bool(Extended)>& condition) {
  const bool atStart = condition(a);
  constexpr Extended width = 1e-14L;
  while (b - a > width * b) {
    const Extended middle = (a + b) / 2;
    (condition(middle) == atStart ? a : b) = middle;
  }
  return (a + b) / 2;
}

}  // namespace

std::vector<Interval> aStableGammas(OnePoleFamily family, int stages) {
  const auto stable = [&](Extended gamma) { return isAStable(tableaux::onePoleFunction(family, stages, gamma)); };
  std::vector<Interval> intervals;
  bool before = false;
  for (int k = 0; k <= scanPoints; ++k) {
    const bool now = stable(scanPoint(k));
    if (now != before) {
      const auto at = k == 0 ? 0 : static_cast<double>(border(scanPoint(k - 1), scanPoint(k), stable));
      if (now)
        intervals.push_back({at, std::numeric_limits<double>::infinity()});
      else
        intervals.back().to = at;
    }
    before = now;
  }
  return intervals;
}

std::vector<double> lStableGammas(int stages) {
  const auto positive = [&](Extended gamma) { return tableaux::laguerre(stages, 0, 1 / gamma) > 0; };
  const auto stable = aStableGammas(OnePoleFamily::orderIsStages, stages);
  std::vector<double> gammas;
  for (int k = 1; k <= scanPoints; ++k) {
    if (positive(scanPoint(k)) == positive(scanPoint(k - 1))) continue;
    const auto zero = static_cast<double>(border(scanPoint(k - 1), scanPoint(k), positive));
    if (std::ranges::any_of(stable, [&](const Interval& i) { return i.from <= zero && zero <= i.to; }))
      gammas.push_back(zero);
  }
  return gammas;
}

}  // namespace dashpot::analysis

#include "integrators/switching/predicted_costs.hpp"

#include <algorithm>
#include <limits>

namespace dashpot::integrators {
namespace {

using selection::CandidateSet;
using selection::Forecast;
using selection::Forecasts;
using selection::Kind;

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr double stableShare = 0.65;  // of the limit of stability that an explicit method can count on
constexpr int mostWithoutGrid = 50;   // unknowns

}  // namespace

PredictedCosts::PredictedCosts(const selection::RuleBase& base, const selection::Work& work, double digits,
                               bool isForced)
    : base_(base),
      forecasts_(selection::forecastsOf(base, work, digits)),
      mayTakePart_(work.size < mostWithoutGrid && !work.asksBetween),
      isForced_(isForced) {}

void PredictedCosts::allow(CandidateSet allowed) {
  explicit_ = allowed & base_.only(Kind::explicitFormula);
  implicit_ = allowed & base_.only(Kind::implicitFormula);
  leastImplicit_ = unlimited;
  forEach(implicit_, [&](std::size_t i) { leastImplicit_ = std::min(leastImplicit_, forecasts_[i].cost()); });
}

bool PredictedCosts::takesPart(const linalg::DominantMode& mode) const { return mayTakePart_ && !mode.isDamped(); }

double PredictedCosts::limit(std::size_t candidate, const linalg::DominantMode& mode) const {
  const selection::Candidate& c = base_.candidates[candidate];
  return mode.isDamped() ? c.stability : c.oscillating;
}

double PredictedCosts::stableStep(std::size_t candidate, const linalg::DominantMode& mode) const {
  return mode.size > 0 ? stableShare * limit(candidate, mode) / mode.size : unlimited;
}

double PredictedCosts::steps(std::size_t candidate, const linalg::DominantMode& mode, double length) const {
  const Forecast& forecast = forecasts_[candidate];
  const bool isExplicit = base_.candidates[candidate].kind == Kind::explicitFormula;
  const double turns = mode.size * length / selection::typicalSteps;
  const double most = isExplicit ? limit(candidate, mode) : unlimited;
  if (takesPart(mode)) return std::max(forecast.steps, turns / std::min(most, forecast.follows));
  const double confined = forecast.steps + turns / (stableShare * most);
  return isExplicit && isForced_ ? std::max(confined, turns / forecast.follows) : confined;
}

PredictedCosts::Confined PredictedCosts::with(const linalg::DominantMode& mode, double length) const {
  Confined confined{.forecasts = forecasts_};
  double leastExplicit = unlimited, leastImplicit = leastImplicit_;
  forEach(explicit_, [&](std::size_t i) {
    Forecast& forecast = confined.forecasts[i];
    forecast.steps = steps(i, mode, length);
    if (!(forecast.cost() < leastExplicit)) return;
    leastExplicit = forecast.cost();
    confined.excess = forecast.steps / forecasts_[i].steps - 1;
  });
  if (takesPart(mode)) {
    leastImplicit = unlimited;
    forEach(implicit_, [&](std::size_t i) {
      confined.forecasts[i].steps = steps(i, mode, length);
      leastImplicit = std::min(leastImplicit, confined.forecasts[i].cost());
    });
  }
  confined.price = leastExplicit / leastImplicit;
  return confined;
}

double PredictedCosts::stepInPlaceOf(std::size_t other, double h, std::size_t candidate,
                                     const linalg::DominantMode& mode) const {
  const double byAccuracy = h * forecasts_[other].steps / forecasts_[candidate].steps;
  return std::min(byAccuracy, stableStep(candidate, mode));
}

double PredictedCosts::priceInPlaceOf(std::size_t other, double h, const linalg::DominantMode& mode) const {
  double least = unlimited;
  forEach(explicit_, [&](std::size_t i) { least = std::min(least, perStep(i) / stepInPlaceOf(other, h, i, mode)); });
  return least * h / perStep(other);
}

Forecasts PredictedCosts::inPlaceOf(std::size_t other, double h, const linalg::DominantMode& mode) const {
  Forecasts here = forecasts_;
  forEach(base_.only(Kind::explicitFormula),
          [&](std::size_t i) { here[i].steps = forecasts_[other].steps * h / stepInPlaceOf(other, h, i, mode); });
  return here;
}

Forecasts PredictedCosts::keptStable(std::size_t other, double accurate, const linalg::DominantMode& mode,
                                     double fastest) const {
  Forecasts here = forecasts_;
  forEach(base_.only(Kind::explicitFormula), [&](std::size_t i) {
    const double byAccuracy = accurate * forecasts_[other].steps / forecasts_[i].steps;
    here[i].steps = forecasts_[other].steps * accurate / std::min(byAccuracy, limit(i, mode) / fastest);
  });
  return here;
}

double PredictedCosts::priceOfOrder(std::size_t other, const Forecasts& forecasts) const {
  double least = unlimited;
  forEach(explicit_, [&](std::size_t i) { least = std::min(least, forecasts[i].cost()); });
  return least / forecasts[other].cost();
}

double PredictedCosts::leastStable(const linalg::DominantMode& mode, double length) const {
  double least = unlimited;
  forEach(explicit_, [&](std::size_t i) { least = std::min(least, length / stableStep(i, mode) * perStep(i)); });
  return least;
}

}  // namespace dashpot::integrators

#include "analysis/cosine_study.hpp"

#include "analysis/error_measures.hpp"
#include "linalg/block_transition.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace dashpot::analysis {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// y and y' over one step, from inputs u and u' (of the straight line).
struct Transition {
  std::array<double, 4> row1{}, row2{};  // on y, y', u, u'

  static Transition of(const StudyBlock& block, double h) {
    if (block.order() == 1) {
      const auto phi = linalg::firstOrderTransition(block.timeConstant(), h);
      return {{phi.decay, 0, phi.gain, phi.ramp}, {}};
    }
    const auto phi = linalg::secondOrderTransition(block.damping(), block.naturalFrequency(), h);
    return {{phi.phi11, phi.phi12, phi.phi13, phi.phi14}, {phi.phi21, phi.phi22, phi.phi23(), phi.phi24()}};
  }
};

struct Pair {
  double y = 0, slope = 0;
};

Pair derivative(const StudyBlock& block, const Pair& s, double u) {
  if (block.order() == 1) return {(u - s.y) / block.timeConstant(), 0};
  const double wn = block.naturalFrequency();
  return {s.slope, wn * wn * (u - s.y) - 2 * block.damping() * wn * s.slope};
}

Pair rungeKuttaStep(const StudyBlock& block, const Pair& s, double h, double start, double middle, double end) {
  const auto along = [&](const Pair& k, double length) { return Pair{s.y + length * k.y, s.slope + length * k.slope}; };
  const Pair k1 = derivative(block, s, start);
  const Pair k2 = derivative(block, along(k1, h / 2), middle);
  const Pair k3 = derivative(block, along(k2, h / 2), middle);
  const Pair k4 = derivative(block, along(k3, h), end);
  return {s.y + h / 6 * (k1.y + 2 * k2.y + 2 * k3.y + k4.y),
          s.slope + h / 6 * (k1.slope + 2 * k2.slope + 2 * k3.slope + k4.slope)};
}

/// The largest x in [low, high] with below(x), for a property that holds up to there; to three digits or so.
template <class Property>
double bisect(double low, double high, const Property& below) {
  for (int k = 0; k < 30 && high / low > 1 + 1e-5; ++k) {
    const double middle = std::sqrt(low * high);
    (below(middle) ? low : high) = middle;
  }
  return low;
}

/// Goes up from `from` by this factor until the property fails; the place where it does, or `to`.
template <class Property>
double firstFailure(double from, double to, double factor, const Property& holds) {
  double low = from;
  for (double x = from; x < to; x *= factor) {
    if (!holds(x)) return bisect(low, x, holds);
    low = x;
  }
  return holds(to) ? to : bisect(low, to, holds);
}

}  // namespace

StudyBlock StudyBlock::firstOrder(double timeConstant) {
  StudyBlock block;
  block.timeConstant_ = timeConstant;
  return block;
}

StudyBlock StudyBlock::secondOrder(double damping, double naturalFrequency) {
  StudyBlock block;
  block.order_ = 2;
  block.damping_ = damping;
  block.natural_ = naturalFrequency;
  return block;
}

double StudyBlock::amplitude(double w) const {
  if (order_ == 1) return 1 / std::hypot(1, w * timeConstant_);
  const double wn = natural_;
  return wn * wn / std::hypot(wn * wn - w * w, 2 * damping_ * w * wn);
}

double StudyBlock::response(double w, double t) const {
  if (order_ == 1) {
    const double wT = w * timeConstant_;
    return (-std::exp(-t / timeConstant_) + std::cos(w * t) + wT * std::sin(w * t)) / (1 + wT * wT);
  }
  // y = A phi22 + B phi12 + C cos wt + (D/w) sin wt, Smith's appendix C in a form for all dampings and w = 0.
  const double wn = natural_;
  const double delta = std::pow(wn * wn - w * w, 2) + std::pow(2 * damping_ * wn * w, 2);
  if (delta == 0) return wn * t / 2 * std::sin(wn * t);  // undamped resonance
  const auto phi = linalg::secondOrderTransition(damping_, wn, t);
  const double c = wn * wn * (wn * wn - w * w) / delta;
  const double b = -2 * damping_ * std::pow(wn, 5) / delta;
  const double d = 2 * damping_ * w * std::pow(wn, 3) / delta;
  return -c * phi.phi22 + b * phi.phi12 + c * std::cos(w * t) + d * std::sin(w * t);
}

integrators::LinearBlock StudyBlock::linearBlock() const {
  return order_ == 1 ? integrators::firstOrderBlock(timeConstant_) : integrators::secondOrderBlock(damping_, natural_);
}

double StudyBlock::fastestPole() const {
  if (order_ == 1) return 1 / timeConstant_;
  return damping_ <= 1 ? natural_ : natural_ * (damping_ + std::sqrt((damping_ - 1) * (damping_ + 1)));
}

double averageError(const StudyBlock& block, StudyMethod method, double w, double h, double window) {
  const Transition phi = Transition::of(block, h);
  const double scale = 100 / (publishedRms * block.amplitude(w));
  const auto steps = static_cast<long>(std::ceil(window / h * (1 - 1e-12)));
  Pair state;
  double sum = 0, before = 1, u0 = 1;
  for (long i = 1; i <= steps; ++i) {
    const double t = static_cast<double>(i) * h;
    const double u1 = std::cos(w * t);
    if (method == StudyMethod::rk4) {
      state = rungeKuttaStep(block, state, h, u0, std::cos(w * (t - h / 2)), u1);
    } else {
      const double slope = method == StudyMethod::step   ? 0.0
                           : method == StudyMethod::ramp ? (u1 - u0) / h
                                                         : (u0 - before) / h;
      const auto advance = [&](const std::array<double, 4>& row) {
        return row[0] * state.y + row[1] * state.slope + row[2] * u0 + row[3] * slope;
      };
      state = {advance(phi.row1), advance(phi.row2)};
    }
    sum += scale * std::abs(block.response(w, t) - state.y);
    if (!std::isfinite(sum)) return infinity;
    before = u0;
    u0 = u1;
  }
  return sum / static_cast<double>(steps);
}

double longestStep(const StudyBlock& block, StudyMethod method, double w, double percent, double window) {
  const auto passes = [&](double h) { return averageError(block, method, w, h, window) <= percent; };
  double start =
      std::min({window / 8, 0.1 / std::max(w, 1e-9), method == StudyMethod::rk4 ? 1 / block.fastestPole() : window});
  while (averageError(block, method, w, start, window) > percent / 2 && start > 1e-7 * window) start /= 2;
  return firstFailure(start, window, 1.03, passes);
}

double stepsPerCycle(const StudyBlock& block, StudyMethod method, double w, double percent, double window) {
  return 2 * std::numbers::pi / (w * longestStep(block, method, w, percent, window));
}

double equalErrorStep(double timeConstant, double w) {
  const StudyBlock block = StudyBlock::firstOrder(timeConstant);
  const auto rungeKuttaWins = [&](double ratio) {
    const double h = ratio * timeConstant;
    return averageError(block, StudyMethod::rk4, w, h) < averageError(block, StudyMethod::step, w, h);
  };
  return firstFailure(0.05, 3.0, 1.02, rungeKuttaWins);
}

std::optional<double> equalErrorFrequency(double damping, double w, double h) {
  const auto rungeKuttaWins = [&](double wn) {
    const StudyBlock block = StudyBlock::secondOrder(damping, wn);
    return averageError(block, StudyMethod::rk4, w, h) < averageError(block, StudyMethod::step, w, h);
  };
  constexpr double from = 2, to = 1e4;
  const double found = firstFailure(from, to, 1.03, rungeKuttaWins);
  return found < to ? std::optional(found) : std::nullopt;
}

StepCost stepCost(int order, StudyMethod method) {
  const bool first = order == 1;
  switch (method) {
    case StudyMethod::step: return first ? StepCost{1, 2} : StepCost{4, 6};
    case StudyMethod::ramp:
    case StudyMethod::rampExtrapolated: return first ? StepCost{3, 4} : StepCost{7, 9};
    case StudyMethod::rk4: break;
  }
  return first ? StepCost{5, 6} : StepCost{23, 27};  // one multiplication for the further input
}

double costRatio(const StudyBlock& block, double w, double percent) {
  const auto perSecond = [&](StudyMethod method) {
    return stepCost(block.order(), method).microseconds() / longestStep(block, method, w, percent);
  };
  return perSecond(StudyMethod::step) / perSecond(StudyMethod::rk4);
}

double equalCostRate(double w, double percent) {
  const auto rungeKuttaIsCheaper = [&](double rate) {
    return costRatio(StudyBlock::firstOrder(1 / rate), w, percent) > 1;
  };
  return firstFailure(0.5, 1e5, 1.3, rungeKuttaIsCheaper);
}

std::optional<double> equalCostFrequency(double damping, double w, double percent) {
  const auto rungeKuttaIsCheaper = [&](double wn) {
    return costRatio(StudyBlock::secondOrder(damping, wn), w, percent) > 1;
  };
  // From above: at forty times the frequency of the input, or 50 rad/s, the transition matrix wins.
  double wn = std::max(40 * w, 50.0);
  while (wn > 1 && !rungeKuttaIsCheaper(wn)) wn /= 1.1;
  if (wn <= 1) return std::nullopt;
  return bisect(wn, wn * 1.1, rungeKuttaIsCheaper);
}

double publishedStep(int order, double w, double percent) {
  const double coefficient = order == 1 ? 13 : 23.8, slow = order == 1 ? 3 : 2;
  if (w <= slow) return percent / (coefficient * w * w);
  constexpr double stepsForOnePercent = 350;
  return 2 * std::numbers::pi * percent / (stepsForOnePercent * w);
}

double slowInputCoefficient(double T) { return 50 / publishedRms * (0.5 - T - T * T * std::expm1(-1 / T)); }

}  // namespace dashpot::analysis

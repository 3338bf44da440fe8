#include "analysis/advisor.hpp"

#include "analysis/cosine_study.hpp"
#include "analysis/frequency_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace dashpot::analysis {
namespace {

using Complex = std::complex<double>;
using integrators::InputModel;
using integrators::LinearBlock;
using Failure = Unexpected<std::string>;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Table I for orders 1 and 2; beyond, products and sums of x+ = Phi x + Theta w, and of four evaluations of A x + B u
/// with the stages of RK4.
double microseconds(int order, StudyMethod method) {
  if (order <= 2) return stepCost(order, method).microseconds();
  const int inputs = method == StudyMethod::step ? 1 : 2;
  if (method != StudyMethod::rk4)
    return StepCost{order * (order + inputs - 1) + inputs - 1, order * (order + inputs) + inputs - 1}.microseconds();
  return StepCost{4 * order * order + 7 * order, 4 * order * (order + 1) + 8 * order + 1}.microseconds();
}

MethodChoice choice(const AdviceRequest& request, StudyMethod method, double step, double percent) {
  MethodChoice result{.method = method == StudyMethod::rk4 ? "rk4" : "transition",
                      .input = method == StudyMethod::step   ? "held"
                               : method == StudyMethod::ramp ? "ramp"
                                                             : "",
                      .step = step,
                      .percent = percent};
  if (!(step > 0)) {
    result.cost = std::numeric_limits<double>::infinity();
    return result;
  }
  result.stepsPerCycle = 2 * std::numbers::pi / (request.frequency * step);
  result.cost = microseconds(request.block.order(), method) / step;
  return result;
}

std::vector<MethodChoice> exactChoices(const AdviceRequest& request) {
  const double w = request.frequency;
  const double rho = request.percent / longRunError(1);
  const auto transition = [&](StudyMethod method, const InputModel& model) {
    const double h = longestSteadyStep(request.block, model, w, rho);
    return choice(request, method, h, longRunError(steadyStateError(request.block, model, w, h)));
  };
  const double h = longestRungeKuttaStep(request.block, w, rho);
  return {transition(StudyMethod::step, InputModel::step()),
          transition(StudyMethod::ramp, InputModel::rampInterpolated()),
          choice(request, StudyMethod::rk4, h, longRunError(rungeKuttaSteadyStateError(request.block, w, h)))};
}

/// The published rule of thumb for conventional methods.
constexpr double shareOfTimeConstant = 0.1;

/// 1 / |Re| of the fastest decaying pole; where nothing decays, 1 / |pole|.
double smallestTimeConstant(const LinearBlock& block) {
  double rate = 0, size = 0;
  for (const Complex pole : block.poles()) {
    rate = std::max(rate, std::abs(pole.real()));
    size = std::max(size, std::abs(pole));
  }
  return 1 / (rate > 0 ? rate : size);
}

std::vector<MethodChoice> publishedChoices(const AdviceRequest& request) {
  const int order = std::min(request.block.order(), 2);
  return {choice(request, StudyMethod::step, publishedStep(order, request.frequency, request.percent), unknown),
          choice(request, StudyMethod::rk4, shareOfTimeConstant * smallestTimeConstant(request.block), unknown)};
}

std::string nameOf(const MethodChoice& choice) {
  return choice.input.empty() ? choice.method : fmt::format("{} with {} input", choice.method, choice.input);
}

void explain(const AdviceRequest& request, Advice& advice) {
  const MethodChoice& best = advice.choices.front();
  const double period = 2 * std::numbers::pi / request.frequency;
  auto& reasons = advice.reasons;
  reasons.push_back(fmt::format("{} costs least: a step of {:.3g} s, {:.0f} per cycle of the input.", nameOf(best),
                                best.step, best.stepsPerCycle));
  for (const MethodChoice& other : advice.choices)
    if (other.method == "rk4" && best.method != "rk4")
      reasons.push_back(
          fmt::format("rk4 would need {:.3g} s: its step follows the fastest pole (time constant {:.3g} s), "
                      "that of the transition matrix the input.",
                      other.step, advice.fastest));
  if (best.method == "rk4")
    reasons.push_back(
        "The block is not stiff for this input: rk4 is more accurate than any assumption about the input.");
  if (best.input == "ramp")
    reasons.push_back(
        "The ramp needs the input at the end of the step; inside a loop that takes a correction, or the ramp is "
        "extrapolated with five times the error.");
  if (best.method == "transition" && best.step > advice.fastest)
    reasons.push_back(fmt::format(
        "The step is longer than the fastest time constant, so transients of the block are sampled over and not seen. "
        "That "
        "is a filter: the response to the input at {:.3g} rad/s is kept. To see the transients take {:.2g} s.",
        request.frequency, 0.1 * advice.fastest));
  if (request.rules == AdviceRules::published)
    reasons.push_back(
        "These are the published rules. They come from a window of 1 s and hold for blocks that are not stiff; for "
        "stiff "
        "ones the error is up to 3.4 times the one asked for.");
  reasons.push_back(fmt::format(
      "Confirm it: run again with half the step, and keep the longer step if both agree. The period is {:.3g} s.",
      period));
}

}  // namespace

Expected<Advice, std::string> advise(const AdviceRequest& request) {
  if (auto complaint = request.block.complaint(); !complaint.empty()) return Failure{std::move(complaint)};
  if (!(request.frequency > 0) || !std::isfinite(request.frequency))
    return Failure{fmt::format("the frequency {} of the input must be positive", request.frequency)};
  if (!(request.percent > 0) || !std::isfinite(request.percent))
    return Failure{fmt::format("the error {} % must be positive", request.percent)};
  Advice advice;
  advice.fastest = std::numeric_limits<double>::infinity();
  for (const Complex pole : request.block.poles()) {
    if (pole.real() > 0)
      return Failure{fmt::format("the block is unstable: it has a pole at {:.4g}{:+.4g}i", pole.real(), pole.imag())};
    if (std::abs(pole) > 0) advice.fastest = std::min(advice.fastest, 1 / std::abs(pole));
    advice.slowest = std::max(advice.slowest, 1 / std::abs(pole));
  }
  if (std::abs(request.block.transferFunction({0, request.frequency})(0, 0)) == 0)
    return Failure{"the block does not respond to this frequency at all"};
  advice.choices = request.rules == AdviceRules::exact ? exactChoices(request) : publishedChoices(request);
  std::ranges::stable_sort(advice.choices, {}, &MethodChoice::cost);
  explain(request, advice);
  return advice;
}

Expected<LinearBlock, std::string> blockFromPoles(const std::vector<Complex>& poles) {
  if (poles.empty()) return Failure{"a block needs a pole"};
  std::vector<Complex> polynomial{1};
  const auto multiply = [&](Complex pole) {
    polynomial.push_back(0);
    for (std::size_t i = polynomial.size() - 1; i > 0; --i) polynomial[i] -= pole * polynomial[i - 1];
  };
  for (const Complex pole : poles) {
    multiply(pole);
    if (pole.imag() != 0) multiply(std::conj(pole));
  }
  std::vector<double> denominator;
  for (const Complex coefficient : polynomial) denominator.push_back(coefficient.real());
  const double rest = denominator.back();
  const double numerator[] = {rest != 0 ? rest : 1.0};
  return integrators::transferFunctionBlock(numerator, denominator);
}

Refinement refineStep(const std::function<std::vector<double>(double)>& run, double step, double tolerance,
                      int mostHalvings) {
  Refinement result;
  std::vector<double> coarse = run(step);
  for (int k = 0; k < mostHalvings; ++k) {
    const std::vector<double> fine = run(step / 2);
    double difference = coarse.size() == fine.size() ? 0.0 : std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < std::min(coarse.size(), fine.size()); ++i) {
      const double d = std::abs(coarse[i] - fine[i]);
      if (!(d <= difference)) difference = d;  // keeps a NaN
    }
    result.history.emplace_back(step, difference);
    result.step = step;
    if (difference <= tolerance) {
      result.agreed = true;
      return result;
    }
    step /= 2;
    coarse = fine;
  }
  return result;
}

}  // namespace dashpot::analysis

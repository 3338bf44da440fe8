// A linear block driven by cos wt, the study of Smith (1974, ch. V).
//
//   block       `time_constant`, or `rate` (1/T), or `damping` and `natural_frequency`
//   method      step, ramp, ramp-extrapolated, rk4
//   quantity    error (ANPE, %, with `step`), longest_step and steps_per_cycle (for `percent`), steady_error (rho, once the
//               transient has died out), equal_error_step (in time constants), equal_error_frequency, cost (us per step),
//               cost_share (of rk4's), cost_ratio, equal_cost_rate, equal_cost_frequency, published_step, coefficient (of
//               slow inputs)
#include "analysis/cosine_study.hpp"
#include "analysis/frequency_error.hpp"
#include "experiments/measure.hpp"

#include <fmt/format.h>

namespace dashpot::experiments {
namespace {

using analysis::StudyBlock;
using analysis::StudyMethod;

StudyBlock blockFrom(Settings& settings) {
  if (settings.has("damping")) {
    const double damping = settings.number("damping");
    return StudyBlock::secondOrder(damping, settings.number("natural_frequency", 1));
  }
  if (const auto rate = settings.optionalNumber("rate")) return StudyBlock::firstOrder(1 / *rate);
  return StudyBlock::firstOrder(settings.number("time_constant", 1));
}

Measured orNone(const std::optional<double>& value) {
  if (value) return Value{*value};
  return Value{.word = "none"};
}

}  // namespace

Measured measureStudy(Settings& settings, Laboratory&) {
  const StudyBlock block = blockFrom(settings);
  const auto method = settings.choice<StudyMethod>("method", StudyMethod::step,
                                                   {{"step", StudyMethod::step},
                                                    {"ramp", StudyMethod::ramp},
                                                    {"ramp-extrapolated", StudyMethod::rampExtrapolated},
                                                    {"rk4", StudyMethod::rk4}});
  const double w = settings.number("frequency", 6.28), percent = settings.number("percent", 1);
  const double window = settings.number("window", 1);
  const int order = settings.integer("order", block.order());
  const std::string quantity = settings.text("quantity");
  if (quantity == "error") return Value{analysis::averageError(block, method, w, settings.number("step"), window)};
  if (quantity == "longest_step") return Value{analysis::longestStep(block, method, w, percent, window)};
  if (quantity == "steps_per_cycle") return Value{analysis::stepsPerCycle(block, method, w, percent, window)};
  if (quantity == "equal_error_step") return Value{analysis::equalErrorStep(block.timeConstant(), w)};
  if (quantity == "equal_error_frequency")
    return orNone(analysis::equalErrorFrequency(block.damping(), w, settings.number("step")));
  if (quantity == "cost") return Value{analysis::stepCost(order, method).microseconds()};
  if (quantity == "cost_share")
    return Value{analysis::stepCost(order, method).microseconds() /
                 analysis::stepCost(order, StudyMethod::rk4).microseconds()};
  if (quantity == "cost_ratio") return Value{analysis::costRatio(block, w, percent)};
  if (quantity == "equal_cost_rate") return Value{analysis::equalCostRate(w, percent)};
  if (quantity == "equal_cost_frequency") return orNone(analysis::equalCostFrequency(block.damping(), w, percent));
  if (quantity == "published_step") return Value{analysis::publishedStep(order, w, percent)};
  if (quantity == "coefficient") return Value{analysis::slowInputCoefficient(block.timeConstant())};
  return Unexpected{fmt::format("the study has no quantity '{}'", quantity)};
}

}  // namespace dashpot::experiments

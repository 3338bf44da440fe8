#include "integrators/implicit_runge_kutta/two_step_estimate.hpp"

#include "tableaux/stability_function.hpp"
#include "tableaux/two_step_error.hpp"

#include <cmath>

namespace dashpot::integrators {

TwoStepEstimate::TwoStepEstimate(std::string_view method, bool honest, bool published) : method_(method) {
  const tableaux::TwoStepErrorMethod& error = *tableaux::findTwoStepError(method);
  const tableaux::ImplicitTable& table = *tableaux::findImplicit(method);
  order_ = published ? error.linearOrder : error.order;
  linearOrder_ = error.linearOrder;
  inverse_ = tableaux::inverse(table.a);
  const auto size = static_cast<std::size_t>(table.stages());
  for (Weights* const w : {&slopes_, &increments_}) {
    w->earlier.resize(size);
    w->later.resize(size);
  }
  const tableaux::LeadingTerm leading = tableaux::leadingEstimate(error);
  const tableaux::StabilityFunction main = tableaux::stabilityFunction(tableaux::formulaOf(table));
  if (honest && leading.power == main.order() + 1)
    factor_ = std::max(1.0, std::abs(main.errorConstant() / leading.constant));
}

const TwoStepEstimate::Weights& TwoStepEstimate::slopeWeights(double ratio) {
  update(ratio);
  return slopes_;
}

const TwoStepEstimate::Weights& TwoStepEstimate::incrementWeights(double ratio) {
  update(ratio);
  return increments_;
}

void TwoStepEstimate::update(double ratio) {
  if (ratio_ == ratio) return;
  ratio_ = ratio;
  const tableaux::TwoStepFormula formula = twoStepFormula(*tableaux::findTwoStepError(method_), ratio);
  const Eigen::Index s = formula.b.size() / 2;
  const tableaux::ExtendedVector difference = factor_ * (formula.bHat - formula.b);
  // The formula's slopes are multiplied by the length of both steps together.
  const tableaux::ExtendedVector earlier = difference.head(s) * (1 + ratio);
  const tableaux::ExtendedVector later = difference.tail(s) * ((1 + ratio) / ratio);
  const auto assign = [](Vector& target, const tableaux::ExtendedVector& values) {
    for (std::size_t i = 0; i < target.size(); ++i)
      target[i] = static_cast<double>(values(static_cast<Eigen::Index>(i)));
  };
  assign(slopes_.earlier, earlier);
  assign(slopes_.later, later);
  assign(increments_.earlier, inverse_.transpose() * earlier);
  assign(increments_.later, inverse_.transpose() * later);
}

std::optional<TwoStepEstimate> twoStepEstimateFor(std::string_view method, const Options& options) {
  const bool pairs = options.estimate == ErrorEstimate::stepPairs;
  if (options.step > 0 || !(pairs || options.estimate == ErrorEstimate::twoStep)) return std::nullopt;
  if (!tableaux::findTwoStepError(method)) return std::nullopt;
  const bool published = options.controller.kind == Controller::equalPairs;
  return TwoStepEstimate(method, !pairs && !published, published);
}

}  // namespace dashpot::integrators

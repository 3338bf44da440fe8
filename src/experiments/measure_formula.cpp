// Formulas by themselves.
//
//   stability   of `method`: r_infinity, real_limit, imaginary_limit, alpha, a_stable, l_stable, order, linear_order,
//               error_constant, principal_error; r at `z`, part real, imaginary or modulus; damping, -ln |R(-`sigma`)|;
//               right_border, the largest real z > 0 with |R(z)| = 1; numerator and denominator, the coefficient of
//               `power`; `embedded`: of the formula that gives the error estimate; `two_step`: of its error method over two
//               steps, with order, linear_order, damping, right_border, radius_infinity, estimate (the constant of its
//               leading term, for equal steps) and estimate_power
//   gammas      of formulas with one pole and so many `stages`: l_stable, or the border `from` or `to` of the interval
//               `number` (from 1) of A-stability; `stiffly_accurate`
#include "analysis/stability.hpp"
#include "experiments/measure.hpp"
#include "tableaux/formula.hpp"
#include "tableaux/two_step_error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

namespace dashpot::experiments {
namespace {

using Magnitude = std::function<double(std::complex<double>)>;

Value truth(bool value) { return {.word = value ? "yes" : "no"}; }

/// Where |R| falls below 1 for good on the positive real axis.
double rightBorder(const Magnitude& magnitude) {
  constexpr double farthest = 1e4, nearest = 1e-3;
  double outside = farthest, inside = farthest;
  while (inside > nearest && magnitude(inside) < 1) {
    outside = inside;
    inside *= 0.99;
  }
  for (int k = 0; k < 60; ++k) {
    const double middle = (inside + outside) / 2;
    (magnitude(middle) < 1 ? outside : inside) = middle;
  }
  return outside;
}

/// Quantities of |R| alone.
std::optional<Value> valueOfMagnitude(Settings& settings, const std::string& quantity, const Magnitude& magnitude) {
  if (quantity == "damping") return Value{-std::log(magnitude(-settings.number("sigma")))};
  if (quantity == "right_border") return Value{rightBorder(magnitude)};
  if (quantity == "modulus") return Value{magnitude(settings.complex("z"))};
  return std::nullopt;
}

Measured twoStepValue(Settings& settings, const std::string& method, const std::string& quantity) {
  const tableaux::TwoStepErrorMethod* const error = tableaux::findTwoStepError(method);
  if (!error) return Unexpected{fmt::format("'{}' has no error method over two steps", method)};
  const auto magnitude = [&](std::complex<double> z) { return tableaux::stabilityAt(*error, z).radius(); };
  if (const auto value = valueOfMagnitude(settings, quantity, magnitude)) return *value;
  if (quantity == "order") return Value{static_cast<double>(error->order)};
  if (quantity == "linear_order") return Value{static_cast<double>(error->linearOrder)};
  if (quantity == "radius_infinity") return Value{magnitude(-1e12)};
  if (quantity == "estimate") return Value{tableaux::leadingEstimate(*error).constant};
  if (quantity == "estimate_power") return Value{static_cast<double>(tableaux::leadingEstimate(*error).power)};
  return Unexpected{fmt::format("an error method over two steps has no quantity '{}'", quantity)};
}

}  // namespace

Measured measureStability(Settings& settings, Laboratory&) {
  const std::string method = settings.text("method"), quantity = settings.text("quantity");
  if (settings.flag("two_step", false)) return twoStepValue(settings, method, quantity);
  const auto formula = tableaux::findFormula(method);
  if (!formula) return Unexpected{fmt::format("'{}' is not given by a table of coefficients", method)};
  const bool isEmbedded = settings.flag("embedded", false);
  const auto embedded = analysis::embeddedStabilityReport(*formula);
  if (isEmbedded && !embedded) return Unexpected{fmt::format("'{}' has no embedded formula", method)};
  const auto report = isEmbedded ? *embedded : analysis::stabilityReport(*formula);
  const auto r = isEmbedded ? *tableaux::embeddedStabilityFunction(*formula) : tableaux::stabilityFunction(*formula);
  if (const auto value = valueOfMagnitude(settings, quantity, [&](std::complex<double> z) { return std::abs(r(z)); }))
    return *value;
  if (quantity == "real") return Value{r(settings.complex("z")).real()};
  if (quantity == "imaginary") return Value{r(settings.complex("z")).imag()};
  if (quantity == "a_stable") return truth(report.aStable);
  if (quantity == "l_stable") return truth(report.lStable);
  if (quantity == "alpha") return Value{report.alphaDegrees};
  if (quantity == "r_infinity") return Value{report.rInfinity};
  if (quantity == "real_limit") return Value{report.realLimit};
  if (quantity == "imaginary_limit") return Value{report.imaginaryLimit};
  if (quantity == "order") return Value{static_cast<double>(report.order)};
  if (quantity == "linear_order") return Value{static_cast<double>(report.linearOrder)};
  if (quantity == "error_constant") return Value{report.errorConstant};
  if (quantity == "stages") return Value{static_cast<double>(formula->stages())};
  if (quantity == "numerator" || quantity == "denominator") {
    const auto& coefficients = quantity == "numerator" ? report.numerator : report.denominator;
    const auto power = static_cast<std::size_t>(std::max(0, settings.integer("power", 0)));
    return Value{power < coefficients.size() ? coefficients[power] : 0.0};
  }
  return Unexpected{fmt::format("stability has no quantity '{}'", quantity)};
}

Measured measureGammas(Settings& settings, Laboratory&) {
  const int stages = settings.integer("stages", 2);
  const std::string quantity = settings.text("quantity");
  const bool isAccurate = settings.flag("stiffly_accurate", false);
  const auto number = static_cast<std::size_t>(std::max(1, settings.integer("number", 1))) - 1;
  if (quantity == "l_stable") {
    const std::vector<double> all = analysis::lStableGammas(stages);
    if (number >= all.size()) return Value{.word = "none"};
    return Value{all[number]};
  }
  const auto intervals = analysis::aStableGammas(
      isAccurate ? tableaux::OnePoleFamily::stifflyAccurate : tableaux::OnePoleFamily::orderIsStages, stages);
  if (number >= intervals.size()) return Value{.word = "none"};
  if (quantity == "from") return Value{intervals[number].from};
  if (quantity == "to")
    return std::isfinite(intervals[number].to) ? Value{intervals[number].to} : Value{.word = "infinity"};
  return Unexpected{fmt::format("gammas have no quantity '{}'", quantity)};
}

}  // namespace dashpot::experiments

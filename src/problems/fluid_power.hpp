// The laws of the fluid power circuits: oil, orifice, inputs that can be held. After Esque (2008), chapters 3 and 4,
// with his misprints corrected. SI units; pressures are gauge, the tank is at 0.
#pragma once

#include "base/counted.hpp"
#include "problems/problems.hpp"

#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <type_traits>

namespace dashpot::problems {

constexpr double litrePerMinute = 1e-3 / 60;
constexpr double bar = 1e5;

/// ln(1 + x), one call however it is computed.
inline double logOfOnePlus(double x) { return std::log1p(x); }
inline Counted logOfOnePlus(Counted x) { return log(Counted(1 + x.value())); }

/// Bulk modulus of oil after Tait's law V = V0 (1 - a ln(1 + p/b)):  B(p) = (b + p) (1/a - ln(1 + p/b)); or a constant.
template <class Number>
struct BulkModulus {
  static_assert(!std::is_integral_v<Number>, "whole numbers would cut the fractions off");
  Number value, slope;
  bool defined;  // p > -b

  BulkModulus(const Oil& oil, const Number& pressure) {
    if (oil.constantBulkModulus) {
      value = *oil.constantBulkModulus, slope = 0, defined = true;
      return;
    }
    defined = pressure > -oil.taitB;
    const Number inner = 1 / oil.taitA - logOfOnePlus(pressure / oil.taitB);
    value = (oil.taitB + pressure) * inner;
    slope = inner - 1;
  }
};

/// Flow and its slope by the pressure difference: turbulent above a transition pressure, a parabola with the same
/// value and slope below it (Ellman and Piche 1996), odd in the pressure difference.
template <class Number>
struct FlowOf {
  Number value, slope;
};
using OrificeFlow = FlowOf<double>;

class Orifice {
 public:
  /// `area` < that of the diameter: partly closed.
  Orifice(const Oil& oil, double diameter, double area)
      : turbulent_(oil.dischargeCoefficient * std::sqrt(2 / oil.density)),
        transition_(9 * square(oil.viscosity * oil.transitionReynolds / (oil.dischargeCoefficient * diameter)) *
                    oil.density / 8),
        laminar_(3 * oil.viscosity * oil.transitionReynolds / (4 * diameter)),
        area_(area) {}
  Orifice(const Oil& oil, double diameter) : Orifice(oil, diameter, std::numbers::pi * diameter * diameter / 4) {}

  template <class Number>
  FlowOf<Number> flow(const Number& pressureDifference) const {
    return flow(pressureDifference, area_);
  }
  template <class Number>
  FlowOf<Number> flow(const Number& pressureDifference, double area) const {
    static_assert(!std::is_integral_v<Number>, "whole numbers would cut the fractions off");
    using std::abs, std::sqrt;
    const bool isBackward = pressureDifference < 0;
    const Number magnitude = abs(pressureDifference);
    if (magnitude > transition_) {
      const Number q = turbulent_ * area * sqrt(magnitude);
      return {isBackward ? -q : q, q / (2 * magnitude)};
    }
    const Number r = magnitude / transition_;
    const Number q = laminar_ * area * r * (3 - r);
    return {isBackward ? -q : q, laminar_ * area * (3 - 2 * r) / transition_};
  }
  /// The pressure difference that drives a turbulent flow.
  double pressureDifference(double flow) const { return square(flow / (turbulent_ * area_)); }

 private:
  static double square(double x) { return x * x; }
  double turbulent_, transition_, laminar_, area_;
};

/// The time at which inputs are read: the present one, or the one at which they are held (Problem::holdInputs).
/// Copies of a problem share it.
class InputClock {
 public:
  double read(double t) const { return held_->value_or(t); }
  bool running() const { return !held_->has_value(); }
  void attachTo(Problem& problem) const {
    problem.holdInputs = [held = held_](std::optional<double> t) { *held = t; };
  }

 private:
  std::shared_ptr<std::optional<double>> held_ = std::make_shared<std::optional<double>>();
};

}  // namespace dashpot::problems

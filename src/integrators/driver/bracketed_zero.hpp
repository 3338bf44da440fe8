// Where to look next for a zero between two points of opposite sign.
//
// Inverse quadratic interpolation through the ends of the bracket and the point that was one of them before, wherever
// the three values say that this will converge; else the middle (Chandrupatla 1997, Advances in Engineering Software
// 28, 145). Of a smooth function it takes a few values, of none many more than bisection. A function that rests next to
// zero at one end says nothing there: what it does at the other end is continued, as of a valve that opens.
#pragma once

#include <cmath>
#include <optional>

namespace dashpot::integrators {

struct Sample {
  double at = 0;
  double value = 0;
};

/// `latest` and `opposite` are the ends of the bracket, `former` is the end that `latest` took the place of; none: the
/// zero is expected where a straight line has it.
inline double expectedZero(const Sample& latest, const Sample& opposite, const std::optional<Sample>& former) {
  constexpr double nothing = 1e-6;  // beside the other end
  const double width = opposite.at - latest.at;
  const auto within = [&](double share) { return latest.at + (share >= 0 && share <= 1 ? share : 0.5) * width; };
  if (!former) return within(latest.value / (latest.value - opposite.value));
  if (std::abs(opposite.value) < nothing * std::abs(latest.value))
    return within((former->at - latest.at) / width * latest.value / (latest.value - former->value));
  const double xi = width / (opposite.at - former->at);
  const double phi = (latest.value - opposite.value) / (former->value - opposite.value);
  if (!(phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)) return within(0.5);
  return within(latest.value / (opposite.value - latest.value) * former->value / (opposite.value - former->value) +
                (former->at - latest.at) / width * latest.value / (former->value - latest.value) * opposite.value /
                    (former->value - opposite.value));
}

}  // namespace dashpot::integrators

#include "analysis/stability.hpp"

#include "tableaux/order_conditions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dashpot::analysis {
namespace {

using tableaux::difference;
using tableaux::Extended;
using tableaux::Polynomial;
using tableaux::RationalFunction;
using tableaux::sum;

/// A difference of squares |Q|^2 - |P|^2 along a line, with the size of what cancels in each coefficient.
struct Margin {
  Polynomial difference;
  Polynomial scale;
  Extended precision;
};

/// |p(x e^{i phi})|^2 as polynomial in x.
Polynomial squaredModulus(const Polynomial& p, Extended phi) {
  Polynomial square(2 * p.size() - 1, 0);
  for (std::size_t j = 0; j < p.size(); ++j)
    for (std::size_t k = 0; k < p.size(); ++k)
      square[j + k] += p[j] * p[k] * std::cos(phi * (static_cast<Extended>(j) - static_cast<Extended>(k)));
  return square;
}

/// |p(i sqrt(x))|^2 as polynomial in x.
Polynomial squaredModulusOnImaginaryAxis(const Polynomial& p) {
  Polynomial square(p.size(), 0);
  for (std::size_t j = 0; j < p.size(); ++j)
    for (std::size_t k = j % 2; k < p.size(); k += 2)  // i^j conj(i^k) = (-1)^((j-k)/2) for j - k even; else it cancels
      square[(j + k) / 2] += ((j + 3 * k) / 2 % 2 == 0 ? 1 : -1) * p[j] * p[k];
  return square;
}

Polynomial magnitudes(Polynomial p) {
  for (auto& coefficient : p) coefficient = std::abs(coefficient);
  return p;
}

/// The size of what cancels in the coefficients of |Q|^2 - |P|^2.
Polynomial cancelling(const RationalFunction& r) {
  Polynomial all = sum(squaredModulus(magnitudes(r.denominator), 0), squaredModulus(magnitudes(r.numerator), 0));
  all.resize(2 * std::max(r.denominator.size(), r.numerator.size()));
  return all;
}

Margin marginOnRay(const RationalFunction& r, Extended angleFromNegativeAxis) {
  const Extended phi = std::numbers::pi_v<Extended> - angleFromNegativeAxis;
  return {difference(squaredModulus(r.denominator, phi), squaredModulus(r.numerator, phi)), cancelling(r), r.precision};
}

/// E as polynomial in y^2. |R(iy)|^2 = 1 + O(y^(p+1)): the lower coefficients are zero.
Margin marginOnImaginaryAxis(const RationalFunction& r) {
  Margin margin{difference(squaredModulusOnImaginaryAxis(r.denominator), squaredModulusOnImaginaryAxis(r.numerator)),
                {},
                r.precision};
  const Polynomial all = cancelling(r);
  for (std::size_t k = 0; k < margin.difference.size(); ++k) {
    margin.scale.push_back(all[2 * k]);
    if (2 * static_cast<int>(k) <= r.order) margin.difference[k] = 0;
  }
  return margin;
}

/// Where the margin first becomes negative on x > 0, if anywhere.
std::optional<Extended> firstNegative(Margin margin) {
  auto& [e, scale, precision] = margin;
  for (std::size_t k = 0; k < e.size(); ++k)
    if (std::abs(e[k]) <= precision * scale[k]) e[k] = 0;
  while (!e.empty() && e.back() == 0) e.pop_back();
  const auto lowest = std::ranges::find_if(e, [](Extended c) { return c != 0; }) - e.begin();
  e.erase(e.begin(), e.begin() + lowest);
  scale.erase(scale.begin(), scale.begin() + lowest);
  if (e.empty()) return std::nullopt;

  // Between two neighbouring real zeros the sign is constant. A pair that is almost real may be a double zero split by
  // rounding: taking it for real costs only a needless check.
  constexpr Extended almostReal = 1e-5L;
  std::vector<Extended> zeros{0};
  for (const auto& root : tableaux::roots(e))
    if (root.real() > 0 && std::abs(root.imag()) < almostReal * root.real()) zeros.push_back(root.real());
  std::ranges::sort(zeros);
  for (std::size_t k = 0; k < zeros.size(); ++k) {
    const bool last = k + 1 == zeros.size();
    const Extended x = last ? (zeros[k] > 0 ? 2 * zeros[k] : 1) : (zeros[k] + zeros[k + 1]) / 2;
    Extended noise = 0;
    for (std::size_t power = e.size(); power-- > 0;) noise = noise * x + scale[power] * precision;
    if (tableaux::evaluate(e, x) < -noise) return zeros[k];
  }
  return std::nullopt;
}

/// No pole in the sector |arg(-z)| <= alpha.
bool polesOutside(const RationalFunction& r, Extended alpha) {
  return std::ranges::none_of(r.poles, [&](const auto& pole) { return std::abs(std::arg(-pole)) <= alpha; });
}

/// By the maximum principle the border of the sector decides.
bool isStableInSector(const RationalFunction& r, Extended alpha) {
  return polesOutside(r, alpha) && !firstNegative(marginOnRay(r, alpha));
}

bool vanishes(double rInfinity) { return std::abs(rInfinity) <= vanishingAtInfinity; }

StabilityReport describe(const tableaux::Formula& formula, const Eigen::VectorXd& weights, int order) {
  const tableaux::StabilityFunction r(formula.beta, weights);
  const RationalFunction& rational = r.rational();
  StabilityReport report{.name = formula.name,
                         .order = order,
                         .linearOrder = r.order(),
                         .errorConstant = r.errorConstant(),
                         .principalErrorNorm = order < tableaux::maxTreeOrder
                                                   ? tableaux::principalErrorNorm(formula, weights, order)
                                                   : std::numeric_limits<double>::quiet_NaN(),
                         .aStable = isAStable(rational),
                         .lStable = isLStable(rational),
                         .alphaDegrees = stabilityAngle(rational),
                         .rInfinity = r.atInfinity(),
                         .realLimit = realLimit(rational),
                         .imaginaryLimit = imaginaryLimit(rational),
                         .numerator{rational.numerator.begin(), rational.numerator.end()},
                         .denominator{rational.denominator.begin(), rational.denominator.end()},
                         .stageLimits = {},
                         .damping = {}};
  const Eigen::VectorXd limits = tableaux::stageLimits(formula);
  report.stageLimits.assign(limits.begin(), limits.end());
  for (const double z : {-0.1, -1.0, -2.0, -5.0, -10.0, -100.0, -1e3, -1e6})
    report.damping.push_back({z, r(z).real(), std::exp(z)});
  return report;
}

}  // namespace

bool isAStable(const RationalFunction& r) {
  return polesOutside(r, std::numbers::pi_v<Extended> / 2) && !firstNegative(marginOnImaginaryAxis(r));
}

bool isLStable(const RationalFunction& r) { return isAStable(r) && vanishes(r.atInfinity()); }

double stabilityAngle(const RationalFunction& r) {
  if (isAStable(r)) return 90;
  if (!isStableInSector(r, 0)) return 0;
  constexpr Extended toRadians = std::numbers::pi_v<Extended> / 180;
  Extended stable = 0;
  Extended unstable = 90;
  while (unstable - stable > 1e-7L) {
    const Extended middle = (stable + unstable) / 2;
    (isStableInSector(r, middle * toRadians) ? stable : unstable) = middle;
  }
  return static_cast<double>(stable);
}

double realLimit(const RationalFunction& r) {
  const auto limit = firstNegative(marginOnRay(r, 0));
  return limit ? static_cast<double>(*limit) : std::numeric_limits<double>::infinity();
}

double imaginaryLimit(const RationalFunction& r) {
  const auto limit = firstNegative(marginOnImaginaryAxis(r));
  return limit ? static_cast<double>(std::sqrt(*limit)) : std::numeric_limits<double>::infinity();
}

StabilityReport stabilityReport(const tableaux::Formula& formula) {
  return describe(formula, formula.b, formula.order);
}

std::optional<StabilityReport> embeddedStabilityReport(const tableaux::Formula& formula) {
  if (!formula.hasEmbedded()) return std::nullopt;
  return describe(formula, formula.bHat, formula.embeddedOrder);
}

}  // namespace dashpot::analysis

#include "model/external/interpolation.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::model {

namespace {

/// Divided differences of a curve, with two more at either end on the straight continuation of their course.
class Differences {
 public:
  Differences(std::span<const double> x, std::span<const double> y) : d_(x.size() + 3) {
    const std::size_t n = x.size() - 1;
    for (std::size_t i = 0; i < n; ++i) d_[i + 2] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
    const double first = d_[2], second = n > 1 ? d_[3] : first, last = d_[n + 1], before = n > 1 ? d_[n] : last;
    d_[1] = 2 * first - second;
    d_[0] = 3 * first - 2 * second;
    d_[n + 2] = 2 * last - before;
    d_[n + 3] = 3 * last - 2 * before;
  }
  /// Of the interval that follows point i; i from -2.
  double operator()(std::ptrdiff_t i) const { return d_[static_cast<std::size_t>(i + 2)]; }

 private:
  std::vector<double> d_;
};

double akimaSlope(const Differences& d, std::ptrdiff_t i, bool isModified) {
  double after = std::fabs(d(i + 1) - d(i)), before = std::fabs(d(i - 1) - d(i - 2));
  if (isModified) {
    after += 0.5 * std::fabs(d(i + 1) + d(i));
    before += 0.5 * std::fabs(d(i - 1) + d(i - 2));
  }
  if (after + before > 0.0) return (after * d(i - 1) + before * d(i)) / (after + before);
  return isModified ? 0.0 : 0.5 * d(i - 1) + 0.5 * d(i);
}

double monotoneSlope(double h0, double h1, double d0, double d1, Smoothness smoothness) {
  if (!(d0 * d1 > 0.0)) return 0.0;
  if (smoothness == Smoothness::fritschButland) return 3 * (h0 + h1) / ((h0 + 2 * h1) / d0 + (h1 + 2 * h0) / d1);
  const double parabola = (d0 * h1 + d1 * h0) / (h0 + h1);
  const double limit = 2 * std::min(std::fabs(d0), std::fabs(d1));
  return std::copysign(std::min(std::fabs(parabola), limit), d0);
}

std::vector<double> slopes(std::span<const double> x, std::span<const double> y, Smoothness smoothness) {
  const Differences d(x, y);
  const auto n = static_cast<std::ptrdiff_t>(x.size());
  std::vector<double> result;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    if (smoothness == Smoothness::akima || smoothness == Smoothness::modifiedAkima) {
      result.push_back(akimaSlope(d, i, smoothness == Smoothness::modifiedAkima));
    } else if (i == 0 || i == n - 1) {
      result.push_back(d(i == 0 ? 0 : n - 2));
    } else {
      const auto at = static_cast<std::size_t>(i);
      result.push_back(monotoneSlope(x[at] - x[at - 1], x[at + 1] - x[at], d(i - 1), d(i), smoothness));
    }
  }
  return result;
}

Cubic straight(double x0, double x1, double y0, double y1) { return {x0, {y0, x1 > x0 ? (y1 - y0) / (x1 - x0) : 0.0}}; }

Cubic hermite(double x0, double x1, double y0, double y1, double slope0, double slope1) {
  const double h = x1 - x0, d = (y1 - y0) / h;
  return {x0, {y0, slope0, (3 * d - 2 * slope0 - slope1) / h, (slope0 + slope1 - 2 * d) / (h * h)}};
}

/// c0 + c1 v about `at` for the polynomial c about `origin`: its tangent, or only its value.
std::array<double, 4> tangent(const std::array<double, 4>& c, double origin, double at, bool holds) {
  const double v = at - origin;
  const double value = ((c[3] * v + c[2]) * v + c[1]) * v + c[0];
  return {value, holds ? 0.0 : (3 * c[3] * v + 2 * c[2]) * v + c[1]};
}

}  // namespace

PiecewiseCubic interpolate(std::span<const double> x, std::span<const double> y, Smoothness smoothness,
                           Extrapolation extrapolation) {
  PiecewiseCubic curve;
  const std::size_t n = x.size();
  if (n == 1) {
    curve.pieces.push_back({x[0], {y[0]}});
    return curve;
  }
  if (n == 2 && smoothness != Smoothness::constant) smoothness = Smoothness::linear;
  const bool isSmooth = smoothness != Smoothness::linear && smoothness != Smoothness::constant;
  const std::vector<double> slope = isSmooth ? slopes(x, y, smoothness) : std::vector<double>(n, 0.0);
  const auto end = [&](std::size_t first, std::size_t at) -> Cubic {
    const Cubic inner = isSmooth
                            ? hermite(x[first], x[first + 1], y[first], y[first + 1], slope[first], slope[first + 1])
                            : straight(x[first], x[first + 1], y[first], y[first + 1]);
    Cubic outer{x[at], tangent(inner.c, inner.origin, x[at], extrapolation != Extrapolation::lastTwoPoints)};
    outer.c[0] = y[at];
    return outer;
  };
  curve.knots.assign(x.begin(), x.end());
  curve.pieces.push_back(end(0, 0));
  for (std::size_t i = 0; i + 1 < n; ++i) {
    if (smoothness == Smoothness::constant)
      curve.pieces.push_back({x[i], {y[i]}});
    else if (isSmooth)
      curve.pieces.push_back(hermite(x[i], x[i + 1], y[i], y[i + 1], slope[i], slope[i + 1]));
    else
      curve.pieces.push_back(straight(x[i], x[i + 1], y[i], y[i + 1]));
  }
  curve.pieces.push_back(end(n - 2, n - 1));
  return curve;
}

// ------------------------------------------------------------------------------------------------------ two arguments

namespace {

/// The grid with two more points on every side, on the parabola through the outer three (Akima 1974), and the partial
/// derivatives at the points of the table.
class AkimaSurface {
 public:
  AkimaSurface(std::span<const double> x1, std::span<const double> x2, std::span<const double> z)
      : n1_(x1.size()), n2_(x2.size()), x1_(extended(x1)), x2_(extended(x2)), z_((n1_ + 4) * (n2_ + 4)) {
    for (std::size_t i = 0; i < n1_; ++i) {
      for (std::size_t j = 0; j < n2_; ++j) at(i + 2, j + 2) = z[i * n2_ + j];
      extend(x2_, n2_, [&](std::size_t j) -> double& { return at(i + 2, j); });
    }
    for (std::size_t j = 0; j < n2_ + 4; ++j) extend(x1_, n1_, [&](std::size_t i) -> double& { return at(i, j); });
  }

  struct Slopes {
    double first, second, cross;
  };
  /// At point (i, j) of the table.
  [[nodiscard]] Slopes operator()(std::size_t i, std::size_t j) const {
    i += 2, j += 2;
    const auto along1 = [&](std::size_t a, std::size_t b) { return (at(a + 1, b) - at(a, b)) / (x1_[a + 1] - x1_[a]); };
    const auto along2 = [&](std::size_t a, std::size_t b) { return (at(a, b + 1) - at(a, b)) / (x2_[b + 1] - x2_[b]); };
    const auto [w1, v1] = weights(along1(i - 2, j), along1(i - 1, j), along1(i, j), along1(i + 1, j));
    const auto [w2, v2] = weights(along2(i, j - 2), along2(i, j - 1), along2(i, j), along2(i, j + 1));
    const auto mixed = [&](std::size_t a, std::size_t b) {
      return (along2(a + 1, b) - along2(a, b)) / (x1_[a + 1] - x1_[a]);
    };
    return {w1 * along1(i - 1, j) + v1 * along1(i, j), w2 * along2(i, j - 1) + v2 * along2(i, j),
            w1 * (w2 * mixed(i - 1, j - 1) + v2 * mixed(i - 1, j)) + v1 * (w2 * mixed(i, j - 1) + v2 * mixed(i, j))};
  }

 private:
  static std::vector<double> extended(std::span<const double> x) {
    std::vector<double> result(x.size() + 4);
    std::ranges::copy(x, result.begin() + 2);
    const std::size_t n = x.size();
    // Of three points the outer distances are repeated, of two the only one.
    const double left1 = x[1] - x[0], left2 = n > 2 ? x[2] - x[1] : left1;
    const double right1 = x[n - 1] - x[n - 2], right2 = n > 2 ? x[n - 2] - x[n - 3] : right1;
    result[1] = x[0] - left2;
    result[0] = result[1] - left1;
    result[n + 2] = x[n - 1] + right2;
    result[n + 3] = result[n + 2] + right1;
    return result;
  }

  template <class Element>
  static void extend(const std::vector<double>& x, std::size_t n, const Element& value) {
    const auto slope = [&](std::size_t k) { return (value(k + 1) - value(k)) / (x[k + 1] - x[k]); };
    const double first = slope(2), second = n > 2 ? slope(3) : first;
    const double last = slope(n), before = n > 2 ? slope(n - 1) : last;
    value(1) = value(2) - (2 * first - second) * (x[2] - x[1]);
    value(0) = value(1) - (3 * first - 2 * second) * (x[1] - x[0]);
    value(n + 2) = value(n + 1) + (2 * last - before) * (x[n + 2] - x[n + 1]);
    value(n + 3) = value(n + 2) + (3 * last - 2 * before) * (x[n + 3] - x[n + 2]);
  }

  /// Of the second and the third of four neighbouring slopes; their sum is 1.
  static std::pair<double, double> weights(double a, double b, double c, double d) {
    if (a == b && c == d) return {0.5, 0.5};
    const double second = std::fabs(d - c), third = std::fabs(b - a);
    return {second / (second + third), third / (second + third)};
  }

  double& at(std::size_t i, std::size_t j) { return z_[i * (n2_ + 4) + j]; }
  [[nodiscard]] double at(std::size_t i, std::size_t j) const { return z_[i * (n2_ + 4) + j]; }

  std::size_t n1_, n2_;
  std::vector<double> x1_, x2_, z_;
};

using Coefficients = std::array<std::array<double, 4>, 4>;

/// The two cubics of Hermite's form in monomials of v/h: value and slope (times h) at 0 and at 1.
std::array<double, 4> monomials(double value0, double value1, double slope0, double slope1) {
  return {value0, slope0, 3 * (value1 - value0) - 2 * slope0 - slope1, 2 * (value0 - value1) + slope0 + slope1};
}

/// A line in one direction of the coefficients, by its tangent at the edge.
Bicubic beyond(Bicubic piece, bool isFirst, double edge, bool holds) {
  for (std::size_t k = 0; k < 4; ++k) {
    std::array<double, 4> line;
    for (std::size_t m = 0; m < 4; ++m) line[m] = isFirst ? piece.c[m][k] : piece.c[k][m];
    line = tangent(line, isFirst ? piece.origin1 : piece.origin2, edge, holds);
    for (std::size_t m = 0; m < 4; ++m) (isFirst ? piece.c[m][k] : piece.c[k][m]) = line[m];
  }
  (isFirst ? piece.origin1 : piece.origin2) = edge;
  return piece;
}

}  // namespace

PiecewiseBicubic interpolate(std::span<const double> x1, std::span<const double> x2, std::span<const double> z,
                             Smoothness smoothness, Extrapolation extrapolation) {
  PiecewiseBicubic surface;
  const std::size_t n1 = x1.size(), n2 = x2.size();
  if (n1 == 1 || n2 == 1) {  // a curve: the other argument does not matter
    const PiecewiseCubic curve = interpolate(n1 == 1 ? x2 : x1, z, smoothness, extrapolation);
    (n1 == 1 ? surface.knots2 : surface.knots1) = curve.knots;
    for (const Cubic& piece : curve.pieces) {
      Bicubic& made = surface.pieces.emplace_back();
      (n1 == 1 ? made.origin2 : made.origin1) = piece.origin;
      for (std::size_t k = 0; k < 4; ++k) (n1 == 1 ? made.c[0][k] : made.c[k][0]) = piece.c[k];
    }
    return surface;
  }
  const auto value = [&](std::size_t i, std::size_t j) { return z[i * n2 + j]; };
  const AkimaSurface slopes(x1, x2, z);
  const auto cell = [&](std::size_t i, std::size_t j, bool isConstant) {
    Bicubic piece{x1[i], x2[j]};
    if (isConstant) {
      piece.c[0][0] = value(i, j);
      return piece;
    }
    const double h1 = x1[i + 1] - x1[i], h2 = x2[j + 1] - x2[j];
    if (smoothness != Smoothness::akima) {
      const double along1 = (value(i + 1, j) - value(i, j)) / h1, along2 = (value(i, j + 1) - value(i, j)) / h2;
      const double cross = ((value(i + 1, j + 1) - value(i, j + 1)) / h1 - along1) / h2;
      piece.c[0] = {value(i, j), along2};
      piece.c[1] = {along1, cross};
      return piece;
    }
    // Rows: value and slope along the first argument at its two ends; columns: the same along the second.
    Coefficients corner;
    for (std::size_t a = 0; a < 2; ++a) {
      const auto at0 = slopes(i + a, j), at1 = slopes(i + a, j + 1);
      corner[a] = monomials(value(i + a, j), value(i + a, j + 1), at0.second * h2, at1.second * h2);
      corner[a + 2] = monomials(at0.first * h1, at1.first * h1, at0.cross * h1 * h2, at1.cross * h1 * h2);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const auto column = monomials(corner[0][k], corner[1][k], corner[2][k], corner[3][k]);
      for (std::size_t m = 0; m < 4; ++m)
        piece.c[m][k] = column[m] / (std::pow(h1, static_cast<double>(m)) * std::pow(h2, static_cast<double>(k)));
    }
    return piece;
  };
  const bool holds = extrapolation != Extrapolation::lastTwoPoints;
  surface.knots1.assign(x1.begin(), x1.end());
  surface.knots2.assign(x2.begin(), x2.end());
  const bool isConstant = smoothness == Smoothness::constant;
  for (std::size_t i = 0; i <= n1; ++i)
    for (std::size_t j = 0; j <= n2; ++j) {
      const bool isOutside1 = i == 0 || i == n1, isOutside2 = j == 0 || j == n2;
      if (isConstant && (holds || (!isOutside1 && !isOutside2))) {
        surface.pieces.push_back(cell(i == 0 ? 0 : i - 1, j == 0 ? 0 : j - 1, true));
        continue;
      }
      Bicubic piece = cell(std::clamp<std::size_t>(i, 1, n1 - 1) - 1, std::clamp<std::size_t>(j, 1, n2 - 1) - 1, false);
      if (isOutside1) piece = beyond(piece, true, i == 0 ? x1.front() : x1.back(), holds);
      if (isOutside2) piece = beyond(piece, false, j == 0 ? x2.front() : x2.back(), holds);
      surface.pieces.push_back(piece);
    }
  return surface;
}

// ----------------------------------------------------------------------------------------------------------- the end

namespace {

void closeLast(std::vector<double>& knots) {
  if (!knots.empty()) knots.back() = std::nextafter(knots.back(), HUGE_VAL);
}

}  // namespace

PiecewiseCubic closedAtEnd(PiecewiseCubic curve) {
  closeLast(curve.knots);
  return curve;
}

PiecewiseBicubic closedAtEnd(PiecewiseBicubic surface) {
  closeLast(surface.knots1);
  closeLast(surface.knots2);
  return surface;
}

}  // namespace dashpot::model

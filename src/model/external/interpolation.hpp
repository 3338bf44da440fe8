// model/external/interpolation.hpp
//
// Interpolation in tables as piecewise polynomials, with the choices of the Modelica Standard Library (Blocks.Types).
// Numbers in, numbers out: nothing here knows models.
//
//   linear           straight lines between the points
//   constant         the value of the point before
//   akima            Akima (1970): a cubic per interval, its slopes weighted by how the neighbouring slopes change; in
//                    two dimensions Akima (1974)
//   modifiedAkima    Akima's weights with an additional term, so that flat parts do not overshoot (Ionita 2019)
//   fritschButland   Fritsch and Butland (1984): weighted harmonic means of the neighbouring slopes, monotone
//   steffen          Steffen (1990): monotone
//
// Outside the table: hold the value, or go on straight with the slope at the end ("last two points"). Constant segments
// go on with the straight line through the last two points, as the library has it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace dashpot::model {

/// Numbered as the enumerations of the library are.
enum class Smoothness : std::uint8_t { linear = 1, akima, constant, fritschButland, steffen, modifiedAkima };
enum class Extrapolation : std::uint8_t { hold = 1, lastTwoPoints, periodic, none };

/// c[0] + c[1] v + c[2] v^2 + c[3] v^3 with v = x - origin
struct Cubic {
  double origin = 0.0;
  std::array<double, 4> c = {};
};

/// Piece i holds from knot i - 1 up to, not including, knot i. The first and the last piece extrapolate.
struct PiecewiseCubic {
  std::vector<double> knots;
  std::vector<Cubic> pieces;
};

/// The sum of c[i][j] v1^i v2^j with v1 = x1 - origin1, v2 = x2 - origin2.
struct Bicubic {
  double origin1 = 0.0, origin2 = 0.0;
  std::array<std::array<double, 4>, 4> c = {};
};

/// Pieces lie row by row: a row for each interval of the first argument, the knots of which are knots1.
struct PiecewiseBicubic {
  std::vector<double> knots1, knots2;
  std::vector<Bicubic> pieces;
};

/// Through (x[i], y[i]); x ascends. Where two x are equal the curve jumps; only linear and constant segments may do so.
[[nodiscard]] PiecewiseCubic interpolate(std::span<const double> x, std::span<const double> y, Smoothness smoothness,
                                         Extrapolation extrapolation);

/// Through z[i * x2.size() + j] at (x1[i], x2[j]); x1 and x2 ascend strictly. Linear, constant or akima.
[[nodiscard]] PiecewiseBicubic interpolate(std::span<const double> x1, std::span<const double> x2,
                                           std::span<const double> z, Smoothness smoothness,
                                           Extrapolation extrapolation);

/// The same, but the last point belongs to the piece before it: extrapolation begins beyond. The values there are equal,
/// derivatives need not be.
[[nodiscard]] PiecewiseCubic closedAtEnd(PiecewiseCubic curve);
[[nodiscard]] PiecewiseBicubic closedAtEnd(PiecewiseBicubic surface);

}  // namespace dashpot::model

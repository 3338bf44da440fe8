// Stability of a one-step formula, decided numerically from its coefficients.
//
//   A-stable    |R(z)| <= 1 on the left half-plane: no pole there, and E(y) = |Q(iy)|^2 - |P(iy)|^2 >= 0
//               (Hairer and Wanner II, IV.3.8)
//   A(alpha)    the same on the sector |arg(-z)| <= alpha
//   L-stable    A-stable, and R vanishes at infinity
//
// Limits, angles and intervals are zeros of polynomials in extended precision, not readings from a grid.
#pragma once

#include "tableaux/stability_function.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::analysis {

using tableaux::Complex;

// ---- properties ----------------------------------------------------------------------------------------------------

bool isAStable(const tableaux::RationalFunction& r);
/// Printed tables are rounded: ros4, L-stable by construction, has R(infinity) = -1.5e-5.
inline constexpr double vanishingAtInfinity = 1e-4;
bool isLStable(const tableaux::RationalFunction& r);
/// The largest alpha of A(alpha)-stability in degrees; 90 if A-stable, 0 if there is no such sector.
double stabilityAngle(const tableaux::RationalFunction& r);
/// The formula is stable on [-limit, 0]; infinity if on the whole negative axis.
double realLimit(const tableaux::RationalFunction& r);
/// The formula is stable on [-i limit, i limit]; 0 if on no such interval.
double imaginaryLimit(const tableaux::RationalFunction& r);

// ---- gamma of formulas with one real pole --------------------------------------------------------------------------

struct Interval {
  double from = 0;
  double to = 0;  // may be infinite
};

/// The gammas for which an s-stage formula of the family is A-stable (Hairer and Wanner II, tables IV.6.3 and IV.6.4).
/// Stiffly accurate ones have R(infinity) = 0: for them these are the L-stable ones.
std::vector<Interval> aStableGammas(tableaux::OnePoleFamily family, int stages);
/// The gammas for which an s-stage formula of order s is L-stable: zeros of L_s(1/gamma) in the intervals above.
std::vector<double> lStableGammas(int stages);

// ---- report --------------------------------------------------------------------------------------------------------

struct Damping {
  double z = 0;  // on the negative real axis
  double r = 0;  // R(z)
  double exact = 0;
};

/// Stability properties of one formula (the main one of a method, or its embedded one).
struct StabilityReport {
  std::string name;
  int order = 0;
  int linearOrder = 0;  // R(z) = e^z + C z^(linearOrder+1) + ...
  double errorConstant = 0;
  double principalErrorNorm = 0;
  bool aStable = false;
  bool lStable = false;
  double alphaDegrees = 0;
  double rInfinity = 0;
  double realLimit = 0;
  double imaginaryLimit = 0;
  std::vector<double> numerator;  // of ascending powers of z
  std::vector<double> denominator;
  std::vector<double> stageLimits;  // of the arguments of f for z to -infinity; empty with explicit stages
  std::vector<Damping> damping;
};

StabilityReport stabilityReport(const tableaux::Formula& formula);
std::optional<StabilityReport> embeddedStabilityReport(const tableaux::Formula& formula);
/// For people: one property per line.
std::string toText(const StabilityReport& report);

// ---- stability region ----------------------------------------------------------------------------------------------

struct Box {
  double left = -5, right = 5, bottom = -5, top = 5;
};

/// |R| on a grid that includes the borders of the box; values[row * columns + column], rows from the bottom.
struct RegionSamples {
  Box box;
  int columns = 0, rows = 0;
  std::vector<double> magnitudes;

  double at(int row, int column) const { return magnitudes[static_cast<std::size_t>(row * columns + column)]; }
  Complex point(int row, int column) const;
};

using Polyline = std::vector<std::pair<double, double>>;

RegionSamples sampleRegion(const std::function<double(Complex)>& magnitude, const Box& box, int columns, int rows);
RegionSamples sampleRegion(const tableaux::StabilityFunction& r, const Box& box, int columns, int rows);
/// The curves |R| = level: pieces of a cell's width, joined where they meet.
std::vector<Polyline> contour(const RegionSamples& samples, double level = 1);
/// A box that shows the border of the region with some room around it, symmetric about the real axis.
Box interestingBox(const std::vector<tableaux::StabilityFunction>& functions);

}  // namespace dashpot::analysis

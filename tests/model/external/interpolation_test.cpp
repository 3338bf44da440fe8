// Interpolation: expected values are worked out by hand from the formulas of the authors, or follow from a property.
#include "model/external/interpolation.hpp"

#include "model/external/table_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace dashpot::model {
namespace {

constexpr auto all = {Smoothness::linear,         Smoothness::akima,   Smoothness::constant,
                      Smoothness::fritschButland, Smoothness::steffen, Smoothness::modifiedAkima};
constexpr auto smooth = {Smoothness::akima, Smoothness::fritschButland, Smoothness::steffen, Smoothness::modifiedAkima};

std::size_t pieceAt(const std::vector<double>& knots, double x) {
  return static_cast<std::size_t>(std::ranges::upper_bound(knots, x) - knots.begin());
}

double value(const Cubic& piece, double x) {
  const double v = x - piece.origin;
  return piece.c[0] + v * (piece.c[1] + v * (piece.c[2] + v * piece.c[3]));
}
double slope(const Cubic& piece, double x) {
  const double v = x - piece.origin;
  return piece.c[1] + v * (2 * piece.c[2] + 3 * v * piece.c[3]);
}
double value(const PiecewiseCubic& curve, double x) { return value(curve.pieces[pieceAt(curve.knots, x)], x); }
double slope(const PiecewiseCubic& curve, double x) { return slope(curve.pieces[pieceAt(curve.knots, x)], x); }

double value(const PiecewiseBicubic& surface, double x1, double x2) {
  const std::size_t i = pieceAt(surface.knots1, x1), j = pieceAt(surface.knots2, x2);
  const Bicubic& piece = surface.pieces[i * (surface.knots2.size() + 1) + j];
  double sum = 0.0, power1 = 1.0;
  for (std::size_t a = 0; a < 4; ++a, power1 *= x1 - piece.origin1) {
    double power2 = 1.0;
    for (std::size_t b = 0; b < 4; ++b, power2 *= x2 - piece.origin2) sum += piece.c[a][b] * power1 * power2;
  }
  return sum;
}

PiecewiseCubic through(std::vector<double> x, std::vector<double> y, Smoothness smoothness,
                       Extrapolation extrapolation = Extrapolation::lastTwoPoints) {
  return interpolate(x, y, smoothness, extrapolation);
}

TEST(Interpolation, EveryCurveGoesThroughItsPoints) {
  const std::vector<double> x{0, 1, 3, 3.5, 6}, y{1, -2, 4, 4, 0};
  for (const Smoothness smoothness : all) {
    const PiecewiseCubic curve = through(x, y, smoothness);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(value(curve, x[i]), y[i], 1e-14);
  }
}

TEST(Interpolation, SmoothCurvesHaveNoKinksNotEvenAtTheEnds) {
  const std::vector<double> x{0, 1, 3, 3.5, 6}, y{1, -2, 4, 4, 0};
  for (const Smoothness smoothness : smooth) {
    const PiecewiseCubic curve = through(x, y, smoothness);
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(value(curve.pieces[i], x[i]), value(curve.pieces[i + 1], x[i]), 1e-13);
      EXPECT_NEAR(slope(curve.pieces[i], x[i]), slope(curve.pieces[i + 1], x[i]), 1e-13);
    }
  }
}

TEST(Interpolation, AkimasSlopesAreWeightedByTheChangeOfTheirNeighbours) {
  // Slopes 0, 1, -1, 0; before them 2*0 - 1 = -1 and -2, after them 1 and 2. At x = 1: (2*0 + 1*1)/3, at 2: 0.
  const PiecewiseCubic curve = through({0, 1, 2, 3, 4}, {0, 0, 1, 0, 0}, Smoothness::akima);
  EXPECT_NEAR(slope(curve, 1.0), 1.0 / 3, 1e-15);
  EXPECT_NEAR(slope(curve, 2.0), 0.0, 1e-15);
  EXPECT_NEAR(value(curve, 1.5), 0.5 + 1.0 / 24, 1e-15);
}

TEST(Interpolation, ModifiedAkimaKeepsFlatPartsFlat) {
  // Akima takes the mean of 0 and 1 where neither neighbour changes; modified, a flat part has slope 0 at its end.
  const std::vector<double> x{0, 1, 2, 3, 4}, y{0, 0, 0, 1, 2};
  EXPECT_NEAR(slope(through(x, y, Smoothness::akima), 2.0), 0.5, 1e-15);
  EXPECT_NEAR(slope(through(x, y, Smoothness::modifiedAkima), 2.0), 0.0, 1e-15);
}

TEST(Interpolation, FritschAndButlandTakeAWeightedHarmonicMean) {
  const PiecewiseCubic curve = through({0, 1, 3}, {0, 1, 2}, Smoothness::fritschButland);
  EXPECT_NEAR(slope(curve, 1.0), 9.0 / 13, 1e-15);
}

TEST(Interpolation, SteffenTakesTheParabolasSlopeUnlessItIsTooSteep) {
  EXPECT_NEAR(slope(through({0, 1, 3}, {0, 1, 2}, Smoothness::steffen), 1.0), 2.5 / 3, 1e-15);
  EXPECT_NEAR(slope(through({0, 1, 2}, {0, 10, 11}, Smoothness::steffen), 1.0), 2.0, 1e-15);
}

TEST(Interpolation, MonotoneCurvesTurnOnlyWhereTheirPointsDo) {
  const std::vector<double> x{0, 1, 2, 3, 4, 5}, y{0, 0.1, 5, 5.1, 20, 20};
  for (const Smoothness smoothness : {Smoothness::fritschButland, Smoothness::steffen}) {
    const PiecewiseCubic curve = through(x, y, smoothness);
    for (double at = 0.0; at < 5.0; at += 0.01) EXPECT_GE(value(curve, at + 0.01) + 1e-12, value(curve, at));
  }
}

TEST(Interpolation, OutsideTheTableItIsHeldOrGoesOnStraight) {
  const std::vector<double> x{0, 1, 2}, y{0, 1, 4};
  EXPECT_EQ(value(through(x, y, Smoothness::linear, Extrapolation::hold), -1), 0);
  EXPECT_EQ(value(through(x, y, Smoothness::linear, Extrapolation::hold), 5), 4);
  EXPECT_EQ(value(through(x, y, Smoothness::linear), -1), -1);
  EXPECT_EQ(value(through(x, y, Smoothness::linear), 3), 7);
  EXPECT_EQ(value(through(x, y, Smoothness::constant), 3), 7);
  EXPECT_EQ(value(through(x, y, Smoothness::constant), 1.9), 1);
}

TEST(Interpolation, TheLastPointBelongsToThePieceBeforeIt) {
  // From (2, 4) to (3, 9) the slope is 5; beyond, the value is held.
  const PiecewiseCubic open = through({0, 1, 2, 3}, {0, 1, 4, 9}, Smoothness::linear, Extrapolation::hold);
  const PiecewiseCubic closed = closedAtEnd(open);
  EXPECT_EQ(slope(open, 3), 0);
  EXPECT_EQ(slope(closed, 3), 5);
  EXPECT_EQ(value(closed, 3), 9);
  EXPECT_EQ(slope(closed, 3.0001), 0);
  EXPECT_EQ(value(closed, 4), 9);
}

TEST(Interpolation, ARowIsAConstant) { EXPECT_EQ(value(through({3}, {7}, Smoothness::akima), -100), 7); }

TEST(Interpolation, BilinearSurfacesAreExactForProducts) {
  const std::vector<double> x1{0, 1, 4}, x2{-1, 2};
  std::vector<double> z;
  for (const double a : x1)
    for (const double b : x2) z.push_back(1 + 2 * a - b + 3 * a * b);
  for (const Smoothness smoothness : {Smoothness::linear, Smoothness::akima}) {
    const PiecewiseBicubic surface = interpolate(x1, x2, z, smoothness, Extrapolation::lastTwoPoints);
    for (const double a : {-2.0, 0.5, 1.0, 3.0, 9.0})
      for (const double b : {-3.0, 0.0, 1.5, 5.0}) EXPECT_NEAR(value(surface, a, b), 1 + 2 * a - b + 3 * a * b, 1e-12);
  }
}

TEST(Interpolation, AkimasSurfaceIsSmoothAndKeepsItsPoints) {
  const std::vector<double> x1{0, 1, 1.5, 4}, x2{-1, 0, 2, 3};
  const std::vector<double> z{1, 3, 2, 0, 4, -1, 2, 2, 0, 0, 5, 1, 7, 2, 2, -3};
  const PiecewiseBicubic surface = interpolate(x1, x2, z, Smoothness::akima, Extrapolation::lastTwoPoints);
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(value(surface, x1[i], x2[j]), z[i * 4 + j], 1e-12);
  const double h = 1e-6;
  for (const double edge : x1)
    for (const double b : {-2.0, -0.3, 1.0, 2.9}) {
      const double left = (value(surface, edge - h, b) - value(surface, edge - 2 * h, b)) / h;
      const double right = (value(surface, edge + 2 * h, b) - value(surface, edge + h, b)) / h;
      EXPECT_NEAR(left, right, 1e-3);
      EXPECT_NEAR(value(surface, edge - h, b), value(surface, edge + h, b), 1e-4);
    }
}

TEST(Interpolation, AkimasSurfaceAlongAGridLineIsAkimasCurve) {
  const std::vector<double> x1{0, 1, 2, 3, 4}, x2{0, 1, 2};
  const std::vector<double> y{0, 0, 1, 0, 0};
  std::vector<double> z;
  for (const double v : y) z.insert(z.end(), 3, v);
  const PiecewiseBicubic surface = interpolate(x1, x2, z, Smoothness::akima, Extrapolation::hold);
  const PiecewiseCubic curve = through(x1, y, Smoothness::akima, Extrapolation::hold);
  for (double at = -1; at < 5; at += 0.17) EXPECT_NEAR(value(surface, at, 1.3), value(curve, at), 1e-14);
}

TEST(Interpolation, AHeldSurfaceIsClampedInBothDirections) {
  const std::vector<double> x1{0, 1}, x2{0, 1}, z{1, 2, 3, 5};
  for (const Smoothness smoothness : {Smoothness::linear, Smoothness::constant, Smoothness::akima}) {
    const PiecewiseBicubic surface = interpolate(x1, x2, z, smoothness, Extrapolation::hold);
    EXPECT_EQ(value(surface, -5, -5), 1);
    EXPECT_EQ(value(surface, -5, 9), 2);
    EXPECT_EQ(value(surface, 9, -5), 3);
    EXPECT_EQ(value(surface, 9, 9), 5);
  }
}

TEST(TableFile, NumbersMayBeSeparatedAndCommentedAsTheLibrarySays) {
  const std::string text =
      "#1\n# a comment\nfloat a(1,2) 1 2\ndouble tab1(3, 2)   # comment line\n  0   0\n 1,+2.5;2\t-4e0 # end\n";
  TableData table;
  std::string problem;
  ASSERT_TRUE(readTable(text, "tab1", table, problem)) << problem;
  EXPECT_EQ(table.rows, 3u);
  EXPECT_EQ(table.columns, 2u);
  EXPECT_EQ(table.values, (std::vector<double>{0, 0, 1, 2.5, 2, -4}));
  ASSERT_TRUE(readTable("\xEF\xBB\xBF" + text, "a", table, problem)) << "marked as UTF-8";
  EXPECT_EQ(table.values, (std::vector<double>{1, 2}));
}

TEST(TableFile, WhatIsWrongIsSaid) {
  const auto problemOf = [](const std::string& text) {
    TableData table;
    std::string problem;
    EXPECT_FALSE(readTable(text, "t", table, problem));
    return problem;
  };
  EXPECT_EQ(problemOf("double t(1,1) 1"), "it does not begin with '#1'");
  EXPECT_EQ(problemOf("#1\nint t(1,1) 1"), "'double' or 'float' is expected in front of a table, but there is 'int'");
  EXPECT_EQ(problemOf("#1\ndouble t 1"), "the size of the table 't' is not written as (rows, columns)");
  for (const char* size : {"(1e101,0)", "(0,1e101)", "(1e10,1e10)", "(-1,2)", "(nan,1)"})
    EXPECT_EQ(problemOf(std::string("#1\ndouble t") + size),
              "the size of the table 't' is not written as (rows, columns)");
  EXPECT_EQ(problemOf("#1\ndouble t(2,2) 1 2 x"), "the table 't' should have 4 numbers, but number 3 is missing");
  EXPECT_EQ(problemOf("#1\ndouble u(1,1) 1"), "there is no table 't' in it");
}

}  // namespace
}  // namespace dashpot::model

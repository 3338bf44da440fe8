// Radau IIA and Lobatto IIIC methods of any or a few numbers of stages, with embedded formulas.
#include "tableaux/continuous_extension.hpp"
#include "tableaux/implicit_rk.hpp"
#include "tableaux/polynomial.hpp"

#include <Eigen/Dense>

#include <cmath>

namespace dashpot::tableaux {
namespace {

/// Legendre polynomial P_n and its derivative at x, by the three-term recursion.
struct Legendre {
  long double value;
  long double slope;
};

Legendre legendre(int n, long double x) {
  long double before = 1, p = x;
  if (n == 0) return {1, 0};
  for (int k = 1; k < n; ++k) {
    const long double next = ((2 * k + 1) * x * p - k * before) / (k + 1);
    before = p;
    p = next;
  }
  return {p, n * (x * p - before) / (x * x - 1)};
}

/// Nodes and weights on [0, 1], exact up to degree 2n - 1.
struct Quadrature {
  ExtendedVector nodes;
  ExtendedVector weights;
};

Quadrature gauss(int n) {
  Quadrature q{ExtendedVector(n), ExtendedVector(n)};
  for (int i = 0; i < n; ++i) {
    long double x = -std::cos(3.14159265358979323846L * (i + 0.75L) / (n + 0.5L));
    for (int iteration = 0; iteration < 20; ++iteration) {
      const Legendre p = legendre(n, x);
      x -= p.value / p.slope;
    }
    const Legendre p = legendre(n, x);
    q.nodes(i) = (1 + x) / 2;
    q.weights(i) = 1 / ((1 - x * x) * p.slope * p.slope);
  }
  return q;
}

/// The zeros of P_s - P_(s-1), shifted to [0, 1]; the last is 1.
ExtendedVector radauNodes(int s) {
  ExtendedVector c(s);
  for (int i = 0; i < s - 1; ++i) {
    // Between the zeros of both polynomials; the cosine is close enough for Newton's iteration.
    long double x = -std::cos(3.14159265358979323846L * (2 * i + 1) / (2 * s - 1));
    for (int iteration = 0; iteration < 20; ++iteration) {
      const Legendre high = legendre(s, x), low = legendre(s - 1, x);
      // Deflated by the known zero at x = 1.
      const long double value = high.value - low.value, slope = high.slope - low.slope;
      x -= value / (slope - value / (x - 1));
    }
    c(i) = (1 + x) / 2;
  }
  c(s - 1) = 1;
  return c;
}

long double lagrange(const ExtendedVector& nodes, Eigen::Index i, long double x) {
  long double value = 1;
  for (Eigen::Index j = 0; j < nodes.size(); ++j)
    if (j != i) value *= (x - nodes(j)) / (nodes(i) - nodes(j));
  return value;
}

/// Integrals of the Lagrange polynomials from 0 to x, by a quadrature that is exact for them and loses no digits.
ExtendedVector lagrangeIntegrals(const ExtendedVector& nodes, long double x) {
  const Quadrature q = gauss(static_cast<int>(nodes.size() / 2 + 1));
  ExtendedVector integrals = ExtendedVector::Zero(nodes.size());
  for (Eigen::Index g = 0; g < q.nodes.size(); ++g)
    for (Eigen::Index i = 0; i < nodes.size(); ++i)
      integrals(i) += x * q.weights(g) * lagrange(nodes, i, x * q.nodes(g));
  return integrals;
}

/// A real eigenvalue of A, or, where there is none, the modulus of the first pair: the weight of the slope at the start
/// in the embedded formula, so that the estimate can be filtered by a factorisation that is there anyway.
long double filterWeight(const ExtendedMatrix& a) {
  const ExtendedComplexVector values = modesOf(a).values;
  for (const auto& lambda : values)
    if (std::abs(lambda.imag()) < 1e-12L) return lambda.real();
  return std::abs(values(0));
}

}  // namespace

ImplicitTable radauIIA(std::string_view name, int s) {
  ImplicitTable table{.name = name,
                      .source =
                          "Ehle 1969; Hairer and Wanner 1996, 1999; estimate: formula of order s with the slope at "
                          "the start, filtered",
                      .order = 2 * s - 1,
                      .embeddedOrder = s,
                      .denseOrder = s,
                      .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 2 * s - 1},
                      .a = ExtendedMatrix(s, s),
                      .b = {},
                      .c = radauNodes(s),
                      .bHat = {},
                      .dense = {}};
  for (int i = 0; i < s; ++i) table.a.row(i) = lagrangeIntegrals(table.c, table.c(i)).transpose();
  table.b = table.a.row(s - 1).transpose();
  table.slopeWeight = filterWeight(table.a);
  // Quadrature of order s with the weight of the start prescribed: what it integrates too much there is taken from the
  // interpolation of the slopes, extrapolated to 0 (Hairer and Wanner II, IV.8.16).
  table.bHat = table.b;
  for (int i = 0; i < s; ++i) table.bHat(i) -= table.slopeWeight * lagrange(table.c, i, 0);
  table.dense = integratedLagrange(table.c);
  return table;
}

ImplicitTable lobattoIIIC(std::string_view name, int s) {
  ImplicitTable table{.name = name,
                      .source = "Chipman 1971; estimate: highest divided difference of the stage slopes, filtered",
                      .order = 2 * s - 2,
                      .embeddedOrder = s - 1,
                      .denseOrder = s,
                      .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 2 * s - 2},
                      .a = {},
                      .b = {},
                      .c = {},
                      .bHat = {},
                      .dense = {}};
  if (s == 3) {
    table.c = ExtendedVector{{0, 1.0L / 2, 1}};
    table.a = ExtendedMatrix{
        {1.0L / 6, -1.0L / 3, 1.0L / 6}, {1.0L / 6, 5.0L / 12, -1.0L / 12}, {1.0L / 6, 2.0L / 3, 1.0L / 6}};
  } else {
    const long double r = std::sqrt(5.0L);
    table.c = ExtendedVector{{0, (5 - r) / 10, (5 + r) / 10, 1}};
    table.a = ExtendedMatrix{{1.0L / 12, -r / 12, r / 12, -1.0L / 12},
                             {1.0L / 12, 1.0L / 4, (10 - 7 * r) / 60, r / 60},
                             {1.0L / 12, (10 + 7 * r) / 60, 1.0L / 4, -r / 60},
                             {1.0L / 12, 5.0L / 12, 5.0L / 12, 1.0L / 12}};
  }
  table.b = table.a.row(s - 1).transpose();
  // The slope at the start allows a formula of order s, but its difference to the method, f(y0) - f(Y1), vanishes where
  // f depends on t only. The highest divided difference of the slopes does not; the slope at the start joins it so that
  // inconsistent starts are seen.
  table.slopeWeight = filterWeight(table.a);
  table.bHat = table.b;
  table.bHat(0) -= table.slopeWeight;
  const long double share = 1.0L / (4 * s);
  for (int i = 0; i < s; ++i) {
    long double reciprocal = 1;
    for (int j = 0; j < s; ++j)
      if (j != i) reciprocal *= table.c(i) - table.c(j);
    table.bHat(i) += share * table.slopeWeight / reciprocal / static_cast<long double>(s);
  }
  table.dense = integratedLagrange(table.c);
  return table;
}

}  // namespace dashpot::tableaux

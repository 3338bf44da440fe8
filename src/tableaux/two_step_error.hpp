// Error methods that use the data of two consecutive steps of a Runge-Kutta method, and so cost no evaluation:
//   x^_{k+1} = sum of coefficients times  x_{k-1}, x_k, stage states X_i and h times stage slopes of both steps.
// Compared with x_{k+1} they estimate the local error (Treeaporn 2005, eqs. 2.161 to 2.163, 3.22 and 4.9).
//
// Published coefficients meet the order conditions of linear problems only, to their 14 digits. Those stored here meet
// them exactly (least-norm corrections below 1e-11, recomputed independently); in the formula for Lobatto IIIC of order
// 4 the first datum is the first stage of the earlier step, not its start, as no other reading has an order above 2.
// For steps of different length the coefficients are derived here: the nearest ones that meet the same conditions.
#pragma once

#include "tableaux/formula.hpp"
#include "tableaux/implicit_rk.hpp"

#include <complex>
#include <span>
#include <string_view>
#include <vector>

namespace dashpot::tableaux {

/// One number per component that two steps offer.
struct StepDatum {
  enum class Kind { start, state, slope };  // x at the step's start; X_i; h F(X_i), with the h of the later step
  Kind kind;
  bool earlier;  // of the earlier step
  int stage;     // from 0; unused for start
};

struct TwoStepErrorMethod {
  std::string_view method;  // the table that it belongs to
  std::string_view source;
  int linearOrder;  // on linear problems with constant coefficients
  int order;        // on all problems
  std::vector<StepDatum> data;
  ExtendedVector coefficients;  // for equal steps
};

std::span<const TwoStepErrorMethod> twoStepErrorMethods();
/// Null where the method has none.
const TwoStepErrorMethod* findTwoStepError(std::string_view method);

/// Weights of the data of two steps, seen as one Runge-Kutta step of 2s stages whose length is that of both: the later
/// step is `ratio` times as long as the earlier. One row per datum, columns: the 2s slopes (times the total length);
/// the last column is the weight of x_{k-1}.
ExtendedMatrix dataWeights(const ImplicitTable& table, std::span<const StepDatum> data, long double ratio);

/// The two steps and the error method as one formula, for order conditions; b belongs to the two steps of the method,
/// bHat to the error method.
struct TwoStepFormula {
  ExtendedMatrix a;
  ExtendedVector b;
  ExtendedVector bHat;
};
TwoStepFormula twoStepFormula(const TwoStepErrorMethod& error, long double ratio = 1);

/// Coefficients on the given data that meet the order conditions, up to `order` those of all problems, beyond and up to
/// `linearOrder` those of linear problems: of all solutions the one nearest to `wanted`. Empty when there is none.
ExtendedVector solveOrderConditions(const ImplicitTable& table, std::span<const StepDatum> data, int order,
                                    int linearOrder, long double ratio, const ExtendedVector& wanted);

/// The error method's coefficients when the later step is `ratio` times as long as the earlier.
ExtendedVector coefficientsFor(const TwoStepErrorMethod& error, long double ratio);

/// x^_{k+1} = P(z) x_{k-1} + Q(z) x_k on y' = lambda y, z = h lambda, equal steps.
struct TwoStepStability {
  std::complex<double> p;
  std::complex<double> q;
  /// The larger root of mu^2 - Q mu - P: the spectral radius of the companion matrix.
  double radius() const;
};
TwoStepStability stabilityAt(const TwoStepErrorMethod& error, std::complex<double> z);

/// x^_{k+1} - x_{k+1} = C z^power + ... relative to x_{k-1}.
struct LeadingTerm {
  int power;
  double constant;
};
LeadingTerm leadingEstimate(const TwoStepErrorMethod& error);

}  // namespace dashpot::tableaux

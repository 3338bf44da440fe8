// Step-size control: the next step from the errors of the last ones. Separate from the methods.
//
// e is the error in units of the tolerance, k the order of its estimate (e ~ h^k).
//
//   i           h e^(-1/k)
//   pi          h e^(-0.7/k) e_1^(0.4/k)                  Gustafsson (1991); Hairer and Wanner I, II.4
//   pid         h e^(-0.58/k) e_1^(0.21/k) e_2^(-0.1/k)   Soederlind (1998), constants of Kennedy and Carpenter (2003)
//   h211b       h (e e_1)^(-1/(4k)) (h/h_1)^(-1/4)        Soederlind (2003), b = 4
//   predictive  h e^(-1/k) (h/h_1) (e_1/e)^(1/k)          Gustafsson (1994), never above i
//
// After an error below 1e-4 pi, pid and h211b are as i: such errors say only that the step is far too small.
//
// Published rules, kept for reproduction. With h_opt = h e^(-1/k), two of the University of Bath thesis on the diagonal
// exponential method, 4.14 and 8.23:
//
//   deadBand     h > 0.84 h_opt: rejected, and repeated with rejectionFactor h_opt without another test;
//                h < 0.25 h_opt: the next step is 2/3 h_opt; else h is kept
//   halveDouble  e > 1: h/2;  e < 1/(2^p + 2^(p+1)), p = k - 1: 2 h;  else h is kept
//
// A rejectionFactor of 1, as in the general code of the thesis, makes almost every later step fail once, because h_opt
// itself is above 0.84 h_opt. That of Treeaporn (2005), eqs. 2.164 and 2.165 and appendix B:
//
//   equalPairs   h_opt for an error of at least 1/10, within h/2 and 2 h; only after two equal steps, and nothing is
//                rejected
//
// safety, minFactor and maxFactor play no part in these.
#pragma once

#include "dashpot/integrate.hpp"

namespace dashpot::integrators {

class StepController {
 public:
  StepController() = default;
  StepController(const ControllerOptions& options, int errorOrder) : options_(options), order_(errorOrder) {}

  void reset() { *this = StepController(options_, order_); }

  /// Whether a step with this error is accepted. A NaN never is.
  bool accepts(double error) const;
  /// For methods of variable order: errors of another order cannot be compared with the earlier ones.
  void setOrder(int errorOrder);
  /// The next step after h was accepted with this error; `caution` multiplies the safety factor.
  double afterAcceptance(double h, double error, double caution = 1);
  /// A smaller step after h was rejected with this error; growth is then barred until the next acceptance.
  double afterRejection(double h, double error);
  /// After a step that could not be computed at all; `factor` 0: the method does not know better.
  double afterBreakdown(double h, double factor = 0);

  void save(Vector& memory) const;
  ConstView load(ConstView memory);

 private:
  double publishedFactor(double error) const;
  double afterPair(double h, double error);
  double suggestedFactor(double h, double error, double elementary) const;
  double power(double error, double numerator) const;

  ControllerOptions options_;
  int order_ = 1;
  double error1_ = 0;  // of the last accepted step; 0: there is none
  double error2_ = 0;
  double elementary1_ = 1;  // e_1^(-1/k), kept because a power costs as much as a small LU
  double step1_ = 0;
  bool rejected_ = false;
  int equalSteps_ = 0;  // as the published program counts them
};

}  // namespace dashpot::integrators

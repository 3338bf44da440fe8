// Transition matrices of first- and second-order blocks in closed form, for inputs that are constant or straight over
// the step:
//
//   T y' + y = u                               y(h) = decay y + gain u + ramp u'
//   y'' + 2 zeta wn y' + wn^2 y = wn^2 u       (y, y')(h) = Phi (y, y', u, u')
//
// Smith (1974, ch. IV and appendices A, B, D) prints them for the three damping cases. His forms lose eight digits for
// zeta around 1e4 and near zeta = 1, even with his own rearrangements; the forms used here, derived from his, are exact
// to rounding for every damping and every step, also where h is so small that 1 - phi11 cancels.
#pragma once

namespace dashpot::linalg {

struct FirstOrderTransition {
  double decay = 1;  // E = e^(-h/T)
  double gain = 0;   // 1 - E
  double ramp = 0;   // h - T (1 - E)
};

FirstOrderTransition firstOrderTransition(double timeConstant, double h);

/// Row 1: phi11 phi12 phi13 phi14, row 2: phi21 phi22 phi23 phi24, on (y, y', u, u').
struct SecondOrderTransition {
  double phi11 = 1, phi12 = 0, phi13 = 0, phi14 = 0;
  double phi21 = 0, phi22 = 1;

  double phi23() const { return -phi21; }
  double phi24() const { return phi13; }
};

/// Any damping, negative ones too.
SecondOrderTransition secondOrderTransition(double damping, double naturalFrequency, double h);

}  // namespace dashpot::linalg

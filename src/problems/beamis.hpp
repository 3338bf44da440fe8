// The linear examples of Beamis 1990: a four-mass model of the human body, a seventh-order RLC ladder and four small
// RLC circuits, each in the forms in which the thesis integrates them. Element values of the small circuits follow from
// the coefficients of its program.
#pragma once

#include "problems/linear_systems.hpp"

namespace dashpot::problems {

/// One circuit or mechanism with its input and a consistent start of the second-order form.
struct SecondOrderExample {
  LinearSecondOrder secondOrder;
  Sinusoid input;
  Vector initial;         // (x, x', w)
  LinearSystem physical;  // first-order form in physical states, which start at rest
};

/// Chain of four masses, force 10 sin(pi t) on the last; output: compression of the neck.
SecondOrderExample bodyModel();

enum class LadderForm {
  mixed,                 // node voltages 1 to 4, first-order unknown v5
  differentiated,        // v5 by its differentiated equation too
  differentiatedListed,  // the same as printed: node 4 does not see v5
  shorted,               // R4 = 0: four node voltages, output v4
};
/// Driven by a current 144 cos 3t, which enters node 1 by its derivative; output v5.
SecondOrderExample rlcLadder(LadderForm form = LadderForm::mixed);

/// Circuits 1 to 4, driven by 10 sin(3 pi t); in 3 and 4 the input enters by its derivative.
SecondOrderExample smallCircuit(int number);

}  // namespace dashpot::problems

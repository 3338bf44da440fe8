// The transition matrix of a linear block together with the generator of its input, cached per step size:
//
//   x(t + h) = Phi x(t) + Theta w(t)         [Phi Theta] = the first rows of exp(h [A B H; 0 F])
//
// Polynomial inputs: Theta = [h phi_1(hA) B, h^2 phi_2(hA) B, ..]. Blocks of first order, and of second order in the
// form y'' + 2 zeta wn y' + wn^2 y = b u, use their closed forms (linalg/block_transition.hpp) up to the ramp.
#pragma once

#include "integrators/linear_parts/input_model.hpp"
#include "integrators/linear_parts/linear_block.hpp"

#include <span>
#include <vector>

namespace dashpot::integrators {

class TransitionMatrix {
 public:
  /// Only A and B of the block are used.
  TransitionMatrix(Eigen::MatrixXd A, Eigen::MatrixXd B, Generator generator);
  /// Inputs that are polynomials of this degree.
  TransitionMatrix(Eigen::MatrixXd A, Eigen::MatrixXd B, int degree);

  struct Step {
    double h = 0;
    Eigen::MatrixXd Phi;
    Eigen::MatrixXd Theta;
  };
  /// The last few step sizes are kept. The reference holds until the next call.
  const Step& at(double h) &;

  /// The same without looking at or changing what is kept.
  Step compute(double h) const;

  int order() const { return static_cast<int>(A_.rows()); }
  int inputs() const { return static_cast<int>(B_.cols()); }
  const Generator& generator() const { return generator_; }

 private:
  Step closedForm(double h) const;

  Eigen::MatrixXd A_, B_;
  Generator generator_;
  int degree_ = -1;  // of polynomial inputs; -1: another generator
  enum class Form { general, firstOrder, secondOrder } form_ = Form::general;
  std::vector<Step> cache_;  // most recent first
};

}  // namespace dashpot::integrators

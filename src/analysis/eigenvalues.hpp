// analysis/eigenvalues.hpp
//
// The modes of x' = A x: what they are, how fast, how well damped, and which states take part in them.
//
// The part that state k has in mode i is |w_ki v_ki|, w and v the left and right eigenvectors, as a share of the sum
// over all states (Perez-Arriaga, Verghese, Schweppe 1982): it does not depend on the units of the states.
#pragma once

#include "analysis/linear_model.hpp"

#include <complex>
#include <limits>

namespace dashpot::analysis {

struct Participation {
  std::string state;
  double share = 0;
};

struct Eigenmode {
  std::complex<double> eigenvalue;    // of a pair, that with the positive imaginary part
  bool isPair = false;                // two conjugate eigenvalues
  double naturalFrequency = 0;        // |lambda|/(2 pi), Hz
  double damping = 0;                 // -Re(lambda)/|lambda|; 0 for an eigenvalue 0
  double timeConstant = 0;            // -1/Re(lambda), s; negative: grows; infinite: neither
  std::vector<Participation> states;  // the largest first; those below a hundredth left out
  [[nodiscard]] double dampedFrequency() const;
};

struct Spectrum {
  std::vector<Eigenmode> modes;  // the fastest first
  /// Largest over smallest |Re(lambda)| of the eigenvalues with a negative real part; 1 if there are none.
  double stiffnessRatio = 1;
  /// Fastest |lambda|.
  double largest = 0;
  bool isStable = true;  // no eigenvalue has a positive real part
  int zeros = 0;         // eigenvalues 0: offsets, or ramps if several belong together
};

/// The matrix is balanced first (Parlett and Reinsch 1969): states in Pa and in m differ by ten orders of magnitude.
[[nodiscard]] Spectrum spectrumOf(const LinearModel& model);

/// Scales a square matrix by a diagonal of powers of two, in place, so that rows and columns are of like size.
[[nodiscard]] Eigen::VectorXd balance(Eigen::MatrixXd& matrix);

}  // namespace dashpot::analysis

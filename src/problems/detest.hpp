// STIFF DETEST, the test set of Enright, Hull and Lindberg (1975) and Enright and Pryce (1987), classes A to F, and
// class G of problems with discontinuities in t, as a University of Bath thesis (1980s) lists them; where its print
// differs from the public set, the public set holds (D3, E2, E5, F1, F5).
//
//   A  linear, real eigenvalues          D  nonlinear, real eigenvalues          G  discontinuous
//   B  linear, complex eigenvalues       E  nonlinear, complex eigenvalues
//   C  nonlinear coupling                F  chemical kinetics
//
// References at the end are those of RADAU5 and CVODE (two codes that are not ours) at relative tolerances of 1e-13 and
// 1e-12; `referenceDigits` is what they agree on.
#pragma once

#include "problems/problems.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace dashpot::problems {

struct DetestProblem {
  TestProblem test;
  double firstStep = 0;  // of the set; class G has none
};

/// "a1" to "g5", in this order.
std::vector<std::string_view> detestNames();
/// By one of these names, in either case.
std::optional<DetestProblem> findDetest(std::string_view name);

}  // namespace dashpot::problems

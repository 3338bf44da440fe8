// analysis/linearize.hpp
//
// The linear model of a compiled model, or of a built-in problem, at one point of a solution.
//
// With states x, algebraic unknowns z, inputs u and outputs y,
//   x' = F(x, z, u),  0 = G(x, z, u),  y = H(x, z, u):
//   A = F_x - F_z G_z^-1 G_x,  B = F_u - F_z G_z^-1 G_u,  C = H_x - H_z G_z^-1 G_x,  D = H_u - H_z G_z^-1 G_u,
// all of them exact derivatives. Modes and discrete variables are those of the point; what is delayed is held.
#pragma once

#include "analysis/linear_model.hpp"
#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "problems/problems.hpp"
#include "results/selection.hpp"
#include "simulation/bound_model.hpp"

namespace dashpot::analysis {

/// The model must have been compiled with gradients. `inputs`: numbers of the model's inputs; `outputs`: any of its
/// variables that are no parameters.
[[nodiscard]] Expected<LinearModel, Diagnostic> linearize(simulation::BoundModel& model, double t, ConstView y,
                                                          const std::vector<std::uint32_t>& inputs,
                                                          const std::vector<results::Column>& outputs);

/// A problem has no inputs; its outputs are its unknowns. Where M mixes derivatives, states are combinations of them.
[[nodiscard]] Expected<LinearModel, Diagnostic> linearize(const problems::TestProblem& test, double t, ConstView y);

}  // namespace dashpot::analysis

// codegen/compiled_step.hpp
//
// One step of an integration formula worked into the equations (equations::InlinedStep), as functions over one vector of
// numbers w, which they are called with as y:
//
//   w   what the step begins with: its length, the coefficients of a two-step formula, y, the states one step before,
//       slopes of the inputs; then what its parts make, one after the other
//   u   the inputs of the model at the instants of the stages, stage by stage
//
// and with the time at the start of the step. Parts are performed in order:
//
//   values     numbers by a function
//   linear     z from A z = b, where A and b stand in w, made by values before; A that depends only on what stays the
//              same while steps have one length has a function of its own, and need not be made again
//   nonlinear  z from r(z) = 0, with its exact Jacobian
//
// A part whose matrix is that of an earlier part, or differs from it only by where it is evaluated, refers to that.
#pragma once

#include "codegen/entry.hpp"
#include "dashpot/linear_solver.hpp"

#include <string>
#include <vector>

namespace dashpot::codegen {

struct StepPart {
  enum class Kind : std::uint8_t { values, linear, nonlinear };
  static constexpr std::uint32_t itself = 0xffffffff;

  Kind kind = Kind::values;
  std::uint32_t first = 0, count = 0;  // of w: the numbers that it makes

  Entry function = {};            // values: all; nonlinear: r
  Entry linearised = {};          // nonlinear: r, then its Jacobian in the order of the pattern
  SparsityPattern pattern = {};   // of A or the Jacobian
  std::uint32_t kin = itself;     // linear: the part with this very matrix; nonlinear: one with a matrix like it
  bool isConstant = false;        // A depends on the lengths of steps, parameters, modes and d alone
  Entry matrix = {};              // linear, constant: A
  std::uint32_t matrixAt = 0;     // linear, not constant: where A begins in w
  std::uint32_t rightSideAt = 0;  // linear: where b begins
};

struct CompiledStep {
  std::string method;
  std::vector<double> nodes;  // by stage: at t + node h
  std::uint32_t size = 0;     // of w
  // Where these begin in w, behind the length; those of the formula at hand, up to `begun`.
  std::uint32_t coefficients = 0, start = 0, earlier = 0, inputSlopes = 0, begun = 0;
  std::vector<StepPart> parts;
  // Places in w: y at the end, and by stage y, the derivatives of the states, and what y grows by in linearly implicit
  // formulas.
  std::vector<std::uint32_t> end;
  std::vector<std::vector<std::uint32_t>> states, slopes, increments;
  /// For the unknowns of nonlinear parts, one part after the other: their values at (t, y), from y itself as in F; their
  /// nominal values, 0 where the model gives none; the stage they belong to; and what they are copies of, numbered.
  Entry guess = {}, nominal = {};
  std::vector<std::uint32_t> stageOf, originalOf;
  std::vector<std::uint32_t> placeInY;  // of the original; noPlaceInY: none
  static constexpr std::uint32_t noPlaceInY = 0xffffffff;
  std::vector<std::string> names;  // of w, for messages
};

}  // namespace dashpot::codegen

// equations/solvable_system.hpp
//
// The solvable system: the flat model as M y' = F(t, y), ready to be turned into code.
//
//   y       the states and the iteration variables of nonlinear algebraic blocks
//   M       diagonal: 1 in the row of a state, 0 in the row of an iteration variable
//   F       rows; what they need beyond t, y, parameters and modes is computed by steps, in order
//   modes   truth values of relations; held constant while integrating, switched at events
//
// The initial system has the same form without derivatives: 0 = G(z), z its iteration variables.
// Here: everything symbolic and exact. Not here: numbers of parameters, evaluation order inside an expression, memory
// layout.
//
// Variables are numbered as in the flat model; behind them come the derivatives of the states and then auxiliaries.
// Invariants (check verifies them):
//   1 the first variables are those of the flat model, in its order
//   2 every variable that is not a parameter, state, iteration variable or alias is assigned by exactly one step
//   3 a step uses only variables known before it: parameters, y, and targets of earlier steps
//   4 rows and unknowns are equal in number; rows[i] is the row of unknowns[i], differential exactly if that is a state
//   5 the entries of the Jacobian lie inside it, at most one per place, sorted by column and row
//   6 no der(), noEvent() or alias occurs in an expression, and every mode it refers to exists
#pragma once

#include "model/flat_model.hpp"

#include <string>
#include <variant>
#include <vector>

namespace dashpot::equations {

using model::FlatModel;
using symbolic::Expr;
using symbolic::Pool;
using symbolic::VariableId;

enum class EquationId : std::uint32_t { none = 0xffffffff };

enum class Role : std::uint8_t {
  parameter,   // or constant: known before the run
  state,       // known from the integrator
  derivative,  // of a state
  algebraic,   // assigned by a step
  iteration,   // an unknown of a nonlinear block: known from the integrator
  alias,       // plus or minus another variable
  auxiliary,   // made here: partial derivatives, coefficients
};

struct SystemVariable {
  Role role = Role::algebraic;
  VariableId of = VariableId::none;  // derivative: the state; state: its derivative; alias: the variable it stands for
  bool negated = false;              // alias
  Expr start = Expr::none;           // its own or that of an alias
  Expr nominal = Expr::none;
  std::string label = {};  // auxiliary: how it is shown
};

/// Where an equation of the system comes from.
enum class EquationSource : std::uint8_t { flat, initial, startValue };

struct SystemEquation {
  Expr left = Expr::none;  // aliases, derivatives and relations replaced
  Expr right = Expr::none;
  EquationSource source = EquationSource::flat;
  std::uint32_t index = 0;  // into the flat model's equations, initial equations, or variables
  model::Origin origin = {};
};

/// A relation; its truth is `mode`, its zero-crossing function is left - right.
struct Mode {
  symbolic::Op relation = symbolic::Op::less;
  Expr left = Expr::none;
  Expr right = Expr::none;
  model::Origin origin = {};
};

struct Assignment {
  VariableId target = VariableId::none;
  Expr value = Expr::none;
  EquationId equation = EquationId::none;
};

/// matrix * unknowns[c] = rightSides[c] for each c; one factorisation serves all of them.
struct LinearSolve {
  std::vector<Expr> matrix;  // by rows; Expr::none: zero
  std::vector<std::vector<VariableId>> unknowns;
  std::vector<std::vector<Expr>> rightSides;  // Expr::none: zero
  EquationId equation = EquationId::none;     // the first of the block
  [[nodiscard]] std::size_t size() const { return unknowns.empty() ? 0 : unknowns.front().size(); }
};

using Step = std::variant<Assignment, LinearSolve>;

struct Row {
  bool differential = false;  // y' = value; else 0 = value
  Expr value = Expr::none;
  EquationId equation = EquationId::none;
};

struct JacobianEntry {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  Expr value = Expr::none;
};

enum class BlockKind : std::uint8_t { assignment, linear, nonlinear };

/// What sorting and tearing made of a strongly connected block; for people, the steps and rows are what counts.
struct Block {
  BlockKind kind = BlockKind::assignment;
  std::vector<EquationId> equations;
  std::vector<VariableId> unknowns;
  std::vector<VariableId> torn;
};

/// F with its exact derivatives.
struct SortedSystem {
  std::vector<VariableId> unknowns;  // y
  std::vector<Step> steps;
  std::vector<Row> rows;
  std::vector<Step> derivativeSteps;  // behind `steps`: what the Jacobian and dF/dt need in addition
  std::vector<JacobianEntry> jacobian;
  std::vector<Expr> timeDerivative;  // one per row, of the simulation only; Expr::none: zero
  std::vector<Block> blocks;
};

struct SolvableSystem {
  FlatModel flat;
  std::vector<SystemVariable> variables;
  std::vector<SystemEquation> equations;
  std::vector<Mode> modes;
  std::vector<Assignment> parameters;  // parameters with a value, in an order in which they can be evaluated
  SortedSystem simulation;
  SortedSystem initial;

  [[nodiscard]] const SystemVariable& operator[](VariableId id) const { return variables[symbolic::index(id)]; }
  [[nodiscard]] std::string nameOf(VariableId id) const;
};

/// "R1 (circuit.mo:7): v = R*i", in the user's names.
[[nodiscard]] std::string describe(const SolvableSystem& system, EquationId id, const Sources& sources);

[[nodiscard]] std::vector<std::string> check(const SolvableSystem& system);
[[nodiscard]] std::string print(const SolvableSystem& system);

}  // namespace dashpot::equations

// equations/solvable_system.hpp
//
// The solvable system: the flat model as M y' = F(t, y), ready to be turned into code.
//
//   y       the states and the iteration variables of nonlinear algebraic blocks
//   M       diagonal: 1 in the row of a state, 0 in the row of an iteration variable
//   F       rows; what they need beyond t, y, parameters, modes and d is computed by steps, in order
//   modes   truth values of relations; held constant while integrating, switched at events
//   d       discrete variables; held constant while integrating, updated at events until nothing changes
//
// The initial system has the same form without derivatives: 0 = G(z), z its iteration variables.
// Here: everything symbolic and exact.
// Not here: numbers of parameters, evaluation order inside an expression, memory layout.
//
// Variables are numbered as in the flat model; behind them come derivatives, states of sets and then auxiliaries.
// Invariants (check verifies them):
//   1 the first variables are those of the flat model, in its order
//   2 every variable that is not known from outside (parameter, computed, y, d, pre, phase, input, delayed) or an alias
//     is assigned by exactly one step
//   3 a step uses only variables known before it: those known from outside, and targets of earlier steps
//   4 rows and unknowns are equal in number; rows[i] is the row of unknowns[i], differential exactly if that is a state
//   5 the entries of the Jacobians, dF/dp among them, lie inside them, at most one per place, sorted by column and row
//   6 no der(), pre(), noEvent(), sample(), delay(), homotopy(), initial() or alias occurs in an expression, and every
//     mode it refers to exists
//   7 d is made of discrete and held variables, each once; what the discrete pass assigns is `next`, one for each
//     discrete variable
//   8 a state set has as many states per level as rows in its selection, and as many candidates as columns
//   9 the sections of an inlined step assign every stage variable once, from what the step begins with and earlier ones
#pragma once

#include "base/boxed.hpp"
#include "base/shared_text.hpp"
#include "base/short_list.hpp"
#include "model/flat_model.hpp"

#include <array>
#include <optional>
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
  computed,    // follows from parameters alone: evaluated with them, once
  state,       // known from the integrator
  derivative,  // of another variable
  algebraic,   // assigned by a step
  iteration,   // an unknown of a nonlinear block: known from the integrator
  discrete,    // an element of d that the discrete pass determines
  held,     // an element of d that the run itself sets: free parameters, clocks, selections of state sets, left limits
  pre,      // the value of a discrete variable before the event
  phase,    // what the run is doing: initial(), terminal(), the path of a homotopy
  input,    // of the model as a whole
  delayed,  // a number that describes a stretch of the history of a delayed expression
  alias,    // plus or minus another variable
  stage,    // of an inlined formula: a variable of the model in one of its stages
  stageInput,  // an input at the instant of a stage: known when the step begins
  stepData,    // its length, and what earlier steps left to it: known when the step begins
  auxiliary,   // made here: partial derivatives, coefficients
};

[[nodiscard]] constexpr bool isContinuous(Role role) {
  return role == Role::state || role == Role::derivative || role == Role::algebraic;
}

struct SystemVariable {
  Role role = Role::algebraic;
  VariableId of = VariableId::none;          // derivative, pre, stage: the variable it is that of; alias: what it is
  VariableId derivative = VariableId::none;  // the variable that is its time derivative
  VariableId before = VariableId::none;      // discrete: the variable that is pre() of it
  bool negated = false;                      // alias
  Expr start = Expr::none;                   // its own or that of an alias
  Expr nominal = Expr::none;
  VariableId by = VariableId::none;  // auxiliary: it is the derivative of `of` by this one, and shown so
  SharedText label = {};             // made here: how it is shown; derivatives need none
};

/// Where an equation of the system comes from.
enum class EquationSource : std::uint8_t {
  flat,
  initial,
  startValue,
  differentiated,  // by index reduction
  selection,       // defines the states of a set
  when,            // a when-clause as an equation
  event,           // the whole number that floor() and the like give between two events
  delay,           // what a delayed expression was
  delayStart,      // and what it is at the start
  integration,     // of an inlined formula: a state in a stage, from the slopes
};

struct SystemEquation {
  Expr left = Expr::none;  // aliases, derivatives and relations replaced
  Expr right = Expr::none;
  EquationSource source = EquationSource::flat;
  std::uint32_t index = 0;  // into the flat model's equations, initial equations, when-clauses or variables
  model::Origin origin = {};
  EquationId derivative = EquationId::none;  // this one, differentiated
  EquationId integral = EquationId::none;    // the one this is the derivative of
};

/// A relation; its truth is `mode`.
struct Mode {
  symbolic::Op relation = symbolic::Op::less;
  Expr left = Expr::none;
  Expr right = Expr::none;
  model::Origin origin = {};
  Expr time = Expr::none;      // where time alone decides between events: when it turns, by what is held between them
  bool rises = false;          // left - right is negative before that time, and positive after
  Expr crossing = Expr::none;  // the zero-crossing function: left - right
};

/// A value that changes in jumps while the system is integrated, without an event: F may jump with it
/// (equations/silent_conditions.hpp).
struct SilentCondition {
  Expr value = Expr::none;
  EquationId equation = EquationId::none;
  bool jumps = true;  // false: F only bends there, for parameters as they are (SolvableSystem::bendsRestOn)
};

/// What a parameter is by its declaration.
struct ParameterNumber {
  VariableId parameter = VariableId::none;
  double value = 0.0;
};

/// sample(first, interval): `flag` is true at these times only.
struct Clock {
  VariableId flag = VariableId::none;
  Expr first = Expr::none;
  Expr interval = Expr::none;
  model::Origin origin = {};
};

/// `kept` is `of` as it arrives at an event: what pre() of a continuous variable is (equations/arriving.hpp).
struct Arriving {
  VariableId kept = VariableId::none;
  VariableId of = VariableId::none;
};

/// Supplied by the run from the history of a delayed expression: the stretch in which the wanted time lies, as a
/// polynomial in x = (t - anchor) * perLength (equations/delays.hpp).
struct DelayedStretch {
  VariableId anchor = VariableId::none;
  VariableId perLength = VariableId::none;
  std::array<VariableId, 5> coefficients{};  // of x^0 to x^4
  VariableId isOpen = VariableId::none;      // 1: the stretch reaches up to the present, which is a node of it
};

/// delay(argument, time): `value` is the argument as it was. At the start it is the argument as it is.
struct Delay {
  VariableId value = VariableId::none;
  DelayedStretch stretch = {};
  Expr argument = Expr::none;
  Expr time = Expr::none;
  Expr longest = Expr::none;  // what memory must reach back
  bool mayVanish = false;     // the time varies or is zero: what is wanted may be the present value
  bool isDiscrete = false;    // the argument changes at events only
  EquationId running = EquationId::none, atStart = EquationId::none;
  model::Origin origin = {};
};

/// Something that happens at an instant: `active` tells whether, `value` what. An assertion outside when-clauses is
/// always active.
struct Action {
  model::ActionKind kind = model::ActionKind::assign;
  Expr active = Expr::none;
  VariableId target = VariableId::none;  // reinit: a state
  Expr value = Expr::none;
  model::Message message = {};
  bool isWarning = false;
  model::Origin origin = {};
  std::string file = {};  // print
  std::optional<WrittenMatrix> matrix = {};
};

/// States that are chosen while the run goes on: `states[k] = selection * candidates[k]` at each level k (positions,
/// velocities, ...), where each row of `selection` picks one candidate. The rows of `jacobian` are those of the
/// constraints' derivatives with respect to first the `dependent` unknowns, then the candidates: a selection is as good
/// as the columns left out of it are regular.
struct StateSet {
  std::vector<VariableId> selection;                // held; by rows
  std::vector<std::vector<VariableId>> candidates;  // by level
  std::vector<std::vector<VariableId>> states;      // by level
  std::uint32_t dependent = 0;
  std::vector<Expr> jacobian;  // by rows; Expr::none: zero
  [[nodiscard]] std::size_t size() const { return states.empty() ? 0 : states.front().size(); }
  [[nodiscard]] std::size_t candidateCount() const { return candidates.empty() ? 0 : candidates.front().size(); }
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

using Step = std::variant<Assignment, Boxed<LinearSolve>>;

/// Of a step that is no assignment.
[[nodiscard]] inline const LinearSolve& linearSolve(const Step& step) { return *std::get<Boxed<LinearSolve>>(step); }
[[nodiscard]] inline LinearSolve& linearSolve(Step& step) { return *std::get<Boxed<LinearSolve>>(step); }
[[nodiscard]] inline EquationId equationOf(const Step& step) {
  const auto* assignment = std::get_if<Assignment>(&step);
  return assignment ? assignment->equation : linearSolve(step).equation;
}

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

/// The derivative of a variable with respect to an unknown or an input.
struct VariableSlope {
  enum class Of : std::uint8_t { unknown, input };
  VariableId variable = VariableId::none;
  Of of = Of::unknown;
  std::uint32_t column = 0;  // into the unknowns, or the inputs
  Expr value = Expr::none;
};

enum class BlockKind : std::uint8_t { assignment, linear, nonlinear };

/// A strongly connected block after sorting and tearing. This is for people; to a run, the steps and rows are what
/// counts.
struct Block {
  BlockKind kind = BlockKind::assignment;
  ShortList<EquationId> equations;
  ShortList<VariableId> unknowns;
  ShortList<VariableId> torn;
  ShortList<EquationId> residuals;  // as many as torn variables
};

/// F with its exact derivatives.
struct SortedSystem {
  std::vector<VariableId> unknowns;  // y
  std::vector<Step> steps;
  std::vector<Row> rows;
  std::vector<Step> derivativeSteps;  // behind `steps`: what the Jacobian and dF/dt need in addition
  std::vector<JacobianEntry> jacobian;
  std::vector<Expr> timeDerivative;          // one per row, of the simulation only, inputs held; Expr::none: zero
  std::vector<JacobianEntry> inputJacobian;  // dF/du, of the simulation only; columns are inputs
  std::vector<VariableSlope> gradients;      // of every variable that is no alias, only if asked for
  std::vector<Block> blocks;
};

/// dF/dp for chosen parameters; made on demand (equations/derivatives.hpp).
struct ParameterDerivatives {
  std::vector<VariableId> parameters;  // the columns
  std::vector<Step> steps;             // behind those of the simulation
  std::vector<JacobianEntry> entries;  // sorted by column and row
};

/// One step of an integration formula worked into the equations; made on demand (equations/inlining.hpp). What is known
/// when a step begins: its length, time and y at its start, inputs at the instants of the stages, parameters, modes, d.
/// Section by section the rest follows: what can be solved for one after the other, or else one nonlinear block, whose
/// torn variables are the unknowns of its section. Only these are iterated on.
struct InlinedStep {
  std::string method;
  VariableId length = VariableId::none;             // h
  std::vector<VariableId> earlier;                  // of a two-step formula: the states one step before ...
  std::vector<VariableId> coefficients;             // ... and what multiplies x, these and h x', by both lengths
  std::vector<double> nodes;                        // by stage: at t + node h
  std::vector<VariableId> firstVariables;           // by stage: its variables begin here, and ascend with the stages
  std::vector<VariableId> inputs;                   // by stage, then as in SolvableSystem::inputs
  std::vector<VariableId> inputSlopes;              // of a linearly implicit formula: their derivatives at the start
  std::vector<std::vector<VariableId>> states;      // by stage: y
  std::vector<std::vector<VariableId>> slopes;      // by stage: the derivatives of the states
  std::vector<std::vector<VariableId>> increments;  // of a linearly implicit formula, by stage: what y grows by
  std::vector<VariableId> end;                      // y at the end of the step
  std::vector<SortedSystem> sections;               // without time derivatives
  [[nodiscard]] std::size_t stageCount() const { return nodes.size(); }
};

/// One pass over the discrete equations: next = f(t, y, parameters, modes, d, pre). Repeated until next = d = pre.
struct DiscretePass {
  std::vector<Assignment> steps;
  std::vector<VariableId> next;  // one per discrete variable, in the order of d
};

/// Sorting in numbers.
struct Counts {
  std::size_t equations = 0;       // of the flat model, without those of when-clauses
  std::size_t aliases = 0;         // variables removed as plus or minus another one
  std::size_t computed = 0;        // variables that follow from parameters alone
  std::size_t differentiated = 0;  // equations added by index reduction
  std::size_t index = 0;           // structural: 0 no algebraic loop, 1 loops, more: as often as equations are
                                   // differentiated, plus one
};

/// Rows of F that are linear in their states with coefficients that depend on parameters alone: x' = A x + u(t, y),
/// where u does not depend on x. A is given by its entries, as in the Jacobian; rows and columns count `states`.
struct LinearStates {
  std::vector<std::uint32_t> states;  // into y
  std::vector<JacobianEntry> a;
};

/// F_i = a y_i + b with a = dF_i/dy_i; algebraic rows have b alone.
struct DiagonalForm {
  Expr a = Expr::none;
  Expr b = Expr::none;
  bool isLinear = false;  // neither a nor b depends on y_i
};

/// Structure that special methods can use.
struct Features {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // (i, j): y[i]' = y[j]
  LinearStates linear;
  std::vector<DiagonalForm> diagonal;  // by row; empty: no row is linear in its own state
};

/// A start value that is given and not used, because that of another variable decides.
struct LostStart {
  VariableId variable = VariableId::none;
  std::vector<VariableId> rivals = {};      // the variables whose start values are used
  bool isDisputed = false;                  // none of them is written further out
  std::vector<VariableId> parameters = {};  // those that give the lost value
};

struct SolvableSystem {
  FlatModel flat;
  std::vector<SystemVariable> variables;
  std::vector<SystemEquation> equations;
  std::vector<Mode> modes;
  std::vector<SilentCondition> silentConditions;  // those at which F may jump come first
  std::vector<ParameterNumber> bendsRestOn;       // with other numbers F may jump at the others, too
  std::vector<Clock> clocks;
  std::vector<Arriving> arriving;
  std::vector<Delay> delays;
  std::vector<Action> actions;
  std::vector<StateSet> stateSets;
  std::vector<Assignment> parameters;  // parameters with a value and what follows from them, in order
  std::vector<VariableId> d;           // discrete variables, then held ones
  std::vector<VariableId> inputs;
  VariableId isInitial = VariableId::none, isTerminal = VariableId::none, lambda = VariableId::none;  // phases
  SortedSystem simulation;
  SortedSystem initial;
  DiscretePass discrete;         // at events
  DiscretePass initialDiscrete;  // at the start
  Features features;
  ParameterDerivatives parameterDerivatives;
  std::optional<InlinedStep> inlined;
  std::vector<LostStart> lostStarts;
  Counts counts;

  [[nodiscard]] const SystemVariable& operator[](VariableId id) const { return variables[symbolic::index(id)]; }
  [[nodiscard]] std::string nameOf(VariableId id) const;
};

/// "R1 (circuit.mo:7): v = R*i", in the user's names.
[[nodiscard]] std::string describe(const SolvableSystem& system, EquationId id, const Sources& sources);

[[nodiscard]] std::vector<std::string> check(const SolvableSystem& system);
[[nodiscard]] std::string print(const SolvableSystem& system);

}  // namespace dashpot::equations

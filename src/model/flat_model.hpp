// model/flat_model.hpp
//
// The flat model: every scalar variable and equation of one instance, connections already expanded.
//
// Here: nothing is solved, sorted or renamed. Algorithms have become equations (what is assigned under a condition is a
// conditional expression) or calls of functions; if-equations have become conditional expressions; edge, change,
// semiLinear and records are written out. Not here: type errors (found before), aliases (removed after), numeric values
// of parameters (they may still be set), strings except in messages and as parameters that nothing computes with.
//
// Invariants (check verifies them):
//   1 no two variables have the same name
//   2 expressions refer to variables and functions that exist, and to no modes: relations are still relations
//   3 der() stands only on continuous Real variables, pre() only on discrete ones
//   4 the value and the attributes of a variable depend on parameters and constants only
//   5 every equation, assertion and when-clause knows its origin; every equation has two sides
//   6 a when-clause assigns discrete variables and reinitialises continuous Reals; its branches assign the same ones
#pragma once

#include "base/paths.hpp"
#include "base/shared_text.hpp"
#include "base/source.hpp"
#include "base/value_format.hpp"
#include "base/written_matrix.hpp"
#include "symbolic/function.hpp"
#include "symbolic/pool.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dashpot::model {

using symbolic::Expr;
using symbolic::Pool;
using symbolic::VariableId;

enum class Type : std::uint8_t { real, integer, boolean, enumeration, string };
enum class Variability : std::uint8_t { constant, parameter, discrete, continuous };
/// Of the model as a whole: only its own inputs and outputs have one.
enum class Causality : std::uint8_t { local, input, output };
enum class StateSelect : std::uint8_t { never, avoid, standard, prefer, always };

/// Where something comes from: the component it belongs to, and the text.
struct Origin {
  PathId component = PathId::root;
  SourceRange where = {};
};

/// How far out a value is written. What the model itself says has 0, what it inherits 1, what its components say 2, and
/// so on: the smaller, the stronger (Modelica 3.6, section 8.6.2).
using Level = std::uint16_t;
constexpr Level noLevel = 0xffff;

struct Attributes {
  Expr start = Expr::none;
  Level startLevel = noLevel;
  Expr min = Expr::none;
  Expr max = Expr::none;
  Expr nominal = Expr::none;
  std::optional<bool> fixed = {};
  SharedText unit = {};
  SharedText displayUnit = {};
  SharedText quantity = {};
  StateSelect stateSelect = StateSelect::standard;
};

constexpr std::uint32_t noEnumeration = 0xffffffff;

/// The literals of an enumeration have the values 1, 2, ...
struct Enumeration {
  std::string name;
  std::vector<std::string> literals;
};

struct Variable {
  PathId name = PathId::root;
  Type type = Type::real;
  Variability variability = Variability::continuous;
  Causality causality = Causality::local;
  std::uint32_t enumeration = noEnumeration;  // into FlatModel::enumerations
  bool isFinal = false;                       // a parameter that must not be set from outside
  bool isProtected = false;                   // not shown unless asked for
  bool isFlow = false;
  Attributes attributes = {};
  Expr binding = Expr::none;  // parameters and constants; the binding of a continuous variable is an equation
  Level bindingLevel = noLevel;
  Level declaredLevel = 0;   // of the component that has it
  SourceRange valueAt = {};  // where a parameter gets its value
  SharedText text = {};      // the value of a String
  Origin origin = {};
  SharedText description = {};
};

enum class EquationKind : std::uint8_t {
  written,     // in an equation section
  binding,     // declared with the variable
  connection,  // equal potentials
  flowSum,     // flows of a connection set sum to zero
};

/// Equations with the same pattern come from one equation of the text, as a loop, an array of components or an array
/// equation repeats it: they have the same shape unless simplification made a difference.
enum class PatternId : std::uint32_t { none = 0xffffffff };

struct Equation {
  Expr left = Expr::none;
  Expr right = Expr::none;
  EquationKind kind = EquationKind::written;
  Origin origin = {};
  PatternId pattern = PatternId::none;
};

/// A value in a text.
struct Shown {
  Expr value = Expr::none;
  ValueFormat format = {};
  bool operator==(const Shown&) const = default;
};

/// A text with values in it.
struct Message {
  std::vector<std::variant<std::string, Shown>> pieces;
  bool operator==(const Message&) const = default;
};

struct Assertion {
  Expr condition = Expr::none;
  Message message = {};
  bool isWarning = false;
  Origin origin = {};
};

enum class ActionKind : std::uint8_t {
  assign,     // target = value
  reinit,     // the state target starts again from value
  assertion,  // value must hold
  terminate,  // the run ends, successfully
  print,      // if value holds, the message is a line of the output or of a file, or its values are a matrix of one
};

struct Action {
  ActionKind kind = ActionKind::assign;
  VariableId target = VariableId::none;
  Expr value = Expr::none;
  Message message = {};
  bool isWarning = false;  // assertion
  std::string file = {};   // print: its absolute name; empty: the output
  Origin origin = {};
  std::optional<WrittenMatrix> matrix = {};  // print: the message consists of its elements, by rows
};

/// Runs at the instant when one of its conditions becomes true, unless a branch before it does.
struct WhenBranch {
  std::vector<Expr> conditions;
  std::vector<Action> actions;
};

struct WhenClause {
  std::vector<WhenBranch> branches;
  Origin origin = {};
};

/// annotation(experiment(...)); what is missing is not given.
struct Experiment {
  std::optional<double> start = {};
  std::optional<double> stop = {};
  std::optional<double> tolerance = {};
  std::optional<double> interval = {};
};

struct FlatModel {
  std::string name;
  std::string description;
  Paths paths;
  Pool pool;
  std::vector<Variable> variables;
  std::vector<Equation> equations;
  std::vector<Equation> initialEquations;
  std::vector<WhenClause> whenClauses;
  std::vector<Assertion> assertions;
  std::vector<symbolic::Function> functions;
  std::vector<Enumeration> enumerations;
  Experiment experiment;

  const Variable& operator[](VariableId id) const { return variables[symbolic::index(id)]; }
  [[nodiscard]] std::string nameOf(VariableId id) const { return paths.text((*this)[id].name); }
};

/// The violated invariants, as sentences; empty: none.
[[nodiscard]] std::vector<std::string> check(const FlatModel& model);

/// The flat model as a Modelica class without components: names with dots become quoted identifiers, so that the text
/// is a valid model with the same solution.
[[nodiscard]] std::string print(const FlatModel& model);
/// Where an expression comes from that is too long for this: statements that pass values on to each other through
/// branches share their parts, and the text repeats them. Empty: the model can be printed.
[[nodiscard]] std::optional<Origin> tooLongToPrint(const FlatModel& model);
/// For people; cut if it is too long.
[[nodiscard]] std::string print(const FlatModel& model, const Equation& equation);

}  // namespace dashpot::model

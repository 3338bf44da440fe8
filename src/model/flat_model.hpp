// model/flat_model.hpp
//
// The flat model: every scalar variable and equation of one instance, connections already expanded.
//
// Here: nothing is solved, sorted or renamed. Not here: type errors (found before), aliases (removed after), numeric
// values of parameters (they may still be set).
//
// Invariants (check verifies them):
//   1 no two variables have the same name
//   2 expressions refer to variables that exist, and to no modes: relations are still relations
//   3 der() stands only on continuous Real variables
//   4 the value and the attributes of a variable depend on parameters and constants only
//   5 every equation knows its origin and has two sides
#pragma once

#include "base/paths.hpp"
#include "base/source.hpp"
#include "symbolic/pool.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dashpot::model {

using symbolic::Expr;
using symbolic::Pool;
using symbolic::VariableId;

enum class Type : std::uint8_t { real, integer, boolean };
enum class Variability : std::uint8_t { constant, parameter, continuous };

/// Where something comes from: the component it belongs to, and the text.
struct Origin {
  PathId component = PathId::root;
  SourceRange where = {};
};

struct Attributes {
  Expr start = Expr::none;
  Expr min = Expr::none;
  Expr max = Expr::none;
  Expr nominal = Expr::none;
  std::optional<bool> fixed = {};
  std::string unit = {};
  std::string displayUnit = {};
  std::string quantity = {};
};

struct Variable {
  PathId name = PathId::root;
  Type type = Type::real;
  Variability variability = Variability::continuous;
  bool isFinal = false;      // a parameter that must not be set from outside
  bool isProtected = false;  // not shown unless asked for
  bool isFlow = false;
  Attributes attributes = {};
  Expr binding = Expr::none;  // parameters and constants; the binding of a continuous variable is an equation
  Origin origin = {};
  std::string description = {};
};

enum class EquationKind : std::uint8_t {
  written,     // in an equation section
  binding,     // declared with the variable
  connection,  // equal potentials
  flowSum,     // flows of a connection set sum to zero
};

struct Equation {
  Expr left = Expr::none;
  Expr right = Expr::none;
  EquationKind kind = EquationKind::written;
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
  Experiment experiment;

  const Variable& operator[](VariableId id) const { return variables[symbolic::index(id)]; }
  [[nodiscard]] std::string nameOf(VariableId id) const { return paths.text((*this)[id].name); }
};

/// The violated invariants, as sentences; empty: none.
[[nodiscard]] std::vector<std::string> check(const FlatModel& model);

/// The flat model as a Modelica class without components: names with dots become quoted identifiers, so that the text
/// is a valid model with the same solution.
[[nodiscard]] std::string print(const FlatModel& model);
[[nodiscard]] std::string print(const FlatModel& model, const Equation& equation);

}  // namespace dashpot::model

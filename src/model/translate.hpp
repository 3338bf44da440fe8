// model/translate.hpp
//
// Expressions of the syntax tree to values: names resolved, types and shapes checked, arrays taken apart.
//
//   value            types and shapes
//   array_operators  + - * / ^ and their element-wise forms, relations, logic; matrix products
//   array_functions  size, fill, cat, sum, transpose, ...
//   translate        expressions, calls of the language's own functions
//   functions        calls of functions written in Modelica: made concrete per argument shape, inlined where small
//   algorithms       statement lists to equations, by symbolic execution
#pragma once

#include "model/functions.hpp"
#include "model/names.hpp"
#include "symbolic/build.hpp"

#include <optional>
#include <span>

namespace dashpot::model {

/// What is needed from a value; what is not said is not checked.
struct Demand {
  std::string_view what;                      // "the start value of 'x'"
  std::optional<ScalarType> type = {};        // an Integer will do for a Real
  std::optional<Dimensions> dimensions = {};  // {}: a scalar
  bool fillFromScalar = false;                // each, attributes: a scalar will do for an array
};

class Translator {
 public:
  Translator(FlatModel& model, Names& names, const Sources& sources, Symbols& symbols, Diagnostics& diagnostics);
  ~Translator();

  /// Empty: something was wrong, and has been reported.
  std::optional<Value> translate(const ScopedExpression& expression);
  /// The same, converted to what is demanded (an Integer becomes a Real), or reported.
  std::optional<Value> translate(const ScopedExpression& expression, const Demand& demand);
  std::optional<Value> convert(Value value, const Demand& demand, SourceRange where);
  /// All results of a call, for (a, b) = f(x); of any other expression: its one value.
  std::optional<std::vector<Value>> results(const ScopedExpression& call);
  /// A scalar that must be true or false.
  std::optional<Expr> condition(const ScopedExpression& expression);
  /// A value whose scalars are constants: parameters it depends on become structural.
  std::optional<Value> evaluate(const ScopedExpression& expression, const Demand& demand);
  std::optional<std::int32_t> evaluateInteger(const ScopedExpression& expression, std::string_view what);
  std::optional<bool> evaluateCondition(const ScopedExpression& expression);
  std::optional<std::string> evaluateString(const ScopedExpression& expression, std::string_view what);
  /// Only if the value is known without asking for parameters that may still be set.
  std::optional<double> constantValue(Expr e);

  /// Subscripts of an array with these dimensions; `end` and ':' are known, positions are checked.
  std::optional<std::vector<Subscript>> subscripts(const ScopedExpression& reference, const syntax::Part& part,
                                                   const Dimensions& dimensions);

  /// Names of loops, comprehensions and functions; they hide what the instance tree knows.
  void bind(Symbol name, Value value);
  void unbind();
  /// The positions an iterator runs over: a range, a vector, an enumeration type or Boolean.
  std::optional<std::vector<Value>> iterations(const ScopedExpression& range);

  /// An algorithm section as equations: one per scalar it assigns, when-statements as when-clauses.
  void algorithm(const ScopedStatements& statements, bool initial, const Origin& origin);
  /// The pieces of the text given to assert() and terminate().
  std::optional<Message> message(const ScopedExpression& expression);

  [[nodiscard]] FlatModel& model() { return model_; }

 private:
  // The rest follows in the implementation.
  FlatModel& model_;
};

}  // namespace dashpot::model

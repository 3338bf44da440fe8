// symbolic/partial_evaluation.hpp
//
// The value of an expression where some variables are not known: 0*x is 0, and a function whose parameters are zero may
// give zero whatever its other arguments are. A function is followed through its statements; where the way is not known,
// what both sides agree on is kept.
//
// Promise: where there is a value, the expression has it for all values of the unknown variables for which it is defined.
#pragma once

#include "symbolic/function.hpp"

#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace dashpot::symbolic {

class PartialEvaluator {
 public:
  using Value = std::optional<double>;  // empty: it is not known
  using VariableValue = std::function<Value(VariableId)>;

  PartialEvaluator(const std::vector<Function>& functions, VariableValue variable)
      : functions_(functions), variable_(std::move(variable)) {}

  Value operator()(const Pool& pool, Expr e);

 private:
  using Slots = std::vector<Value>;
  enum class Flow : std::uint8_t { onward, unclear };

  /// Values of one pool with one set of slots, and the results of its calls.
  struct Memory {
    std::unordered_map<Expr, Value> values;
    std::unordered_map<Expr, Slots> results;
  };

  Value evaluate(const Pool& pool, Expr e, const Slots* slots, Memory& memory);
  Value operation(const Pool& pool, Expr e, const Slots* slots, Memory& memory);
  Slots call(FunctionId id, const Slots& arguments);
  Flow run(const Function& function, const std::vector<Statement>& statements, Slots& slots);
  Flow runOne(const Function& function, const Statement& statement, Slots& slots);
  Flow branch(const Function& function, const Statement& statement, Slots& slots);
  Flow loop(const Function& function, const Statement& statement, Slots& slots);

  const std::vector<Function>& functions_;
  VariableValue variable_;
  std::size_t work_ = 0;
  int depth_ = 0;
};

}  // namespace dashpot::symbolic

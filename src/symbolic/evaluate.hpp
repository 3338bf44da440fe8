// symbolic/evaluate.hpp
//
// Numbers from expressions without compiling anything: for what must be known while a model is being flattened (sizes,
// conditions of components) and for tests. Only the branch taken of a conditional is evaluated, so recursive functions
// end. Work is bounded: a function that loops for ever gives no value instead of hanging the compiler.
#pragma once

#include "symbolic/function.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace dashpot::symbolic {

class Evaluator {
 public:
  /// The value of a variable; empty: it is not known.
  using VariableValue = std::function<std::optional<double>(VariableId)>;

  explicit Evaluator(const std::vector<Function>& functions, VariableValue variable = {})
      : functions_(functions), variable_(std::move(variable)) {}

  /// Empty: it depends on something that is not known, or the work was too much. What is not finite is a value.
  std::optional<double> operator()(const Pool& pool, Expr e);
  /// The results of a call, one per slot of the function's outputs. That with the arguments of the last one is not made
  /// again: a record is taken field by field, and components that are alike call alike.
  std::optional<std::vector<double>> call(FunctionId function, std::span<const double> arguments);
  /// Why there is no value, if it is more than that something is not known.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// There is no value because the work was too much.
  [[nodiscard]] bool isEndless() const { return isEndless_; }

 private:
  enum class Flow : std::uint8_t { onward, broke, returned, failed };
  using Slots = std::vector<double>;

  struct Call {
    std::vector<double> arguments, results;
  };

  std::optional<double> evaluate(const Pool& pool, Expr root, const Slots* slots);
  Flow run(const Function& function, const std::vector<Statement>& statements, Slots& slots);
  Flow runOne(const Function& function, const Statement& statement, Slots& slots);
  Flow loop(const Function& function, const Statement& statement, Slots& slots);
  bool assignCall(const Function& function, const Statement& statement, Slots& slots);
  bool isTooMuch();

  const std::vector<Function>& functions_;
  VariableValue variable_;
  std::unordered_map<FunctionId, Call> last_;  // that had results
  std::size_t work_ = 0;
  int depth_ = 0;
  std::string problem_;
  bool isEndless_ = false;
};

}  // namespace dashpot::symbolic

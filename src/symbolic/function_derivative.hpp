// symbolic/function_derivative.hpp
//
// Derivatives of functions: by their derivative annotation (Modelica 3.6, section 12.7), else by forward mode through
// their statements, which gives a further function. That is made once per function and kept in the same table.
//
// The made function has the inputs of the original, then one derivative per Real input slot; its results are the
// derivatives of the results. Each assignment v := e becomes dv := de; v := e. Loops and branches stay as they are:
// the derivative is that of the path taken.
#pragma once

#include "symbolic/function.hpp"

#include <span>
#include <unordered_map>
#include <vector>

namespace dashpot::symbolic {

class FunctionDerivatives {
 public:
  /// `functions` is the table that calls refer to; derivative functions are appended to it.
  explicit FunctionDerivatives(std::vector<Function>& functions) : functions_(functions) {}

  /// The derivative of one result of a call with these arguments and derivatives of them (Expr::none: zero).
  Expr tangent(Pool& pool, FunctionId function, std::span<const Expr> arguments, std::span<const Expr> tangents,
               std::uint32_t result);

  /// While it lives, derivatives are those along a solution, d/dt. Then an annotation with noDerivative holds whether
  /// or not these inputs vary: what the derivative needs of them comes by another input (Modelica 3.6, section 12.7.1).
  /// A partial derivative with respect to such an input is not zero for that.
  class AlongTime {
   public:
    explicit AlongTime(FunctionDerivatives& functions) : functions_(functions) { functions_.isAlongTime_ = true; }
    ~AlongTime() { functions_.isAlongTime_ = false; }
    AlongTime(const AlongTime&) = delete;
    AlongTime& operator=(const AlongTime&) = delete;

   private:
    FunctionDerivatives& functions_;
  };

  [[nodiscard]] bool isAlongTime() const { return isAlongTime_; }
  /// Along time, by slot of the inputs: whether the derivative of a call needs that of the argument.
  [[nodiscard]] std::vector<bool> differentiatedInputs(FunctionId function) const;

  /// Whether such a call may vary along time though no derivative of its arguments is needed: the others may vary.
  [[nodiscard]] bool hidesMotion(const Pool& pool, FunctionId function, std::span<const Expr> arguments) const;

  /// The function made by forward mode, whether there is an annotation or not.
  FunctionId forwardMode(FunctionId function);

 private:
  /// By the rule that holds for these derivatives of the arguments, in another direction.
  Expr callOfDerivative(Pool& pool, FunctionId function, std::span<const Expr> arguments,
                        std::span<const Expr> tangents, std::span<const Expr> direction, std::uint32_t result);
  /// A rule of the function's annotations that holds for these derivatives.
  [[nodiscard]] const DerivativeRule* ruleFor(const Function& function, std::span<const Expr> tangents) const;

  std::vector<Function>& functions_;
  std::unordered_map<FunctionId, FunctionId> made_;
  bool isAlongTime_ = false;
};

}  // namespace dashpot::symbolic

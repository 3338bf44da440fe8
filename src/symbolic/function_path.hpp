// symbolic/function_path.hpp
//
// Which way a call takes through its function, as a number: it changes where a branch, a relation, sign() or a rounding
// in the function, or in one that it calls, turns. Relations in functions make no events (Modelica 3.6, section 8.5);
// so this number is all that tells from outside that a result may have jumped.
//
// The made function has the inputs of the original and one result. Of the statements it keeps those that decide about a
// way; each decision is mixed into the number. What a while loop decides on its way to its result does not count: an
// iteration that converges sooner or later, or bisects where it interpolated before, takes the same way. How often a for
// loop runs counts by the decisions made in it.
#pragma once

#include "symbolic/function.hpp"

#include <span>
#include <unordered_map>
#include <vector>

namespace dashpot::symbolic {

/// Whether the value of this operation changes in jumps.
[[nodiscard]] constexpr bool isStepwise(Op op) {
  return isRelation(op) || op == Op::sign || op == Op::floor || op == Op::ceil || op == Op::div || op == Op::mod ||
         op == Op::rem;
}

/// The part of a stepwise operation that jumps: it itself, or the whole number in mod and rem.
[[nodiscard]] Expr jumpingPart(Pool& pool, Expr stepwise);

/// The name of the function that this one tells the ways of.
[[nodiscard]] std::string originalName(const Function& way);

class FunctionPaths {
 public:
  /// `functions` is the table that calls refer to; functions that give ways are appended to it.
  explicit FunctionPaths(std::vector<Function>& functions) : functions_(functions) {}

  /// The way of a call with these arguments; Expr::none: there is only one.
  Expr path(Pool& pool, FunctionId function, std::span<const Expr> arguments);

 private:
  bool hasWays(FunctionId function);
  bool hasWays(const Function& function, const std::vector<Statement>& statements);

  std::vector<Function>& functions_;
  std::unordered_map<FunctionId, bool> hasWays_;
  std::unordered_map<FunctionId, FunctionId> made_;
};

}  // namespace dashpot::symbolic

// symbolic/differentiate.hpp
//
// Exact derivatives, by the chain rule over the nodes of an expression (chain_rule.hpp).
//
//   Differentiator  partial, with respect to a leaf: a variable, der(x) or time; other variables are constants here,
//                   the chain rule through assigned variables belongs to the equations stage
//   Tangent         along a direction: every leaf has a derivative of its own, as in d/dt
//
// Calls are differentiated by the functions' derivative annotations, else through their statements
// (function_derivative.hpp).
#pragma once

#include "symbolic/build.hpp"
#include "symbolic/function_derivative.hpp"

#include <functional>
#include <unordered_map>

namespace dashpot::symbolic {

class Differentiator {
 public:
  /// Without functions, a call that depends on the leaf is a bug of the caller.
  explicit Differentiator(Pool& pool, FunctionDerivatives* functions = nullptr)
      : pool_(pool), functions_(functions), walker_(pool) {}

  /// d e / d leaf; Expr::none if e does not depend on the leaf.
  Expr operator()(Expr e, Expr leaf);

 private:
  /// `order`: all expressions below the one that is differentiated, itself at the end.
  Expr ofShort(const std::vector<Expr>& order, Expr leaf);
  Expr ofLong(const std::vector<Expr>& order, Expr leaf);
  Expr tangent(Expr at, Expr leaf, const std::function<Expr(Expr)>& known);

  Pool& pool_;
  FunctionDerivatives* functions_;
  Walker walker_;
  std::unordered_map<std::uint64_t, Expr> memo_;  // of long expressions, by expression and leaf
};

class Tangent {
 public:
  /// `ofLeaf` gives the derivative of a leaf (or of an array element inside a function), Expr::none for zero; it is
  /// asked once per leaf.
  Tangent(Pool& pool, std::function<Expr(Expr)> ofLeaf, FunctionDerivatives* functions = nullptr)
      : pool_(pool), ofLeaf_(std::move(ofLeaf)), functions_(functions), walker_(pool) {}

  Expr operator()(Expr e);

 private:
  std::vector<Expr> needed(Expr e);

  Pool& pool_;
  std::function<Expr(Expr)> ofLeaf_;
  FunctionDerivatives* functions_;
  Walker walker_;
  std::unordered_map<Expr, Expr> memo_;
};

/// The derivative of a node that is no leaf, from those of its operands, which `known` looks up.
[[nodiscard]] Expr nodeTangent(Pool& pool, Expr at, const std::function<Expr(Expr)>& known,
                               FunctionDerivatives* functions);

}  // namespace dashpot::symbolic

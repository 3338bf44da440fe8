// equations/parameter_numbers.hpp
//
// The numbers that parameters have by their declarations, and what follows from them alone. They decide what must not
// be divided by: a parameter can be set from outside, so a pivot is taken only where it vanishes for no other reason
// than that a parameter is zero (a product, not a difference), and which parameters these are is remembered.
#pragma once

#include "equations/solvable_system.hpp"
#include "symbolic/evaluate.hpp"

#include <optional>
#include <set>
#include <unordered_map>

namespace dashpot::equations {

class ParameterNumbers {
 public:
  explicit ParameterNumbers(const SolvableSystem& system);

  /// `id` follows from what is known already.
  void define(VariableId id, Expr value) { bindings_.insert_or_assign(id, value); }
  [[nodiscard]] bool knows(VariableId id) const { return bindings_.contains(id); }
  /// Empty: it depends on more than parameters, or one of them has no value yet.
  [[nodiscard]] std::optional<double> operator()(Expr e);
  /// Whether e is not zero, and becomes zero only if one of its parameters does.
  [[nodiscard]] bool isPivot(Expr e);
  /// All parameters and defined variables that e depends on, through their own values, too.
  [[nodiscard]] std::set<VariableId> sources(Expr e);

 private:
  std::optional<double> valueOf(VariableId id);
  bool isProduct(Expr e, int depth);

  const SolvableSystem& system_;
  symbolic::Walker walker_;
  std::unordered_map<VariableId, Expr> bindings_;
  std::unordered_map<VariableId, std::optional<double>> values_;
  int depth_ = 0;
};

}  // namespace dashpot::equations

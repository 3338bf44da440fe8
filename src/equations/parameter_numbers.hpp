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
  void define(VariableId id, Expr value) {
    if (symbolic::index(id) >= bindings_.size()) bindings_.resize(symbolic::index(id) + 1, Expr::none);
    bindings_[symbolic::index(id)] = value;
  }
  [[nodiscard]] bool knows(VariableId id) const { return binding(id) != Expr::none; }
  /// Empty: it depends on more than parameters, or one of them has no value yet.
  [[nodiscard]] std::optional<double> operator()(Expr e);
  /// Whether e is not zero, and becomes zero only if one of its parameters does.
  [[nodiscard]] bool isPivot(Expr e);
  /// All parameters and defined variables that e depends on, through their own values, too.
  [[nodiscard]] std::set<VariableId> sources(Expr e);

 private:
  /// What the variable is defined by; none: it is not.
  [[nodiscard]] Expr binding(VariableId id) const {
    return symbolic::index(id) < bindings_.size() ? bindings_[symbolic::index(id)] : Expr::none;
  }
  std::optional<double> valueOf(VariableId id);
  bool isProduct(Expr e, int depth);

  const SolvableSystem& system_;
  symbolic::Walker walker_;
  std::vector<Expr> bindings_;  // by variable
  std::unordered_map<VariableId, std::optional<double>> values_;
  int depth_ = 0;
};

}  // namespace dashpot::equations

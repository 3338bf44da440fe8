// symbolic/constant_terms.hpp
//
// Expressions with the values of variables that are known to be constant, and without the terms that are zero then:
// c*x and c/x where c is known to be zero, 0*x and x + 0. The value is the same for finite operands, up to the sign of
// zero. A product with a zero that is written there stays if the other factor may have no value, as 0*sqrt(x) does: a
// model that fails there still does. But never does a product of zero and a derivative, since nothing says what it is.
#pragma once

#include "symbolic/build.hpp"

#include <unordered_map>
#include <vector>

namespace dashpot::symbolic {

class ConstantTerms {
 public:
  explicit ConstantTerms(Pool& pool) : pool_(pool), walker_(pool) {}

  /// The variable has this value, a constant or truth value, all the time.
  void know(VariableId variable, Expr value) { known_.insert_or_assign(variable, value); }
  [[nodiscard]] bool isKnown(VariableId variable) const { return known_.contains(variable); }
  Expr operator()(Expr e);

 private:
  Expr visit(Expr e);
  [[nodiscard]] bool isZero(Expr e) const;
  [[nodiscard]] bool isNonZero(Expr e) const;
  [[nodiscard]] bool isZeroProduct(Expr e) const;
  /// Whether nothing is left of a product that is zero.
  [[nodiscard]] bool mayGo(Expr product);
  Expr leaf(Expr e) const;
  [[nodiscard]] Expr of(Expr part) const { return simplified_[index(part)]; }

  Pool& pool_;
  Walker walker_;
  std::unordered_map<VariableId, Expr> known_;
  /// By node, of the parts of the expression at hand; Expr::none: zero. What is there of other expressions is never
  /// read: to forget it each time would take as long as the longest of them.
  std::vector<Expr> simplified_;
};

}  // namespace dashpot::symbolic

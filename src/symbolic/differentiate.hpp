// symbolic/differentiate.hpp
//
// Exact partial derivatives with respect to a leaf: a variable, der(x) or time. Other variables are constants here; the
// chain rule through assigned variables belongs to the equations stage.
//
// Relations have no derivative; |x|, min, max and if-expressions get that of the active branch.
#pragma once

#include "symbolic/build.hpp"

#include <unordered_map>

namespace dashpot::symbolic {

class Differentiator {
 public:
  explicit Differentiator(Pool& pool) : pool_(pool), walker_(pool) {}

  /// d e / d leaf; Expr::none if e does not depend on the leaf. Remembered, so asking again costs a look-up.
  Expr operator()(Expr e, Expr leaf);

 private:
  [[nodiscard]] Expr known(Expr e, Expr leaf) const;
  Expr unaryRule(Op op, Expr e, Expr a, Expr da);
  Expr binaryRule(Op op, Expr e, Expr a, Expr b, Expr da, Expr db);
  Expr powerRule(Expr e, Expr a, Expr b, Expr da, Expr db);

  Pool& pool_;
  Walker walker_;
  std::unordered_map<std::uint64_t, Expr> memo_;  // by expression and leaf
};

}  // namespace dashpot::symbolic

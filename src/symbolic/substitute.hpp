// symbolic/substitute.hpp: replaces parts of expressions, rebuilding (and so simplifying) what lies above them.
#pragma once

#include "symbolic/build.hpp"

#include <vector>

namespace dashpot::symbolic {

/// A set of replacements that can be applied to many expressions; shared parts are rebuilt once.
class Substitution {
 public:
  explicit Substitution(Pool& pool) : pool_(pool) {}

  /// From here on `part` becomes `replacement`; all replacements happen at once, none is applied to the result of
  /// another.
  void replace(Expr part, Expr replacement) {
    rebuilt_.resize(pool_.size(), Expr::none);
    rebuilt_[index(part)] = replacement;
  }
  Expr operator()(Expr e);

 private:
  /// Finds the expressions that have to be rebuilt for `root`, operands first. Below a part that is replaced nothing is
  /// looked at: whatever stands there may be given a replacement of its own later.
  void findUnknown(Expr root);
  Expr rebuild(Expr at);  // its operands are rebuilt already

  Pool& pool_;
  std::vector<Expr> unknown_, stack_;
  std::vector<bool> isFound_;  // by expression; it is rebuilt at once
  std::vector<Expr> rebuilt_;  // by expression; none: not yet
};

}  // namespace dashpot::symbolic

// symbolic/substitute.hpp: replaces parts of expressions, rebuilding (and so simplifying) what lies above them.
#pragma once

#include "symbolic/build.hpp"

#include <vector>

namespace dashpot::symbolic {

/// A set of replacements that can be applied to many expressions; shared parts are rebuilt once.
class Substitution {
 public:
  explicit Substitution(Pool& pool) : pool_(pool), walker_(pool) {}

  /// From here on `part` becomes `replacement`; all replacements happen at once, none is applied to the result of
  /// another.
  void replace(Expr part, Expr replacement) {
    rebuilt_.resize(pool_.size(), Expr::none);
    rebuilt_[index(part)] = replacement;
  }
  Expr operator()(Expr e);

 private:
  Expr rebuild(Expr at);  // its operands are rebuilt already

  Pool& pool_;
  Walker walker_;
  std::vector<Expr> rebuilt_;  // by expression; none: not yet
};

}  // namespace dashpot::symbolic

// symbolic/linear.hpp: which expressions are linear in a variable, and solving an equation for it.
#pragma once

#include "symbolic/build.hpp"

#include <optional>

namespace dashpot::symbolic {

/// e = coefficient * x + rest, neither of which contains x; Expr::none stands for zero.
struct LinearForm {
  Expr coefficient = Expr::none;
  Expr rest = Expr::none;
};

/// Nothing is expanded or cancelled: where e is a sum of products, the parts are those the user wrote. Empty if e is
/// not linear in x, or not visibly so.
[[nodiscard]] std::optional<LinearForm> linearIn(Pool& pool, Walker& walker, Expr e, Expr x);

/// left = right, rewritten as coefficient * x = value.
struct Isolated {
  Expr coefficient = Expr::none;
  Expr value = Expr::none;  // Expr::none: zero
};
[[nodiscard]] std::optional<Isolated> isolate(Pool& pool, Walker& walker, Expr left, Expr right, Expr x);

}  // namespace dashpot::symbolic

// symbolic/chain_rule.hpp
//
// The one table of derivatives: what a node's derivative is, given those of its operands. Partial derivatives, total
// time derivatives and the derivatives of functions all apply it node by node, operands first.
//
// Relations have no derivative; |x|, min, max and if-expressions get that of the active branch. homotopy, delay and
// calls are not functions of their operands alone: homotopy has the derivative of what it stands for, the others belong
// to those who know the history or the functions.
#pragma once

#include "symbolic/build.hpp"

#include <array>

namespace dashpot::symbolic {

/// The derivatives of a node's operands; Expr::none: zero.
using Tangents = std::array<Expr, 3>;

/// The derivative of `at`, which is no leaf, call, element, indexed or delay; Expr::none: zero.
[[nodiscard]] Expr chainRule(Pool& pool, Expr at, const Tangents& tangents);

}  // namespace dashpot::symbolic

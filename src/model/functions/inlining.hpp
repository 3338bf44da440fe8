// model/functions/inlining.hpp: small functions, written into the expressions that call them.
#pragma once

#include "symbolic/function.hpp"

#include <vector>

namespace dashpot::model {

/// Whether the function is made of assignments and branches only, has few operations and stays short when it is
/// written out. Branches that pass values on to each other (sorting by exchange) double the text with each of them.
[[nodiscard]] bool isWorthInlining(const symbolic::Function& function, symbolic::FunctionId self);

/// Whether shielding the function's relations would shield those of its arguments, too, which stand in the model and
/// make events: count({x > 1, y > 1}) == 2.
[[nodiscard]] bool wouldShieldArguments(const symbolic::Function& function,
                                        const std::vector<symbolic::Expr>& arguments, const symbolic::Pool& pool);

/// The results of a call, written into `pool`, the arguments in place of the inputs. In a model, unlike in a function
/// that calls it (`isInFunction`), the relations are shielded: relations in functions make no events.
[[nodiscard]] std::vector<symbolic::Expr> inlineCall(const symbolic::Function& function,
                                                     const std::vector<symbolic::Expr>& arguments, symbolic::Pool& pool,
                                                     bool isInFunction);

}  // namespace dashpot::model

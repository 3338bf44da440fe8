// model/expressions/domain.hpp: functions of constants that they are not defined for: sqrt(-1), log(0), acos(2), 1/0.
#pragma once

#include "model/classes/modifiers.hpp"
#include "model/expressions/value.hpp"
#include "symbolic/operation.hpp"

#include <string_view>

namespace dashpot::model {

class Evaluation;
class TranslationContext;

/// False: a constant lies where the operation is not defined, which has been reported. `b`: the second operand, or
/// null. Parameters may still be set, so nothing is said about them.
bool requireDefined(TranslationContext& context, Evaluation& evaluation, const ScopedExpression& at,
                    std::string_view name, symbolic::Op op, const Value& a, const Value* b);

}  // namespace dashpot::model

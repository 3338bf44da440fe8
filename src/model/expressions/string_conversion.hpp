// model/expressions/string_conversion.hpp: String(x, ...) (Modelica 3.6, section 3.7.1).
#pragma once

#include "model/expressions/argument_matching.hpp"

#include <optional>
#include <vector>

namespace dashpot::model {

class Evaluation;
class OperatorRecords;

/// The text of a value, which is written when the model runs if it is not known before. Empty: something was wrong, and
/// has been reported.
std::optional<Value> stringOf(TranslationContext& context, Expressions& expressions, Evaluation& evaluation,
                              OperatorRecords& operatorRecords, const ScopedExpression& at,
                              const std::vector<CallArgument>& arguments);

}  // namespace dashpot::model

// model/expressions/demand.hpp: the type and shape that a place demands of a value.
#pragma once

#include "model/expressions/value.hpp"

#include <optional>
#include <string_view>

namespace dashpot::model {

class TranslationContext;

/// Demands on a value; those that are not stated are not checked.
struct Demand {
  std::string_view what;                      // "the start value of 'x'"
  std::optional<ScalarType> type = {};        // an Integer will do for a Real
  std::optional<Dimensions> dimensions = {};  // {}: a scalar
  bool fillFromScalar = false;                // each, attributes: a scalar will do for an array
};

/// The value as it is demanded: an Integer becomes a Real. Empty: it does not fit, and that has been reported.
std::optional<Value> convert(TranslationContext& context, Value value, const Demand& demand, SourceRange where);

}  // namespace dashpot::model

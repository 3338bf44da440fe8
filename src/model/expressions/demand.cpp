#include "model/expressions/demand.hpp"

#include "model/expressions/translation_context.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dashpot::model {

std::optional<Value> convert(TranslationContext& context, Value value, const Demand& demand, SourceRange where) {
  const FlatModel& model = context.model();
  if (demand.type) {
    const bool fits = !value.record && (value.type == *demand.type ||
                                        (demand.type->type == Type::real && value.type.type == Type::integer));
    if (!fits) {
      const bool needsInteger = demand.type->type == Type::integer && !value.record && value.type.type == Type::real;
      return context.typeError(where, needsInteger
                                          ? fmt::format("{} must be an Integer, but this is a Real", demand.what)
                                          : fmt::format("{} must be {}, but this is {}", demand.what,
                                                        describe(model, *demand.type), describe(model, value)));
    }
    value.type = *demand.type;
  }
  if (!demand.dimensions || value.dimensions == *demand.dimensions) return value;
  if (demand.fillFromScalar && value.isScalar()) {
    const std::size_t n = count(*demand.dimensions);
    if (value.isString())
      value.texts.assign(n, value.texts.front());
    else
      value.scalars.assign(n, value.scalar());
    value.dimensions = *demand.dimensions;
    return value;
  }
  const std::string demanded = demand.dimensions->empty()
                                   ? std::string("a scalar")
                                   : fmt::format("an array [{}]", fmt::join(*demand.dimensions, ", "));
  return context.report("shape", where,
                        fmt::format("{} must be {}, but this is {}", demand.what, demanded, describe(model, value)));
}

}  // namespace dashpot::model

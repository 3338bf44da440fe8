// model/functions/partial_derivatives.cpp: function g = der(f, x, y) (Modelica 3.6, section 12.7.2), by forward mode
// with seeds: the derivative of f in the direction of x, and of that in the direction of y.
#include "model/expressions/translator.hpp"
#include "model/expressions/value_parts.hpp"
#include "model/functions/function_maker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

/// The slot of a scalar Real input; empty: it is none, which has been reported.
std::optional<std::uint32_t> FunctionTable::differentiatedSlot(const FunctionClass& function,
                                                               const symbolic::Function& concrete,
                                                               const ScopedExpression& name) {
  const std::string text = translator_.context.textOf(name);
  const auto input = std::ranges::find(concrete.inputs, text, &symbolic::Argument::name);
  if (input != concrete.inputs.end() && input->type == "Real" && input->dimensions.empty()) return input->first;
  translator_.context.report("type", name.where(),
                             fmt::format("'{}' is not a scalar Real input of '{}'", text, function.name));
  return std::nullopt;
}

std::optional<std::vector<Value>> FunctionTable::callPartialDerivative(const FunctionClass& function,
                                                                       const std::vector<Value>& arguments,
                                                                       SourceRange where) {
  const auto at = instance(function, arguments, Purpose::results, where);
  if (!at) return std::nullopt;
  if (!instances_[*at].isFinished) {
    translator_.context.unsupported(where, fmt::format("a derivative of '{}' in itself", function.name));
    return std::nullopt;
  }
  auto [scalars, variability] = scalarsOf(arguments);
  Pool& pool = translator_.context.pool();
  symbolic::FunctionId id = instances_[*at].id;
  for (const ScopedExpression& name : function.differentiatedBy) {
    const auto slot =
        differentiatedSlot(function, translator_.context.model().functions[symbolic::index(instances_[*at].id)], name);
    if (!slot) return std::nullopt;
    for (const symbolic::Argument& input : translator_.context.model().functions[symbolic::index(id)].inputs) {
      if (input.type != "Real") continue;
      for (std::uint32_t k = 0; k < input.size; ++k)
        scalars.push_back(pool.constant(input.first + k == *slot ? 1.0 : 0.0));
    }
    id = derivatives_.forwardMode(id);
  }
  const std::vector<Expr> results = apply(id, scalars);
  std::span<const Expr> rest(results);
  std::vector<Value> values;
  for (const Value& output : instances_[*at].outputs) values.push_back(withScalars(output, rest, variability));
  return values;
}

}  // namespace dashpot::model

// model/expressions/array_functions.hpp
//
// The array functions of the language (Modelica 3.6, section 10.3): what they give for values whose shapes are known.
#pragma once

#include "model/expressions/array_operators.hpp"

#include <functional>

namespace dashpot::model {

/// The surroundings of a call: all that a function needs beside its arguments.
struct ArrayCall {
  FlatModel& model;
  Pool& pool;
  /// The number a scalar stands for, which must be known now; empty: it is not, and that has been reported.
  std::function<std::optional<std::int32_t>(const Value& value)> integer;
};

[[nodiscard]] bool isArrayFunction(std::string_view name);
/// The names, for hints.
[[nodiscard]] std::vector<std::string_view> arrayFunctions();
/// A result without value and problem: an argument has been reported already.
[[nodiscard]] OperatorResult callArrayFunction(const ArrayCall& call, std::string_view name,
                                               const std::vector<Value>& arguments);

/// {a, b, c}: equal shapes side by side in a new first dimension.
[[nodiscard]] OperatorResult arrayOf(FlatModel& model, const std::vector<Value>& elements);
/// An array of elements counted by rows, in the shape that they form.
[[nodiscard]] Value unfolded(const Value& array, const Dimensions& shape);
/// [a, b; c, d]: each row concatenated along the second dimension, the rows along the first.
[[nodiscard]] OperatorResult matrixOf(FlatModel& model, const std::vector<std::vector<Value>>& rows);

}  // namespace dashpot::model

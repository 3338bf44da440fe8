// model/expressions/value_parts.hpp
//
// The scalars and texts that a value is made of, in one order: a record field by field. In it the slots of functions
// are numbered.
#pragma once

#include "model/expressions/value.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dashpot::model {

/// The texts in a value, those of its fields included. They are known when a function is made.
[[nodiscard]] std::vector<std::string> texts(const Value& value);
/// Whether a text in it is known only when the model runs.
[[nodiscard]] bool hasVaryingText(const Value& value);
/// The slots of a variable with the texts of a value.
[[nodiscard]] Value withTexts(Value slots, const Value& given);
/// The slots of a variable with texts that are not known: they depend on a variable.
[[nodiscard]] Value withTextsThatVary(Value slots, Expr variable);
/// The value with the fields of records in the order that they have in `shape`. Records of two types that have the same
/// fields, in whatever order, stand for one another (Modelica 3.6, section 6.4). None: a field is missing.
[[nodiscard]] std::optional<Value> arrangedLike(Value value, const Value& shape);
/// The scalars of a value in the order of slots: a record field by field.
void appendScalars(const Value& value, std::vector<Expr>& out);
/// All of them, and how the one varies that varies most.
struct ArgumentScalars {
  std::vector<Expr> scalars = {};
  Variability variability = Variability::constant;
};
[[nodiscard]] ArgumentScalars scalarsOf(const std::vector<Value>& arguments);
/// A value of the same type and shape made of these scalars, which are used up from the front.
[[nodiscard]] Value withScalars(const Value& shape, std::span<const Expr>& scalars, Variability variability);

}  // namespace dashpot::model

// model/expressions/varying_texts.hpp
//
// Strings that change at events (Modelica 3.6, sections 3.8.3 and 8.3.5). All texts that such a variable can have are
// written in the model, so it becomes a variable of an enumeration whose literals are these texts, in quotation marks:
// what holds for enumerations (pre, conditions, recording) holds for it. A text with numbers in it that vary cannot be
// the value of a String: there is no end of such texts.
#pragma once

#include "model/expressions/value.hpp"

#include <optional>

namespace dashpot::model {

/// The number that stands for a text of the model. A String variable in it becomes one that varies. Empty: the text is
/// made of values that vary.
[[nodiscard]] std::optional<Expr> textNumber(FlatModel& model, const Message& text);
/// The same for a String, or an array of them: as values of the enumeration.
[[nodiscard]] std::optional<Value> textNumbers(FlatModel& model, const Value& strings);
/// Whether a text of the model is a String that varies, or chosen among such.
[[nodiscard]] bool isVaryingString(const FlatModel& model, const Message& text);
/// A String again, from values of the enumeration.
[[nodiscard]] Value textsOf(const Value& numbers);
/// Its start value is the text that it has been given.
void makeVarying(FlatModel& model, VariableId string);
/// Once all texts are known: what is shown in messages.
void nameTexts(FlatModel& model);

}  // namespace dashpot::model

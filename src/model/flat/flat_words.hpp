// model/flat/flat_words.hpp
//
// The words of the flat model's text: how variables, enumerations, functions and their results are written.
//
// A call in Modelica has the value of its first output, and no subscripts. So where another result, or an element of an
// array that is one, stands in an expression, a function of its own gives it: 'f.y[2]' is the element y[2] of what f
// gives. An array that a function indexes by a computed position is written as a vector: its slots in a row.
#pragma once

#include "model/flat_model.hpp"
#include "symbolic/print.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dashpot::model {

/// A name that is no plain identifier as a quoted one.
[[nodiscard]] std::string identifier(std::string name);
[[nodiscard]] std::string quotedString(std::string_view text);

class FlatWords final : public symbolic::Vocabulary {
 public:
  explicit FlatWords(const FlatModel& model);

  [[nodiscard]] std::string variable(VariableId id) const override { return identifier(model_.nameOf(id)); }
  [[nodiscard]] symbolic::Sort sort(VariableId id) const override { return sort(model_[id]); }
  [[nodiscard]] std::string literal(std::uint32_t enumeration, double number) const override;
  [[nodiscard]] std::string enumeration(std::uint32_t number) const override { return enumerations_[number]; }
  [[nodiscard]] std::string function(symbolic::FunctionId id, std::uint32_t result) const override;
  [[nodiscard]] const symbolic::Function* signature(symbolic::FunctionId id) const override;
  [[nodiscard]] symbolic::Sort sort(const symbolic::Argument& argument) const override;
  [[nodiscard]] std::vector<std::int32_t> shape(const symbolic::Function& function,
                                                const symbolic::Argument& argument) const override;

  [[nodiscard]] symbolic::Sort sort(const Variable& variable) const;
  /// The type of a variable or slot.
  [[nodiscard]] std::string typeOf(const Variable& variable) const;
  [[nodiscard]] std::string typeOf(const symbolic::Argument& argument) const;
  /// The function itself, with all its results.
  [[nodiscard]] std::string wholeFunction(symbolic::FunctionId id) const {
    return identifier(functions_[symbolic::index(id)]);
  }
  /// Whether the value of a call is this result.
  [[nodiscard]] bool isValue(const symbolic::Function& function, std::uint32_t result) const;

 private:
  const FlatModel& model_;
  std::vector<std::string> functions_;     // qualified, a number appended where sizes differ
  std::vector<std::string> enumerations_;  // as identifiers
};

/// The same for the expressions of a function, where variables are slots.
class SlotWords final : public symbolic::Vocabulary {
 public:
  SlotWords(const FlatWords& words, const symbolic::Function& function) : words_(words), function_(function) {}

  [[nodiscard]] std::string variable(VariableId slot) const override;
  [[nodiscard]] symbolic::Sort sort(VariableId slot) const override;
  [[nodiscard]] std::string element(VariableId first, const std::string& position) const override;
  [[nodiscard]] std::string literal(std::uint32_t e, double number) const override { return words_.literal(e, number); }
  [[nodiscard]] std::string enumeration(std::uint32_t number) const override { return words_.enumeration(number); }
  [[nodiscard]] std::string function(symbolic::FunctionId id, std::uint32_t result) const override {
    return words_.function(id, result);
  }
  [[nodiscard]] const symbolic::Function* signature(symbolic::FunctionId id) const override {
    return words_.signature(id);
  }
  [[nodiscard]] symbolic::Sort sort(const symbolic::Argument& argument) const override { return words_.sort(argument); }
  [[nodiscard]] std::vector<std::int32_t> shape(const symbolic::Function& function,
                                                const symbolic::Argument& argument) const override {
    return words_.shape(function, argument);
  }

 private:
  const FlatWords& words_;
  const symbolic::Function& function_;
};

/// The input, output or local variable that a slot belongs to.
[[nodiscard]] const symbolic::Argument& argumentOf(const symbolic::Function& function, VariableId slot);
/// "y" or "y[2, 1]"
[[nodiscard]] std::string slotName(const symbolic::Argument& argument, std::span<const std::int32_t> shape,
                                   VariableId slot);

}  // namespace dashpot::model

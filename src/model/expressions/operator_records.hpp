// model/expressions/operator_records.hpp
//
// Operators on operator records, and their constructors (Modelica 3.6, chapter 14): which of the functions that the
// record defines is meant. A call of it takes the place of the operator, so that nothing of this is left in the flat
// model.
//
//   x op y   the one function of x's and y's operator records that takes both as they are; else the one that takes
//            both after one of them has been converted by a constructor; else, of arrays, element by element
//   C(...)   the one function of C.'constructor' that takes these arguments; without any, the fields are given
#pragma once

#include "model/classes/modifiers.hpp"
#include "model/expressions/argument_matching.hpp"
#include "model/expressions/value.hpp"
#include "model/instances/names.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace dashpot::model {

class Expressions;
class FunctionTable;
class TranslationContext;

class OperatorRecords {
 public:
  OperatorRecords(TranslationContext& context, Expressions& expressions, ArgumentMatching& arguments,
                  FunctionTable& functions)
      : context_(context), expressions_(expressions), arguments_(arguments), functions_(functions) {}

  // Empty: something was wrong, and has been reported.
  std::optional<Value> unary(const ScopedExpression& at, syntax::Operator op, const Value& a);
  /// One of them is an operator record, or an array of them.
  std::optional<Value> binary(const ScopedExpression& at, syntax::Operator op, const Value& a, const Value& b);
  std::optional<Value> constructed(const ScopedExpression& at, const FunctionClass& record,
                                   const std::vector<CallArgument>& arguments);
  /// String(x, ...), where x is an operator record.
  std::optional<Value> text(const ScopedExpression& at, const std::vector<CallArgument>& arguments);
  /// The sum or product of all elements of an array.
  std::optional<Value> combined(const ScopedExpression& at, syntax::Operator op, const Value& array);
  /// Whether '+' is the sum of the fields, and '0' has zeros in them: what sums of flows are made of.
  bool addsFieldByField(const Value& record);

 private:
  using Functions = std::vector<const FunctionClass*>;
  /// One argument becomes an operator record by its constructor, then the operator is defined.
  struct Conversion {
    const FunctionClass* function;
    const FunctionClass* constructor;
    std::size_t argument;
  };

  [[nodiscard]] Functions defined(Layout& record, std::string_view name, std::span<const GivenArgument> arguments);
  [[nodiscard]] Functions direct(std::string_view name, const Value& a, const Value& b);
  [[nodiscard]] std::vector<Conversion> converting(std::string_view name, const Value& a, const Value& b);
  [[nodiscard]] bool takes(const FunctionClass& function, std::span<const GivenArgument> arguments);
  std::optional<Value> call(const ScopedExpression& at, const FunctionClass& function,
                            std::vector<GivenArgument> arguments);
  std::optional<std::vector<GivenArgument>> read(const std::vector<CallArgument>& arguments);
  std::optional<Value> elementwise(const ScopedExpression& at, syntax::Operator op, const Value& a, const Value& b);
  std::optional<Value> product(const ScopedExpression& at, const Value& a, const Value& b);
  std::optional<Value> zero(const ScopedExpression& at, Layout& record);
  std::optional<Value> assembled(const ScopedExpression& at, std::vector<Value> elements, const Dimensions& shape,
                                 const Value& empty);
  std::nullopt_t ambiguous(const ScopedExpression& at, std::string_view what, const Functions& all);
  std::nullopt_t undefined(const ScopedExpression& at, syntax::Operator op, const Value& a, const Value& b);

  TranslationContext& context_;
  Expressions& expressions_;
  ArgumentMatching& arguments_;
  FunctionTable& functions_;
};

}  // namespace dashpot::model

// model/expressions/evaluation.hpp
//
// Values that must be known before the model runs: sizes, conditions, texts. The parameters that they depend on become
// structural: they can no longer be set without flattening again.
#pragma once

#include "model/classes/modifiers.hpp"
#include "model/expressions/demand.hpp"
#include "model/expressions/value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dashpot::model {

class Expressions;
class Iterators;
class TranslationContext;

class Evaluation {
 public:
  Evaluation(TranslationContext& context, Expressions& expressions, Iterators& iterators)
      : context_(context), expressions_(expressions), iterators_(iterators) {}

  // ---- of what has been translated
  /// Only if the value is known without asking for parameters that may still be set.
  std::optional<double> constantValue(Expr e);
  /// Parameters it depends on become structural. Empty: it is not known, which has not been reported.
  std::optional<double> structuralValue(Expr e, SourceRange usedAt);
  /// The same, where variables have a value, too, that are declared to be equal to parameters: Integer n = k.
  std::optional<double> declaredValue(Expr e, SourceRange usedAt);
  /// Why the last structural value that was asked for is not known, if there is more to say than that.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Whether all scalars are known without asking for parameters.
  bool isKnown(const Value& value);
  /// Empty: it is no Integer, or not known; that has been reported.
  std::optional<std::int32_t> integerOf(const Value& value, SourceRange where);
  /// Empty: it is not known, which has not been reported.
  std::optional<std::string> knownText(const Message& message, SourceRange usedAt);

  // ---- of expressions as they are written; empty: something was wrong, and has been reported
  /// A value whose scalars are constants.
  std::optional<Value> evaluate(const ScopedExpression& at, const Demand& demand);
  std::optional<std::int32_t> evaluateInteger(const ScopedExpression& at, std::string_view what);
  std::optional<bool> evaluateCondition(const ScopedExpression& at);
  std::optional<std::string> evaluateString(const ScopedExpression& at, std::string_view what);

 private:
  TranslationContext& context_;
  Expressions& expressions_;
  Iterators& iterators_;
  int depth_ = 0;
  std::string problem_;
};

}  // namespace dashpot::model

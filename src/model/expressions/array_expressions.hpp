// model/expressions/array_expressions.hpp: ranges, array constructors and comprehensions (Modelica 3.6, section 10.4).
#pragma once

#include "model/classes/modifiers.hpp"
#include "model/expressions/value.hpp"

#include <optional>
#include <vector>

namespace dashpot::model {

class Evaluation;
class Expressions;
class Iterators;
class TranslationContext;

class ArrayExpressions {
 public:
  ArrayExpressions(TranslationContext& context, Expressions& expressions, Evaluation& evaluation, Iterators& iterators)
      : context_(context), expressions_(expressions), evaluation_(evaluation), iterators_(iterators) {}

  // Empty: something was wrong, and has been reported.
  /// first:step:last, whose bounds must be known before the model runs.
  std::optional<Value> range(const ScopedExpression& at);
  /// {a, b, c}
  std::optional<Value> array(const ScopedExpression& at);
  /// [a, b; c, d]
  std::optional<Value> matrix(const ScopedExpression& at);
  /// e for i in r, j in s
  std::optional<Value> comprehension(const ScopedExpression& at);
  /// Its elements one by one, and its dimensions: the last iterator moves slowest.
  std::optional<std::vector<Value>> elements(const ScopedExpression& comprehension, Dimensions& dimensions);

 private:
  bool collect(const ScopedExpression& at, const syntax::Expression& node, std::size_t iterator,
               std::vector<Value>& out, Dimensions& dimensions);

  TranslationContext& context_;
  Expressions& expressions_;
  Evaluation& evaluation_;
  Iterators& iterators_;
};

}  // namespace dashpot::model

// model/expressions/iterators.hpp
//
// The values that iterators of loops and comprehensions take (Modelica 3.6, sections 10.4.1 and 11.2.2), and the types
// that can be subscripts.
#pragma once

#include "model/classes/modifiers.hpp"
#include "model/expressions/value.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace dashpot::model {

class Evaluation;
class Expressions;
class References;
class TranslationContext;

/// An iterator of a loop or comprehension, with what is repeated.
struct ScopedIterator {
  const syntax::Tree* tree = nullptr;
  const syntax::Iterator* iterator = nullptr;
  Scope scope = {};
  syntax::List<syntax::StatementId> body = {};                // of a loop
  syntax::ExpressionId element = syntax::ExpressionId::none;  // of a comprehension
  bool mayVary = false;                                       // it is enough to know how many values there are
};

class Iterators {
 public:
  Iterators(TranslationContext& context, Expressions& expressions, Evaluation& evaluation, References& references)
      : context_(context), expressions_(expressions), evaluation_(evaluation), references_(references) {}

  /// Those of a range or vector, the literals of an enumeration, false and true. Of an iterator without a range: the
  /// positions of the arrays that it subscripts, which must agree. Empty: it has been reported.
  std::optional<std::vector<Value>> values(const ScopedIterator& iterator);
  /// The type of the subscripts if a dimension is given by a type: Real x[Colour], y[Boolean].
  std::optional<ScalarType> indexType(const ScopedExpression& dimension);
  /// How many values such a type has.
  [[nodiscard]] std::int32_t indexCount(ScalarType type) const;

 private:
  std::optional<std::vector<Value>> impliedValues(const ScopedIterator& iterator);
  std::vector<Value> positions(ScalarType type, std::int32_t size);

  TranslationContext& context_;
  Expressions& expressions_;
  Evaluation& evaluation_;
  References& references_;
};

}  // namespace dashpot::model

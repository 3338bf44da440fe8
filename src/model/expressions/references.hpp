// model/expressions/references.hpp
//
// Names in expressions and their subscripts. The nearest names come first: iterators and variables of functions. All
// others the instance tree knows; a function may use only the constants among them.
#pragma once

#include "model/classes/modifiers.hpp"
#include "model/expressions/value.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dashpot::model {

class Evaluation;
class Expressions;
class TranslationContext;
struct Frame;

class References {
 public:
  References(TranslationContext& context, Expressions& expressions, Evaluation& evaluation)
      : context_(context), expressions_(expressions), evaluation_(evaluation) {}

  /// a.b[i].c; empty: it has been reported, here and below.
  std::optional<Value> value(const ScopedExpression& at);
  /// The same with all elements of the last part, whatever its subscripts say.
  std::optional<Value> whole(const ScopedExpression& at);
  /// A call of a function that has a meaning in models only, such as pre(x[i]), in statements of a model that become a
  /// function.
  std::optional<Value> capturedCall(const ScopedExpression& call);
  /// (a)[i]
  std::optional<Value> indexed(const ScopedExpression& at);
  /// (a).b
  std::optional<Value> member(const ScopedExpression& at);

  /// Subscripts of an array of this shape; `end` and ':' are known, positions are checked.
  std::optional<std::vector<Subscript>> subscripts(const ScopedExpression& reference, const syntax::Part& part,
                                                   const ArrayShape& shape);
  /// The shape of the array that a part of a reference names, its subscripts left aside. Empty: there is none, and
  /// nothing has been reported.
  std::optional<ArrayShape> shape(const ScopedExpression& reference, std::size_t part);

 private:
  std::optional<Value> local(const ScopedExpression& at, const Value& whole);
  template <class Translation>
  std::optional<Value> ofModel(const syntax::Part* whole, Frame& outside, const Translation& translation);
  std::optional<Value> capturedTime(const ScopedExpression& at);
  std::optional<bool> bringSubscripts(const ScopedExpression& at, Frame& outside);
  std::optional<Value> imported(Value value, SourceRange where);
  /// The number that literals and iterators make; empty: there is more in it.
  [[nodiscard]] std::optional<std::int32_t> plainIndex(const ScopedExpression& at, int depth = 0);
  std::optional<Subscript> subscript(const ScopedExpression& at, const ArrayShape& shape, std::size_t dimension,
                                     const std::string& name);

  const syntax::Part* whole_ = nullptr;  // a part whose subscripts are applied later
  TranslationContext& context_;
  Expressions& expressions_;
  Evaluation& evaluation_;
};

}  // namespace dashpot::model

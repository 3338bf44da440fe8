// model/expressions/varying_slices.hpp
//
// Slices of vectors whose bounds show only when the model runs (Modelica 3.6, sections 10.5 and 11.2.1): x[1:n],
// x[k[1:n]], fill(a, n). An array has one size here, so such a slice is no value. It is understood in two places: as what
// sum, product, min and max combine, and on both sides of an assignment x[i:j] := ... in an algorithm.
#pragma once

#include "model/classes/modifiers.hpp"
#include "model/expressions/value.hpp"

#include <optional>
#include <string_view>

namespace dashpot::model {

class Evaluation;
class Expressions;
class References;
class TranslationContext;

struct VaryingSlice {
  ScalarType type = {};
  Variability variability = Variability::constant;
  std::vector<Expr> elements = {};  // as many as there can be; those beyond its length mean nothing
  Expr length = Expr::none;
  Expr isWithin = Expr::none;  // that all of it lies in the array
};

class VaryingSlices {
 public:
  VaryingSlices(TranslationContext& context, Expressions& expressions, Evaluation& evaluation, References& references)
      : context_(context), expressions_(expressions), evaluation_(evaluation), references_(references) {}

  /// Nothing is reported.
  [[nodiscard]] bool isVarying(const ScopedExpression& at);

  // Empty: something was wrong, and has been reported.
  /// sum, product, min or max of a slice.
  std::optional<Value> combined(const ScopedExpression& at, std::string_view function);
  /// x[i:j] := value as the assignment of all of x.
  struct Assignment {
    Value target = {};
    Value value = {};
    Expr fits = Expr::none;  // that both sides have the same length, in the array
  };
  std::optional<Assignment> assignment(const ScopedExpression& target, const ScopedExpression& value);

 private:
  struct Bounds {
    Expr first = Expr::none, last = Expr::none;
  };
  [[nodiscard]] const syntax::Part* lastPart(const ScopedExpression& at) const;
  std::optional<Bounds> bounds(const ScopedExpression& range);
  std::optional<VaryingSlice> read(const ScopedExpression& at);
  std::optional<VaryingSlice> filled(const ScopedExpression& at);
  [[nodiscard]] bool isFill(const ScopedExpression& at) const;
  Expr element(const Value& vector, Expr position);
  Expr both(Expr a, Expr b);
  Expr atMost(Expr a, Expr b);
  Expr lengthOf(const Bounds& bounds);
  Expr isWithin(const Bounds& bounds, std::size_t size);

  TranslationContext& context_;
  Expressions& expressions_;
  Evaluation& evaluation_;
  References& references_;
};

}  // namespace dashpot::model

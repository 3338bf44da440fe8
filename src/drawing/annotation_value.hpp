// drawing/annotation_value.hpp
//
// Values of expressions in annotations, as far as the text alone decides them: numbers, strings, truth values, literals
// of enumerations, arrays, arithmetic, conditions, and names whose values somebody knows. Anything else is undecided,
// which is no mistake: the default is drawn then.
#pragma once

#include "base/symbols.hpp"
#include "syntax/tree.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dashpot::drawing {

struct Value {
  enum class Kind : std::uint8_t { undecided, number, truth, text, literal, array };

  Kind kind = Kind::undecided;
  double number = 0;         // number; truth: 0 or 1
  std::string text;          // text; literal: its own name
  std::vector<Value> items;  // array

  [[nodiscard]] static Value of(double number) { return {Kind::number, number, {}, {}}; }
  [[nodiscard]] static Value of(bool truth) { return {Kind::truth, truth ? 1.0 : 0.0, {}, {}}; }
  [[nodiscard]] static Value of(std::string text) { return {Kind::text, 0, std::move(text), {}}; }
  [[nodiscard]] static Value literal(std::string name) { return {Kind::literal, 0, std::move(name), {}}; }
  [[nodiscard]] static Value array(std::vector<Value> items) { return {Kind::array, 0, {}, std::move(items)}; }

  [[nodiscard]] bool isDecided() const { return kind != Kind::undecided; }
  [[nodiscard]] bool isNumber() const { return kind == Kind::number; }
  /// A truth value, or a number that stands for one in a result.
  [[nodiscard]] bool isTruth() const { return kind == Kind::truth || kind == Kind::number; }
  [[nodiscard]] bool isText() const { return kind == Kind::text; }
  [[nodiscard]] bool isArray() const { return kind == Kind::array; }
};

/// Who knows what names mean.
class Names {
 public:
  virtual ~Names() = default;
  /// The value of a reference as it is written: a parameter, a constant, a literal.
  [[nodiscard]] virtual Value value(const syntax::Tree& tree, syntax::ExpressionId reference) = 0;
  /// Its value at the instant that is shown; undecided: none is.
  [[nodiscard]] virtual Value valueAtInstant(const syntax::Tree& tree, syntax::ExpressionId reference) = 0;
  /// Whether there is such an instant, so that the second argument of DynamicSelect counts.
  [[nodiscard]] virtual bool hasInstant() const = 0;
};

[[nodiscard]] Value evaluate(const syntax::Tree& tree, syntax::ExpressionId expression, const Symbols& symbols,
                             Names& names);

/// DynamicSelect(a, b) has been called somewhere in it.
[[nodiscard]] bool isDynamic(const syntax::Tree& tree, syntax::ExpressionId expression, const Symbols& symbols);

/// The parts of a reference: "a.b".
[[nodiscard]] std::string dottedName(const syntax::Tree& tree, syntax::ExpressionId reference, const Symbols& symbols);

}  // namespace dashpot::drawing

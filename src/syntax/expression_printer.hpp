// syntax/expression_printer.hpp (internal): the part of the printer that writes expressions.
#pragma once

#include "syntax/parse.hpp"

namespace dashpot::syntax {

// How tightly an expression binds; an operand that binds less tightly than its place demands is put in parentheses.
enum Binding {
  conditionalBinding,
  rangeBinding,
  orBinding,
  andBinding,
  notBinding,
  relationBinding,
  sumBinding,
  productBinding,
  powerBinding,
  primaryBinding
};

class ExpressionPrinter {
 public:
  ExpressionPrinter(const Tree& tree, const Symbols& symbols) : tree_(tree), symbols_(symbols) {}

  void expression(ExpressionId id, Binding demanded = conditionalBinding);
  [[nodiscard]] std::string take() { return std::move(out_); }

 protected:
  void name(Symbol symbol) { out_ += symbol == Symbol::none ? "?" : symbols_.text(symbol); }

  template <class Id, class Function>
  void separated(List<Id> list, std::string_view separator, Function print) {
    bool first = true;
    for (const Id id : tree_.items(list)) {
      if (!first) out_ += separator;
      first = false;
      print(id);
    }
  }
  void expressions(List<ExpressionId> list) {
    separated(list, ", ", [this](ExpressionId id) { expression(id); });
  }
  void subscripts(List<ExpressionId> list) {
    if (list.empty()) return;
    out_ += '[';
    expressions(list);
    out_ += ']';
  }
  void iterators(List<IteratorId> list);

  const Tree& tree_;
  const Symbols& symbols_;
  std::string out_;

 private:
  void real(double value);
  void reference(const Expression& node);
  void selected(const Expression& node);
  void call(const Expression& node);
  void unary(const Expression& node);
  void binary(ExpressionId id);
  void conditional(const Expression& node);
};

}  // namespace dashpot::syntax

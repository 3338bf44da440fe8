#include "syntax/expression_printer.hpp"
#include "syntax/lexer.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <array>

namespace dashpot::syntax {

namespace {

class Printer : private ExpressionPrinter {
 public:
  using ExpressionPrinter::ExpressionPrinter;

  std::string file() {
    if (tree_.hasWithin) {
      out_ += "within";
      if (tree_.within != ExpressionId::none) {
        out_ += ' ';
        expression(tree_.within);
      }
      out_ += ";\n";
    }
    for (const ClassId id : tree_.items(tree_.classes)) {
      classDefinition(tree_[id]);
      out_ += ";\n";
    }
    return std::move(out_);
  }

 private:
  void line() {
    out_ += '\n';
    out_.append(static_cast<std::size_t>(indent_) * 2, ' ');
  }
  void word(std::string_view text) {
    out_ += text;
    out_ += ' ';
  }
  // ----------------------------------------------------------------------------------------------- modifications

  void modification(const Modification& node) {
    arguments(node.arguments);
    if (node.value == ExpressionId::none) return;
    out_ += " = ";
    expression(node.value);
  }

  void arguments(List<ArgumentId> list) {
    if (list.empty()) return;
    out_ += '(';
    separated(list, ", ", [this](ArgumentId id) { argument(tree_[id]); });
    out_ += ')';
  }

  void argument(const Argument& node) {
    if (node.kind == ArgumentKind::redeclaration) {
      const Element& element = tree_[node.redeclared];
      if (element.isRedeclare) word("redeclare");
      if (node.each) word("each");
      if (node.final) word("final");
      if (element.isReplaceable) word("replaceable");
      if (element.kind == ElementKind::classDefinition)
        classDefinition(tree_[element.classDefinition]);
      else
        component(tree_[element.component]);
      constraint(element);
      return;
    }
    if (node.each) word("each");
    if (node.final) word("final");
    expression(node.name);
    modification(node.modification);
    description(node.description);
  }

  void description(Symbol symbol) {
    if (symbol != Symbol::none) out_ += ' ' + quoted(symbols_.text(symbol));
  }
  void comment(Symbol symbol, const Modification& annotation) {
    description(symbol);
    if (annotation.empty()) return;
    out_ += " annotation";
    arguments(annotation.arguments);
  }
  void constraint(const Element& node) {
    if (node.constrainedBy == ExpressionId::none) return;
    out_ += " constrainedby ";
    expression(node.constrainedBy);
    arguments(node.constraint.arguments);
    comment(node.description, node.annotation);
  }

  // ----------------------------------------------------------------------------------------- classes, components

  void classDefinition(const Class& node) {
    if (node.isEncapsulated) word("encapsulated");
    if (node.isPartial) word("partial");
    if (node.purity != Purity::unspecified) word(node.purity == Purity::pure ? "pure" : "impure");
    word(spelling(node.kind));
    if (node.form == ClassForm::extension) word("extends");
    name(node.name);
    switch (node.form) {
      case ClassForm::composition:
      case ClassForm::extension: return composition(node);
      case ClassForm::shortClass:
        out_ += " = ";
        if (node.baseCausality != Causality::none) word(node.baseCausality == Causality::input ? "input" : "output");
        expression(node.base);
        subscripts(node.baseSubscripts);
        arguments(node.modification.arguments);
        break;
      case ClassForm::enumeration:
        out_ += " = enumeration(";
        if (node.names.empty()) out_ += ':';
        expressions(node.names);
        out_ += ')';
        break;
      case ClassForm::derivative:
        out_ += " = der(";
        expression(node.base);
        for (const ExpressionId id : tree_.items(node.names)) {
          out_ += ", ";
          expression(id);
        }
        out_ += ')';
        break;
    }
    comment(node.description, node.annotation);
  }

  void composition(const Class& node) {
    arguments(node.modification.arguments);
    description(node.description);
    ++indent_;
    bool isProtected = false;
    for (const ElementId id : tree_.items(node.elements)) {
      const Element& child = tree_[id];
      if (child.isProtected != isProtected) {
        isProtected = child.isProtected;
        --indent_;
        line();
        out_ += isProtected ? "protected" : "public";
        ++indent_;
      }
      line();
      element(child);
      out_ += ';';
    }
    --indent_;
    for (const SectionId id : tree_.items(node.sections)) section(tree_[id]);
    ++indent_;
    if (node.external.present) external(node.external);
    if (!node.annotation.empty()) {
      line();
      out_ += "annotation";
      arguments(node.annotation.arguments);
      out_ += ';';
    }
    --indent_;
    line();
    out_ += "end ";
    name(node.name);
  }

  void external(const External& node) {
    line();
    out_ += "external";
    if (node.language != Symbol::none) description(node.language);
    if (node.result != ExpressionId::none) {
      out_ += ' ';
      expression(node.result);
      out_ += " =";
    }
    if (node.call != ExpressionId::none) {
      out_ += ' ';
      expression(node.call);
    }
    comment(Symbol::none, node.annotation);
    out_ += ';';
  }

  void element(const Element& node) {
    switch (node.kind) {
      case ElementKind::import: return import(node);
      case ElementKind::extends:
        out_ += "extends ";
        expression(node.name);
        arguments(node.modification.arguments);
        return comment(Symbol::none, node.annotation);
      default: break;
    }
    if (node.isRedeclare) word("redeclare");
    if (node.isFinal) word("final");
    if (node.isInner) word("inner");
    if (node.isOuter) word("outer");
    if (node.isReplaceable) word("replaceable");
    if (node.kind == ElementKind::classDefinition)
      classDefinition(tree_[node.classDefinition]);
    else
      component(tree_[node.component]);
    constraint(node);
  }

  void import(const Element& node) {
    out_ += "import ";
    if (node.alias != Symbol::none) {
      name(node.alias);
      out_ += " = ";
    }
    expression(node.name);
    if (node.importsAll) out_ += ".*";
    if (!node.importedNames.empty()) {
      out_ += ".{";
      expressions(node.importedNames);
      out_ += '}';
    }
    comment(node.description, node.annotation);
  }

  void component(const Component& node) {
    constexpr std::array variabilities{"", "discrete ", "parameter ", "constant "};
    if (node.connector != ConnectorPrefix::none) word(node.connector == ConnectorPrefix::flow ? "flow" : "stream");
    out_ += variabilities[static_cast<std::size_t>(node.variability)];
    if (node.causality != Causality::none) word(node.causality == Causality::input ? "input" : "output");
    expression(node.type);
    subscripts(node.typeSubscripts);
    out_ += ' ';
    name(node.name);
    subscripts(node.subscripts);
    modification(node.modification);
    if (node.condition != ExpressionId::none) {
      out_ += " if ";
      expression(node.condition);
    }
    comment(node.description, node.annotation);
  }

  // --------------------------------------------------------------------------------------- equations, statements

  void section(const Section& node) {
    line();
    if (node.initial) word("initial");
    out_ += node.algorithm ? "algorithm" : "equation";
    body(node.statements);
  }

  void body(List<StatementId> list) {
    ++indent_;
    for (const StatementId id : tree_.items(list)) {
      line();
      statement(tree_[id]);
      out_ += ';';
    }
    --indent_;
  }

  void statement(const Statement& node) {
    // On the left an if-expression needs parentheses, or it would be an if-equation.
    const auto side = [&](std::size_t i) {
      expression(tree_.at(node.expressions, i), i == 0 ? rangeBinding : conditionalBinding);
    };
    switch (node.kind) {
      case StatementKind::equality:
        side(0);
        out_ += " = ";
        side(1);
        break;
      case StatementKind::assignment:
        side(0);
        out_ += " := ";
        side(1);
        break;
      case StatementKind::connect:
        out_ += "connect(";
        expressions(node.expressions);
        out_ += ')';
        break;
      case StatementKind::call: side(0); break;
      case StatementKind::conditional: branches(node, "if", "then", "elseif"); break;
      case StatementKind::when: branches(node, "when", "then", "elsewhen"); break;
      case StatementKind::whileLoop: branches(node, "while", "loop", ""); break;
      case StatementKind::loop:
        out_ += "for ";
        iterators(node.iterators);
        out_ += " loop";
        body(tree_[tree_.at(node.branches, 0)].body);
        line();
        out_ += "end for";
        break;
      case StatementKind::breakLoop: out_ += "break"; break;
      case StatementKind::returnCall: out_ += "return"; break;
    }
    comment(node.description, node.annotation);
  }

  void branches(const Statement& node, std::string_view first, std::string_view opener, std::string_view further) {
    for (std::size_t i = 0; i < node.branches.count; ++i) {
      const Branch& branch = tree_[tree_.at(node.branches, i)];
      if (i > 0) line();
      if (branch.condition == ExpressionId::none) {
        out_ += "else";
      } else {
        word(i == 0 ? first : further);
        expression(branch.condition);
        out_ += ' ';
        out_ += opener;
      }
      body(branch.body);
    }
    line();
    out_ += "end ";
    out_ += first;
  }

  int indent_ = 0;
};

}  // namespace

std::string_view spelling(ClassKind kind) {
  constexpr std::array<std::string_view, 12> texts{
      "class", "model",   "record",   "operator record",   "block",   "connector", "expandable connector",
      "type",  "package", "function", "operator function", "operator"};
  return texts[static_cast<std::size_t>(kind)];
}

std::string print(const Tree& tree, const Symbols& symbols) { return Printer(tree, symbols).file(); }

}  // namespace dashpot::syntax

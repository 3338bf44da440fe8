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
      commentsBefore(tree_.withinSpan.begin);
      line();
      out_ += "within";
      if (tree_.within != ExpressionId::none) {
        out_ += ' ';
        expression(tree_.within);
      }
      out_ += ';';
      commentsAfter(tree_.withinSpan, tree_.classes.empty() ? endOfText : tree_[tree_.at(tree_.classes, 0)].span.begin);
    }
    for (std::size_t i = 0; i < tree_.classes.count; ++i) {
      const Class& node = tree_[tree_.at(tree_.classes, i)];
      commentsBefore(node.span.begin);
      line();
      if (node.isFinal) word("final");
      classDefinition(node);
      out_ += ';';
      commentsAfter(node.span,
                    i + 1 < tree_.classes.count ? tree_[tree_.at(tree_.classes, i + 1)].span.begin : endOfText);
    }
    commentsBefore(endOfText);
    if (!out_.empty()) out_ += '\n';
    return std::move(out_);
  }

 private:
  static constexpr std::uint32_t endOfText = 0xffffffff;

  void line() {
    if (out_.empty()) return;
    out_ += '\n';
    out_.append(static_cast<std::size_t>(indent_) * 2, ' ');
  }
  void word(std::string_view text) {
    out_ += text;
    out_ += ' ';
  }

  // ---------------------------------------------------------------------------------------------------- comments

  // Comments are printed in the order of the text: those before a node on lines of their own, those inside it or behind
  // it on its line after it.
  [[nodiscard]] bool commentComesBefore(std::uint32_t place) const {
    return nextComment_ < tree_.comments.size() && tree_.comments[nextComment_].span.begin < place;
  }
  std::string_view takeComment() { return symbols_.text(tree_.comments[nextComment_++].text); }

  void commentsBefore(std::uint32_t place) {
    while (commentComesBefore(place)) {
      line();
      out_ += takeComment();
    }
  }
  /// `limit`: where the next node of the same list begins, or the enclosing one ends.
  void commentsAfter(Span node, std::uint32_t limit) {
    bool ownLine = false;
    while (commentComesBefore(node.end) ||
           (commentComesBefore(limit) && tree_.comments[nextComment_].followsToken && !ownLine)) {
      if (ownLine)
        line();
      else
        out_ += ' ';
      const std::string_view comment = takeComment();
      out_ += comment;
      ownLine = comment.starts_with("//") || comment.find('\n') != std::string_view::npos;
    }
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
    if (node.kind == ArgumentKind::removal || node.kind == ArgumentKind::connectionRemoval) return removal(node);
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

  void removal(const Argument& node) {
    out_ += "break ";
    if (node.kind == ArgumentKind::removal) return expression(node.name);
    out_ += "connect(";
    expression(node.name);
    out_ += ", ";
    expression(node.second);
    out_ += ')';
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
        for (std::size_t i = 0; i < node.names.count; ++i) {
          if (i > 0) out_ += ", ";
          expression(tree_.at(node.names, i));
          const Remark& remark = tree_[tree_.at(node.remarks, i)];
          comment(remark.description, remark.annotation);
        }
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
    elements(node);
    for (const SectionId id : tree_.items(node.sections)) section(tree_[id]);
    if (node.external.present) external(node.external);
    if (!node.annotation.empty()) {
      commentsBefore(tree_[tree_.at(node.annotation.arguments, 0)].span.begin);
      line();
      out_ += "annotation";
      arguments(node.annotation.arguments);
      out_ += ';';
    }
    commentsBefore(node.span.end);
    --indent_;
    line();
    out_ += "end ";
    name(node.name);
  }

  void elements(const Class& node) {
    bool isProtected = false;
    for (std::size_t i = 0; i < node.elements.count; ++i) {
      const Element& child = tree_[tree_.at(node.elements, i)];
      commentsBefore(child.span.begin);
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
      commentsAfter(child.span, i + 1 < node.elements.count ? tree_[tree_.at(node.elements, i + 1)].span.begin
                                : node.sections.empty()     ? node.span.end
                                                            : tree_[tree_.at(node.sections, 0)].span.begin);
    }
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
    commentsBefore(node.span.begin);
    --indent_;
    line();
    if (node.initial) word("initial");
    out_ += node.algorithm ? "algorithm" : "equation";
    body(node.statements, node.span.end);
    ++indent_;
  }

  void body(List<StatementId> list, std::uint32_t end) {
    ++indent_;
    for (std::size_t i = 0; i < list.count; ++i) {
      const Statement& node = tree_[tree_.at(list, i)];
      commentsBefore(node.span.begin);
      line();
      statement(node);
      out_ += ';';
      commentsAfter(node.span, i + 1 < list.count ? tree_[tree_.at(list, i + 1)].span.begin : end);
    }
    commentsBefore(end);
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
        body(tree_[tree_.at(node.branches, 0)].body, endOfBody(node, 0));
        line();
        out_ += "end for";
        break;
      case StatementKind::breakLoop: out_ += "break"; break;
      case StatementKind::returnCall: out_ += "return"; break;
    }
    comment(node.description, node.annotation);
  }

  /// Comments in front of the word that ends a branch belong to its body.
  [[nodiscard]] std::uint32_t endOfBody(const Statement& node, std::size_t i) const {
    return i + 1 < node.branches.count ? tree_[tree_.at(node.branches, i + 1)].span.begin : node.bodyEnd;
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
      body(branch.body, endOfBody(node, i));
    }
    line();
    out_ += "end ";
    out_ += first;
  }

  int indent_ = 0;
  std::size_t nextComment_ = 0;
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

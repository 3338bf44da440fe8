// syntax/parser_modification.cpp: modifications, redeclarations, annotations and comments (Modelica 3.6, appendix
// A.2.5).
#include "syntax/lexer.hpp"
#include "syntax/parser.hpp"

#include <fmt/format.h>

namespace dashpot::syntax {

Modification Parser::modification() {
  Modification node;
  if (at(TokenKind::leftParenthesis)) node.arguments = classModification();
  if (at(TokenKind::equal)) {
    if (Diagnostic* report = fail("syntax", "expected '=' before the value, found '=='"))
      report->hint("a value is given with '='; '==' compares");
    return node;
  }
  if (accept(TokenKind::becomes) || accept(TokenKind::assign))
    node.value = at(TokenKind::keywordBreak) ? leaf(ExpressionKind::breakBinding) : expression();
  return node;
}

List<ArgumentId> Parser::classModification(Place place) {
  take();  // (
  Collector<ArgumentId> arguments(*this);
  if (!at(TokenKind::rightParenthesis)) {
    do arguments.push(argument(place));
    while (accept(TokenKind::comma));
  }
  expect(TokenKind::rightParenthesis, "after the modifications");
  return arguments.store();
}

ArgumentId Parser::argument(Place place) {
  const Nesting nesting(*this);
  const std::uint32_t start = begin();
  Argument node;
  if (tooDeep()) return add<ArgumentId>(tree_.arguments, node);
  if (at(TokenKind::keywordRedeclare)) return redeclaration(node, start);
  if (place == Place::inheritance && at(TokenKind::keywordBreak)) return removal(node, start);
  node.each = accept(TokenKind::keywordEach);
  node.final = accept(TokenKind::keywordFinal);
  if (at(TokenKind::keywordReplaceable)) return redeclaration(node, start);
  node.name = name("an element to modify");
  if (at(TokenKind::leftBracket)) {
    error("syntax", currentRange(), "a modification is for the whole array, not for an element of it")
        .hint("give the values of all elements: x(start = {1, 2, 3})");
    (void)arraySubscripts();
  }
  node.modification = modification();
  node.description = stringComment();
  node.span = since(start);
  return add<ArgumentId>(tree_.arguments, node);
}

/// break x, or break connect(a, b): what a class does not inherit
ArgumentId Parser::removal(Argument node, std::uint32_t start) {
  take();  // break
  node.kind = ArgumentKind::removal;
  if (accept(TokenKind::keywordConnect)) {
    node.kind = ArgumentKind::connectionRemoval;
    expect(TokenKind::leftParenthesis, "after 'connect'");
    node.name = reference();
    expect(TokenKind::comma, "between the connectors");
    node.second = reference();
    expect(TokenKind::rightParenthesis, "after the connectors");
  } else {
    node.name = name("a component");
  }
  node.span = since(start);
  return add<ArgumentId>(tree_.arguments, node);
}

/// redeclare [each] [final] [replaceable] (class | component), or replaceable (class | component)
ArgumentId Parser::redeclaration(Argument node, std::uint32_t start) {
  node.kind = ArgumentKind::redeclaration;
  Element redeclared;
  redeclared.isRedeclare = accept(TokenKind::keywordRedeclare);
  node.each |= accept(TokenKind::keywordEach);
  node.final |= accept(TokenKind::keywordFinal);
  redeclared.isReplaceable = accept(TokenKind::keywordReplaceable);
  const std::size_t first = position_;
  if (atClassPrefix()) {
    redeclared.kind = ElementKind::classDefinition;
    redeclared.classDefinition = classDefinition();
    const ClassForm form = tree_[redeclared.classDefinition].form;
    if (!panic_ && (form == ClassForm::composition || form == ClassForm::extension)) {
      error("syntax", {tree_.source, tokens_[first].begin, tokens_[first].end}, "a class in a modification has no body")
          .hint("define the class elsewhere and name it: redeclare model X = Y");
    }
  } else {
    // One component only: a comma belongs to the list of modifications.
    Component component;
    const ComponentPrefixes types = typePrefixes();
    component.connector = types.connector, component.variability = types.variability,
    component.causality = types.causality;
    component.type = typeSpecifier(component.typeSubscripts);
    component = declaration(component);
    redeclared.component = add<ComponentId>(tree_.components, component);
  }
  constrainingClause(redeclared);
  redeclared.span = since(start);
  node.redeclared = add<ElementId>(tree_.elements, redeclared);
  node.span = since(start);
  return add<ArgumentId>(tree_.arguments, node);
}

Symbol Parser::stringComment() {
  if (!at(TokenKind::string)) return Symbol::none;
  std::string joined = unescaped(text(take()));
  while (accept(TokenKind::plus)) {
    if (!at(TokenKind::string)) {
      fail("syntax", fmt::format("expected a string after '+', found {}", describeCurrent()));
      break;
    }
    joined += unescaped(text(take()));
  }
  return symbols_.intern(joined);
}

Modification Parser::annotation() {
  take();  // annotation
  Modification node;
  if (at(TokenKind::leftParenthesis))
    node.arguments = classModification();
  else
    fail("syntax", fmt::format("expected '(' after 'annotation', found {}", describeCurrent()));
  return node;
}

void Parser::comment(Symbol& description, Modification& notes) {
  if (at(TokenKind::string)) description = stringComment();
  if (at(TokenKind::keywordAnnotation)) notes = annotation();
}

}  // namespace dashpot::syntax

#include "syntax/parser.hpp"

#include "syntax/lexer.hpp"

#include <fmt/format.h>

namespace dashpot::syntax {

void Parser::storedDefinition() {
  if (accept(TokenKind::keywordWithin)) {
    tree_.hasWithin = true;
    if (at(TokenKind::identifier)) tree_.within = reference();
    expect(TokenKind::semicolon, "the within clause");
    (void)recoverIfPanicking(0);
  }
  std::vector<ClassId> classes;
  while (!at(TokenKind::endOfFile)) {
    const auto position = static_cast<std::uint32_t>(position_);
    accept(TokenKind::keywordFinal);
    if (atClassPrefix()) {
      classes.push_back(classDefinition());
      expect(TokenKind::semicolon, "the class");
    } else {
      fail("syntax", fmt::format("expected a class definition, found {}", describeCurrent()));
    }
    if (recoverIfPanicking(position)) {
      if (at(TokenKind::keywordEnd))  // of a class whose beginning was not understood
        while (!atAny({TokenKind::endOfFile, TokenKind::semicolon})) take();
      while (accept(TokenKind::semicolon)) {
      }
    }
  }
  tree_.classes = store(classes);
}

bool Parser::atClassPrefix() const {
  return atAny({TokenKind::keywordEncapsulated, TokenKind::keywordPartial, TokenKind::keywordClass,
                TokenKind::keywordModel, TokenKind::keywordOperator, TokenKind::keywordRecord, TokenKind::keywordBlock,
                TokenKind::keywordExpandable, TokenKind::keywordConnector, TokenKind::keywordType,
                TokenKind::keywordPackage, TokenKind::keywordPure, TokenKind::keywordImpure,
                TokenKind::keywordFunction});
}

ClassId Parser::classDefinition() {
  const Nesting nesting(*this);
  const std::uint32_t start = begin();
  Class node;
  if (!tooDeep()) {
    node.isEncapsulated = accept(TokenKind::keywordEncapsulated);
    node.kind = classPrefixes(node);
    classSpecifier(node);
  }
  node.span = since(start);
  return add<ClassId>(tree_.classNodes, node);
}

ClassKind Parser::classPrefixes(Class& node) {
  node.isPartial = accept(TokenKind::keywordPartial);
  if (accept(TokenKind::keywordPure))
    node.purity = Purity::pure;
  else if (accept(TokenKind::keywordImpure))
    node.purity = Purity::impure;
  const bool isOperator = accept(TokenKind::keywordOperator);
  const bool isExpandable = accept(TokenKind::keywordExpandable);
  switch (peek()) {
    case TokenKind::keywordClass: take(); return ClassKind::generic;
    case TokenKind::keywordModel: take(); return ClassKind::model;
    case TokenKind::keywordRecord: take(); return isOperator ? ClassKind::operatorRecord : ClassKind::record;
    case TokenKind::keywordBlock: take(); return ClassKind::block;
    case TokenKind::keywordConnector:
      take();
      return isExpandable ? ClassKind::expandableConnector : ClassKind::connector;
    case TokenKind::keywordType: take(); return ClassKind::type;
    case TokenKind::keywordPackage: take(); return ClassKind::package;
    case TokenKind::keywordFunction: take(); return isOperator ? ClassKind::operatorFunction : ClassKind::function;
    default:
      if (!isOperator)
        fail("syntax",
             fmt::format("expected the kind of a class (model, connector, ...), found {}", describeCurrent()));
      return ClassKind::operators;
  }
}

void Parser::classSpecifier(Class& node) {
  const std::uint32_t start = begin();
  if (accept(TokenKind::keywordExtends)) node.form = ClassForm::extension;
  const std::uint32_t nameStart = node.form == ClassForm::extension ? begin() : start;
  node.name = identifier("for the class");
  node.nameSpan = since(nameStart);
  if (node.form == ClassForm::extension && at(TokenKind::leftParenthesis))
    node.modification.arguments = classModification();
  if (node.form != ClassForm::extension && accept(TokenKind::becomes))
    shortClassSpecifier(node);
  else
    longClassSpecifier(node);
}

void Parser::longClassSpecifier(Class& node) {
  node.description = stringComment();
  composition(node);
  endOfClass(node);
}

void Parser::endOfClass(const Class& node) {
  expect(TokenKind::keywordEnd,
         fmt::format("to close {}", node.name == Symbol::none ? "the class" : symbols_.text(node.name)));
  const std::uint32_t start = begin();
  const Symbol name = identifier("after 'end'");
  if (panic_ || name == node.name) return;
  diagnostics_
      .error("wrong-end", tree_.range(since(start)),
             fmt::format("'end {}' closes the class {}", symbols_.text(name), symbols_.text(node.name)))
      .note(
          fmt::format("{} begins at {}", symbols_.text(node.name), sources_.describeLine(tree_.range(node.nameSpan))));
}

void Parser::shortClassSpecifier(Class& node) {
  std::vector<ExpressionId> names;
  if (accept(TokenKind::keywordEnumeration)) {
    node.form = ClassForm::enumeration;
    expect(TokenKind::leftParenthesis, "after 'enumeration'");
    if (!accept(TokenKind::colon) && !at(TokenKind::rightParenthesis)) {
      do {
        names.push_back(reference());
        Symbol description = Symbol::none;
        Modification ignored;
        comment(description, ignored);
      } while (accept(TokenKind::comma));
    }
    expect(TokenKind::rightParenthesis, "after the literals");
  } else if (accept(TokenKind::keywordDer)) {
    node.form = ClassForm::derivative;
    expect(TokenKind::leftParenthesis, "after 'der'");
    node.base = reference();
    while (accept(TokenKind::comma)) names.push_back(reference());
    expect(TokenKind::rightParenthesis, "after the variables");
  } else {
    node.form = ClassForm::shortClass;
    node.baseCausality = typePrefixes().causality;
    node.base = reference();
    if (!panic_ && tree_[node.base].parts.count > 0) {  // T[n]: the subscripts belong to the class, not to the name
      Part& last =
          tree_.parts[static_cast<std::size_t>(tree_.at(tree_[node.base].parts, tree_[node.base].parts.count - 1))];
      node.baseSubscripts = last.subscripts;
      last.subscripts = {};
    }
    if (at(TokenKind::leftParenthesis)) node.modification.arguments = classModification();
  }
  node.names = store(names);
  comment(node.description, node.annotation);
}

void Parser::composition(Class& node) {
  std::vector<ElementId> elements;
  std::vector<SectionId> sections;
  bool isProtected = false;
  for (bool more = true; more;) {
    const auto position = static_cast<std::uint32_t>(position_);
    switch (peek()) {
      case TokenKind::keywordEnd:
      case TokenKind::endOfFile:
      case TokenKind::stop: more = false; break;
      case TokenKind::keywordPublic:
        take();
        isProtected = false;
        break;
      case TokenKind::keywordProtected:
        take();
        isProtected = true;
        break;
      case TokenKind::keywordEquation:
      case TokenKind::keywordAlgorithm: sections.push_back(section()); break;
      case TokenKind::keywordExternal: externalClause(node); break;
      case TokenKind::keywordAnnotation:
        node.annotation = annotation();
        expect(TokenKind::semicolon, "the annotation");
        break;
      case TokenKind::keywordInitial:
        if (peek(1) == TokenKind::keywordEquation || peek(1) == TokenKind::keywordAlgorithm) {
          sections.push_back(section());
          break;
        }
        [[fallthrough]];
      default: element(isProtected, elements); expect(TokenKind::semicolon, "the declaration");
    }
    (void)recoverIfPanicking(position);
  }
  node.elements = store(elements);
  node.sections = store(sections);
}

void Parser::externalClause(Class& node) {
  take();  // external
  node.external.present = true;
  if (at(TokenKind::string)) node.external.language = symbols_.intern(unescaped(text(take())));
  if (at(TokenKind::identifier)) {
    const ExpressionId first = referenceOrCall();
    if (accept(TokenKind::becomes)) {
      node.external.result = first;
      node.external.call = referenceOrCall();
    } else {
      node.external.call = first;
    }
  }
  if (at(TokenKind::keywordAnnotation)) node.external.annotation = annotation();
  expect(TokenKind::semicolon, "the external clause");
}

void Parser::element(bool isProtected, std::vector<ElementId>& out) {
  const std::uint32_t start = begin();
  Element node;
  if (at(TokenKind::keywordImport))
    node = importClause();
  else if (at(TokenKind::keywordExtends))
    node = extendsClause();
  else {
    const ElementPrefixes prefixes = elementPrefixes();
    node.isRedeclare = prefixes.isRedeclare, node.isFinal = prefixes.isFinal, node.isInner = prefixes.isInner;
    node.isOuter = prefixes.isOuter, node.isReplaceable = prefixes.isReplaceable, node.isProtected = isProtected;
    if (!atClassPrefix()) return componentClause(node, out);
    node.kind = ElementKind::classDefinition;
    node.classDefinition = classDefinition();
    if (at(TokenKind::keywordConstrainedby)) constrainingClause(node);
  }
  node.isProtected = isProtected;
  node.span = since(start);
  if (!panic_) out.push_back(add<ElementId>(tree_.elements, node));
}

Element Parser::importClause() {
  take();  // import
  Element node{.kind = ElementKind::import};
  if (at(TokenKind::identifier) && peek(1) == TokenKind::becomes) {
    node.alias = identifier("");
    take();  // =
  }
  // The name ends before `.*` (one token) or `.{`.
  const std::uint32_t start = begin();
  std::vector<PartId> parts;
  do {
    const std::uint32_t partStart = begin();
    const Symbol name = identifier("to import");
    parts.push_back(add<PartId>(tree_.parts, Part{.name = name, .span = since(partStart), .subscripts = {}}));
  } while (peek(1) != TokenKind::leftBrace && accept(TokenKind::dot));
  node.name = addExpression({.kind = ExpressionKind::reference, .span = since(start), .parts = store(parts)});
  if (accept(TokenKind::dotTimes))
    node.importsAll = true;
  else if (accept(TokenKind::dot)) {
    take();  // {
    std::vector<ExpressionId> names;
    do names.push_back(reference());
    while (accept(TokenKind::comma));
    expect(TokenKind::rightBrace, "after the imported names");
    node.importedNames = store(names);
  }
  comment(node.description, node.annotation);
  return node;
}

Element Parser::extendsClause() {
  take();  // extends
  Element node{.kind = ElementKind::extends};
  node.name = reference();
  if (at(TokenKind::leftParenthesis)) node.modification.arguments = classModification();
  if (at(TokenKind::keywordAnnotation)) node.annotation = annotation();
  return node;
}

Parser::ElementPrefixes Parser::elementPrefixes() {
  ElementPrefixes prefixes;
  prefixes.isRedeclare = accept(TokenKind::keywordRedeclare);
  prefixes.isFinal = accept(TokenKind::keywordFinal);
  prefixes.isInner = accept(TokenKind::keywordInner);
  prefixes.isOuter = accept(TokenKind::keywordOuter);
  prefixes.isReplaceable = accept(TokenKind::keywordReplaceable);
  return prefixes;
}

Parser::ComponentPrefixes Parser::typePrefixes() {
  ComponentPrefixes prefixes;
  if (accept(TokenKind::keywordFlow))
    prefixes.connector = ConnectorPrefix::flow;
  else if (accept(TokenKind::keywordStream))
    prefixes.connector = ConnectorPrefix::stream;
  if (accept(TokenKind::keywordDiscrete))
    prefixes.variability = Variability::discrete;
  else if (accept(TokenKind::keywordParameter))
    prefixes.variability = Variability::parameter;
  else if (accept(TokenKind::keywordConstant))
    prefixes.variability = Variability::constant;
  if (accept(TokenKind::keywordInput))
    prefixes.causality = Causality::input;
  else if (accept(TokenKind::keywordOutput))
    prefixes.causality = Causality::output;
  return prefixes;
}

void Parser::componentClause(const Element& prototype, std::vector<ElementId>& out) {
  const std::uint32_t start = begin();
  const ComponentPrefixes prefixes = typePrefixes();
  if (!atAny({TokenKind::identifier, TokenKind::dot})) {
    fail("syntax", fmt::format("expected a declaration, found {}", describeCurrent()));
    return;
  }
  Component component{
      .connector = prefixes.connector, .variability = prefixes.variability, .causality = prefixes.causality};
  component.type = reference();
  if (panic_) return;
  // T[n] x: the subscripts belong to the components, not to the name of the type.
  Part& last = tree_.parts[static_cast<std::size_t>(
      tree_.at(tree_[component.type].parts, tree_[component.type].parts.count - 1))];
  component.typeSubscripts = last.subscripts;
  last.subscripts = {};

  std::vector<ElementId> added;
  do {
    Element node = prototype;
    node.kind = ElementKind::component;
    const Component declared = declaration(component);
    if (panic_) return;
    node.component = add<ComponentId>(tree_.components, declared);
    node.span = {start, lastEnd_};
    added.push_back(add<ElementId>(tree_.elements, node));
  } while (accept(TokenKind::comma));
  if (at(TokenKind::keywordConstrainedby)) {
    Element constrained = tree_[added.back()];
    constrainingClause(constrained);
    tree_.elements[static_cast<std::size_t>(added.back())] = constrained;
  }
  for (const ElementId id : added) tree_.elements[static_cast<std::size_t>(id)].span = since(start);
  out.insert(out.end(), added.begin(), added.end());
}

Component Parser::declaration(const Component& prototype) {
  const std::uint32_t start = begin();
  Component node = prototype;
  node.name = identifier("of a component after its type");
  node.nameSpan = since(start);
  if (at(TokenKind::leftBracket)) node.subscripts = arraySubscripts();
  node.modification = modification();
  if (accept(TokenKind::keywordIf)) node.condition = expression();
  comment(node.description, node.annotation);
  node.span = since(start);
  return node;
}

void Parser::constrainingClause(Element& node) {
  take();  // constrainedby
  const ExpressionId base = reference();
  List<ArgumentId> arguments;
  if (at(TokenKind::leftParenthesis)) arguments = classModification();
  Symbol description = node.description;
  Modification notes = node.annotation;
  comment(description, notes);
  node.constrainedBy = base;
  node.constraint.arguments = arguments;
  node.description = description;
  node.annotation = notes;
}

Modification Parser::modification() {
  Modification node;
  if (at(TokenKind::leftParenthesis)) node.arguments = classModification();
  if (accept(TokenKind::becomes) || accept(TokenKind::assign)) {
    if (at(TokenKind::keywordBreak)) fail("unsupported", "'break' as a modification is not supported yet");
    node.value = expression();
  }
  return node;
}

List<ArgumentId> Parser::classModification() {
  take();  // (
  std::vector<ArgumentId> arguments;
  if (!at(TokenKind::rightParenthesis)) {
    do arguments.push_back(argument());
    while (accept(TokenKind::comma));
  }
  expect(TokenKind::rightParenthesis, "after the modifications");
  return store(arguments);
}

ArgumentId Parser::argument() {
  const Nesting nesting(*this);
  const std::uint32_t start = begin();
  Argument node;
  if (tooDeep()) return add<ArgumentId>(tree_.arguments, node);
  if (at(TokenKind::keywordRedeclare)) return redeclaration(node, start);
  node.each = accept(TokenKind::keywordEach);
  node.final = accept(TokenKind::keywordFinal);
  if (at(TokenKind::keywordReplaceable)) return redeclaration(node, start);
  node.name = reference();
  node.modification = modification();
  node.description = stringComment();
  node.span = since(start);
  return add<ArgumentId>(tree_.arguments, node);
}

/// redeclare [each] [final] [replaceable] (class | component), or replaceable (class | component)
ArgumentId Parser::redeclaration(Argument node, std::uint32_t start) {
  node.kind = ArgumentKind::redeclaration;
  Element prefixes;
  prefixes.isRedeclare = accept(TokenKind::keywordRedeclare);
  node.each |= accept(TokenKind::keywordEach);
  node.final |= accept(TokenKind::keywordFinal);
  prefixes.isReplaceable = accept(TokenKind::keywordReplaceable);
  if (atClassPrefix()) {
    prefixes.kind = ElementKind::classDefinition;
    prefixes.classDefinition = classDefinition();
  } else {
    // One component only: a comma belongs to the list of modifications.
    Component component;
    const ComponentPrefixes types = typePrefixes();
    component.connector = types.connector, component.variability = types.variability,
    component.causality = types.causality;
    component.type = reference();
    component = declaration(component);
    prefixes.component = add<ComponentId>(tree_.components, component);
  }
  if (at(TokenKind::keywordConstrainedby)) constrainingClause(prefixes);
  prefixes.span = since(start);
  node.redeclared = add<ElementId>(tree_.elements, prefixes);
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

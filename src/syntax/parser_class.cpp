#include "syntax/lexer.hpp"
#include "syntax/parser.hpp"

#include <fmt/format.h>

namespace dashpot::syntax {

void Parser::storedDefinition() {
  if (at(TokenKind::keywordWithin)) {
    const std::uint32_t start = begin();
    take();
    tree_.hasWithin = true;
    if (!at(TokenKind::semicolon)) tree_.within = name("a package");
    tree_.withinSpan = since(start);
    expectSemicolon("the within clause");
    (void)recoverIfPanicking(0);
  }
  Collector<ClassId> classes(*this);
  while (!at(TokenKind::endOfFile)) {
    const std::size_t start = position_;
    const bool isFinal = accept(TokenKind::keywordFinal);
    if (atClassPrefix() || misspeltClassKind() != ClassKind::generic) {
      const ClassId id = classDefinition();
      tree_.classNodes[static_cast<std::size_t>(id)].isFinal = isFinal;
      classes.push(id);
      expectSemicolon("the class");
    } else {
      fail("syntax", fmt::format("expected a class definition, found {}", describeCurrent()));
      skipToClass();
      continue;
    }
    if (recoverIfPanicking(start) && !atClassPrefix()) skipToClass();
  }
  tree_.classes = classes.store();
}

/// Text between classes that is no class is one error, however long it is.
void Parser::skipToClass() {
  panic_ = false;
  for (bool first = true; !at(TokenKind::endOfFile) && (first || !(atClassPrefix() && startsLine())); first = false)
    take();
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
    node.isPartial = accept(TokenKind::keywordPartial);
    const bool isComponent = looksLikeComponent();
    if (!acceptMisspeltClassKind(node)) node.kind = classPrefixes(node);
    if (!panic_ || !isComponent) classSpecifier(node);
  }
  node.span = since(start);
  return add<ClassId>(tree_.classNodes, node);
}

/// After 'encapsulated' or 'partial': Real x or SI.Voltage v, which has no 'end'.
bool Parser::looksLikeComponent() const {
  return at(TokenKind::identifier) &&
         (peek(1) == TokenKind::dot || (peek(1) == TokenKind::identifier && !startsLine(position_ + 1)));
}

ClassKind Parser::classPrefixes(Class& node) {
  const auto functionOnly = [&](ClassKind kind) {
    if (node.purity != Purity::unspecified && kind != ClassKind::function && kind != ClassKind::operatorFunction)
      fail("syntax", fmt::format("only a function is pure or impure, not a {}", spelling(kind)));
    return kind;
  };
  if (accept(TokenKind::keywordPure))
    node.purity = Purity::pure;
  else if (accept(TokenKind::keywordImpure))
    node.purity = Purity::impure;
  if (accept(TokenKind::keywordExpandable)) {
    expect(TokenKind::keywordConnector, "after 'expandable'");
    return functionOnly(ClassKind::expandableConnector);
  }
  if (accept(TokenKind::keywordOperator)) {
    if (accept(TokenKind::keywordRecord)) return functionOnly(ClassKind::operatorRecord);
    if (accept(TokenKind::keywordFunction)) return ClassKind::operatorFunction;
    return functionOnly(ClassKind::operators);
  }
  switch (peek()) {
    case TokenKind::keywordClass: take(); return functionOnly(ClassKind::generic);
    case TokenKind::keywordModel: take(); return functionOnly(ClassKind::model);
    case TokenKind::keywordRecord: take(); return functionOnly(ClassKind::record);
    case TokenKind::keywordBlock: take(); return functionOnly(ClassKind::block);
    case TokenKind::keywordConnector: take(); return functionOnly(ClassKind::connector);
    case TokenKind::keywordType: take(); return functionOnly(ClassKind::type);
    case TokenKind::keywordPackage: take(); return functionOnly(ClassKind::package);
    case TokenKind::keywordFunction: take(); return ClassKind::function;
    default:
      fail("syntax", fmt::format("expected the kind of a class (model, connector, ...), found {}", describeCurrent()));
      return ClassKind::generic;
  }
}

void Parser::classSpecifier(Class& node) {
  if (accept(TokenKind::keywordExtends)) node.form = ClassForm::extension;
  const std::uint32_t nameStart = begin();
  const bool wasPanicking = panic_;
  node.name = identifier("for the class");
  node.nameSpan = since(nameStart);
  if (panic_ && !wasPanicking) {  // the body may be in order: go on with the next line
    panic_ = false;
    do take();
    while (!startsLine() && !atAny({TokenKind::endOfFile, TokenKind::keywordEnd}));
  }
  if (node.form == ClassForm::extension && at(TokenKind::leftParenthesis))
    node.modification.arguments = classModification();
  if (node.form != ClassForm::extension && accept(TokenKind::becomes))
    shortClassSpecifier(node);
  else
    longClassSpecifier(node);
}

void Parser::longClassSpecifier(Class& node) {
  node.description = stringComment();
  classes_.push_back(node.name);
  composition(node);
  classes_.pop_back();
  endOfClass(node);
}

void Parser::endOfClass(const Class& node) {
  if (panic_) return;
  if (!at(TokenKind::keywordEnd)) {
    fail("syntax", fmt::format("expected 'end' to close {}, found {}",
                               node.name == Symbol::none ? "the class" : symbols_.text(node.name), describeCurrent()));
    isCutOff_ = true;  // the classes around it are not closed either
    return;
  }
  const std::string_view closing = peek(1) == TokenKind::identifier ? text(tokens_[position_ + 1]) : "";
  const Symbol symbol = symbols_.find(closing);
  const auto beginsAt = [&] {
    return fmt::format("{} begins at {}", symbols_.text(node.name), sources_.describeLine(tree_.range(node.nameSpan)));
  };
  const bool closesOther = !closing.empty() && node.name != Symbol::none && symbol != node.name;
  if (closesOther && std::find(classes_.begin(), classes_.end(), symbol) != classes_.end()) {
    error("unclosed", {tree_.source, begin(), tokens_[position_ + 1].end},
          fmt::format("'end {};' is missing before 'end {}'", symbols_.text(node.name), closing))
        .note(beginsAt());
    isUnclosed_ = true;
    return;
  }
  take();  // end
  const std::uint32_t start = begin();
  (void)identifier("after 'end'");
  if (panic_ || !closesOther) return;
  error("wrong-end", tree_.range(since(start)),
        fmt::format("'end {}' closes the class {}", closing, symbols_.text(node.name)))
      .note(beginsAt());
}

void Parser::shortClassSpecifier(Class& node) {
  if (at(TokenKind::keywordEnumeration)) {
    enumeration(node);
  } else if (accept(TokenKind::keywordDer)) {
    node.form = ClassForm::derivative;
    expect(TokenKind::leftParenthesis, "after 'der'");
    node.base = name("a function");
    expect(TokenKind::comma, "and the variables to differentiate by");
    Collector<ExpressionId> names(*this);
    do names.push(name("a variable"));
    while (accept(TokenKind::comma));
    expect(TokenKind::rightParenthesis, "after the variables");
    node.names = names.store();
  } else {
    node.form = ClassForm::shortClass;
    if (accept(TokenKind::keywordInput))
      node.baseCausality = Causality::input;
    else if (accept(TokenKind::keywordOutput))
      node.baseCausality = Causality::output;
    node.base = typeSpecifier(node.baseSubscripts);
    if (at(TokenKind::leftParenthesis)) node.modification.arguments = classModification();
  }
  comment(node.description, node.annotation);
}

void Parser::enumeration(Class& node) {
  node.form = ClassForm::enumeration;
  take();  // enumeration
  expect(TokenKind::leftParenthesis, "after 'enumeration'");
  Collector<ExpressionId> names(*this);
  std::vector<RemarkId> remarks;
  if (!accept(TokenKind::colon) && !at(TokenKind::rightParenthesis)) {
    do {
      names.push(name("a literal"));
      Remark remark;
      comment(remark.description, remark.annotation);
      remarks.push_back(add<RemarkId>(tree_.remarks, remark));
    } while (accept(TokenKind::comma));
  }
  expect(TokenKind::rightParenthesis, "after the literals");
  node.names = names.store();
  Collector<RemarkId> list(*this);
  for (const RemarkId id : remarks) list.push(id);
  node.remarks = list.store();
}

void Parser::composition(Class& node) {
  Collector<ElementId> elements(*this);
  std::vector<SectionId> sections;
  bool isProtected = false;
  bool hasAnnotation = false;
  for (bool more = true; more;) {
    const std::size_t start = position_;
    switch (peek()) {
      case TokenKind::keywordEnd: more = skipStrayEnd(); break;
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
        classAnnotation(node, std::exchange(hasAnnotation, true));
        expectSemicolon("the annotation");
        break;
      case TokenKind::keywordInitial:
        if (peek(1) == TokenKind::keywordEquation || peek(1) == TokenKind::keywordAlgorithm) {
          sections.push_back(section());
          break;
        }
        [[fallthrough]];
      default:
        if (atMisplacedStatement()) {
          sections.push_back(sectionWithoutItsWord(peek(1) == TokenKind::assign || at(TokenKind::keywordWhile)));
          break;
        }
        element(isProtected, elements);
        expectSemicolon("the declaration");
    }
    (void)recoverIfPanicking(start);
  }
  node.elements = elements.store();
  Collector<SectionId> list(*this);
  for (const SectionId id : sections) list.push(id);
  node.sections = list.store();
}

/// A second one, which older tools write, adds to the first.
void Parser::classAnnotation(Class& node, bool isSecond) {
  if (isSecond)
    diagnostics_.warning("second-annotation", currentRange(), "a class has one annotation; this one is added to it");
  Collector<ArgumentId> arguments(*this);
  for (const ArgumentId id : tree_.items(node.annotation.arguments)) arguments.push(id);
  const Modification own = annotation();
  for (const ArgumentId id : tree_.items(own.arguments)) arguments.push(id);
  node.annotation = own;
  if (isSecond) node.annotation.arguments = arguments.store();
}

void Parser::externalClause(Class& node) {
  if (node.external.present) fail("syntax", "a function has one external clause, and this is a second one");
  take();  // external
  node.external.present = true;
  if (at(TokenKind::string)) node.external.language = symbols_.intern(unescaped(text(take())));
  if (atAny({TokenKind::identifier, TokenKind::dot})) {
    const ExpressionId first = referenceOrCall();
    if (accept(TokenKind::becomes)) {
      node.external.result = first;
      node.external.call = referenceOrCall();
    } else {
      node.external.call = first;
    }
    if (!panic_ && tree_[node.external.call].kind != ExpressionKind::call)
      fail("syntax", fmt::format("expected '(' after the name of the external function, found {}", describeCurrent()));
  }
  if (at(TokenKind::keywordAnnotation)) node.external.annotation = annotation();
  expectSemicolon("the external clause");
}

void Parser::element(bool isProtected, Collector<ElementId>& out) {
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
    if (!atClassPrefix() && misspeltClassKind() == ClassKind::generic) return componentClause(node, start, out);
    node.kind = ElementKind::classDefinition;
    node.classDefinition = classDefinition();
    constrainingClause(node);
  }
  node.isProtected = isProtected;
  node.span = since(start);
  if (!panic_) out.push(add<ElementId>(tree_.elements, node));
}

Element Parser::importClause() {
  take();  // import
  Element node{.kind = ElementKind::import};
  if (at(TokenKind::identifier) && peek(1) == TokenKind::becomes) {
    node.alias = identifier("");
    take();  // =
  }
  // The name ends before `.*` (one token or two) or `.{`.
  const std::uint32_t start = begin();
  Collector<PartId> parts(*this);
  do {
    const std::uint32_t partStart = begin();
    const Symbol symbol = identifier("to import");
    parts.push(add<PartId>(tree_.parts, Part{.name = symbol, .span = since(partStart), .subscripts = {}}));
  } while (peek(1) != TokenKind::leftBrace && peek(1) != TokenKind::times && accept(TokenKind::dot));
  node.name = addExpression({.kind = ExpressionKind::reference, .span = since(start), .parts = parts.store()});
  if (accept(TokenKind::dotTimes)) {
    node.importsAll = true;
  } else if (accept(TokenKind::dot)) {
    if (accept(TokenKind::times)) {
      node.importsAll = true;
    } else {
      take();  // {
      Collector<ExpressionId> names(*this);
      do names.push(name("what to import"));
      while (accept(TokenKind::comma));
      expect(TokenKind::rightBrace, "after the imported names");
      node.importedNames = names.store();
    }
  }
  if (node.alias != Symbol::none && (node.importsAll || !node.importedNames.empty()))
    fail("syntax", "an import with a name of its own imports one class");
  comment(node.description, node.annotation);
  return node;
}

Element Parser::extendsClause() {
  take();  // extends
  Element node{.kind = ElementKind::extends};
  node.name = name("a class");
  if (at(TokenKind::leftParenthesis)) node.modification.arguments = classModification(Place::inheritance);
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

/// T[n] x: the subscripts belong to the components or the class, not to the name of the type.
ExpressionId Parser::typeSpecifier(List<ExpressionId>& subscripts) {
  const ExpressionId type = name("a type");
  if (at(TokenKind::leftBracket)) subscripts = arraySubscripts();
  return type;
}

void Parser::componentClause(const Element& prototype, std::uint32_t start, Collector<ElementId>& out) {
  const ComponentPrefixes prefixes = typePrefixes();
  if (!atAny({TokenKind::identifier, TokenKind::dot})) {
    fail("syntax", fmt::format("expected a declaration, found {}", describeCurrent()));
    return;
  }
  Component component{
      .connector = prefixes.connector, .variability = prefixes.variability, .causality = prefixes.causality};
  component.type = typeSpecifier(component.typeSubscripts);

  std::vector<ElementId> added;
  do {
    Element node = prototype;
    node.kind = ElementKind::component;
    const Component declared = declaration(component);
    if (panic_) return;
    node.component = add<ComponentId>(tree_.components, declared);
    added.push_back(add<ElementId>(tree_.elements, node));
  } while (accept(TokenKind::comma));
  Element common = tree_[added.back()];
  constrainingClause(common);
  if (panic_) return;
  for (const ElementId id : added) {
    Element& node = tree_.elements[static_cast<std::size_t>(id)];
    node.constrainedBy = common.constrainedBy;
    node.constraint = common.constraint;
    node.span = since(start);
    if (id == added.back()) {
      node.description = common.description;
      node.annotation = common.annotation;
    }
    out.push(id);
  }
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

/// [constrainedby T(...) comment]
void Parser::constrainingClause(Element& node) {
  if (!accept(TokenKind::keywordConstrainedby)) return;
  node.constrainedBy = name("a class");
  if (at(TokenKind::leftParenthesis)) node.constraint.arguments = classModification();
  comment(node.description, node.annotation);
}

}  // namespace dashpot::syntax

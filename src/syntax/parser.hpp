// syntax/parser.hpp (internal)
//
// The parser's state and the tools its grammar functions share. Each grammar function is named after the rule of the
// specification it reads and returns the id of the node it made.
//
// Errors: the first one inside an element puts the parser into panic. In panic every look at the input shows
// TokenKind::stop, so all grammar functions fall through without consuming or reporting; the loop over elements,
// equations or statements then synchronises at the next ';' of its level and goes on.
#pragma once

#include "syntax/parse.hpp"
#include "syntax/token.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace dashpot::syntax {

class Parser {
 public:
  Parser(SourceId id, const Sources& sources, Symbols& symbols, Diagnostics& diagnostics);
  Tree parseFile();

 private:
  // parser.cpp: input, errors, recovery
  [[nodiscard]] TokenKind peek(std::size_t ahead = 0) const;
  [[nodiscard]] bool at(TokenKind kind) const { return peek() == kind; }
  [[nodiscard]] bool atAny(std::initializer_list<TokenKind> kinds) const;
  Token take();
  bool accept(TokenKind kind);
  void expect(TokenKind kind, std::string_view context);
  [[nodiscard]] std::string_view text(Token token) const;
  [[nodiscard]] std::string describeCurrent() const;
  /// Reports and panics; null if the parser was panicking already.
  Diagnostic* fail(std::string code, std::string message);
  void recover();
  [[nodiscard]] bool recoverIfPanicking(std::uint32_t position);
  [[nodiscard]] std::uint32_t begin() const { return tokens_[position_].begin; }
  /// From `begin` to the last token taken; empty if none was.
  [[nodiscard]] Span since(std::uint32_t begin) const { return {std::min(begin, lastEnd_), lastEnd_}; }
  [[nodiscard]] bool tooDeep();
  Symbol identifier(std::string_view context);
  [[nodiscard]] bool atWord(std::string_view word) const;

  template <class Id>
  List<Id> store(const std::vector<Id>& ids) {
    const List<Id> list{static_cast<std::uint32_t>(tree_.lists.size()), static_cast<std::uint32_t>(ids.size())};
    for (const Id id : ids) tree_.lists.push_back(static_cast<std::uint32_t>(id));
    return list;
  }
  template <class Id, class Node>
  static Id add(std::vector<Node>& arena, Node node) {
    arena.push_back(std::move(node));
    return static_cast<Id>(arena.size() - 1);
  }

  /// Nested constructs count their depth while one of these lives.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) { ++parser_.depth_; }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  // parser_class.cpp: classes, elements, modifications
  struct ElementPrefixes {
    bool isRedeclare = false, isFinal = false, isInner = false, isOuter = false, isReplaceable = false;
  };
  struct ComponentPrefixes {
    ConnectorPrefix connector = ConnectorPrefix::none;
    Variability variability = Variability::continuous;
    Causality causality = Causality::none;
  };
  void storedDefinition();
  [[nodiscard]] bool atClassPrefix() const;
  ClassId classDefinition();
  ClassKind classPrefixes(Class& node);
  void classSpecifier(Class& node);
  void longClassSpecifier(Class& node);
  void shortClassSpecifier(Class& node);
  void composition(Class& node);
  void endOfClass(const Class& node);
  void externalClause(Class& node);
  void element(bool isProtected, std::vector<ElementId>& out);
  Element importClause();
  Element extendsClause();
  ElementPrefixes elementPrefixes();
  void componentClause(const Element& prototype, std::vector<ElementId>& out);
  ComponentPrefixes typePrefixes();
  Component declaration(const Component& prototype);
  void constrainingClause(Element& node);
  Modification modification();
  List<ArgumentId> classModification();
  ArgumentId argument();
  ArgumentId redeclaration(Argument node, std::uint32_t start);
  Symbol stringComment();
  Modification annotation();
  void comment(Symbol& description, Modification& annotation);

  // parser_equation.cpp: equation and algorithm sections
  SectionId section();
  std::vector<StatementId> statements(bool algorithm, std::initializer_list<TokenKind> terminators);
  StatementId statement(bool algorithm);
  void ifClause(Statement& node, bool algorithm);
  void whenClause(Statement& node, bool algorithm);
  void forClause(Statement& node, bool algorithm);
  void whileClause(Statement& node);
  void connectClause(Statement& node);
  void simpleStatement(Statement& node, bool algorithm);
  BranchId branch(ExpressionId condition, bool algorithm, std::initializer_list<TokenKind> terminators);
  void closeClause(TokenKind keyword);

  // parser_expression.cpp
  ExpressionId expression();
  ExpressionId conditionalExpression();
  ExpressionId simpleExpression();
  ExpressionId logicalExpression();
  ExpressionId logicalTerm();
  ExpressionId logicalFactor();
  ExpressionId relation();
  ExpressionId arithmeticExpression();
  ExpressionId term();
  ExpressionId factor();
  ExpressionId primary();
  ExpressionId number();
  ExpressionId reference();
  ExpressionId referenceOrCall();
  ExpressionId callArguments(ExpressionId function, std::uint32_t start);
  ExpressionId functionArgument();
  ExpressionId parenthesised();
  ExpressionId arrayConstructor();
  ExpressionId matrix();
  ExpressionId leaf(ExpressionKind kind);
  ExpressionId comprehension(ExpressionId value, std::uint32_t start);
  List<ExpressionId> arraySubscripts();
  ExpressionId subscript();
  List<IteratorId> iterators();
  ExpressionId binary(Operator op, ExpressionId left, ExpressionId right);
  ExpressionId unary(Operator op, ExpressionId operand, std::uint32_t start);
  ExpressionId addExpression(Expression node) { return add<ExpressionId>(tree_.expressions, node); }

  const Sources& sources_;
  Symbols& symbols_;
  Diagnostics& diagnostics_;
  Tree tree_;
  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  std::uint32_t lastEnd_ = 0;  // end of the last token taken
  bool panic_ = false;
  int depth_ = 0;
};

}  // namespace dashpot::syntax

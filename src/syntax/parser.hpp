// syntax/parser.hpp (internal)
//
// The parser's state and the tools its grammar functions share. Each grammar function is named after the rule of the
// specification it reads and returns the id of the node it made.
//
// Errors: one that is not understood puts the parser into panic. In panic every look at the input shows
// TokenKind::stop, so all grammar functions fall through without consuming or reporting; the loop over elements,
// equations or statements then goes on after the next ';' of its level (parser_recovery.cpp). Where it is plain what
// was meant (a missing ';' at the end of a line, a reserved word as a name, a clause that is not closed) the error is
// reported and reading goes on as if it had been written.
#pragma once

#include "syntax/parse.hpp"
#include "syntax/token.hpp"

#include <algorithm>
#include <bitset>
#include <initializer_list>
#include <string_view>

namespace dashpot::syntax {

class Parser {
 public:
  Parser(SourceId id, const Sources& sources, Symbols& symbols, Diagnostics& diagnostics);
  Tree parseFile();

 private:
  // parser.cpp: input and errors
  [[nodiscard]] TokenKind peek(std::size_t ahead = 0) const {
    if (panic_) return TokenKind::stop;
    return tokens_[std::min(position_ + ahead, tokens_.size() - 1)].kind;
  }
  [[nodiscard]] bool at(TokenKind kind) const { return peek() == kind; }
  [[nodiscard]] bool atAny(std::initializer_list<TokenKind> kinds) const { return contains(kinds, peek()); }
  [[nodiscard]] static bool contains(std::initializer_list<TokenKind> kinds, TokenKind kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  }
  Token take();
  bool accept(TokenKind kind);
  void expect(TokenKind kind, std::string_view context);
  void expectSemicolon(std::string_view context);
  [[nodiscard]] std::string_view text(Token token) const;
  [[nodiscard]] std::string describeCurrent() const;
  [[nodiscard]] SourceRange currentRange() const {
    return {tree_.source, tokens_[position_].begin, tokens_[position_].end};
  }
  /// Reports; the one that reaches the limit says so, and ends the reading of the file.
  Diagnostic& error(std::string code, SourceRange where, std::string message);
  /// Reports that the current token does not fit, and panics; null if that would be the consequence of another error.
  Diagnostic* fail(std::string code, std::string message);
  [[nodiscard]] std::uint32_t begin() const { return tokens_[position_].begin; }
  /// From `begin` to the last token taken; empty if none was.
  [[nodiscard]] Span since(std::uint32_t begin) const { return {std::min(begin, lastEnd_), lastEnd_}; }
  [[nodiscard]] bool tooDeep();
  Symbol identifier(std::string_view context);
  [[nodiscard]] Symbol intern(Token token) { return symbols_.intern(text(token)); }

  // parser_recovery.cpp
  [[nodiscard]] bool isConsequence() const;
  [[nodiscard]] bool startsLine() const { return startsLine(position_); }
  [[nodiscard]] bool startsLine(std::size_t position) const;
  void recover(std::size_t start);
  [[nodiscard]] bool recoverIfPanicking(std::size_t start);
  void clauseHead(TokenKind word, std::string_view context);
  void skipToEndOf(TokenKind keyword);
  [[nodiscard]] bool closesOpenClause(TokenKind keyword) const;
  bool skipStrayEnd();
  bool atReservedName() const;
  [[nodiscard]] ClassKind misspeltClassKind() const;
  bool acceptMisspeltClassKind(Class& node);
  bool atMisplacedStatement();
  bool atMisplacedDeclaration();
  [[nodiscard]] TokenKind misspelt(std::initializer_list<TokenKind> keywords) const;

  template <class Id>
  List<Id> store(std::initializer_list<Id> ids) {
    const List<Id> list{static_cast<std::uint32_t>(tree_.lists.size()), static_cast<std::uint32_t>(ids.size())};
    for (const Id id : ids) tree_.lists.push_back(static_cast<std::uint32_t>(id));
    return list;
  }
  /// Children are collected on one stack until their number is known. Collectors nest: while an inner one lives,
  /// nothing is pushed to an outer one.
  template <class Id>
  class Collector {
   public:
    explicit Collector(Parser& parser) : parser_(parser), first_(parser.pending_.size()) {}
    ~Collector() { parser_.pending_.resize(first_); }
    Collector(const Collector&) = delete;
    Collector& operator=(const Collector&) = delete;

    void push(Id id) { parser_.pending_.push_back(static_cast<std::uint32_t>(id)); }
    [[nodiscard]] std::size_t size() const { return parser_.pending_.size() - first_; }
    [[nodiscard]] Id operator[](std::size_t i) const { return static_cast<Id>(parser_.pending_[first_ + i]); }
    void replace(std::size_t i, Id id) { parser_.pending_[first_ + i] = static_cast<std::uint32_t>(id); }
    List<Id> store() {
      auto& lists = parser_.tree_.lists;
      const List<Id> list{static_cast<std::uint32_t>(lists.size()), static_cast<std::uint32_t>(size())};
      lists.insert(lists.end(), parser_.pending_.begin() + static_cast<std::ptrdiff_t>(first_), parser_.pending_.end());
      return list;
    }

   private:
    Parser& parser_;
    std::size_t first_;
  };
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

  // parser_class.cpp: classes, elements; parser_modification.cpp: modifications, annotations, comments
  struct ElementPrefixes {
    bool isRedeclare = false, isFinal = false, isInner = false, isOuter = false, isReplaceable = false;
  };
  struct ComponentPrefixes {
    ConnectorPrefix connector = ConnectorPrefix::none;
    Variability variability = Variability::continuous;
    Causality causality = Causality::none;
  };
  void storedDefinition();
  void skipToClass();
  [[nodiscard]] bool atClassPrefix() const;
  ClassId classDefinition();
  bool looksLikeComponent() const;
  ClassKind classPrefixes(Class& node);
  void classSpecifier(Class& node);
  void longClassSpecifier(Class& node);
  void shortClassSpecifier(Class& node);
  void enumeration(Class& node);
  void composition(Class& node);
  void endOfClass(const Class& node);
  void externalClause(Class& node);
  void element(bool isProtected, Collector<ElementId>& out);
  Element importClause();
  Element extendsClause();
  ElementPrefixes elementPrefixes();
  void componentClause(const Element& prototype, std::uint32_t start, Collector<ElementId>& out);
  ExpressionId typeSpecifier(List<ExpressionId>& subscripts);
  ComponentPrefixes typePrefixes();
  Component declaration(const Component& prototype);
  void constrainingClause(Element& node);
  Modification modification();
  enum class Place : std::uint8_t { modification, inheritance };
  List<ArgumentId> classModification(Place place = Place::modification);
  ArgumentId argument(Place place);
  ArgumentId removal(Argument node, std::uint32_t start);
  ArgumentId redeclaration(Argument node, std::uint32_t start);
  Symbol stringComment();
  Modification annotation();
  void classAnnotation(Class& node, bool isSecond);
  void comment(Symbol& description, Modification& annotation);

  // parser_equation.cpp: equation and algorithm sections
  SectionId section();
  SectionId sectionWithoutItsWord(bool algorithm);
  List<StatementId> statements(bool algorithm, std::initializer_list<TokenKind> terminators);
  StatementId statement(bool algorithm);
  void ifClause(Statement& node, bool algorithm);
  void whenClause(Statement& node, bool algorithm);
  void forClause(Statement& node, bool algorithm);
  void whileClause(Statement& node, bool algorithm);
  void connectClause(Statement& node);
  void simpleStatement(Statement& node, bool algorithm);
  void checkTarget(ExpressionId left);
  BranchId branch(ExpressionId condition, bool algorithm, std::initializer_list<TokenKind> terminators,
                  std::uint32_t start);
  void closeClause(Statement& node, TokenKind keyword, Token opener, bool continuesElse = false);

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
  ExpressionId name(std::string_view what);
  ExpressionId referenceOrCall();
  ExpressionId callArguments(ExpressionId function, std::uint32_t start);
  ExpressionId functionArgument();
  ExpressionId partialApplication();
  ExpressionId parenthesised();
  ExpressionId selection(ExpressionId value, std::uint32_t start);
  ExpressionId arrayConstructor();
  ExpressionId matrix();
  ExpressionId matrixRow();
  ExpressionId leaf(ExpressionKind kind);
  ExpressionId comprehension(ExpressionId value);
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
  std::vector<std::uint32_t> pending_;  // of all Collectors
  std::vector<TokenKind> clauses_;      // the if, for, when and while that are open
  std::vector<Symbol> classes_;         // the classes that are open
  std::bitset<256> reservedReported_;   // by TokenKind: each word is reported once
  std::size_t position_ = 0;
  std::uint32_t lastEnd_ = 0;  // end of the last token taken
  int depth_ = 0;
  int subscriptDepth_ = 0;  // `end` is an expression only in subscripts
  int errors_ = 0;
  bool panic_ = false;
  bool isCutOff_ = false;    // nothing is reported at the end of the file
  bool isUnclosed_ = false;  // the clause or class just left was not closed, so no ';' follows
};

}  // namespace dashpot::syntax

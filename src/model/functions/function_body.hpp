// model/functions/function_body.hpp
//
// The statements of a function, over slots: arrays become runs of slots, short loops with known bounds are unrolled,
// other loops stay loops and index their arrays.
//
// A call inside one branch of a conditional expression must not be made when the other branch is taken (a recursive
// function would never end), so such an expression becomes a branch that assigns a local slot before the statement.
#pragma once

#include "model/expressions/value.hpp"
#include "model/instances/names.hpp"
#include "symbolic/function.hpp"

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace dashpot::model {

struct StatementCall;
struct Translator;

class FunctionBody {
 public:
  FunctionBody(Translator& translator, symbolic::Function& function) : translator_(translator), function_(function) {}

  /// Reserves slots for a component and gives the value made of them. The fields of a record have the sizes that they
  /// have in `like`; without it, those that are declared. Empty: it has been reported.
  std::optional<Value> declare(const TypeDescription& type, const std::string& name, const Dimensions& dimensions,
                               std::vector<symbolic::Argument>& list, const Value* like = nullptr);
  /// Assigns what the type of a record says of its fields: record R Real x = 1; end R;
  bool assignDefaults(const TypeDescription& type, const Value& slots);
  /// Slots that no variable of the user has.
  Value temporary(const Value& shape);
  /// The value as it is now, whatever is assigned later.
  Value kept(const Value& value, SourceRange where);

  /// Variables that are assigned once, outside of loops and branches: if the value is known it takes their place, so
  /// that sizes and loops may depend on it.
  void readAssignments(const std::vector<ScopedStatements>& algorithms);
  [[nodiscard]] bool isAssigned(Symbol variable) const { return assignments_.contains(variable); }
  /// Appends the statements to the function.
  bool statements(const ScopedStatements& list);
  bool statement(const syntax::Tree& tree, const syntax::Statement& one, const Scope& scope);
  bool assign(const Value& target, const Value& value, SourceRange where);
  /// To a whole variable, which may get another size, or a text.
  bool assignVariable(Symbol name, const Value& value, SourceRange where);
  /// targets := results of a call.
  void call(std::vector<VariableId> targets, Expr call, SourceRange where);
  /// The size of this variable is decided by what is assigned to it.
  void leaveOpen(Symbol name) { open_.insert(name); }
  /// To be done before each return.
  void beforeReturn(std::function<bool(SourceRange)> action) { beforeReturn_ = std::move(action); }

  // For translation: statements to be executed before the one at hand.
  void exchangePending(std::vector<symbolic::Statement>& other) { pending_.swap(other); }
  void append(std::vector<symbolic::Statement> statements);
  std::optional<Value> choose(const ScopedExpression& at, Expr condition, const Value& then,
                              std::vector<symbolic::Statement> beforeThen, const Value& otherwise,
                              std::vector<symbolic::Statement> beforeOtherwise);

 private:
  using Statements = std::vector<symbolic::Statement>;

  std::optional<Value> declareBound(const Value& function, const std::string& name,
                                    std::vector<symbolic::Argument>& list);
  void bindSize(const ComponentDescription& component, const Value& slots);
  std::optional<std::int32_t> sizeOfField(const ComponentDescription& field, const ScopedExpression& size,
                                          std::size_t number, const std::string& name);
  void emit(symbolic::Statement statement);
  bool containsCall(const Value& value);
  bool list(const syntax::Tree& tree, syntax::List<syntax::StatementId> ids, const Scope& scope);
  bool assignment(const syntax::Tree& tree, const syntax::Statement& statement, const Scope& scope);
  bool assignResults(const ScopedExpression& targets, const ScopedExpression& call);
  bool assignTo(const ScopedExpression& target, const Value& value, SourceRange where);
  bool setText(Value& variable, const Value& value, SourceRange where);
  bool branches(const syntax::Tree& tree, const syntax::Statement& statement, const Scope& scope, std::size_t first);
  bool loops(const syntax::Tree& tree, const syntax::Statement& statement, const Scope& scope, std::size_t iterator);
  bool whileLoop(const syntax::Tree& tree, const syntax::Statement& statement, const Scope& scope);
  bool callStatement(const syntax::Tree& tree, const syntax::Statement& statement, const Scope& scope);
  bool assertion(const StatementCall& call);
  std::optional<Statements> nested(const syntax::Tree& tree, syntax::List<syntax::StatementId> ids, const Scope& scope);
  void countAssignments(const syntax::Tree& tree, syntax::List<syntax::StatementId> ids, int weight);
  void remember(const ScopedExpression& target, const Value& value);
  [[nodiscard]] bool leaves(const syntax::Tree& tree, syntax::List<syntax::StatementId> ids) const;

  Translator& translator_;
  symbolic::Function& function_;
  Statements* target_ = nullptr;  // where statements go; null: the function's body
  Statements pending_;
  std::unordered_set<Symbol> open_;
  std::function<bool(SourceRange)> beforeReturn_;
  int loopDepth_ = 0;
  std::unordered_map<Symbol, int> assignments_;  // how often; in a loop or branch: more than once
};

}  // namespace dashpot::model

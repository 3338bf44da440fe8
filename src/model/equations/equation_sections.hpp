// model/equations/equation_sections.hpp
//
// The equation sections of an instance as equations of the flat model (Modelica 3.6, chapter 8).
//
// Loops are unrolled. A condition that only parameters decide selects its branch now; any other becomes a conditional
// expression, so that the branches of an if-equation must hold as many equations each. When-equations become
// when-clauses.
#pragma once

#include "model/equations/connections.hpp"
#include "model/equations/when_targets.hpp"

#include <functional>

namespace dashpot::model {

struct StatementCall;
struct Translator;

class EquationSections {
 public:
  EquationSections(Instances& instances, Connections& connections, Overconstrained& overconstrained,
                   const Sources& sources, FlatModel& model, Diagnostics& diagnostics)
      : instances_(instances),
        connections_(connections),
        overconstrained_(overconstrained),
        translator_(instances.translator),
        whenTargets_(instances.translator),
        sources_(sources),
        model_(model),
        diagnostics_(diagnostics) {}

  /// Variables that when-clauses of the instance assign are discrete; to be known before equations are read.
  void markDiscrete(InstanceId instance);
  /// The connections of the instance; to be known for all instances before equations are read, as cardinality() counts
  /// them.
  void connect(InstanceId instance);
  /// Branches and roots of overconstrained connectors; to be known after all connections and before equations are read,
  /// as Connections.isRoot asks for them.
  void readGraph(InstanceId instance);
  using OnConnect = std::function<void(const ScopedExpression& from, const ScopedExpression& to)>;
  /// Every connect() of the instance, those in loops and in the branch that is taken included.
  void forEachConnect(InstanceId instance, const OnConnect& action);
  /// All that have been marked.
  [[nodiscard]] const WhenTargets& whenTargets() const { return whenTargets_; }
  void translate(InstanceId instance);
  /// A when-clause for what is done at the start.
  void performAtStart(std::vector<Action>& effects);
  /// Texts that equations give to String variables, as far as they are known by now. False: there was nothing new.
  bool giveTexts(InstanceId instance);

 private:
  [[nodiscard]] std::size_t ownVariables() const;
  using StatementList = syntax::List<syntax::StatementId>;
  /// Where a statement stands: what its names mean, and what it adds to.
  struct Context {
    const syntax::Tree* tree = nullptr;
    Scope scope = {};
    bool isInitial = false;
    std::vector<Equation>* equations = nullptr;
    Expr condition = Expr::none;  // of the if-equations around it
    bool isConditional = false;   // in an if-equation that is decided while the model runs
    bool isInWhen = false;
  };

  bool giveTexts(const Context& context, StatementList list);
  bool giveText(const ScopedExpression& target, const ScopedExpression& value);
  void statements(const Context& context, StatementList list);
  void statement(const Context& context, const syntax::Statement& statement);
  void equality(const Context& context, const syntax::Statement& statement);
  void equate(const Context& context, const Value& left, const Value& right, SourceRange where, bool isField = false);
  bool requireDiscrete(const Context& context, const Value& left, const Value& right, SourceRange where, bool isField);
  void conditional(const Context& context, const syntax::Statement& statement);
  void combine(const Context& context, const std::vector<Expr>& conditions,
               const std::vector<std::vector<Equation>>& branches, SourceRange where);
  // connections
  using OnStatement = std::function<void(const Context& context, const syntax::Statement& statement)>;
  using IsSought = bool (EquationSections::*)(const syntax::Tree& tree, const syntax::Statement& statement) const;
  /// Statements that concern connections, and what is to be done with each.
  struct Search {
    IsSought isSought;
    OnStatement action;
  };
  [[nodiscard]] bool isConnect(const syntax::Tree& tree, const syntax::Statement& statement) const;
  [[nodiscard]] bool isGraphStatement(const syntax::Tree& tree, const syntax::Statement& statement) const;
  [[nodiscard]] bool concerns(const Search& search, const syntax::Tree& tree, const syntax::Statement& statement) const;
  void search(InstanceId instance, const Search& search);
  void searchIn(const Context& context, StatementList list, const Search& search);
  void searchBranches(const Context& context, const syntax::Statement& statement, const Search& search);
  bool requireCertain(const Context& context, std::string_view what, SourceRange where);
  void connect(const Context& context, const syntax::Statement& statement);
  void readGraphStatement(const Context& context, const syntax::Statement& statement);
  void call(const Context& context, const syntax::Statement& statement);
  void assertion(const Context& context, const StatementCall& call);
  [[nodiscard]] Expr underConditions(const Context& context, Expr holds);
  using Body = std::function<void(const syntax::Branch&)>;
  void loop(const Context& context, const syntax::Statement& statement, std::size_t iterator, const Body& body);

  // when-equations
  void when(const Context& context, const syntax::Statement& statement);
  /// That a branch with these conditions becomes active.
  TranslationContext::Activity activityOf(const std::vector<Expr>& conditions);
  void clockedWhen(const Context& context, const syntax::Statement& statement, const Value& clock);
  void branchActions(const Context& context, StatementList list, std::vector<Action>& out);
  void actions(const Context& context, StatementList list, std::vector<Action>& out);
  void assign(const Context& context, const syntax::Statement& statement, std::vector<Action>& out);
  void assignValue(const Context& context, const ScopedExpression& target, const Value& value, SourceRange where,
                   std::vector<Action>& out);
  void conditionalActions(const Context& context, const syntax::Statement& statement, std::vector<Action>& out);
  void callAction(const Context& context, const syntax::Statement& statement, std::vector<Action>& out);
  void reinitialise(const StatementCall& call, const Origin& origin, std::vector<Action>& out);
  void requireSameTargets(const WhenClause& clause);

  void unsupported(SourceRange where, std::string_view what);

  Instances& instances_;
  Connections& connections_;
  Overconstrained& overconstrained_;
  Translator& translator_;
  WhenTargets whenTargets_;
  const Sources& sources_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
};

}  // namespace dashpot::model

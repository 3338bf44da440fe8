// model/equations/connection_statements.cpp: statements of equation sections that concern connections, which are read
// before all equations: connect() (Modelica 3.6, section 9.1), and Connections.branch, root and potentialRoot of
// overconstrained connectors (section 9.4.1).
#include "model/equations/equation_sections.hpp"
#include "model/expressions/translator.hpp"

#include <fmt/format.h>

namespace dashpot::model {

using syntax::ExpressionKind;
using syntax::StatementKind;
using syntax::Tree;

// -------------------------------------------------------------------------------------------------------- the search

bool EquationSections::isConnect(const Tree&, const syntax::Statement& statement) const {
  return statement.kind == StatementKind::connect;
}

bool EquationSections::isGraphStatement(const Tree& tree, const syntax::Statement& statement) const {
  if (statement.kind != StatementKind::call) return false;
  const syntax::Expression& call = tree[tree.at(statement.expressions, 0)];
  if (call.kind != ExpressionKind::call) return false;
  const syntax::Expression& path = tree[tree.at(call.operands, 0)];
  if (path.kind != ExpressionKind::reference || path.parts.count != 2) return false;
  const auto name = [&](std::size_t i) { return instances_.tree.symbols().text(tree[tree.at(path.parts, i)].name); };
  return name(0) == "Connections" && (name(1) == "branch" || name(1) == "root" || name(1) == "potentialRoot");
}

bool EquationSections::concerns(const Search& search, const Tree& tree, const syntax::Statement& statement) const {
  if ((this->*search.isSought)(tree, statement)) return true;
  if (statement.kind != StatementKind::loop && statement.kind != StatementKind::conditional) return false;
  for (const syntax::BranchId branch : tree.items(statement.branches))
    for (const syntax::StatementId id : tree.items(tree[branch].body))
      if (concerns(search, tree, tree[id])) return true;
  return false;
}

void EquationSections::search(InstanceId instance, const Search& search) {
  for (Layout* part : instances_.tree[instance].layout->parts) {
    const ClassEntry& entry = instances_.tree.classes()[part->type];
    for (const syntax::SectionId id : entry.tree->items(entry.node().sections)) {
      const syntax::Section& section = (*entry.tree)[id];
      if (!section.algorithm)
        searchIn({.tree = entry.tree, .scope = {instance, part->type}, .isInitial = section.initial},
                 section.statements, search);
    }
  }
}

void EquationSections::searchIn(const Context& context, StatementList list, const Search& search) {
  for (const syntax::StatementId id : context.tree->items(list)) {
    const syntax::Statement& statement = (*context.tree)[id];
    if (!concerns(search, *context.tree, statement)) continue;
    if (statement.kind == StatementKind::conditional)
      searchBranches(context, statement, search);
    else if (statement.kind == StatementKind::loop)
      loop(context, statement, 0, [&](const syntax::Branch& branch) { searchIn(context, branch.body, search); });
    else
      search.action(context, statement);
  }
}

void EquationSections::searchBranches(const Context& context, const syntax::Statement& statement,
                                      const Search& search) {
  const Tree& tree = *context.tree;
  Context inner = context;
  for (const syntax::BranchId id : tree.items(statement.branches)) {
    const syntax::Branch& branch = tree[id];
    bool isTaken = branch.condition == syntax::ExpressionId::none;
    if (!isTaken) {
      const ScopedExpression condition{&tree, branch.condition, context.scope};
      const auto value = translator_.expressions.condition(condition);
      if (!value) return;
      const auto holds = translator_.evaluation.structuralValue(*value, condition.where());
      inner.isConditional |= !holds.has_value();
      isTaken = holds.value_or(0.0) != 0.0;
      if (holds && !isTaken) continue;
    }
    searchIn(inner, branch.body, search);
    if (isTaken) return;
  }
}

bool EquationSections::requireCertain(const Context& context, std::string_view what, SourceRange where) {
  if (!context.isInitial && !context.isConditional) return true;
  diagnostics_.error(
      "connect", where,
      fmt::format("{} is not allowed {}", what,
                  context.isInitial ? "in an initial equation section" : "under a condition that changes in time"));
  return false;
}

// -------------------------------------------------------------------------------------------------------- connections

void EquationSections::connect(InstanceId instance) {
  search(instance, {&EquationSections::isConnect,
                    [&](const Context& context, const syntax::Statement& statement) { connect(context, statement); }});
}

void EquationSections::forEachConnect(InstanceId instance, const OnConnect& action) {
  search(instance, {&EquationSections::isConnect, [&](const Context& context, const syntax::Statement& statement) {
                      const Tree& tree = *context.tree;
                      if (context.isInitial || context.isConditional) return;
                      if (instances_.layouts.isLeftOut(context.scope, tree, statement)) return;
                      action({&tree, tree.at(statement.expressions, 0), context.scope},
                             {&tree, tree.at(statement.expressions, 1), context.scope});
                    }});
}

void EquationSections::connect(const Context& context, const syntax::Statement& statement) {
  const Tree& tree = *context.tree;
  if (instances_.layouts.isLeftOut(context.scope, tree, statement)) return;
  const SourceRange where = tree.range(statement.span);
  if (!requireCertain(context, "connect", where)) return;
  connections_.connect({&tree, tree.at(statement.expressions, 0), context.scope},
                       {&tree, tree.at(statement.expressions, 1), context.scope}, where);
}

// ---------------------------------------------------------------------------------------------------------- the graph

void EquationSections::readGraph(InstanceId instance) {
  search(instance,
         {&EquationSections::isGraphStatement,
          [&](const Context& context, const syntax::Statement& statement) { readGraphStatement(context, statement); }});
}

void EquationSections::readGraphStatement(const Context& context, const syntax::Statement& statement) {
  const Tree& tree = *context.tree;
  const SourceRange where = tree.range(statement.span);
  const ScopedExpression call{&tree, tree.at(statement.expressions, 0), context.scope};
  std::string name = translator_.context.textOf(operand(call, 0));
  if (name.starts_with('.')) name.erase(0, 1);
  if (!requireCertain(context, name, where)) return;
  const std::vector<CallArgument> arguments = argumentsOf(call);
  const bool isBranch = name == "Connections.branch", isPotential = name == "Connections.potentialRoot";
  const std::size_t fewest = isBranch ? 2 : 1, most = isBranch || isPotential ? 2 : 1;
  if (arguments.size() < fewest || arguments.size() > most) {
    diagnostics_.error("arguments", where,
                       fmt::format("{} takes {}", name,
                                   isBranch      ? "2 arguments, the components that it joins"
                                   : isPotential ? "a component and, if it is not 0, a priority"
                                                 : "1 argument, a component"));
    return;
  }
  const InstanceId in = context.scope.instance;
  const auto first = instances_.connectionGraph.node(arguments[0].value, name);
  if (!first || *first == InstanceId::none) return;
  if (isBranch) {
    const auto second = instances_.connectionGraph.node(arguments[1].value, name);
    if (second && *second != InstanceId::none) overconstrained_.branch(*first, *second, in, where);
  } else if (!isPotential) {
    overconstrained_.root(*first, in, where);
  } else {
    std::int32_t priority = 0;
    if (arguments.size() == 2) {
      const auto given = translator_.evaluation.evaluateInteger(arguments[1].value, "the priority of a root");
      if (!given) return;
      priority = *given;
    }
    overconstrained_.potentialRoot(*first, priority, in);
  }
}

}  // namespace dashpot::model

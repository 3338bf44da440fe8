#include "model/equations/overconstrained.hpp"

#include "model/expressions/value_parts.hpp"

#include <fmt/format.h>

namespace dashpot::model {

void Overconstrained::branch(InstanceId a, InstanceId b, InstanceId in, SourceRange where) {
  graph_.branch(a, b, where);
  branches_.emplace_back(a, in);
}

void Overconstrained::root(InstanceId node, InstanceId in, SourceRange where) {
  graph_.root(node, where);
  roots_.insert_or_assign(node, in);
}

void Overconstrained::potentialRoot(InstanceId node, std::int32_t priority, InstanceId in) {
  graph_.potentialRoot(node, priority);
  roots_.try_emplace(node, in);
}

void Overconstrained::chooseTrees() {
  graph_.grow();
  for (const auto& [node, in] : branches_) instances_.tree[in].equationCount -= surplus(node);
  for (const InstanceId node : graph_.nodes())
    if (const auto said = roots_.find(node); said != roots_.end() && graph_.isRoot(node))
      instances_.tree[said->second].equationCount -= surplus(node);
}

std::int32_t Overconstrained::surplus(InstanceId node) {
  const auto [found, isNew] = surpluses_.try_emplace(node, 0);
  if (!isNew) return found->second;
  const SourceRange where = instances_.tree[node].declared;
  const auto conditions = residues(node, node, where);
  const auto value = conditions ? instances_.names.valueOf(node, where) : std::nullopt;
  if (!value) return 0;
  std::vector<Expr> scalars;
  appendScalars(*value, scalars);
  std::int32_t unknowns = 0;
  for (const Expr e : scalars)
    if (model_.pool.op(e) == symbolic::Op::variable &&
        model_[model_.pool.variable(e)].variability > Variability::parameter)
      ++unknowns;
  return surpluses_[node] = unknowns - static_cast<std::int32_t>(conditions->size());
}

std::optional<std::vector<Expr>> Overconstrained::residues(InstanceId a, InstanceId b, SourceRange where) {
  const auto constraint = instances_.callables.functionOf(instances_.tree[a].constraint, "equalityConstraint");
  const auto refuse = [&](const std::string& problem) {
    if (instances_.tree.reportOnce(instances_.tree[a].declared, "connection-graph"))
      diagnostics_.error("connection-graph", instances_.tree[a].declared, problem)
          .hint("it is a function of two such components, with one array of residues as its result");
    return std::nullopt;
  };
  if (!constraint) return refuse(fmt::format("equalityConstraint of '{}' is no function", instances_.tree.name(a)));
  auto first = instances_.names.valueOf(a, where), second = instances_.names.valueOf(b, where);
  if (!first || !second || constraint->isRefused) return std::nullopt;
  std::size_t inputs = 0;
  for (const ComponentDescription& component : constraint->components)
    if (component.causality == syntax::Causality::input) ++inputs;
  if (inputs != 2)
    return refuse(
        fmt::format("equalityConstraint of '{}' has {} inputs instead of 2", instances_.tree.name(a), inputs));
  const auto results =
      instances_.translator.functions.call(*constraint, {std::move(*first), std::move(*second)}, where);
  if (!results) return std::nullopt;
  if (results->size() != 1 || results->front().record || results->front().type.type != Type::real)
    return refuse(fmt::format("equalityConstraint of '{}' does not give numbers", instances_.tree.name(a)));
  return results->front().scalars;
}

void Overconstrained::closeLoop(InstanceId a, InstanceId b, InstanceId in, const Origin& origin) {
  const auto conditions = residues(a, b, origin.where);
  if (!conditions) return;
  const PatternId pattern = instances_.tree.patterns().of(origin.where);
  for (const Expr residue : *conditions)
    model_.equations.push_back({model_.pool.constant(0.0), residue, EquationKind::connection, origin, pattern});
  instances_.tree[in].equationCount += static_cast<std::int32_t>(conditions->size());
}

}  // namespace dashpot::model

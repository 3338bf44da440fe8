#include "model/connections.hpp"

#include "base/nearest.hpp"

#include <fmt/format.h>

#include <map>

namespace dashpot::model {

void Connections::connect(Translator& translator, const ScopedExpression& from, const ScopedExpression& to,
                          SourceRange where) {
  const InstanceId a = connector(translator, from);
  const InstanceId b = connector(translator, to);
  if (a == InstanceId::none || b == InstanceId::none) return;
  const auto isOutside = [&](const ScopedExpression& reference) {
    const syntax::Expression& node = (*reference.tree)[reference.expression];
    return node.parts.count == 1;  // a connector of the class that has the connect, not of one of its components
  };
  connectInstances(a, isOutside(from), b, isOutside(to), {instances_[from.scope.instance].path, where});
}

InstanceId Connections::connector(Translator& translator, const ScopedExpression& reference) {
  const InstanceId id = translator.resolveComponent(reference);
  if (id == InstanceId::none) return id;
  const Instance& instance = instances_[id];
  const bool insideConnector = instance.parent != InstanceId::none && instances_[instance.parent].isConnector;
  if (instance.isConnector || insideConnector) return id;
  Diagnostic& d = diagnostics_.error("not-a-connector", reference.where(),
                                     fmt::format("'{}' is not a connector", model_.paths.text(instance.path)));
  std::string names;
  for (const auto& [symbol, child] : instance.children)
    if (instances_[child].isConnector)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", classes_.symbols().text(symbol));
  const std::string type = typeName(instances_, id, classes_);
  d.note(names.empty() ? fmt::format("{} has no connectors", type)
                       : fmt::format("{} has the connectors {}", type, names));
  return InstanceId::none;
}

void Connections::connectInstances(InstanceId a, bool aOutside, InstanceId b, bool bOutside, const Origin& origin) {
  const Instance& first = instances_[a];
  const Instance& second = instances_[b];
  if (first.isBroken || second.isBroken) return;
  if (first.children.size() != second.children.size() ||
      (first.variable == VariableId::none) != (second.variable == VariableId::none))
    return mismatch(a, b, origin);
  if (first.variable != VariableId::none) {
    if (first.isFlow != second.isFlow) return mismatch(a, b, origin);
    if (model_[first.variable].variability != Variability::continuous)
      return;  // parameters and constants of connectors are not connected
    const std::size_t x = root(member(a, aOutside, origin));
    const std::size_t y = root(member(b, bOutside, origin));
    if (x != y) parent_[std::max(x, y)] = std::min(x, y);
    return;
  }
  for (const auto& [name, child] : first.children) {
    const InstanceId other = instances_.child(b, name);
    if (other == InstanceId::none) return mismatch(a, b, origin);
    connectInstances(child, aOutside, other, bOutside, origin);
  }
}

void Connections::mismatch(InstanceId a, InstanceId b, const Origin& origin) {
  diagnostics_
      .error("connector-mismatch", origin.where,
             fmt::format("'{}' and '{}' cannot be connected: their variables differ",
                         model_.paths.text(instances_[a].path), model_.paths.text(instances_[b].path)))
      .note(describeElements(instances_, a, classes_, sources_))
      .note(describeElements(instances_, b, classes_, sources_));
}

std::size_t Connections::member(InstanceId id, bool outside, const Origin& origin) {
  const VariableId variable = instances_[id].variable;
  const bool isFlow = instances_[id].isFlow;
  const std::uint64_t key = static_cast<std::uint64_t>(variable) << 1 | static_cast<std::uint64_t>(isFlow && outside);
  const auto [found, isNew] = known_.try_emplace(key, members_.size());
  if (isNew) {
    members_.push_back({variable, isFlow, outside, origin});
    parent_.push_back(found->second);
  }
  return found->second;
}

std::size_t Connections::root(std::size_t i) {
  while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
  return i;
}

void Connections::expand() {
  // The flow of every connector of a component counts from inside, connected or not.
  for (std::size_t i = 0; i < instances_.instances.size(); ++i) {
    const Instance& instance = instances_.instances[i];
    if (!instance.isFlow || instance.variable == VariableId::none || !instances_[instance.parent].isConnector) continue;
    member(static_cast<InstanceId>(i), false, {instances_[instance.parent].path, instance.declared});
  }
  std::map<std::size_t, std::vector<std::size_t>> sets;
  for (std::size_t i = 0; i < members_.size(); ++i) sets[root(i)].push_back(i);
  for (const auto& [first, set] : sets) {
    if (members_[first].isFlow)
      zeroFlowSum(set);
    else
      equalPotentials(set);
  }
}

void Connections::equalPotentials(const std::vector<std::size_t>& set) {
  for (std::size_t i = 1; i < set.size(); ++i)
    model_.equations.push_back({model_.pool.variable(members_[set[0]].variable),
                                model_.pool.variable(members_[set[i]].variable), EquationKind::connection,
                                members_[set[i]].origin});
}

void Connections::zeroFlowSum(const std::vector<std::size_t>& set) {
  Expr sum = Expr::none;
  for (const std::size_t i : set) {
    const Expr flow = model_.pool.variable(members_[i].variable);
    sum = members_[i].outside ? symbolic::subtractTerms(model_.pool, sum, flow)
                              : symbolic::addTerms(model_.pool, sum, flow);
  }
  model_.equations.push_back({sum, model_.pool.constant(0.0), EquationKind::flowSum, members_[set.front()].origin});
}

}  // namespace dashpot::model

#include "model/equations/connections.hpp"

#include "model/equations/expandable_connectors.hpp"
#include "symbolic/build.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

std::string text(const Dimensions& shape) {
  std::string result;
  for (const std::int32_t n : shape) result += fmt::format("{}{}", result.empty() ? "[" : ", ", n);
  return result.empty() ? "a scalar" : result + "]";
}

}  // namespace

void Connections::connect(const ScopedExpression& from, const ScopedExpression& to, SourceRange where) {
  if (instances_.components.hasExpandable() && (vanishes(from, to) || vanishes(to, from))) return;
  const auto a = end(from);
  const auto b = end(to);
  if (!a || !b || a->place.isAbsent || b->place.isAbsent) return;
  const Statement statement{from.scope.instance, {instances_.tree[from.scope.instance].path, where}};
  const Dimensions sizes = instances_.places.sizesOf(a->place), others = instances_.places.sizesOf(b->place);
  if (sizes != others) {
    diagnostics_.error("connector-mismatch", where,
                       fmt::format("'{}' and '{}' cannot be connected: their sizes differ, {} and {}",
                                   sources_.text(from.where()), sources_.text(to.where()), text(sizes), text(others)));
    return;
  }
  if (a->place.nodes.empty() || b->place.nodes.empty()) return;
  instances_.connectionCounts.countConnection(a->place);
  instances_.connectionCounts.countConnection(b->place);
  // An array of scalar connectors may be one leaf, or leaves of an array of components.
  const Instance &first = instances_.tree[a->place.nodes.front()], &second = instances_.tree[b->place.nodes.front()];
  if (first.isLeaf() && second.isLeaf() && first.constraint == InstanceId::none)
    return connectLeaves(*a, *b, statement);
  for (std::size_t i = 0; i < a->place.nodes.size() && i < b->place.nodes.size(); ++i)
    connectNodes({a->place, a->place.nodes[i], a->isOutside}, {b->place, b->place.nodes[i], b->isOutside}, statement);
}

/// A member that a bus would have by a component that is not there.
bool Connections::vanishes(const ScopedExpression& member, const ScopedExpression& other) {
  if (!ExpandableConnectors(instances_).isMissing(member)) return false;
  const auto place = instances_.places.place(other);
  return place && place->isAbsent;
}

std::optional<Connections::End> Connections::end(const ScopedExpression& reference) {
  auto place = instances_.places.place(reference);
  if (!place) return std::nullopt;
  if (place->isAbsent || place->nodes.empty()) return End{std::move(*place)};
  const Instance& node = instances_.tree[place->nodes.front()];
  if (node.isInPackage) {
    diagnostics_.error("not-a-connector", reference.where(),
                       fmt::format("'{}' belongs to a class, not to a component", sources_.text(reference.where())));
    return std::nullopt;
  }
  const bool isInside = node.parent != InstanceId::none && instances_.tree[node.parent].isConnector();
  if (!node.isConnector() && !isInside) {
    const InstanceId id = place->nodes.front();
    Diagnostic& d = diagnostics_.error("not-a-connector", reference.where(),
                                       fmt::format("'{}' is not a connector", instances_.tree.name(id)));
    std::string names;
    if (node.layout)
      for (const InstanceId child : instances_.tree.components(id))
        if (instances_.tree[child].isConnector())
          names += fmt::format("{}{}", names.empty() ? "" : ", ",
                               instances_.tree.symbols().text(instances_.tree[child].name));
    if (node.layout)
      d.note(names.empty() ? fmt::format("{} has no connectors", instances_.tree.typeName(id))
                           : fmt::format("{} has the connectors {}", instances_.tree.typeName(id), names));
    return std::nullopt;
  }
  // A connector of the class that has the connect is outside; one of a component is inside.
  const bool isOutside = instances_.tree[place->first].isConnector();
  return End{.place = std::move(*place), .isOutside = isOutside};
}

void Connections::connectNodes(End a, End b, const Statement& statement) {
  const Instance& first = instances_.tree[a.node];
  const Instance& second = instances_.tree[b.node];
  if (first.isBroken || second.isBroken || first.isAbsent() || second.isAbsent()) return;
  const bool isNode = first.constraint != InstanceId::none;
  if (isNode != (second.constraint != InstanceId::none))
    return mismatch(a.node, b.node, statement, "only one of them is overconstrained");
  if (!isNode) return connectVariablesOf(std::move(a), std::move(b), statement);
  const std::size_t number = instances_.connectionGraph.link(a.node, b.node);
  links_.push_back({std::move(a), std::move(b), statement, number});
}

void Connections::connectVariablesOf(End a, End b, const Statement& statement) {
  const Instance& first = instances_.tree[a.node];
  const Instance& second = instances_.tree[b.node];
  if (first.isLeaf() != second.isLeaf() || first.isArray() != second.isArray())
    return mismatch(a.node, b.node, statement, "their variables differ");
  if (first.isLeaf()) {
    a.place.nodes = {a.node};
    b.place.nodes = {b.node};
    return connectLeaves(a, b, statement);
  }
  if (first.isArray()) {
    if (first.dimensions != second.dimensions) return mismatch(a.node, b.node, statement, "their sizes differ");
    for (std::size_t i = 0; i < instances_.tree.elementCount(a.node); ++i)
      connectNodes({{}, instances_.tree.element(a.node, i), a.isOutside},
                   {{}, instances_.tree.element(b.node, i), b.isOutside}, statement);
    return;
  }
  const auto components = [&](InstanceId id) {
    auto list = instances_.tree.components(id);
    std::erase_if(list, [&](InstanceId child) { return instances_.tree[child].isAbsent(); });
    return list;
  };
  const auto mine = components(a.node), others = components(b.node);
  if (mine.size() != others.size()) return mismatch(a.node, b.node, statement, "their variables differ");
  for (const InstanceId child : mine) {
    const auto other = std::ranges::find_if(
        others, [&](InstanceId id) { return instances_.tree[id].name == instances_.tree[child].name; });
    if (other == others.end()) return mismatch(a.node, b.node, statement, "their variables differ");
    connectNodes({{}, child, a.isOutside}, {{}, *other, b.isOutside}, statement);
  }
}

void Connections::connectLeaves(const End& a, const End& b, const Statement& statement) {
  const InstanceId x = a.place.nodes.front(), y = b.place.nodes.front();
  const Instance& first = instances_.tree[x];
  const Instance& second = instances_.tree[y];
  if (first.isBroken || second.isBroken) return;
  if (first.prefixes.isFlow != second.prefixes.isFlow || first.prefixes.isStream != second.prefixes.isStream)
    return mismatch(x, y, statement, "their variables differ");
  if (!(first.leaf.type == second.leaf.type)) return mismatch(x, y, statement, "their types differ");
  const auto variables = [&](const Place& place) {
    std::vector<VariableId> all;
    for (const InstanceId leaf : place.nodes)
      for (const VariableId variable : instances_.places.variables(place, leaf)) all.push_back(variable);
    return all;
  };
  const auto mine = variables(a.place), others = variables(b.place);
  if (mine.size() != others.size()) return mismatch(x, y, statement, "their sizes differ");
  for (std::size_t i = 0; i < mine.size(); ++i)
    if (model_[mine[i]].variability <= Variability::parameter)
      requireEqual(mine[i], others[i], statement);
    else if (first.prefixes.isStream)
      streams_.join({mine[i], a.isOutside}, {others[i], b.isOutside}, statement.origin);
    else if (first.leaf.type.type != Type::string)
      connectVariables(mine[i], a.isOutside, others[i], b.isOutside, first.prefixes.isFlow, statement);
}

void Connections::connectVariables(VariableId a, bool aOutside, VariableId b, bool bOutside, bool isFlow,
                                   const Statement& statement) {
  const std::size_t x = member(a, isFlow, aOutside, statement), y = member(b, isFlow, bOutside, statement);
  if (sets_.unite(x, y) && !isFlow) ++instances_.tree[statement.in].equationCount;
}

/// Parameters of connectors are not connected: they must agree.
void Connections::requireEqual(VariableId a, VariableId b, const Statement& statement) {
  if (model_[a].type == Type::string || (model_[a].binding == model_[b].binding && model_[a].binding != Expr::none))
    return;
  const Expr same = symbolic::build(model_.pool, symbolic::Op::equal, model_.pool.variable(a), model_.pool.variable(b));
  model_.assertions.push_back(
      {same,
       {{fmt::format("{} and {} are connected and must be equal", model_.nameOf(a), model_.nameOf(b))}},
       false,
       statement.origin});
}

void Connections::mismatch(InstanceId a, InstanceId b, const Statement& statement, std::string_view why) {
  const auto describe = [&](InstanceId id) {
    return instances_.tree[id].isLeaf() ? fmt::format("'{}' is declared at {}", instances_.tree.name(id),
                                                      sources_.describeLine(instances_.tree[id].declared))
                                        : instances_.tree.describeElements(id);
  };
  diagnostics_
      .error(
          "connector-mismatch", statement.origin.where,
          fmt::format("'{}' and '{}' cannot be connected: {}", instances_.tree.name(a), instances_.tree.name(b), why))
      .note(describe(a))
      .note(describe(b));
}

std::size_t Connections::member(VariableId variable, bool isFlow, bool isOutside, const Statement& statement) {
  const std::uint64_t key = static_cast<std::uint64_t>(variable) << 1 | static_cast<std::uint64_t>(isFlow && isOutside);
  const auto [found, isNew] = known_.try_emplace(key, members_.size());
  if (isNew) {
    members_.push_back({.variable = variable, .isFlow = isFlow, .isOutside = isOutside, .statement = statement});
    sets_.add();
  }
  (isOutside ? members_[found->second].isSeenOutside : members_[found->second].isSeenInside) = true;
  if (!isOutside && !isFlow) instances_.tree[instances_.leaves.leafOf(variable)].leaf.isConnected = true;
  return found->second;
}

/// Connections of overconstrained components, once it is known which of them close loops.
void Connections::expandLinks() {
  for (const Link& link : links_) {
    const InstanceId in = link.statement.in;
    switch (instances_.connectionGraph.meaning(link.number)) {
      case LinkMeaning::equality:
        connectVariablesOf(link.a, link.b, link.statement);
        instances_.tree[in].equationCount -= overconstrained_.surplus(link.a.node);
        break;
      case LinkMeaning::loop: overconstrained_.closeLoop(link.a.node, link.b.node, in, link.statement.origin); break;
      case LinkMeaning::redundant: break;
    }
  }
}

void Connections::expand() {
  expandLinks();
  streams_.expand();
  // The flow of every connector of a component counts from inside, connected or not.
  for (const InstanceId leaf : instances_.leaves.all()) {
    const Instance& node = instances_.tree[leaf];
    if (!node.prefixes.isFlow) continue;
    const InstanceId owner = instances_.tree.owner(leaf);
    bool isInConnector = node.isConnector(), isAdded = instances_.addedMembers.isAdded(leaf);
    for (InstanceId at = node.parent; at != owner && at != InstanceId::none; at = instances_.tree[at].parent) {
      isInConnector |= instances_.tree[at].isConnector();
      isAdded |= instances_.addedMembers.isAdded(at);
    }
    if (!isInConnector) continue;
    if (instances_.tree[node.parent].kind == syntax::ClassKind::operatorRecord) requireSum(leaf);
    // That it is open is said where the component is declared, not where the connector is.
    const SourceRange where = owner == InstanceTree::root ? node.declared : instances_.tree[owner].declared;
    const Statement statement{owner == InstanceTree::root ? owner : instances_.tree.owner(owner),
                              {instances_.tree[node.parent].path, where.known() ? where : node.declared}};
    for (std::size_t i = 0; i < count(node.dimensions); ++i) {
      const auto variable = static_cast<VariableId>(symbolic::index(node.leaf.variable) + i);
      member(variable, true, false, statement);
      // What connections gave to an expandable connector is unknown to its class, and open there.
      if (isAdded) member(variable, true, true, {owner, statement.origin});
    }
  }
  for (const auto& set : sets_.members()) {
    if (set.empty()) continue;
    if (members_[set.front()].isFlow)
      zeroFlowSum(set);
    else
      equalPotentials(set);
  }
}

void Connections::equalPotentials(const std::vector<std::size_t>& set) {
  requireOneSource(set);
  for (std::size_t i = 1; i < set.size(); ++i) {
    const Origin& origin = members_[set[i]].statement.origin;
    model_.equations.push_back({model_.pool.variable(members_[set[0]].variable),
                                model_.pool.variable(members_[set[i]].variable), EquationKind::connection, origin,
                                instances_.tree.patterns().of(origin.where)});
  }
}

/// Signals flow from one output to any number of inputs.
void Connections::requireOneSource(const std::vector<std::size_t>& set) {
  const Member* source = nullptr;
  for (const std::size_t i : set) {
    const Member& member = members_[i];
    const InstanceId leaf = instances_.leaves.leafOf(member.variable);
    const syntax::Causality causality = instances_.tree[leaf].prefixes.causality;
    // An output that its own class connects further in passes a signal on; so does an input that is connected.
    const bool isSource = causality == syntax::Causality::output
                              ? !member.isSeenOutside
                              : causality == syntax::Causality::input && member.isSeenOutside && !member.isSeenInside &&
                                    instances_.tree.isInPublicConnector(leaf);
    if (!isSource) continue;
    if (source) {
      diagnostics_
          .error("two-sources", member.statement.origin.where,
                 fmt::format("'{}' and '{}' are connected, but both of them give a value",
                             model_.nameOf(source->variable), model_.nameOf(member.variable)))
          .note(fmt::format("'{}' is connected at {}", model_.nameOf(source->variable),
                            sources_.describeLine(source->statement.origin.where)));
      return;
    }
    source = &member;
  }
}

/// Flows are summed variable by variable, so an operator record that flows must add its fields.
void Connections::requireSum(InstanceId leaf) {
  const InstanceId record = instances_.tree[leaf].parent;
  const Instance& node = instances_.tree[record];
  if (!summed_.insert(node.layout).second) return;
  auto fields = std::make_shared<RecordFields>(
      RecordKind{.typeName = instances_.tree.typeName(record), .operators = node.layout});
  for (const InstanceId child : instances_.tree.components(record)) {
    const Instance& part = instances_.tree[child];
    Value content{.type = part.leaf.type, .variability = Variability::continuous, .dimensions = part.dimensions};
    for (std::size_t i = 0; part.isLeaf() && i < count(part.dimensions); ++i)
      content.scalars.push_back(model_.pool.variable(static_cast<VariableId>(symbolic::index(part.leaf.variable) + i)));
    fields->fields.emplace_back(part.name, std::move(content));
  }
  if (instances_.translator.operatorRecords.addsFieldByField(
          {.variability = Variability::continuous, .record = std::move(fields)}))
    return;
  if (instances_.tree.reportOnce(node.declared, "unsupported"))
    diagnostics_.error(
        "unsupported", node.declared,
        fmt::format("'{}' flows, but the '+' and '0' of {} are not sums of its fields and zeros: this is "
                    "not supported yet",
                    instances_.tree.name(record), instances_.tree.typeName(record)));
}

void Connections::zeroFlowSum(const std::vector<std::size_t>& set) {
  Expr sum = Expr::none;
  for (const std::size_t i : set) {
    const Expr flow = model_.pool.variable(members_[i].variable);
    sum = members_[i].isOutside ? symbolic::subtractTerms(model_.pool, sum, flow)
                                : symbolic::addTerms(model_.pool, sum, flow);
  }
  const Statement& statement = members_[set.front()].statement;
  // Connections to an outer component join sets of several levels: the sum belongs to the highest, where the inner is.
  const auto levelOf = [&](std::size_t i) {
    const InstanceId owner = instances_.tree.owner(instances_.leaves.leafOf(members_[i].variable));
    return members_[i].isOutside || owner == InstanceTree::root ? owner : instances_.tree.owner(owner);
  };
  InstanceId highest = levelOf(set.front());
  for (const std::size_t i : set)
    if (const InstanceId level = levelOf(i); instances_.tree[level].depth < instances_.tree[highest].depth)
      highest = level;
  ++instances_.tree[highest].equationCount;
  model_.equations.push_back({sum, model_.pool.constant(0.0), EquationKind::flowSum, statement.origin,
                              instances_.tree.patterns().of(statement.origin.where)});
}

}  // namespace dashpot::model

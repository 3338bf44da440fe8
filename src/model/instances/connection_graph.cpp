#include "model/instances/connection_graph.hpp"

#include "base/disjoint_sets.hpp"
#include "model/instances/places.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

// --------------------------------------------------------------------------------------------------------------- edges

std::size_t ConnectionGraph::number(InstanceId node) {
  const auto [found, isNew] = numbers_.try_emplace(node, nodes_.size());
  if (isNew) nodes_.push_back(node);
  return found->second;
}

void ConnectionGraph::branch(InstanceId a, InstanceId b, SourceRange where) {
  branches_.push_back({number(a), number(b), where});
}

void ConnectionGraph::root(InstanceId node, SourceRange where) {
  definiteRoots_.push_back({number(node), number(node), where});
}

void ConnectionGraph::potentialRoot(InstanceId node, std::int32_t priority) {
  potentialRoots_.push_back({number(node), priority});
}

std::size_t ConnectionGraph::link(InstanceId a, InstanceId b) {
  links_.push_back({number(a), number(b)});
  return links_.size() - 1;
}

// --------------------------------------------------------------------------------------------------------------- trees

void ConnectionGraph::grow() {
  isGrown_ = true;
  DisjointSets trees(nodes_.size()), sets(nodes_.size());
  std::vector<bool> hasRoot(nodes_.size(), false);  // by tree
  for (const Edge& root : definiteRoots_) hasRoot[root.a] = true;
  const auto unite = [&](const Edge& edge) {
    const std::size_t a = trees.of(edge.a), b = trees.of(edge.b);
    if (a == b || (hasRoot[a] && hasRoot[b])) return false;
    trees.unite(a, b);
    hasRoot[trees.of(a)] = hasRoot[a] || hasRoot[b];
    return true;
  };
  for (const Edge& branch : branches_) {
    const bool isLoop = trees.of(branch.a) == trees.of(branch.b);
    if (unite(branch)) continue;
    diagnostics_
        .error("connection-graph", branch.where,
               fmt::format("the branch from '{}' to '{}' {}", tree_.name(nodes_[branch.a]),
                           tree_.name(nodes_[branch.b]), isLoop ? "closes a loop of branches" : "joins two roots"))
        .hint(isLoop ? "a loop of branches must have a connection in it, where it can be cut"
                     : "two components with Connections.root may be joined by connections only, where they can be cut");
  }
  meanings_.assign(links_.size(), LinkMeaning::redundant);
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (unite(links_[i])) {
      meanings_[i] = LinkMeaning::equality;
      sets.unite(links_[i].a, links_[i].b);
    }
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (sets.unite(links_[i].a, links_[i].b)) meanings_[i] = LinkMeaning::loop;
  std::vector<std::size_t> treeOf(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) treeOf[i] = trees.of(i);
  chooseRoots(std::move(treeOf));
  measureDepths();
}

void ConnectionGraph::chooseRoots(std::vector<std::size_t> treeOf) {
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> rootOf(nodes_.size(), none);  // by tree
  for (const Edge& root : definiteRoots_) rootOf[treeOf[root.a]] = root.a;
  std::ranges::stable_sort(potentialRoots_, {}, &Candidate::priority);
  for (const Candidate& candidate : potentialRoots_)
    if (rootOf[treeOf[candidate.node]] == none) rootOf[treeOf[candidate.node]] = candidate.node;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (rootOf[treeOf[i]] == i) roots_.push_back(i);
    if (rootOf[treeOf[i]] != none) continue;
    rootOf[treeOf[i]] = i;  // said once
    diagnostics_
        .error("connection-graph", tree_[nodes_[i]].declared,
               fmt::format("nothing determines '{}' and what it is connected to: there is no root among them",
                           tree_.name(nodes_[i])))
        .hint(
            "connect a component with Connections.root or Connections.potentialRoot, such as the world of a "
            "mechanism or the source of a network");
  }
}

void ConnectionGraph::measureDepths() {
  branchPartners_.assign(nodes_.size(), {});
  const auto join = [](std::vector<std::vector<std::size_t>>& partners, const Edge& edge) {
    partners[edge.a].push_back(edge.b);
    partners[edge.b].push_back(edge.a);
  };
  for (const Edge& branch : branches_) join(branchPartners_, branch);
  auto neighbours = branchPartners_;
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (meanings_[i] == LinkMeaning::equality) join(neighbours, links_[i]);
  depths_.assign(nodes_.size(), -1);
  std::vector<std::size_t> reached = roots_;
  for (const std::size_t root : roots_) depths_[root] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const std::size_t next : neighbours[reached[i]])
      if (depths_[next] < 0) {
        depths_[next] = depths_[reached[i]] + 1;
        reached.push_back(next);
      }
}

// ----------------------------------------------------------------------------------------------------------- questions

bool ConnectionGraph::isRoot(InstanceId node) const {
  const auto found = numbers_.find(node);
  return found != numbers_.end() && std::ranges::binary_search(roots_, found->second);
}

std::optional<InstanceId> ConnectionGraph::node(const ScopedExpression& reference, std::string_view what) {
  const auto fail = [&](const std::string& problem) {
    if (tree_.reportOnce(reference.where(), "connection-graph"))
      diagnostics_.error("connection-graph", reference.where(), problem)
          .hint("name a component of a connector whose class has a function equalityConstraint: c.R");
    return std::nullopt;
  };
  if ((*reference.tree)[reference.expression].kind != syntax::ExpressionKind::reference)
    return fail(fmt::format("{} needs the name of an overconstrained component", what));
  const auto place = places_.place(reference);
  if (!place) return std::nullopt;
  if (place->isAbsent) return InstanceId::none;
  if (place->nodes.size() == 1 && tree_[place->nodes.front()].isBroken) return std::nullopt;
  const bool isNode = place->nodes.size() == 1 && place->leafSubscripts.empty() &&
                      tree_[place->nodes.front()].constraint != InstanceId::none;
  if (!isNode)
    return fail(fmt::format("{} needs an overconstrained component, but '{}' has no function equalityConstraint", what,
                            tree_.sources().text(reference.where())));
  return place->nodes.front();
}

bool ConnectionGraph::requireGrown(const ScopedExpression& reference, std::string_view what) {
  if (!isGrown_ && tree_.reportOnce(reference.where(), "evaluation"))
    diagnostics_.error("evaluation", reference.where(),
                       fmt::format("{} cannot be asked for here: not all connections are known yet", what));
  return isGrown_;
}

std::optional<bool> ConnectionGraph::isRoot(const ScopedExpression& reference) {
  const auto asked = node(reference, "Connections.isRoot");
  if (!asked || !requireGrown(reference, "Connections.isRoot")) return std::nullopt;
  return isRoot(*asked);
}

std::optional<bool> ConnectionGraph::isRooted(const ScopedExpression& reference) {
  const auto asked = node(reference, "Connections.rooted");
  if (!asked || !requireGrown(reference, "Connections.rooted")) return std::nullopt;
  const auto found = numbers_.find(*asked);
  const std::size_t count = found == numbers_.end() ? 0 : branchPartners_[found->second].size();
  if (count != 1) {
    if (tree_.reportOnce(reference.where(), "connection-graph"))
      diagnostics_.error("connection-graph", reference.where(),
                         fmt::format("Connections.rooted needs the end of one branch, but '{}' is that of {}",
                                     tree_.name(*asked), count));
    return std::nullopt;
  }
  return depths_[found->second] < depths_[branchPartners_[found->second].front()];
}

}  // namespace dashpot::model

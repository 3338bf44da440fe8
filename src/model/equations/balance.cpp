#include "model/equations/balance.hpp"

#include "base/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

namespace dashpot::model {

namespace {

constexpr std::size_t longestList = 8;

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// Which equation could determine which variable: a maximum matching of the two, by augmenting paths.
class Matching {
 public:
  explicit Matching(const FlatModel& model)
      : variablesOf_(model.equations.size()),
        variableOf_(model.equations.size(), none),
        equationOf_(model.variables.size(), none),
        isAssigned_(model.variables.size(), false) {
    for (const WhenClause& clause : model.whenClauses)
      for (const WhenBranch& branch : clause.branches)
        for (const Action& action : branch.actions)
          if (action.kind == ActionKind::assign) isAssigned_[symbolic::index(action.target)] = true;
    symbolic::Walker walker(model.pool);
    for (std::size_t e = 0; e < model.equations.size(); ++e) {
      for (const Expr side : {model.equations[e].left, model.equations[e].right})
        for (const Expr leaf : walker.reachable(side)) {
          const symbolic::Op op = model.pool.op(leaf);
          if (op != symbolic::Op::variable && op != symbolic::Op::derivative) continue;
          const std::size_t v = symbolic::index(model.pool.variable(leaf));
          const bool isGiven =
              model.variables[v].causality == Causality::input && model.variables[v].binding == Expr::none;
          if (model.variables[v].variability > Variability::parameter && !isAssigned_[v] && !isGiven)
            variablesOf_[e].push_back(v);
        }
      augment(e);
    }
  }

  [[nodiscard]] bool isDetermined(VariableId variable) const {
    return isAssigned_[symbolic::index(variable)] || equationOf_[symbolic::index(variable)] != none;
  }

  /// The equations that have no variable left.
  [[nodiscard]] std::vector<std::size_t> surplus() const {
    std::vector<std::size_t> result;
    for (std::size_t e = 0; e < variableOf_.size(); ++e)
      if (variableOf_[e] == none) result.push_back(e);
    return result;
  }

  /// The equations that compete with this one, itself included, and what they determine.
  [[nodiscard]] std::pair<std::vector<std::size_t>, std::vector<VariableId>> rivals(std::size_t equation) const {
    std::vector<std::size_t> equations{equation};
    std::vector<bool> isSeen(variablesOf_.size(), false);
    isSeen[equation] = true;
    for (std::size_t i = 0; i < equations.size(); ++i)
      for (const std::size_t v : variablesOf_[equations[i]])
        if (const std::size_t e = equationOf_[v]; e != none && !isSeen[e]) {
          isSeen[e] = true;
          equations.push_back(e);
        }
    std::ranges::sort(equations);
    std::vector<VariableId> variables;
    for (const std::size_t e : equations)
      if (variableOf_[e] != none) variables.push_back(static_cast<VariableId>(variableOf_[e]));
    std::ranges::sort(variables);
    return {std::move(equations), std::move(variables)};
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// Breadth first: from the equation over variables that are taken to one that is free, then all change partners.
  void augment(std::size_t start) {
    std::vector<std::pair<std::size_t, std::size_t>> queue{{start, none}};  // an equation, and who wants its variable
    std::set<std::size_t> seen{start};
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const std::size_t v : variablesOf_[queue[i].first]) {
        if (equationOf_[v] != none) {
          if (seen.insert(equationOf_[v]).second) queue.emplace_back(equationOf_[v], i);
          continue;
        }
        std::size_t freed = v;
        for (std::size_t k = i; k != none; k = queue[k].second) {
          const std::size_t e = queue[k].first;
          const std::size_t before = variableOf_[e];
          variableOf_[e] = freed;
          equationOf_[freed] = e;
          freed = before;
        }
        return;
      }
  }

  std::vector<std::vector<std::size_t>> variablesOf_;  // by equation
  std::vector<std::size_t> variableOf_;                // by equation
  std::vector<std::size_t> equationOf_;                // by variable
  std::vector<bool> isAssigned_;                       // by a when-clause
};

class Balance {
 public:
  Balance(const Instances& instances, Overconstrained& overconstrained, const FlatModel& model, const Sources& sources,
          Diagnostics& diagnostics)
      : instances_(instances),
        overconstrained_(overconstrained),
        model_(model),
        sources_(sources),
        diagnostics_(diagnostics) {}

  void run() {
    if (!checkConnectors()) return;                              // what lacks an equation then is no news
    std::vector<std::pair<InstanceId, std::int32_t>> surpluses;  // first, as equalityConstraint may add nodes
    for (const InstanceId node : instances_.connectionGraph.nodes())
      surpluses.emplace_back(node, overconstrained_.surplus(node));
    unknowns_.assign(instances_.tree.size(), {});
    findShared();
    for (const InstanceId leaf : instances_.leaves.all()) {
      const InstanceId owner = responsible(leaf);
      if (owner == InstanceId::none) continue;
      const Instance& node = instances_.tree[leaf];
      for (std::size_t i = 0; i < count(node.dimensions); ++i) {
        const auto variable = static_cast<VariableId>(symbolic::index(node.leaf.variable) + i);
        if (model_[variable].variability > Variability::parameter && model_[variable].type != Type::string)
          unknowns_[static_cast<std::size_t>(counted(owner))].push_back(variable);
      }
    }
    std::vector<std::size_t> equations(instances_.tree.size(), 0);
    for (std::size_t i = 0; i < instances_.tree.size(); ++i)
      equations[static_cast<std::size_t>(counted(static_cast<InstanceId>(i)))] +=
          static_cast<std::size_t>(instances_.tree[static_cast<InstanceId>(i)].equationCount);
    std::vector<std::size_t> counts(instances_.tree.size(), 0);  // of unknowns
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = unknowns_[i].size();
    for (const auto& [node, surplus] : surpluses)
      counts[static_cast<std::size_t>(counted(instances_.tree.owner(node)))] -= static_cast<std::size_t>(surplus);
    const bool isWhole = std::accumulate(equations.begin(), equations.end(), std::size_t{0}) ==
                         std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    for (std::size_t i = 0; i < instances_.tree.size(); ++i) {
      if (equations[i] == counts[i]) continue;
      isTolerated_ = !diagnostics_.isStrict && isWhole && matched().surplus().empty();
      // What the components lack, the model around them has too much of: that need not be said twice.
      if (isTolerated_ && static_cast<InstanceId>(i) == InstanceTree::root) continue;
      report(static_cast<InstanceId>(i), equations[i], counts[i]);
    }
  }

 private:
  /// Which of the models that an expandable connector joins gives a member its value is decided by all of them: they
  /// are counted together, as the model as a whole.
  void findShared() {
    isShared_.assign(instances_.tree.size(), false);
    for (std::size_t i = 0; i < instances_.tree.size(); ++i) {
      const auto id = static_cast<InstanceId>(i);
      // Nor does it show who determines what was added because something outer needs it.
      const Instance& node = instances_.tree[id];
      const bool standsForAdded = node.inner != InstanceId::none && instances_.tree[node.inner].isAddedInner;
      if (node.isAddedInner || standsForAdded) isShared_[static_cast<std::size_t>(instances_.tree.owner(id))] = true;
      if (!instances_.tree[id].isExpandable() || instances_.tree[id].isInPackage) continue;
      const InstanceId owner = instances_.tree.owner(id);
      isShared_[static_cast<std::size_t>(owner)] = true;
      isShared_[static_cast<std::size_t>(instances_.tree.owner(owner))] = true;
    }
  }
  [[nodiscard]] InstanceId counted(InstanceId id) const {
    return isShared_[static_cast<std::size_t>(id)] ? InstanceTree::root : id;
  }

  /// The model whose equations have to determine a variable; none: it is given from outside.
  [[nodiscard]] InstanceId responsible(InstanceId leaf) const {
    const Instance& node = instances_.tree[leaf];
    const InstanceId owner = instances_.tree.owner(leaf);
    bool isInConnector = node.isConnector();
    bool isKnownUnconnected = instances_.connectionCounts.isKnownUnconnected(leaf);
    for (InstanceId at = node.parent; at != owner && at != InstanceId::none; at = instances_.tree[at].parent) {
      isInConnector |= instances_.tree[at].isConnector();
      isKnownUnconnected |= instances_.connectionCounts.isKnownUnconnected(at);
    }
    // An input that is connected and has an equation in its own class determines something else there.
    const bool isUsed = node.leaf.isConnected && node.binding.modifier && node.binding.scope.instance == owner;
    const bool isGiven = node.leaf.valueState != ValueState::none && !isUsed;
    // Who asks whether an input is connected gives it a value where it is not.
    const bool isInput = node.prefixes.causality == syntax::Causality::input && !isGiven && !isKnownUnconnected &&
                         (instances_.tree.isInPublicConnector(leaf) || !isInConnector);
    const bool isFlow = node.prefixes.isFlow && isInConnector;
    if (!isInput && !isFlow) return owner;
    if (owner != InstanceTree::root) return instances_.tree.owner(owner);
    return isFlow ? owner : InstanceId::none;
  }

  void report(InstanceId id, std::size_t equations, std::size_t count) {
    const std::vector<VariableId>& unknowns = unknowns_[static_cast<std::size_t>(id)];
    const Instance& node = instances_.tree[id];
    if (!node.layout || !reported_.insert(node.layout->type).second) return;
    const bool isMissing = equations < count;
    const std::string subject =
        id == InstanceTree::root
            ? "the model"
            : fmt::format("the component '{}' of type {}", instances_.tree.name(id), instances_.tree.typeName(id));
    const std::size_t difference = isMissing ? count - equations : equations - count;
    Diagnostic d{
        .severity = isTolerated_ ? Severity::warning : Severity::error, .code = "unbalanced", .where = node.declared};
    d.message = fmt::format("{} has {} for {}: {} {}", subject, plural(equations, "equation"), plural(count, "unknown"),
                            plural(difference, "equation"), isMissing ? "missing" : "too many");
    if (isMissing)
      describeMissing(d, id, unknowns);
    else
      describeSurplus(d, id);
    if (id != InstanceTree::root) {
      const ClassEntry& entry = instances_.tree.classes()[node.layout->type];
      d.note(fmt::format("{} is defined at {}", instances_.tree.typeName(id),
                         sources_.describeLine(entry.tree->range(entry.node().nameSpan))));
    }
    if (isTolerated_) d.note("the model as a whole has as many equations as unknowns");
    diagnostics_.add(std::move(d));
  }

  void describeMissing(Diagnostic& d, InstanceId id, const std::vector<VariableId>& unknowns) {
    const Matching& matching = matched();
    std::string names;
    std::size_t n = 0;
    bool isInput = true;  // of components, all of them
    VariableId first = VariableId::none;
    for (const VariableId variable : unknowns) {
      if (matching.isDetermined(variable)) continue;
      const InstanceId leaf = instances_.leaves.leafOf(variable);
      const InstanceId owner = instances_.tree.owner(leaf);
      if (n == 0) first = variable;
      // In the user's own text, that is where the component is declared.
      if (n == 0 && id == InstanceTree::root)
        d.where = owner == InstanceTree::root ? model_[variable].origin.where : instances_.tree[owner].declared;
      isInput = isInput && instances_.tree[leaf].prefixes.causality == syntax::Causality::input &&
                owner != InstanceTree::root;
      if (n++ < longestList) names += fmt::format("{}{}", names.empty() ? "" : ", ", model_.nameOf(variable));
    }
    if (n == 0) return;
    d.detail(fmt::format("nothing determines {}{}", names,
                         n > longestList ? fmt::format(" and {} more", n - longestList) : ""));
    if (const auto member = isInput ? memberOfBus(first) : std::nullopt)
      describeUnfed(d, first, *member);
    else if (isInput)
      d.hint(n == 1 ? "it is an input: connect it, or give it a value where the component is declared"
                    : "they are inputs: connect them, or give them values where the components are declared");
    else
      d.hint(n == 1 ? "add an equation for it, or connect the component it belongs to"
                    : "add equations for them, or connect the components they belong to");
  }

  /// The member of an expandable connector that a variable is connected to, if there is one.
  [[nodiscard]] std::optional<VariableId> memberOfBus(VariableId variable) const {
    const auto variableOf = [&](Expr e) {
      return model_.pool.op(e) == symbolic::Op::variable ? model_.pool.variable(e) : VariableId::none;
    };
    // A connection set is a star: its first variable is equal to each of the others.
    VariableId centre = variable;
    for (const Equation& equation : model_.equations)
      if (equation.kind == EquationKind::connection && variableOf(equation.right) == variable &&
          variableOf(equation.left) != VariableId::none)
        centre = variableOf(equation.left);
    std::vector<VariableId> set{centre};
    for (const Equation& equation : model_.equations)
      if (equation.kind == EquationKind::connection && variableOf(equation.left) == centre)
        set.push_back(variableOf(equation.right));
    const auto found = std::ranges::find_if(
        set, [&](VariableId id) { return id != VariableId::none && instances_.tree[busOf(id)].isExpandable(); });
    return found == set.end() ? std::nullopt : std::optional(*found);
  }

  [[nodiscard]] InstanceId busOf(VariableId member) const {
    return instances_.tree[instances_.leaves.leafOf(member)].parent;
  }

  void describeUnfed(Diagnostic& d, VariableId input, VariableId member) const {
    d.note(fmt::format("'{}' is connected to '{}', to which nothing gives a value", model_.nameOf(input),
                       model_.nameOf(member)));
    std::vector<std::string_view> others;
    for (const InstanceId other : instances_.tree.components(busOf(member)))
      if (other != instances_.leaves.leafOf(member))
        others.push_back(instances_.tree.symbols().text(instances_.tree[other].name));
    const std::string_view name =
        instances_.tree.symbols().text(instances_.tree[instances_.leaves.leafOf(member)].name);
    if (const auto meant = nearest(name, others))
      d.hint(fmt::format("did you mean '{}'?", *meant));
    else
      d.hint("connect an output to it, here or in another model on the bus");
  }

  void describeSurplus(Diagnostic& d, InstanceId id) {
    const Matching& matching = matched();
    const PathId path = instances_.tree[id].path;
    const auto isHere = [&](std::size_t e) { return model_.equations[e].origin.component == path; };
    for (const std::size_t surplus : matching.surplus()) {
      auto [rivals, variables] = matching.rivals(surplus);
      // Equations of the class at hand come first, and of those the written ones before connections.
      const auto distance = [&](std::size_t e) {
        const EquationKind kind = model_.equations[e].kind;
        return !isHere(e) ? 2 : kind == EquationKind::written || kind == EquationKind::binding ? 0 : 1;
      };
      std::ranges::stable_sort(rivals, {}, distance);
      if (!isHere(rivals.front())) continue;
      const bool isOwn = distance(surplus) == 0;
      if (id == InstanceTree::root) d.where = model_.equations[isOwn ? surplus : rivals.front()].origin.where;
      std::string names;
      for (std::size_t i = 0; i < std::min(variables.size(), longestList); ++i)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", model_.nameOf(variables[i]));
      if (variables.size() > longestList) names += fmt::format(" and {} more", variables.size() - longestList);
      d.detail(variables.empty()
                   ? "this equation has no unknown left to determine:"
                   : fmt::format("{} for {} ({}); {} too many among:", plural(rivals.size(), "equation"),
                                 plural(variables.size(), "unknown"), names, rivals.size() - variables.size()));
      for (std::size_t i = 0; i < std::min(rivals.size(), longestList); ++i)
        d.detail(fmt::format("  {}: {}", sources_.describeLine(model_.equations[rivals[i]].origin.where),
                             print(model_, model_.equations[rivals[i]])));
      if (rivals.size() > longestList) d.detail(fmt::format("  and {} more", rivals.size() - longestList));
      const auto own = std::ranges::count(rivals, 0, distance);
      d.hint(rivals.size() == 1 ? "remove this equation"
             : own == 1 && id == InstanceTree::root
                 ? "remove the first of these equations: it is the only one that this model writes itself"
                 : "remove one of these equations");
      return;
    }
  }

  const Matching& matched() {
    if (!matching_) matching_.emplace(model_);
    return *matching_;
  }

  /// A connector has as many flow variables as potentials, so that connecting it gives as many equations as unknowns.
  bool checkConnectors() {
    bool isSound = true;
    for (std::size_t i = 0; i < instances_.tree.size(); ++i) {
      const Instance& node = instances_.tree[static_cast<InstanceId>(i)];
      if (node.kind != syntax::ClassKind::connector || node.isExpandable() || !node.layout || node.isBroken ||
          node.isArray() || node.isInPackage || node.isClassNode() || instances_.tree[node.parent].isConnector() ||
          node.prefixes.causality != syntax::Causality::none || !connectors_.insert(node.layout->type).second)
        continue;
      std::size_t flows = 0, potentials = 0;
      countVariables(static_cast<InstanceId>(i), flows, potentials);
      const ClassEntry& entry = instances_.tree.classes()[node.layout->type];
      const bool isOfBlock = instances_.tree[node.parent].kind == syntax::ClassKind::block && !node.prefixes.isHidden;
      if (isOfBlock && flows + potentials > 0) {
        isSound = false;
        diagnostics_
            .error("restriction", node.declared,
                   fmt::format("'{}' is a connector of a block: all that varies in it must be an input or an output",
                               instances_.tree.name(static_cast<InstanceId>(i))))
            .note(instances_.tree.describeElements(static_cast<InstanceId>(i)));
      }
      isSound &= requireOneCarrier(static_cast<InstanceId>(i), flows);
      potentials -= surplusIn(static_cast<InstanceId>(i));
      if (flows == potentials) continue;
      isSound &= !diagnostics_.isStrict;
      diagnostics_.breach("unbalanced-connector", entry.tree->range(entry.node().nameSpan),
                          fmt::format("the connector {} has {} and {}: there must be as many of each",
                                      instances_.tree.typeName(static_cast<InstanceId>(i)),
                                      plural(flows, "flow variable"), plural(potentials, "other variable")));
    }
    return isSound;
  }

  /// What stream variables describe is carried by one flow (Modelica 3.6, section 15.1).
  bool requireOneCarrier(InstanceId connector, std::size_t flows) {
    if (flows == 1 || !hasStream(connector)) return true;
    const ClassEntry& entry = instances_.tree.classes()[instances_.tree[connector].layout->type];
    diagnostics_
        .error("unbalanced-connector", entry.tree->range(entry.node().nameSpan),
               fmt::format("the connector {} has stream variables and {}: there must be one, which carries them",
                           instances_.tree.typeName(connector), plural(flows, "flow variable")))
        .note(instances_.tree.describeElements(connector));
    return false;
  }

  [[nodiscard]] bool hasStream(InstanceId id) const {
    const Instance& node = instances_.tree[id];
    if (node.isLeaf()) return node.prefixes.isStream && count(node.dimensions) > 0;
    return std::ranges::any_of(instances_.tree.components(id), [&](InstanceId child) { return hasStream(child); });
  }

  /// Of the overconstrained components of a connector.
  [[nodiscard]] std::size_t surplusIn(InstanceId id) {
    const Instance& node = instances_.tree[id];
    if (node.isBroken || node.isAbsent()) return 0;
    if (node.constraint != InstanceId::none) return static_cast<std::size_t>(overconstrained_.surplus(id));
    std::size_t sum = 0;
    if (node.isArray())
      for (std::size_t i = 0; i < instances_.tree.elementCount(id); ++i)
        sum += surplusIn(instances_.tree.element(id, i));
    for (const InstanceId child : instances_.tree.components(id)) sum += surplusIn(child);
    return sum;
  }

  void countVariables(InstanceId id, std::size_t& flows, std::size_t& potentials) const {
    const Instance& node = instances_.tree[id];
    if (node.isArray())
      for (std::size_t i = 0; i < instances_.tree.elementCount(id); ++i)
        countVariables(instances_.tree.element(id, i), flows, potentials);
    for (const InstanceId child : instances_.tree.components(id)) countVariables(child, flows, potentials);
    const bool isDirected = node.prefixes.causality != syntax::Causality::none && !node.prefixes.isFlow;
    if (!node.isLeaf() || node.prefixes.isStream || isDirected ||
        node.prefixes.variability >= syntax::Variability::parameter || node.leaf.type.type == Type::string)
      return;
    (node.prefixes.isFlow ? flows : potentials) += count(node.dimensions);
  }

  const Instances& instances_;
  Overconstrained& overconstrained_;
  const FlatModel& model_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  std::vector<std::vector<VariableId>> unknowns_;  // by instance
  std::vector<bool> isShared_;                     // models that expandable connectors join
  bool isTolerated_ = false;                       // the model as a whole is balanced
  std::optional<Matching> matching_;               // made only when something is wrong
  std::set<ClassRef> reported_;
  std::set<ClassRef> connectors_;
};

}  // namespace

void checkBalance(const Instances& instances, Overconstrained& overconstrained, const FlatModel& model,
                  const Sources& sources, Diagnostics& diagnostics) {
  Balance(instances, overconstrained, model, sources, diagnostics).run();
}

}  // namespace dashpot::model

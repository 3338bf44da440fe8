#include "model/balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace dashpot::model {

namespace {

constexpr std::size_t longestList = 8;

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

class Balance {
 public:
  Balance(const InstanceTree& instances, const FlatModel& model, const Sources& sources, Diagnostics& diagnostics)
      : instances_(instances), model_(model), sources_(sources), diagnostics_(diagnostics) {}

  void run() {
    if (!checkConnectors()) return;  // what lacks an equation then is no news
    unknowns_.assign(instances_.size(), {});
    for (const InstanceId leaf : instances_.leaves()) {
      const InstanceId owner = responsible(leaf);
      if (owner == InstanceId::none || instances_[leaf].type.type == Type::string) continue;
      const Instance& node = instances_[leaf];
      for (std::size_t i = 0; i < count(node.dimensions); ++i) {
        const auto variable = static_cast<VariableId>(symbolic::index(node.variable) + i);
        if (model_[variable].variability > Variability::parameter)
          unknowns_[static_cast<std::size_t>(owner)].push_back(variable);
      }
    }
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      const auto id = static_cast<InstanceId>(i);
      const std::size_t equations = static_cast<std::size_t>(instances_[id].equationCount);
      if (equations != unknowns_[i].size()) report(id, equations, unknowns_[i]);
    }
  }

 private:
  /// The model whose equations have to determine a variable; none: it is given from outside.
  [[nodiscard]] InstanceId responsible(InstanceId leaf) const {
    const Instance& node = instances_[leaf];
    const InstanceId owner = instances_.owner(leaf);
    bool isInConnector = node.isConnector;
    for (InstanceId at = node.parent; at != owner && at != InstanceId::none; at = instances_[at].parent)
      isInConnector |= instances_[at].isConnector;
    const bool isGiven = node.valueState != ValueState::none;
    const bool isInput = node.causality == syntax::Causality::input && !isGiven &&
                         (instances_.isInPublicConnector(leaf) || !isInConnector);
    const bool isFlow = node.isFlow && isInConnector;
    if (!isInput && !isFlow) return owner;
    if (owner != InstanceTree::root) return instances_.owner(owner);
    return isFlow ? owner : InstanceId::none;
  }

  void report(InstanceId id, std::size_t equations, const std::vector<VariableId>& unknowns) {
    const Instance& node = instances_[id];
    if (!node.layout || !reported_.insert(node.layout->type).second) return;
    const bool isMissing = equations < unknowns.size();
    const std::string subject = id == InstanceTree::root ? fmt::format("{}", instances_.typeName(id))
                                                         : fmt::format("the component '{}' of type {}",
                                                                       instances_.name(id), instances_.typeName(id));
    const std::size_t difference = isMissing ? unknowns.size() - equations : equations - unknowns.size();
    Diagnostic& d = diagnostics_.error("unbalanced", node.declared,
                                       fmt::format("{} has {} for {}: {} {}", subject, plural(equations, "equation"),
                                                   plural(unknowns.size(), "unknown"), plural(difference, "equation"),
                                                   isMissing ? "missing" : "too many"));
    if (isMissing)
      if (const std::string names = untouched(unknowns); !names.empty())
        d.detail(fmt::format("no equation contains {}", names));
    if (id != InstanceTree::root) {
      const ClassEntry& entry = instances_.classes()[node.layout->type];
      d.note(fmt::format("{} is defined at {}", instances_.typeName(id),
                         sources_.describeLine(entry.tree->range(entry.node().nameSpan))));
    }
  }

  /// Those of the variables that stand in no equation at all.
  std::string untouched(const std::vector<VariableId>& unknowns) {
    if (touched_.empty()) {
      touched_.assign(model_.variables.size(), false);
      symbolic::Walker walker(model_.pool);
      const auto visit = [&](Expr root) {
        if (root == Expr::none) return;
        for (const Expr e : walker.reachable(root)) {
          const symbolic::Op op = model_.pool.op(e);
          if (op == symbolic::Op::variable || op == symbolic::Op::derivative)
            touched_[symbolic::index(model_.pool.variable(e))] = true;
        }
      };
      for (const Equation& equation : model_.equations) visit(equation.left), visit(equation.right);
      for (const WhenClause& clause : model_.whenClauses)
        for (const WhenBranch& branch : clause.branches)
          for (const Action& action : branch.actions)
            if (action.target != VariableId::none) touched_[symbolic::index(action.target)] = true;
    }
    std::string names;
    std::size_t n = 0;
    for (const VariableId variable : unknowns)
      if (!touched_[symbolic::index(variable)] && n++ < longestList)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", model_.nameOf(variable));
    return n > longestList ? fmt::format("{} and {} more", names, n - longestList) : names;
  }

  /// A connector has as many flow variables as potentials, so that connecting it gives as many equations as unknowns.
  bool checkConnectors() {
    bool isSound = true;
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      const Instance& node = instances_[static_cast<InstanceId>(i)];
      if (node.kind != syntax::ClassKind::connector || !node.layout || node.isBroken || node.isArray ||
          node.isInPackage || node.isClassNode || instances_[node.parent].isConnector ||
          node.causality != syntax::Causality::none || !connectors_.insert(node.layout).second)
        continue;
      std::size_t flows = 0, potentials = 0;
      countVariables(static_cast<InstanceId>(i), flows, potentials);
      if (flows == potentials) continue;
      const ClassEntry& entry = instances_.classes()[node.layout->type];
      isSound = false;
      diagnostics_.error("unbalanced-connector", entry.tree->range(entry.node().nameSpan),
                         fmt::format("the connector {} has {} and {}: there must be as many of each",
                                     instances_.typeName(static_cast<InstanceId>(i)), plural(flows, "flow variable"),
                                     plural(potentials, "other variable")));
    }
    return isSound;
  }

  void countVariables(InstanceId id, std::size_t& flows, std::size_t& potentials) const {
    const Instance& node = instances_[id];
    if (node.isArray)
      for (std::size_t i = 0; i < instances_.elementCount(id); ++i)
        countVariables(instances_.element(id, i), flows, potentials);
    for (const InstanceId child : instances_.components(id)) countVariables(child, flows, potentials);
    if (!node.isLeaf || node.causality != syntax::Causality::none ||
        node.variability >= syntax::Variability::parameter || node.type.type == Type::string)
      return;
    (node.isFlow ? flows : potentials) += count(node.dimensions);
  }

  const InstanceTree& instances_;
  const FlatModel& model_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  std::vector<std::vector<VariableId>> unknowns_;  // by instance
  std::vector<bool> touched_;
  std::set<ClassRef> reported_;
  std::set<const Layout*> connectors_;
};

}  // namespace

void checkBalance(const InstanceTree& instances, const FlatModel& model, const Sources& sources,
                  Diagnostics& diagnostics) {
  Balance(instances, model, sources, diagnostics).run();
}

}  // namespace dashpot::model

#include "model/functions/component_order.hpp"

#include <algorithm>

namespace dashpot::model {

namespace {

using syntax::ExpressionKind;

void collectNames(const syntax::Tree& tree, syntax::ExpressionId id, std::vector<Symbol>& hidden,
                  std::vector<Symbol>& names) {
  const syntax::Expression& node = tree[id];
  const std::size_t outer = hidden.size();
  for (const syntax::IteratorId iterator : tree.items(node.iterators)) {
    if (tree[iterator].range != syntax::ExpressionId::none) collectNames(tree, tree[iterator].range, hidden, names);
    hidden.push_back(tree[iterator].name);
  }
  const bool isCall = node.kind == ExpressionKind::call;
  for (std::size_t i = isCall ? 1 : 0; i < node.operands.count; ++i)
    collectNames(tree, tree.at(node.operands, i), hidden, names);
  for (std::size_t i = 0; i < node.parts.count; ++i) {
    const syntax::Part& part = tree[tree.at(node.parts, i)];
    if (i == 0 && !node.flag && std::ranges::find(hidden, part.name) == hidden.end()) names.push_back(part.name);
    for (const syntax::ExpressionId subscript : tree.items(part.subscripts))
      collectNames(tree, subscript, hidden, names);
  }
  hidden.resize(outer);
}

class ComponentSort {
 public:
  explicit ComponentSort(const std::vector<ComponentDescription>& components)
      : components_(components), state_(components.size(), State::unseen) {}

  ComponentOrder run() {
    for (std::size_t i = 0; i < components_.size(); ++i) visit(i);
    return std::move(order_);
  }

 private:
  enum class State : std::uint8_t { unseen, open, done };

  void visit(std::size_t i) {
    if (state_[i] == State::done || !order_.circle.empty()) return;
    if (state_[i] == State::open) {
      const auto first = std::ranges::find(path_, i);
      for (auto it = first; it != path_.end(); ++it) order_.circle.push_back(&components_[*it]);
      return;
    }
    state_[i] = State::open;
    path_.push_back(i);
    const ComponentDescription& component = components_[i];
    if (!component.binding)
      visitFields(component.type);
    else if (!component.isBoundOutside())
      visitNames(*component.binding);
    path_.pop_back();
    state_[i] = State::done;
    order_.components.push_back(&components_[i]);
  }

  void visitNames(const ScopedExpression& value) {
    for (const Symbol name : freeNames(*value.tree, value.expression)) {
      const auto used = std::ranges::find(components_, name, &ComponentDescription::name);
      if (used != components_.end()) visit(static_cast<std::size_t>(used - components_.begin()));
    }
  }

  /// R r(x = a): the value of a field is written where r is declared.
  void visitFields(const TypeDescription& type) {
    for (const ComponentDescription& field : type.fields) {
      if (field.isBoundOutside()) visitNames(*field.binding);
      if (!field.binding) visitFields(field.type);
    }
  }

  const std::vector<ComponentDescription>& components_;
  std::vector<State> state_;
  std::vector<std::size_t> path_;
  ComponentOrder order_;
};

}  // namespace

std::vector<Symbol> freeNames(const syntax::Tree& tree, syntax::ExpressionId expression) {
  std::vector<Symbol> hidden, names;
  collectNames(tree, expression, hidden, names);
  return names;
}

ComponentOrder orderOf(const std::vector<ComponentDescription>& components) { return ComponentSort(components).run(); }

}  // namespace dashpot::model

// model/instances/component_values.hpp
//
// The values and attributes of variables, as declarations and modifications give them. They are translated when they
// are first asked for; what gives a variable that varies its value becomes an equation.
#pragma once

#include "model/expressions/demand.hpp"
#include "model/instances/instance_tree.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace dashpot::model {

class ComponentTypes;
class Leaves;
struct Translator;

class ComponentValues {
 public:
  ComponentValues(InstanceTree& tree, Translator& translator, ComponentTypes& types, Leaves& leaves)
      : tree_(tree),
        translator_(translator),
        types_(types),
        leaves_(leaves),
        classes_(tree.classes()),
        sources_(tree.sources()),
        model_(tree.model()),
        diagnostics_(tree.diagnostics()),
        selectors_(tree.selectors()) {}

  /// Values and attributes of all variables; bindings of variables that vary become equations.
  void assignValues();
  /// The value a modification gives, as far as it is meant for the component at hand. Translated once.
  std::optional<Value> layerValue(const Layer& layer);
  /// The value of a variable, if one is given.
  void assignBinding(InstanceId id);
  /// A constant of a package: its value takes the place of its name.
  void assignConstant(InstanceId id);
  /// The expression that gives a parameter or constant its value, if it has one; a parameter is final from now on.
  std::optional<Expr> structuralValue(VariableId parameter);
  /// The same; of a variable that is no parameter, the value in its declaration.
  std::optional<Expr> declaredValue(VariableId variable);
  /// A parameter with annotation(Evaluate = true) whose value is a number or truth value: that value, so that branches
  /// which are never taken and products with zero leave no trace in the structure of the equations. So is a protected
  /// Real that follows from such parameters.
  std::optional<Expr> literalOf(InstanceId leaf, VariableId variable);
  /// The text of a String variable; one that no equation has given yet stands for itself.
  Message textOf(const Instance& node, VariableId variable);
  /// An equation gives a String its text. False: it had one before.
  bool giveText(VariableId variable, const std::string& text);
  /// There are Strings that only equations can give a text.
  [[nodiscard]] bool lacksTexts() const;

 private:
  std::optional<Value> leafValue(InstanceId id, const Layer& layer, const Demand& demand);
  bool requireKnown(InstanceId id, Expr value, SourceRange where);
  void assignAttributes(InstanceId id);
  void assignAttribute(InstanceId id, const Layer& layer);
  bool requireVariability(InstanceId id, const Layer& layer, const Value& value, bool isBinding);
  void requireParameterValue(InstanceId id);
  [[nodiscard]] bool isComputed(const Layer& binding) const;

  struct Key {
    const Modifier* modifier;
    InstanceId instance;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return std::hash<const void*>()(key.modifier) * 0x9e3779b97f4a7c15ull + static_cast<std::size_t>(key.instance);
    }
  };
  std::unordered_map<Key, std::optional<Value>, Hash> translated_;
  std::vector<const Modifier*> translating_;
  SharedTexts texts_;                          // of attributes
  std::unordered_set<VariableId> textsGiven_;  // Strings that an equation gives

  InstanceTree& tree_;
  Translator& translator_;
  ComponentTypes& types_;
  Leaves& leaves_;
  ClassTable& classes_;
  const Sources& sources_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
  Selectors& selectors_;
};

}  // namespace dashpot::model

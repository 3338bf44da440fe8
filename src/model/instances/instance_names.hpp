// model/instances/instance_names.hpp
//
// The instance tree as it answers questions about names from the translation of expressions.
#pragma once

#include "model/instances/instance_tree.hpp"
#include "model/instances/names.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dashpot::model {

class Callables;
class ComponentTypes;
class ComponentValues;
class Components;
class ConnectionCounts;
class ConnectionGraph;
class Layouts;
class Lookup;
class OperatorFunctions;
class Places;
class StreamVariables;
class Visibility;

class InstanceNames final : public Names {
 public:
  InstanceNames(InstanceTree& tree, Layouts& layouts, Lookup& lookup, Visibility& visibility, ComponentTypes& types,
                Components& components, ComponentValues& values, Places& places, Callables& callables,
                OperatorFunctions& operatorFunctions, ConnectionCounts& connectionCounts,
                ConnectionGraph& connectionGraph, StreamVariables& streams)
      : tree_(tree),
        layouts_(layouts),
        lookup_(lookup),
        visibility_(visibility),
        types_(types),
        components_(components),
        values_(values),
        places_(places),
        callables_(callables),
        operatorFunctions_(operatorFunctions),
        connectionCounts_(connectionCounts),
        connectionGraph_(connectionGraph),
        streams_(streams),
        classes_(tree.classes()),
        sources_(tree.sources()),
        model_(tree.model()),
        diagnostics_(tree.diagnostics()) {}

  std::optional<Value> value(const ScopedExpression& reference, References&) override;
  /// Of MyLib.Vehicle, the name of the controller is "Vehicle.engine.controller" (Modelica 3.6, section 3.7.4.3).
  std::string instanceName(const Scope& scope) override;
  bool knowsTime(const Scope& scope) override;
  std::optional<std::string> resource(std::string_view uri) override;
  ScalarType clockType() override;
  std::optional<Dimensions> sizesSoFar(const ScopedExpression& reference) override;
  std::optional<ArrayShape> shape(const ScopedExpression& reference, std::size_t part) override;
  std::optional<Callee> callee(const ScopedExpression& reference) override;
  const std::vector<FunctionClass>& operatorFunctions(Layout& record, std::string_view name) override;
  std::vector<std::string_view> callables(const Scope& scope) override;
  std::optional<Expr> structuralValue(VariableId parameter, SourceRange usedAt) override;
  std::optional<Expr> declaredValue(VariableId variable, SourceRange usedAt) override;
  FunctionClass predefinedFunction(std::string_view name) override;
  std::optional<std::int32_t> connectionCount(const ScopedExpression& reference) override;
  std::optional<bool> isRoot(const ScopedExpression& reference) override;
  std::optional<bool> isRooted(const ScopedExpression& reference) override;
  std::optional<PathId> blockNamed(const ScopedExpression& reference) override;
  PathId pathOf(const Scope& scope) override;
  std::optional<VariableId> inflow(VariableId stream) override;
  std::optional<VariableId> carrier(VariableId stream) override;

  /// The value of a component. Empty: it has been reported.
  std::optional<Value> valueOf(InstanceId component, SourceRange where) {
    return gather({.nodes = {component}}, where);
  }

 private:
  std::optional<Value> gather(const Place& place, SourceRange where);
  [[nodiscard]] bool isLikeRecord(const Instance& node) const;
  std::optional<Value> gatherLeaf(const Place& place, SourceRange where);
  std::optional<std::optional<Value>> enumerationLiteral(const ScopedExpression& reference);

  InstanceTree& tree_;
  Layouts& layouts_;
  Lookup& lookup_;
  Visibility& visibility_;
  ComponentTypes& types_;
  Components& components_;
  ComponentValues& values_;
  Places& places_;
  Callables& callables_;
  OperatorFunctions& operatorFunctions_;
  ConnectionCounts& connectionCounts_;
  ConnectionGraph& connectionGraph_;
  StreamVariables& streams_;
  ClassTable& classes_;
  const Sources& sources_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
};

}  // namespace dashpot::model

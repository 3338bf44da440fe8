#include "model/instances/operator_functions.hpp"

#include "model/classes/class_kinds.hpp"
#include "model/instances/callables.hpp"
#include "model/lookup/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

const std::vector<FunctionClass>& OperatorFunctions::of(Layout& record, std::string_view name) {
  const auto [known, isNew] = known_.try_emplace({&record, std::string(name)});
  if (!isNew) return known->second;  // also while it is being made: a function may use the operator that it defines
  const Found found = lookup_.memberOf(nodeOf(record), tree_.symbols().intern(name));
  if (!found || !found.isClass) return known->second;
  const ClassInContext definition = lookup_.classFound(found);
  std::vector<ClassInContext> written;
  if (tree_.classes()[definition.type].node().kind == syntax::ClassKind::operators) {
    const InstanceId collection = lookup_.classNode(definition);
    for (std::uint32_t slot = 0; slot < tree_[collection].layout->members.size(); ++slot)
      if (tree_[collection].layout->members[slot].isClass()) written.push_back(lookup_.classMember(collection, slot));
  } else {
    written.push_back(definition);
  }
  std::vector<FunctionClass> functions;
  for (const ClassInContext& one : written) {
    if (!isFunction(tree_.classes()[one.type].node().kind)) continue;
    FunctionClass function = callables_.functionOf(one);
    if (!function.isRefused && keepsTheRules(function, record, name)) functions.push_back(std::move(function));
  }
  return known->second = std::move(functions);
}

/// The class by itself, whatever is modified where it is used.
InstanceId OperatorFunctions::nodeOf(Layout& record) {
  const auto [known, isNew] = nodes_.try_emplace(&record, InstanceId::none);
  if (!isNew) return known->second;
  const InstanceId id = tree_.addNode(record.enclosing.instance, tree_.classes()[record.type].node().name);
  Instance& node = tree_[id];
  node.sort = NodeSort::classNode;
  node.kind = tree_.classes()[record.type].node().kind;
  node.layout = &record;
  return known->second = id;
}

/// Sections 14.3 to 14.5: how many inputs and outputs there are, and of which type.
bool OperatorFunctions::keepsTheRules(const FunctionClass& function, const Layout& record, std::string_view name) {
  std::size_t outputs = 0, needed = 0, inputs = 0, records = 0;
  const ComponentDescription* output = nullptr;
  for (const ComponentDescription& component : function.components) {
    if (component.causality == syntax::Causality::output) {
      ++outputs;
      output = &component;
    } else if (component.causality == syntax::Causality::input) {
      ++inputs;
      needed += !component.binding;
      records += component.type.operators == &record;
    }
  }
  const std::string_view type = tree_.symbols().text(tree_.classes()[record.type].node().name);
  const bool isConstructor = name == "'constructor'", isZero = name == "'0'", isString = name == "'String'";
  const bool isUnary = name == "'not'", maybeUnary = name == "'-'";
  std::string problem;
  if (outputs != 1)
    problem = fmt::format("must have one output, not {}", outputs);
  else if ((isConstructor || isZero) && output->type.operators != &record)
    problem = fmt::format("must give a {}", type);
  else if (isString && output->type.scalar.type != Type::string)
    problem = "must give a String";
  else if (isZero && inputs != 0)
    problem = "cannot have inputs";
  else if (!isConstructor && !isZero && records == 0)
    problem = fmt::format("must have an input of type {}", type);
  else if (isUnary && needed != 1)
    problem = fmt::format("must have one input without a default, not {}", needed);
  else if (!isConstructor && !isZero && !isString && !isUnary && needed != 2 && !(maybeUnary && needed == 1))
    problem = fmt::format("must have {}two inputs without a default, not {}", maybeUnary ? "one or " : "", needed);
  if (problem.empty()) return true;
  if (tree_.reportOnce(function.declared, "function"))
    diagnostics_.error("function", function.declared,
                       fmt::format("'{}', which defines {} for {}, {}", function.name, name, type, problem));
  return false;
}

}  // namespace dashpot::model

#include "model/instances/instance_names.hpp"

#include "base/nearest.hpp"
#include "model/classes/annotations.hpp"
#include "model/classes/class_kinds.hpp"
#include "model/instances/callables.hpp"
#include "model/instances/chosen_elements.hpp"
#include "model/instances/component_values.hpp"
#include "model/instances/components.hpp"
#include "model/instances/connection_counts.hpp"
#include "model/instances/connection_graph.hpp"
#include "model/instances/operator_functions.hpp"
#include "model/instances/places.hpp"
#include "model/instances/stream_variables.hpp"
#include "model/lookup/component_types.hpp"
#include "model/lookup/layouts.hpp"
#include "model/lookup/lookup.hpp"
#include "model/lookup/visibility.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dashpot::model {

using syntax::Tree;

std::optional<Value> InstanceNames::value(const ScopedExpression& reference, References&) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  if (path.parts.count > 1) {
    // Colour.red: everything before the last part names an enumeration
    if (auto literal = enumerationLiteral(reference)) return std::move(*literal);
  }
  const auto found = places_.place(reference);
  if (!found) return std::nullopt;
  if (found->isConditional) {
    const SourceRange where = reference.where();
    const bool isTolerated = !found->isAbsent && !diagnostics_.isStrict;
    if (tree_.reportOnce(where, "absent")) {
      const std::string problem = fmt::format("'{}' belongs to a conditional component{}", sources_.text(where),
                                              found->isAbsent ? " whose condition is false" : "");
      (isTolerated ? diagnostics_.breach("absent", where, problem) : diagnostics_.error("absent", where, problem))
          .hint("only connect() may name it");
    }
    if (!isTolerated) return std::nullopt;
  }
  return gather(*found, reference.where());
}

bool InstanceNames::knowsTime(const Scope& scope) {
  if (scope.lexical == ClassRef::none) return true;
  const syntax::ClassKind kind = classes_[scope.lexical].node().kind;
  return kind == syntax::ClassKind::model || kind == syntax::ClassKind::block || kind == syntax::ClassKind::generic;
}

/// Empty: it is no literal of an enumeration. Empty inside: it should be one, and has been reported.
std::optional<std::optional<Value>> InstanceNames::enumerationLiteral(const ScopedExpression& reference) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  const auto part = [&](std::size_t i) -> const syntax::Part& { return tree[tree.at(path.parts, i)]; };
  Found found = path.flag ? lookup_.lookupGlobal(part(0).name) : lookup_.lookup(reference.scope, part(0).name);
  for (std::size_t i = 1; found && found.isClass && !found.predefined; ++i) {
    ClassInContext type = lookup_.classFound(found);
    while (classes_[type.type].node().form == syntax::ClassForm::shortClass) {
      const auto base = lookup_.resolveClass(type.enclosing, *classes_[type.type].tree, classes_[type.type].node().base,
                                             Reporting::nothing);
      if (!base || base->predefined) return std::nullopt;
      if (classes_[base->type].node().form != syntax::ClassForm::shortClass &&
          classes_[base->type].node().form != syntax::ClassForm::enumeration)
        break;
      type = *base;
    }
    const syntax::Class& node = classes_[type.type].node();
    std::uint32_t number = noEnumeration;
    if (node.form == syntax::ClassForm::enumeration) {
      number = types_.enumerationOf(type.type);
    } else if (node.kind == syntax::ClassKind::type) {
      const Layout* layout = layouts_.layoutOf(type.type, type.enclosing);
      if (layout->predefined && layout->predefined->type == Type::enumeration) number = layout->predefined->enumeration;
    }
    if (number != noEnumeration) {
      if (i + 1 != path.parts.count) return std::nullopt;
      const auto& literals = model_.enumerations[number].literals;
      const auto literal = std::ranges::find(literals, tree_.symbols().text(part(i).name));
      if (literal == literals.end()) {
        const SourceRange where = tree.range(part(i).span);
        if (!tree_.reportOnce(where, "unknown-name")) return std::optional<Value>{};
        Diagnostic& d =
            diagnostics_.error("unknown-name", where,
                               fmt::format("'{}' is not a literal of {}", tree_.symbols().text(part(i).name),
                                           model_.enumerations[number].name));
        d.note(fmt::format("its literals are {}", fmt::join(literals, ", ")));
        if (const auto meant = nearest(tree_.symbols().text(part(i).name), literals))
          d.hint(fmt::format("did you mean '{}'?", *meant));
        return std::optional<Value>{};
      }
      if (!part(i).subscripts.empty()) {
        if (tree_.reportOnce(tree.range(part(i).span), "subscript"))
          diagnostics_.error("subscript", tree.range(part(i).span),
                             fmt::format("'{}' is not an array", tree_.symbols().text(part(i).name)));
        return std::optional<Value>{};
      }
      Value value;
      value.type = {Type::enumeration, number};
      value.scalars.push_back(model_.pool.constant(static_cast<double>(literal - literals.begin() + 1)));
      return value;
    }
    if (i + 1 >= path.parts.count) return std::nullopt;
    const InstanceId in = lookup_.classNode(lookup_.classFound(found));
    found = lookup_.memberOf(in, part(i).name);
    if (found && !visibility_.requireAccess(in, found, tree.range(part(i).span))) return std::optional<Value>{};
  }
  return std::nullopt;
}

/// A `class` without behaviour, which is what a record is.
bool InstanceNames::isLikeRecord(const Instance& node) const {
  return node.kind == syntax::ClassKind::generic && node.layout && !node.isObject() &&
         std::ranges::all_of(node.layout->parts,
                             [&](const Layout* part) { return classes_[part->type].node().sections.empty(); });
}

std::optional<Value> InstanceNames::gather(const Place& place, SourceRange where) {
  if (place.nodes.empty()) {
    Value none;
    none.dimensions = place.dimensions;
    return none;
  }
  const Instance& first = tree_[place.nodes.front()];
  if (first.isBroken) return std::nullopt;
  if (first.isLeaf()) return gatherLeaf(place, where);
  if (first.isArray()) {  // elements of an array inside an array of records
    Place inner{.dimensions = place.dimensions};
    for (const InstanceId array : place.nodes)
      for (std::size_t i = 0; i < tree_.elementCount(array); ++i) inner.nodes.push_back(tree_.element(array, i));
    inner.dimensions.insert(inner.dimensions.end(), first.dimensions.begin(), first.dimensions.end());
    return gather(inner, where);
  }
  if (first.isObject() && place.nodes.size() == 1) return values_.layerValue(first.binding);
  if (!isRecord(first.kind) && first.kind != syntax::ClassKind::connector && !isLikeRecord(first)) {
    if (tree_.reportOnce(where, "not-a-value"))
      diagnostics_
          .error("not-a-value", where,
                 fmt::format("'{}' is a component of type {}, not a value", tree_.name(place.nodes.front()),
                             tree_.typeName(place.nodes.front())))
          .note(tree_.describeElements(place.nodes.front()));
    return std::nullopt;
  }
  auto fields = std::make_shared<RecordFields>();
  fields->typeName = tree_.typeName(place.nodes.front());
  if (first.kind == syntax::ClassKind::operatorRecord) fields->operators = first.layout;
  Value result;
  result.dimensions = place.dimensions;
  for (std::uint32_t slot = 0; slot < first.layout->members.size(); ++slot) {
    const Member& member = first.layout->members[slot];
    if (member.isClass()) continue;
    Place inner{.dimensions = place.dimensions};
    for (const InstanceId node : place.nodes) inner.nodes.push_back(components_.child(node, slot));
    if (tree_[inner.nodes.front()].isAbsent()) continue;
    auto value = gather(inner, where);
    if (!value) return std::nullopt;
    result.variability = std::max(result.variability, value->variability);
    fields->fields.emplace_back(member.name, std::move(*value));
  }
  result.record = std::move(fields);
  return result;
}

std::optional<Value> InstanceNames::gatherLeaf(const Place& place, SourceRange where) {
  const Instance& first = tree_[place.nodes.front()];
  Value result;
  result.type = first.leaf.type;
  const bool dynamic = isDynamic(place.leafSubscripts);
  const std::span<const Subscript> chosen = dynamic ? std::span<const Subscript>{} : place.leafSubscripts;
  result.dimensions = place.dimensions;
  appendChosen(result.dimensions, first.dimensions, chosen);
  for (const InstanceId leaf : place.nodes) {
    if (tree_[leaf].isInPackage) {
      values_.assignConstant(leaf);
      if (!tree_[leaf].leaf.constant) {
        if (!tree_[leaf].isBroken || !tree_.reportOnce(where, "variability")) return std::nullopt;
        if (tree_[leaf].prefixes.variability == syntax::Variability::constant) return std::nullopt;
        diagnostics_
            .error("variability", where,
                   fmt::format("'{}' is not a constant: it has no value outside a component", tree_.name(leaf)))
            .note(fmt::format("it is declared at {}", sources_.describeLine(tree_[leaf].declared)));
        return std::nullopt;
      }
      if (tree_[leaf].prefixes.variability == syntax::Variability::parameter && tree_.reportOnce(where, "variability"))
        diagnostics_
            .breach(
                "variability", where,
                fmt::format("'{}' is a parameter of a class, not of a component: the value it is declared with counts",
                            tree_.name(leaf)))
            .note(fmt::format("it is declared at {}", sources_.describeLine(tree_[leaf].declared)));
    } else if (first.leaf.type.type == Type::string) {
      values_.assignBinding(leaf);
    }
    const Instance& node = tree_[leaf];
    if (node.isBroken) return std::nullopt;
    if (node.dimensions != first.dimensions) {
      tree_.unsupported(where, "an array of components whose arrays differ in size");
      return std::nullopt;
    }
    forEachChosen(node.dimensions, chosen, [&](std::size_t offset) {
      if (node.leaf.constant) {
        if (node.leaf.type.type == Type::string)
          result.texts.push_back(node.leaf.constant->texts[offset]);
        else
          result.scalars.push_back(node.leaf.constant->scalars[offset]);
        return;
      }
      const auto variable = static_cast<VariableId>(symbolic::index(node.leaf.variable) + offset);
      result.variability = std::max(result.variability, model_[variable].variability);
      if (node.leaf.type.type == Type::string)
        result.texts.push_back(values_.textOf(node, variable));
      else
        result.scalars.push_back(values_.literalOf(leaf, variable).value_or(model_.pool.variable(variable)));
    });
  }
  if (!dynamic) return result;
  std::vector<Subscript> all;
  for (const std::int32_t n : place.dimensions) {
    Subscript whole;
    for (std::int32_t i = 1; i <= n; ++i) whole.positions.push_back(i);
    all.push_back(std::move(whole));
  }
  all.insert(all.end(), place.leafSubscripts.begin(), place.leafSubscripts.end());
  return subscripted(model_.pool, result, all);
}

std::string InstanceNames::instanceName(const Scope& scope) {
  const PathId path = pathOf(scope);
  const bool isQuoted = model_.name.ends_with('\'');
  const std::size_t opening = isQuoted ? model_.name.rfind('\'', model_.name.size() - 2) : std::string::npos;
  const std::size_t dot = model_.name.rfind('.', opening);
  const std::string name = dot == std::string::npos ? model_.name : model_.name.substr(dot + 1);
  return path == PathId::root ? name : name + '.' + model_.paths.text(path);
}

PathId InstanceNames::pathOf(const Scope& scope) {
  return scope.instance == InstanceId::none ? PathId::root : tree_[scope.instance].path;
}

std::optional<PathId> InstanceNames::blockNamed(const ScopedExpression& reference) {
  const auto place = places_.place(reference);
  if (!place) return std::nullopt;
  const Instance* const node = place->nodes.size() == 1 && !place->isAbsent ? &tree_[place->nodes.front()] : nullptr;
  if (node && node->isBroken) return std::nullopt;
  if (node && node->layout && !node->isConnector() && !isRecord(node->kind)) return node->path;
  if (tree_.reportOnce(reference.where(), "state-machine"))
    diagnostics_.error("state-machine", reference.where(),
                       fmt::format("a block is needed here, which '{}' is not", sources_.text(reference.where())));
  return std::nullopt;
}

// --------------------------------------------------------------------------------------------------- answers of others

std::optional<Dimensions> InstanceNames::sizesSoFar(const ScopedExpression& reference) {
  return places_.sizesSoFar(reference);
}

std::optional<ArrayShape> InstanceNames::shape(const ScopedExpression& reference, std::size_t part) {
  return places_.shape(reference, part);
}

std::optional<Callee> InstanceNames::callee(const ScopedExpression& reference) { return callables_.callee(reference); }

const std::vector<FunctionClass>& InstanceNames::operatorFunctions(Layout& record, std::string_view name) {
  return operatorFunctions_.of(record, name);
}

std::vector<std::string_view> InstanceNames::callables(const Scope& scope) { return lookup_.visibleNames(scope, true); }

std::optional<Expr> InstanceNames::structuralValue(VariableId parameter, SourceRange) {
  return values_.structuralValue(parameter);
}

std::optional<Expr> InstanceNames::declaredValue(VariableId variable, SourceRange) {
  return values_.declaredValue(variable);
}

FunctionClass InstanceNames::predefinedFunction(std::string_view name) { return callables_.predefinedFunction(name); }

ScalarType InstanceNames::clockType() {
  return {Type::enumeration, types_.enumerationOf(classes_.findQualified("Clock"))};
}

std::optional<std::string> InstanceNames::resource(std::string_view uri) { return classes_.resource(uri); }

std::optional<std::int32_t> InstanceNames::connectionCount(const ScopedExpression& reference) {
  return connectionCounts_.connectionCount(reference);
}

std::optional<bool> InstanceNames::isRoot(const ScopedExpression& reference) {
  return connectionGraph_.isRoot(reference);
}

std::optional<VariableId> InstanceNames::inflow(VariableId stream) { return streams_.inflow(stream); }

std::optional<VariableId> InstanceNames::carrier(VariableId stream) {
  const VariableId flow = streams_.flowOf(stream);
  return flow == VariableId::none ? std::nullopt : std::optional(flow);
}

std::optional<bool> InstanceNames::isRooted(const ScopedExpression& reference) {
  return connectionGraph_.isRooted(reference);
}

}  // namespace dashpot::model

#include "model/instances/callables.hpp"

#include "model/classes/annotations.hpp"
#include "model/classes/class_kinds.hpp"
#include "model/instances/function_restrictions.hpp"
#include "model/lookup/class_restrictions.hpp"
#include "model/lookup/component_types.hpp"
#include "model/lookup/layouts.hpp"
#include "model/lookup/lookup.hpp"
#include "model/lookup/redeclarations.hpp"
#include "model/lookup/subtypes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using syntax::ClassKind;
using syntax::Tree;

std::optional<Callee> Callables::callee(const ScopedExpression& reference) {
  auto found = lookup_.resolveClass(reference.scope, *reference.tree, reference.expression, Reporting::nothing);
  if (!found) return std::nullopt;
  if (found->predefined) return Callee{.kind = CalleeKind::predefinedType, .type = {*found->predefined}};
  ClassInContext end = *found;
  for (int chain = 0; chain < 100 && classes_[end.type].node().form == syntax::ClassForm::shortClass; ++chain) {
    const auto base = lookup_.resolveClass(end.enclosing, *classes_[end.type].tree, classes_[end.type].node().base,
                                           Reporting::nothing);
    if (!base) return std::nullopt;
    if (base->predefined) return Callee{.kind = CalleeKind::predefinedType, .type = {*base->predefined}};
    (void)classRestrictions_.requireBaseKind(
        end.type, base->type,
        classes_[end.type].tree->range((*classes_[end.type].tree)[classes_[end.type].node().base].span));
    end = *base;
  }
  const syntax::Class& node = classes_[end.type].node();
  if (node.kind == ClassKind::generic && layouts_.layoutOf(end.type, end.enclosing)->isExternalObject) {
    const Found constructor = lookup_.memberOf(lookup_.classNode(end), tree_.symbols().intern("constructor"));
    if (!constructor || !constructor.isClass) return std::nullopt;
    Callee made{.kind = CalleeKind::externalObject,
                .function = describeCallable(lookup_.classFound(constructor), false)};
    made.function.name = classes_.qualifiedName(end.type);
    if (const auto destructor = functionOf(lookup_.classNode(end), "destructor"))
      made.function.destructor = destructor->external;
    return made;
  }
  if (node.form == syntax::ClassForm::enumeration)
    return Callee{.kind = CalleeKind::enumeration, .type = {Type::enumeration, types_.enumerationOf(end.type)}};
  if (node.form == syntax::ClassForm::derivative) return partialDerivative(end);
  if (isFunction(node.kind)) return Callee{.kind = CalleeKind::function, .function = describeCallable(*found, false)};
  if (isRecord(node.kind)) {
    Callee made{.kind = CalleeKind::record, .function = describeCallable(*found, true)};
    if (node.kind == ClassKind::operatorRecord) made.function.operators = layouts_.layoutOf(end.type, end.enclosing);
    return made;
  }
  return std::nullopt;
}

/// function g = der(f, x, y)
std::optional<Callee> Callables::partialDerivative(const ClassInContext& derivative) {
  const ClassEntry& entry = classes_[derivative.type];
  auto base = callee({entry.tree, entry.node().base, derivative.enclosing});
  if (!base || base->kind != CalleeKind::function || base->function.isExternal) {
    const SourceRange where = entry.tree->range((*entry.tree)[entry.node().base].span);
    if (tree_.reportOnce(where, "unknown-function"))
      diagnostics_.error("unknown-function", where,
                         fmt::format("'{}' is not a function that can be differentiated", sources_.text(where)));
    return Callee{.kind = CalleeKind::function, .function = {.isRefused = true}};
  }
  for (const syntax::ExpressionId name : entry.tree->items(entry.node().names))
    base->function.differentiatedBy.push_back({entry.tree, name, derivative.enclosing});
  return base;
}

FunctionClass Callables::describeCallable(const ClassInContext& type, bool isRecord) {
  const InstanceId id = lookup_.classNode(type);
  if (const auto known = described_.find(id); known != described_.end()) return known->second;
  const Instance& node = tree_[id];
  FunctionClass result{.key = static_cast<std::uint64_t>(id), .name = classes_.qualifiedName(type.type)};
  result.declared = node.declared;
  result.components = describeComponents(id, isRecord);
  for (Layout* part : node.layout->parts) {
    const ClassEntry& definition = classes_[part->type];
    const Tree& tree = *definition.tree;
    const syntax::Class& written = definition.node();
    result.isExternal |= written.external.present;
    if (written.external.present && written.external.language != Symbol::none &&
        tree_.symbols().text(written.external.language) == "builtin")
      result.builtin =
          written.external.call == syntax::ExpressionId::none
              ? std::string(tree_.symbols().text(written.name))
              : std::string(sources_.text(tree.range(tree[tree.at(tree[written.external.call].operands, 0)].span)));
    if (written.external.present) readExternal(result, tree, written, {id, part->type});
    result.isImpure |= written.purity == syntax::Purity::impure;
    result.isPure |= written.purity == syntax::Purity::pure;
    for (const syntax::SectionId section : tree.items(written.sections))
      if (tree[section].algorithm) result.algorithms.push_back({&tree, tree[section].statements, {id, part->type}});
    if (const auto* inlined = annotationEntry(tree, written.annotation, "Inline", tree_.symbols()))
      if (inlined->modification.value != syntax::ExpressionId::none) {
        const syntax::Expression& flag = tree[inlined->modification.value];
        result.forbidsInlining |= flag.kind == syntax::ExpressionKind::boolean && !flag.flag;
      }
    for (const syntax::ArgumentId argument : tree.items(written.annotation.arguments))
      readDerivative(result, tree, tree[argument], {id, part->type});
    functionRestrictions_.requireInverse(result, tree, written.annotation);
    readInverse(result, tree, written.annotation, {id, part->type});
    result.isPartial = written.isPartial;
  }
  if (!isRecord) result.isRefused = !functionRestrictions_.requireFunction(id, result);
  described_.emplace(id, result);
  return result;
}

/// external "C" y = f(x)
void Callables::readExternal(FunctionClass& function, const Tree& tree, const syntax::Class& written, Scope scope) {
  const syntax::External& clause = written.external;
  function.external = tree_.symbols().text(written.name);
  if (clause.language != Symbol::none) function.externalLanguage = tree_.symbols().text(clause.language);
  for (const auto* annotation : {&clause.annotation, &written.annotation})
    for (const char* name : {"Include", "Library", "IncludeDirectory", "LibraryDirectory", "SourceDirectory"})
      if (const auto* entry = annotationEntry(tree, *annotation, name, tree_.symbols());
          entry && entry->modification.value != syntax::ExpressionId::none)
        function.externalAnnotation.push_back({name, {&tree, entry->modification.value, scope}});
  if (clause.call == syntax::ExpressionId::none) return;
  const syntax::Expression& callee = tree[tree.at(tree[clause.call].operands, 0)];
  function.external = tree_.symbols().text(tree[tree.at(callee.parts, 0)].name);
  function.externalCall = {&tree, clause.call, scope};
  if (clause.result != syntax::ExpressionId::none)
    function.externalResult = tree[tree.at(tree[clause.result].parts, 0)].name;
}

std::optional<FunctionClass> Callables::functionOf(InstanceId node, std::string_view name) {
  const Found found = lookup_.memberOf(node, tree_.symbols().intern(name));
  if (!found || !found.isClass || found.predefined) return std::nullopt;
  const ClassInContext type = lookup_.classFound(found);
  if (!isFunction(classes_[type.type].node().kind)) return std::nullopt;
  return describeCallable(type, false);
}

FunctionClass Callables::predefinedFunction(std::string_view name) {
  return describeCallable(lookup_.classFound(lookup_.lookupGlobal(tree_.symbols().intern(name))), false);
}

/// derivative(order = 2, noDerivative = k) = f_der
void Callables::readDerivative(FunctionClass& function, const Tree& tree, const syntax::Argument& argument,
                               Scope scope) {
  if (argument.kind != syntax::ArgumentKind::element || argument.modification.value == syntax::ExpressionId::none)
    return;
  const syntax::Expression& path = tree[argument.name];
  if (path.parts.count != 1 || tree_.symbols().text(tree[tree.at(path.parts, 0)].name) != "derivative") return;
  if (tree[argument.modification.value].kind != syntax::ExpressionKind::reference) return;
  DerivativeAnnotation rule{.function = {&tree, argument.modification.value, scope}};
  for (const syntax::ArgumentId id : tree.items(argument.modification.arguments)) {
    const syntax::Argument& option = tree[id];
    if (option.kind != syntax::ArgumentKind::element || option.modification.value == syntax::ExpressionId::none)
      continue;
    const std::string_view name = sources_.text(tree.range(tree[option.name].span));
    const syntax::Expression& value = tree[option.modification.value];
    if (name == "order" && value.kind == syntax::ExpressionKind::integer) {
      rule.order = static_cast<int>(tree.numbers[value.number]);
    } else if (name == "order" && tree_.reportOnce(tree.range(value.span), "annotation")) {
      diagnostics_.error("annotation", tree.range(value.span), "the order of a derivative must be a number");
    }
    if (value.kind != syntax::ExpressionKind::reference || name == "order") continue;
    functionRestrictions_.requireAnnotationInput(function, tree, value);
    const Symbol input = tree[tree.at(value.parts, 0)].name;
    if (name == "noDerivative") rule.noDerivative.push_back(input);
    if (name == "zeroDerivative") rule.zeroDerivative.push_back(input);
  }
  function.derivatives.push_back(std::move(rule));
}

/// inverse(x = g(y, z))
void Callables::readInverse(FunctionClass& function, const Tree& tree, const syntax::Modification& annotation,
                            Scope scope) {
  const syntax::Argument* entry = annotationEntry(tree, annotation, "inverse", tree_.symbols());
  if (!entry) return;
  for (const syntax::ArgumentId id : tree.items(entry->modification.arguments)) {
    const syntax::Argument& one = tree[id];
    if (one.kind != syntax::ArgumentKind::element || one.modification.value == syntax::ExpressionId::none ||
        tree[one.modification.value].kind != syntax::ExpressionKind::call)
      continue;
    function.inverses.push_back({tree[tree.at(tree[one.name].parts, 0)].name, {&tree, one.modification.value, scope}});
  }
}

std::vector<ComponentDescription> Callables::describeComponents(InstanceId id, bool isRecord) {
  std::vector<ComponentDescription> result;
  Layout& layout = *tree_[id].layout;
  for (const Member& member : layout.members) {
    if (member.isClass()) continue;
    const Declaration declared = redeclarations_.declaration(id, member);
    const Tree& tree = *declared.tree;
    const syntax::Component& component = tree[tree[declared.element].component];
    auto type = types_.resolveType(declared.scope, tree, component.type);
    if (!type) continue;
    if (!type->isLeaf) {  // what is said of its fields: R r(x = 1)
      Layers own = declared.layers;
      std::erase_if(own, [](const Layer& layer) { return layer.modifier->hasValue(); });
      type->layers.insert(type->layers.begin(), own.begin(), own.end());
    }
    ComponentDescription description{.name = member.name, .type = describeType(*type)};
    // A redeclaration keeps the prefixes that it does not give itself.
    const syntax::Component& original = (*member.tree)[(*member.tree)[member.element].component];
    description.causality = component.causality != syntax::Causality::none  ? component.causality
                            : original.causality != syntax::Causality::none ? original.causality
                                                                            : type->causality;
    description.variability = std::max(component.variability, original.variability);
    description.home = id;
    description.isProtected = member.isProtected;
    for (const syntax::ExpressionId size : tree.items(component.subscripts))
      description.dimensions.push_back({&tree, size, declared.scope});
    for (const syntax::ExpressionId size : tree.items(component.typeSubscripts))
      description.dimensions.push_back({&tree, size, declared.scope});
    if (const Layer* given = valueLayer(declared.layers)) description.binding = given->value();
    description.declared = tree.range(component.nameSpan);
    const bool isFixed = description.binding &&
                         (description.variability == syntax::Variability::constant || tree[declared.element].isFinal);
    if (isRecord) description.causality = isFixed ? syntax::Causality::none : syntax::Causality::input;
    result.push_back(std::move(description));
  }
  return result;
}

TypeDescription Callables::describeType(const ResolvedType& type) {
  TypeDescription result{.scalar = type.scalar, .name = type.name};
  result.dimensions = type.dimensions;
  if (!type.isLeaf && layouts_.layoutOf(type.composite.type, type.composite.enclosing)->isExternalObject) {
    result.isObject = true;
    return result;
  }
  if (!type.isLeaf && isFunction(classes_[type.composite.type].node().kind)) {
    result.function = std::make_shared<const FunctionClass>(describeCallable(type.composite, false));
    return result;
  }
  if (!type.isLeaf) {
    const InstanceId id = subtypes_.typeNode(type);
    if (describing_.size() > 20) return result;  // a record that contains itself has been reported where it is used
    describing_.push_back(id);
    result.fields = describeComponents(id, true);
    describing_.pop_back();
    if (tree_[id].kind == ClassKind::operatorRecord) result.operators = tree_[id].layout;
  }
  return result;
}

}  // namespace dashpot::model

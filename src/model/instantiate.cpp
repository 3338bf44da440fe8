#include "base/nearest.hpp"
#include "model/annotations.hpp"
#include "model/instance.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

// Deeper than any real machine; a class that contains itself gets here.
constexpr int nestingLimit = 100;
// An array that exceeds this is a mistake in its size.
constexpr std::size_t arrayLimit = 20'000'000;

using syntax::ClassKind;
using syntax::Tree;

std::vector<ScopedExpression> scoped(const Tree& tree, syntax::List<syntax::ExpressionId> list, Scope scope) {
  std::vector<ScopedExpression> result;
  for (const syntax::ExpressionId id : tree.items(list)) result.push_back({&tree, id, scope});
  return result;
}

void append(std::vector<ScopedExpression>& to, std::vector<ScopedExpression> more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

InstanceTree::InstanceTree(ClassTable& classes, const Sources& sources, FlatModel& model, Diagnostics& diagnostics)
    : classes_(classes), sources_(sources), model_(model), diagnostics_(diagnostics), modifiers_(diagnostics) {
  predefined_ = {{symbols().intern("Real"), Type::real},
                 {symbols().intern("Integer"), Type::integer},
                 {symbols().intern("Boolean"), Type::boolean},
                 {symbols().intern("String"), Type::string}};
  nodes_.emplace_back();  // the model
  nodes_.emplace_back();
  global_ = InstanceId{1};
  auto& layout = layouts_[{ClassRef::none, {}}];
  layout = std::make_unique<Layout>();
  layout->isBegun = layout->isComplete = true;
  layout->parts.push_back(layout.get());
  (*this)[global_].layout = layout.get();
  (*this)[global_].isClassNode = true;
}

InstanceTree::~InstanceTree() = default;

void InstanceTree::build(ClassRef type) {
  std::vector<ClassRef> chain;
  for (ClassRef at = type; at != ClassRef::none; at = classes_[at].enclosing) chain.push_back(at);
  InstanceId in = global_;
  ClassInContext found;
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
    const Found member = memberOf(in, classes_[*it].node().name);
    found = classFound(member);
    if (it + 1 != chain.rend()) in = classNode(found);
  }
  Instance& node = (*this)[root];
  node.name = classes_[type].node().name;
  node.declared = classes_[type].tree->range(classes_[type].node().nameSpan);
  node.layout = layoutOf(type, found.enclosing);
  node.layers = found.layers;
  node.kind = classes_[type].node().kind;
  node.children.assign(node.layout->members.size(), InstanceId::none);
  expand(root);
}

InstanceId InstanceTree::addNode(InstanceId parent, Symbol name) {
  const auto id = static_cast<InstanceId>(nodes_.size());
  Instance& node = nodes_.emplace_back();
  node.name = name;
  node.parent = parent;
  if (parent != InstanceId::none) {
    const Instance& above = (*this)[parent];
    node.depth = static_cast<std::uint16_t>(above.depth + 1);
    node.isInPackage = above.isClassNode || above.isInPackage;
  }
  return id;
}

InstanceId InstanceTree::child(InstanceId parent, std::uint32_t slot) {
  Instance& owner = (*this)[parent];
  if (owner.children.size() <= slot) owner.children.resize(owner.layout->members.size(), InstanceId::none);
  if (owner.children[slot] != InstanceId::none) return owner.children[slot];
  const Member& member = owner.layout->members[slot];
  const InstanceId id = addNode(parent, member.name);
  owner.children[slot] = id;
  (*this)[id].isBeingMade = true;
  make(id, member);
  (*this)[id].isBeingMade = false;
  if (const InstanceId inner = (*this)[id].inner; inner != InstanceId::none) owner.children[slot] = inner;
  return owner.children[slot];
}

void InstanceTree::expand(InstanceId id) {
  Instance& node = (*this)[id];
  if (node.isExpanded) return;
  node.isExpanded = true;
  if (node.isArray) {
    for (std::size_t i = 0; i < elementCount(id); ++i) expand(element(id, i));
    return;
  }
  if (!node.layout || node.isBroken) return;
  for (std::uint32_t slot = 0; slot < node.layout->members.size(); ++slot) {
    if (node.layout->members[slot].isClass()) continue;
    const InstanceId made = child(id, slot);
    if ((*this)[made].parent == id) expand(made);
  }
}

void InstanceTree::make(InstanceId id, const Member& member) {
  const InstanceId parent = (*this)[id].parent;
  const Declaration declared = declaration(parent, member);
  const Tree& tree = *declared.tree;
  const syntax::Element& element = tree[declared.element];
  const syntax::Component& component = tree[element.component];
  const syntax::Element& originalElement = (*member.tree)[member.element];
  const syntax::Component& original = (*member.tree)[originalElement.component];
  Instance& node = (*this)[id];
  const Instance& owner = (*this)[parent];
  node.path = model_.paths.child(owner.path, symbols().text(member.name));
  node.declared = member.tree->range(original.nameSpan);
  node.isHidden = member.isProtected;
  node.isProtected = member.isProtected || owner.isProtected;
  node.isFlow = component.connector == syntax::ConnectorPrefix::flow ||
                original.connector == syntax::ConnectorPrefix::flow || owner.isFlow;
  node.isFinal = element.isFinal || originalElement.isFinal || owner.isFinal;
  node.isInner = element.isInner || originalElement.isInner;
  node.isEvaluated = annotationIsTrue(tree, component.annotation, "Evaluate", symbols()) ||
                     annotationIsTrue(*member.tree, original.annotation, "Evaluate", symbols());
  node.variability = std::max({component.variability, original.variability,
                               owner.isClassNode ? syntax::Variability::continuous : owner.variability});
  node.causality = component.causality != syntax::Causality::none  ? component.causality
                   : original.causality != syntax::Causality::none ? original.causality
                                                                   : owner.causality;
  if (owner.kind == ClassKind::model || owner.kind == ClassKind::block)
    node.causality = component.causality != syntax::Causality::none ? component.causality : original.causality;
  if (component.connector == syntax::ConnectorPrefix::stream || original.connector == syntax::ConnectorPrefix::stream) {
    unsupported(node.declared, "a stream variable");
    node.isBroken = true;
    return;
  }
  requireNotFinal(member, declared.layers);

  const ScopedExpression condition = component.condition != syntax::ExpressionId::none
                                         ? ScopedExpression{&tree, component.condition, declared.scope}
                                         : ScopedExpression{member.tree, original.condition, {parent, member.part}};
  if (condition.expression != syntax::ExpressionId::none) {
    const auto holds = translator_->evaluateCondition(condition);
    if (!holds || !*holds) {
      node.isAbsent = holds.has_value();
      node.isBroken = !holds;
      return;
    }
  }
  auto type = resolveType(declared.scope, tree, component.type);
  if (!type) {
    node.isBroken = true;
    return;
  }
  if (&component != &original && !fits(parent, member, declared, *type)) {
    node.isBroken = true;
    return;
  }
  if (element.isOuter || originalElement.isOuter) {
    node.inner = findInner(id);
    if (node.inner != InstanceId::none) return;
    if (!element.isInner) {
      if (reportOnce(node.declared, "no-inner"))
        diagnostics_
            .error("no-inner", node.declared,
                   fmt::format("'outer {0} {1}' has no 'inner {0} {1}' in a component around it", type->name,
                               symbols().text(node.name)))
            .hint(fmt::format("add 'inner {} {};' to the model", type->name, symbols().text(node.name)));
      node.isBroken = true;
      return;
    }
  }
  std::vector<ScopedExpression> sizes = scoped(tree, component.subscripts, declared.scope);
  append(sizes, scoped(tree, component.typeSubscripts, declared.scope));
  if (sizes.empty() && &component != &original) {  // a redeclaration keeps the size
    sizes = scoped(*member.tree, original.subscripts, {parent, member.part});
    append(sizes, scoped(*member.tree, original.typeSubscripts, {parent, member.part}));
  }
  append(sizes, type->dimensions);
  Layers layers = declared.layers;
  layers.insert(layers.end(), type->layers.begin(), type->layers.end());
  if (type->causality != syntax::Causality::none) node.causality = type->causality;
  node.isConnector = type->isConnector;
  node.description = component.description != Symbol::none ? component.description : original.description;
  if (refuse(id, *type, tree, component)) {
    node.isBroken = true;
    return;
  }
  Dimensions known;
  if (!sizes.empty()) {
    auto evaluated = dimensions(id, sizes, layers);
    if (!evaluated) {
      node.isBroken = true;
      return;
    }
    known = std::move(*evaluated);
  }
  if (type->isLeaf) return makeLeaf(id, *type, std::move(known), layers);
  if (known.empty()) return makeComposite(id, *type, std::move(layers));
  makeArray(id, *type, std::move(known), layers);
}

void InstanceTree::makeComposite(InstanceId id, const ResolvedType& type, Layers layers) {
  Instance& node = (*this)[id];
  node.layout = layoutOf(type.composite.type, type.composite.enclosing);
  node.kind = classes_[type.composite.type].node().kind;
  node.layers = std::move(layers);
  node.children.assign(node.layout->members.size(), InstanceId::none);
  requireElements(*node.layout, node.layers);
  if (node.layout->isExternalObject) {
    node.isObject = true;
    objects_.push_back(id);
    const auto layer = std::ranges::find_if(node.layers, [](const Layer& l) { return l.modifier->hasValue(); });
    if (layer != node.layers.end()) {
      node.binding = *layer;
    } else {
      node.isBroken = true;
      if (reportOnce(node.declared, "no-value"))
        diagnostics_.error("no-value", node.declared, fmt::format("the external object '{}' has no value", name(id)));
    }
    return;
  }
  const bool isRecord = node.kind == ClassKind::record || node.kind == ClassKind::generic;
  for (const Layer& layer : node.layers)
    if (layer.modifier->hasValue() && !isRecord && reportOnce(layer.value().where(), "bad-binding"))
      diagnostics_.error("bad-binding", layer.value().where(),
                         fmt::format("a component of type {} cannot be given a value", type.name));
}

void InstanceTree::makeArray(InstanceId id, const ResolvedType& type, Dimensions sizes, const Layers& layers) {
  const Instance prototype = (*this)[id];
  const std::size_t n = count(sizes);
  (*this)[id].isArray = true;
  (*this)[id].dimensions = sizes;
  (*this)[id].kind = classes_[type.composite.type].node().kind;
  (*this)[id].firstElement = static_cast<InstanceId>(nodes_.size());
  for (std::size_t i = 0; i < n; ++i) nodes_.push_back(prototype);
  const std::string_view name = symbols().text(prototype.name);
  Dimensions position(sizes.size(), 1);
  const PathId above = (*this)[prototype.parent].path;
  for (std::size_t i = 0; i < n; ++i) {
    const InstanceId at = element(id, i);
    (*this)[at].path = model_.paths.child(above, name, position);
    (*this)[at].isBeingMade = false;
    makeComposite(at, type, model::element(layers, position, sizes, selectors_));
    for (std::size_t k = sizes.size(); k-- > 0;) {
      if (++position[k] <= sizes[k]) break;
      position[k] = 1;
    }
  }
}

// ------------------------------------------------------------------------------------------------------------- types

/// Follows short classes (type Voltage = Real(unit = "V")) to a predefined type or a class with elements.
std::optional<InstanceTree::ResolvedType> InstanceTree::resolveType(Scope scope, const Tree& declaringTree,
                                                                    syntax::ExpressionId name) {
  ResolvedType result;
  for (const syntax::PartId part : declaringTree.items(declaringTree[name].parts))
    result.name += fmt::format("{}{}", result.name.empty() ? "" : ".", symbols().text(declaringTree[part].name));
  const Tree* tree = &declaringTree;
  auto found = resolveClass(scope, *tree, name, Reporting::errors);
  for (int chain = 0; chain < nestingLimit; ++chain) {
    if (!found) return std::nullopt;
    if (found->predefined) {
      result.isLeaf = true;
      result.scalar.type = *found->predefined;
      return result;
    }
    const ClassEntry& entry = classes_[found->type];
    const syntax::Class& node = entry.node();
    result.isConnector |= node.kind == ClassKind::connector;
    result.layers.insert(result.layers.end(), found->layers.begin(), found->layers.end());
    switch (node.form) {
      case syntax::ClassForm::enumeration:
        result.isLeaf = true;
        result.scalar = {Type::enumeration, enumerationOf(found->type)};
        return result;
      case syntax::ClassForm::derivative:
        unsupported(declaringTree.range(declaringTree[name].span), "a partial derivative of a function");
        return std::nullopt;
      case syntax::ClassForm::shortClass: {
        tree = entry.tree;
        const Scope where = found->enclosing;
        if (result.causality == syntax::Causality::none) result.causality = node.baseCausality;
        append(result.dimensions, scoped(*tree, node.baseSubscripts, where));
        if (const Modifier* modifier = modifiers_.read(*tree, node.modification))
          result.layers.push_back({modifier, where});
        found = resolveClass(where, *tree, node.base, Reporting::errors);
        break;
      }
      default: {
        Layout* layout = layoutOf(found->type, found->enclosing);
        if (layout->predefined) {
          result.isLeaf = true;
          result.scalar.type = *layout->predefined;
          for (Layer layer : layout->predefinedLayers) {
            if (layer.scope.instance == InstanceId::none) layer.scope.instance = classNode(*found);
            result.layers.push_back(layer);
          }
        }
        result.composite = std::move(*found);
        return result;
      }
    }
  }
  if (reportOnce(tree->range((*tree)[name].span), "circular-type"))
    diagnostics_.error("circular-type", declaringTree.range(declaringTree[name].span),
                       "this type is defined by itself");
  return std::nullopt;
}

std::uint32_t InstanceTree::enumerationOf(ClassRef type) {
  if (const auto known = enumerations_.find(type); known != enumerations_.end()) return known->second;
  const ClassEntry& entry = classes_[type];
  Enumeration enumeration{classes_.qualifiedName(type), {}};
  for (const syntax::ExpressionId id : entry.tree->items(entry.node().names))
    enumeration.literals.emplace_back(symbols().text((*entry.tree)[entry.tree->at((*entry.tree)[id].parts, 0)].name));
  const auto index = static_cast<std::uint32_t>(model_.enumerations.size());
  model_.enumerations.push_back(std::move(enumeration));
  enumerations_.emplace(type, index);
  return index;
}

std::optional<Dimensions> InstanceTree::dimensions(InstanceId id, const std::vector<ScopedExpression>& sizes,
                                                   const Layers& layers) {
  Dimensions result;
  std::optional<Value> given;
  const std::string what = fmt::format("the size of '{}'", name(id));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const ScopedExpression& size = sizes[i];
    const syntax::Expression& node = (*size.tree)[size.expression];
    if (node.kind == syntax::ExpressionKind::colon) {
      const auto layer = std::ranges::find_if(layers, [](const Layer& l) { return l.modifier->hasValue(); });
      if (!given && layer == layers.end()) {
        if (reportOnce(size.where(), "no-size"))
          diagnostics_.error("no-size", size.where(),
                             fmt::format("the size of '{}' is left open, and no value gives it", name(id)));
        return std::nullopt;
      }
      if (!given) given = layerValue(*layer);
      if (!given) return std::nullopt;
      if (given->dimensions.size() <= i) {
        if (reportOnce(layer->value().where(), "shape"))
          diagnostics_
              .error("shape", layer->value().where(),
                     fmt::format("'{}' has {} dimensions, but its value is {}", name(id), sizes.size(),
                                 describe(model_, *given)))
              .note(fmt::format("'{}' is declared at {}", name(id), sources_.describeLine((*this)[id].declared)));
        return std::nullopt;
      }
      result.push_back(given->dimensions[i]);
      continue;
    }
    if (node.kind == syntax::ExpressionKind::reference) {
      const auto type = resolveClass(size.scope, *size.tree, size.expression, Reporting::nothing);
      if (type && type->predefined == Type::boolean) {
        result.push_back(2);
        continue;
      }
      if (type && !type->predefined && classes_[type->type].node().form == syntax::ClassForm::enumeration) {
        result.push_back(static_cast<std::int32_t>(model_.enumerations[enumerationOf(type->type)].literals.size()));
        continue;
      }
    }
    const auto value = translator_->evaluateInteger(size, what);
    if (!value) return std::nullopt;
    if (*value < 0) {
      if (reportOnce(size.where(), "size"))
        diagnostics_.error("size", size.where(), fmt::format("{} is {}: it must not be negative", what, *value));
      return std::nullopt;
    }
    result.push_back(*value);
  }
  double total = 1;
  for (const std::int32_t n : result) total *= n;
  if (total > static_cast<double>(arrayLimit)) {
    diagnostics_.error(
        "size", (*this)[id].declared,
        fmt::format("'{}' has {:.0f} elements: more than {} are not supported", name(id), total, arrayLimit));
    return std::nullopt;
  }
  return result;
}

InstanceId InstanceTree::findInner(InstanceId outer) {
  const Instance& node = (*this)[outer];
  InstanceId at = (*this)[node.parent].parent;
  for (; at != InstanceId::none; at = (*this)[at].parent) {
    Instance& around = (*this)[at];
    if (!around.layout || around.isClassNode) continue;
    const auto found = around.layout->slots.find(node.name);
    if (found == around.layout->slots.end()) continue;
    const Member& member = around.layout->members[found->second];
    if (member.isClass() || !(*member.tree)[member.element].isInner) continue;
    return child(at, found->second);
  }
  return InstanceId::none;
}

// ------------------------------------------------------------------------------------------------------------ faults

void InstanceTree::unsupported(SourceRange where, std::string_view what) {
  if (reportOnce(where, "unsupported"))
    diagnostics_.error("unsupported", where, fmt::format("{} is not supported yet", what));
}

bool InstanceTree::refuse(InstanceId id, const ResolvedType& type, const Tree& tree,
                          const syntax::Component& component) {
  const Instance& node = (*this)[id];
  const SourceRange where = tree.range(tree[component.type].span);
  if (type.isLeaf) return false;
  const ClassRef ref = type.composite.type;
  const syntax::Class& definition = classes_[ref].node();
  const std::string_view name = symbols().text(definition.name);
  const bool isModel = definition.kind == ClassKind::model || definition.kind == ClassKind::block;
  std::string problem;
  std::string_view code = "bad-component-type";
  if (definition.isPartial && !node.isInPackage)
    problem = fmt::format("{} is partial: it can be extended, but not used as a component", name);
  else if (definition.kind == ClassKind::package || definition.kind == ClassKind::function)
    problem = fmt::format("{} is a {}, not a type for components", name, syntax::spelling(definition.kind));
  else if (definition.kind == ClassKind::expandableConnector || definition.kind == ClassKind::operatorRecord)
    problem = fmt::format("{}: an {} is not supported yet", name, syntax::spelling(definition.kind)),
    code = "unsupported";
  else if (isModel && node.variability != syntax::Variability::continuous)
    problem = fmt::format("{} is a {}: it cannot be a parameter or constant", name, syntax::spelling(definition.kind));
  else if (node.depth >= nestingLimit)
    problem = fmt::format("components are nested more than {} deep: does {} contain itself?", nestingLimit, name);
  else if (findSlot(*layoutOf(ref, type.composite.enclosing), symbols().intern("equalityConstraint")) != noSlot)
    problem = fmt::format("{}: an overconstrained connector is not supported yet", name), code = "unsupported";
  if (problem.empty()) return false;
  if (reportOnce(where, "bad-component-type"))
    diagnostics_.error(std::string(code), where, problem)
        .note(fmt::format("{} is defined at {}", name,
                          sources_.describeLine(classes_[ref].tree->range(definition.nameSpan))));
  return true;
}

/// Every name in a modification must be that of an element.
void InstanceTree::requireElements(Layout& layout, const Layers& layers) {
  if (layout.isBroken) return;
  for (const Layer& layer : layers)
    if (!layer.isOptional)
      for (const Modifier& modifier : layer.modifier->nested)
        if (findSlot(layout, modifier.name) == noSlot) reportUnknownElement(modifier, layout);
}

void InstanceTree::reportUnknownElement(const Modifier& modifier, Layout& layout) {
  if (!reportOnce(modifier.where, "unknown-element")) return;
  const std::string_view name = symbols().text(modifier.name);
  Diagnostic& d = diagnostics_.error(
      "unknown-element", modifier.where,
      fmt::format("'{}' is not an element of {}", name, symbols().text(classes_[layout.type].node().name)));
  d.note(describeElements(layout));
  std::vector<std::string_view> names;
  for (const Member& member : layout.members) names.push_back(symbols().text(member.name));
  if (const auto meant = nearest(name, names)) d.hint(fmt::format("did you mean '{}'?", *meant));
}

void InstanceTree::requireNotFinal(const Member& member, const Layers& layers) {
  const syntax::Element& element = (*member.tree)[member.element];
  const Modifier* own = modifiers_.read(*member.tree, (*member.tree)[element.component].modification);
  const auto report = [&](const Modifier& outer, SourceRange inner) {
    if (!reportOnce(outer.where.known() ? outer.where : inner, "final")) return;
    diagnostics_
        .error("final", outer.where, fmt::format("'{}' is final and cannot be modified", symbols().text(member.name)))
        .note(fmt::format("it is made final at {}", sources_.describeLine(inner)));
  };
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const Layer& outer = layers[i];
    if (outer.modifier == own || outer.isOptional) continue;
    if (element.isFinal && outer.modifier->name == member.name)
      report(*outer.modifier, member.tree->range((*member.tree)[element.component].nameSpan));
    for (std::size_t k = i + 1; k < layers.size(); ++k) {
      const Modifier& inner = *layers[k].modifier;
      if (inner.isFinal && inner.name == member.name && outer.modifier->name == member.name)
        report(*outer.modifier, inner.where);
      for (const Modifier& attribute : inner.nested)
        if (const Modifier* same = attribute.isFinal ? outer.modifier->find(attribute.name) : nullptr)
          if (reportOnce(same->where, "final"))
            diagnostics_
                .error("final", same->where,
                       fmt::format("'{}' is final and cannot be modified", symbols().text(attribute.name)))
                .note(fmt::format("it is made final at {}", sources_.describeLine(attribute.where)));
    }
  }
}

/// A replacement has all that its constraining type promises (Modelica 3.6, section 7.3.2).
bool InstanceTree::fits(InstanceId owner, const Member& member, const Declaration& declared, const ResolvedType& type) {
  const syntax::Element& original = (*member.tree)[member.element];
  const syntax::ExpressionId promised = original.constrainedBy != syntax::ExpressionId::none
                                            ? original.constrainedBy
                                            : (*member.tree)[original.component].type;
  const auto demanded = resolveType({owner, member.part}, *member.tree, promised);
  if (!demanded || demanded->isLeaf || type.isLeaf) return true;
  Layout* given = layoutOf(type.composite.type, type.composite.enclosing);
  if (given->isBroken) return true;
  for (const Member& needed : layoutOf(demanded->composite.type, demanded->composite.enclosing)->members) {
    if (needed.isProtected || needed.isClass() || findSlot(*given, needed.name) != noSlot) continue;
    const Tree& tree = *declared.tree;
    const SourceRange where = tree.range(tree[tree[tree[declared.element].component].type].span);
    if (reportOnce(where, "redeclare"))
      diagnostics_
          .error("redeclare", where,
                 fmt::format("{} cannot replace {}: it has no '{}'", type.name, demanded->name,
                             symbols().text(needed.name)))
          .note(describeElements(*given));
    return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------------------- messages

std::vector<InstanceId> InstanceTree::components(InstanceId id) const {
  std::vector<InstanceId> result;
  const Instance& node = (*this)[id];
  for (const InstanceId made : node.children)
    if (made != InstanceId::none && (*this)[made].parent == id) result.push_back(made);
  return result;
}

std::string InstanceTree::name(InstanceId id) const {
  const Instance& node = (*this)[id];
  if (node.isClassNode && node.layout && node.layout->type != ClassRef::none)
    return classes_.qualifiedName(node.layout->type);
  if (node.isInPackage && node.parent != InstanceId::none && node.parent != global_)
    return fmt::format("{}.{}", name(node.parent), symbols().text(node.name));
  return id == root ? std::string(symbols().text(node.name)) : model_.paths.text(node.path);
}

std::string InstanceTree::typeName(InstanceId id) const {
  const Instance& node = (*this)[id];
  if (node.isArray && elementCount(id) > 0) return typeName(element(id, 0));
  if (node.isClassNode && node.layout) return classes_.qualifiedName(node.layout->type);
  if (node.layout) return std::string(symbols().text(classes_[node.layout->type].node().name));
  return describe(model_, node.type);
}

std::vector<std::string_view> InstanceTree::elementNames(InstanceId id) const {
  std::vector<std::string_view> names;
  if (const Layout* layout = (*this)[id].layout)
    for (const Member& member : layout->members)
      if (!member.isClass() || (*this)[id].isClassNode) names.push_back(symbols().text(member.name));
  return names;
}

std::string InstanceTree::describeElements(const Layout& layout) const {
  constexpr std::size_t shown = 12;
  std::vector<std::string_view> names;
  const bool isPackage = classes_[layout.type].node().kind == ClassKind::package;
  for (const Member& member : layout.members)
    if (!member.isClass() || isPackage) names.push_back(symbols().text(member.name));
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), shown); ++i)
    list += fmt::format("{}{}", i == 0 ? "" : ", ", names[i]);
  if (names.size() > shown) list += fmt::format(" and {} more", names.size() - shown);
  const SourceRange where = classes_[layout.type].tree->range(classes_[layout.type].node().nameSpan);
  return fmt::format("{} ({}) has {}", symbols().text(classes_[layout.type].node().name), sources_.describeLine(where),
                     names.empty() ? "no elements" : list);
}

std::string InstanceTree::describeElements(InstanceId id) const {
  const Layout* layout = (*this)[id].layout;
  return layout && layout->type != ClassRef::none ? describeElements(*layout) : "it is a scalar variable";
}

}  // namespace dashpot::model

#include "base/nearest.hpp"
#include "model/annotations.hpp"
#include "model/instance.hpp"
#include "model/translator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dashpot::model {

namespace {

// Deeper than any real machine; a class that contains itself gets here.
constexpr int nestingLimit = 100;
// More of them are a mistake, and would not fit into memory.
constexpr std::size_t componentLimit = 3'000'000;  // about 3 GB
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
  if (!fitsIntoMemory(1, member.tree->range((*member.tree)[member.element].span))) {
    (*this)[id].isBroken = true;
    return id;
  }
  (*this)[id].isBeingMade = true;
  make(id, member);
  (*this)[id].isBeingMade = false;
  const Instance& made = (*this)[id];
  if (made.inner != InstanceId::none && !made.isInner) owner.children[slot] = made.inner;
  return owner.children[slot];
}

bool InstanceTree::fitsIntoMemory(std::size_t more, SourceRange where) {
  if (nodes_.size() + more <= componentLimit) return true;
  if (!std::exchange(isTooLarge_, true))
    diagnostics_.error("size", where, fmt::format("the model has more than {} components", componentLimit));
  return false;
}

void InstanceTree::expand(InstanceId id) {
  Instance& node = (*this)[id];
  if (node.isExpanded || isTooLarge_) return;
  node.isExpanded = true;
  if (node.isArray) {
    for (std::size_t i = 0; i < elementCount(id); ++i) expand(element(id, i));
    return;
  }
  if (!node.layout || node.isBroken) return;
  requireRemovable(id);
  for (std::uint32_t slot = 0; slot < node.layout->members.size(); ++slot) {
    if (node.layout->members[slot].isClass()) {
      requireFittingClass(id, slot);
      continue;
    }
    if (node.isExpandable) continue;  // connections make them
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

  const ScopedExpression condition = component.condition != syntax::ExpressionId::none
                                         ? ScopedExpression{&tree, component.condition, declared.scope}
                                         : ScopedExpression{member.tree, original.condition, {parent, member.part}};
  node.isConditional = condition.expression != syntax::ExpressionId::none;
  if (node.isConditional) {
    const auto holds = translator_->evaluation.evaluateCondition(condition);
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
  const bool isConstrained = originalElement.constrainedBy != syntax::ExpressionId::none;
  if ((&component != &original || isConstrained) && !fits(parent, member)) {
    node.isBroken = true;
    return;
  }
  std::vector<ScopedExpression> sizes = scoped(tree, component.subscripts, declared.scope);
  append(sizes, scoped(tree, component.typeSubscripts, declared.scope));
  if (sizes.empty() && &component != &original) {  // a redeclaration keeps the size
    sizes = scoped(*member.tree, original.subscripts, {parent, member.part});
    append(sizes, scoped(*member.tree, original.typeSubscripts, {parent, member.part}));
  }
  append(sizes, type->dimensions);
  if ((element.isOuter || originalElement.isOuter) && isElsewhere(id, *type, sizes, declared.layers)) return;
  if (!type->isLeaf) requirePublic(*layoutOf(type->composite.type, type->composite.enclosing), declared.layers);
  Layers layers = declared.layers;
  layers.insert(layers.end(), type->layers.begin(), type->layers.end());
  requireNotFinal(member, layers);
  if (type->causality != syntax::Causality::none) node.causality = type->causality;
  if (owner.isExpandable) node.causality = syntax::Causality::none;  // connections tell who gives a value
  node.isConnector = type->isConnector;
  node.description = component.description != Symbol::none ? component.description : original.description;
  if (refuse(id, *type, tree, component) || refusePrefixes(id, *type, component)) {
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
  if (node.kind == ClassKind::expandableConnector) {
    node.kind = ClassKind::connector;
    node.isExpandable = hasExpandable_ = true;
  }
  node.layers = std::move(layers);
  node.children.assign(node.layout->members.size(), InstanceId::none);
  requireElements(*node.layout, node.layers);
  if (node.layout->isExternalObject) {
    node.isObject = true;
    objects_.push_back(id);
    if (const Layer* layer = valueLayer(node.layers)) {
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
  if (!fitsIntoMemory(n, prototype.declared)) {
    (*this)[id].isBroken = true;
    return;
  }
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

std::optional<InstanceTree::ResolvedType> InstanceTree::resolveType(Scope scope, const Tree& tree,
                                                                    syntax::ExpressionId name) {
  auto found = resolveClass(scope, tree, name, Reporting::errors);
  if (!found) return std::nullopt;
  auto result = followType(std::move(*found), tree.range(tree[name].span));
  if (!result) return std::nullopt;
  result->name.clear();
  for (const syntax::PartId part : tree.items(tree[name].parts))
    result->name += fmt::format("{}{}", result->name.empty() ? "" : ".", symbols().text(tree[part].name));
  return result;
}

/// Follows short classes (type Voltage = Real(unit = "V")) to a predefined type or a class with elements.
std::optional<InstanceTree::ResolvedType> InstanceTree::followType(ClassInContext first, SourceRange where) {
  ResolvedType result;
  std::optional<ClassInContext> found = std::move(first);
  for (int chain = 0; chain < nestingLimit; ++chain) {
    if (!found) return std::nullopt;
    if (found->home != InstanceId::none && !fits(*found)) return std::nullopt;
    if (found->predefined) {
      for (const auto& [name, type] : predefined_)
        if (type == *found->predefined) result.name = symbols().text(name);
      result.isLeaf = true;
      result.scalar.type = *found->predefined;
      return result;
    }
    const ClassEntry& entry = classes_[found->type];
    const syntax::Class& node = entry.node();
    result.name = symbols().text(node.name);
    result.isConnector |= node.kind == ClassKind::connector || node.kind == ClassKind::expandableConnector;
    result.layers.insert(result.layers.end(), found->layers.begin(), found->layers.end());
    switch (node.form) {
      case syntax::ClassForm::enumeration:
        result.isLeaf = true;
        result.scalar = {Type::enumeration, enumerationOf(found->type)};
        return result;
      case syntax::ClassForm::derivative: unsupported(where, "a partial derivative of a function"); return std::nullopt;
      case syntax::ClassForm::shortClass: {
        const Tree& tree = *entry.tree;
        const Scope scope = found->enclosing;
        if (result.causality == syntax::Causality::none) result.causality = node.baseCausality;
        append(result.dimensions, scoped(tree, node.baseSubscripts, scope));
        if (const Modifier* modifier = modifiers_.read(tree, node.modification))
          result.layers.push_back({modifier, scope});
        const ClassRef derived = found->type;
        found = resolveClass(scope, tree, node.base, Reporting::errors);
        if (found && !requireBaseKind(derived, found->predefined ? ClassRef::none : found->type,
                                      tree.range(tree[node.base].span)))
          return std::nullopt;
        break;
      }
      default: {
        Layout* layout = layoutOf(found->type, found->enclosing);
        append(result.dimensions, layout->dimensions);
        if (result.causality == syntax::Causality::none) result.causality = layout->causality;
        if (layout->predefined) {
          result.isLeaf = true;
          result.scalar = *layout->predefined;
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
  if (reportOnce(where, "circular-type")) diagnostics_.error("circular-type", where, "this type is defined by itself");
  return std::nullopt;
}

std::uint32_t InstanceTree::enumerationOf(ClassRef type) {
  if (const auto known = enumerations_.find(type); known != enumerations_.end()) return known->second;
  const ClassEntry& entry = classes_[type];
  requireLiterals(type);
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
    (*this)[id].dimensions = result;  // what later sizes may refer to
    if (node.kind == syntax::ExpressionKind::colon) {
      const Layer* layer = valueLayer(layers);
      if (!given && !layer) {
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
    if (const auto type = translator_->iterators.indexType(size)) {
      (*this)[id].indexTypes.resize(sizes.size(), ScalarType{Type::integer});
      (*this)[id].indexTypes[i] = *type;
      result.push_back(translator_->iterators.indexCount(*type));
      continue;
    }
    const auto value = translator_->evaluation.evaluateInteger(size, what);
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

std::vector<InstanceId> InstanceTree::components(InstanceId id) const {
  std::vector<InstanceId> result;
  const Instance& node = (*this)[id];
  for (const InstanceId made : node.children)
    if (made != InstanceId::none && (*this)[made].parent == id) result.push_back(made);
  return result;
}

}  // namespace dashpot::model

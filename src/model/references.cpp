#include "base/nearest.hpp"
#include "model/instance.hpp"
#include "model/translator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dashpot::model {

namespace {

using syntax::Tree;

/// Calls visit(offset) for each chosen element of an array, by rows. No subscript is dynamic.
template <class Visit>
void forEachChosen(const Dimensions& dimensions, std::span<const Subscript> subscripts, Visit&& visit) {
  const auto walk = [&](auto&& self, std::size_t k, std::size_t offset) -> void {
    if (k == dimensions.size()) return visit(offset);
    const auto extent = static_cast<std::size_t>(dimensions[k]);
    if (k < subscripts.size()) {
      for (const std::int32_t position : subscripts[k].positions)
        self(self, k + 1, offset * extent + static_cast<std::size_t>(position - 1));
    } else {
      for (std::size_t i = 0; i < extent; ++i) self(self, k + 1, offset * extent + i);
    }
  };
  walk(walk, 0, 0);
}

void appendChosen(Dimensions& to, const Dimensions& dimensions, std::span<const Subscript> subscripts) {
  for (std::size_t k = 0; k < dimensions.size(); ++k)
    if (k >= subscripts.size())
      to.push_back(dimensions[k]);
    else if (!subscripts[k].isScalar)
      to.push_back(static_cast<std::int32_t>(subscripts[k].positions.size()));
}

bool isDynamic(std::span<const Subscript> subscripts) {
  return std::ranges::any_of(subscripts, [](const Subscript& s) { return s.dynamic != Expr::none; });
}

}  // namespace

InstanceId InstanceTree::owner(InstanceId id) const {
  for (InstanceId at = (*this)[id].parent; at != InstanceId::none; at = (*this)[at].parent) {
    const syntax::ClassKind kind = (*this)[at].kind;
    if (kind != syntax::ClassKind::record && kind != syntax::ClassKind::connector) return at;
  }
  return root;
}

bool InstanceTree::isInPublicConnector(InstanceId leaf) const {
  const InstanceId end = owner(leaf);
  bool isInConnector = false;
  for (InstanceId at = leaf; at != end && at != InstanceId::none; at = (*this)[at].parent) {
    if ((*this)[at].isHidden) return false;
    isInConnector |= (*this)[at].isConnector;
  }
  return isInConnector;
}

// ------------------------------------------------------------------------------------------------------------ places

/// Takes the elements that the subscripts of `part` choose of each node.
bool InstanceTree::choose(const ScopedExpression& reference, const syntax::Part& part, Place& place) {
  const Instance& first = (*this)[place.nodes.front()];
  const bool isIndexable = first.isArray || (first.isLeaf && !first.dimensions.empty());
  if (!isIndexable) {
    if (part.subscripts.empty()) return true;
    const SourceRange where = reference.tree->range(part.span);
    diagnostics_.error("shape", where, fmt::format("'{}' is not an array", name(place.nodes.front())))
        .note(fmt::format("it is declared at {}", sources_.describeLine(first.declared)));
    return false;
  }
  std::vector<Subscript> subscripts;
  if (!part.subscripts.empty()) {
    auto evaluated = translator_->references.subscripts(reference, part, {first.dimensions, first.indexTypes});
    if (!evaluated) return false;
    subscripts = std::move(*evaluated);
  }
  if (first.isLeaf) {
    place.leafSubscripts = std::move(subscripts);
    return true;
  }
  if (isDynamic(subscripts)) {
    unsupported(reference.tree->range(part.span), "choosing a component by a subscript that varies");
    return false;
  }
  std::vector<InstanceId> chosen;
  for (const InstanceId array : place.nodes)
    forEachChosen(first.dimensions, subscripts, [&](std::size_t offset) { chosen.push_back(element(array, offset)); });
  appendChosen(place.dimensions, first.dimensions, subscripts);
  place.nodes = std::move(chosen);
  return true;
}

std::optional<Place> InstanceTree::follow(const ScopedExpression& reference, Found found, std::size_t i,
                                          std::size_t parts) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  Place place;
  place.first = named(found.node, found.slot);
  place.nodes.push_back(place.first);
  InstanceId owner = found.node;
  for (;;) {
    const syntax::Part& part = tree[tree.at(path.parts, i)];
    if (!place.nodes.empty()) {
      const Instance& node = (*this)[place.nodes.front()];
      place.isConditional |= node.isConditional;
      if (node.isAbsent) {
        place.isAbsent = true;
        return place;
      }
      if (node.isBroken) return std::nullopt;
      if (node.isBeingMade) {
        if (reportOnce(tree.range(part.span), "recursion"))
          diagnostics_
              .error("recursion", tree.range(part.span),
                     fmt::format("'{}' is used to determine its own size or condition", name(place.nodes.front())))
              .note(fmt::format("it is declared at {}", sources_.describeLine(node.declared)));
        return std::nullopt;
      }
      if (!choose(reference, part, place)) return std::nullopt;
    }
    if (++i == parts) return place;
    if (place.nodes.empty()) continue;
    const InstanceId in = place.nodes.front();
    const Instance& node = (*this)[in];
    const Symbol next = tree[tree.at(path.parts, i)].name;
    const auto promised = promised_.find({owner, tree[tree.at(path.parts, i - 1)].name});
    const bool isHidden = promised != promised_.end() && findSlot(*promised->second, next) == noSlot;
    const std::uint32_t slot = node.layout && !isHidden ? findSlot(*node.layout, next) : noSlot;
    if (slot == noSlot || node.layout->members[slot].isClass()) {
      if (node.layout && node.layout->isBroken) return std::nullopt;
      reportUnknownName(reference, i, in, isHidden ? promised->second : nullptr);
      return std::nullopt;
    }
    if (!requireAccess(in, {.node = in, .slot = slot}, tree.range(tree[tree.at(path.parts, i)].span)))
      return std::nullopt;
    for (InstanceId& at : place.nodes) owner = at, at = named(at, slot);
  }
}

std::optional<Place> InstanceTree::place(const ScopedExpression& reference) {
  return place(reference, (*reference.tree)[reference.expression].parts.count);
}

std::optional<Place> InstanceTree::place(const ScopedExpression& reference, std::size_t parts) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  const Symbol first = tree[tree.at(path.parts, 0)].name;
  Found found = path.flag ? lookupGlobal(first) : lookup(reference.scope, first);
  std::size_t i = 0;
  InstanceId in = InstanceId::none;
  while (found && found.isClass && !found.predefined && i + 1 < parts) {
    in = classNode(classFound(found));
    if ((*this)[in].isBroken) return std::nullopt;
    found = memberOf(in, tree[tree.at(path.parts, ++i)].name);
    if (found && !requireAccess(in, found, tree.range(tree[tree.at(path.parts, i)].span))) return std::nullopt;
  }
  if (!found) {
    const bool isKnownFault = in != InstanceId::none && ((*this)[in].isBroken || (*this)[in].layout->isBroken);
    if (!isKnownFault) reportUnknownName(reference, i, in);
    return std::nullopt;
  }
  if (found.isClass) {
    const auto callee = this->callee(reference);
    if (callee && callee->kind == CalleeKind::function)
      unsupported(reference.where(), fmt::format("'{}', a function, as a value", sources_.text(reference.where())));
    else if (reportOnce(reference.where(), "not-a-value"))
      diagnostics_.error("not-a-value", reference.where(),
                         fmt::format("'{}' is a class, not a variable", sources_.text(reference.where())));
    return std::nullopt;
  }
  const bool isForeign = found.isInherited && !(*this)[found.node].isClassNode;
  if (isForeign) {
    const Member& member = (*this)[found.node].layout->members[found.slot];
    const syntax::Component& component = (*member.tree)[(*member.tree)[member.element].component];
    if (component.variability != syntax::Variability::constant) {
      if (reportOnce(reference.where(), "variability"))
        diagnostics_
            .error("variability", reference.where(),
                   fmt::format("'{}' belongs to an enclosing class: only its constants can be used here",
                               symbols().text(member.name)))
            .note(fmt::format("it is declared at {}", sources_.describeLine(member.tree->range(component.nameSpan))));
      return std::nullopt;
    }
  }
  return follow(reference, found, i, parts);
}

bool InstanceTree::isComponent(const ScopedExpression& reference, std::size_t parts) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  const auto name = [&](std::size_t i) { return tree[tree.at(path.parts, i)].name; };
  Found found = path.flag ? lookupGlobal(name(0)) : lookup(reference.scope, name(0));
  for (std::size_t i = 1; found && found.isClass && !found.predefined && i < parts; ++i)
    found = memberOf(classNode(classFound(found)), name(i));
  return !found || !found.isClass;
}

Dimensions InstanceTree::sizesOf(const Place& place) const {
  Dimensions sizes = place.dimensions;
  if (place.nodes.empty()) return sizes;
  const Instance& first = (*this)[place.nodes.front()];
  for (std::size_t k = 0; first.isLeaf && k < first.dimensions.size(); ++k)
    if (k >= place.leafSubscripts.size())
      sizes.push_back(first.dimensions[k]);
    else if (!place.leafSubscripts[k].isScalar)
      sizes.push_back(static_cast<std::int32_t>(place.leafSubscripts[k].positions.size()));
  return sizes;
}

std::optional<ArrayShape> InstanceTree::shape(const ScopedExpression& reference, std::size_t last) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  const auto part = [&](std::size_t i) { return tree[tree.at(path.parts, i)].name; };
  Found found = path.flag ? lookupGlobal(part(0)) : lookup(reference.scope, part(0));
  std::size_t i = 0;
  while (found && found.isClass && !found.predefined && i < last)
    found = memberOf(classNode(classFound(found)), part(++i));
  if (!found || found.isClass) return std::nullopt;
  InstanceId at = child(found.node, found.slot);
  for (; i < last; ++i) {
    if ((*this)[at].isArray) at = elementCount(at) > 0 ? element(at, 0) : InstanceId::none;
    const Layout* layout = at == InstanceId::none ? nullptr : (*this)[at].layout;
    const std::uint32_t slot = layout ? findSlot(*(*this)[at].layout, part(i + 1)) : noSlot;
    if (slot == noSlot || layout->members[slot].isClass()) return std::nullopt;
    at = child(at, slot);
  }
  const Instance& node = (*this)[at];
  if (node.isBroken || node.isAbsent || node.isBeingMade) return std::nullopt;
  return ArrayShape{node.dimensions, node.indexTypes};
}

std::vector<VariableId> InstanceTree::variables(const Place& place, InstanceId leaf) const {
  std::vector<VariableId> result;
  const Instance& node = (*this)[leaf];
  forEachChosen(node.dimensions, place.leafSubscripts, [&](std::size_t offset) {
    result.push_back(static_cast<VariableId>(symbolic::index(node.variable) + offset));
  });
  return result;
}

// ------------------------------------------------------------------------------------------------------- connections

void InstanceTree::countConnection(const Place& place) {
  for (const InstanceId node : place.nodes)
    if ((*this)[node].isLeaf)
      for (const VariableId variable : variables(place, node)) ++signalConnectionCounts_[variable];
    else
      ++connectionCounts_[node];
}

std::optional<std::int32_t> InstanceTree::connectionCount(const ScopedExpression& reference) {
  const auto fail = [&](std::string_view code, std::string_view problem) {
    if (reportOnce(reference.where(), code))
      diagnostics_.error(std::string(code), reference.where(), std::string(problem));
    return std::nullopt;
  };
  const auto chosen = place(reference);
  if (!chosen || (!chosen->nodes.empty() && (*this)[chosen->nodes.front()].isBroken)) return std::nullopt;
  if (chosen->isAbsent) return 0;
  const bool isOne = chosen->nodes.size() == 1 && (*this)[chosen->nodes.front()].isConnector;
  const InstanceId node = isOne ? chosen->nodes.front() : InstanceId::none;
  const auto signals = isOne && (*this)[node].isLeaf ? variables(*chosen, node) : std::vector<VariableId>{};
  if (!isOne || (*this)[node].isArray || signals.size() > 1)
    return fail("not-a-connector", "cardinality needs a connector");
  if (!isAllConnected_)
    return fail("evaluation", "cardinality cannot be asked for here: not all connections are known yet");
  const auto countIn = [](const auto& counts, auto key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
  };
  const std::int32_t connections =
      signals.empty() ? countIn(connectionCounts_, node) : countIn(signalConnectionCounts_, signals.front());
  if (connections == 0) knownUnconnected_.insert(node);
  return connections;
}

// ------------------------------------------------------------------------------------------------------------ values

std::optional<Value> InstanceTree::value(const ScopedExpression& reference, References&) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  if (path.parts.count > 1) {
    // Colour.red: everything before the last part names an enumeration
    if (auto literal = enumerationLiteral(reference)) return std::move(*literal);
  }
  const auto found = place(reference);
  if (!found) return std::nullopt;
  if (found->isConditional) {
    const SourceRange where = reference.where();
    if (reportOnce(where, "absent"))
      diagnostics_
          .error("absent", where,
                 fmt::format("'{}' belongs to a conditional component{}", sources_.text(where),
                             found->isAbsent ? " whose condition is false" : ""))
          .hint("only connect() may name it");
    return std::nullopt;
  }
  return gather(*found, reference.where());
}

bool InstanceTree::knowsTime(const Scope& scope) {
  if (scope.lexical == ClassRef::none) return true;
  const syntax::ClassKind kind = classes_[scope.lexical].node().kind;
  return kind == syntax::ClassKind::model || kind == syntax::ClassKind::block || kind == syntax::ClassKind::generic;
}

std::optional<Dimensions> InstanceTree::sizesSoFar(const ScopedExpression& reference) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  if (path.flag || path.parts.count != 1) return std::nullopt;
  const syntax::Part& part = tree[tree.at(path.parts, 0)];
  const Found found = lookup(reference.scope, part.name);
  if (!part.subscripts.empty() || !found || found.isClass) return std::nullopt;
  const std::vector<InstanceId>& siblings = (*this)[found.node].children;
  if (found.slot >= siblings.size() || siblings[found.slot] == InstanceId::none) return std::nullopt;
  const Instance& node = (*this)[siblings[found.slot]];
  return node.isBeingMade ? std::optional(node.dimensions) : std::nullopt;
}

/// Empty: it is no literal of an enumeration. Empty inside: it should be one, and has been reported.
std::optional<std::optional<Value>> InstanceTree::enumerationLiteral(const ScopedExpression& reference) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  const auto part = [&](std::size_t i) -> const syntax::Part& { return tree[tree.at(path.parts, i)]; };
  Found found = path.flag ? lookupGlobal(part(0).name) : lookup(reference.scope, part(0).name);
  for (std::size_t i = 1; found && found.isClass && !found.predefined; ++i) {
    ClassInContext type = classFound(found);
    while (classes_[type.type].node().form == syntax::ClassForm::shortClass) {
      const auto base =
          resolveClass(type.enclosing, *classes_[type.type].tree, classes_[type.type].node().base, Reporting::nothing);
      if (!base || base->predefined) return std::nullopt;
      if (classes_[base->type].node().form != syntax::ClassForm::shortClass &&
          classes_[base->type].node().form != syntax::ClassForm::enumeration)
        break;
      type = *base;
    }
    const syntax::Class& node = classes_[type.type].node();
    std::uint32_t number = noEnumeration;
    if (node.form == syntax::ClassForm::enumeration) {
      number = enumerationOf(type.type);
    } else if (node.kind == syntax::ClassKind::type) {
      const Layout* layout = layoutOf(type.type, type.enclosing);
      if (layout->predefined && layout->predefined->type == Type::enumeration) number = layout->predefined->enumeration;
    }
    if (number != noEnumeration) {
      if (i + 1 != path.parts.count) return std::nullopt;
      const auto& literals = model_.enumerations[number].literals;
      const auto literal = std::ranges::find(literals, symbols().text(part(i).name));
      if (literal == literals.end()) {
        const SourceRange where = tree.range(part(i).span);
        if (!reportOnce(where, "unknown-name")) return std::optional<Value>{};
        Diagnostic& d = diagnostics_.error(
            "unknown-name", where,
            fmt::format("'{}' is not a literal of {}", symbols().text(part(i).name), model_.enumerations[number].name));
        d.note(fmt::format("its literals are {}", fmt::join(literals, ", ")));
        if (const auto meant = nearest(symbols().text(part(i).name), literals))
          d.hint(fmt::format("did you mean '{}'?", *meant));
        return std::optional<Value>{};
      }
      if (!part(i).subscripts.empty()) {
        if (reportOnce(tree.range(part(i).span), "subscript"))
          diagnostics_.error("subscript", tree.range(part(i).span),
                             fmt::format("'{}' is not an array", symbols().text(part(i).name)));
        return std::optional<Value>{};
      }
      Value value;
      value.type = {Type::enumeration, number};
      value.scalars.push_back(model_.pool.constant(static_cast<double>(literal - literals.begin() + 1)));
      return value;
    }
    if (i + 1 >= path.parts.count) return std::nullopt;
    const InstanceId in = classNode(classFound(found));
    found = memberOf(in, part(i).name);
    if (found && !requireAccess(in, found, tree.range(part(i).span))) return std::optional<Value>{};
  }
  return std::nullopt;
}

std::optional<Value> InstanceTree::gather(const Place& place, SourceRange where) {
  if (place.nodes.empty()) {
    Value none;
    none.dimensions = place.dimensions;
    return none;
  }
  const Instance& first = (*this)[place.nodes.front()];
  if (first.isBroken) return std::nullopt;
  if (first.isLeaf) return gatherLeaf(place, where);
  if (first.isArray) {  // elements of an array inside an array of records
    Place inner{.dimensions = place.dimensions};
    for (const InstanceId array : place.nodes)
      for (std::size_t i = 0; i < elementCount(array); ++i) inner.nodes.push_back(element(array, i));
    inner.dimensions.insert(inner.dimensions.end(), first.dimensions.begin(), first.dimensions.end());
    return gather(inner, where);
  }
  if (first.isObject && place.nodes.size() == 1) return layerValue(first.binding);
  if (first.kind != syntax::ClassKind::record && first.kind != syntax::ClassKind::connector) {
    if (reportOnce(where, "not-a-value"))
      diagnostics_
          .error("not-a-value", where,
                 fmt::format("'{}' is a component of type {}, not a value", name(place.nodes.front()),
                             typeName(place.nodes.front())))
          .note(describeElements(place.nodes.front()));
    return std::nullopt;
  }
  auto fields = std::make_shared<RecordFields>();
  fields->typeName = typeName(place.nodes.front());
  Value result;
  result.dimensions = place.dimensions;
  for (std::uint32_t slot = 0; slot < first.layout->members.size(); ++slot) {
    const Member& member = first.layout->members[slot];
    if (member.isClass()) continue;
    Place inner{.dimensions = place.dimensions};
    for (const InstanceId node : place.nodes) inner.nodes.push_back(child(node, slot));
    if ((*this)[inner.nodes.front()].isAbsent) continue;
    auto value = gather(inner, where);
    if (!value) return std::nullopt;
    result.variability = std::max(result.variability, value->variability);
    fields->fields.emplace_back(member.name, std::move(*value));
  }
  result.record = std::move(fields);
  return result;
}

/// A parameter with annotation(Evaluate = true) that chooses (true or false, an enumeration, a number of things) and is
/// given by a literal: the literal, so that branches which are never taken leave no trace in the structure of the
/// equations. A Real that is zero chooses, too, by leaving out what it multiplies; it keeps its name.
std::optional<Expr> InstanceTree::literalOf(InstanceId leaf, VariableId variable) {
  const Instance& node = (*this)[leaf];
  if (!node.isEvaluated || node.variability != syntax::Variability::parameter) return std::nullopt;
  if (node.valueState == ValueState::inProgress) return std::nullopt;
  assignBinding(leaf);
  Variable& chosen = model_.variables[symbolic::index(variable)];
  if (chosen.binding == Expr::none) return std::nullopt;
  const symbolic::Op op = model_.pool.op(chosen.binding);
  if (op != symbolic::Op::constant && op != symbolic::Op::boolean) return std::nullopt;
  if (node.type.type == Type::real) {
    chosen.isFinal = chosen.isFinal || model_.pool.value(chosen.binding) == 0.0;
    return std::nullopt;
  }
  chosen.isFinal = true;
  return chosen.binding;
}

/// The text of a String variable; one that no equation has given yet stands for itself.
Message InstanceTree::textOf(const Instance& node, VariableId variable) {
  const bool isGiven = node.valueState != ValueState::none || model_[variable].variability <= Variability::parameter ||
                       textsGiven_.contains(variable);
  if (isGiven) return {{model_[variable].text}};
  return {{Shown{model_.pool.variable(variable)}}};
}

bool InstanceTree::giveText(VariableId variable, const std::string& text) {
  const Instance& node = (*this)[leafOf(variable)];
  if (node.valueState != ValueState::none || !textsGiven_.insert(variable).second) return false;
  model_.variables[symbolic::index(variable)].text = text;
  return true;
}

bool InstanceTree::lacksTexts() const {
  return std::ranges::any_of(leaves_, [&](InstanceId id) {
    const Instance& node = (*this)[id];
    return node.type.type == Type::string && node.valueState == ValueState::none &&
           node.variability < syntax::Variability::parameter && count(node.dimensions) > 0;
  });
}

std::optional<Value> InstanceTree::gatherLeaf(const Place& place, SourceRange where) {
  const Instance& first = (*this)[place.nodes.front()];
  Value result;
  result.type = first.type;
  const bool dynamic = isDynamic(place.leafSubscripts);
  const std::span<const Subscript> chosen = dynamic ? std::span<const Subscript>{} : place.leafSubscripts;
  result.dimensions = place.dimensions;
  appendChosen(result.dimensions, first.dimensions, chosen);
  for (const InstanceId leaf : place.nodes) {
    if ((*this)[leaf].isInPackage) {
      assignConstant(leaf);
      if (!(*this)[leaf].constant) {
        if (!(*this)[leaf].isBroken || !reportOnce(where, "variability")) return std::nullopt;
        if ((*this)[leaf].variability == syntax::Variability::constant) return std::nullopt;
        diagnostics_
            .error("variability", where,
                   fmt::format("'{}' is not a constant: it has no value outside a component", name(leaf)))
            .note(fmt::format("it is declared at {}", sources_.describeLine((*this)[leaf].declared)));
        return std::nullopt;
      }
    } else if (first.type.type == Type::string) {
      assignBinding(leaf);
    }
    const Instance& node = (*this)[leaf];
    if (node.isBroken) return std::nullopt;
    if (node.dimensions != first.dimensions) {
      unsupported(where, "an array of components whose arrays differ in size");
      return std::nullopt;
    }
    forEachChosen(node.dimensions, chosen, [&](std::size_t offset) {
      if (node.constant) {
        if (node.type.type == Type::string)
          result.texts.push_back(node.constant->texts[offset]);
        else
          result.scalars.push_back(node.constant->scalars[offset]);
        return;
      }
      const auto variable = static_cast<VariableId>(symbolic::index(node.variable) + offset);
      result.variability = std::max(result.variability, model_[variable].variability);
      if (node.type.type == Type::string)
        result.texts.push_back(textOf(node, variable));
      else
        result.scalars.push_back(literalOf(leaf, variable).value_or(model_.pool.variable(variable)));
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

}  // namespace dashpot::model

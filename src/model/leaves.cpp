#include "base/nearest.hpp"
#include "model/instance.hpp"
#include "model/translator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dashpot::model {

namespace {

enum class AttributeName : std::uint8_t {
  start,
  min,
  max,
  nominal,
  fixed,
  unit,
  displayUnit,
  quantity,
  stateSelect,
  unbounded,
  unknown
};
constexpr std::array<std::string_view, 10> attributeNames{
    "start", "min", "max", "nominal", "fixed", "unit", "displayUnit", "quantity", "stateSelect", "unbounded"};
constexpr std::array<std::string_view, 10> demands{
    "the start value",          "the smallest value",    "the largest value",
    "the nominal value",        "the attribute 'fixed'", "the unit",
    "the display unit",         "the quantity",          "the attribute 'stateSelect'",
    "the attribute 'unbounded'"};

AttributeName attributeNamed(std::string_view name) {
  const auto found = std::ranges::find(attributeNames, name);
  return static_cast<AttributeName>(found - attributeNames.begin());
}

Variability variabilityOf(const Instance& node) {
  switch (node.variability) {
    case syntax::Variability::constant: return Variability::constant;
    case syntax::Variability::parameter: return Variability::parameter;
    case syntax::Variability::discrete: return Variability::discrete;
    default: return node.type.type == Type::real ? Variability::continuous : Variability::discrete;
  }
}

/// The part of a value at these positions of its first dimensions.
Value at(const Value& value, std::span<const std::int32_t> positions) {
  Value result{.type = value.type, .variability = value.variability, .dimensions = value.dimensions};
  std::size_t offset = 0;
  for (std::size_t k = 0; k < positions.size(); ++k)
    offset = offset * static_cast<std::size_t>(value.dimensions[k]) + static_cast<std::size_t>(positions[k] - 1);
  result.dimensions.erase(result.dimensions.begin(),
                          result.dimensions.begin() + static_cast<std::ptrdiff_t>(positions.size()));
  if (value.record) {
    auto fields = std::make_shared<RecordFields>();
    fields->typeName = value.record->typeName;
    fields->constructor = value.record->constructor;
    for (const auto& [name, field] : value.record->fields) fields->fields.emplace_back(name, at(field, positions));
    result.record = std::move(fields);
    return result;
  }
  const std::size_t n = count(result.dimensions);
  const auto cut = [&](const auto& from, auto& to) {
    if (from.empty()) return;
    const auto first = from.begin() + static_cast<std::ptrdiff_t>(offset * n);
    to.assign(first, first + static_cast<std::ptrdiff_t>(n));
  };
  cut(value.scalars, result.scalars);
  cut(value.texts, result.texts);
  return result;
}

}  // namespace

// --------------------------------------------------------------------------------------------------------- variables

void InstanceTree::makeLeaf(InstanceId id, const ResolvedType& type, Dimensions sizes, const Layers& layers) {
  Instance& node = (*this)[id];
  node.isLeaf = true;
  node.type = type.scalar;
  node.dimensions = std::move(sizes);
  if (const Layer* given = valueLayer(layers)) {
    node.binding = *given;
    node.valueState = ValueState::given;
  }
  if (node.isInPackage) return;
  node.isFinal |= std::ranges::any_of(layers, [](const Layer& layer) { return layer.modifier->isFinal; });
  node.variable = static_cast<VariableId>(model_.variables.size());
  leaves_.push_back(id);
  Variable prototype{.type = type.scalar.type, .variability = variabilityOf(node)};
  prototype.enumeration = type.scalar.enumeration;
  prototype.isFinal = node.isFinal;
  prototype.isProtected = node.isProtected;
  prototype.isFlow = node.isFlow;
  prototype.origin = {(*this)[node.parent].path, node.declared};
  prototype.declaredLevel = static_cast<Level>(2 * (*this)[node.parent].depth);
  if (node.description != Symbol::none) prototype.description = symbols().text(node.description);
  // An input of the model with a value of its own is not left to the outside.
  const bool hasValue = node.valueState == ValueState::given && node.causality == syntax::Causality::input;
  if (belongsToInterface(id) && !hasValue)
    prototype.causality = node.causality == syntax::Causality::input    ? Causality::input
                          : node.causality == syntax::Causality::output ? Causality::output
                                                                        : Causality::local;
  const PathId above = (*this)[node.parent].path;
  const std::string_view name = symbols().text(node.name);
  Dimensions position(node.dimensions.size(), 1);
  for (std::size_t i = 0; i < count(node.dimensions); ++i) {
    prototype.name = model_.paths.child(above, name, position);
    model_.variables.push_back(prototype);
    leafOf_.push_back(id);
    for (std::size_t k = position.size(); k-- > 0;) {
      if (++position[k] <= node.dimensions[k]) break;
      position[k] = 1;
    }
  }
  readAttributes(id, layers);
}

Level InstanceTree::level(const Scope& scope) const {
  if (scope.instance == InstanceId::none) return noLevel;
  const Instance& node = (*this)[scope.instance];
  if (node.isClassNode || node.isInPackage) return noLevel - 1;  // what a type says is the weakest
  const bool isInherited = !node.layout || node.layout->type != scope.lexical;
  return static_cast<Level>(2 * node.depth + (isInherited ? 1 : 0));
}

/// An input or output of the model as a whole, not of one of its components.
bool InstanceTree::belongsToInterface(InstanceId id) const {
  for (InstanceId at = (*this)[id].parent; at != root; at = (*this)[at].parent) {
    if (at == InstanceId::none) return false;
    const syntax::ClassKind kind = (*this)[at].kind;
    if (kind != syntax::ClassKind::connector && kind != syntax::ClassKind::record) return false;
  }
  return !(*this)[id].isProtected;
}

void InstanceTree::readAttributes(InstanceId id, const Layers& layers) {
  Instance& node = (*this)[id];
  node.firstAttribute = static_cast<std::uint32_t>(attributes_.size());
  std::uint32_t seen = 0;
  for (const Layer& layer : layers)
    for (const Modifier& attribute : layer.modifier->nested) {
      const std::string_view name = symbols().text(attribute.name);
      const AttributeName which = attributeNamed(name);
      if (which == AttributeName::unknown) {
        if (!reportOnce(attribute.where, "unknown-attribute")) continue;
        Diagnostic& d = diagnostics_.error("unknown-attribute", attribute.where,
                                           fmt::format("'{}' is not an attribute of a variable", name));
        if (const auto meant = nearest(name, attributeNames)) d.hint(fmt::format("did you mean '{}'?", *meant));
        continue;
      }
      const std::uint32_t bit = 1u << static_cast<unsigned>(which);
      if (seen & bit) continue;
      seen |= bit;
      if (attribute.removesValue()) continue;
      if (!attribute.hasValue()) {
        if (reportOnce(attribute.where, "bad-attribute"))
          diagnostics_.error("bad-attribute", attribute.where, fmt::format("the attribute '{}' has no value", name));
        continue;
      }
      attributes_.push_back({&attribute, layer.scope, attribute.isEach ? SelectorId::all : layer.selector, false});
    }
  node.attributeCount = static_cast<std::uint32_t>(attributes_.size()) - node.firstAttribute;
}

// ------------------------------------------------------------------------------------------------------------ values

/// The value a modification gives, as far as it is meant for the component at hand. Translated once.
std::optional<Value> InstanceTree::layerValue(const Layer& layer) {
  const ValueKey key{layer.modifier, layer.scope.instance};
  auto known = values_.find(key);
  if (known == values_.end()) {
    if (std::ranges::find(translating_, layer.modifier) != translating_.end()) {
      if (reportOnce(layer.value().where(), "recursion"))
        diagnostics_.error("recursion", layer.value().where(), "this value depends on itself");
      return std::nullopt;
    }
    translating_.push_back(layer.modifier);
    auto value = translator_->expressions.translate(layer.value());
    translating_.pop_back();
    known = values_.emplace(key, std::move(value)).first;
  }
  if (!known->second) return std::nullopt;
  if (layer.selector == SelectorId::all) return known->second;
  std::vector<Symbol> fields;
  std::vector<std::int32_t> positions, extents;
  selectors_.steps(layer.selector, fields, positions, extents);
  const Value* value = &*known->second;
  const SourceRange where = layer.value().where();
  for (const Symbol name : fields) {
    const Value* part = value->isRecord() ? field(*value, name) : nullptr;
    if (!part) {
      if (reportOnce(where, "bad-binding"))
        diagnostics_.error(
            "bad-binding", where,
            value->isRecord()
                ? fmt::format("the value is {}, which has no '{}'", describe(model_, *value), symbols().text(name))
                : fmt::format("a record is needed here, but this is {}", describe(model_, *value)));
      return std::nullopt;
    }
    value = part;
  }
  if (positions.empty()) return *value;
  bool fits = value->dimensions.size() >= positions.size();
  for (std::size_t k = 0; fits && k < positions.size(); ++k) fits = extents[k] == value->dimensions[k];
  if (fits) return at(*value, positions);
  if (reportOnce(where, "shape")) {
    std::string sizes;
    for (const std::int32_t n : extents) sizes += fmt::format("{}{}", sizes.empty() ? "" : ", ", n);
    Diagnostic& d =
        diagnostics_.error("shape", where,
                           fmt::format("an array [{}] with a value for each element is needed here, but this is {}",
                                       sizes, describe(model_, *value)));
    if (value->dimensions.empty()) d.hint("write 'each' in front of the name to give all elements the same value");
  }
  return std::nullopt;
}

/// The value for all scalars of a leaf, converted to its type and shape.
std::optional<Value> InstanceTree::leafValue(InstanceId id, const Layer& layer, const Demand& demand) {
  auto value = layerValue(layer);
  if (!value) return std::nullopt;
  const bool fitsType =
      !value->isRecord() && demand.type &&
      (value->type == *demand.type || (demand.type->type == Type::real && value->type.type == Type::integer));
  if (fitsType && value->dimensions == (*this)[id].dimensions) return value;
  if (fitsType && demand.fillFromScalar && value->dimensions.empty()) {
    const std::size_t n = count((*this)[id].dimensions);
    if (!value->scalars.empty()) value->scalars.resize(n, value->scalars.front());
    if (!value->texts.empty()) value->texts.resize(n, value->texts.front());
    return value;
  }
  const std::string what = fmt::format("{} of '{}'", demand.what, name(id));
  Demand full = demand;
  full.what = what;
  full.dimensions = (*this)[id].dimensions;
  return convert(translator_->context, std::move(*value), full, layer.value().where());
}

void InstanceTree::assignBinding(InstanceId id) {
  Instance& node = (*this)[id];
  if (node.valueState != ValueState::given) {
    if (node.valueState == ValueState::inProgress && reportOnce(node.binding.value().where(), "recursion"))
      diagnostics_.error("recursion", node.binding.value().where(),
                         fmt::format("the value of '{}' depends on itself", name(id)));
    return;
  }
  node.valueState = ValueState::inProgress;
  const auto value = leafValue(id, node.binding, {.what = "the value", .type = node.type});
  node.valueState = ValueState::done;
  if (!value) {
    node.isBroken = true;
    return;
  }
  const SourceRange where = node.binding.value().where();
  const Origin origin{(*this)[node.parent].path, where};
  const std::size_t n = count(node.dimensions);
  if (!requireVariability(id, node.binding, *value, true)) return;
  for (std::size_t i = 0; i < n; ++i) {
    const auto variable = static_cast<VariableId>(symbolic::index(node.variable) + i);
    Variable& target = model_.variables[symbolic::index(variable)];
    if (node.type.type == Type::string) {
      if (const auto text = translator_->evaluation.knownText(value->texts[i], where))
        target.text = *text;
      else
        unsupported(where, "a String that is computed");
    } else if (target.variability <= Variability::parameter) {
      if (target.variability == Variability::constant && !requireKnown(id, value->scalars[i], where)) return;
      target.binding = value->scalars[i];
      target.bindingLevel = level(node.binding.scope);
      target.valueAt = where;
    } else {
      model_.equations.push_back(
          {model_.pool.variable(variable), value->scalars[i], EquationKind::binding, origin, patterns_.of(where)});
      ++(*this)[owner(id)].equationCount;
    }
  }
}

/// A constant of a package: its value takes the place of its name.
void InstanceTree::assignConstant(InstanceId id) {
  Instance& node = (*this)[id];
  if (node.constant || node.isBroken) return;
  if (node.variability != syntax::Variability::constant) {
    node.isBroken = true;
    return;
  }
  if (node.valueState == ValueState::none) {
    if (reportOnce(node.declared, "no-value"))
      diagnostics_.error("no-value", node.declared, fmt::format("the constant '{}' has no value", name(id)));
    node.isBroken = true;
    return;
  }
  if (node.valueState == ValueState::inProgress) {
    if (reportOnce(node.binding.value().where(), "recursion"))
      diagnostics_.error("recursion", node.binding.value().where(),
                         fmt::format("the value of '{}' depends on itself", name(id)));
    node.isBroken = true;
    return;
  }
  node.valueState = ValueState::inProgress;
  node.constant = leafValue(id, node.binding, {.what = "the value", .type = node.type});
  node.valueState = ValueState::done;
  if (!node.constant) {
    node.isBroken = true;
    return;
  }
  for (const Expr e : node.constant->scalars)
    if (!requireKnown(id, e, node.binding.value().where())) {
      node.constant.reset();
      node.isBroken = true;
      return;
    }
  node.constant->type = node.type;
  node.constant->variability = Variability::constant;
}

/// A constant has a value before the model runs.
bool InstanceTree::requireKnown(InstanceId id, Expr value, SourceRange where) {
  const symbolic::Op op = model_.pool.op(value);
  if (op == symbolic::Op::constant || op == symbolic::Op::boolean || op == symbolic::Op::variable) return true;
  const std::size_t errors = diagnostics_.errorCount();
  if (translator_->evaluation.structuralValue(value, where) || diagnostics_.errorCount() > errors) return true;
  if (!translator_->evaluation.problem().empty() && reportOnce(where, "evaluation"))
    diagnostics_.error("evaluation", where,
                       fmt::format("the constant '{}' has no value: {}", name(id), translator_->evaluation.problem()));
  return translator_->evaluation.problem().empty();
}

void InstanceTree::assignAttributes(InstanceId id) {
  Instance& node = (*this)[id];
  if (node.hasAttributes) return;
  node.hasAttributes = true;
  for (std::uint32_t i = 0; i < node.attributeCount; ++i) assignAttribute(id, attributes_[node.firstAttribute + i]);
}

void InstanceTree::assignAttribute(InstanceId id, const Layer& layer) {
  const Instance& node = (*this)[id];
  const std::string_view name = symbols().text(layer.modifier->name);
  const AttributeName which = attributeNamed(name);
  Demand demand{.what = demands[static_cast<std::size_t>(which)], .type = node.type, .fillFromScalar = true};
  switch (which) {
    case AttributeName::start:
    case AttributeName::min:
    case AttributeName::max:
    case AttributeName::nominal: break;
    case AttributeName::fixed:
    case AttributeName::unbounded: demand.type = ScalarType{Type::boolean}; break;
    case AttributeName::stateSelect:
      demand.type = ScalarType{Type::enumeration, enumerationOf(classes_.findQualified("StateSelect"))};
      break;
    default: demand.type = ScalarType{Type::string}; break;
  }
  auto value = leafValue(id, layer, demand);
  if (!value || !requireVariability(id, layer, *value, false)) return;
  const SourceRange where = layer.value().where();
  for (std::size_t i = 0; i < count(node.dimensions); ++i) {
    Variable& variable = model_.variables[symbolic::index(node.variable) + i];
    Attributes& attributes = variable.attributes;
    const auto text = [&](std::string& target) {
      if (const auto plain = translator_->evaluation.knownText(value->texts[i], where))
        target = *plain;
      else
        unsupported(where, "an attribute that depends on a value");
    };
    const auto number = [&]() -> std::optional<double> {
      const auto known = translator_->evaluation.evaluate(layer.value(), {.what = demand.what});
      if (!known || known->scalars.empty()) return std::nullopt;
      const Expr e =
          value->dimensions.empty() || known->scalars.size() <= i ? known->scalars.front() : known->scalars[i];
      if (model_.pool.op(e) == symbolic::Op::boolean) return model_.pool[e].a != 0 ? 1.0 : 0.0;
      return model_.pool.isConstant(e) ? std::optional(model_.pool.value(e)) : std::nullopt;
    };
    const auto constant = [&]() -> std::optional<double> {
      const Expr e = value->scalars[i];
      if (model_.pool.op(e) == symbolic::Op::boolean) return model_.pool[e].a != 0 ? 1.0 : 0.0;
      if (model_.pool.isConstant(e)) return model_.pool.value(e);
      return number();
    };
    switch (which) {
      case AttributeName::start:
        if (node.type.type == Type::string) {
          if (node.valueState == ValueState::none) text(variable.text);
        } else {
          attributes.start = value->scalars[i];
          attributes.startLevel = level(layer.scope);
        }
        break;
      case AttributeName::min: attributes.min = value->scalars[i]; break;
      case AttributeName::max: attributes.max = value->scalars[i]; break;
      case AttributeName::nominal: attributes.nominal = value->scalars[i]; break;
      case AttributeName::fixed:
        if (const auto known = constant()) attributes.fixed = *known != 0.0;
        if (attributes.fixed == false && node.variability == syntax::Variability::constant &&
            reportOnce(where, "bad-attribute"))
          diagnostics_.error("bad-attribute", where, "the value of a constant is fixed");
        break;
      case AttributeName::stateSelect:
        if (const auto known = constant())
          attributes.stateSelect = static_cast<StateSelect>(static_cast<int>(*known) - 1);
        break;
      case AttributeName::unit: text(attributes.unit); break;
      case AttributeName::displayUnit: text(attributes.displayUnit); break;
      case AttributeName::quantity: text(attributes.quantity); break;
      default: break;
    }
  }
}

bool InstanceTree::requireVariability(InstanceId id, const Layer& layer, const Value& value, bool isBinding) {
  if (count((*this)[id].dimensions) == 0) return true;
  const Variable& variable = model_[(*this)[id].variable];
  const Variability allowed =
      isBinding && variable.variability == Variability::constant ? Variability::constant : Variability::parameter;
  if (value.variability <= allowed) return true;
  if (isBinding && variable.variability > Variability::parameter) {
    if (variable.variability != Variability::discrete || value.variability == Variability::discrete) return true;
    const bool isField = (*this)[(*this)[id].parent].kind == syntax::ClassKind::record;
    if (isField && variable.type != Type::real) return true;  // as the Modelica Standard Library does
  }
  symbolic::Walker walker(model_.pool);
  const std::string_view kind = variable.variability == Variability::constant    ? "a constant"
                                : variable.variability == Variability::parameter ? "a parameter"
                                                                                 : "discrete";
  std::string culprit = "time";
  std::string_view nature = "varies in time";
  SourceRange declared;
  for (const Expr scalar : value.scalars)
    for (const Expr e : walker.reachable(scalar)) {
      const symbolic::Op op = model_.pool.op(e);
      if (op != symbolic::Op::variable && op != symbolic::Op::derivative) continue;
      const VariableId found = model_.pool.variable(e);
      if (model_[found].variability <= allowed || declared.known()) continue;
      culprit = model_.nameOf(found);
      nature = model_[found].variability == Variability::parameter ? "is a parameter" : "varies in time";
      declared = model_[found].origin.where;
    }
  if (!reportOnce(layer.value().where(), "variability")) return false;
  Diagnostic& d = diagnostics_.error(
      "variability", layer.value().where(),
      isBinding ? fmt::format("'{}' is {}, but its value depends on '{}', which {}", name(id), kind, culprit, nature)
                : fmt::format("an attribute of '{}' depends on '{}', which {}", name(id), culprit, nature));
  if (declared.known()) d.note(fmt::format("'{}' is declared at {}", culprit, sources_.describeLine(declared)));
  return false;
}

std::optional<Expr> InstanceTree::structuralValue(VariableId parameter, SourceRange) {
  if (model_[parameter].variability > Variability::parameter) return std::nullopt;
  const InstanceId id = leafOf(parameter);
  Instance& node = (*this)[id];
  assignAttributes(id);
  if (model_[parameter].attributes.fixed == false) return std::nullopt;
  assignBinding(id);
  Variable& variable = model_.variables[symbolic::index(parameter)];
  if (variable.variability == Variability::parameter) variable.isFinal = true;
  if (variable.binding != Expr::none) return variable.binding;
  if (node.valueState == ValueState::none && variable.attributes.start != Expr::none) return variable.attributes.start;
  return std::nullopt;
}

void InstanceTree::assignValues() {
  for (const InstanceId id : leaves_) {
    assignBinding(id);
    assignAttributes(id);
    requireParameterValue(id);
  }
  for (const InstanceId id : objects_)
    if (!(*this)[id].isBroken) (void)layerValue((*this)[id].binding);
}

void InstanceTree::requireParameterValue(InstanceId id) {
  const Instance& node = (*this)[id];
  if (node.valueState != ValueState::none || count(node.dimensions) == 0) return;
  for (std::size_t i = 0; i < count(node.dimensions); ++i) {
    Variable& variable = model_.variables[symbolic::index(node.variable) + i];
    if (variable.variability > Variability::parameter) return;
    if (variable.variability == Variability::constant) {
      if (reportOnce(node.declared, "no-value"))
        diagnostics_.error("no-value", node.declared, fmt::format("the constant '{}' has no value", name(id)));
      return;
    }
    if (variable.attributes.fixed == false) return;
    if (variable.attributes.start == Expr::none) continue;
    variable.binding = variable.attributes.start;
    variable.bindingLevel = variable.attributes.startLevel;
    variable.valueAt = variable.origin.where;
    if (i == 0)
      diagnostics_.warning("no-value", variable.origin.where,
                           fmt::format("the parameter '{}' has no value; its start value is used", name(id)));
  }
}

}  // namespace dashpot::model

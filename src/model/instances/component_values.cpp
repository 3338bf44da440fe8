#include "model/instances/component_values.hpp"

#include "base/nearest.hpp"
#include "model/classes/class_kinds.hpp"
#include "model/expressions/translator.hpp"
#include "model/expressions/varying_texts.hpp"
#include "model/instances/attribute_names.hpp"
#include "model/instances/leaves.hpp"
#include "model/lookup/component_types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace dashpot::model {

namespace {

constexpr std::array<std::string_view, 10> demands{
    "the start value",          "the smallest value",    "the largest value",
    "the nominal value",        "the attribute 'fixed'", "the unit",
    "the display unit",         "the quantity",          "the attribute 'stateSelect'",
    "the attribute 'unbounded'"};

/// The part of a value at these positions of its first dimensions.
Value at(const Value& value, std::span<const std::int32_t> positions) {
  Value result{.type = value.type, .variability = value.variability, .dimensions = value.dimensions};
  std::size_t offset = 0;
  for (std::size_t k = 0; k < positions.size(); ++k)
    offset = offset * static_cast<std::size_t>(value.dimensions[k]) + static_cast<std::size_t>(positions[k] - 1);
  result.dimensions.erase(result.dimensions.begin(),
                          result.dimensions.begin() + static_cast<std::ptrdiff_t>(positions.size()));
  if (value.record) {
    auto fields = std::make_shared<RecordFields>(static_cast<const RecordKind&>(*value.record));
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

std::optional<Value> ComponentValues::layerValue(const Layer& layer) {
  const Key key{layer.modifier, layer.scope.instance};
  auto known = translated_.find(key);
  if (known == translated_.end()) {
    if (std::ranges::find(translating_, layer.modifier) != translating_.end()) {
      if (tree_.reportOnce(layer.value().where(), "recursion"))
        diagnostics_.error("recursion", layer.value().where(), "this value depends on itself");
      return std::nullopt;
    }
    translating_.push_back(layer.modifier);
    auto value = translator_.expressions.translate(layer.value());
    translating_.pop_back();
    known = translated_.emplace(key, std::move(value)).first;
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
      if (tree_.reportOnce(where, "bad-binding"))
        diagnostics_.error("bad-binding", where,
                           value->isRecord()
                               ? fmt::format("the value is {}, which has no '{}'", describe(model_, *value),
                                             tree_.symbols().text(name))
                               : fmt::format("a record is needed here, but this is {}", describe(model_, *value)));
      return std::nullopt;
    }
    value = part;
  }
  if (positions.empty()) return *value;
  bool fits = value->dimensions.size() >= positions.size();
  for (std::size_t k = 0; fits && k < positions.size(); ++k) fits = extents[k] == value->dimensions[k];
  if (fits) return at(*value, positions);
  if (tree_.reportOnce(where, "shape")) {
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
std::optional<Value> ComponentValues::leafValue(InstanceId id, const Layer& layer, const Demand& demand) {
  auto value = layerValue(layer);
  if (!value) return std::nullopt;
  const bool fitsType =
      !value->isRecord() && demand.type &&
      (value->type == *demand.type || (demand.type->type == Type::real && value->type.type == Type::integer));
  if (fitsType && value->dimensions == tree_[id].dimensions) return value;
  if (fitsType && demand.fillFromScalar && value->dimensions.empty()) {
    const std::size_t n = count(tree_[id].dimensions);
    if (!value->scalars.empty()) value->scalars.resize(n, value->scalars.front());
    if (!value->texts.empty()) value->texts.resize(n, value->texts.front());
    return value;
  }
  const std::string what = fmt::format("{} of '{}'", demand.what, tree_.name(id));
  Demand full = demand;
  full.what = what;
  full.dimensions = tree_[id].dimensions;
  return convert(translator_.context, std::move(*value), full, layer.value().where());
}

void ComponentValues::assignBinding(InstanceId id) {
  Instance& node = tree_[id];
  if (node.leaf.valueState != ValueState::given) {
    if (node.leaf.valueState == ValueState::inProgress && tree_.reportOnce(node.binding.value().where(), "recursion"))
      diagnostics_.error("recursion", node.binding.value().where(),
                         fmt::format("the value of '{}' depends on itself", tree_.name(id)));
    return;
  }
  node.leaf.valueState = ValueState::inProgress;
  const auto value = leafValue(id, node.binding, {.what = "the value", .type = node.leaf.type});
  node.leaf.valueState = ValueState::done;
  if (!value) {
    node.isBroken = true;
    return;
  }
  const SourceRange where = node.binding.value().where();
  const Origin origin{tree_[node.parent].path, where};
  const std::size_t n = count(node.dimensions);
  if (!requireVariability(id, node.binding, *value, true)) return;
  for (std::size_t i = 0; i < n; ++i) {
    const auto variable = static_cast<VariableId>(symbolic::index(node.leaf.variable) + i);
    Variable& target = model_.variables[symbolic::index(variable)];
    if (node.leaf.type.type == Type::string) {
      const auto text = translator_.evaluation.knownText(value->texts[i], where);
      const auto number =
          text || target.variability <= Variability::parameter ? std::nullopt : textNumber(model_, value->texts[i]);
      if (number) {
        makeVarying(model_, variable);
        model_.equations.push_back(
            {model_.pool.variable(variable), *number, EquationKind::binding, origin, tree_.patterns().of(where)});
        ++tree_[tree_.owner(id)].equationCount;
      } else if (text) {
        target.text = *text;
      } else {
        tree_.unsupported(where, "a text in which values vary as the value of a String");
      }
    } else if (target.variability <= Variability::parameter) {
      if (target.variability == Variability::constant && !requireKnown(id, value->scalars[i], where)) return;
      target.binding = value->scalars[i];
      target.bindingLevel = tree_.level(node.binding.scope);
      target.valueAt = where;
    } else {
      model_.equations.push_back({model_.pool.variable(variable), value->scalars[i], EquationKind::binding, origin,
                                  tree_.patterns().of(where)});
      ++tree_[tree_.owner(id)].equationCount;
    }
  }
}

void ComponentValues::assignConstant(InstanceId id) {
  Instance& node = tree_[id];
  if (node.leaf.constant || node.isBroken) return;
  // A parameter has a value by itself, too, as other tools see it.
  const bool isParameter = node.prefixes.variability == syntax::Variability::parameter && !diagnostics_.isStrict &&
                           node.leaf.valueState != ValueState::none;
  if (node.prefixes.variability != syntax::Variability::constant && !isParameter) {
    node.isBroken = true;
    return;
  }
  if (node.leaf.valueState == ValueState::none) {
    if (tree_.reportOnce(node.declared, "no-value"))
      diagnostics_.error("no-value", node.declared, fmt::format("the constant '{}' has no value", tree_.name(id)));
    node.isBroken = true;
    return;
  }
  if (node.leaf.valueState == ValueState::inProgress) {
    if (tree_.reportOnce(node.binding.value().where(), "recursion"))
      diagnostics_.error("recursion", node.binding.value().where(),
                         fmt::format("the value of '{}' depends on itself", tree_.name(id)));
    node.isBroken = true;
    return;
  }
  node.leaf.valueState = ValueState::inProgress;
  node.leaf.constant = leafValue(id, node.binding, {.what = "the value", .type = node.leaf.type});
  node.leaf.valueState = ValueState::done;
  if (!node.leaf.constant) {
    node.isBroken = true;
    return;
  }
  for (const Expr e : node.leaf.constant->scalars)
    if (!requireKnown(id, e, node.binding.value().where())) {
      node.leaf.constant.reset();
      node.isBroken = true;
      return;
    }
  node.leaf.constant->type = node.leaf.type;
  node.leaf.constant->variability = Variability::constant;
}

/// A constant has a value before the model runs.
bool ComponentValues::requireKnown(InstanceId id, Expr value, SourceRange where) {
  const symbolic::Op op = model_.pool.op(value);
  if (op == symbolic::Op::constant || op == symbolic::Op::boolean || op == symbolic::Op::variable) return true;
  const std::size_t errors = diagnostics_.errorCount();
  if (translator_.evaluation.structuralValue(value, where) || diagnostics_.errorCount() > errors) return true;
  if (!translator_.evaluation.problem().empty() && tree_.reportOnce(where, "evaluation"))
    diagnostics_.error(
        "evaluation", where,
        fmt::format("the constant '{}' has no value: {}", tree_.name(id), translator_.evaluation.problem()));
  return translator_.evaluation.problem().empty();
}

void ComponentValues::assignAttributes(InstanceId id) {
  Instance& node = tree_[id];
  if (node.leaf.hasAttributes) return;
  node.leaf.hasAttributes = true;
  for (std::uint32_t i = 0; i < node.leaf.attributeCount; ++i)
    assignAttribute(id, leaves_.attribute(node.leaf.firstAttribute + i));
}

void ComponentValues::assignAttribute(InstanceId id, const Layer& layer) {
  const Instance& node = tree_[id];
  const std::string_view name = tree_.symbols().text(layer.modifier->name);
  const AttributeName which = attributeNamed(name);
  Demand demand{.what = demands[static_cast<std::size_t>(which)], .type = node.leaf.type, .fillFromScalar = true};
  switch (which) {
    case AttributeName::start:
    case AttributeName::min:
    case AttributeName::max:
    case AttributeName::nominal: break;
    case AttributeName::fixed:
    case AttributeName::unbounded: demand.type = ScalarType{Type::boolean}; break;
    case AttributeName::stateSelect:
      demand.type = ScalarType{Type::enumeration, types_.enumerationOf(classes_.findQualified("StateSelect"))};
      break;
    default: demand.type = ScalarType{Type::string}; break;
  }
  auto value = leafValue(id, layer, demand);
  if (!value || !requireVariability(id, layer, *value, false)) return;
  const SourceRange where = layer.value().where();
  for (std::size_t i = 0; i < count(node.dimensions); ++i) {
    Variable& variable = model_.variables[symbolic::index(node.leaf.variable) + i];
    Attributes& attributes = variable.attributes;
    const auto text = [&](SharedText& target) {
      if (const auto plain = translator_.evaluation.knownText(value->texts[i], where))
        target = texts_(*plain);
      else
        tree_.unsupported(where, "an attribute that depends on a value");
    };
    const auto number = [&]() -> std::optional<double> {
      const auto known = translator_.evaluation.evaluate(layer.value(), {.what = demand.what});
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
        if (node.leaf.type.type == Type::string) {
          if (node.leaf.valueState == ValueState::none) text(variable.text);
          if (variable.type != Type::string)  // it varies
            attributes.start = *textNumber(model_, {{std::exchange(variable.text, {}).text()}});
        } else {
          attributes.start = value->scalars[i];
          attributes.startLevel = tree_.level(layer.scope);
        }
        break;
      case AttributeName::min: attributes.min = value->scalars[i]; break;
      case AttributeName::max: attributes.max = value->scalars[i]; break;
      case AttributeName::nominal: attributes.nominal = value->scalars[i]; break;
      case AttributeName::fixed:
        if (const auto known = constant()) attributes.fixed = *known != 0.0;
        if (attributes.fixed == false && node.prefixes.variability == syntax::Variability::constant &&
            tree_.reportOnce(where, "bad-attribute"))
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

bool ComponentValues::requireVariability(InstanceId id, const Layer& layer, const Value& value, bool isBinding) {
  if (count(tree_[id].dimensions) == 0) return true;
  const Variable& variable = model_[tree_[id].leaf.variable];
  const Variability allowed =
      isBinding && variable.variability == Variability::constant ? Variability::constant : Variability::parameter;
  if (value.variability <= allowed) return true;
  if (isBinding && variable.variability > Variability::parameter) {
    if (variable.variability != Variability::discrete || value.variability == Variability::discrete) return true;
    const bool isField = model::isRecord(tree_[tree_[id].parent].kind);
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
  if (!tree_.reportOnce(layer.value().where(), "variability")) return false;
  Diagnostic& d = diagnostics_.error(
      "variability", layer.value().where(),
      isBinding
          ? fmt::format("'{}' is {}, but its value depends on '{}', which {}", tree_.name(id), kind, culprit, nature)
          : fmt::format("an attribute of '{}' depends on '{}', which {}", tree_.name(id), culprit, nature));
  if (declared.known()) d.note(fmt::format("'{}' is declared at {}", culprit, sources_.describeLine(declared)));
  return false;
}

std::optional<Expr> ComponentValues::structuralValue(VariableId parameter) {
  if (model_[parameter].variability > Variability::parameter) return std::nullopt;
  const InstanceId id = leaves_.leafOf(parameter);
  Instance& node = tree_[id];
  assignAttributes(id);
  if (model_[parameter].attributes.fixed == false) return std::nullopt;
  assignBinding(id);
  Variable& variable = model_.variables[symbolic::index(parameter)];
  if (variable.variability == Variability::parameter) variable.isFinal = true;
  if (variable.binding != Expr::none) return variable.binding;
  if (node.leaf.valueState == ValueState::none && variable.attributes.start != Expr::none)
    return variable.attributes.start;
  return std::nullopt;
}

std::optional<Expr> ComponentValues::declaredValue(VariableId variable) {
  if (!leaves_.hasLeaf(variable)) return std::nullopt;
  if (model_[variable].variability <= Variability::parameter) return structuralValue(variable);
  const InstanceId id = leaves_.leafOf(variable);
  assignBinding(id);
  const Instance& node = tree_[id];
  if (node.leaf.valueState != ValueState::done || node.isBroken) return std::nullopt;
  const auto value = leafValue(id, node.binding, {.what = "the value", .type = node.leaf.type});
  const std::size_t i = symbolic::index(variable) - symbolic::index(node.leaf.variable);
  return value && i < value->scalars.size() ? std::optional(value->scalars[i]) : std::nullopt;
}

void ComponentValues::assignValues() {
  for (const InstanceId id : leaves_.all()) {
    assignBinding(id);
    assignAttributes(id);
    requireParameterValue(id);
  }
  for (const InstanceId id : leaves_.objects())
    if (!tree_[id].isBroken) (void)layerValue(tree_[id].binding);
}

void ComponentValues::requireParameterValue(InstanceId id) {
  const Instance& node = tree_[id];
  if (node.leaf.valueState != ValueState::none || count(node.dimensions) == 0) return;
  for (std::size_t i = 0; i < count(node.dimensions); ++i) {
    Variable& variable = model_.variables[symbolic::index(node.leaf.variable) + i];
    if (variable.variability > Variability::parameter) return;
    if (variable.variability == Variability::constant) {
      if (tree_.reportOnce(node.declared, "no-value"))
        diagnostics_.error("no-value", node.declared, fmt::format("the constant '{}' has no value", tree_.name(id)));
      return;
    }
    if (variable.attributes.fixed == false) return;
    if (variable.attributes.start == Expr::none) continue;
    variable.binding = variable.attributes.start;
    variable.bindingLevel = variable.attributes.startLevel;
    variable.valueAt = variable.origin.where;
    if (i == 0)
      diagnostics_.warning("no-value", variable.origin.where,
                           fmt::format("the parameter '{}' has no value; its start value is used", tree_.name(id)));
  }
}

std::optional<Expr> ComponentValues::literalOf(InstanceId leaf, VariableId variable) {
  const Instance& node = tree_[leaf];
  const bool mayFollow = node.prefixes.isHidden && node.leaf.type.type == Type::real;
  if (node.prefixes.variability != syntax::Variability::parameter || (!node.prefixes.isEvaluated && !mayFollow))
    return std::nullopt;
  if (node.leaf.valueState == ValueState::none || node.leaf.valueState == ValueState::inProgress) return std::nullopt;
  if (!node.prefixes.isEvaluated && !isComputed(node.binding)) return std::nullopt;
  assignBinding(leaf);
  Variable& chosen = model_.variables[symbolic::index(variable)];
  if (chosen.binding == Expr::none) return std::nullopt;
  const symbolic::Op op = model_.pool.op(chosen.binding);
  if (op != symbolic::Op::constant && op != symbolic::Op::boolean) return std::nullopt;
  chosen.isFinal = true;
  return chosen.binding;
}

/// A value that is made of others: a name, a call, an expression, or an array that has one.
bool ComponentValues::isComputed(const Layer& binding) const {
  const ScopedExpression value = binding.value();
  const syntax::Tree& tree = *value.tree;
  std::vector<syntax::ExpressionId> open{value.expression};
  while (!open.empty()) {
    const syntax::Expression& node = tree[open.back()];
    open.pop_back();
    if (node.kind == syntax::ExpressionKind::reference || node.kind == syntax::ExpressionKind::call) return true;
    for (const syntax::ExpressionId operand : tree.items(node.operands)) open.push_back(operand);
  }
  return false;
}

Message ComponentValues::textOf(const Instance& node, VariableId variable) {
  if (model_[variable].type != Type::string) return {{Shown{model_.pool.variable(variable)}}};
  const bool isGiven = node.leaf.valueState != ValueState::none ||
                       model_[variable].variability <= Variability::parameter || textsGiven_.contains(variable);
  if (isGiven) return {{model_[variable].text.text()}};
  return {{Shown{model_.pool.variable(variable)}}};
}

bool ComponentValues::giveText(VariableId variable, const std::string& text) {
  const Instance& node = tree_[leaves_.leafOf(variable)];
  if (node.leaf.valueState != ValueState::none || !textsGiven_.insert(variable).second) return false;
  model_.variables[symbolic::index(variable)].text = text;
  return true;
}

bool ComponentValues::lacksTexts() const {
  return std::ranges::any_of(leaves_.all(), [&](InstanceId id) {
    const Instance& node = tree_[id];
    return node.leaf.type.type == Type::string && node.leaf.valueState == ValueState::none &&
           node.prefixes.variability < syntax::Variability::parameter && count(node.dimensions) > 0;
  });
}

}  // namespace dashpot::model

#include "drawing/written_values.hpp"

#include "base/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::drawing {

namespace {

using model::ClassRef;
using model::WrittenClasses;
using syntax::ElementKind;
using syntax::ExpressionId;
using syntax::Tree;

/// Values that depend on themselves end here.
constexpr int valueDepthLimit = 60;

std::vector<Symbol> pathOf(const Tree& tree, ExpressionId reference) {
  std::vector<Symbol> path;
  for (const syntax::PartId part : tree.items(tree[reference].parts)) path.push_back(tree[part].name);
  return path;
}

bool hasSubscripts(const Tree& tree, ExpressionId reference) {
  for (const syntax::PartId part : tree.items(tree[reference].parts))
    if (!tree[part].subscripts.empty()) return true;
  return false;
}

/// Enumerations that only annotations know (Modelica 3.6, section 18.6).
bool isAnnotationEnumeration(std::string_view name) {
  constexpr std::array<std::string_view, 8> known{"LinePattern", "FillPattern", "BorderPattern", "Smooth",
                                                  "Arrow",       "TextStyle",   "TextAlignment", "EllipseClosure"};
  return std::ranges::find(known, name) != known.end();
}

/// Units as people write them.
std::string prettyUnit(std::string_view unit) {
  if (unit == "degC") return "°C";
  if (unit == "degF") return "°F";
  if (unit == "deg") return "°";
  std::string text;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const bool isAfterLetter = i > 0 && std::isalpha(static_cast<unsigned char>(unit[i - 1])) != 0;
    const bool isLast = i + 1 == unit.size() || std::isdigit(static_cast<unsigned char>(unit[i + 1])) == 0;
    if (unit[i] == '.')
      text += "·";
    else if (unit[i] == '2' && isAfterLetter && isLast)
      text += "²";
    else if (unit[i] == '3' && isAfterLetter && isLast)
      text += "³";
    else
      text += unit[i];
  }
  if (const std::size_t at = text.find("Ohm"); at != std::string::npos) text.replace(at, 3, "Ω");
  return text;
}

std::string numberText(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e6) return fmt::format("{:.0f}", value + 0.0);
  return fmt::format("{:.4g}", value);
}

}  // namespace

std::string quantityText(double value, std::string_view unit, std::string_view displayUnit) {
  if (unit.empty() || unit == "1") {
    const bool isPercent = displayUnit == "%";
    return isPercent ? numberText(100 * value) + " %" : numberText(value);
  }
  const Unit shown = unitForDisplay(unit, displayUnit);
  const bool isKnown = findUnit(shown.name).has_value();
  const std::string number = numberText(isKnown ? shown.fromSi(value) : value);
  const std::string name = prettyUnit(isKnown ? shown.name : unit);
  return name == "°" ? number + name : number + " " + name;
}

// ----------------------------------------------------------------------------------------------------------- members

const std::vector<Member>& WrittenValues::members(ClassRef type) {
  auto& known = members_[type];
  if (!known) {
    auto list = std::make_unique<std::vector<Member>>();
    collect(type, {}, false, *list, 0);
    members_[type] = std::move(list);
  }
  return *members_[type];
}

void WrittenValues::collect(ClassRef type, const std::vector<Member::Modified>& outer, bool isProtected,
                            std::vector<Member>& members, int depth) {
  if (type == ClassRef::none || depth > WrittenClasses::depthLimit) return;
  const model::ClassEntry& entry = classes_[type];
  const Tree& tree = *entry.tree;
  if (const ClassRef base = written_.shortBase(type); base != ClassRef::none) {
    std::vector<Member::Modified> all = outer;
    all.push_back({&tree, entry.node().modification, entry.enclosing});
    collect(base, all, isProtected, members, depth + 1);
  }
  for (const syntax::ElementId id : tree.items(entry.node().elements)) {
    const syntax::Element& element = tree[id];
    if (element.kind == ElementKind::extends) {
      std::vector<Member::Modified> all = outer;
      all.push_back({&tree, element.modification, type});
      collect(written_.base(type, element), all, isProtected || element.isProtected, members, depth + 1);
    } else if (element.kind == ElementKind::component) {
      const auto isSame = [&](const Member& m) { return m.component().name == tree[element.component].name; };
      if (std::ranges::any_of(members, isSame)) continue;  // the same declaration on two ways, or a redeclaration
      members.push_back({type, &tree, &element, outer, isProtected || element.isProtected});
    }
  }
}

const Member* WrittenValues::member(ClassRef type, Symbol name) {
  for (const Member& member : members(type))
    if (member.component().name == name) return &member;
  return nullptr;
}

ClassRef WrittenValues::typeOf(const Part& whole, const Member& member) {
  const Symbol name = member.component().name;
  const auto redeclared = [&](const Tree& tree, const syntax::Modification& modification, ClassRef lexical) {
    for (const syntax::ArgumentId id : tree.items(modification.arguments)) {
      const syntax::Argument& argument = tree[id];
      if (argument.redeclared == syntax::ElementId::none) continue;
      const syntax::Element& element = tree[argument.redeclared];
      if (element.kind == ElementKind::component && tree[element.component].name == name)
        return written_.resolve(lexical, tree, tree[element.component].type);
    }
    return ClassRef::none;
  };
  for (const ModifiedBy& outer : whole.modifications)
    if (const ClassRef type = redeclared(*outer.tree, outer.modification, outer.scope.lexical); type != ClassRef::none)
      return type;
  for (const Member::Modified& outer : member.modified)
    if (const ClassRef type = redeclared(*outer.tree, outer.modification, outer.lexical); type != ClassRef::none)
      return type;
  return written_.resolve(member.owner, *member.tree, member.component().type);
}

Part WrittenValues::partOf(const Part& whole, const Member& member) {
  const std::string name = written_.text(member.component().name);
  Part part{typeOf(whole, member), whole.path.empty() ? name : whole.path + "." + name, {}};
  const auto add = [&](const Tree& tree, const syntax::Modification& modification, Scope scope) {
    if (const syntax::Argument* found = written_.argument(tree, modification, name))
      part.modifications.push_back({&tree, found->modification, scope});
  };
  for (const ModifiedBy& outer : whole.modifications) add(*outer.tree, outer.modification, outer.scope);
  for (const Member::Modified& outer : member.modified) add(*outer.tree, outer.modification, {&whole, outer.lexical});
  part.modifications.push_back({member.tree, member.component().modification, {&whole, member.owner}});
  return part;
}

// ------------------------------------------------------------------------------------------------------------ values

class WrittenValues::ScopedNames final : public Names {
 public:
  ScopedNames(WrittenValues& values, Scope scope) : values_(values), scope_(scope) {}
  Value value(const Tree& tree, ExpressionId reference) override {
    return values_.referenceValue(tree, reference, scope_);
  }
  Value valueAtInstant(const Tree& tree, ExpressionId reference) override {
    if (!scope_.part) return {};
    const std::string name = values_.written_.text(tree, reference);
    const std::string& path = scope_.part->path;
    const auto found = values_.valueAtInstant_(path.empty() ? name : path + "." + name);
    return found ? Value::of(*found) : Value{};
  }
  bool hasInstant() const override { return static_cast<bool>(values_.valueAtInstant_); }

 private:
  WrittenValues& values_;
  Scope scope_;
};

Value WrittenValues::evaluate(const Tree& tree, ExpressionId expression, Scope scope) {
  if (depth_ >= valueDepthLimit) return {};
  ++depth_;
  ScopedNames names(*this, scope);
  Value value = drawing::evaluate(tree, expression, symbols(), names);
  --depth_;
  return value;
}

Value WrittenValues::referenceValue(const Tree& tree, ExpressionId reference, Scope scope) {
  if (hasSubscripts(tree, reference)) return {};
  const std::vector<Symbol> path = pathOf(tree, reference);
  if (path.empty()) return {};
  if (path.size() == 2 && isAnnotationEnumeration(symbols().text(path.front())))
    return Value::literal(written_.text(path.back()));
  const bool isGlobal = tree[reference].flag;
  if (!isGlobal && scope.part && member(scope.part->type, path.front())) return memberValue(*scope.part, path, 0);
  return lexicalValue(scope.lexical, tree, reference, path);
}

Value WrittenValues::memberValue(const Part& part, const std::vector<Symbol>& path, std::size_t from) {
  const Member* found = member(part.type, path[from]);
  if (!found) return {};
  if (from + 1 < path.size()) {
    if (part.path.size() > 1000) return {};  // a part that contains itself
    return memberValue(partOf(part, *found), path, from + 1);
  }
  const Binding bound = binding(part, *found);
  return bound.tree ? evaluate(*bound.tree, bound.expression, bound.scope) : Value{};
}

WrittenValues::Binding WrittenValues::binding(const Part& whole, const Member& member) {
  const std::string name = written_.text(member.component().name);
  const auto valueIn = [&](const Tree& tree, const syntax::Modification& modification) {
    const syntax::Argument* found = written_.argument(tree, modification, name);
    return found ? found->modification.value : ExpressionId::none;
  };
  for (const ModifiedBy& outer : whole.modifications)
    if (const ExpressionId value = valueIn(*outer.tree, outer.modification); value != ExpressionId::none)
      return {outer.tree, value, outer.scope};
  for (const Member::Modified& outer : member.modified)
    if (const ExpressionId value = valueIn(*outer.tree, outer.modification); value != ExpressionId::none)
      return {outer.tree, value, {&whole, outer.lexical}};
  const ExpressionId own = member.component().modification.value;
  if (own == ExpressionId::none) return {};
  return {member.tree, own, {&whole, member.owner}};
}

/// Constants of classes around, imported ones, those of packages, and literals of enumerations.
Value WrittenValues::lexicalValue(ClassRef lexical, const Tree& tree, ExpressionId reference,
                                  const std::vector<Symbol>& path) {
  if (!tree[reference].flag)
    for (ClassRef at = lexical; at != ClassRef::none; at = classes_[at].enclosing) {
      if (Value value = constantOf(at, path, 0); value.isDecided()) return value;
      if (Value value = importedConstant(at, path); value.isDecided()) return value;
    }
  if (path.size() < 2) return {};
  const ClassRef type = written_.resolvePrefix(lexical, tree, reference, path.size() - 1);
  return type == ClassRef::none ? Value{} : constantOf(type, path, path.size() - 1);
}

Value WrittenValues::constantOf(ClassRef type, const std::vector<Symbol>& path, std::size_t from) {
  const model::ClassEntry& entry = classes_[type];
  if (entry.node().form == syntax::ClassForm::enumeration && from + 1 == path.size()) {
    for (const ExpressionId name : entry.tree->items(entry.node().names))
      if ((*entry.tree)[entry.tree->at((*entry.tree)[name].parts, 0)].name == path[from])
        return Value::literal(written_.text(path[from]));
    return {};
  }
  const ClassRef base = written_.shortBase(type);
  if (base != ClassRef::none && members(type).empty()) return constantOf(base, path, from);
  const Member* found = member(type, path[from]);
  if (!found || found->component().variability != syntax::Variability::constant) return {};
  return memberValue(Part{type, {}, {}}, path, from);
}

/// A constant that an import-clause of a class brings in.
Value WrittenValues::importedConstant(ClassRef scope, const std::vector<Symbol>& path) {
  const model::ClassEntry& entry = classes_[scope];
  const Tree& tree = *entry.tree;
  for (const syntax::ElementId id : tree.items(entry.node().elements)) {
    const syntax::Element& element = tree[id];
    if (element.kind != ElementKind::import) continue;
    const std::vector<Symbol> imported = pathOf(tree, element.name);
    const bool isNamed = !element.importsAll && element.importedNames.empty();
    if (isNamed && (element.alias != Symbol::none ? element.alias : imported.back()) != path.front()) continue;
    if (isNamed && imported.size() < 2) continue;
    std::string package;
    for (std::size_t i = 0; i + (isNamed ? 1 : 0) < imported.size(); ++i)
      package += (i > 0 ? "." : "") + written_.text(imported[i]);
    const ClassRef from = classes_.findQualified(package);
    if (from == ClassRef::none) continue;
    std::vector<Symbol> inside = path;
    if (isNamed) inside.front() = imported.back();
    if (Value value = constantOf(from, inside, 0); value.isDecided()) return value;
  }
  return {};
}

// -------------------------------------------------------------------------------------------------------- attributes

std::string WrittenValues::stringArgument(const Tree& tree, const syntax::Modification& modification,
                                          std::string_view name) {
  const syntax::Argument* found = written_.argument(tree, modification, name);
  if (!found || found->modification.value == ExpressionId::none) return {};
  const syntax::Expression& value = tree[found->modification.value];
  return value.kind == syntax::ExpressionKind::string ? written_.text(value.symbol) : std::string();
}

std::string WrittenValues::typeAttribute(ClassRef scope, const Tree& tree, ExpressionId type, std::string_view name,
                                         int depth) {
  const ClassRef found = depth > WrittenClasses::depthLimit ? ClassRef::none : written_.resolve(scope, tree, type);
  if (found == ClassRef::none) return {};
  const model::ClassEntry& entry = classes_[found];
  const syntax::Class& node = entry.node();
  if (node.form == syntax::ClassForm::shortClass) {
    if (std::string own = stringArgument(*entry.tree, node.modification, name); !own.empty()) return own;
    return typeAttribute(entry.enclosing, *entry.tree, node.base, name, depth + 1);
  }
  for (const syntax::ElementId id : entry.tree->items(node.elements)) {  // type T = ... written out: extends Real(...)
    const syntax::Element& element = (*entry.tree)[id];
    if (element.kind != ElementKind::extends) continue;
    if (std::string own = stringArgument(*entry.tree, element.modification, name); !own.empty()) return own;
    if (std::string base = typeAttribute(found, *entry.tree, element.name, name, depth + 1); !base.empty()) return base;
  }
  return {};
}

std::string WrittenValues::attribute(const Part& whole, const Member& member, std::string_view name) {
  const std::string component = written_.text(member.component().name);
  const auto given = [&](const Tree& tree, const syntax::Modification& modification) {
    const syntax::Argument* found = written_.argument(tree, modification, component);
    return found ? stringArgument(tree, found->modification, name) : std::string();
  };
  for (const ModifiedBy& outer : whole.modifications)
    if (std::string text = given(*outer.tree, outer.modification); !text.empty()) return text;
  for (const Member::Modified& outer : member.modified)
    if (std::string text = given(*outer.tree, outer.modification); !text.empty()) return text;
  if (std::string own = stringArgument(*member.tree, member.component().modification, name); !own.empty()) return own;
  return typeAttribute(member.owner, *member.tree, member.component().type, name, 0);
}

std::string WrittenValues::shownNumber(const Part& whole, const Member& member, double value) {
  return quantityText(value, attribute(whole, member, "unit"), attribute(whole, member, "displayUnit"));
}

std::optional<std::string> WrittenValues::shownValue(const Part& part, std::string_view name) {
  const std::size_t dot = name.find('.');
  const Symbol first = symbols().find(name.substr(0, dot));
  const Member* found = first == Symbol::none ? nullptr : member(part.type, first);
  if (!found) return std::nullopt;
  if (dot != std::string_view::npos) return shownValue(partOf(part, *found), name.substr(dot + 1));
  const Binding bound = binding(part, *found);
  if (!bound.tree) return std::string(name);
  const Value value = evaluate(*bound.tree, bound.expression, bound.scope);
  const std::function<std::string(const Value&)> shown = [&](const Value& v) -> std::string {
    switch (v.kind) {
      case Value::Kind::number: return shownNumber(part, *found, v.number);
      case Value::Kind::truth: return v.number != 0 ? "true" : "false";
      case Value::Kind::text:
      case Value::Kind::literal: return v.text;
      case Value::Kind::array: {
        std::string list;
        for (const Value& item : v.items) {
          const std::string text = shown(item);
          if (text.empty()) return {};
          list += (list.empty() ? "" : ", ") + text;
        }
        return "{" + list + "}";
      }
      case Value::Kind::undecided: break;
    }
    return {};
  };
  if (std::string text = shown(value); !text.empty() || value.isText()) return text;
  return written_.text(*bound.tree, bound.expression);
}

}  // namespace dashpot::drawing

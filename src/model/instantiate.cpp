#include "base/nearest.hpp"
#include "model/instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace dashpot::model {

namespace {

// Deeper than any real machine; a class that contains itself gets here.
constexpr int nestingLimit = 100;

using syntax::Tree;

class Instantiator {
 public:
  Instantiator(const ClassTable& classes, const Sources& sources, FlatModel& model, Diagnostics& diagnostics)
      : classes_(classes), symbols_(classes.symbols()), sources_(sources), model_(model), diagnostics_(diagnostics) {}

  InstanceTree run(ClassRef type) {
    tree_.instances.push_back({.type = type, .declared = classes_[type].tree->range(classes_[type].node().nameSpan)});
    elements(InstanceTree::root, type, {}, 0);
    return std::move(tree_);
  }

 private:
  // -------------------------------------------------------------------------------------------------- elements

  /// The elements of a class and of its bases become children of the instance.
  void elements(InstanceId instance, ClassRef ref, const Modifier& modifier, int depth) {
    const ClassEntry& entry = classes_[ref];
    const Tree& tree = *entry.tree;
    if (entry.node().form == syntax::ClassForm::extension)
      diagnostics_.error("unsupported", tree.range(entry.node().nameSpan), "'class extends' is not supported yet");
    for (const syntax::ElementId id : tree.items(entry.node().elements)) {
      const syntax::Element& element = tree[id];
      switch (element.kind) {
        case syntax::ElementKind::extends: inherit(instance, ref, element, modifier, depth); break;
        case syntax::ElementKind::component: declare(instance, ref, element, modifier, depth); break;
        case syntax::ElementKind::import:
          diagnostics_.error("unsupported", tree.range(element.span), "'import' is not supported yet")
              .hint("write the full name where it is used");
          break;
        case syntax::ElementKind::classDefinition: break;
      }
    }
    tree_[instance].composition.push_back(ref);
  }

  void inherit(InstanceId instance, ClassRef ref, const syntax::Element& element, const Modifier& modifier, int depth) {
    const Tree& tree = *classes_[ref].tree;
    const Scope scope{instance, ref};
    const ClassRef base = resolveClass(scope, tree, element.name);
    if (base == ClassRef::none) return;
    const syntax::Class& node = classes_[base].node();
    const auto refuse = [&](const char* code, std::string message) {
      diagnostics_.error(code, tree.range(tree[element.name].span), std::move(message));
    };
    if (base == ref || std::ranges::find(extending_, std::pair{instance, base}) != extending_.end())
      return refuse("recursion", fmt::format("{} extends itself", symbols_.text(node.name)));
    if (depth >= nestingLimit)
      return refuse("unsupported", fmt::format("classes extend one another more than {} deep", nestingLimit));
    if (node.form != syntax::ClassForm::composition)
      return refuse("unsupported", fmt::format("extending {}, which is not a plain class, is not supported yet",
                                               symbols_.text(node.name)));
    extending_.emplace_back(instance, ref);
    const Modifier own = readModifier(tree, element.modification, scope, diagnostics_);
    elements(instance, base, merge(modifier, own), depth + 1);
    extending_.pop_back();
    requireElements(instance, own, symbols_.text(node.name));
  }

  void declare(InstanceId parent, ClassRef ref, const syntax::Element& element, const Modifier& outer, int depth) {
    const Tree& tree = *classes_[ref].tree;
    const syntax::Component& component = tree[element.component];
    const Scope scope{parent, ref};
    if (isReserved(symbols_.text(component.name)))
      diagnostics_.error(
          "reserved-name", tree.range(component.nameSpan),
          fmt::format("'{}' is a name of the language: give the component another one", symbols_.text(component.name)));
    if (const InstanceId before = tree_.child(parent, component.name); before != InstanceId::none) {
      diagnostics_
          .error("duplicate-name", tree.range(component.nameSpan),
                 fmt::format("'{}' is declared twice", symbols_.text(component.name)))
          .note(fmt::format("first declared at {}", sources_.describeLine(tree_[before].declared)));
      return;
    }
    const InstanceId id = addInstance(parent, component.name, tree.range(component.nameSpan));
    tree_[id].isFlow = component.connector == syntax::ConnectorPrefix::flow;
    if (refuseUnsupported(tree, element, component)) return markBroken(id);
    Modifier modifier = readModifier(tree, component.modification, scope, diagnostics_);
    if (const Modifier* given = find(outer.nested, component.name)) modifier = merge(*given, modifier);
    typed(id, scope, tree, element, modifier, depth);
  }

  /// Follows short classes (type Voltage = Real(unit = "V")) to a predefined type or a class with elements.
  void typed(InstanceId id, Scope scope, const Tree& declaringTree, const syntax::Element& element, Modifier modifier,
             int depth) {
    const syntax::Component& component = declaringTree[element.component];
    const Tree* tree = &declaringTree;
    syntax::ExpressionId typeName = component.type;
    for (int chain = 0; chain < nestingLimit; ++chain) {
      if (const auto type = predefined(*tree, typeName)) return scalar(id, *type, declaringTree, element, modifier);
      const ClassRef ref = resolveClass(scope, *tree, typeName);
      if (ref == ClassRef::none) return markBroken(id);
      const syntax::Class& node = classes_[ref].node();
      tree_[id].isConnector |= node.kind == syntax::ClassKind::connector;
      if (node.form == syntax::ClassForm::composition)
        return composite(id, ref, *tree, typeName, component, modifier, depth);
      if (node.form != syntax::ClassForm::shortClass || !node.baseSubscripts.empty()) {
        unsupported(tree->range((*tree)[typeName].span),
                    node.form == syntax::ClassForm::enumeration ? "an enumeration type" : "this kind of type");
        return markBroken(id);
      }
      tree = classes_[ref].tree;
      scope = {InstanceId::none, ref};
      modifier = merge(std::move(modifier), readModifier(*tree, node.modification, scope, diagnostics_));
      typeName = node.base;
    }
    diagnostics_.error("circular-type", tree->range((*tree)[typeName].span), "this type is defined by itself");
    markBroken(id);
  }

  void composite(InstanceId id, ClassRef ref, const Tree& tree, syntax::ExpressionId typeName,
                 const syntax::Component& component, const Modifier& modifier, int depth) {
    const syntax::Class& node = classes_[ref].node();
    const SourceRange where = tree.range(tree[typeName].span);
    const std::string_view name = symbols_.text(node.name);
    std::string problem;
    if (node.isPartial)
      problem = fmt::format("{} is partial: it can be extended, but not used as a component", name);
    else if (node.kind == syntax::ClassKind::package || node.kind == syntax::ClassKind::function)
      problem = fmt::format("{} is a {}, not a type for components", name, syntax::spelling(node.kind));
    else if (node.kind == syntax::ClassKind::expandableConnector || node.kind == syntax::ClassKind::operatorRecord)
      problem = fmt::format("{}: an {} is not supported yet", name, syntax::spelling(node.kind));
    else if (component.variability != syntax::Variability::continuous)
      problem = "a parameter that is a whole component is not supported yet";
    else if (depth >= nestingLimit)
      problem = fmt::format("components are nested more than {} deep: does {} contain itself?", nestingLimit, name);
    if (!problem.empty()) {
      diagnostics_.error("bad-component-type", where, problem)
          .note(fmt::format("{} is defined at {}", name, sources_.describeLine(definition(ref))));
      return markBroken(id);
    }
    tree_[id].type = ref;
    elements(id, ref, modifier, depth + 1);
    requireElements(id, modifier, name);
    if (modifier.value)
      diagnostics_.error("bad-binding", modifier.value->where(),
                         fmt::format("a component of type {} cannot be given a value", name));
  }

  // --------------------------------------------------------------------------------------------------- scalars

  void scalar(InstanceId id, Type type, const Tree& tree, const syntax::Element& element, const Modifier& modifier) {
    const syntax::Component& component = tree[element.component];
    const auto variableId = static_cast<VariableId>(model_.variables.size());
    tree_[id].variable = variableId;
    Variable variable{.name = tree_[id].path, .type = type};
    variable.variability = component.variability == syntax::Variability::constant    ? Variability::constant
                           : component.variability == syntax::Variability::parameter ? Variability::parameter
                                                                                     : Variability::continuous;
    variable.isFlow = tree_[id].isFlow;
    variable.isProtected = element.isProtected;
    variable.isFinal = element.isFinal || modifier.isFinal;
    variable.origin = {tree_[tree_[id].parent].path, tree.range(component.nameSpan)};
    if (component.description != Symbol::none) variable.description = symbols_.text(component.description);
    if (type != Type::real && variable.variability == Variability::continuous)
      unsupported(tree.range(component.nameSpan),
                  type == Type::integer ? "an Integer that is not a parameter" : "a Boolean that is not a parameter");
    const bool isTopLevelInput =
        component.causality == syntax::Causality::input && tree_[id].parent == InstanceTree::root;
    if (isTopLevelInput && !modifier.value && variable.variability == Variability::continuous)
      unsupported(tree.range(component.nameSpan), "an input of the whole model");
    if (modifier.value) tree_.givenValues.push_back({variableId, AttributeName::binding, *modifier.value});
    for (const Modifier& attribute : modifier.nested) readAttribute(variable, variableId, attribute);
    model_.variables.push_back(std::move(variable));
  }

  void readAttribute(Variable& variable, VariableId id, const Modifier& attribute) {
    const std::string_view name = symbols_.text(attribute.name);
    if (!attribute.value) {
      diagnostics_.error("bad-attribute", attribute.where, fmt::format("the attribute '{}' has no value", name));
      return;
    }
    const auto given = [&](AttributeName which) { tree_.givenValues.push_back({id, which, *attribute.value}); };
    if (name == "start")
      given(AttributeName::start);
    else if (name == "min")
      given(AttributeName::min);
    else if (name == "max")
      given(AttributeName::max);
    else if (name == "nominal")
      given(AttributeName::nominal);
    else if (name == "fixed")
      given(AttributeName::fixed);
    else if (name == "unit")
      variable.attributes.unit = stringAttribute(attribute);
    else if (name == "displayUnit")
      variable.attributes.displayUnit = stringAttribute(attribute);
    else if (name == "quantity")
      variable.attributes.quantity = stringAttribute(attribute);
    else if (name == "stateSelect")
      unsupported(attribute.where, "the attribute 'stateSelect'");
    else if (name != "unbounded")
      unknownAttribute(attribute);
  }

  std::string stringAttribute(const Modifier& attribute) {
    const syntax::Expression& node = (*attribute.value->tree)[attribute.value->expression];
    if (node.kind == syntax::ExpressionKind::string) return std::string(symbols_.text(node.symbol));
    diagnostics_.error("type", attribute.value->where(),
                       fmt::format("the attribute '{}' needs a string", symbols_.text(attribute.name)));
    return {};
  }

  void unknownAttribute(const Modifier& attribute) {
    static constexpr std::array<std::string_view, 9> known{"start", "min",         "max",      "nominal",    "fixed",
                                                           "unit",  "displayUnit", "quantity", "stateSelect"};
    const std::string_view name = symbols_.text(attribute.name);
    Diagnostic& d = diagnostics_.error("unknown-attribute", attribute.where,
                                       fmt::format("'{}' is not an attribute of a variable", name));
    if (const auto meant = nearest(name, known)) d.hint(fmt::format("did you mean '{}'?", *meant));
  }

  // ----------------------------------------------------------------------------------------------------- tools

  InstanceId addInstance(InstanceId parent, Symbol name, SourceRange where) {
    const auto id = static_cast<InstanceId>(tree_.instances.size());
    const PathId path = model_.paths.child(tree_[parent].path, symbols_.text(name));
    tree_.instances.push_back({.path = path, .parent = parent, .declared = where});
    tree_[parent].children.emplace_back(name, id);
    tree_[parent].childByName.emplace(name, id);
    return id;
  }

  void markBroken(InstanceId id) { tree_[id].isBroken = true; }

  void unsupported(SourceRange where, std::string_view what) {
    diagnostics_.error("unsupported", where, fmt::format("{} is not supported yet", what));
  }

  bool refuseUnsupported(const Tree& tree, const syntax::Element& element, const syntax::Component& component) {
    std::string_view what;
    if (!component.subscripts.empty() || !component.typeSubscripts.empty())
      what = "an array";
    else if (element.isInner || element.isOuter)
      what = element.isInner ? "'inner'" : "'outer'";
    else if (element.isRedeclare)
      what = "'redeclare'";
    else if (component.condition != syntax::ExpressionId::none)
      what = "a conditional component";
    else if (component.connector == syntax::ConnectorPrefix::stream)
      what = "a stream variable";
    else if (component.variability == syntax::Variability::discrete)
      what = "a discrete variable";
    if (what.empty()) return false;
    unsupported(tree.range(component.nameSpan), what);
    return true;
  }

  std::optional<Type> predefined(const Tree& tree, syntax::ExpressionId typeName) {
    const syntax::Expression& node = tree[typeName];
    if (node.parts.count != 1) return std::nullopt;
    const std::string_view name = symbols_.text(tree[tree.at(node.parts, 0)].name);
    if (name == "Real") return Type::real;
    if (name == "Integer") return Type::integer;
    if (name == "Boolean") return Type::boolean;
    return std::nullopt;
  }

  [[nodiscard]] SourceRange definition(ClassRef ref) const {
    return classes_[ref].tree->range(classes_[ref].node().nameSpan);
  }

  ClassRef resolveClass(Scope scope, const Tree& tree, syntax::ExpressionId name) {
    const syntax::Expression& node = tree[name];
    const auto resolution = classes_.resolve(scope.lexical, tree, node);
    if (resolution.found != ClassRef::none) return resolution.found;
    const syntax::Part& part = tree[tree.at(node.parts, resolution.failedPart)];
    const std::string_view text = symbols_.text(part.name);
    if (!reportedTypes_.insert({tree.source, part.name}).second) return ClassRef::none;  // once per file is enough
    if (text == "String") {
      unsupported(tree.range(part.span), "a String variable");
      return ClassRef::none;
    }
    Diagnostic& d = diagnostics_.error(
        "unknown-class", tree.range(part.span),
        resolution.lastFound == ClassRef::none
            ? fmt::format("there is no class '{}' here", text)
            : fmt::format("there is no class '{}' in {}", text, classes_.qualifiedName(resolution.lastFound)));
    std::vector<std::string_view> candidates;
    if (resolution.lastFound == ClassRef::none)
      candidates = classes_.visibleNames(scope.lexical);
    else
      for (const auto& [symbol, ref] : classes_[resolution.lastFound].nested)
        candidates.push_back(symbols_.text(symbol));
    if (const auto meant = nearest(text, candidates)) d.hint(fmt::format("did you mean '{}'?", *meant));
    return ClassRef::none;
  }

  /// Every name in a modification must be that of an element.
  void requireElements(InstanceId id, const Modifier& modifier, std::string_view className) {
    for (const Modifier& child : modifier.nested) {
      if (tree_.child(id, child.name) != InstanceId::none) continue;
      const std::string_view name = symbols_.text(child.name);
      Diagnostic& d = diagnostics_.error("unknown-element", child.where,
                                         fmt::format("'{}' is not an element of {}", name, className));
      d.note(describeElements(tree_, id, classes_, sources_));
      if (const auto meant = nearest(name, elementNames(tree_, id, classes_)))
        d.hint(fmt::format("did you mean '{}'?", *meant));
    }
  }

  const ClassTable& classes_;
  Symbols& symbols_;
  const Sources& sources_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
  std::vector<std::pair<InstanceId, ClassRef>> extending_;  // classes whose bases are being read
  InstanceTree tree_;
  std::set<std::pair<SourceId, Symbol>> reportedTypes_;
};

}  // namespace

std::vector<std::string_view> elementNames(const InstanceTree& tree, InstanceId id, const ClassTable& classes) {
  std::vector<std::string_view> names;
  for (const auto& [symbol, child] : tree[id].children) names.push_back(classes.symbols().text(symbol));
  return names;
}

std::string typeName(const InstanceTree& tree, InstanceId id, const ClassTable& classes) {
  const ClassRef type = tree[id].type;
  return type == ClassRef::none ? "Real" : std::string(classes.symbols().text(classes[type].node().name));
}

std::string describeElements(const InstanceTree& tree, InstanceId id, const ClassTable& classes,
                             const Sources& sources) {
  constexpr std::size_t shown = 12;
  const auto names = elementNames(tree, id, classes);
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), shown); ++i)
    list += fmt::format("{}{}", i == 0 ? "" : ", ", names[i]);
  if (names.size() > shown) list += fmt::format(" and {} more", names.size() - shown);
  const ClassRef type = tree[id].type;
  if (type == ClassRef::none) return "it is a scalar variable";
  const SourceRange where = classes[type].tree->range(classes[type].node().nameSpan);
  return fmt::format("{} ({}) has {}", typeName(tree, id, classes), sources.describeLine(where),
                     names.empty() ? "no elements" : list);
}

InstanceTree instantiate(ClassRef type, const ClassTable& classes, const Sources& sources, FlatModel& model,
                         Diagnostics& diagnostics) {
  return Instantiator(classes, sources, model, diagnostics).run(type);
}

}  // namespace dashpot::model

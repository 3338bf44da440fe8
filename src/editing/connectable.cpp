#include "editing/connectable.hpp"

#include "base/nearest.hpp"
#include "editing/connector_sizing.hpp"
#include "editing/lookup.hpp"
#include "editing/statements.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dashpot::editing {

namespace {

using model::ClassRef;
using model::WrittenClasses;
using syntax::Causality;
using syntax::ClassKind;

bool isConnector(Meanings& meanings, ClassRef type) {
  for (int depth = 0; type != ClassRef::none && depth < WrittenClasses::depthLimit; ++depth) {
    const ClassKind kind = meanings.classes()[type].node().kind;
    if (kind == ClassKind::connector || kind == ClassKind::expandableConnector) return true;
    if (meanings.classes()[type].node().form != syntax::ClassForm::shortClass) return false;
    type = meanings.shortBase(type);
  }
  return false;
}

bool isExpandable(Meanings& meanings, ClassRef type) {
  type = meanings.withoutShortForms(type);
  return type != ClassRef::none && meanings.classes()[type].node().kind == ClassKind::expandableConnector;
}

/// Real x and the like.
bool isPredefined(Meanings& meanings, const Meaning& component) {
  const syntax::Tree& tree = meanings.tree(component.scope);
  const auto& parts = tree[meanings.declared(component).type].parts;
  return parts.count == 1 && model::isReserved(meanings.classes().symbols().text(tree[tree.at(parts, 0)].name));
}

std::vector<std::string> connectorNames(Meanings& meanings, ClassRef type) {
  std::vector<std::string> names;
  for (const std::string& name : componentNames(meanings, type)) {
    const Meaning meaning = meanings.component(type, meanings.classes().symbols().intern(name));
    if (!meaning.known() || meanings.tree(meaning.scope)[meaning.element].isProtected) continue;
    if (isConnector(meanings, meanings.typeOf(meaning))) names.push_back(name);
  }
  return names;
}

/// Whether all classes that this one inherits from are at hand.
bool isWhollyKnown(Meanings& meanings, ClassRef type, int depth = 0) {
  type = meanings.withoutShortForms(type);
  if (type == ClassRef::none || depth > WrittenClasses::depthLimit) return false;
  const syntax::Tree& tree = meanings.tree(type);
  for (const syntax::ElementId id : tree.items(meanings.classes()[type].node().elements))
    if (tree[id].kind == syntax::ElementKind::extends &&
        !isWhollyKnown(meanings, meanings.base(type, tree[id]), depth + 1))
      return false;
  return true;
}

/// The name behind all short forms of a type: "Real" of `connector RealInput = input Real`.
std::string predefinedBehind(Meanings& meanings, ClassRef type) {
  std::string name;
  for (int depth = 0; type != ClassRef::none && depth < WrittenClasses::depthLimit; ++depth) {
    const syntax::Class& node = meanings.classes()[type].node();
    if (node.form == syntax::ClassForm::enumeration) return meanings.classes().qualifiedName(type);
    if (node.form != syntax::ClassForm::shortClass) return {};
    const syntax::Tree& tree = meanings.tree(type);
    const auto& parts = tree[node.base].parts;
    name = parts.count == 1 ? std::string(meanings.classes().symbols().text(tree[tree.at(parts, 0)].name)) : "";
    type = meanings.shortBase(type);
  }
  return model::isReserved(name) ? name : std::string();
}

Causality causalityOf(Meanings& meanings, const syntax::Component& declared, ClassRef type) {
  if (declared.causality != Causality::none) return declared.causality;
  for (int depth = 0; type != ClassRef::none && depth < WrittenClasses::depthLimit; ++depth) {
    const Causality causality = meanings.classes()[type].node().baseCausality;
    if (causality != Causality::none) return causality;
    type = meanings.shortBase(type);
  }
  return Causality::none;
}

std::size_t dimensionsOf(Meanings& meanings, const syntax::Component& declared, ClassRef type) {
  std::size_t count = declared.subscripts.count + declared.typeSubscripts.count;
  for (int depth = 0; type != ClassRef::none && depth < WrittenClasses::depthLimit; ++depth) {
    count += meanings.classes()[type].node().baseSubscripts.count;
    type = meanings.shortBase(type);
  }
  return count;
}

/// How many dimensions the subscripts of a part take away; empty: one of them is a range or an array.
std::optional<std::size_t> takenBy(const Fragment& end, const syntax::Part& part) {
  for (const syntax::ExpressionId id : end.tree.items(part.subscripts)) {
    const syntax::ExpressionKind kind = end.tree[id].kind;
    if (kind != syntax::ExpressionKind::integer && kind != syntax::ExpressionKind::reference) return std::nullopt;
  }
  return part.subscripts.count;
}

}  // namespace

Connectable::Connectable(model::ClassTable& classes, const Sources& sources, const syntax::Tree& open, ClassRef type)
    : sources_(sources), meanings_(classes, sources, open), type_(type) {
  readConnections(type, 0);
}

Diagnostic Connectable::refuse(std::string code, std::string message) {
  const model::ClassEntry& entry = meanings_.classes()[type_];
  return refusal(std::move(code), entry.tree->range(entry.node().nameSpan), std::move(message));
}

void Connectable::readConnections(ClassRef type, int depth) {
  type = meanings_.withoutShortForms(type);
  if (type == ClassRef::none || depth > WrittenClasses::depthLimit) return;
  const syntax::Tree& tree = meanings_.tree(type);
  const syntax::Class& node = meanings_.classes()[type].node();
  for (const syntax::ElementId id : tree.items(node.elements))
    if (tree[id].kind == syntax::ElementKind::extends) readConnections(meanings_.base(type, tree[id]), depth + 1);
  const auto text = [&](const Connection& connection, std::size_t side) {
    return syntax::print(tree, tree.at(connection.statement.expressions, side), meanings_.classes().symbols());
  };
  for (const Connection& connection : connectionsOf(tree, node))
    connections_.emplace_back(text(connection, 0), text(connection, 1));
}

std::vector<std::string> Connectable::connectors() {
  std::vector<std::string> all;
  for (const std::string& name : componentNames(meanings_, type_)) {
    const Meaning component = meanings_.component(type_, meanings_.classes().symbols().intern(name));
    const ClassRef type = component.known() ? meanings_.typeOf(component) : ClassRef::none;
    if (type == ClassRef::none) continue;
    if (isConnector(meanings_, type)) {
      all.push_back(name);
      continue;
    }
    for (const std::string& port : connectorNames(meanings_, type)) all.push_back(name + '.' + port);
  }
  return all;
}

// --------------------------------------------------------------------------------------------------------- one of them

std::optional<Diagnostic> Connectable::objectionTo(std::string_view text) {
  const Fragment end(text);
  if (!end.isReference())
    return refuse("no-connector", fmt::format("'{}' is no connector: write component.connector", text));
  ClassRef owner = type_;
  const auto& parts = end.expression().parts;
  for (std::size_t i = 0; i < parts.count; ++i) {
    const std::string name(end.symbols.text(end.tree[end.tree.at(parts, i)].name));
    if (isExpandable(meanings_, owner)) return std::nullopt;  // it has what is connected to it
    const Meaning part = meanings_.component(owner, meanings_.classes().symbols().intern(name));
    const bool isLast = i + 1 == parts.count;
    if (!part.known() && !isWhollyKnown(meanings_, owner)) return std::nullopt;
    const ClassRef type = part.known() ? meanings_.typeOf(part) : ClassRef::none;
    const bool isNumber = part.known() && isPredefined(meanings_, part);
    const bool isWrong =
        !part.known() || isNumber || (isLast && type != ClassRef::none && !isConnector(meanings_, type));
    if (isWrong) {
      const std::string ownerName = meanings_.classes().qualifiedName(owner);
      const std::string_view own = meanings_.classes().symbols().text(meanings_.classes()[type_].node().name);
      Diagnostic refused = refuse("no-connector", part.known() ? fmt::format("'{}' is not a connector", text)
                                                  : i == 0 ? fmt::format("there is no component '{}' in {}", name, own)
                                                           : fmt::format("{} has no connector '{}'", ownerName, name));
      const std::vector<std::string> names =
          isLast ? connectorNames(meanings_, owner) : componentNames(meanings_, owner);
      if (isLast && !names.empty())
        refused.note(fmt::format("{} has the connectors {}", ownerName, fmt::join(names, ", ")));
      if (const auto meant = nearest(name, names)) refused.hint(fmt::format("did you mean '{}'?", *meant));
      return refused;
    }
    if (type == ClassRef::none) return std::nullopt;
    owner = type;
  }
  return std::nullopt;
}

Connectable::End Connectable::read(std::string_view text) {
  const Fragment fragment(text);
  End end{.text = fragment.isReference() ? fragment.canonical() : std::string(text)};
  if (!fragment.isReference()) return end;
  const auto& parts = fragment.expression().parts;
  end.isOwn = parts.count == 1;
  std::optional<std::size_t> left = 0;
  ClassRef owner = type_, before = type_;
  for (std::size_t i = 0; i < parts.count && owner != ClassRef::none; ++i) {
    if (isExpandable(meanings_, owner)) {
      end.isExpandable = true;
      return end;
    }
    const syntax::Part& part = fragment.tree[fragment.tree.at(parts, i)];
    const std::string name(fragment.symbols.text(part.name));
    const Meaning meaning = meanings_.component(owner, meanings_.classes().symbols().intern(name));
    if (!meaning.known()) return end;
    before = owner;
    owner = meanings_.typeOf(meaning);
    const syntax::Component& declared = meanings_.declared(meaning);
    const auto taken = takenBy(fragment, part);
    const std::size_t given = dimensionsOf(meanings_, declared, owner);
    left = left && taken && *taken <= given ? std::optional(*left + given - *taken) : std::nullopt;
    if (i + 1 < parts.count) continue;
    end.causality = causalityOf(meanings_, declared, owner);
    end.grows = parts.count == 2 && part.subscripts.empty() && growsWithConnections(meanings_, before, meaning);
  }
  end.type = owner;
  end.dimensions = left;
  end.isExpandable = isExpandable(meanings_, owner);
  return end;
}

const Connectable::End& Connectable::endOf(std::string_view text) {
  const auto known = ends_.find(text);
  return known != ends_.end() ? known->second : ends_.emplace(text, read(text)).first->second;
}

// ------------------------------------------------------------------------------------------------------- what it carries

Connectable::Contents Connectable::readContents(ClassRef connector, int depth) {
  Contents contents;
  if (std::string signal = predefinedBehind(meanings_, connector); !signal.empty()) {
    contents.form = std::move(signal);
    return contents;
  }
  contents.isWhollyKnown = isWhollyKnown(meanings_, connector);
  constexpr int deepest = 8;  // connectors in connectors
  std::vector<std::string> forms;
  for (const std::string& name : componentNames(meanings_, connector)) {
    const Meaning variable = meanings_.component(connector, meanings_.classes().symbols().intern(name));
    if (!variable.known()) continue;
    const syntax::Component& declared = meanings_.declared(variable);
    if (declared.variability == syntax::Variability::parameter || declared.variability == syntax::Variability::constant)
      continue;
    contents.variables.push_back(name);
    std::string form = name;
    if (declared.connector == syntax::ConnectorPrefix::flow) form = "flow " + form;
    if (declared.connector == syntax::ConnectorPrefix::stream) form = "stream " + form;
    const ClassRef type = meanings_.typeOf(variable);
    const bool isRecord = type != ClassRef::none && predefinedBehind(meanings_, type).empty();
    if (isRecord && depth < deepest) form += '(' + readContents(type, depth + 1).form + ')';
    forms.push_back(std::move(form));
  }
  std::ranges::sort(forms);
  contents.form = fmt::format("{}", fmt::join(forms, ", "));
  return contents;
}

const Connectable::Contents& Connectable::contentsOf(ClassRef connector) {
  const auto known = contents_.find(connector);
  return known != contents_.end() ? known->second
                                  : contents_.emplace(connector, readContents(connector, 0)).first->second;
}

/// "'pump.port' (FluidPort: p, m_flow)"
std::string Connectable::describe(const End& end) {
  const Contents& contents = contentsOf(end.type);
  const std::string_view name = meanings_.classes().symbols().text(meanings_.classes()[end.type].node().name);
  if (contents.variables.empty()) return fmt::format("'{}' ({}: a {} signal)", end.text, name, contents.form);
  return fmt::format("'{}' ({}: {})", end.text, name, fmt::join(contents.variables, ", "));
}

// ---------------------------------------------------------------------------------------------------------- two of them

/// Itself, and all that it is connected with, directly and through others.
std::vector<std::string> Connectable::joinedWith(const std::string& end) const {
  std::vector<std::string> joined{end};
  for (std::size_t i = 0; i < joined.size(); ++i)
    for (const auto& [from, to] : connections_) {
      if (from != joined[i] && to != joined[i]) continue;
      const std::string& other = from == joined[i] ? to : from;
      if (std::ranges::find(joined, other) == joined.end()) joined.push_back(other);
    }
  return joined;
}

/// The first one that gives a signal; empty: none does.
std::string Connectable::sourceAmong(const std::vector<std::string>& ends) {
  for (const std::string& end : ends)
    if (endOf(end).isSource()) return end;
  return {};
}

std::optional<Diagnostic> Connectable::objectionTo(std::string_view from, std::string_view to) {
  const End &a = endOf(from), &b = endOf(to);
  if (a.text == b.text) return refuse("no-connection", fmt::format("'{}' cannot be connected to itself", a.text));
  const auto isThere = [&](const auto& connection) {
    return (connection.first == a.text && connection.second == b.text) ||
           (connection.first == b.text && connection.second == a.text);
  };
  if (std::ranges::any_of(connections_, isThere))
    return refuse("already-connected", fmt::format("'{}' and '{}' are connected already", a.text, b.text));
  if (a.type == ClassRef::none || b.type == ClassRef::none || a.isExpandable || b.isExpandable) return std::nullopt;
  const Contents &inA = contentsOf(a.type), &inB = contentsOf(b.type);
  if (inA.form != inB.form && inA.isWhollyKnown && inB.isWhollyKnown)
    return refuse("different-connectors",
                  fmt::format("{} and {} are connectors of different kinds", describe(a), describe(b)));
  if (a.dimensions && b.dimensions && *a.dimensions != *b.dimensions && !a.grows && !b.grows) {
    const End &larger = *a.dimensions > *b.dimensions ? a : b, &smaller = &larger == &a ? b : a;
    return refuse("different-sizes",
                  fmt::format("'{}' is an array with more dimensions than '{}'", larger.text, smaller.text))
        .hint(fmt::format("name an element: {}[1]", larger.text));
  }
  if (a.isSource() && b.isSource()) {
    const auto what = [](const End& end) {
      return end.isOwn ? fmt::format("'{}', an input of the diagram itself,", end.text)
                       : fmt::format("'{}', an output,", end.text);
    };
    return refuse("two-sources", fmt::format("{} and {} both give a signal", what(a), what(b)))
        .hint("a signal goes from an output to an input");
  }
  if (!inA.variables.empty()) return std::nullopt;  // no signal
  const std::string first = a.grows ? "" : sourceAmong(joinedWith(a.text)),
                    second = b.grows ? "" : sourceAmong(joinedWith(b.text));
  if (!first.empty() && !second.empty() && first != second)
    return a.isSource() || b.isSource()
               ? refuse("two-sources", fmt::format("'{}' gets its signal from '{}' already",
                                                   a.isSource() ? b.text : a.text, a.isSource() ? second : first))
               : refuse("two-sources",
                        fmt::format("'{}' gets its signal from '{}', '{}' from '{}'", a.text, first, b.text, second));
  return std::nullopt;
}

}  // namespace dashpot::editing

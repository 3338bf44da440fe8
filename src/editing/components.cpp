// editing/components.cpp: components come and go.
#include "editing/annotation_text.hpp"
#include "editing/layout.hpp"
#include "editing/lookup.hpp"
#include "editing/statements.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::editing {

namespace {

using Kind = ClassItem::Kind;
using syntax::ElementKind;

// ----------------------------------------------------------------------------------------------------------------- add

std::string declarationText(const NewComponent& component) {
  std::string text = component.prefixes.empty() ? "" : component.prefixes + ' ';
  text += component.type + ' ' + component.name;
  if (!component.modifiers.empty()) text += '(' + component.modifiers + ')';
  if (!component.description.empty()) text += ' ' + syntax::quoted(component.description);
  return text;
}

/// Whether the text is one declaration of this component and nothing more; else what the parser finds in it.
std::optional<Diagnostic> objectionTo(const NewComponent& component, const std::string& declaration) {
  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  const syntax::Tree tree = syntax::parse(sources.add("component", fmt::format("model M\n{};\nend M;\n", declaration)),
                                          sources, symbols, diagnostics);
  const auto refuse = [&](std::string reason) {
    return refusal("bad-declaration", {}, fmt::format("'{}' is no declaration: {}", declaration, reason));
  };
  if (!diagnostics.all().empty()) return refuse(diagnostics.all().front().message);
  const syntax::Class& type = tree[tree.at(tree.classes, 0)];
  const bool isOne = tree.classes.count == 1 && type.elements.count == 1 && type.sections.empty() &&
                     tree[tree.at(type.elements, 0)].kind == ElementKind::component && tree.comments.empty();
  if (!isOne) return refuse("it holds more than one component");
  const syntax::Component& declared = tree[tree[tree.at(type.elements, 0)].component];
  if (!component.name.starts_with(symbols.text(declared.name)) || !declared.annotation.empty())
    return refuse("type, name, modifiers and description are given separately");
  return std::nullopt;
}

bool isComponentClause(const Scope& scope, const ClassItem& item) {
  return item.kind == Kind::clause &&
         scope.tree()[scope.tree().at(scope.node.elements, item.index)].kind == ElementKind::component;
}

/// The clause that a new component follows: the last one of public components before the equations, else the last
/// public one of another kind; null: there is none.
const ClassItem* lastPublicClause(const Scope& scope, const ClassLayout& layout) {
  const ClassItem* last = nullptr;
  bool isProtected = false;
  for (const ClassItem& item : layout.items) {
    if (item.kind == Kind::section || item.kind == Kind::external) break;
    if (item.kind == Kind::protectedWord || item.kind == Kind::publicWord)
      isProtected = item.kind == Kind::protectedWord;
    if (item.kind != Kind::clause || isProtected) continue;
    if (!last || isComponentClause(scope, item) || !isComponentClause(scope, *last)) last = &item;
  }
  return last;
}

Edit insertIntoEmptyBody(const Scope& scope, const ClassLayout& layout, const std::string& line) {
  const std::string_view text = scope.file.text();
  const std::string indent = bodyIndent(scope.file, scope.node, layout);
  const std::uint32_t next = scope.file.tokens()[scope.file.tokenAt(layout.header)].begin;
  const bool isOneLine = std::ranges::all_of(text.substr(layout.header, next - layout.header),
                                             [](char c) { return c == ' ' || c == '\t'; });
  if (!isOneLine) return insertAfter(scope.file, layout.header, indent, line);
  const std::string end = lineBreak(text);
  return {layout.header, next, end + indent + line + end + indentOf(text, scope.node.span.begin)};
}

Diagnostic nameTaken(const Scope& scope, std::string_view name) {
  return refusal("name-taken", scope.tree().range(scope.node.nameSpan),
                 fmt::format("{} has an element '{}' already", scope.name(), name))
      .hint("choose another name");
}

/// A sentence if the type of a component is not at hand.
std::vector<std::string> notesOnType(const Scope& scope, const std::string& type) {
  Meanings meanings(scope.file.classes(), scope.file.sources(), scope.file.tree());
  const std::vector<std::string> parts = partsOf(type.starts_with('.') ? type.substr(1) : type);
  const Symbol first = scope.file.symbols().intern(parts.front());
  Meaning meaning =
      type.starts_with('.') ? meanings.top(first) : meanings.first(scope.ref, first, Meanings::Use::asType);
  for (std::size_t i = 1; i < parts.size() && meaning.known(); ++i)
    meaning = meanings.member(meaning, scope.file.symbols().intern(parts[i]));
  if (meaning.known() || model::isReserved(type)) return {};
  return {fmt::format("there is no class '{}' in this file or the libraries at hand", type)};
}

}  // namespace

Outcome addComponent(const File& file, std::string_view type, const NewComponent& component) {
  const auto found = findScope(file, type);
  if (!found) return Unexpected{found.error()};
  const Scope& scope = *found;
  const std::string name = component.name.substr(0, component.name.find('['));
  if (const std::string wrong = whatIsWrongWithName(name); !wrong.empty())
    return Unexpected{refusal("bad-name", {}, wrong)};
  if (scope.node.kind == syntax::ClassKind::package && component.prefixes.find("constant") == std::string::npos)
    return Unexpected{refusal("no-component", scope.tree().range(scope.node.nameSpan),
                              fmt::format("{} is a package: it holds classes and constants only", scope.name()))
                          .hint("name a model in it")};
  if (hasElement(scope, name) || scope.name() == name) return Unexpected{nameTaken(scope, name)};
  std::string line = declarationText(component);
  if (auto objection = objectionTo(component, line)) return Unexpected{std::move(*objection)};

  const ClassLayout layout = layoutOf(file, scope.node);
  if (component.placement) line += annotationOpening(scope) + "annotation(" + placementText(*component.placement) + ')';
  line += ';';
  const ClassItem* before = lastPublicClause(scope, layout);
  const Edit edit = before ? insertAfter(file, before->span.end, indentOf(file.text(), before->span.begin), line)
                           : insertIntoEmptyBody(scope, layout, line);
  return Change{{edit}, notesOnType(scope, component.type)};
}

// -------------------------------------------------------------------------------------------------------------- remove

namespace {

/// Where a declaration goes: the whole clause if it is the only one in it.
Edits removeDeclaration(const Scope& scope, const Own& own) {
  std::vector<Span> declarations;
  std::size_t index = 0;
  for (const syntax::ElementId id : scope.tree().items(scope.node.elements)) {
    const syntax::Element& element = scope.tree()[id];
    if (element.kind != ElementKind::component || element.span.begin != own.element.span.begin) continue;
    if (&element == &own.element) index = declarations.size();
    declarations.push_back(scope.tree()[element.component].span);
  }
  if (declarations.size() > 1) return removeItem(scope.file, declarations, index);
  const syntax::Token semicolon = scope.file.tokens()[scope.file.tokenAt(own.element.span.end)];
  return {removeLines(scope.file, {own.element.span.begin, semicolon.end})};
}

}  // namespace

Outcome removeComponent(const File& file, std::string_view type, std::string_view component) {
  const auto found = findScope(file, type);
  if (!found) return Unexpected{found.error()};
  const Scope& scope = *found;
  const auto own = findOwn(scope, component);
  if (!own) return Unexpected{own.error()};

  Change change{removeDeclaration(scope, *own)};
  std::vector<Span> gone{own->component.span};
  for (const Connection& connection : connectionsOf(scope)) {
    if (connection.firstPart(scope.tree(), 0) != own->component.name &&
        connection.firstPart(scope.tree(), 1) != own->component.name)
      continue;
    change.edits.push_back(removeStatement(file, connection.statement));
    gone.push_back(connection.statement.span);
    change.notes.push_back(fmt::format("removed connect({}, {})", connection.end(file, 0), connection.end(file, 1)));
  }
  const Target target = Meanings(file.classes(), file.sources(), file.tree())
                            .target({.scope = scope.ref, .element = scope.tree().at(scope.node.elements, own->index)});
  for (const Span span : occurrences(file.classes(), file.sources(), file.tree(), target)) {
    const bool isGone =
        std::ranges::any_of(gone, [&](Span outer) { return outer.begin <= span.begin && span.end <= outer.end; });
    if (isGone) continue;
    change.notes.push_back(
        fmt::format("'{}' is still named at {}", component, file.sources().describe(file.tree().range(span))));
  }
  change.edits = sorted(std::move(change.edits));
  return change;
}

}  // namespace dashpot::editing

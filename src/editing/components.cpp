// editing/components.cpp: components come and go.
#include "editing/annotation_text.hpp"
#include "editing/declarations.hpp"
#include "editing/lookup.hpp"
#include "editing/statements.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::editing {

namespace {

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

Diagnostic nameTaken(const Scope& scope, std::string_view name) {
  return refusal("name-taken", scope.tree().range(scope.node.nameSpan),
                 fmt::format("{} has an element '{}' already", scope.name(), name))
      .hint("choose another name");
}

/// A sentence if the type of a component is not at hand.
std::vector<std::string> notesOnType(const Scope& scope, const std::string& type) {
  const Meaning meaning = meaningOfType(scope, type);
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

  if (component.placement) line += annotationOpening(scope) + "annotation(" + placementText(*component.placement) + ')';
  line += ';';
  const Edit edit = addDeclarations(scope, {line});
  return Change{{edit}, notesOnType(scope, component.type), {name}, {}};
}

// -------------------------------------------------------------------------------------------------------------- remove

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

// editing/excerpt.cpp: a part of a circuit is copied, and put into this or another one.
#include "base/trimmed.hpp"
#include "editing/annotation_entries.hpp"
#include "editing/declarations.hpp"
#include "editing/statements.hpp"
#include "editing/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace dashpot::editing {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// What stands before the name of a component and behind the last one of its clause.
struct Clause {
  std::string prefixes, type, dimensions, constraint;
};

Clause clauseOf(const Scope& scope, const Own& own) {
  const syntax::Tree& tree = scope.tree();
  const Span type = tree[own.component.type].span;
  std::uint32_t firstName = own.component.nameSpan.begin, lastEnd = own.component.span.end;
  for (const syntax::ElementId id : tree.items(scope.node.elements)) {
    const syntax::Element& other = tree[id];
    if (other.kind != syntax::ElementKind::component || other.span.begin != own.element.span.begin) continue;
    firstName = std::min(firstName, tree[other.component].nameSpan.begin);
    lastEnd = std::max(lastEnd, tree[other.component].span.end);
  }
  const auto text = [&](std::uint32_t begin, std::uint32_t end) {
    return std::string(trimmed(scope.file.text({begin, std::max(begin, end)}), blanks));
  };
  return {text(own.element.span.begin, type.begin), std::string(scope.file.text(type)), text(type.end, firstName),
          text(lastEnd, own.element.span.end)};
}

std::string textOf(const std::vector<Excerpt::Component>& components, const std::vector<std::string>& connections) {
  std::string text = "model 'excerpt of a circuit'\n";
  for (const Excerpt::Component& c : components)
    text += fmt::format("{}{}{} {}\n;\n", c.prefixes, c.prefixes.empty() ? "" : " ", c.type, c.declaration);
  if (!connections.empty()) text += "equation\n";
  for (const std::string& connection : connections) text += connection + "\n;\n";
  return text + "end 'excerpt of a circuit';\n";
}

/// Whether a text of ours holds these components and as many connections, and nothing else: an excerpt may come from
/// anywhere.
bool isSound(const File& file, const Excerpt& excerpt) {
  if (file.diagnostics().hasErrors() || file.tree().classes.count != 1) return false;
  const syntax::Tree& tree = file.tree();
  const syntax::Class& node = tree[tree.at(tree.classes, 0)];
  if (node.elements.count != excerpt.components.size() || node.sections.count > 1 || !node.annotation.empty())
    return false;
  for (std::size_t i = 0; i < excerpt.components.size(); ++i) {
    const syntax::Element& element = tree[tree.at(node.elements, i)];
    if (element.kind != syntax::ElementKind::component ||
        file.text(tree[element.component].name) != excerpt.components[i].name)
      return false;
  }
  std::size_t count = 0;
  for (const syntax::SectionId section : tree.items(node.sections))
    for (const syntax::StatementId id : tree.items(tree[section].statements)) {
      if (tree[id].kind != syntax::StatementKind::connect) return false;
      ++count;
    }
  return count == excerpt.connections.size();
}

/// Moves the points of all lines by as much.
Outcome shiftLines(const File& file, Point by) {
  const auto scope = findScope(file, "");
  if (!scope) return Unexpected{scope.error()};
  std::vector<Way> ways;
  for (const Connection& connection : connectionsOf(*scope)) {
    const syntax::Argument* line = annotationEntry(file, connection.statement.annotation, "Line");
    const syntax::Argument* entry = line ? annotationEntry(file, line->modification, "points") : nullptr;
    const auto points = entry ? writtenPoints(file.tree(), entry->modification.value) : std::nullopt;
    if (!points || points->size() < 2 || annotationEntry(file, line->modification, "origin")) continue;
    Way way{{canonical(*scope, connection, 0), canonical(*scope, connection, 1)}, {}};
    for (const WrittenPoint& p : *points) way.line.points.push_back({p.value.x + by.x, p.value.y + by.y});
    ways.push_back(std::move(way));
  }
  return reroute(file, "", ways);
}

/// With the line ends of the text that it goes to.
std::string withLineEnds(std::string_view text, const std::string& end) {
  std::string result;
  for (const char c : text)
    if (c == '\n')
      result += end;
    else if (c != '\r')
      result += c;
  return result;
}

}  // namespace

Expected<Excerpt, Diagnostic> excerpt(const File& file, std::string_view type,
                                      const std::vector<std::string>& components) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  Meanings meanings(file.classes(), file.sources(), file.tree());
  Excerpt result;
  for (const std::string& name : components) {
    const auto own = findOwn(*scope, name);
    if (!own) return Unexpected{own.error()};
    const Clause clause = clauseOf(*scope, *own);
    const model::ClassRef ref =
        meanings.typeOf({.scope = scope->ref, .element = scope->tree().at(scope->node.elements, own->index)});
    const std::string qualified = ref == model::ClassRef::none ? clause.type : file.classes().qualifiedName(ref);
    std::string declaration(file.text(own->component.span));
    if (!clause.constraint.empty()) declaration += ' ' + clause.constraint;
    result.components.push_back({name, clause.prefixes, qualified + clause.dimensions, clause.type + clause.dimensions,
                                 std::move(declaration)});
  }
  const auto isCopied = [&](Symbol name) { return std::ranges::find(components, file.text(name)) != components.end(); };
  for (const Connection& connection : connectionsOf(*scope))
    if (!connection.isNested && isCopied(connection.firstPart(scope->tree(), 0)) &&
        isCopied(connection.firstPart(scope->tree(), 1)))
      result.connections.emplace_back(file.text(connection.statement.span));
  return result;
}

Outcome paste(const File& file, std::string_view type, const Excerpt& given, Point offset) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  Change change;
  std::set<std::string> names;
  std::vector<Excerpt::Component> components = given.components;
  for (Excerpt::Component& component : components) {
    names.insert(component.name);
    const std::string written = component.writtenType.substr(0, component.writtenType.find('['));
    const Meaning here = meaningOfType(*scope, written);
    const std::string wanted = component.type.substr(0, component.type.find('['));
    if (here.isClass() && file.classes().qualifiedName(here.scope) == wanted)
      component.type = component.writtenType;
    else if (!meaningOfType(*scope, wanted).known() && !model::isReserved(wanted))
      change.notes.push_back(fmt::format("there is no class '{}' in this file or the libraries at hand", wanted));
  }
  const File alone("excerpt", textOf(components, given.connections));
  if (!isSound(alone, given))
    return Unexpected{refusal("bad-excerpt", {}, "what is to be pasted is no part of a circuit")};
  Steps steps(alone);
  for (const Excerpt::Component& component : components) {
    const std::string name = hasElement(*scope, component.name) || scope->name() == component.name
                                 ? freeName(*scope, component.name, names)
                                 : component.name;
    names.insert(name);
    change.components.push_back(name);
    if (name != component.name &&
        !steps.make([&](const File& now) { return renameComponent(now, "", component.name, name); }))
      return Unexpected{steps.refused()};
    if (!steps.make([&](const File& now) { return shift(now, "", name, offset); })) return Unexpected{steps.refused()};
  }
  if (!steps.make([&](const File& now) { return shiftLines(now, offset); })) return Unexpected{steps.refused()};

  const auto copied = findScope(steps.file(), "");
  if (!copied) return Unexpected{copied.error()};
  const std::string end = lineBreak(file.text());
  std::vector<std::string> declarations, equations;
  for (const syntax::ElementId id : copied->tree().items(copied->node.elements))
    declarations.push_back(withLineEnds(steps.file().text(copied->tree()[id].span), end) + ';');
  for (const Connection& connection : connectionsOf(*copied)) {
    equations.push_back(withLineEnds(steps.file().text(connection.statement.span), end) + ';');
    change.connections.emplace_back(canonical(*copied, connection, 0), canonical(*copied, connection, 1));
  }
  if (declarations.empty()) return Change{};
  Steps added(file);
  const bool isMade = added.make([&](const File& now) -> Outcome {
    return Change{{addDeclarations(*findScope(now, type), declarations)}};
  }) && (equations.empty() || added.make([&](const File& now) -> Outcome {
                        return Change{{addEquations(*findScope(now, type), equations)}};
                      }));
  if (!isMade) return Unexpected{added.refused()};
  change.edits = added.finish().edits;
  return change;
}

}  // namespace dashpot::editing

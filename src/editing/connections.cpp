// editing/connections.cpp: connections come, go and take another way.
#include "base/nearest.hpp"
#include "editing/annotation_entries.hpp"
#include "editing/annotation_text.hpp"
#include "editing/connector_sizing.hpp"
#include "editing/statements.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dashpot::editing {

namespace {

using Kind = ClassItem::Kind;
using model::ClassRef;
using syntax::ExpressionId;
using syntax::SectionId;

// ----------------------------------------------------------------------------------------------------------- the ends

bool isConnector(Meanings& meanings, ClassRef type) {
  for (int depth = 0; type != ClassRef::none && depth < model::WrittenClasses::depthLimit; ++depth) {
    const syntax::ClassKind kind = meanings.classes()[type].node().kind;
    if (kind == syntax::ClassKind::connector || kind == syntax::ClassKind::expandableConnector) return true;
    if (meanings.classes()[type].node().form != syntax::ClassForm::shortClass) return false;
    type = meanings.shortBase(type);
  }
  return false;
}

bool isExpandable(Meanings& meanings, ClassRef type) {
  type = meanings.withoutShortForms(type);
  return type != ClassRef::none && meanings.classes()[type].node().kind == syntax::ClassKind::expandableConnector;
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
    if (meaning.known() && isConnector(meanings, meanings.typeOf(meaning))) names.push_back(name);
  }
  return names;
}

/// Whether all classes that this one inherits from are at hand.
bool isWhollyKnown(Meanings& meanings, ClassRef type, int depth = 0) {
  type = meanings.withoutShortForms(type);
  if (type == ClassRef::none || depth > model::WrittenClasses::depthLimit) return false;
  const syntax::Tree& tree = meanings.tree(type);
  for (const syntax::ElementId id : tree.items(meanings.classes()[type].node().elements))
    if (tree[id].kind == syntax::ElementKind::extends &&
        !isWhollyKnown(meanings, meanings.base(type, tree[id]), depth + 1))
      return false;
  return true;
}

/// Empty, or why this is no connector that the class could connect. What is not at hand is believed.
std::optional<Diagnostic> objectionTo(const Scope& scope, const Fragment& end, std::string_view text) {
  const auto refuse = [&](std::string message) {
    return refusal("no-connector", scope.tree().range(scope.node.nameSpan), std::move(message));
  };
  if (!end.isReference()) return refuse(fmt::format("'{}' is no connector: write component.connector", text));
  Meanings meanings(scope.file.classes(), scope.file.sources(), scope.file.tree());
  ClassRef owner = scope.ref;
  const auto& parts = end.expression().parts;
  for (std::size_t i = 0; i < parts.count; ++i) {
    const std::string name(end.symbols.text(end.tree[end.tree.at(parts, i)].name));
    if (isExpandable(meanings, owner)) return std::nullopt;  // it has what is connected to it
    const Meaning part = meanings.component(owner, scope.file.symbols().intern(name));
    const bool isLast = i + 1 == parts.count;
    if (!part.known() && !isWhollyKnown(meanings, owner)) return std::nullopt;
    const ClassRef type = part.known() ? meanings.typeOf(part) : ClassRef::none;
    const bool isNumber = part.known() && isPredefined(meanings, part);
    const bool isWrong =
        !part.known() || isNumber || (isLast && type != ClassRef::none && !isConnector(meanings, type));
    if (isWrong) {
      const std::string ownerName = scope.file.classes().qualifiedName(owner);
      Diagnostic refused = refuse(part.known() ? fmt::format("'{}' is not a connector", text)
                                  : i == 0     ? fmt::format("there is no component '{}' in {}", name, scope.name())
                                               : fmt::format("{} has no connector '{}'", ownerName, name));
      const std::vector<std::string> names = isLast ? connectorNames(meanings, owner) : componentNames(meanings, owner);
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

std::string canonical(const Scope& scope, const Connection& connection, std::size_t side) {
  return syntax::print(scope.tree(), scope.tree().at(connection.statement.expressions, side), scope.file.symbols());
}

/// The connection of two ends, in whatever order.
std::optional<Connection> findConnection(const Scope& scope, std::string_view from, std::string_view to) {
  const Fragment first(from), second(to);
  if (!first.isReference() || !second.isReference()) return std::nullopt;
  const std::string a = first.canonical(), b = second.canonical();
  for (const Connection& connection : connectionsOf(scope)) {
    const std::string left = canonical(scope, connection, 0), right = canonical(scope, connection, 1);
    if ((left == a && right == b) || (left == b && right == a)) return connection;
  }
  return std::nullopt;
}

Diagnostic notConnected(const Scope& scope, std::string_view from, std::string_view to) {
  Diagnostic refused = refusal("no-connection", scope.tree().range(scope.node.nameSpan),
                               fmt::format("{} itself has no connection of '{}' and '{}'", scope.name(), from, to));
  for (const syntax::ElementId id : scope.tree().items(scope.node.elements))
    if (scope.tree()[id].kind == syntax::ElementKind::extends)
      refused.note(fmt::format("connections that it inherits from {} are changed there",
                               scope.file.text(scope.tree()[scope.tree()[id].name].span)));
  return refused;
}

// ------------------------------------------------------------------------------------------------------------ the text

/// What stands between a connection and its annotation: as with the last one that has an annotation.
std::string lineOpening(const Scope& scope) {
  const std::string_view text = scope.file.text();
  std::string opening = " ";
  for (const Connection& connection : connectionsOf(scope)) {
    if (connection.statement.annotation.empty()) continue;
    const std::uint32_t begin =
        annotationAtEnd(scope.file, connection.statement.span, connection.statement.annotation).whole.begin;
    opening = beginsLine(text, begin) ? lineBreak(text) + indentOf(text, begin) : " ";
  }
  return opening;
}

Edit addEquation(const Scope& scope, const std::string& equation) {
  const File& file = scope.file;
  const syntax::Tree& tree = scope.tree();
  const ClassLayout layout = layoutOf(file, scope.node);
  std::string indent = bodyIndent(file, scope.node, layout);
  SectionId last = SectionId::none;
  for (const SectionId id : tree.items(scope.node.sections))
    if (!tree[id].algorithm && !tree[id].initial) last = id;
  if (last != SectionId::none) {
    const auto& statements = tree[last].statements;
    if (!statements.empty())
      if (const std::uint32_t begin = tree[tree.at(statements, statements.count - 1)].span.begin;
          beginsLine(file.text(), begin))
        indent = indentOf(file.text(), begin);
    return insertAfter(file, tree[last].span.end, indent, equation);
  }
  // Behind all that comes before the annotation at the end.
  std::size_t next = layout.items.size() - 1;
  while (next > 0 && (layout.items[next - 1].kind == Kind::annotation || layout.items[next - 1].kind == Kind::external))
    --next;
  const std::uint32_t after = next > 0 ? layout.items[next - 1].span.end : layout.header;
  const std::string outer = indentOf(file.text(), scope.node.span.begin);
  return insertAfter(file, after, outer, "equation" + lineBreak(file.text()) + indent + equation);
}

}  // namespace

Outcome connect(const File& file, std::string_view type, std::string_view from, std::string_view to, const Line& line) {
  const auto found = findScope(file, type);
  if (!found) return Unexpected{found.error()};
  const Scope& scope = *found;
  const std::array<std::string_view, 2> given{from, to};
  std::array<std::string, 2> ends;
  for (std::size_t side = 0; side < 2; ++side) {
    const Fragment end(given[side]);
    if (auto objection = objectionTo(scope, end, given[side])) return Unexpected{std::move(*objection)};
    ends[side] = end.canonical();
  }
  if (ends[0] == ends[1])
    return Unexpected{refusal("no-connection", scope.tree().range(scope.node.nameSpan),
                              fmt::format("'{}' cannot be connected to itself", from))};
  if (line.points.size() == 1) return Unexpected{refusal("bad-line", {}, "a line has at least two points")};
  if (const auto there = findConnection(scope, from, to))
    return Unexpected{refusal("already-connected", scope.tree().range(there->statement.span),
                              fmt::format("'{}' and '{}' are connected already", from, to))};
  Change change;
  for (std::string& end : ends) {
    auto sized = growForConnection(scope, end);
    if (!sized) return Unexpected{sized.error()};
    if (!change.edits.empty() && !sized->change.edits.empty() && partsOf(ends[0])[0] == partsOf(ends[1])[0])
      return Unexpected{refusal("computed-size", scope.tree().range(scope.node.nameSpan),
                                fmt::format("both ends belong to '{}' and would grow", partsOf(end)[0]))
                            .hint("name elements of the arrays")};
    end = sized->end;
    std::ranges::move(sized->change.edits, std::back_inserter(change.edits));
    std::ranges::move(sized->change.notes, std::back_inserter(change.notes));
  }
  std::string equation = fmt::format("connect({}, {})", ends[0], ends[1]);
  if (const std::string annotation = lineText(line); !annotation.empty())
    equation += lineOpening(scope) + "annotation(" + annotation + ')';
  change.edits.push_back(addEquation(scope, equation + ';'));
  change.edits = sorted(std::move(change.edits));
  return change;
}

Outcome disconnect(const File& file, std::string_view type, std::string_view from, std::string_view to) {
  const auto found = findScope(file, type);
  if (!found) return Unexpected{found.error()};
  const auto connection = findConnection(*found, from, to);
  if (!connection) return Unexpected{notConnected(*found, from, to)};
  Change change{{removeStatement(file, connection->statement)}};
  auto shrunk = shrinkAfterRemoval(*found, *connection);
  std::ranges::move(shrunk.edits, std::back_inserter(change.edits));
  std::ranges::move(shrunk.notes, std::back_inserter(change.notes));
  if (connection->isNested) change.notes.emplace_back("it stood in a loop or a branch: all that this made is gone");
  change.edits = sorted(std::move(change.edits));
  return change;
}

Outcome reroute(const File& file, std::string_view type, std::string_view from, std::string_view to,
                const std::vector<Point>& points) {
  const auto found = findScope(file, type);
  if (!found) return Unexpected{found.error()};
  const auto connection = findConnection(*found, from, to);
  if (!connection) return Unexpected{notConnected(*found, from, to)};
  if (points.size() < 2) return Unexpected{refusal("bad-line", {}, "a line has at least two points")};
  const syntax::Statement& statement = connection->statement;
  const syntax::Argument* line = annotationEntry(file, statement.annotation, "Line");
  if (!line)
    return Change{{addEntry(file, statement.span, statement.annotation, lineOpening(*found), lineText({points}))}};
  const syntax::Argument* entry = annotationEntry(file, line->modification, "points");
  const std::string text = "points = " + pointsText(points);
  if (!entry) {
    const ArgumentLayout layout = layoutOf(file, *line);
    if (isEmpty(layout.arguments)) return Change{{{layout.head, layout.head, '(' + text + ')'}}};
    return Change{{addArgument(file, layout.arguments, spansOf(file.tree(), line->modification.arguments), text)}};
  }
  const auto written = writtenPoints(file.tree(), entry->modification.value);
  if (written && written->size() == points.size()) {
    NumberEdits numbers(file);
    for (std::size_t i = 0; i < points.size(); ++i) numbers.set((*written)[i], points[i]);
    return Change{sorted(numbers.take())};
  }
  if (entry->modification.value == ExpressionId::none) return Change{{{entry->span.begin, entry->span.end, text}}};
  const Span value = layoutOf(file, *entry).value;
  return Change{{{value.begin, value.end, pointsText(points)}}};
}

}  // namespace dashpot::editing

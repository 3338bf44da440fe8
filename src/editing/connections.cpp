// editing/connections.cpp: connections come, go and take another way.
#include "editing/annotation_entries.hpp"
#include "editing/annotation_text.hpp"
#include "editing/connectable.hpp"
#include "editing/connector_sizing.hpp"
#include "editing/statements.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace dashpot::editing {

namespace {

using syntax::ExpressionId;

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

}  // namespace

Outcome connect(const File& file, std::string_view type, std::string_view from, std::string_view to, const Line& line) {
  const auto found = findScope(file, type);
  if (!found) return Unexpected{found.error()};
  const Scope& scope = *found;
  Connectable connectable(file.classes(), file.sources(), file.tree(), scope.ref);
  for (const std::string_view end : {from, to})
    if (auto objection = connectable.objectionTo(end)) return Unexpected{std::move(*objection)};
  if (auto objection = connectable.objectionTo(from, to)) return Unexpected{std::move(*objection)};
  if (line.points.size() == 1) return Unexpected{refusal("bad-line", {}, "a line has at least two points")};
  std::array<std::string, 2> ends{Fragment(from).canonical(), Fragment(to).canonical()};
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
  change.edits.push_back(addEquations(scope, {equation + ';'}));
  change.connections.emplace_back(ends[0], ends[1]);
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

namespace {

/// The points relative to the origin that a line may have.
std::vector<Point> relativeTo(const File& file, const syntax::Argument& line, std::vector<Point> points) {
  const syntax::Argument* entry = annotationEntry(file, line.modification, "origin");
  const auto origin = entry ? writtenPoint(file.tree(), entry->modification.value) : std::nullopt;
  if (origin)
    for (Point& p : points) p = {p.x - origin->value.x, p.y - origin->value.y};
  return points;
}

Edits rewritePoints(const File& file, const syntax::Argument& entry, const std::vector<Point>& points) {
  const auto written = writtenPoints(file.tree(), entry.modification.value);
  if (written && written->size() == points.size()) {
    NumberEdits numbers(file);
    for (std::size_t i = 0; i < points.size(); ++i) numbers.set((*written)[i], points[i]);
    return numbers.take();
  }
  if (entry.modification.value == ExpressionId::none)
    return {{entry.span.begin, entry.span.end, "points = " + pointsText(points)}};
  const Span value = layoutOf(file, entry).value;
  return {{value.begin, value.end, pointsText(points)}};
}

Edits rewriteLine(const Scope& scope, const syntax::Statement& statement, const Line& wanted) {
  const File& file = scope.file;
  const syntax::Argument* line = annotationEntry(file, statement.annotation, "Line");
  if (!line) return {addEntry(file, statement.span, statement.annotation, lineOpening(scope), lineText(wanted))};
  const std::vector<Point> points = relativeTo(file, *line, wanted.points);
  const syntax::Argument* entry = annotationEntry(file, line->modification, "points");
  Line missing;  // of what the line says
  if (!entry) missing.points = points;
  if (!annotationEntry(file, line->modification, "color")) missing.color = wanted.color;
  Edits edits = entry ? rewritePoints(file, *entry, points) : Edits{};
  if (const std::string text = lineArguments(missing); !text.empty()) {
    const ArgumentLayout layout = layoutOf(file, *line);
    edits.push_back(isEmpty(layout.arguments) ? Edit{layout.head, layout.head, '(' + text + ')'}
                                              : addArgument(file, layout.arguments,
                                                            spansOf(file.tree(), line->modification.arguments), text));
  }
  return edits;
}

}  // namespace

Outcome reroute(const File& file, std::string_view type, const std::vector<Way>& ways) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  std::map<Ends, const syntax::Statement*> known;
  for (const Connection& connection : connectionsOf(*scope))
    known.emplace(Ends{canonical(*scope, connection, 0), canonical(*scope, connection, 1)}, &connection.statement);
  Change change;
  for (const Way& way : ways) {
    const Fragment first(way.ends.first), second(way.ends.second);
    auto found = known.end();
    if (first.isReference() && second.isReference()) {
      found = known.find({first.canonical(), second.canonical()});
      if (found == known.end()) found = known.find({second.canonical(), first.canonical()});
    }
    if (found == known.end()) return Unexpected{notConnected(*scope, way.ends.first, way.ends.second)};
    if (way.line.points.size() < 2) return Unexpected{refusal("bad-line", {}, "a line has at least two points")};
    std::ranges::move(rewriteLine(*scope, *found->second, way.line), std::back_inserter(change.edits));
  }
  change.edits = sorted(std::move(change.edits));
  return change;
}

Outcome reroute(const File& file, std::string_view type, std::string_view from, std::string_view to,
                const std::vector<Point>& points) {
  return reroute(file, type, {{{std::string(from), std::string(to)}, {points, {}}}});
}

}  // namespace dashpot::editing

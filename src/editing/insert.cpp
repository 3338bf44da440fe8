// editing/insert.cpp: a component with two ports goes into a connection.
#include "editing/connectable.hpp"
#include "editing/lookup.hpp"
#include "editing/statements.hpp"
#include "editing/steps.hpp"

#include <fmt/format.h>

namespace dashpot::editing {

namespace {

/// Lets the connection of two ends go to another connector in place of the second.
Outcome reconnect(const File& file, std::string_view type, const Ends& ends, const std::string& other) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  const auto connection = findConnection(*scope, ends.first, ends.second);
  if (!connection) return Unexpected{notConnected(*scope, ends.first, ends.second)};
  Connectable connectable(file.classes(), file.sources(), file.tree(), scope->ref);
  if (auto objection = connectable.objectionTo(other)) return Unexpected{std::move(*objection)};
  if (auto objection = connectable.objectionTo(ends.first, other)) return Unexpected{std::move(*objection)};
  const syntax::Tree& tree = scope->tree();
  const bool isInOrder = canonical(*scope, *connection, 1) == Fragment(ends.second).canonical();
  const Span end = tree[tree.at(connection->statement.expressions, isInOrder ? 1 : 0)].span;
  return Change{{{end.begin, end.end, other}}, {}, {}, {{ends.first, other}}};
}

}  // namespace

Outcome insert(const File& file, std::string_view type, std::string_view component, const Ends& into,
               std::string_view inlet, std::string_view outlet) {
  const auto end = [&](std::string_view port) { return fmt::format("{}.{}", component, port); };
  if (inlet == outlet)
    return Unexpected{refusal("no-connection", {}, fmt::format("'{}' cannot be both ends of '{}'", inlet, component))};
  Steps steps(file);
  const bool isMade = steps.make([&](const File& now) { return reconnect(now, type, into, end(inlet)); }) &&
                      steps.make([&](const File& now) { return connect(now, type, end(outlet), into.second); });
  return isMade ? Outcome(steps.finish()) : Outcome(Unexpected{steps.refused()});
}

}  // namespace dashpot::editing

// editing/duplicate.cpp: a copy of a class, to be changed.
#include "editing/layout.hpp"
#include "editing/lookup.hpp"

#include <fmt/format.h>

namespace dashpot::editing {

Outcome duplicateClass(const File& file, std::string_view type, std::string_view name) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  if (const std::string wrong = whatIsWrongWithName(name); !wrong.empty())
    return Unexpected{refusal("bad-name", {}, wrong)};
  if (isTakenBeside(*scope, name))
    return Unexpected{refusal("name-taken", file.tree().range(scope->node.nameSpan),
                              fmt::format("there is '{}' already in the same place", name))
                          .hint("choose another name")};
  const Span whole = declarationOf(file, *scope);
  Edits inside;
  for (const Span span : occurrences(file.classes(), file.sources(), file.tree(), {scope->ref, Symbol::none}))
    if (span.begin >= whole.begin && span.end <= whole.end)
      inside.push_back({span.begin - whole.begin, span.end - whole.begin, std::string(name)});
  const std::string copy = editing::apply(file.text(whole), inside) + ';';
  const std::uint32_t semicolon = file.tokens()[file.tokenAt(whole.end)].end;
  const std::string_view text = file.text();
  const std::string end = lineBreak(text);
  // An empty line between the two, as between classes usually.
  Edit edit = insertAfter(file, semicolon, indentOf(text, whole.begin), copy);
  if (edit.replacement.starts_with(end)) edit.replacement.insert(0, end);
  return Change{{edit}};
}

}  // namespace dashpot::editing

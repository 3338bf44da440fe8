// editing/rename.cpp: a component or class gets another name, and what names it follows.
#include "editing/layout.hpp"
#include "editing/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::editing {

namespace {

/// What every identifier of a file names, in the order of the walk.
struct Named {
  std::uint32_t begin = 0;
  std::string target;
};

std::vector<Named> allNames(const File& file) {
  std::vector<Named> names;
  forEachName(
      file.classes(), file.sources(), file.tree(), [](const NamedPlace&) { return true; },
      [&](const NamedPlace& place, const Target& target) {
        std::string text = file.classes().qualifiedName(target.scope);
        if (target.component != Symbol::none) text += " " + std::string(file.text(target.component));
        names.push_back({place.span.begin, std::move(text)});
      });
  std::ranges::stable_sort(names, {}, &Named::begin);
  return names;
}

/// Where a place lies in the changed text.
std::uint32_t moved(std::uint32_t offset, const Edits& edits) {
  std::int64_t shift = 0;
  for (const Edit& edit : edits)
    if (edit.end <= offset) shift += static_cast<std::int64_t>(edit.replacement.size()) - (edit.end - edit.begin);
  return static_cast<std::uint32_t>(offset + shift);
}

/// The first name that would mean something else after the change; empty: none.
std::optional<std::uint32_t> firstChangedMeaning(const File& file, const Edits& edits, std::string_view oldTarget,
                                                 std::string_view newTarget) {
  const File changed("renamed", editing::apply(file.text(), edits), file.around());
  const std::vector<Named> before = allNames(file), after = allNames(changed);
  const auto renamed = [&](const std::string& target) {
    if (target == oldTarget) return std::string(newTarget);
    // What is inside of a class that is renamed.
    if (target.starts_with(oldTarget) && (target[oldTarget.size()] == '.' || target[oldTarget.size()] == ' '))
      return std::string(newTarget) + target.substr(oldTarget.size());
    return target;
  };
  for (std::size_t i = 0; i < before.size(); ++i)
    if (i >= after.size() || after[i].begin != moved(before[i].begin, edits) ||
        after[i].target != renamed(before[i].target))
      return before[i].begin;
  return std::nullopt;
}

Edits replaceAll(const std::vector<Span>& spans, std::string_view name) {
  Edits edits;
  for (const Span span : spans) edits.push_back({span.begin, span.end, std::string(name)});
  return edits;
}

std::vector<std::string> notesFor(std::size_t places, std::string_view what) {
  return {fmt::format("renamed in {} place{}", places, places == 1 ? "" : "s"),
          fmt::format("other files that use or extend {} are not changed", what)};
}

Outcome renamed(const Scope& scope, const Target& target, std::string_view name, std::string_view oldTarget,
                std::string_view newTarget, std::string_view what) {
  const File& file = scope.file;
  const std::vector<Span> spans = occurrences(file.classes(), file.sources(), file.tree(), target);
  Change change{replaceAll(spans, name), notesFor(spans.size(), what)};
  if (const auto place = firstChangedMeaning(file, change.edits, oldTarget, newTarget))
    return Unexpected{refusal("name-taken", {file.tree().source, *place, *place + 1},
                              fmt::format("with the name '{}' this would mean something else", name))
                          .hint("choose another name")};
  return change;
}

}  // namespace

Outcome renameComponent(const File& file, std::string_view type, std::string_view component, std::string_view name) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  const auto own = findOwn(*scope, component);
  if (!own) return Unexpected{own.error()};
  if (const std::string wrong = whatIsWrongWithName(name); !wrong.empty())
    return Unexpected{refusal("bad-name", {}, wrong)};
  if (component == name) return Change{};
  if (own->element.isRedeclare)
    return Unexpected{
        refusal("inherited", file.tree().range(own->component.nameSpan),
                fmt::format("'{}' redeclares what {} inherits: its name is given there", component, scope->name()))};
  if (hasElement(*scope, name))
    return Unexpected{refusal("name-taken", file.tree().range(own->component.nameSpan),
                              fmt::format("{} has an element '{}' already", scope->name(), name))
                          .hint("choose another name")};
  const std::string qualified = file.classes().qualifiedName(scope->ref);
  auto outcome = renamed(*scope, {scope->ref, own->component.name}, name, qualified + ' ' + std::string(component),
                         qualified + ' ' + std::string(name), qualified);
  if (outcome && (own->element.isInner || own->element.isOuter))
    outcome->notes.push_back(fmt::format("'{}' is {}: its counterparts in other classes must have the same name",
                                         component, own->element.isInner ? "inner" : "outer"));
  return outcome;
}

Outcome renameClass(const File& file, std::string_view type, std::string_view name) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  if (const std::string wrong = whatIsWrongWithName(name); !wrong.empty())
    return Unexpected{refusal("bad-name", {}, wrong)};
  if (scope->name() == name) return Change{};
  if (isTakenBeside(*scope, name))
    return Unexpected{refusal("name-taken", file.tree().range(scope->node.nameSpan),
                              fmt::format("there is '{}' already in the same place", name))
                          .hint("choose another name")};
  const std::string qualified = file.classes().qualifiedName(scope->ref);
  const std::string outer = qualified.substr(0, qualified.size() - scope->name().size());
  return renamed(*scope, {scope->ref, Symbol::none}, name, qualified, outer + std::string(name), qualified);
}

}  // namespace dashpot::editing

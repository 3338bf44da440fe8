// editing/experiment.cpp: annotation(experiment(StartTime, StopTime, Tolerance, Interval)), Modelica 3.6, section 18.4.
#include "editing/annotation_entries.hpp"
#include "editing/lookup.hpp"
#include "editing/values.hpp"

#include <fmt/format.h>

#include <array>

namespace dashpot::editing {

namespace {

using Kind = ClassItem::Kind;

struct Entry {
  std::string_view name;
  std::string value;
  std::optional<double> number = {};
};

Expected<std::vector<Entry>, Diagnostic> entriesOf(const Experiment& experiment) {
  const ValueFacts time{.isKnown = true, .unit = "s"}, plain{.isKnown = true};
  const std::array<std::pair<Entry, ValueFacts>, 4> given{{{{"StartTime", experiment.startTime}, time},
                                                           {{"StopTime", experiment.stopTime}, time},
                                                           {{"Tolerance", experiment.tolerance}, plain},
                                                           {{"Interval", experiment.interval}, time}}};
  std::vector<Entry> entries;
  for (const auto& [entry, facts] : given) {
    if (entry.value.empty()) continue;
    auto text = valueText(entry.value, facts, entry.name);
    if (!text) return Unexpected{text.error()};
    const Fragment fragment(*text);
    const auto number = literalNumber(fragment.tree, fragment.value);
    if (!number)
      return Unexpected{refusal("bad-value", {}, fmt::format("{} is a number, and '{}' is none", entry.name, *text))};
    entries.push_back({entry.name, std::move(*text), number});
  }
  return entries;
}

std::string textOf(const std::vector<Entry>& entries) {
  std::string text;
  for (const Entry& entry : entries)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", entry.name, entry.value);
  return text;
}

/// The annotation of the class; empty: it has none.
Span annotationOf(const ClassLayout& layout) {
  for (const ClassItem& item : layout.items)
    if (item.kind == Kind::annotation) return item.span;
  return {};
}

Edit addAnnotation(const Scope& scope, const ClassLayout& layout, const std::string& experiment) {
  const File& file = scope.file;
  const std::string line = "annotation(" + experiment + ");";
  const std::string indent = bodyIndent(file, scope.node, layout);
  const std::uint32_t end = layout.items.back().span.begin;
  const std::string_view text = file.text();
  if (beginsLine(text, end)) {
    const std::uint32_t at = lineBegin(text, end);
    return {at, at, indent + line + lineBreak(text)};
  }
  return {end, end, line + ' '};
}

}  // namespace

Outcome setExperiment(const File& file, std::string_view type, const Experiment& experiment) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  const auto entries = entriesOf(experiment);
  if (!entries) return Unexpected{entries.error()};
  if (entries->empty()) return Change{};
  const std::string whole = "experiment(" + textOf(*entries) + ')';
  const syntax::Modification& annotation = scope->node.annotation;
  const ClassLayout layout = layoutOf(file, scope->node);
  const Span written = annotationOf(layout);
  if (isEmpty(written)) return Change{{addAnnotation(*scope, layout, whole)}};
  const syntax::Argument* there = annotationEntry(file, annotation, "experiment");
  if (!there) {
    const std::size_t open = file.tokenAt(written.begin) + 1;
    const Span list{file.tokens()[open].begin, file.tokens()[file.closing(open)].end};
    std::vector<Span> items;  // those of this annotation, should there be a second one
    for (const Span item : spansOf(file.tree(), annotation.arguments))
      if (item.begin > list.begin && item.end < list.end) items.push_back(item);
    return Change{{addArgument(file, list, items, whole)}};
  }
  const ArgumentLayout place = layoutOf(file, *there);
  if (isEmpty(place.arguments)) return Change{{{place.head, place.head, '(' + textOf(*entries) + ')'}}};
  Edits edits;
  std::vector<Entry> added;
  for (const Entry& entry : *entries) {
    const syntax::Argument* old = annotationEntry(file, there->modification, entry.name);
    if (!old) {
      added.push_back(entry);
    } else if (old->modification.value == syntax::ExpressionId::none) {
      const std::uint32_t at = layoutOf(file, *old).beforeValue;
      edits.push_back({at, at, " = " + entry.value});
    } else if (literalNumber(file.tree(), old->modification.value) != entry.number) {
      const Span value = layoutOf(file, *old).value;
      edits.push_back({value.begin, value.end, entry.value});
    }
  }
  if (!added.empty())
    edits.push_back(
        addArgument(file, place.arguments, spansOf(file.tree(), there->modification.arguments), textOf(added)));
  return Change{sorted(std::move(edits))};
}

}  // namespace dashpot::editing

// editing/experiment.cpp: annotation(experiment(StartTime, StopTime, Tolerance, Interval)), Modelica 3.6, section 18.4.
#include "editing/annotation_entries.hpp"
#include "editing/class_annotation.hpp"
#include "editing/lookup.hpp"
#include "editing/values.hpp"

#include <fmt/format.h>

#include <array>

namespace dashpot::editing {

namespace {

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

}  // namespace

Outcome setExperiment(const File& file, std::string_view type, const Experiment& experiment) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  const auto entries = entriesOf(experiment);
  if (!entries) return Unexpected{entries.error()};
  if (entries->empty()) return Change{};
  const std::string whole = "experiment(" + textOf(*entries) + ')';
  const syntax::Argument* there = annotationEntry(file, scope->node.annotation, "experiment");
  if (!there) return Change{{addClassEntry(*scope, whole)}};
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

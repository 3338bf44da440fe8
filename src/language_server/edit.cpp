#include "language_server/edit.hpp"

#include "language_server/diagnose.hpp"
#include "language_server/gestures.hpp"
#include "language_server/protocol.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <span>

namespace dashpot::language_server {

namespace {

using editing::Ends;
using nlohmann::json;

class Composition {
 public:
  Composition(Draft& draft, const Document& document, std::string type, bool linesFollow)
      : draft_(draft),
        text_(document.text),
        version_(document.version),
        type_(std::move(type)),
        follows_(linesFollow) {}

  json run(const std::vector<Gesture>& gestures) {
    for (std::size_t i = 0; i < gestures.size();) {
      const std::size_t end = endOfTurn(gestures, i);
      if (follows_)
        keepPlaces(
            {gestures.begin() + static_cast<std::ptrdiff_t>(i), gestures.begin() + static_cast<std::ptrdiff_t>(end)});
      editing::Change together;
      for (; i < end; ++i) join(together, made(gestures[i]));
      std::ranges::sort(together.edits, {}, &editing::Edit::begin);
      const std::vector<std::string> added = together.components;
      take(std::move(together));
      if (follows_ && !added.empty()) take(required(editing::keepPlaces(draft_.file(), type_, added)));
    }
    if (follows_ && touched_.hasAny()) take(required(editing::followLines(draft_.file(), type_, touched_)));
    return {{"version", version_}, {"changes", std::move(changes_)}, {"notes", notes_}, {"names", names_}};
  }

 private:
  /// Moves of different components touch different places of the text: they are made on one version of it.
  static std::size_t endOfTurn(const std::vector<Gesture>& gestures, std::size_t begin) {
    std::vector<std::string> moved;
    std::size_t end = begin;
    while (end < gestures.size() && gestures[end].isPlacement &&
           std::ranges::find(moved, gestures[end].components.front()) == moved.end())
      moved.push_back(gestures[end++].components.front());
    return std::max(end, begin + 1);
  }

  void keepPlaces(std::span<const Gesture> turn) {
    std::vector<std::string> components;
    bool isOnDrawing = false;
    for (const Gesture& gesture : turn) {
      isOnDrawing = isOnDrawing || gesture.isOnDrawing;
      std::ranges::copy(gesture.components, std::back_inserter(components));
    }
    if (isOnDrawing) take(required(editing::keepPlaces(draft_.file(), type_, components)));
  }

  editing::Change made(const Gesture& gesture) {
    editing::Change change = required(gesture.make(draft_.file(), type_));
    if (gesture.linesFollow) touched_.components.push_back(gesture.components.front());
    std::ranges::copy(gesture.anew, std::back_inserter(touched_.anew));
    if (gesture.renamed) rename(*gesture.renamed);
    if (gesture.newClass) {
      const std::size_t dot = type_.rfind('.');
      type_ = dot == std::string::npos ? *gesture.newClass : type_.substr(0, dot + 1) + *gesture.newClass;
    }
    return change;
  }

  /// What was touched before has another name now.
  void rename(const Ends& renamed) {
    const auto [before, after] = renamed;
    std::ranges::replace(touched_.components, before, after);
    const auto replace = [&](std::string& end) {
      if (end.starts_with(before) && end.find_first_of(".[") == before.size()) end.replace(0, before.size(), after);
    };
    for (auto* list : {&touched_.added, &touched_.anew})
      for (Ends& ends : *list) replace(ends.first), replace(ends.second);
  }

  static editing::Change required(editing::Outcome&& outcome) {
    if (!outcome) throw RequestError(ErrorCode::requestFailed, messageOf(outcome.error()));
    return std::move(*outcome);
  }

  static void join(editing::Change& all, editing::Change&& change) {
    std::ranges::move(change.edits, std::back_inserter(all.edits));
    std::ranges::move(change.notes, std::back_inserter(all.notes));
    std::ranges::move(change.components, std::back_inserter(all.components));
    std::ranges::move(change.connections, std::back_inserter(all.connections));
  }

  void take(editing::Change&& change) {
    std::ranges::move(change.notes, std::back_inserter(notes_));
    std::ranges::copy(change.components, std::back_inserter(names_));
    if (!change.connections.empty())  // else nothing is joined with them yet
      std::ranges::copy(change.components, std::back_inserter(touched_.components));
    std::ranges::copy(change.connections, std::back_inserter(touched_.added));
    if (change.edits.empty()) return;
    json edits = json::array();
    for (const editing::Edit& edit : change.edits)
      edits.push_back({{"range", toJson(text_.range(edit.begin, edit.end))}, {"newText", edit.replacement}});
    changes_.push_back(std::move(edits));
    draft_.apply(change.edits);
    text_ = Text(draft_.file().text(), text_.encoding());
  }

  Draft& draft_;
  Text text_;  // as it stands
  std::int64_t version_;
  std::string type_;
  bool follows_;
  editing::Touched touched_;
  json changes_ = json::array();
  std::vector<std::string> notes_, names_;
};

}  // namespace

json edit(Draft& draft, const Document& document, const std::string& type, const json& list, bool linesFollow) {
  if (!list.is_array()) throw RequestError(ErrorCode::invalidParams, "'gestures' has to be a list");
  constexpr std::size_t most = 10'000;
  if (list.size() > most)
    throw RequestError(ErrorCode::invalidParams, fmt::format("at most {} gestures at once", most));
  std::vector<Gesture> gestures;
  for (const json& each : list) gestures.push_back(gestureFrom(each));
  return Composition(draft, document, type, linesFollow).run(gestures);
}

json fragment(const editing::File& file, const std::string& type, const std::vector<std::string>& components) {
  const auto excerpt = editing::excerpt(file, type, components);
  if (!excerpt) throw RequestError(ErrorCode::requestFailed, messageOf(excerpt.error()));
  json parts = json::array();
  for (const editing::Excerpt::Component& component : excerpt->components)
    parts.push_back({{"name", component.name},
                     {"prefixes", component.prefixes},
                     {"type", component.type},
                     {"written_type", component.writtenType},
                     {"declaration", component.declaration}});
  return {{"fragment", {{"components", std::move(parts)}, {"connections", excerpt->connections}}}};
}

}  // namespace dashpot::language_server

#include "language_server/diagram.hpp"

#include "base/nearest.hpp"
#include "drawing/draw.hpp"
#include "drawing/json.hpp"
#include "editing/connectable.hpp"
#include "language_server/experiment.hpp"
#include "language_server/figures.hpp"
#include "language_server/protocol.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace dashpot::language_server {

namespace {

using model::ClassRef;
using nlohmann::json;
using syntax::ClassKind;

bool isModelLike(const syntax::Class& node) {
  return node.kind == ClassKind::model || node.kind == ClassKind::block || node.kind == ClassKind::generic;
}

/// What has a diagram: models and blocks, partial ones and those in packages included, and connectors.
bool canBeDrawn(const syntax::Class& node) {
  const bool hasBody = node.form == syntax::ClassForm::composition || node.form == syntax::ClassForm::extension;
  return hasBody && (isModelLike(node) || node.kind == ClassKind::connector);
}

/// In the order of the text.
void collectDrawn(View& view, ClassRef at, std::vector<ClassRef>& found) {
  if (canBeDrawn(view.classes[at].node())) found.push_back(at);
  const auto nested = view.classes[at].nested;
  for (const auto& [name, child] : nested)
    if (view.classes[child].tree == view.tree) collectDrawn(view, child, found);
}

std::vector<ClassRef> drawnClasses(View& view) {
  std::vector<ClassRef> found;
  for (const syntax::ClassId id : view.tree->items(view.tree->classes))
    collectDrawn(view, view.classes.define(*view.tree, id, ClassRef::none), found);
  return found;
}

/// At the top of the file, as for the verbs of the command line; else inside of a package.
ClassRef lastModelOf(View& view, const std::vector<ClassRef>& all) {
  ClassRef last = ClassRef::none;
  bool isTop = false;
  for (const ClassRef ref : all) {
    const bool isHere =
        view.classes[ref].enclosing == ClassRef::none || view.classes[view.classes[ref].enclosing].tree != view.tree;
    if (!isModelLike(view.classes[ref].node()) || (isTop && !isHere)) continue;
    last = ref;
    isTop = isHere;
  }
  return last != ClassRef::none || all.empty() ? last : all.back();
}

void writePosition(JsonText& text, std::string_view name, Position position) {
  text.key(name).openObject().member("line", position.line).member("character", position.character).close();
}

}  // namespace

ClassRef classMeant(View& view, const std::string& name) {
  const std::vector<ClassRef> all = drawnClasses(view);
  if (name.empty()) {
    const ClassRef last = lastModelOf(view, all);
    if (last == ClassRef::none) throw RequestError(ErrorCode::requestFailed, "the file has no model");
    return last;
  }
  std::vector<std::string> names;
  for (const ClassRef ref : all) {
    names.push_back(view.classes.qualifiedName(ref));
    if (names.back() == name) return ref;
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    if (names[i].ends_with("." + name)) return all[i];
  const auto meant = nearest(name, names);
  throw RequestError(ErrorCode::requestFailed, fmt::format("there is no model '{}' in this file{}", name,
                                                           meant ? fmt::format("; did you mean '{}'?", *meant) : ""));
}

std::string diagram(View& view, ClassRef type) {
  const drawing::Diagram drawn =
      drawing::draw(view.classes, view.sources, type, {.valueAtInstant = {}, .library = &view.library, .changed = {}});
  const drawing::WriteRange writeRange = [&](JsonText& text, std::string_view name, SourceRange where) {
    if (where.source != view.tree->source) return;
    text.key(name).openObject();
    writePosition(text, "start", view.text().positionAt(where.begin));
    writePosition(text, "end", view.text().positionAt(where.end));
    text.close();
  };
  JsonText answer;
  answer.openObject().member("version", view.document.version).key("classes").openArray();
  for (const ClassRef ref : drawnClasses(view)) answer.value(view.classes.qualifiedName(ref));
  answer.close();
  answer.key("experiment").raw(toText(experimentOf(view, type)));
  answer.key("figures");
  writeFigures(answer, view, type);
  answer.key("diagram").raw(drawing::toJson(drawn, view.sources, writeRange)).close();
  return std::move(answer).text();
}

json connectable(View& view, ClassRef type, const std::string& from) {
  editing::Connectable judge(view.classes, view.sources, *view.tree, type);
  if (const auto objection = judge.objectionTo(from)) throw RequestError(ErrorCode::requestFailed, objection->message);
  json ports = json::array();
  for (const std::string& to : judge.connectors()) {
    const auto objection = judge.objectionTo(from, to);
    json port{{"name", to}, {"ok", !objection.has_value()}};
    if (objection) port["reason"] = objection->message;
    ports.push_back(std::move(port));
  }
  return {{"ports", std::move(ports)}};
}

}  // namespace dashpot::language_server

#include "language_server/gestures.hpp"

#include "language_server/protocol.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace dashpot::language_server {

namespace {

using editing::Ends;
using editing::File;
using editing::Outcome;
using editing::Point;
using nlohmann::json;

// ------------------------------------------------------------------------------------------------------------ members

RequestError wrong(const char* name, std::string_view what) {
  return {ErrorCode::invalidParams, fmt::format("'{}' has to be {}", name, what)};
}

double numberFrom(const json& value, const char* name) {
  if (!value.is_number() || !std::isfinite(value.get<double>())) throw wrong(name, "a number");
  return value.get<double>();
}
double numberAt(const json& gesture, const char* name) { return numberFrom(memberOf(gesture, name), name); }
double numberAt(const json& gesture, const char* name, double otherwise) {
  return gesture.contains(name) ? numberAt(gesture, name) : otherwise;
}

std::string optionalText(const json& gesture, const char* name) {
  return gesture.contains(name) ? textAt(gesture, name) : std::string();
}

bool flagAt(const json& gesture, const char* name) {
  const json& value = memberOf(gesture, name);
  if (gesture.contains(name) && !value.is_boolean()) throw wrong(name, "true or false");
  return value == json(true);
}

Point pointFrom(const json& value, const char* name) {
  if (!value.is_array() || value.size() != 2) throw wrong(name, "a point [x, y]");
  return {numberFrom(value[0], name), numberFrom(value[1], name)};
}
Point pointAt(const json& gesture, const char* name) { return pointFrom(memberOf(gesture, name), name); }

std::vector<Point> pointsAt(const json& gesture, const char* name) {
  std::vector<Point> points;
  if (!gesture.contains(name)) return points;
  const json& list = memberOf(gesture, name);
  if (!list.is_array()) throw wrong(name, "a list of points");
  for (const json& each : list) points.push_back(pointFrom(each, name));
  return points;
}

/// What is written as a value: a text, or a number or truth value as JSON has it.
std::string valueAt(const json& gesture, const char* name) {
  const json& value = memberOf(gesture, name);
  return value.is_number() || value.is_boolean() ? value.dump() : textAt(gesture, name);
}
std::string optionalValue(const json& gesture, const char* name) {
  return gesture.contains(name) ? valueAt(gesture, name) : std::string();
}

std::string ownerOf(const std::string& end) { return end.substr(0, end.find_first_of(".[")); }

// ----------------------------------------------------------------------------------------------------------- the kinds

Gesture add(const json& gesture) {
  const editing::NewComponent added{.type = textAt(gesture, "type"),
                                    .name = optionalText(gesture, "name"),
                                    .prefixes = optionalText(gesture, "prefixes"),
                                    .modifiers = optionalText(gesture, "modifiers")};
  std::optional<editing::Pose> pose;
  if (gesture.contains("at"))
    pose = {pointAt(gesture, "at"), numberAt(gesture, "rotation", 0), flagAt(gesture, "flipped")};
  return {.make =
              [=](const File& file, std::string_view type) {
                return editing::addComponent(file, type, editing::completed(file, type, added, pose));
              },
          .isOnDrawing = true};
}

Gesture onComponent(const json& gesture,
                    const std::function<Outcome(const File&, std::string_view, std::string_view)>& make) {
  const std::string component = textAt(gesture, "component");
  return {.make = [=](const File& file, std::string_view type) { return make(file, type, component); },
          .isOnDrawing = true,
          .components = {component}};
}

Gesture moving(const json& gesture,
               const std::function<Outcome(const File&, std::string_view, std::string_view)>& make) {
  Gesture result = onComponent(gesture, make);
  result.linesFollow = result.isPlacement = true;
  return result;
}

Gesture remove(const json& gesture) { return onComponent(gesture, editing::removeComponent); }

Gesture rename(const json& gesture) {
  const std::string component = textAt(gesture, "component"), to = textAt(gesture, "to");
  return {.make = [=](const File& file,
                      std::string_view type) { return editing::renameComponent(file, type, component, to); },
          .renamed = Ends{component, to}};
}

Gesture move(const json& gesture) {
  const Point to = pointAt(gesture, "to");
  return moving(gesture, [=](const File& file, std::string_view type, std::string_view component) {
    return editing::move(file, type, component, to);
  });
}

Gesture rotate(const json& gesture) {
  const double degrees = numberAt(gesture, "degrees");
  return moving(gesture, [=](const File& file, std::string_view type, std::string_view component) {
    return editing::rotate(file, type, component, degrees);
  });
}

Gesture flip(const json& gesture) {
  const std::string& direction = textAt(gesture, "direction");
  if (direction != "horizontal" && direction != "vertical") throw wrong("direction", R"("horizontal" or "vertical")");
  const auto flip = direction == "horizontal" ? editing::Flip::horizontal : editing::Flip::vertical;
  return moving(gesture, [=](const File& file, std::string_view type, std::string_view component) {
    return editing::flip(file, type, component, flip);
  });
}

Gesture place(const json& gesture) {
  const std::vector<Point> extent = pointsAt(gesture, "extent");
  if (extent.size() != 2) throw wrong("extent", "two points");
  const editing::Placement placement{pointAt(gesture, "origin"), extent[0], extent[1],
                                     numberAt(gesture, "rotation", 0)};
  return moving(gesture, [=](const File& file, std::string_view type, std::string_view component) {
    return editing::place(file, type, component, placement);
  });
}

Gesture connect(const json& gesture) {
  const std::string from = textAt(gesture, "from"), to = textAt(gesture, "to");
  const std::vector<Point> points = pointsAt(gesture, "points");
  return {.make =
              [=](const File& file, std::string_view type) {
                return editing::connect(file, type, from, to, {points, {}});
              },
          .isOnDrawing = true,
          .components = {ownerOf(from), ownerOf(to)}};
}

Gesture disconnect(const json& gesture) {
  const std::string from = textAt(gesture, "from"), to = textAt(gesture, "to");
  return {.make = [=](const File& file, std::string_view type) { return editing::disconnect(file, type, from, to); },
          .isOnDrawing = true,
          .components = {ownerOf(from), ownerOf(to)}};
}

Gesture reroute(const json& gesture) {
  const std::string from = textAt(gesture, "from"), to = textAt(gesture, "to");
  const std::vector<Point> points = pointsAt(gesture, "points");
  Gesture result{.isOnDrawing = true, .components = {ownerOf(from), ownerOf(to)}};
  if (points.empty()) {
    result.anew = {{from, to}};
    result.make = [](const File&, std::string_view) { return Outcome(editing::Change{}); };
  } else {
    result.make = [=](const File& file, std::string_view type) {
      return editing::reroute(file, type, from, to, points);
    };
  }
  return result;
}

Gesture set(const json& gesture) {
  const std::string path = textAt(gesture, "path"), value = valueAt(gesture, "value");
  return {
      .make = [=](const File& file, std::string_view type) { return editing::setModifier(file, type, path, value); }};
}

Gesture unset(const json& gesture) {
  const std::string path = textAt(gesture, "path");
  return {.make = [=](const File& file, std::string_view type) { return editing::removeModifier(file, type, path); }};
}

Gesture redeclare(const json& gesture) {
  const std::string path = textAt(gesture, "path"), choice = textAt(gesture, "choice");
  return {
      .make = [=](const File& file, std::string_view type) { return editing::redeclare(file, type, path, choice); }};
}

Gesture experiment(const json& gesture) {
  const editing::Experiment experiment{optionalValue(gesture, "start"), optionalValue(gesture, "stop"),
                                       optionalValue(gesture, "tolerance"), optionalValue(gesture, "interval")};
  return {
      .make = [=](const File& file, std::string_view type) { return editing::setExperiment(file, type, experiment); }};
}

Gesture duplicateClass(const json& gesture) {
  const std::string to = textAt(gesture, "to");
  return {.make = [=](const File& file, std::string_view type) { return editing::duplicateClass(file, type, to); }};
}

Gesture renameClass(const json& gesture) {
  const std::string to = textAt(gesture, "to");
  return {.make = [=](const File& file, std::string_view type) { return editing::renameClass(file, type, to); },
          .newClass = to};
}

Gesture insert(const json& gesture) {
  const std::string component = textAt(gesture, "component");
  const Ends into{textAt(gesture, "from"), textAt(gesture, "to")};
  const auto portAt = [&](const char* name) {
    const std::string& port = textAt(gesture, name);
    return port.starts_with(component + '.') ? port.substr(component.size() + 1) : port;
  };
  const std::string inlet = portAt("inlet"), outlet = portAt("outlet");
  return {.make = [=](const File& file,
                      std::string_view type) { return editing::insert(file, type, component, into, inlet, outlet); },
          .isOnDrawing = true,
          .components = {component, ownerOf(into.first), ownerOf(into.second)},
          .linesFollow = true};
}

std::vector<std::string> textsAt(const json& gesture, const char* name) {
  const json& list = memberOf(gesture, name);
  if (!list.is_array()) throw wrong(name, "a list of texts");
  std::vector<std::string> texts;
  for (const json& each : list) {
    if (!each.is_string()) throw wrong(name, "a list of texts");
    texts.push_back(each.get<std::string>());
  }
  return texts;
}

/// Objects of a list.
std::vector<json> objectsAt(const json& gesture, const char* name) {
  const json& list = memberOf(gesture, name);
  if (!list.is_array() || !std::ranges::all_of(list, &json::is_object)) throw wrong(name, "a list of objects");
  return {list.begin(), list.end()};
}

Gesture paste(const json& gesture) {
  const json& fragment = memberOf(gesture, "fragment");
  editing::Excerpt excerpt;
  for (const json& each : objectsAt(fragment, "components"))
    excerpt.components.push_back({textAt(each, "name"), optionalText(each, "prefixes"), textAt(each, "type"),
                                  textAt(each, "written_type"), textAt(each, "declaration")});
  excerpt.connections = textsAt(fragment, "connections");
  const Point offset = pointAt(gesture, "offset");
  return {.make = [=](const File& file, std::string_view type) { return editing::paste(file, type, excerpt, offset); },
          .isOnDrawing = true};
}

Gesture group(const json& gesture) {
  const std::vector<std::string> components = textsAt(gesture, "components");
  const std::string name = textAt(gesture, "name");
  return {.make = [=](const File& file, std::string_view type) { return editing::group(file, type, components, name); },
          .isOnDrawing = true,
          .components = components};
}

Gesture figures(const json& gesture) {
  std::vector<editing::Figure> figures;
  for (const json& each : objectsAt(gesture, "figures")) {
    editing::Figure figure{optionalText(each, "title"), optionalText(each, "identifier"), {}};
    for (const json& shown : objectsAt(each, "plots")) {
      editing::Plot plot{optionalText(shown, "title"), optionalText(shown, "x"), {}};
      for (const json& curve : objectsAt(shown, "curves"))
        plot.curves.push_back({textAt(curve, "y"), optionalText(curve, "legend")});
      figure.plots.push_back(std::move(plot));
    }
    figures.push_back(std::move(figure));
  }
  return {.make = [=](const File& file, std::string_view type) { return editing::setFigures(file, type, figures); }};
}

Gesture arrange(const json&) {
  return {.make = [](const File& file, std::string_view type) { return editing::arrange(file, type); }};
}

}  // namespace

Gesture gestureFrom(const json& gesture) {
  static const std::map<std::string, Gesture (*)(const json&), std::less<>> kinds{
      {"add", add},
      {"remove", remove},
      {"rename", rename},
      {"move", move},
      {"rotate", rotate},
      {"flip", flip},
      {"place", place},
      {"connect", connect},
      {"disconnect", disconnect},
      {"reroute", reroute},
      {"set", set},
      {"unset", unset},
      {"redeclare", redeclare},
      {"experiment", experiment},
      {"duplicate_class", duplicateClass},
      {"rename_class", renameClass},
      {"arrange", arrange},
      {"insert", insert},
      {"paste", paste},
      {"group", group},
      {"figures", figures},
  };
  const std::string& kind = textAt(gesture, "kind");
  const auto found = kinds.find(kind);
  if (found == kinds.end()) throw RequestError(ErrorCode::invalidParams, fmt::format("there is no gesture '{}'", kind));
  return found->second(gesture);
}

}  // namespace dashpot::language_server

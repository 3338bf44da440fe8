#include "cli/gestures.hpp"

#include "base/trimmed.hpp"

#include <fmt/format.h>

#include <charconv>

namespace dashpot::cli {
namespace {

using editing::File;
using editing::Point;

using Parts = std::pair<std::string, std::string>;

/// In two at the first such character outside of quotes, brackets and parentheses; the second part is empty without one.
Parts inTwo(std::string_view text, char separator) {
  int depth = 0;
  bool isQuoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\'') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (c == separator && depth == 0) return {std::string(text.substr(0, i)), std::string(text.substr(i + 1))};
    if (c == '[' || c == '(' || c == '{') ++depth;
    if (c == ']' || c == ')' || c == '}') --depth;
  }
  return {std::string(text), {}};
}

std::optional<double> numberIn(const std::string& text) {
  const std::string digits(trimmed(text));
  double value = 0.0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (status != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::optional<Point> pointIn(const std::string& text) {
  const auto [x, y] = inTwo(text, ',');
  const auto first = numberIn(x), second = numberIn(y);
  if (!first || !second) return std::nullopt;
  return Point{*first, *second};
}

/// "0,0;10,0;10,5"; empty if one of them is no point.
std::vector<Point> pointsIn(std::string text) {
  std::vector<Point> points;
  while (!text.empty()) {
    const auto [first, rest] = inTwo(text, ';');
    const auto point = pointIn(first);
    if (!point) return {};
    points.push_back(*point);
    text = rest;
  }
  return points;
}

Unexpected<Diagnostic> wrongForm(std::string_view option, std::string_view form, const std::string& given) {
  return {Diagnostic{.severity = Severity::error,
                     .code = "command-line",
                     .message = fmt::format("{}: '{}' is not of the form {}", option, given, form)}};
}

editing::Outcome add(const File& file, std::string_view type, const std::string& value) {
  editing::NewComponent added;
  std::string declaration = value;
  if (const std::size_t at = value.rfind(" at "); at != std::string::npos)
    if (const auto point = pointIn(value.substr(at + 4))) {
      added.placement = editing::Placement{.origin = *point};
      declaration = value.substr(0, at);
    }
  const auto [first, rest] = inTwo(trimmed(declaration), ' ');
  const auto [name, modifiers] = inTwo(trimmed(rest), '(');
  if (first.empty() || name.empty()) return wrongForm("--add", "'TYPE NAME(MODIFIERS) at X,Y'", value);
  added.type = first;
  added.name = trimmed(name);
  if (!modifiers.empty()) {
    if (!modifiers.ends_with(')')) return wrongForm("--add", "'TYPE NAME(MODIFIERS) at X,Y'", value);
    added.modifiers = modifiers.substr(0, modifiers.size() - 1);
  }
  return addComponent(file, type, added);
}

editing::Outcome move(const File& file, std::string_view type, const std::string& value) {
  const auto [name, place] = inTwo(value, '=');
  const auto point = pointIn(place);
  if (!point) return wrongForm("--move", "NAME=X,Y", value);
  return editing::move(file, type, name, *point);
}

editing::Outcome rotate(const File& file, std::string_view type, const std::string& value) {
  const auto [name, angle] = inTwo(value, '=');
  const auto degrees = angle.empty() ? 90.0 : numberIn(angle);
  if (!degrees) return wrongForm("--rotate", "NAME=DEGREES", value);
  return editing::rotate(file, type, name, *degrees);
}

editing::Outcome flip(const File& file, std::string_view type, const std::string& value) {
  const auto [name, direction] = inTwo(value, '=');
  if (direction == "horizontal") return editing::flip(file, type, name, editing::Flip::horizontal);
  if (direction == "vertical") return editing::flip(file, type, name, editing::Flip::vertical);
  return wrongForm("--flip", "NAME=horizontal or NAME=vertical", value);
}

editing::Outcome connect(const File& file, std::string_view type, const std::string& value) {
  const auto [ends, way] = inTwo(value, '=');
  const auto [from, to] = inTwo(ends, ',');
  const std::vector<Point> points = pointsIn(way);
  if (to.empty() || (!way.empty() && points.empty())) return wrongForm("--connect", "A,B or 'A,B=X,Y;X,Y'", value);
  return editing::connect(file, type, from, to, {.points = points});
}

editing::Outcome disconnect(const File& file, std::string_view type, const std::string& value) {
  const auto [from, to] = inTwo(value, ',');
  if (to.empty()) return wrongForm("--disconnect", "A,B", value);
  return editing::disconnect(file, type, from, to);
}

editing::Outcome reroute(const File& file, std::string_view type, const std::string& value) {
  const auto [ends, way] = inTwo(value, '=');
  const auto [from, to] = inTwo(ends, ',');
  const std::vector<Point> points = pointsIn(way);
  if (to.empty() || points.empty()) return wrongForm("--reroute", "'A,B=X,Y;X,Y'", value);
  return editing::reroute(file, type, from, to, points);
}

editing::Outcome insert(const File& file, std::string_view type, const std::string& value) {
  const char* form = "'NAME.INLET,NAME.OUTLET=A,B'";
  const auto [ports, connection] = inTwo(value, '=');
  const auto [inlet, outlet] = inTwo(ports, ',');
  const auto [from, to] = inTwo(connection, ',');
  const auto [component, inletPort] = inTwo(inlet, '.');
  const auto [owner, outletPort] = inTwo(outlet, '.');
  if (to.empty() || inletPort.empty() || outletPort.empty() || owner != component)
    return wrongForm("--insert", form, value);
  return editing::insert(file, type, component, {from, to}, inletPort, outletPort);
}

editing::Outcome group(const File& file, std::string_view type, const std::string& value) {
  const auto [name, list] = inTwo(value, '=');
  std::vector<std::string> components;
  for (std::string rest = list; !rest.empty();) {
    const auto [first, others] = inTwo(rest, ',');
    components.emplace_back(trimmed(first));
    rest = others;
  }
  if (components.empty()) return wrongForm("--group", "CLASS=A,B,C", value);
  return editing::group(file, type, components, name);
}

editing::Outcome arrange(const File& file, std::string_view type, const std::string& value) {
  if (value != "all") return wrongForm("--arrange", "all", value);
  return editing::arrange(file, type);
}

/// Those of the form NAME=VALUE.
template <class Make>
auto assigning(std::string_view option, std::string_view form, Make make) {  // both are literals
  return [=](const File& file, std::string_view type, const std::string& value) -> editing::Outcome {
    const auto [name, rest] = inTwo(value, '=');
    if (rest.empty()) return wrongForm(option, form, value);
    return make(file, type, name, rest);
  };
}

}  // namespace

const std::vector<GestureOption>& gestureOptions() {
  static const std::vector<GestureOption> options{
      {"--add", "'TYPE NAME(MODIFIERS) at X,Y'", "A component; modifiers and place may be left out", add},
      {"--remove", "NAME", "A component, with its connections",
       [](const File& file, std::string_view type, const std::string& name) {
         return removeComponent(file, type, name);
       }},
      {"--rename", "NAME=NEW", "A component, and all that names it in the file",
       assigning("--rename", "NAME=NEW", editing::renameComponent)},
      {"--move", "NAME=X,Y", "The middle of a component to a place", move},
      {"--rotate", "NAME=DEGREES", "Turn a component counter-clockwise, 90 degrees if nothing is said", rotate},
      {"--flip", "NAME=DIRECTION", "Mirror a component: horizontal or vertical", flip},
      {"--connect", "A,B", "Two connectors; 'A,B=X,Y;X,Y' with the points of the line", connect},
      {"--disconnect", "A,B", "Two connectors, in whatever order", disconnect},
      {"--reroute", "'A,B=X,Y;X,Y'", "Other points for the line of a connection", reroute},
      {"--insert", "'NAME.INLET,NAME.OUTLET=A,B'", "A component with two ports into the connection of A and B", insert},
      {"--group", "CLASS=A,B,C", "Components become a class of their own, and one component of it", group},
      {"--arrange", "all", "Places for all components anew", arrange},
      {"--set", "PATH=VALUE", "The value of a parameter: pump.p_set='210 bar'",
       assigning("--set", "PATH=VALUE", editing::setModifier)},
      {"--unset", "PATH", "Take the value of a parameter away; that of its declaration counts",
       [](const File& file, std::string_view type, const std::string& path) {
         return removeModifier(file, type, path);
       }},
      {"--redeclare", "PATH=CLASS", "Another class for a replaceable part",
       assigning("--redeclare", "PATH=CLASS", editing::redeclare)},
      {"--start", "TIME", "StartTime of the experiment",
       [](const File& file, std::string_view type, const std::string& v) {
         return setExperiment(file, type, {.startTime = v});
       }},
      {"--stop", "TIME", "StopTime of the experiment",
       [](const File& file, std::string_view type, const std::string& v) {
         return setExperiment(file, type, {.stopTime = v});
       }},
      {"--tolerance", "NUMBER", "Tolerance of the experiment",
       [](const File& file, std::string_view type, const std::string& v) {
         return setExperiment(file, type, {.tolerance = v});
       }},
      {"--interval", "TIME", "Interval of the experiment",
       [](const File& file, std::string_view type, const std::string& v) {
         return setExperiment(file, type, {.interval = v});
       }},
      {"--duplicate", "NEW", "A copy of the class behind it",
       [](const File& file, std::string_view type, const std::string& name) {
         return duplicateClass(file, type, name);
       }},
      {"--rename-class", "NEW", "The class, and all that names it in the file; the last gesture",
       [](const File& file, std::string_view type, const std::string& name) { return renameClass(file, type, name); }},
  };
  return options;
}

}  // namespace dashpot::cli

// editing/edits.hpp
//
// The front door of the stage: a text and a gesture in, the least edits of the text out.
//
//   const File file("lift.mo", text, surroundings);
//   const Outcome moved = move(file, "Lift", "pump", {10, 20});
//   if (moved) text = editing::apply(text, moved->edits);                     // else moved.error() says why not
//
// Promise: nothing outside the spans of the edits changes, and these hold no more than the gesture is about. Comments,
// blanks, line ends and the form in which something is written stay; a number is written anew only if it has another
// value. What comes out is Modelica that parses, with annotations in the forms of Modelica 3.6, chapter 18. A gesture
// that cannot be made is refused with the reason: a file with syntax errors takes none.
//
//   components.cpp    add, remove
//   placement.cpp     move, rotate, flip, place
//   connections.cpp   connect, disconnect, reroute
//   modifiers.cpp     set and remove a value, redeclare; values.cpp reads what a person types
//   experiment.cpp    start, stop, tolerance, interval
//   rename.cpp, duplicate.cpp
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "editing/file.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::editing {

/// The bytes [begin, end) become `replacement`.
struct Edit {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string replacement = {};
  bool operator==(const Edit&) const = default;
};

/// In the order of the text; they do not overlap.
using Edits = std::vector<Edit>;

struct Change {
  Edits edits;
  std::vector<std::string> notes = {};  // what went with it, and what it does not reach; sentences for the user
};

using Outcome = Expected<Change, Diagnostic>;

[[nodiscard]] std::string apply(std::string_view text, const Edits& edits);
/// The edits of the changed text that restore this one.
[[nodiscard]] Edits inverse(std::string_view text, const Edits& edits);

// In all that follows `type` names a class of the file ("Lift", "Package.Lift", also with the package that `within`
// names); empty: the last model of the file.

// ---------------------------------------------------------------------------------------------------- components

struct Point {
  double x = 0.0;
  double y = 0.0;
  bool operator==(const Point&) const = default;
};

/// transformation(origin, extent, rotation) of Modelica 3.6, section 18.6.2.
struct Placement {
  Point origin = {};
  Point from = {-10, -10};  // the corners of the extent; from.x > to.x: mirrored
  Point to = {10, 10};
  double rotation = 0.0;  // in degrees, counter-clockwise about the origin
};

struct NewComponent {
  std::string type;              // "Dashpot.Hydraulics.Sources.Tank"
  std::string name;              // also with subscripts: "valve[3]"
  std::string prefixes = {};     // "inner", "parameter"
  std::string modifiers = {};    // "p_set = 1e7, V = 2"
  std::string description = {};  // plain text
  std::optional<Placement> placement = {};
};

/// At the end of the last group of public components.
[[nodiscard]] Outcome addComponent(const File& file, std::string_view type, const NewComponent& component);
/// With its connections; what else names it is left, and noted.
[[nodiscard]] Outcome removeComponent(const File& file, std::string_view type, std::string_view component);

/// Puts the middle of a component there.
[[nodiscard]] Outcome move(const File& file, std::string_view type, std::string_view component, Point middle);
/// Turns a component about its middle, counter-clockwise.
[[nodiscard]] Outcome rotate(const File& file, std::string_view type, std::string_view component, double degrees);
enum class Flip : std::uint8_t { horizontal, vertical };  // left and right, or top and bottom, change places
[[nodiscard]] Outcome flip(const File& file, std::string_view type, std::string_view component, Flip direction);
[[nodiscard]] Outcome place(const File& file, std::string_view type, std::string_view component,
                            const Placement& placement);
/// Where a component is; empty if it has no placement, or one that is computed.
[[nodiscard]] std::optional<Placement> placementOf(const File& file, std::string_view type, std::string_view component);

// --------------------------------------------------------------------------------------------------- connections

struct Line {
  std::vector<Point> points = {};                // empty: none is written
  std::optional<std::array<int, 3>> color = {};  // red, green, blue
};

/// At the end of the last equation section, which is made if there is none. A connector of an array whose size is for
/// connections (Dialog(connectorSizing = true)) is named without index: the array grows.
[[nodiscard]] Outcome connect(const File& file, std::string_view type, std::string_view from, std::string_view to,
                              const Line& line = {});
[[nodiscard]] Outcome disconnect(const File& file, std::string_view type, std::string_view from, std::string_view to);
[[nodiscard]] Outcome reroute(const File& file, std::string_view type, std::string_view from, std::string_view to,
                              const std::vector<Point>& points);

// ----------------------------------------------------------------------------------------------------- modifiers

/// `path`: "pump.p_set", "k" of the class itself, "pump.p.start". `value`: an expression of Modelica, or a number with a
/// unit ("210 bar"), which is written in the unit of the parameter.
[[nodiscard]] Outcome setModifier(const File& file, std::string_view type, std::string_view path,
                                  std::string_view value);
[[nodiscard]] Outcome removeModifier(const File& file, std::string_view type, std::string_view path);
/// "cylinder.Friction" to a class that may take the place of this replaceable one.
[[nodiscard]] Outcome redeclare(const File& file, std::string_view type, std::string_view path,
                                std::string_view choice);

/// What is empty stays as it is. Times may have units: "500 ms".
struct Experiment {
  std::string startTime = {}, stopTime = {}, tolerance = {}, interval = {};
};
[[nodiscard]] Outcome setExperiment(const File& file, std::string_view type, const Experiment& experiment);

// --------------------------------------------------------------------------------------------------------- names

/// A component and all that names it in this file.
[[nodiscard]] Outcome renameComponent(const File& file, std::string_view type, std::string_view component,
                                      std::string_view name);
[[nodiscard]] Outcome renameClass(const File& file, std::string_view type, std::string_view name);
/// A copy behind the class, in which what names the class names the copy.
[[nodiscard]] Outcome duplicateClass(const File& file, std::string_view type, std::string_view name);

}  // namespace dashpot::editing

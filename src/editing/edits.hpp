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
//   components.cpp    add, remove; new_component.cpp says what a class wants of its components
//   placement.cpp     move, rotate, flip, place
//   connections.cpp   connect, disconnect, reroute; connectable.hpp says what can be connected
//   drawn.cpp         places and lines as the drawing has them: kept, followed, arranged anew
//   modifiers.cpp     set and remove a value, redeclare; values.cpp reads what a person types
//   experiment.cpp    start, stop, tolerance, interval; figures.cpp: plots kept with the model
//   insert.cpp        a component into a connection
//   excerpt.cpp       copy and paste; group.cpp: a part of a circuit becomes a class
//   rename.cpp, duplicate.cpp
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "editing/file.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

/// Two connectors, as a connection names them.
using Ends = std::pair<std::string, std::string>;

struct Change {
  Edits edits;
  std::vector<std::string> notes = {};       // what went with it, and what it does not reach; sentences for the user
  std::vector<std::string> components = {};  // those that are new
  std::vector<Ends> connections = {};        // likewise
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

/// Where somebody drops a component.
struct Pose {
  Point middle = {};
  double rotation = 0.0;
  bool isFlipped = false;  // left and right change places
};
/// With what its class says, where nothing is given: a name that is free, prefixes; and as large as the class wants.
[[nodiscard]] NewComponent completed(const File& file, std::string_view type, NewComponent component,
                                     const std::optional<Pose>& pose = {});
/// The name that a component of a class gets if nobody else has it: the one its annotation defaultComponentName gives,
/// else its own in small letters.
[[nodiscard]] std::string usualName(std::string_view defaultName, std::string_view className);

/// At the end of the last group of public components.
[[nodiscard]] Outcome addComponent(const File& file, std::string_view type, const NewComponent& component);
/// With its connections; what else names it is left, and noted.
[[nodiscard]] Outcome removeComponent(const File& file, std::string_view type, std::string_view component);

/// Puts the middle of a component there.
[[nodiscard]] Outcome move(const File& file, std::string_view type, std::string_view component, Point middle);
/// Moves a component that has a place by as much.
[[nodiscard]] Outcome shift(const File& file, std::string_view type, std::string_view component, Point by);
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
/// The same for several connections, of which none is named twice.
struct Way {
  Ends ends;
  Line line;  // its colour counts where none is written yet
};
[[nodiscard]] Outcome reroute(const File& file, std::string_view type, const std::vector<Way>& ways);

/// A component with two ports into a connection: `into.first` is joined with its inlet, its outlet with `into.second`.
[[nodiscard]] Outcome insert(const File& file, std::string_view type, std::string_view component, const Ends& into,
                             std::string_view inlet, std::string_view outlet);

// ------------------------------------------------------------------------------------------------ parts of a circuit

/// Components with all that is written of them, and the connections among them.
struct Excerpt {
  struct Component {
    std::string name;
    std::string prefixes;     // "inner"
    std::string type;         // qualified; as it is written if it is not at hand
    std::string writtenType;  // good where it comes from
    std::string declaration;  // from its name on: "pump(Q = 1) annotation(...)"
  };
  std::vector<Component> components;
  std::vector<std::string> connections;  // "connect(a.p, b.p) annotation(...)"
};
[[nodiscard]] Expected<Excerpt, Diagnostic> excerpt(const File& file, std::string_view type,
                                                    const std::vector<std::string>& components);
/// Adds an excerpt of this or another class, moved by an offset. Names that are taken get a number.
[[nodiscard]] Outcome paste(const File& file, std::string_view type, const Excerpt& excerpt, Point offset);
/// Components become a class of their own before this one, with connectors where connections cross its border, and one
/// component of it takes their place. What is `inner` stays.
[[nodiscard]] Outcome group(const File& file, std::string_view type, const std::vector<std::string>& components,
                            std::string_view name);

// --------------------------------------------------------------------------------------------------- the drawing

/// Writes the places that components have in the drawing, where the text gives them none, so that they stay when
/// something else changes: those of the components named, or, if no component has a place, of all.
[[nodiscard]] Outcome keepPlaces(const File& file, std::string_view type, const std::vector<std::string>& components);
/// What gestures have touched of a drawing.
struct Touched {
  std::vector<std::string> components = {};  // that have moved
  std::vector<Ends> added = {};              // connections: they get lines
  std::vector<Ends> anew = {};               // connections whose lines are to be found again
  [[nodiscard]] bool hasAny() const { return !components.empty() || !added.empty() || !anew.empty(); }
};
/// Lines of components that have moved end at their ports again.
[[nodiscard]] Outcome followLines(const File& file, std::string_view type, const Touched& touched);
/// Places for all components anew, and the lines that are written with them.
[[nodiscard]] Outcome arrange(const File& file, std::string_view type);

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

/// Plots that are kept with the model (Modelica 3.6, section 18.3.1).
struct Curve {
  std::string y;  // a variable or an expression
  std::string legend = {};
};
struct Plot {
  std::string title = {};
  std::string x = {};  // empty: the time
  std::vector<Curve> curves = {};
};
struct Figure {
  std::string title = {}, identifier = {};
  std::vector<Plot> plots = {};
};
/// All of them, in place of those that are there; none: they go.
[[nodiscard]] Outcome setFigures(const File& file, std::string_view type, const std::vector<Figure>& figures);

/// A value that somebody types for something in a unit: "210 bar" for "Pa" is "21000000".
[[nodiscard]] Expected<std::string, Diagnostic> valueInUnit(std::string_view typed, std::string_view unit);

// --------------------------------------------------------------------------------------------------------- names

/// A component and all that names it in this file.
[[nodiscard]] Outcome renameComponent(const File& file, std::string_view type, std::string_view component,
                                      std::string_view name);
[[nodiscard]] Outcome renameClass(const File& file, std::string_view type, std::string_view name);
/// A copy behind the class, in which what names the class names the copy.
[[nodiscard]] Outcome duplicateClass(const File& file, std::string_view type, std::string_view name);

}  // namespace dashpot::editing

// drawing/diagram.hpp
//
// The diagram form: all that a picture or an editor of one class needs, in Modelica's coordinates. Made from classes as
// they are written; nothing is instantiated. Each part has the text that it came from, and says whether it is inherited,
// so that an editor knows what it may change and where.
//
// Invariants (check in draw.hpp verifies them):
//   1 ends of connections refer to components and ports that exist, or to none
//   2 a component that is not placed in the text has been given a place, and overlaps no other such one
//   3 a line that was routed here begins and ends at its ports, and has horizontal and vertical segments only
#pragma once

#include "drawing/graphics.hpp"
#include "drawing/placement.hpp"

#include <string>
#include <vector>

namespace dashpot::drawing {

inline constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// A connector of a component, where lines end.
struct Port {
  std::string name;
  std::string type;        // the connector, qualified
  std::string causality;   // "input", "output"; empty: neither
  std::string dimensions;  // "[n]"; empty: a scalar
  std::string condition;   // as it is written; empty: always there
  std::string description;
  bool isPresent = true;  // unless its condition is known to be false
  bool isVisible = true;
  bool isExpandable = false;
  bool isInherited = false;
  bool isPlaced = false;          // in the text; else we chose the place
  Transformation placement = {};  // in the icon of the component
  Graphics icon = {};
  Point inIcon = {};             // where lines end, in the coordinates of the component's icon
  Point position = {};           // the same in the diagram
  Side direction = Side::right;  // in the diagram, away from the component
  SourceRange where = {};        // of the declaration
};

struct Modifier {
  std::string name;   // "p_set", "valve.d"
  std::string value;  // as it is written
  SourceRange where;  // of the whole modifier
  SourceRange valueWhere;
};

struct Component {
  std::string name;
  std::string type;      // qualified; as it is written if there is no such class
  std::string typeText;  // as it is written
  std::string kind;      // "model", "block", "connector", "record", ...
  std::string description;
  std::string dimensions, condition, causality;
  bool isConnector = false, isExpandable = false;
  bool isPresent = true;  // unless its condition is known to be false
  bool isVisible = true;
  bool isInherited = false, isProtected = false, isReplaceable = false, isInner = false, isOuter = false;
  bool isResolved = true;  // the class is there
  Graphics icon;           // of a connector: its diagram layer
  bool isPlaced = false;   // in the text; else we chose the place
  bool hasSize = false;    // not placed, but as large and turned as its transformation says
  Transformation placement;
  std::vector<Port> ports;  // of a connector: none
  std::vector<Modifier> modifiers;
  SourceRange where;  // of the declaration
  SourceRange nameWhere;
  SourceRange placementWhere;  // of the annotation Placement, if there is one

  /// From the coordinates of its icon to those of the diagram.
  [[nodiscard]] Affine map() const { return placed(placement, icon.system); }
  /// The region that no line may cross.
  [[nodiscard]] Extent box() const { return map().box(icon.system.extent); }
};

struct ConnectionEnd {
  std::string text;                 // as it is written: "valve.port_a"
  std::size_t component = nowhere;  // in Diagram::components
  std::size_t port = nowhere;       // in its ports; nowhere: the component is itself a connector, or unknown
  Point position = {};
  Side direction = Side::right;
  [[nodiscard]] bool isKnown() const { return component != nowhere; }
};

struct Connection {
  ConnectionEnd ends[2];
  Primitive line;                // as it is to be drawn
  bool hasLine = false;          // a Line is written
  bool isRouted = false;         // its points, or some of them, were found here
  std::vector<Primitive> texts;  // %first, %second
  bool isInherited = false;
  bool isPresent = true;  // unless an end is absent
  std::size_t set = 0;    // connections with the same number join the same connectors
  SourceRange where;      // of connect(...)
  SourceRange lineWhere;
};

/// Where three or more lines of one connection set meet.
struct Junction {
  Point at;
  Colour colour;
};

/// A value at the instant that is shown.
struct ValueLabel {
  Point at;
  std::string variable, text;
};

struct Diagram {
  std::string className;  // qualified
  std::string kind;
  std::string description;
  Graphics icon;            // of the class itself
  std::vector<Port> ports;  // in that icon
  Graphics graphics;        // behind the components
  std::vector<Component> components;
  std::vector<Connection> connections;
  std::vector<Junction> junctions;
  std::vector<ValueLabel> values;
  SourceRange where;
};

}  // namespace dashpot::drawing

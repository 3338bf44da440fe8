#include "drawing/json.hpp"

#include <algorithm>

namespace dashpot::drawing {

namespace {

const char* nameOf(Side side) {
  switch (side) {
    case Side::left: return "left";
    case Side::right: return "right";
    case Side::bottom: return "bottom";
    default: return "top";
  }
}

class Writer {
 public:
  Writer(JsonText& json, const WriteRange& writeRange, bool hasSpans)
      : json_(json), writeRange_(writeRange), hasSpans_(hasSpans) {}

  void run(const Diagram& diagram, const Sources& sources) {
    json_.openObject()
        .member("schema", "dashpot/drawing/1")
        .member("class", diagram.className)
        .member("kind", diagram.kind)
        .member("description", diagram.description);
    where("", diagram.where);
    icon(diagram);
    json_.key("diagram");
    graphics(diagram.graphics);
    list("components", diagram.components, [&](const Component& c) { component(c); });
    list("connections", diagram.connections, [&](const Connection& c) { connection(c, diagram); });
    list("junctions", diagram.junctions, [&](const Junction& j) {
      json_.openObject();
      point("at", j.at);
      colour("color", j.colour);
      json_.close();
    });
    list("values", diagram.values, [&](const ValueLabel& v) {
      json_.openObject();
      point("at", v.at);
      json_.member("variable", v.variable).member("text", v.text).close();
    });
    list("sources", used_, [&](SourceId id) { json_.value(sources[id].name()); });
    json_.close();
  }

  void icon(const Diagram& diagram) {
    json_.key("icon");
    graphics(diagram.icon);
    list("ports", diagram.ports, [&](const Port& p) { port(p); });
  }

 private:
  // ---------------------------------------------------------------------------------------------------------- values

  template <class Item, class Write>
  void list(std::string_view name, const std::vector<Item>& items, const Write& write) {
    json_.key(name).openArray();
    for (const Item& item : items) write(item);
    json_.close();
  }
  void numbers(std::string_view name, std::initializer_list<double> all) {
    json_.key(name).openArray();
    for (const double number : all) json_.value(number);
    json_.close();
  }
  void bare(Point p) { json_.openArray().value(p.x).value(p.y).close(); }
  void point(std::string_view name, Point p) { numbers(name, {p.x, p.y}); }
  void extent(std::string_view name, const Extent& e) {
    json_.key(name).openArray();
    bare(e.first);
    bare(e.second);
    json_.close();
  }
  void colour(std::string_view name, Colour c) { numbers(name, {double(c.red), double(c.green), double(c.blue)}); }
  /// As SVG's matrix(...) and a canvas' setTransform have it.
  void matrix(const Affine& a) { numbers("matrix", {a.xx, a.yx, a.xy, a.yy, a.dx, a.dy}); }

  /// "name_where": [number of the file among "sources", first byte, byte behind the last], and "name_range" beside it.
  void where(std::string_view prefix, SourceRange range) {
    if (!range.known() || !hasSpans_) return;
    auto at = std::ranges::find(used_, range.source);
    if (at == used_.end()) at = used_.insert(used_.end(), range.source);
    std::string name(prefix);
    json_.key(name + "where").openArray().value(at - used_.begin()).value(range.begin).value(range.end).close();
    if (writeRange_) writeRange_(json_, name + "range", range);
  }

  // -------------------------------------------------------------------------------------------------------- graphics

  void graphics(const Graphics& graphics) {
    const CoordinateSystem& system = graphics.system;
    json_.openObject().key("coordinate_system").openObject();
    extent("extent", system.extent);
    json_.member("preserve_aspect_ratio", system.preserveAspectRatio).member("initial_scale", system.initialScale);
    point("grid", system.grid);
    where("", graphics.systemWhere);
    json_.close();
    list("layers", graphics.layers, [&](const Layer& layer) {
      json_.openObject().member("class", layer.className);
      matrix(layer.map);
      json_.flag("inherited", layer.isInherited);
      list("primitives", layer.primitives, [&](const Primitive& p) { primitive(p); });
      json_.close();
    });
    json_.close();
  }

  void primitive(const Primitive& p) {
    json_.openObject().member("type", primitiveNames[static_cast<std::size_t>(p.kind)]);
    if (!p.isVisible) json_.member("visible", false);
    if (p.origin != Point{}) point("origin", p.origin);
    if (p.rotation != 0) json_.member("rotation", p.rotation);
    const bool isLine = p.kind == PrimitiveKind::line, isPolygon = p.kind == PrimitiveKind::polygon;
    if (isLine || isPolygon) {
      list("points", p.points, [&](Point q) { bare(q); });
      json_.member("smooth", smoothNames[static_cast<std::size_t>(p.smooth)]);
    } else {
      extent("extent", p.extent);
    }
    if (p.kind == PrimitiveKind::text) {
      letters(p);
    } else if (p.kind == PrimitiveKind::bitmap) {
      json_.memberIfGiven("file_name", p.fileName).memberIfGiven("image_source", p.imageSource);
    } else {
      colour(isLine ? "color" : "line_color", p.lineColour);
      json_.member("pattern", linePatternNames[static_cast<std::size_t>(p.pattern)]).member("thickness", p.thickness);
    }
    if (isLine) {
      json_.key("arrow").openArray();
      for (const Arrow arrow : p.arrows) json_.value(arrowNames[static_cast<std::size_t>(arrow)]);
      json_.close().member("arrow_size", p.arrowSize);
    } else if (p.kind != PrimitiveKind::text && p.kind != PrimitiveKind::bitmap) {
      colour("fill_color", p.fillColour);
      json_.member("fill_pattern", fillPatternNames[static_cast<std::size_t>(p.fill)]);
    }
    if (p.kind == PrimitiveKind::rectangle)
      json_.member("border_pattern", borderPatternNames[static_cast<std::size_t>(p.border)]).member("radius", p.radius);
    if (p.kind == PrimitiveKind::ellipse)
      json_.member("start_angle", p.startAngle)
          .member("end_angle", p.endAngle)
          .member("closure", ellipseClosureNames[static_cast<std::size_t>(p.closure)]);
    if (!p.dynamics.empty())
      list("dynamic", p.dynamics, [&](const DynamicAttribute& d) {
        json_.openObject().member("attribute", d.attribute).member("expression", d.expression);
        list("variables", d.variables, [&](const std::string& name) { json_.value(name); });
        json_.close();
      });
    where("", p.where);
    json_.close();
  }

  void letters(const Primitive& p) {
    colour("text_color", p.lineColour);
    json_.member("text_string", p.textString)
        .member("text", p.shown)
        .member("font_size", p.fontSize)
        .memberIfGiven("font_name", p.fontName)
        .member("horizontal_alignment", textAlignmentNames[static_cast<std::size_t>(p.alignment)]);
    if (p.index != 0) json_.member("index", p.index);
    json_.key("text_style").openArray();
    if (p.style.bold) json_.value("Bold");
    if (p.style.italic) json_.value("Italic");
    if (p.style.underline) json_.value("UnderLine");
    json_.close();
  }

  // ------------------------------------------------------------------------------------------------------ components

  void transformation(const Transformation& t, bool isPlaced) {
    json_.key("transformation").openObject().member("written", isPlaced);
    point("origin", t.origin);
    json_.member("has_origin", t.hasOrigin);
    extent("extent", t.extent);
    json_.member("rotation", t.rotation);
    where("", t.where);
    json_.close();
  }

  void port(const Port& p) {
    json_.openObject()
        .member("name", p.name)
        .member("type", p.type)
        .memberIfGiven("causality", p.causality)
        .memberIfGiven("dimensions", p.dimensions)
        .memberIfGiven("condition", p.condition)
        .memberIfGiven("description", p.description)
        .member("present", p.isPresent)
        .member("visible", p.isVisible)
        .flag("expandable", p.isExpandable)
        .flag("inherited", p.isInherited);
    transformation(p.placement, p.isPlaced);
    matrix(placed(p.placement, p.icon.system));
    point("in_icon", p.inIcon);
    point("position", p.position);
    json_.member("direction", nameOf(p.direction)).key("icon");
    graphics(p.icon);
    where("", p.where);
    json_.close();
  }

  void component(const Component& c) {
    json_.openObject()
        .member("name", c.name)
        .member("type", c.type)
        .member("written_type", c.typeText)
        .member("kind", c.kind)
        .memberIfGiven("description", c.description)
        .memberIfGiven("dimensions", c.dimensions)
        .memberIfGiven("condition", c.condition)
        .memberIfGiven("causality", c.causality)
        .member("present", c.isPresent)
        .member("visible", c.isVisible)
        .flag("connector", c.isConnector)
        .flag("expandable", c.isExpandable)
        .flag("inherited", c.isInherited)
        .flag("protected", c.isProtected)
        .flag("replaceable", c.isReplaceable)
        .flag("inner", c.isInner)
        .flag("outer", c.isOuter)
        .flag("unresolved", !c.isResolved);
    transformation(c.placement, c.isPlaced);
    matrix(c.map());
    extent("box", c.box());
    json_.key("icon");
    graphics(c.icon);
    list("ports", c.ports, [&](const Port& p) { port(p); });
    list("modifiers", c.modifiers, [&](const Modifier& m) {
      json_.openObject().member("name", m.name).member("value", m.value);
      where("", m.where);
      where("value_", m.valueWhere);
      json_.close();
    });
    where("", c.where);
    where("name_", c.nameWhere);
    where("placement_", c.placementWhere);
    json_.close();
  }

  void connection(const Connection& c, const Diagram& diagram) {
    json_.openObject().key("ends").openArray();
    for (const ConnectionEnd& end : c.ends) {
      json_.openObject().member("text", end.text);
      if (end.isKnown()) {
        const Component& component = diagram.components[end.component];
        json_.member("component", component.name);
        if (end.port != nowhere) json_.member("port", component.ports[end.port].name);
        point("position", end.position);
        json_.member("direction", nameOf(end.direction));
      }
      json_.close();
    }
    json_.close().key("line");
    primitive(c.line);
    json_.member("written", c.hasLine).member("routed", c.isRouted);
    list("texts", c.texts, [&](const Primitive& p) { primitive(p); });
    json_.member("set", c.set).member("present", c.isPresent).flag("inherited", c.isInherited);
    where("", c.where);
    where("line_", c.lineWhere);
    json_.close();
  }

  JsonText& json_;
  const WriteRange& writeRange_;
  bool hasSpans_;
  std::vector<SourceId> used_;
};

}  // namespace

std::string toJson(const Diagram& diagram, const Sources& sources, const WriteRange& writeRange) {
  JsonText json;
  Writer(json, writeRange, true).run(diagram, sources);
  return std::move(json).text();
}

void writeIcon(JsonText& json, const Diagram& diagram) {
  const WriteRange none;
  Writer(json, none, false).icon(diagram);
}

}  // namespace dashpot::drawing

#include "drawing/json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace dashpot::drawing {

namespace {

using nlohmann::ordered_json;

ordered_json toJson(Point p) { return {p.x, p.y}; }
ordered_json toJson(const Extent& e) { return {toJson(e.first), toJson(e.second)}; }
ordered_json toJson(Colour c) { return {c.red, c.green, c.blue}; }
/// As SVG's matrix(...) and a canvas' setTransform have it.
ordered_json toJson(const Affine& a) { return {a.xx, a.yx, a.xy, a.yy, a.dx, a.dy}; }

const char* nameOf(Side side) {
  switch (side) {
    case Side::left: return "left";
    case Side::right: return "right";
    case Side::bottom: return "bottom";
    default: return "top";
  }
}

void addText(ordered_json& json, const char* name, const std::string& text) {
  if (!text.empty()) json[name] = text;
}
void addFlag(ordered_json& json, const char* name, bool flag) {
  if (flag) json[name] = true;
}

class Writer {
 public:
  explicit Writer(const Sources& sources) : texts_(sources) {}

  ordered_json run(const Diagram& diagram) {
    ordered_json json{{"schema", "dashpot/drawing/1"},
                      {"class", diagram.className},
                      {"kind", diagram.kind},
                      {"description", diagram.description},
                      {"sources", ordered_json::array()}};
    addWhere(json, "where", diagram.where);
    json["icon"] = graphics(diagram.icon);
    json["ports"] = list(diagram.ports, [&](const Port& p) { return port(p); });
    json["diagram"] = graphics(diagram.graphics);
    json["components"] = list(diagram.components, [&](const Component& c) { return component(c); });
    json["connections"] = list(diagram.connections, [&](const Connection& c) { return connection(c, diagram); });
    json["junctions"] = list(diagram.junctions, [](const Junction& j) {
      return ordered_json{{"at", toJson(j.at)}, {"color", toJson(j.colour)}};
    });
    json["values"] = list(diagram.values, [](const ValueLabel& v) {
      return ordered_json{{"at", toJson(v.at)}, {"variable", v.variable}, {"text", v.text}};
    });
    for (const SourceId id : used_) json["sources"].push_back(texts_[id].name());
    return json;
  }

 private:
  template <class Item, class Convert>
  static ordered_json list(const std::vector<Item>& items, const Convert& convert) {
    ordered_json json = ordered_json::array();
    for (const Item& item : items) json.push_back(convert(item));
    return json;
  }

  /// [number of the file among "sources", first byte, byte behind the last]
  void addWhere(ordered_json& json, const char* name, SourceRange where) {
    if (!where.known()) return;
    auto at = std::ranges::find(used_, where.source);
    if (at == used_.end()) at = used_.insert(used_.end(), where.source);
    json[name] = {at - used_.begin(), where.begin, where.end};
  }

  ordered_json graphics(const Graphics& graphics) {
    const CoordinateSystem& system = graphics.system;
    ordered_json json{{"coordinate_system",
                       {{"extent", toJson(system.extent)},
                        {"preserve_aspect_ratio", system.preserveAspectRatio},
                        {"initial_scale", system.initialScale},
                        {"grid", toJson(system.grid)}}}};
    addWhere(json["coordinate_system"], "where", graphics.systemWhere);
    json["layers"] = list(graphics.layers, [&](const Layer& layer) {
      ordered_json entry{{"class", layer.className}, {"matrix", toJson(layer.map)}};
      addFlag(entry, "inherited", layer.isInherited);
      entry["primitives"] = list(layer.primitives, [&](const Primitive& p) { return primitive(p); });
      return entry;
    });
    return json;
  }

  ordered_json primitive(const Primitive& p) {
    ordered_json json{{"type", primitiveNames[static_cast<std::size_t>(p.kind)]}};
    if (!p.isVisible) json["visible"] = false;
    if (p.origin != Point{}) json["origin"] = toJson(p.origin);
    if (p.rotation != 0) json["rotation"] = p.rotation;
    const bool isLine = p.kind == PrimitiveKind::line, isPolygon = p.kind == PrimitiveKind::polygon;
    if (isLine || isPolygon) {
      json["points"] = list(p.points, [](Point q) { return toJson(q); });
      json["smooth"] = smoothNames[static_cast<std::size_t>(p.smooth)];
    } else {
      json["extent"] = toJson(p.extent);
    }
    if (p.kind == PrimitiveKind::text) {
      addLetters(json, p);
    } else if (p.kind == PrimitiveKind::bitmap) {
      addText(json, "file_name", p.fileName);
      addText(json, "image_source", p.imageSource);
    } else {
      json[isLine ? "color" : "line_color"] = toJson(p.lineColour);
      json["pattern"] = linePatternNames[static_cast<std::size_t>(p.pattern)];
      json["thickness"] = p.thickness;
    }
    if (isLine) {
      json["arrow"] = {arrowNames[static_cast<std::size_t>(p.arrows[0])],
                       arrowNames[static_cast<std::size_t>(p.arrows[1])]};
      json["arrow_size"] = p.arrowSize;
    } else if (p.kind != PrimitiveKind::text && p.kind != PrimitiveKind::bitmap) {
      json["fill_color"] = toJson(p.fillColour);
      json["fill_pattern"] = fillPatternNames[static_cast<std::size_t>(p.fill)];
    }
    if (p.kind == PrimitiveKind::rectangle) {
      json["border_pattern"] = borderPatternNames[static_cast<std::size_t>(p.border)];
      json["radius"] = p.radius;
    }
    if (p.kind == PrimitiveKind::ellipse) {
      json["start_angle"] = p.startAngle;
      json["end_angle"] = p.endAngle;
      json["closure"] = ellipseClosureNames[static_cast<std::size_t>(p.closure)];
    }
    if (!p.dynamics.empty())
      json["dynamic"] = list(p.dynamics, [](const DynamicAttribute& d) {
        return ordered_json{{"attribute", d.attribute}, {"expression", d.expression}, {"variables", d.variables}};
      });
    addWhere(json, "where", p.where);
    return json;
  }

  static void addLetters(ordered_json& json, const Primitive& p) {
    json["text_color"] = toJson(p.lineColour);
    json["text_string"] = p.textString;
    json["text"] = p.shown;
    json["font_size"] = p.fontSize;
    addText(json, "font_name", p.fontName);
    json["horizontal_alignment"] = textAlignmentNames[static_cast<std::size_t>(p.alignment)];
    json["text_style"] = ordered_json::array();
    if (p.style.bold) json["text_style"].push_back("Bold");
    if (p.style.italic) json["text_style"].push_back("Italic");
    if (p.style.underline) json["text_style"].push_back("UnderLine");
  }

  ordered_json transformation(const Transformation& t, bool isPlaced) {
    ordered_json json{{"written", isPlaced},
                      {"origin", toJson(t.origin)},
                      {"has_origin", t.hasOrigin},
                      {"extent", toJson(t.extent)},
                      {"rotation", t.rotation}};
    addWhere(json, "where", t.where);
    return json;
  }

  ordered_json port(const Port& p) {
    ordered_json json{{"name", p.name}, {"type", p.type}};
    addText(json, "causality", p.causality);
    addText(json, "dimensions", p.dimensions);
    addText(json, "condition", p.condition);
    addText(json, "description", p.description);
    json["present"] = p.isPresent;
    json["visible"] = p.isVisible;
    addFlag(json, "expandable", p.isExpandable);
    addFlag(json, "inherited", p.isInherited);
    json["transformation"] = transformation(p.placement, p.isPlaced);
    json["matrix"] = toJson(placed(p.placement, p.icon.system));
    json["in_icon"] = toJson(p.inIcon);
    json["position"] = toJson(p.position);
    json["direction"] = nameOf(p.direction);
    json["icon"] = graphics(p.icon);
    addWhere(json, "where", p.where);
    return json;
  }

  ordered_json component(const Component& c) {
    ordered_json json{{"name", c.name}, {"type", c.type}, {"written_type", c.typeText}, {"kind", c.kind}};
    addText(json, "description", c.description);
    addText(json, "dimensions", c.dimensions);
    addText(json, "condition", c.condition);
    addText(json, "causality", c.causality);
    json["present"] = c.isPresent;
    json["visible"] = c.isVisible;
    addFlag(json, "connector", c.isConnector);
    addFlag(json, "expandable", c.isExpandable);
    addFlag(json, "inherited", c.isInherited);
    addFlag(json, "protected", c.isProtected);
    addFlag(json, "replaceable", c.isReplaceable);
    addFlag(json, "inner", c.isInner);
    addFlag(json, "outer", c.isOuter);
    addFlag(json, "unresolved", !c.isResolved);
    json["transformation"] = transformation(c.placement, c.isPlaced);
    json["matrix"] = toJson(c.map());
    json["box"] = toJson(c.box());
    json["icon"] = graphics(c.icon);
    json["ports"] = list(c.ports, [&](const Port& p) { return port(p); });
    json["modifiers"] = list(c.modifiers, [&](const Modifier& m) {
      ordered_json entry{{"name", m.name}, {"value", m.value}};
      addWhere(entry, "where", m.where);
      addWhere(entry, "value_where", m.valueWhere);
      return entry;
    });
    addWhere(json, "where", c.where);
    addWhere(json, "name_where", c.nameWhere);
    addWhere(json, "placement_where", c.placementWhere);
    return json;
  }

  ordered_json connection(const Connection& c, const Diagram& diagram) {
    ordered_json json{{"ends", ordered_json::array()}};
    for (const ConnectionEnd& end : c.ends) {
      ordered_json entry{{"text", end.text}};
      if (end.isKnown()) {
        const Component& component = diagram.components[end.component];
        entry["component"] = component.name;
        if (end.port != nowhere) entry["port"] = component.ports[end.port].name;
        entry["position"] = toJson(end.position);
        entry["direction"] = nameOf(end.direction);
      }
      json["ends"].push_back(std::move(entry));
    }
    json["line"] = primitive(c.line);
    json["written"] = c.hasLine;
    json["routed"] = c.isRouted;
    json["texts"] = list(c.texts, [&](const Primitive& p) { return primitive(p); });
    json["set"] = c.set;
    json["present"] = c.isPresent;
    addFlag(json, "inherited", c.isInherited);
    addWhere(json, "where", c.where);
    addWhere(json, "line_where", c.lineWhere);
    return json;
  }

  const Sources& texts_;
  std::vector<SourceId> used_;
};

}  // namespace

ordered_json toJson(const Diagram& diagram, const Sources& sources) { return Writer(sources).run(diagram); }

}  // namespace dashpot::drawing

#include "drawing/graphics_reader.hpp"

#include <algorithm>

namespace dashpot::drawing {

namespace {

using model::ClassRef;
using model::WrittenClasses;
using syntax::ElementKind;
using syntax::ExpressionId;
using syntax::ExpressionKind;
using syntax::Tree;

// Each leaves its target as it is where the value is of another kind.

/// Coordinates and sizes beyond this are mistakes.
constexpr double largestCoordinate = 1e6;

void take(const Value& value, double& target) {
  if (value.isNumber() && std::fabs(value.number) <= largestCoordinate) target = value.number;
}
void take(const Value& value, bool& target) {
  if (value.kind == Value::Kind::truth || value.isNumber()) target = value.number != 0;
}
void take(const Value& value, std::string& target) {
  if (value.isText()) target = value.text;
}
void take(const Value& value, Point& target) {
  if (!value.isArray() || value.items.size() != 2 || !value.items[0].isNumber() || !value.items[1].isNumber()) return;
  take(value.items[0], target.x);
  take(value.items[1], target.y);
}
void take(const Value& value, Extent& target) {
  if (!value.isArray() || value.items.size() != 2) return;
  take(value.items[0], target.first);
  take(value.items[1], target.second);
}
void take(const Value& value, Colour& target) {
  if (!value.isArray() || value.items.size() != 3) return;
  std::array<std::uint8_t*, 3> parts{&target.red, &target.green, &target.blue};
  for (std::size_t i = 0; i < 3; ++i)
    if (value.items[i].isNumber())
      *parts[i] = static_cast<std::uint8_t>(std::clamp(std::round(value.items[i].number), 0.0, 255.0));
}
void take(const Value& value, std::vector<Point>& target) {
  if (!value.isArray()) return;
  target.clear();
  for (const Value& item : value.items) {
    Point point;
    take(item, point);
    target.push_back(point);
  }
}
template <class Literal, std::size_t count>
void take(const Value& value, const std::array<std::string_view, count>& names, Literal& target) {
  if (value.kind != Value::Kind::literal) return;
  const auto found = std::ranges::find(names, value.text);
  if (found != names.end()) target = static_cast<Literal>(found - names.begin());
}

const char* nameOf(View view) { return view == View::icon ? "Icon" : "Diagram"; }
const char* mapOf(View view) { return view == View::icon ? "IconMap" : "DiagramMap"; }

}  // namespace

Value GraphicsReader::valueOf(const Tree& tree, const syntax::Modification& in, std::string_view name, Scope scope) {
  const syntax::Argument* found = values_.written().argument(tree, in, name);
  return found ? values_.evaluate(tree, found->modification.value, scope) : Value{};
}

// ------------------------------------------------------------------------------------------------------------ layers

bool GraphicsReader::readSystem(const Tree& tree, const syntax::Modification& layer, Scope scope,
                                CoordinateSystem& system) {
  const syntax::Argument* found = values_.written().argument(tree, layer, "coordinateSystem");
  if (!found) return false;
  const syntax::Modification& given = found->modification;
  Extent extent = system.extent;
  take(valueOf(tree, given, "extent", scope), extent);
  if (extent.width() > 0 && extent.height() > 0) system.extent = extent.normalised();
  take(valueOf(tree, given, "preserveAspectRatio", scope), system.preserveAspectRatio);
  take(valueOf(tree, given, "initialScale", scope), system.initialScale);
  if (system.initialScale <= 0) system.initialScale = 0.1;
  Point grid = system.grid;
  take(valueOf(tree, given, "grid", scope), grid);
  if (grid.x > 0 && grid.y > 0) system.grid = grid;
  return true;
}

/// The class's own, else that of the first base class which is not mapped elsewhere, else the default.
CoordinateSystem GraphicsReader::systemOf(const Part& part, ClassRef type, View view, int depth) {
  CoordinateSystem system;
  if (depth > WrittenClasses::depthLimit) return system;
  WrittenClasses& written = values_.written();
  const model::ClassEntry& entry = values_.classes()[type];
  const Tree& tree = *entry.tree;
  const syntax::Argument* layer = written.argument(tree, entry.node().annotation, nameOf(view));
  if (layer && readSystem(tree, layer->modification, {&part, type}, system)) return system;
  if (const ClassRef base = written.shortBase(type); base != ClassRef::none)
    return systemOf(part, base, view, depth + 1);
  for (const syntax::ElementId id : tree.items(entry.node().elements)) {
    if (tree[id].kind != ElementKind::extends) continue;
    Extent region;
    if (const auto* map = written.argument(tree, tree[id].annotation, mapOf(view)))
      take(valueOf(tree, map->modification, "extent", {&part, type}), region);
    const ClassRef base = written.base(type, tree[id]);
    if (base != ClassRef::none && region.isNull()) return systemOf(part, base, view, depth + 1);
  }
  return system;
}

void GraphicsReader::collect(const Part& part, ClassRef type, View view, const Affine& map, bool isInherited,
                             bool isShown, Graphics& graphics, std::vector<ClassRef>& path) {
  // A class that is inherited on two ways is drawn on both, but no class inherits from itself.
  if (type == ClassRef::none || std::ranges::find(path, type) != path.end()) return;
  path.push_back(type);
  WrittenClasses& written = values_.written();
  const model::ClassEntry& entry = values_.classes()[type];
  const Tree& tree = *entry.tree;
  collect(part, written.shortBase(type), view, map, true, isShown, graphics, path);
  for (const syntax::ElementId id : tree.items(entry.node().elements)) {
    if (tree[id].kind != ElementKind::extends) continue;
    const ClassRef base = written.base(type, tree[id]);
    if (base == ClassRef::none) continue;
    bool isBaseShown = isShown;
    Affine baseMap = map;
    if (const auto* given = written.argument(tree, tree[id].annotation, mapOf(view))) {
      Extent region;
      bool arePrimitivesVisible = true;
      take(valueOf(tree, given->modification, "extent", {&part, type}), region);
      take(valueOf(tree, given->modification, "primitivesVisible", {&part, type}), arePrimitivesVisible);
      if (!region.isNull()) baseMap = map * mapping(systemOf(part, base, view, 0).extent, region);
      isBaseShown = isShown && arePrimitivesVisible;
    }
    collect(part, base, view, baseMap, true, isBaseShown, graphics, path);
  }
  if (const syntax::Argument* own = written.argument(tree, entry.node().annotation, nameOf(view))) {
    if (const auto* system = written.argument(tree, own->modification, "coordinateSystem"); system && !isInherited)
      graphics.systemWhere = tree.range(system->span);
    if (const auto* list = written.argument(tree, own->modification, "graphics"); list && isShown) {
      Layer layer{values_.classes().qualifiedName(type), isInherited, map, {}};
      readPrimitives(tree, list->modification.value, {&part, type}, layer.primitives);
      if (!layer.primitives.empty()) graphics.layers.push_back(std::move(layer));
    }
  }
  path.pop_back();
}

Graphics GraphicsReader::read(const Part& part, View view, const std::string& name) {
  Graphics graphics;
  if (part.type == ClassRef::none) return graphics;
  graphics.system = systemOf(part, part.type, view, 0);
  std::vector<ClassRef> path;
  collect(part, part.type, view, Affine{}, false, true, graphics, path);
  const MacroMeaning meaning{name, values_.written().text(values_.classes()[part.type].node().name),
                             [&](std::string_view parameter) { return values_.shownValue(part, parameter); }};
  for (Layer& layer : graphics.layers)
    for (Primitive& primitive : layer.primitives)
      if (primitive.kind == PrimitiveKind::text) primitive.shown = withoutMacros(primitive.textString, meaning);
  return graphics;
}

// -------------------------------------------------------------------------------------------------------- primitives

/// Line(points = ..., color = ...): as a call among others in a list, or as an element of an annotation.
struct GraphicsReader::Arguments {
  struct Named {
    std::string_view name;
    ExpressionId value;
  };
  const Tree* tree = nullptr;
  std::string kind;
  std::vector<Named> named;
  SourceRange where;

  [[nodiscard]] ExpressionId find(std::string_view name) const {
    const auto found = std::ranges::find(named, name, &Named::name);
    return found == named.end() ? ExpressionId::none : found->value;
  }
};

void GraphicsReader::readPrimitives(const Tree& tree, ExpressionId list, Scope scope,
                                    std::vector<Primitive>& primitives) {
  if (list == ExpressionId::none || tree[list].kind != ExpressionKind::array) return;
  for (const ExpressionId item : tree.items(tree[list].operands)) {
    const syntax::Expression& call = tree[item];
    if (call.kind != ExpressionKind::call) continue;
    Arguments arguments{
        &tree, dottedName(tree, tree.at(call.operands, 0), values_.symbols()), {}, tree.range(call.span)};
    for (std::size_t i = 1; i < call.operands.count; ++i) {
      const syntax::Expression& argument = tree[tree.at(call.operands, i)];
      if (argument.kind == ExpressionKind::namedArgument)
        arguments.named.push_back({values_.symbols().text(argument.symbol), tree.at(argument.operands, 0)});
    }
    if (auto primitive = readPrimitive(arguments, scope)) primitives.push_back(std::move(*primitive));
  }
}

std::optional<Primitive> GraphicsReader::readPrimitive(const Arguments& arguments, Scope scope) {
  const auto known = std::ranges::find(primitiveNames, arguments.kind);
  if (known == primitiveNames.end()) return std::nullopt;
  Primitive p;
  p.kind = static_cast<PrimitiveKind>(known - primitiveNames.begin());
  p.where = arguments.where;
  const bool isText = p.kind == PrimitiveKind::text;
  const auto value = [&](std::string_view name) {
    const ExpressionId expression = arguments.find(name);
    if (expression == ExpressionId::none) return Value{};
    if (isDynamic(*arguments.tree, expression, values_.symbols())) noteDynamic(*arguments.tree, name, expression, p);
    return values_.evaluate(*arguments.tree, expression, scope);
  };

  take(value("visible"), p.isVisible);
  take(value("origin"), p.origin);
  take(value("rotation"), p.rotation);
  take(value("color"), p.lineColour);
  take(value("lineColor"), p.lineColour);
  if (isText) take(value("textColor"), p.lineColour);
  take(value("fillColor"), p.fillColour);
  take(value("pattern"), linePatternNames, p.pattern);
  take(value("fillPattern"), fillPatternNames, p.fill);
  take(value(p.kind == PrimitiveKind::line ? "thickness" : "lineThickness"), p.thickness);
  take(value("points"), p.points);
  take(value("smooth"), smoothNames, p.smooth);
  take(value("arrowSize"), p.arrowSize);
  if (const Value arrows = value("arrow"); arrows.isArray() && arrows.items.size() == 2)
    for (std::size_t i = 0; i < 2; ++i) take(arrows.items[i], arrowNames, p.arrows[i]);
  take(value("extent"), p.extent);
  take(value("borderPattern"), borderPatternNames, p.border);
  take(value("radius"), p.radius);
  take(value("startAngle"), p.startAngle);
  take(value("endAngle"), p.endAngle);
  p.closure = p.startAngle == 0 && p.endAngle == 360 ? EllipseClosure::chord : EllipseClosure::radial;
  take(value("closure"), ellipseClosureNames, p.closure);
  take(value("string"), p.textString);
  take(value("textString"), p.textString);
  take(value("fontSize"), p.fontSize);
  take(value("fontName"), p.fontName);
  take(value("horizontalAlignment"), textAlignmentNames, p.alignment);
  for (const Value& style : value("textStyle").items) {
    p.style.bold = p.style.bold || style.text == "Bold";
    p.style.italic = p.style.italic || style.text == "Italic";
    p.style.underline = p.style.underline || style.text == "UnderLine";
  }
  take(value("fileName"), p.fileName);
  take(value("imageSource"), p.imageSource);
  return p;
}

void GraphicsReader::noteDynamic(const Tree& tree, std::string_view attribute, ExpressionId expression,
                                 Primitive& primitive) {
  const syntax::Expression& node = tree[expression];
  const bool isWhole = node.kind == ExpressionKind::call && node.operands.count == 3 &&
                       dottedName(tree, tree.at(node.operands, 0), values_.symbols()) == "DynamicSelect";
  const ExpressionId dynamic = isWhole ? tree.at(node.operands, 2) : expression;
  primitive.dynamics.push_back(
      {std::string(attribute), values_.written().text(tree, dynamic), variablesIn(tree, dynamic)});
}

/// References in an expression but names of functions and literals, each once.
std::vector<std::string> GraphicsReader::variablesIn(const Tree& tree, ExpressionId expression) {
  std::vector<std::string> found;
  const std::function<void(ExpressionId)> walk = [&](ExpressionId id) {
    const syntax::Expression& node = tree[id];
    if (node.kind == ExpressionKind::reference) {
      std::string name = values_.written().text(tree, id);
      const auto part = tree.at(node.parts, 0);
      const std::string_view first = values_.symbols().text(tree[part].name);
      const bool isLiteral = std::isupper(static_cast<unsigned char>(first.front())) != 0 && node.parts.count > 1;
      if (!isLiteral && std::ranges::find(found, name) == found.end()) found.push_back(std::move(name));
      return;
    }
    for (std::size_t i = node.kind == ExpressionKind::call ? 1 : 0; i < node.operands.count; ++i)
      walk(tree.at(node.operands, i));
  };
  walk(expression);
  return found;
}

// -------------------------------------------------------------------------------------------- placements, connections

void GraphicsReader::readTransformation(const Tree& tree, const syntax::Modification& written, Scope scope,
                                        Transformation& transformation) {
  transformation.hasOrigin = values_.written().argument(tree, written, "origin") != nullptr;
  take(valueOf(tree, written, "origin", scope), transformation.origin);
  take(valueOf(tree, written, "extent", scope), transformation.extent);
  take(valueOf(tree, written, "rotation", scope), transformation.rotation);
}

std::optional<Placement> GraphicsReader::placement(const Tree& tree, const syntax::Modification& annotation,
                                                   Scope scope) {
  WrittenClasses& written = values_.written();
  const syntax::Argument* found = written.argument(tree, annotation, "Placement");
  if (!found) return std::nullopt;
  const syntax::Modification& given = found->modification;
  Placement placement;
  placement.where = tree.range(found->span);
  take(valueOf(tree, given, "visible", scope), placement.isVisible);
  placement.isIconVisible = placement.isVisible;
  take(valueOf(tree, given, "iconVisible", scope), placement.isIconVisible);
  const syntax::Argument* inDiagram = written.argument(tree, given, "transformation");
  const syntax::Argument* inIcon = written.argument(tree, given, "iconTransformation");
  if (!inDiagram && !inIcon) return std::nullopt;
  if (inDiagram) {
    readTransformation(tree, inDiagram->modification, scope, placement.inDiagram);
    placement.inDiagram.where = tree.range(inDiagram->span);
  }
  placement.inIcon = placement.inDiagram;
  placement.hasIconTransformation = inIcon != nullptr;
  if (inIcon) {
    placement.inIcon = {};
    readTransformation(tree, inIcon->modification, scope, placement.inIcon);
    placement.inIcon.where = tree.range(inIcon->span);
    if (!inDiagram) placement.inDiagram = placement.inIcon;
  }
  return placement;
}

std::vector<Primitive> GraphicsReader::connectionGraphics(const Tree& tree, const syntax::Modification& annotation,
                                                          Scope scope) {
  std::vector<Primitive> found;
  for (const std::string_view kind : {"Line", "Text"}) {
    const syntax::Argument* given = values_.written().argument(tree, annotation, kind);
    if (!given || (found.empty() && kind == "Text")) continue;
    Arguments arguments{&tree, std::string(kind), {}, tree.range(given->span)};
    for (const syntax::ArgumentId id : tree.items(given->modification.arguments)) {
      const syntax::Argument& argument = tree[id];
      if (argument.kind != syntax::ArgumentKind::element || tree[argument.name].parts.count != 1) continue;
      arguments.named.push_back(
          {values_.symbols().text(tree[tree.at(tree[argument.name].parts, 0)].name), argument.modification.value});
    }
    if (auto primitive = readPrimitive(arguments, scope)) found.push_back(std::move(*primitive));
  }
  return found;
}

}  // namespace dashpot::drawing

#include "drawing/diagram_reader.hpp"

#include <algorithm>

namespace dashpot::drawing {

namespace {

using model::ClassRef;
using model::WrittenClasses;
using syntax::ClassKind;
using syntax::ElementKind;
using syntax::ExpressionId;
using syntax::Tree;

std::string kindOf(const syntax::Class& node) {
  return node.kind == ClassKind::generic ? "model" : std::string(spelling(node.kind));
}

/// A frame with the name in it, for a class without any graphics.
void addOutline(Graphics& icon, const std::string& name, bool isConnector) {
  Primitive frame;
  frame.kind = PrimitiveKind::rectangle;
  frame.extent = icon.system.extent;
  frame.lineColour = {110, 110, 110};
  frame.fillColour = {255, 255, 255};
  frame.fill = FillPattern::solid;
  Layer layer{"", false, {}, {frame}};
  if (!isConnector) {
    Primitive text;
    text.kind = PrimitiveKind::text;
    const Extent& e = icon.system.extent;
    text.extent = {{e.left() + 0.1 * e.width(), e.centre().y - 0.12 * e.height()},
                   {e.right() - 0.1 * e.width(), e.centre().y + 0.12 * e.height()}};
    text.textString = "%name";
    text.shown = name;
    layer.primitives.push_back(text);
  }
  icon.layers.push_back(std::move(layer));
}

/// Places for ports that have none: what comes in on the left, what goes out on the right, others in turns.
void placePorts(std::vector<Port>& ports, const Extent& icon) {
  std::vector<Port*> sides[2];
  std::size_t turn = 0;
  for (Port& port : ports) {
    if (port.isPlaced) continue;
    const bool isRight = port.causality.empty() ? turn++ % 2 == 1 : port.causality == "output";
    sides[isRight ? 1 : 0].push_back(&port);
  }
  const double half = 0.05 * std::min(icon.width(), icon.height());
  for (int side = 0; side < 2; ++side) {
    const auto count = static_cast<double>(sides[side].size());
    for (std::size_t i = 0; i < sides[side].size(); ++i) {
      Port& port = *sides[side][i];
      const double y = icon.top() - icon.height() * (static_cast<double>(i) + 0.5) / count;
      port.placement.origin = {side == 1 ? icon.right() : icon.left(), std::round(y / 10) * 10};
      port.placement.hasOrigin = true;
      port.placement.extent = {{-half, -half}, {half, half}};
      port.inIcon = port.placement.origin;
    }
  }
}

}  // namespace

bool DiagramReader::isConnector(ClassRef type) const {
  if (type == ClassRef::none) return false;
  const ClassKind kind = values_.classes()[type].node().kind;
  return kind == ClassKind::connector || kind == ClassKind::expandableConnector;
}

std::string DiagramReader::causality(ClassRef type, const syntax::Component& declared) {
  syntax::Causality found = declared.causality;
  for (int depth = 0; type != ClassRef::none && found == syntax::Causality::none && depth < WrittenClasses::depthLimit;
       ++depth) {
    found = values_.classes()[type].node().baseCausality;
    type = values_.written().shortBase(type);
  }
  return found == syntax::Causality::input ? "input" : found == syntax::Causality::output ? "output" : "";
}

std::string DiagramReader::dimensions(const Member& member) {
  std::string list;
  for (const auto& subscripts : {member.component().subscripts, member.component().typeSubscripts})
    for (const ExpressionId e : member.tree->items(subscripts))
      list += (list.empty() ? "" : ", ") + values_.written().text(*member.tree, e);
  return list.empty() ? list : "[" + list + "]";
}

bool DiagramReader::isPresent(const Part& whole, const Member& member) {
  if (member.component().condition == ExpressionId::none) return true;
  const Value value = values_.evaluate(*member.tree, member.component().condition, {&whole, member.owner});
  return value.kind != Value::Kind::truth || value.number != 0;
}

/// Behind the declaration, or behind what constrains it.
std::optional<Placement> DiagramReader::placementOf(const Part& whole, const Member& member) {
  const Scope scope{&whole, member.owner};
  auto found = reader_.placement(*member.tree, member.component().annotation, scope);
  return found ? found : reader_.placement(*member.tree, member.element->annotation, scope);
}

// ------------------------------------------------------------------------------------------------------------- ports

std::vector<Port> DiagramReader::portsOf(const Part& part) {
  std::vector<Port> ports;
  if (part.type == ClassRef::none) return ports;
  WrittenClasses& written = values_.written();
  for (const Member& member : values_.members(part.type)) {
    if (member.isProtected || member.element->isOuter) continue;
    const ClassRef type = values_.typeOf(part, member);
    if (!isConnector(type)) continue;
    const syntax::Component& declared = member.component();
    const Part connector = values_.partOf(part, member);
    Port port{.name = written.text(declared.name),
              .type = values_.classes().qualifiedName(type),
              .causality = causality(type, declared),
              .dimensions = dimensions(member),
              .condition = written.text(*member.tree, declared.condition),
              .description = written.text(declared.description),
              .isPresent = isPresent(part, member),
              .isExpandable = values_.classes()[type].node().kind == ClassKind::expandableConnector,
              .isInherited = member.owner != part.type,
              .where = member.where()};
    port.icon = reader_.read(connector, View::icon, port.name);
    if (port.icon.isEmpty()) addOutline(port.icon, port.name, true);
    if (const auto placement = placementOf(part, member)) {
      port.isPlaced = true;
      port.isVisible = placement->isIconVisible;
      port.placement = placement->inIcon;
      port.inIcon = placed(port.placement, port.icon.system)(port.icon.system.extent.centre());
    }
    ports.push_back(std::move(port));
  }
  return ports;
}

// -------------------------------------------------------------------------------------------------------- components

void DiagramReader::readModifiers(const Tree& tree, const syntax::Modification& modification, const std::string& prefix,
                                  std::vector<Modifier>& modifiers) {
  for (const syntax::ArgumentId id : tree.items(modification.arguments)) {
    const syntax::Argument& argument = tree[id];
    if (argument.kind != syntax::ArgumentKind::element) continue;
    const std::string name = prefix + dottedName(tree, argument.name, values_.symbols());
    if (const ExpressionId value = argument.modification.value; value != ExpressionId::none)
      modifiers.push_back(
          {name, values_.written().text(tree, value), tree.range(argument.span), tree.range(tree[value].span)});
    readModifiers(tree, argument.modification, name + ".", modifiers);
  }
}

std::optional<Component> DiagramReader::component(const Part& whole, const Member& member) {
  WrittenClasses& written = values_.written();
  const syntax::Component& declared = member.component();
  const ClassRef type = values_.typeOf(whole, member);
  const auto placement = placementOf(whole, member);
  const ClassKind kind = type == ClassRef::none ? ClassKind::type : values_.classes()[type].node().kind;
  const bool isDrawn = kind == ClassKind::model || kind == ClassKind::block || kind == ClassKind::generic ||
                       kind == ClassKind::connector || kind == ClassKind::expandableConnector ||
                       (kind == ClassKind::record && member.element->isInner);
  if (!placement && (!isDrawn || member.element->isOuter || declared.variability != syntax::Variability::continuous))
    return std::nullopt;

  parts_.push_back(values_.partOf(whole, member));
  const Part& part = parts_.back();
  Component c;
  c.name = written.text(declared.name);
  c.typeText = written.text(*member.tree, declared.type);
  c.isResolved = type != ClassRef::none;
  c.type = c.isResolved ? values_.classes().qualifiedName(type) : c.typeText;
  c.kind = c.isResolved ? kindOf(values_.classes()[type].node()) : "";
  c.description = written.text(declared.description);
  c.dimensions = dimensions(member);
  c.condition = written.text(*member.tree, declared.condition);
  c.isConnector = isConnector(type);
  c.isExpandable = kind == ClassKind::expandableConnector;
  if (c.isConnector) c.causality = causality(type, declared);
  c.isPresent = isPresent(whole, member);
  c.isInherited = member.owner != whole.type;
  c.isProtected = member.isProtected;
  c.isReplaceable = member.element->isReplaceable;
  c.isInner = member.element->isInner;
  c.isOuter = member.element->isOuter;
  c.where = member.where();
  c.nameWhere = member.tree->range(declared.nameSpan);
  c.icon = reader_.read(part, c.isConnector ? View::diagram : View::icon, c.name);
  if (c.isConnector && c.icon.isEmpty()) c.icon = reader_.read(part, View::icon, c.name);
  if (c.icon.isEmpty()) addOutline(c.icon, c.name, false);
  if (placement) {
    c.isPlaced = true;
    c.isVisible = placement->isVisible;
    c.placement = placement->inDiagram;
    c.placementWhere = placement->where;
  }
  if (!c.isConnector) {
    c.ports = portsOf(part);
    placePorts(c.ports, c.icon.system.extent);
  }
  readModifiers(*member.tree, declared.modification, "", c.modifiers);
  return c;
}

// ------------------------------------------------------------------------------------------------------- connections

ConnectionEnd DiagramReader::end(const Tree& tree, ExpressionId expression, const Diagram& diagram) {
  ConnectionEnd end{.text = values_.written().text(tree, expression)};
  const syntax::Expression& reference = tree[expression];
  if (reference.kind != syntax::ExpressionKind::reference || reference.parts.empty()) return end;
  const auto part = [&](std::size_t i) { return values_.symbols().text(tree[tree.at(reference.parts, i)].name); };
  const auto found = std::ranges::find(diagram.components, part(0), &Component::name);
  if (found == diagram.components.end()) return end;
  if (!found->isConnector) {
    if (reference.parts.count < 2) return end;
    const auto port = std::ranges::find(found->ports, part(1), &Port::name);
    if (port == found->ports.end()) return end;
    end.port = static_cast<std::size_t>(port - found->ports.begin());
  }
  end.component = static_cast<std::size_t>(found - diagram.components.begin());
  return end;
}

void DiagramReader::readStatement(const Part& whole, ClassRef type, const syntax::Statement& statement,
                                  bool isInherited, Diagram& diagram) {
  const Tree& tree = *values_.classes()[type].tree;
  for (const syntax::BranchId branch : tree.items(statement.branches))
    for (const syntax::StatementId id : tree.items(tree[branch].body))
      readStatement(whole, type, tree[id], isInherited, diagram);
  if (statement.kind != syntax::StatementKind::connect) return;
  Connection connection;
  for (std::size_t i = 0; i < 2; ++i) connection.ends[i] = end(tree, tree.at(statement.expressions, i), diagram);
  connection.isInherited = isInherited;
  connection.where = tree.range(statement.span);
  std::vector<Primitive> graphics = reader_.connectionGraphics(tree, statement.annotation, {&whole, type});
  if (!graphics.empty()) {
    connection.hasLine = true;
    connection.line = std::move(graphics.front());
    connection.lineWhere = connection.line.where;
    graphics.erase(graphics.begin());
  }
  for (Primitive& text : graphics) {
    const auto last = [](const std::string& name) { return name.substr(name.rfind('.') + 1); };
    const std::string first = last(connection.ends[0].text), second = last(connection.ends[1].text);
    text.shown = withoutMacros(text.textString, {"", "", [&](std::string_view macro) -> std::optional<std::string> {
                                                   if (macro == "first") return first;
                                                   if (macro == "second") return second;
                                                   return std::nullopt;
                                                 }});
    connection.texts.push_back(std::move(text));
  }
  diagram.connections.push_back(std::move(connection));
}

void DiagramReader::readConnections(const Part& whole, ClassRef type, bool isInherited, Diagram& diagram, int depth) {
  if (type == ClassRef::none || depth > WrittenClasses::depthLimit) return;
  const model::ClassEntry& entry = values_.classes()[type];
  const Tree& tree = *entry.tree;
  readConnections(whole, values_.written().shortBase(type), true, diagram, depth + 1);
  for (const syntax::ElementId id : tree.items(entry.node().elements))
    if (tree[id].kind == ElementKind::extends)
      readConnections(whole, values_.written().base(type, tree[id]), true, diagram, depth + 1);
  for (const syntax::SectionId section : tree.items(entry.node().sections))
    if (!tree[section].algorithm)
      for (const syntax::StatementId id : tree.items(tree[section].statements))
        readStatement(whole, type, tree[id], isInherited, diagram);
}

// --------------------------------------------------------------------------------------------------------- the whole

Diagram DiagramReader::heading(ClassRef type) {
  const model::ClassEntry& entry = values_.classes()[type];
  parts_.push_back(Part{type, {}, {}});
  Diagram diagram;
  diagram.className = values_.classes().qualifiedName(type);
  diagram.kind = kindOf(entry.node());
  diagram.description = values_.written().text(entry.node().description);
  diagram.where = entry.tree->range(entry.node().span);
  const std::string name = values_.written().text(entry.node().name);
  diagram.icon = reader_.read(parts_.back(), View::icon, name);
  if (diagram.icon.isEmpty()) addOutline(diagram.icon, name, false);
  diagram.ports = portsOf(parts_.back());
  placePorts(diagram.ports, diagram.icon.system.extent);
  return diagram;
}

Diagram DiagramReader::readIcon(ClassRef type) {
  parts_.clear();
  return heading(type);
}

Diagram DiagramReader::read(ClassRef type) {
  parts_.clear();
  Diagram diagram = heading(type);
  const Part& whole = parts_.front();
  diagram.graphics = reader_.read(whole, View::diagram, values_.written().text(values_.classes()[type].node().name));
  for (const Member& member : values_.members(type))
    if (auto found = component(whole, member)) diagram.components.push_back(std::move(*found));
  readConnections(whole, type, false, diagram, 0);
  return diagram;
}

}  // namespace dashpot::drawing

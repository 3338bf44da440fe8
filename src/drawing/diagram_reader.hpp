// drawing/diagram_reader.hpp: a class as it is written to the diagram form; places and lines that the text does not give
// are still missing in it.
#pragma once

#include "drawing/diagram.hpp"
#include "drawing/graphics_reader.hpp"

#include <deque>

namespace dashpot::drawing {

class DiagramReader {
 public:
  explicit DiagramReader(WrittenValues& values) : values_(values), reader_(values) {}

  [[nodiscard]] Diagram read(model::ClassRef type);
  /// Only the icon with its ports.
  [[nodiscard]] Diagram readIcon(model::ClassRef type);

 private:
  [[nodiscard]] Diagram heading(model::ClassRef type);
  [[nodiscard]] std::optional<Component> component(const Part& whole, const Member& member);
  [[nodiscard]] std::vector<Port> portsOf(const Part& part);
  void readModifiers(const syntax::Tree& tree, const syntax::Modification& modification, const std::string& prefix,
                     std::vector<Modifier>& modifiers);
  void readConnections(const Part& whole, model::ClassRef type, bool isInherited, Diagram& diagram, int depth);
  void readStatement(const Part& whole, model::ClassRef type, const syntax::Statement& statement, bool isInherited,
                     Diagram& diagram);
  [[nodiscard]] ConnectionEnd end(const syntax::Tree& tree, syntax::ExpressionId expression, const Diagram& diagram);
  [[nodiscard]] std::optional<Placement> placementOf(const Part& whole, const Member& member);
  [[nodiscard]] bool isConnector(model::ClassRef type) const;
  [[nodiscard]] std::string causality(model::ClassRef type, const syntax::Component& declared);
  [[nodiscard]] std::string dimensions(const Member& member);
  [[nodiscard]] bool isPresent(const Part& whole, const Member& member);

  WrittenValues& values_;
  GraphicsReader reader_;
  std::deque<Part> parts_;  // of the components, which scopes refer to
};

}  // namespace dashpot::drawing

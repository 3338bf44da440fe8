// drawing/graphics_reader.hpp
//
// Reads the annotations Icon, Diagram, Placement and Line of a part into data: base classes first, mapped as IconMap and
// DiagramMap say, values of parameters put in. What cannot be decided or is no graphics has its default.
#pragma once

#include "drawing/graphics.hpp"
#include "drawing/placement.hpp"
#include "drawing/text_macros.hpp"
#include "drawing/written_values.hpp"

#include <string_view>

namespace dashpot::drawing {

enum class View : std::uint8_t { icon, diagram };

class GraphicsReader {
 public:
  explicit GraphicsReader(WrittenValues& values) : values_(values) {}

  /// `name` is what %name means.
  [[nodiscard]] Graphics read(const Part& part, View view, const std::string& name);
  /// The annotation of a component; none if it says nothing of where it stands.
  [[nodiscard]] std::optional<Placement> placement(const syntax::Tree& tree, const syntax::Modification& annotation,
                                                   Scope scope);
  /// The Line of a connection, with its texts behind it; empty if there is no Line.
  [[nodiscard]] std::vector<Primitive> connectionGraphics(const syntax::Tree& tree,
                                                          const syntax::Modification& annotation, Scope scope);

 private:
  struct Arguments;

  void collect(const Part& part, model::ClassRef type, View view, const Affine& map, bool isInherited, bool isShown,
               Graphics& graphics, std::vector<model::ClassRef>& path);
  [[nodiscard]] bool readSystem(const syntax::Tree& tree, const syntax::Modification& layer, Scope scope,
                                CoordinateSystem& system);
  [[nodiscard]] CoordinateSystem systemOf(const Part& part, model::ClassRef type, View view, int depth);
  void readPrimitives(const syntax::Tree& tree, syntax::ExpressionId list, Scope scope,
                      std::vector<Primitive>& primitives);
  [[nodiscard]] std::optional<Primitive> readPrimitive(const Arguments& arguments, Scope scope);
  void readTransformation(const syntax::Tree& tree, const syntax::Modification& written, Scope scope,
                          Transformation& transformation);
  [[nodiscard]] std::vector<std::string> variablesIn(const syntax::Tree& tree, syntax::ExpressionId expression);
  void noteDynamic(const syntax::Tree& tree, std::string_view attribute, syntax::ExpressionId expression,
                   Primitive& primitive);
  [[nodiscard]] Value valueOf(const syntax::Tree& tree, const syntax::Modification& in, std::string_view name,
                              Scope scope);

  WrittenValues& values_;
};

}  // namespace dashpot::drawing

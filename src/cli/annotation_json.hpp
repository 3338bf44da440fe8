// cli/annotation_json.hpp: annotations as JSON, as they are written: Line(points = {{0, 1}}) becomes
// {"type": "Line", "points": [[0, 1]]}.
#pragma once

#include "base/source.hpp"
#include "base/symbols.hpp"
#include "syntax/tree.hpp"

#include <nlohmann/json.hpp>

namespace dashpot::cli {

class AnnotationJson {
 public:
  AnnotationJson(const syntax::Tree& tree, const Symbols& symbols, const Sources& sources)
      : tree_(tree), symbols_(symbols), sources_(sources) {}

  /// The arguments of a modification as members; a name with both arguments and a value has the value as "value".
  [[nodiscard]] nlohmann::ordered_json object(const syntax::Modification& modification) const;
  /// Numbers, strings, truth values, arrays and calls; anything else, such as FillPattern.Solid, as its text. Of
  /// DynamicSelect(static, dynamic) the static one.
  [[nodiscard]] nlohmann::ordered_json value(syntax::ExpressionId expression) const;

 private:
  const syntax::Tree& tree_;
  const Symbols& symbols_;
  const Sources& sources_;
};

}  // namespace dashpot::cli

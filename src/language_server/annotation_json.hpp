// language_server/annotation_json.hpp: annotations as JSON, as they are written: Line(points = {{0, 1}}) becomes
// {"type": "Line", "points": [[0, 1]]}.
#pragma once

#include "base/json_text.hpp"
#include "base/source.hpp"
#include "base/symbols.hpp"
#include "syntax/tree.hpp"

namespace dashpot::language_server {

class AnnotationJson {
 public:
  /// All must outlive this.
  AnnotationJson(JsonText& json, const syntax::Tree& tree, const Symbols& symbols, const Sources& sources)
      : json_(json), tree_(tree), symbols_(symbols), sources_(sources) {}

  /// The arguments of a modification as members; a name with both arguments and a value has the value as "value".
  void object(const syntax::Modification& modification);
  /// Numbers, strings, truth values, arrays and calls; anything else, such as FillPattern.Solid, as its text. Of
  /// DynamicSelect(static, dynamic) the static one.
  void value(syntax::ExpressionId expression);
  /// The elements of an array, as values of the array that is open; nothing if it is none.
  void elements(syntax::ExpressionId array);

 private:
  void members(const syntax::Modification& modification);
  void call(const syntax::Expression& node);

  JsonText& json_;
  const syntax::Tree& tree_;
  const Symbols& symbols_;
  const Sources& sources_;
};

}  // namespace dashpot::language_server

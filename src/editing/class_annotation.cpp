#include "editing/class_annotation.hpp"

#include <algorithm>

namespace dashpot::editing {

namespace {

Edit makeAnnotation(const Scope& scope, const ClassLayout& layout, const std::string& entry) {
  const File& file = scope.file;
  const std::string line = "annotation(" + entry + ");";
  const std::string indent = bodyIndent(file, scope.node, layout);
  const std::uint32_t end = layout.items.back().span.begin;
  const std::string_view text = file.text();
  if (beginsLine(text, end)) {
    const std::uint32_t at = lineBegin(text, end);
    return {at, at, indent + line + lineBreak(text)};
  }
  return {end, end, line + ' '};
}

}  // namespace

Edit addClassEntry(const Scope& scope, const std::string& entry) {
  const File& file = scope.file;
  const ClassLayout layout = layoutOf(file, scope.node);
  const auto written = std::ranges::find(layout.items, ClassItem::Kind::annotation, &ClassItem::kind);
  if (written == layout.items.end()) return makeAnnotation(scope, layout, entry);
  const std::size_t open = file.tokenAt(written->span.begin) + 1;
  const Span list{file.tokens()[open].begin, file.tokens()[file.closing(open)].end};
  std::vector<Span> items;  // those of this annotation, should there be a second one
  for (const Span item : spansOf(file.tree(), scope.node.annotation.arguments))
    if (item.begin > list.begin && item.end < list.end) items.push_back(item);
  return addArgument(file, list, items, entry);
}

}  // namespace dashpot::editing

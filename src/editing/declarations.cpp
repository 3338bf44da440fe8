#include "editing/declarations.hpp"

#include <algorithm>

namespace dashpot::editing {

namespace {

using Kind = ClassItem::Kind;
using syntax::ElementKind;

bool isComponentClause(const Scope& scope, const ClassItem& item) {
  return item.kind == Kind::clause &&
         scope.tree()[scope.tree().at(scope.node.elements, item.index)].kind == ElementKind::component;
}

/// The clause that a new component follows: the last one of public components before the equations, else the last
/// public one of another kind; null: there is none.
const ClassItem* lastPublicClause(const Scope& scope, const ClassLayout& layout) {
  const ClassItem* last = nullptr;
  bool isProtected = false;
  for (const ClassItem& item : layout.items) {
    if (item.kind == Kind::section || item.kind == Kind::external) break;
    if (item.kind == Kind::protectedWord || item.kind == Kind::publicWord)
      isProtected = item.kind == Kind::protectedWord;
    if (item.kind != Kind::clause || isProtected) continue;
    if (!last || isComponentClause(scope, item) || !isComponentClause(scope, *last)) last = &item;
  }
  return last;
}

/// Lines with an indentation, one behind the other.
std::string joined(const std::vector<std::string>& lines, const std::string& separator) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : separator) + line;
  return text;
}

Edit insertIntoEmptyBody(const Scope& scope, const ClassLayout& layout, const std::vector<std::string>& declarations) {
  const std::string_view text = scope.file.text();
  const std::string indent = bodyIndent(scope.file, scope.node, layout);
  const std::string line = joined(declarations, lineBreak(text) + indent);
  const std::uint32_t next = scope.file.tokens()[scope.file.tokenAt(layout.header)].begin;
  const bool isOneLine = std::ranges::all_of(text.substr(layout.header, next - layout.header),
                                             [](char c) { return c == ' ' || c == '\t'; });
  if (!isOneLine) return insertAfter(scope.file, layout.header, indent, line);
  const std::string end = lineBreak(text);
  return {layout.header, next, end + indent + line + end + indentOf(text, scope.node.span.begin)};
}

}  // namespace

Edit addDeclarations(const Scope& scope, const std::vector<std::string>& declarations) {
  const ClassLayout layout = layoutOf(scope.file, scope.node);
  const ClassItem* before = lastPublicClause(scope, layout);
  if (!before) return insertIntoEmptyBody(scope, layout, declarations);
  const std::string_view text = scope.file.text();
  const std::string indent = indentOf(text, before->span.begin);
  return insertAfter(scope.file, before->span.end, indent, joined(declarations, lineBreak(text) + indent));
}

/// Where a declaration goes: the whole clause if it is the only one in it.
Edits removeDeclaration(const Scope& scope, const Own& own) {
  std::vector<Span> declarations;
  std::size_t index = 0;
  for (const syntax::ElementId id : scope.tree().items(scope.node.elements)) {
    const syntax::Element& element = scope.tree()[id];
    if (element.kind != ElementKind::component || element.span.begin != own.element.span.begin) continue;
    if (&element == &own.element) index = declarations.size();
    declarations.push_back(scope.tree()[element.component].span);
  }
  if (declarations.size() > 1) return removeItem(scope.file, declarations, index);
  const syntax::Token semicolon = scope.file.tokens()[scope.file.tokenAt(own.element.span.end)];
  return {removeLines(scope.file, {own.element.span.begin, semicolon.end})};
}

}  // namespace dashpot::editing

#include "model/classes/same_declaration.hpp"

#include <algorithm>

namespace dashpot::model {

namespace {

using syntax::Tree;

/// The same words, with any space between them.
bool isSameText(std::string_view a, std::string_view b) {
  const auto isSpace = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
  std::size_t i = 0, k = 0;
  while (i < a.size() && k < b.size()) {
    const bool spaceA = isSpace(a[i]), spaceB = isSpace(b[k]);
    if (spaceA != spaceB || (!spaceA && a[i] != b[k])) return false;
    if (!spaceA) {
      ++i, ++k;
      continue;
    }
    while (i < a.size() && isSpace(a[i])) ++i;
    while (k < b.size() && isSpace(b[k])) ++k;
  }
  return i == a.size() && k == b.size();
}

bool isSameModifier(const Modifier& a, const Modifier& b, const Sources& sources) {
  const auto value = [&](const Modifier& m) {
    return m.hasValue() ? sources.text(m.tree->range((*m.tree)[m.value].span)) : std::string_view();
  };
  const auto redeclared = [&](const Modifier& m) {
    return m.redeclared == syntax::ElementId::none ? std::string_view()
                                                   : sources.text(m.tree->range((*m.tree)[m.redeclared].span));
  };
  return &a == &b || (a.name == b.name && isSameText(value(a), value(b)) && isSameText(redeclared(a), redeclared(b)) &&
                      std::ranges::equal(a.nested, b.nested, [&](const Modifier& x, const Modifier& y) {
                        return isSameModifier(x, y, sources);
                      }));
}

template <class Id>
bool isSameList(const Tree& a, syntax::List<Id> x, const Tree& b, syntax::List<Id> y, const Sources& sources) {
  bool isSame = x.count == y.count;
  for (std::size_t i = 0; isSame && i < x.count; ++i)
    isSame = isSameText(sources.text(a.range(a[a.at(x, i)].span)), sources.text(b.range(b[b.at(y, i)].span)));
  return isSame;
}

bool isSameExpression(const Tree& a, syntax::ExpressionId x, const Tree& b, syntax::ExpressionId y,
                      const Sources& sources) {
  if (x == syntax::ExpressionId::none || y == syntax::ExpressionId::none) return x == y;
  return isSameText(sources.text(a.range(a[x].span)), sources.text(b.range(b[y].span)));
}

bool isSameClass(const Tree& a, const syntax::Class& x, const Tree& b, const syntax::Class& y, const Sources& sources) {
  const bool isShort = x.form == syntax::ClassForm::shortClass && y.form == syntax::ClassForm::shortClass;
  if (!isShort) return isSameText(sources.text(a.range(x.span)), sources.text(b.range(y.span)));
  return x.kind == y.kind && x.baseCausality == y.baseCausality && isSameExpression(a, x.base, b, y.base, sources) &&
         isSameList(a, x.baseSubscripts, b, y.baseSubscripts, sources) &&
         isSameList(a, x.modification.arguments, b, y.modification.arguments, sources);
}

}  // namespace

bool saysTheSame(const Member& a, const Member& b, const Sources& sources) {
  const bool areModifiedAlike = std::ranges::equal(a.layers, b.layers, [&](const Layer& x, const Layer& y) {
    return isSameModifier(*x.modifier, *y.modifier, sources);
  });
  if (!areModifiedAlike) return false;
  if (a.tree == b.tree && a.element == b.element) return true;
  if (a.isClass() != b.isClass() || a.element == syntax::ElementId::none || b.element == syntax::ElementId::none)
    return a.isClass() && a.type == b.type;
  const syntax::Element &left = (*a.tree)[a.element], &right = (*b.tree)[b.element];
  if (left.isFinal != right.isFinal || left.isInner != right.isInner || left.isOuter != right.isOuter ||
      left.isReplaceable != right.isReplaceable)
    return false;
  if (a.isClass())
    return a.type == b.type ||
           isSameClass(*a.tree, (*a.tree)[left.classDefinition], *b.tree, (*b.tree)[right.classDefinition], sources);
  const syntax::Component &x = (*a.tree)[left.component], &y = (*b.tree)[right.component];
  return x.variability == y.variability && x.causality == y.causality && x.connector == y.connector &&
         isSameExpression(*a.tree, x.type, *b.tree, y.type, sources) &&
         isSameExpression(*a.tree, x.condition, *b.tree, y.condition, sources) &&
         isSameExpression(*a.tree, left.constrainedBy, *b.tree, right.constrainedBy, sources) &&
         isSameList(*a.tree, x.typeSubscripts, *b.tree, y.typeSubscripts, sources) &&
         isSameList(*a.tree, x.subscripts, *b.tree, y.subscripts, sources);
}

}  // namespace dashpot::model

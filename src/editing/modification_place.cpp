#include "editing/modification_place.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::editing {

using syntax::ArgumentKind;
using syntax::TokenKind;

ModificationPlace placeIn(const File& file, const syntax::Component& component) {
  const DeclarationLayout layout = layoutOf(file, component);
  return {layout.arguments, layout.head, component.modification.arguments};
}

ModificationPlace placeIn(const File& file, const syntax::Argument& argument) {
  if (argument.kind == ArgumentKind::redeclaration)
    return placeIn(file, file.tree()[file.tree()[argument.redeclared].component]);
  const ArgumentLayout layout = layoutOf(file, argument);
  return {layout.arguments, layout.head, argument.modification.arguments};
}

ModificationPlace placeIn(const File& file, const syntax::Element& extends) {
  const std::uint32_t head = file.tree()[extends.name].span.end;
  const std::size_t at = file.tokenAt(head);
  if (file.tokens()[at].kind != TokenKind::leftParenthesis) return {{head, head}, head, {}};
  return {{file.tokens()[at].begin, file.tokens()[file.closing(at)].end}, head, extends.modification.arguments};
}

Edit addTo(const File& file, const ModificationPlace& place, std::string_view argument) {
  if (isEmpty(place.parentheses)) return {place.head, place.head, '(' + std::string(argument) + ')'};
  return addArgument(file, place.parentheses, spansOf(file.tree(), place.arguments), argument);
}

Edits removeFrom(const File& file, const ModificationPlace& place, std::size_t index) {
  if (place.arguments.count == 1) return {{place.head, place.parentheses.end}};
  return removeItem(file, spansOf(file.tree(), place.arguments), index);
}

std::string_view redeclaredName(const File& file, const syntax::Argument& argument) {
  if (argument.kind != ArgumentKind::redeclaration) return {};
  const syntax::Element& element = file.tree()[argument.redeclared];
  return file.text(element.kind == syntax::ElementKind::classDefinition ? file.tree()[element.classDefinition].name
                                                                        : file.tree()[element.component].name);
}

std::optional<FoundArgument> findArgument(const File& file, const ModificationPlace& place,
                                          std::span<const std::string> path) {
  const syntax::Tree& tree = file.tree();
  for (std::size_t i = 0; i < place.arguments.count; ++i) {
    const syntax::Argument& argument = tree[tree.at(place.arguments, i)];
    if (argument.kind == ArgumentKind::redeclaration && redeclaredName(file, argument) == path.front())
      return FoundArgument{i, &argument, 1};
    if (argument.kind != ArgumentKind::element) continue;
    const auto& parts = tree[argument.name].parts;
    if (parts.count > path.size()) continue;
    bool isPrefix = true;
    for (std::size_t k = 0; k < parts.count; ++k)
      isPrefix = isPrefix && file.text(tree[tree.at(parts, k)].name) == path[k];
    if (isPrefix) return FoundArgument{i, &argument, parts.count};
  }
  return std::nullopt;
}

Expected<PathPlace, Diagnostic> placeOfPath(const Scope& scope, const std::vector<std::string>& path) {
  if (const auto own = ownComponent(scope, path.front()))
    return PathPlace{placeIn(scope.file, own->component), {path.begin() + 1, path.end()}};
  if (const syntax::Element* extends = inheritedThrough(scope, path.front()))
    return PathPlace{placeIn(scope.file, *extends), path};
  return Unexpected{findOwn(scope, path.front()).error()};
}

Expected<NamedPath, Diagnostic> findPath(const File& file, std::string_view type, std::string_view path) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  std::vector<std::string> names = partsOf(path);
  for (const std::string& name : names)
    if (const std::string wrong = whatIsWrongWithName(name); !wrong.empty())
      return Unexpected{name.find('[') == std::string::npos
                            ? refusal("bad-name", {}, wrong)
                            : refusal("bad-name", {},
                                      fmt::format("'{}' is an element of an array: a modifier is for the whole", name))
                                  .hint("give the values of all elements: {1, 2, 3}")};
  return NamedPath{*scope, std::move(names)};
}

}  // namespace dashpot::editing

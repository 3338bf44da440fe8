// editing/redeclare.cpp: another class for a replaceable part.
#include "editing/modification_place.hpp"

#include <fmt/format.h>

namespace dashpot::editing {

namespace {

using model::ClassRef;
using syntax::ElementKind;
using Path = std::span<const std::string>;

/// How the replaceable element is declared.
struct Replaceable {
  bool isClass = false;
  syntax::ClassKind kind = syntax::ClassKind::model;
};

const syntax::Element* findElement(Meanings& meanings, ClassRef type, Symbol name, int depth = 0) {
  type = meanings.withoutShortForms(type);
  if (type == ClassRef::none || depth > model::WrittenClasses::depthLimit) return nullptr;
  const syntax::Tree& tree = meanings.tree(type);
  for (const syntax::ElementId id : tree.items(meanings.classes()[type].node().elements)) {
    const syntax::Element& element = tree[id];
    if (element.kind == ElementKind::component && tree[element.component].name == name) return &element;
    if (element.kind == ElementKind::classDefinition && tree[element.classDefinition].name == name) return &element;
    if (element.kind != ElementKind::extends) continue;
    if (const auto* found = findElement(meanings, meanings.base(type, element), name, depth + 1)) return found;
  }
  return nullptr;
}

Expected<Replaceable, Diagnostic> findReplaceable(const Scope& scope, Path path, std::string_view whole) {
  Meanings meanings(scope.file.classes(), scope.file.sources(), scope.file.tree());
  ClassRef owner = scope.ref;
  for (const std::string& name : path.first(path.size() - 1)) {
    const Meaning part = meanings.component(owner, scope.file.symbols().intern(name));
    owner = part.known() ? meanings.typeOf(part) : ClassRef::none;
    if (owner == ClassRef::none)
      return Unexpected{
          refusal("no-replaceable", {},
                  fmt::format("the class of '{}' is not at hand, so '{}' cannot be redeclared", name, whole))
              .hint("name the library it comes from")};
  }
  const syntax::Element* element = findElement(meanings, owner, scope.file.symbols().intern(path.back()));
  if (!element || !(element->isReplaceable || element->isRedeclare))
    return Unexpected{refusal(
        "no-replaceable", {},
        element ? fmt::format("'{}' is not replaceable", whole)
                : fmt::format("{} has no element '{}'", scope.file.classes().qualifiedName(owner), path.back()))};
  if (element->kind == ElementKind::component) return Replaceable{};
  return Replaceable{
      true, meanings.classes()[meanings.member({.scope = owner}, scope.file.symbols().intern(path.back())).scope]
                .node()
                .kind};
}

std::string redeclarationText(const Replaceable& replaceable, std::string_view name, std::string_view choice) {
  if (!replaceable.isClass) return fmt::format("redeclare {} {}", choice, name);
  return fmt::format("redeclare {} {} = {}", syntax::spelling(replaceable.kind), name, choice);
}

std::string nested(Path path, std::string_view innermost) {
  if (path.size() == 1) return std::string(innermost);
  return path.front() + '(' + nested(path.subspan(1), innermost) + ')';
}

Edit replaceReference(const File& file, syntax::ExpressionId reference, std::string_view choice) {
  const Span span = file.tree()[reference].span;
  return {span.begin, span.end, std::string(choice)};
}

Outcome redeclareIn(const File& file, const ModificationPlace& place, Path path, const Replaceable& replaceable,
                    std::string_view choice) {
  const std::string text = redeclarationText(replaceable, path.back(), choice);
  const auto found = findArgument(file, place, path);
  if (!found) return Change{{addTo(file, place, nested(path, text))}};
  const syntax::Argument& argument = *found->argument;
  if (found->length < path.size())
    return redeclareIn(file, placeIn(file, argument), path.subspan(found->length), replaceable, choice);
  if (argument.kind == syntax::ArgumentKind::redeclaration) {
    const syntax::Element& element = file.tree()[argument.redeclared];
    if (element.kind == ElementKind::component)
      return Change{{replaceReference(file, file.tree()[element.component].type, choice)}};
    return Change{{replaceReference(file, file.tree()[element.classDefinition].base, choice)}};
  }
  if (replaceable.isClass)
    return Unexpected{refusal("redeclared", file.tree().range(argument.span),
                              fmt::format("'{}' has modifiers here that another class may not take", path.back()))
                          .hint("remove them first")};
  const std::uint32_t begin = file.tree()[argument.name].span.begin;
  return Change{{{begin, begin, fmt::format("redeclare {} ", choice)}}};
}

/// The class itself declares it: its declaration names another class.
Outcome redeclareOwn(const Scope& scope, std::string_view name, std::string_view choice) {
  const syntax::Tree& tree = scope.tree();
  for (const syntax::ElementId id : tree.items(scope.node.elements)) {
    const syntax::Element& element = tree[id];
    if (element.kind == ElementKind::component && scope.file.text(tree[element.component].name) == name)
      return Change{{replaceReference(scope.file, tree[element.component].type, choice)}};
    if (element.kind == ElementKind::classDefinition && scope.file.text(tree[element.classDefinition].name) == name) {
      const syntax::Class& node = tree[element.classDefinition];
      if (node.form == syntax::ClassForm::shortClass) return Change{{replaceReference(scope.file, node.base, choice)}};
    }
  }
  return Unexpected{refusal("no-replaceable", scope.tree().range(scope.node.nameSpan),
                            fmt::format("'{}' is defined in {} itself, with a body", name, scope.name()))
                        .hint("change the text")};
}

bool isOwn(const Scope& scope, std::string_view name) {
  for (const syntax::ElementId id : scope.tree().items(scope.node.elements)) {
    const syntax::Element& element = scope.tree()[id];
    if (element.kind == ElementKind::component && scope.file.text(scope.tree()[element.component].name) == name)
      return true;
    if (element.kind == ElementKind::classDefinition &&
        scope.file.text(scope.tree()[element.classDefinition].name) == name)
      return true;
  }
  return false;
}

}  // namespace

Outcome redeclare(const File& file, std::string_view type, std::string_view path, std::string_view choice) {
  const auto found = findPath(file, type, path);
  if (!found) return Unexpected{found.error()};
  const auto& [scope, names] = *found;
  if (const Fragment fragment(choice); !fragment.isReference() || choice.find('[') != std::string_view::npos)
    return Unexpected{refusal("bad-name", {}, fmt::format("'{}' is not the name of a class", choice))};
  const auto replaceable = findReplaceable(scope, names, path);
  if (!replaceable) return Unexpected{replaceable.error()};
  if (names.size() == 1 && isOwn(scope, names.front())) return redeclareOwn(scope, names.front(), choice);
  const auto place = placeOfPath(scope, names);
  if (!place) return Unexpected{place.error()};
  return redeclareIn(file, place->place, place->path, *replaceable, choice);
}

}  // namespace dashpot::editing

// editing/modifiers.cpp: values of parameters.
#include "editing/modification_place.hpp"
#include "editing/values.hpp"

#include <fmt/format.h>

namespace dashpot::editing {

namespace {

using model::ClassRef;
using syntax::ExpressionId;
using Path = std::span<const std::string>;

bool isArrayText(std::string_view value) {
  const Fragment fragment(value);
  if (!fragment.isExpression()) return false;
  const syntax::ExpressionKind kind = fragment.expression().kind;
  // A name or a call may be an array; that of a scalar needs `each`, and only its author knows.
  return kind != syntax::ExpressionKind::real && kind != syntax::ExpressionKind::integer &&
         kind != syntax::ExpressionKind::boolean && kind != syntax::ExpressionKind::string &&
         kind != syntax::ExpressionKind::unary;
}

/// Which names of a path are those of arrays of components.
std::vector<bool> arraysAlong(const Scope& scope, const std::vector<std::string>& path) {
  Meanings meanings(scope.file.classes(), scope.file.sources(), scope.file.tree());
  std::vector<bool> arrays(path.size(), false);
  ClassRef owner = scope.ref;
  for (std::size_t i = 0; i < path.size() && owner != ClassRef::none; ++i) {
    const Meaning part = meanings.component(owner, scope.file.symbols().intern(path[i]));
    if (!part.known()) break;
    const syntax::Component& declared = meanings.declared(part);
    arrays[i] = !declared.subscripts.empty() || !declared.typeSubscripts.empty();
    owner = meanings.typeOf(part);
  }
  return arrays;
}

/// a(b(c = value)), with `each` behind an array.
std::string nestedText(Path path, std::size_t depth, const std::vector<bool>& arrays, std::string_view value,
                       bool isScalar) {
  const bool isEach = isScalar && depth > 0 && arrays[depth - 1];
  std::string text = (isEach ? "each " : "") + path.front();
  if (path.size() == 1) return text + " = " + std::string(value);
  return text + '(' + nestedText(path.subspan(1), depth + 1, arrays, value, isScalar) + ')';
}

struct Setting {
  const File& file;
  std::string value;
  std::vector<bool> arrays;  // along the whole path
  bool isScalar = true;
};

/// `depth`: how many names of the whole path stand before this one.
Outcome setIn(const Setting& setting, const ModificationPlace& place, Path path, std::size_t depth) {
  const File& file = setting.file;
  const auto found = findArgument(file, place, path);
  if (!found)
    return Change{{addTo(file, place, nestedText(path, depth, setting.arrays, setting.value, setting.isScalar))}};
  const syntax::Argument& argument = *found->argument;
  const bool isClass = argument.kind == syntax::ArgumentKind::redeclaration &&
                       file.tree()[argument.redeclared].kind == syntax::ElementKind::classDefinition;
  if (isClass)
    return Unexpected{
        refusal("redeclared", file.tree().range(argument.span),
                fmt::format("'{}' is a class that is redeclared here: its values are set with it", path.front()))
            .hint("change the text of the redeclaration")};
  if (found->length < path.size())
    return setIn(setting, placeIn(file, argument), path.subspan(found->length), depth + found->length);

  Edits edits;
  const bool isRedeclared = argument.kind == syntax::ArgumentKind::redeclaration;
  const auto setValue = [&](const auto& layout, ExpressionId old) {
    if (old == ExpressionId::none)
      edits.push_back({layout.beforeValue, layout.beforeValue, " = " + setting.value});
    else if (file.text(layout.value) != setting.value)
      edits.push_back({layout.value.begin, layout.value.end, setting.value});
  };
  if (isRedeclared) {
    const syntax::Component& component = file.tree()[file.tree()[argument.redeclared].component];
    setValue(layoutOf(file, component), component.modification.value);
    return Change{edits};
  }
  const std::size_t last = depth + found->length - 1;
  const bool isArrayGiven = argument.modification.value != ExpressionId::none &&
                            file.tree()[argument.modification.value].kind == syntax::ExpressionKind::array;
  if (isArrayGiven && setting.isScalar && last > 0 && setting.arrays[last - 1] && !argument.each)
    edits.push_back({argument.span.begin, argument.span.begin, "each "});
  setValue(layoutOf(file, argument), argument.modification.value);
  return Change{edits};
}

/// The value of a declaration of the class itself.
Outcome setBinding(const Scope& scope, const Own& own, const std::string& value) {
  const File& file = scope.file;
  Meanings meanings(file.classes(), file.sources(), file.tree());
  const ClassRef type = meanings.withoutShortForms(
      meanings.typeOf({.scope = scope.ref, .element = scope.tree().at(scope.node.elements, own.index)}));
  if (type != ClassRef::none) {
    const syntax::ClassKind kind = file.classes()[type].node().kind;
    if (kind == syntax::ClassKind::model || kind == syntax::ClassKind::block || kind == syntax::ClassKind::connector)
      return Unexpected{refusal("no-value", scope.tree().range(own.component.nameSpan),
                                fmt::format("'{}' is a {}: it has no value of its own", file.text(own.component.name),
                                            syntax::spelling(kind)))
                            .hint(fmt::format("name one of its parameters: {}.NAME", file.text(own.component.name)))};
  }
  const DeclarationLayout layout = layoutOf(file, own.component);
  if (own.component.modification.value == ExpressionId::none)
    return Change{{{layout.beforeValue, layout.beforeValue, " = " + value}}};
  if (file.text(layout.value) == value) return Change{};
  return Change{{{layout.value.begin, layout.value.end, value}}};
}

}  // namespace

Outcome setModifier(const File& file, std::string_view type, std::string_view path, std::string_view value) {
  const auto found = findPath(file, type, path);
  if (!found) return Unexpected{found.error()};
  const auto& [scope, names] = *found;
  const auto place = placeOfPath(scope, names);
  if (!place) return Unexpected{place.error()};
  const ValueFacts facts = factsAbout(scope, names);
  const auto text = valueText(value, facts, path);
  if (!text) return Unexpected{text.error()};
  if (place->path.empty()) return setBinding(scope, *ownComponent(scope, names.front()), *text);
  const Setting setting{file, *text, arraysAlong(scope, names), !isArrayText(*text)};
  Outcome outcome = setIn(setting, place->place, place->path, names.size() - place->path.size());
  if (outcome && !facts.doubt.empty()) outcome->notes.push_back(facts.doubt);
  return outcome;
}

// -------------------------------------------------------------------------------------------------------------- remove

namespace {

Diagnostic noModifier(std::string_view path) {
  return refusal("no-modifier", {}, fmt::format("no value is given for '{}' here", path))
      .note("what it has comes from its declaration");
}

/// Whether an argument has nothing left to say once the rest of a path is taken from it.
bool isSpentWithout(const File& file, const syntax::Argument& argument, Path rest) {
  if (argument.kind != syntax::ArgumentKind::element) return rest.empty();
  if (rest.empty()) return argument.modification.arguments.empty();
  if (argument.modification.value != ExpressionId::none || argument.modification.arguments.count != 1) return false;
  const auto next = findArgument(file, placeIn(file, argument), rest);
  return next && isSpentWithout(file, *next->argument, rest.subspan(next->length));
}

Outcome removeIn(const File& file, const ModificationPlace& place, Path path, std::string_view whole) {
  const auto found = findArgument(file, place, path);
  if (!found) return Unexpected{noModifier(whole)};
  const syntax::Argument& argument = *found->argument;
  const Path rest = path.subspan(found->length);
  if (isSpentWithout(file, argument, rest)) return Change{removeFrom(file, place, found->index)};
  if (argument.kind == syntax::ArgumentKind::redeclaration &&
      file.tree()[argument.redeclared].kind == syntax::ElementKind::classDefinition)
    return Unexpected{noModifier(whole)};
  if (!rest.empty()) return removeIn(file, placeIn(file, argument), rest, whole);
  if (argument.modification.value == ExpressionId::none) return Unexpected{noModifier(whole)};
  const ArgumentLayout layout = layoutOf(file, argument);
  return Change{{{layout.beforeValue, layout.value.end}}};
}

}  // namespace

Outcome removeModifier(const File& file, std::string_view type, std::string_view path) {
  const auto found = findPath(file, type, path);
  if (!found) return Unexpected{found.error()};
  const auto& [scope, names] = *found;
  const auto place = placeOfPath(scope, names);
  if (!place) return Unexpected{place.error()};
  if (!place->path.empty()) return removeIn(file, place->place, place->path, path);
  const auto own = ownComponent(scope, names.front());
  if (own->component.modification.value == ExpressionId::none) return Unexpected{noModifier(path)};
  const DeclarationLayout layout = layoutOf(file, own->component);
  return Change{{{layout.beforeValue, layout.value.end}}};
}

}  // namespace dashpot::editing

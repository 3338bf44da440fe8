#include "editing/connector_sizing.hpp"

#include "editing/annotation_entries.hpp"
#include "editing/modification_place.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::editing {

namespace {

using model::ClassRef;
using syntax::ExpressionId;
using syntax::ExpressionKind;

/// An array of connectors of a component of the class, with the parameter that is its size.
struct Sizing {
  std::string parameter;         // "sum.nu"
  std::optional<int> size = {};  // empty: it is computed
};

/// annotation(Dialog(connectorSizing = true))
bool isForConnections(const syntax::Tree& tree, const Symbols& symbols, const syntax::Modification& annotation) {
  const auto entry = [&](const syntax::Modification& list, std::string_view name) -> const syntax::Argument* {
    for (const syntax::ArgumentId id : tree.items(list.arguments))
      if (tree[id].kind == syntax::ArgumentKind::element &&
          symbols.text(tree[tree.at(tree[tree[id].name].parts, 0)].name) == name)
        return &tree[id];
    return nullptr;
  };
  const syntax::Argument* dialog = entry(annotation, "Dialog");
  const syntax::Argument* sizing = dialog ? entry(dialog->modification, "connectorSizing") : nullptr;
  if (!sizing || sizing->modification.value == ExpressionId::none) return false;
  const syntax::Expression& value = tree[sizing->modification.value];
  return value.kind == ExpressionKind::boolean && value.flag;
}

std::optional<int> wholeNumber(const syntax::Tree& tree, ExpressionId expression) {
  const auto value = literalNumber(tree, expression);
  if (!value || *value < 0 || *value > 1e6 || *value != static_cast<int>(*value)) return std::nullopt;
  return static_cast<int>(*value);
}

/// The parameter that is the size of an array of connectors, and meant for this; nothing: there is none.
Meaning sizeOf(Meanings& meanings, ClassRef owner, const Meaning& array) {
  const syntax::Tree& tree = meanings.tree(array.scope);
  const syntax::Component& declared = meanings.declared(array);
  if (declared.subscripts.count != 1) return {};
  const syntax::Expression& subscript = tree[tree.at(declared.subscripts, 0)];
  if (subscript.kind != ExpressionKind::reference || subscript.parts.count != 1) return {};
  const Meaning size = meanings.component(owner, tree[tree.at(subscript.parts, 0)].name);
  const bool isMeant = size.known() && isForConnections(meanings.tree(size.scope), meanings.classes().symbols(),
                                                        meanings.declared(size).annotation);
  return isMeant ? size : Meaning{};
}

std::optional<Sizing> sizingOf(const Scope& scope, std::string_view owner, std::string_view connector) {
  const File& file = scope.file;
  const auto own = ownComponent(scope, owner);
  if (!own) return std::nullopt;
  Meanings meanings(file.classes(), file.sources(), file.tree());
  const ClassRef type =
      meanings.typeOf({.scope = scope.ref, .element = scope.tree().at(scope.node.elements, own->index)});
  if (type == ClassRef::none) return std::nullopt;
  const Meaning array = meanings.component(type, file.symbols().intern(connector));
  const Meaning size = array.known() ? sizeOf(meanings, type, array) : Meaning{};
  if (!size.known()) return std::nullopt;
  const syntax::Component& parameter = meanings.declared(size);
  const std::string name(file.text(parameter.name));
  Sizing sizing{std::string(owner) + '.' + name};
  const std::vector<std::string> path{name};
  const auto given = findArgument(file, placeIn(file, own->component), path);
  sizing.size = given ? wholeNumber(file.tree(), given->argument->modification.value)
                      : wholeNumber(meanings.tree(size.scope), parameter.modification.value);
  return sizing;
}

/// owner.connector or owner.connector[index] of a connection.
struct End {
  std::string owner, connector;
  ExpressionId index = ExpressionId::none;
};
std::optional<End> endOf(const syntax::Tree& tree, const Symbols& symbols, ExpressionId reference) {
  const syntax::Expression& node = tree[reference];
  if (node.kind != ExpressionKind::reference || node.parts.count != 2) return std::nullopt;
  const syntax::Part& owner = tree[tree.at(node.parts, 0)];
  const syntax::Part& connector = tree[tree.at(node.parts, 1)];
  if (!owner.subscripts.empty() || connector.subscripts.count > 1) return std::nullopt;
  End end{std::string(symbols.text(owner.name)), std::string(symbols.text(connector.name))};
  if (!connector.subscripts.empty()) end.index = tree.at(connector.subscripts, 0);
  return end;
}

}  // namespace

bool growsWithConnections(Meanings& meanings, ClassRef owner, const Meaning& connector) {
  return sizeOf(meanings, owner, connector).known();
}

Expected<Sized, Diagnostic> growForConnection(const Scope& scope, const std::string& end) {
  const Fragment fragment(end);
  const auto named = endOf(fragment.tree, fragment.symbols, fragment.value);
  if (!named || named->index != ExpressionId::none) return Sized{end};
  const auto sizing = sizingOf(scope, named->owner, named->connector);
  if (!sizing) return Sized{end};
  if (!sizing->size)
    return Unexpected{
        refusal("computed-size", scope.tree().range(scope.node.nameSpan),
                fmt::format("the size '{}' is not given as a number, so '{}' cannot grow", sizing->parameter, end))
            .hint(fmt::format("name an element: {}[1]", end))};
  const int size = *sizing->size + 1;
  auto change =
      setModifier(scope.file, scope.file.classes().qualifiedName(scope.ref), sizing->parameter, std::to_string(size));
  if (!change) return Unexpected{change.error()};
  change->notes.push_back(fmt::format("set {} = {}", sizing->parameter, size));
  return Sized{fmt::format("{}[{}]", end, size), std::move(*change)};
}

Change shrinkAfterRemoval(const Scope& scope, const Connection& removed) {
  Change change;
  const syntax::Tree& tree = scope.tree();
  for (const ExpressionId id : tree.items(removed.statement.expressions)) {
    const auto gone = endOf(tree, scope.file.symbols(), id);
    if (!gone || gone->index == ExpressionId::none) continue;
    const auto sizing = sizingOf(scope, gone->owner, gone->connector);
    const auto index = wholeNumber(tree, gone->index);
    if (!sizing || !sizing->size || !index || *index > *sizing->size) continue;
    NumberEdits numbers(scope.file);
    bool isFree = true;  // nothing else is connected to the element, and every other one is known
    for (const Connection& other : connectionsOf(scope)) {
      if (&other.statement == &removed.statement) continue;
      for (const ExpressionId side : tree.items(other.statement.expressions)) {
        const auto end = endOf(tree, scope.file.symbols(), side);
        if (!end || end->owner != gone->owner || end->connector != gone->connector) continue;
        const int place = end->index == ExpressionId::none ? 0 : wholeNumber(tree, end->index).value_or(0);
        isFree = isFree && place != 0 && place != *index;  // 0: it is not known
        if (place > *index) numbers.set(end->index, place - 1);
      }
    }
    if (!isFree) continue;
    auto size = setModifier(scope.file, scope.file.classes().qualifiedName(scope.ref), sizing->parameter,
                            std::to_string(*sizing->size - 1));
    if (!size) continue;
    change.notes.push_back(fmt::format("set {} = {}", sizing->parameter, *sizing->size - 1));
    std::ranges::move(size->edits, std::back_inserter(change.edits));
    std::ranges::move(numbers.take(), std::back_inserter(change.edits));
  }
  return change;
}

}  // namespace dashpot::editing

#include "editing/lookup.hpp"

#include "base/nearest.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::editing {

namespace {

using model::ClassRef;
using syntax::ClassForm;
using syntax::ClassId;
using syntax::ElementKind;
using syntax::ExpressionId;

/// The classes of a file by name, those with a body and those without.
void collectClasses(const File& file, ClassId id, const std::string& scope,
                    std::vector<std::pair<std::string, ClassId>>& found) {
  const syntax::Tree& tree = file.tree();
  const std::string name = scope + std::string(file.text(tree[id].name));
  found.emplace_back(name, id);
  for (const syntax::ElementId element : tree.items(tree[id].elements))
    if (tree[element].kind == ElementKind::classDefinition)
      collectClasses(file, tree[element].classDefinition, name + '.', found);
}

std::vector<std::pair<std::string, ClassId>> classesOf(const File& file) {
  std::vector<std::pair<std::string, ClassId>> found;
  for (const ClassId id : file.tree().items(file.tree().classes)) collectClasses(file, id, "", found);
  return found;
}

/// The last model at the top, as for the other verbs; else the last class.
ClassId lastModel(const File& file) {
  ClassId last = ClassId::none;
  for (const ClassId id : file.tree().items(file.tree().classes)) {
    const syntax::ClassKind kind = file.tree()[id].kind;
    const bool isModel =
        kind == syntax::ClassKind::model || kind == syntax::ClassKind::block || kind == syntax::ClassKind::generic;
    if (isModel || last == ClassId::none) last = id;
  }
  return last;
}

}  // namespace

Diagnostic refusal(std::string code, SourceRange where, std::string message) {
  return {.severity = Severity::error, .code = std::move(code), .message = std::move(message), .where = where};
}

Expected<Scope, Diagnostic> findScope(const File& file, std::string_view type) {
  for (const Diagnostic& diagnostic : file.diagnostics().all()) {
    if (diagnostic.severity != Severity::error) continue;
    Diagnostic refused = diagnostic;
    refused.note("a text with syntax errors is not changed by gestures").hint("mend the text first");
    return Unexpected{std::move(refused)};
  }
  const auto classes = classesOf(file);
  const std::string within = file.tree().within == ExpressionId::none
                                 ? ""
                                 : std::string(file.text(file.tree()[file.tree().within].span)) + '.';
  ClassId id = type.empty() ? lastModel(file) : ClassId::none;
  for (const auto& [name, candidate] : classes)
    if (id == ClassId::none && (name == type || within + name == type)) id = candidate;
  if (id == ClassId::none) {
    if (type.empty()) return Unexpected{refusal("no-class", {}, "the file has no class")};
    Diagnostic refused = refusal("no-class", {}, fmt::format("there is no class '{}' in this file", type));
    std::vector<std::string_view> names;
    for (const auto& [name, candidate] : classes) names.push_back(name);
    if (const auto meant = nearest(type, names)) refused.hint(fmt::format("did you mean '{}'?", *meant));
    return Unexpected{std::move(refused)};
  }
  const syntax::Class& node = file.tree()[id];
  if (node.form != ClassForm::composition && node.form != ClassForm::extension)
    return Unexpected{
        refusal("no-body", file.tree().range(node.nameSpan),
                fmt::format("{} has no body of its own: it is another name for a class", file.text(node.name)))};
  return Scope{file, entryOf(file.classes(), file.sources(), file.tree(), id), node};
}

std::optional<Own> ownComponent(const Scope& scope, std::string_view component) {
  for (std::size_t i = 0; i < scope.node.elements.count; ++i) {
    const syntax::Element& element = scope.tree()[scope.tree().at(scope.node.elements, i)];
    if (element.kind != ElementKind::component) continue;
    const syntax::Component& declared = scope.tree()[element.component];
    if (scope.file.text(declared.name) == component) return Own{i, element, declared};
  }
  return std::nullopt;
}

std::vector<std::string> componentNames(Meanings& meanings, ClassRef type) {
  std::vector<std::string> names;
  const auto collect = [&](const auto& self, ClassRef at, int depth) -> void {
    at = meanings.withoutShortForms(at);
    if (at == ClassRef::none || depth > model::WrittenClasses::depthLimit) return;
    const syntax::Tree& tree = meanings.tree(at);
    for (const syntax::ElementId id : tree.items(meanings.classes()[at].node().elements)) {
      if (tree[id].kind == ElementKind::component)
        names.emplace_back(meanings.classes().symbols().text(tree[tree[id].component].name));
      else if (tree[id].kind == ElementKind::extends)
        self(self, meanings.base(at, tree[id]), depth + 1);
    }
  };
  collect(collect, type, 0);
  return names;
}

Expected<Own, Diagnostic> findOwn(const Scope& scope, std::string_view component) {
  if (const auto own = ownComponent(scope, component)) return *own;
  Meanings meanings(scope.file.classes(), scope.file.sources(), scope.file.tree());
  const Meaning inherited = meanings.component(scope.ref, scope.file.symbols().intern(component));
  if (inherited.known()) {
    const std::string base = scope.file.classes().qualifiedName(inherited.scope);
    const syntax::Tree& tree = meanings.tree(inherited.scope);
    return Unexpected{
        refusal("inherited", scope.tree().range(scope.node.nameSpan),
                fmt::format("'{}' is inherited from {}, so it cannot be changed in {}", component, base, scope.name()))
            .note(fmt::format("it is declared at {}",
                              scope.file.sources().describeLine(tree.range(meanings.declared(inherited).nameSpan))))
            .hint(fmt::format("change {}, or set a modifier: values may differ here", base))};
  }
  Diagnostic refused = refusal("no-component", scope.tree().range(scope.node.nameSpan),
                               fmt::format("there is no component '{}' in {}", component, scope.name()));
  const std::vector<std::string> names = componentNames(meanings, scope.ref);
  if (const auto meant = nearest(component, names)) refused.hint(fmt::format("did you mean '{}'?", *meant));
  return Unexpected{std::move(refused)};
}

bool hasElement(const Scope& scope, std::string_view name) {
  Meanings meanings(scope.file.classes(), scope.file.sources(), scope.file.tree());
  return meanings.member({.scope = scope.ref}, scope.file.symbols().intern(name)).known();
}

syntax::Span declarationOf(const File& file, const Scope& scope) {
  syntax::Span span = scope.node.span;
  for (const syntax::Element& element : file.tree().elements)
    if (element.kind == syntax::ElementKind::classDefinition && &file.tree()[element.classDefinition] == &scope.node)
      span = {element.span.begin, scope.node.span.end};
  const std::size_t first = file.tokenAt(span.begin);
  if (first > 0 && file.tokens()[first - 1].kind == syntax::TokenKind::keywordFinal)
    span.begin = file.tokens()[first - 1].begin;
  return span;
}

std::string freeName(const Scope& scope, std::string wish, const std::set<std::string>& alsoTaken) {
  const auto isFree = [&](const std::string& name) {
    return whatIsWrongWithName(name).empty() && !alsoTaken.contains(name) && !hasElement(scope, name) &&
           scope.name() != name;
  };
  if (isFree(wish)) return wish;
  while (!wish.empty() && wish.back() >= '0' && wish.back() <= '9') wish.pop_back();
  if (!whatIsWrongWithName(wish + '1').empty()) wish = "component";
  for (int number = 1;; ++number)
    if (std::string name = wish + std::to_string(number); isFree(name)) return name;
}

Meaning meaningOfType(const Scope& scope, const std::string& type) {
  Meanings meanings(scope.file.classes(), scope.file.sources(), scope.file.tree());
  const std::vector<std::string> parts = partsOf(type.starts_with('.') ? type.substr(1) : type);
  const Symbol first = scope.file.symbols().intern(parts.front());
  Meaning meaning =
      type.starts_with('.') ? meanings.top(first) : meanings.first(scope.ref, first, Meanings::Use::asType);
  for (std::size_t i = 1; i < parts.size() && meaning.known(); ++i)
    meaning = meanings.member(meaning, scope.file.symbols().intern(parts[i]));
  return meaning;
}

bool isTakenBeside(const Scope& scope, std::string_view name) {
  model::ClassTable& classes = scope.file.classes();
  const ClassRef enclosing = classes[scope.ref].enclosing;
  const Symbol symbol = scope.file.symbols().intern(name);
  if (enclosing == ClassRef::none) return classes.nested(enclosing, symbol) != ClassRef::none;
  return Meanings(classes, scope.file.sources(), scope.tree()).member({.scope = enclosing}, symbol).known();
}

const syntax::Element* inheritedThrough(const Scope& scope, std::string_view name) {
  Meanings meanings(scope.file.classes(), scope.file.sources(), scope.file.tree());
  const Symbol symbol = scope.file.symbols().intern(name);
  for (const syntax::ElementId id : scope.tree().items(scope.node.elements)) {
    const syntax::Element& element = scope.tree()[id];
    if (element.kind != ElementKind::extends) continue;
    const ClassRef base = meanings.base(scope.ref, element);
    if (base != ClassRef::none && meanings.member({.scope = base}, symbol).known()) return &element;
  }
  return nullptr;
}

// -------------------------------------------------------------------------------------------------------------- texts

Fragment::Fragment(std::string_view expression) {
  // The line ends keep a comment in the expression from hiding what follows.
  const std::string text = fmt::format("model M\nReal x = \n{}\n;\nend M;\n", expression);
  tree = syntax::parse(sources.add("value", text), sources, symbols, diagnostics);
  if (!diagnostics.all().empty() || !tree.comments.empty() || tree.classes.count != 1) return;
  const syntax::Class& type = tree[tree.at(tree.classes, 0)];
  if (type.elements.count != 1 || !type.sections.empty()) return;
  const syntax::Element& element = tree[tree.at(type.elements, 0)];
  if (element.kind != ElementKind::component || element.constrainedBy != ExpressionId::none) return;
  const syntax::Component& component = tree[element.component];
  const bool isPlain = component.modification.arguments.empty() && component.condition == ExpressionId::none &&
                       component.description == Symbol::none && component.annotation.empty();
  // annotation() with nothing in it leaves no trace in the tree but its text.
  if (isPlain && component.modification.value != ExpressionId::none &&
      expression.find("annotation") == std::string_view::npos)
    value = component.modification.value;
}

std::string Fragment::canonical() const { return syntax::print(tree, value, symbols); }

std::vector<std::string> partsOf(std::string_view path) {
  std::vector<std::string> parts(1);
  bool isQuoted = false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (isQuoted && path[i] == '\\' && i + 1 < path.size()) {
      parts.back() += path[i++];
    } else if (path[i] == '\'') {
      isQuoted = !isQuoted;
    } else if (path[i] == '.' && !isQuoted) {
      parts.emplace_back();
      continue;
    }
    parts.back() += path[i];
  }
  return parts;
}

std::string whatIsWrongWithName(std::string_view name) {
  const Fragment fragment(name);
  const bool isName = fragment.isReference() && !fragment.expression().flag && fragment.expression().parts.count == 1 &&
                      fragment.tree[fragment.tree.at(fragment.expression().parts, 0)].subscripts.empty() &&
                      fragment.canonical() == name;
  if (!isName) return fmt::format("'{}' is no name: letters, digits and '_', or any text in single quotes", name);
  if (model::isReserved(name)) return fmt::format("'{}' is a name of the language", name);
  return {};
}

}  // namespace dashpot::editing

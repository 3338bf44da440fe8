#include "model/classes/written_classes.hpp"

#include <algorithm>

namespace dashpot::model {

namespace {

using syntax::ElementKind;
using syntax::ExpressionId;
using syntax::Tree;

/// How many parentheses are missing before and behind a text that was cut out of them.
std::pair<std::size_t, std::size_t> missingParentheses(std::string_view text) {
  std::size_t before = 0, open = 0;
  bool isString = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (isString && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      isString = !isString;
    else if (!isString && text[i] == '(')
      ++open;
    else if (!isString && text[i] == ')')
      open > 0 ? --open : ++before;
  }
  return {before, open};
}

}  // namespace

std::string WrittenClasses::text(Symbol symbol) const {
  return symbol == Symbol::none ? std::string() : std::string(classes_.symbols().text(symbol));
}

std::string WrittenClasses::text(const Tree& tree, ExpressionId expression) const {
  if (expression == ExpressionId::none) return {};
  SourceRange range = tree.range(tree[expression].span);
  if (!range.known()) return {};  // a class that the language itself has
  const std::string_view whole = sources_[range.source].text();
  // Parentheses at the ends of an expression are no part of it.
  auto [before, behind] = missingParentheses(sources_.text(range));
  while (before > 0 && range.begin > 0) before -= whole[--range.begin] == '(' ? 1 : 0;
  while (behind > 0 && range.end < whole.size()) behind -= whole[range.end++] == ')' ? 1 : 0;
  return std::string(sources_.text(range));
}

const syntax::Argument* WrittenClasses::argument(const Tree& tree, const syntax::Modification& modification,
                                                 std::string_view name) const {
  for (const syntax::ArgumentId id : tree.items(modification.arguments)) {
    const syntax::Argument& found = tree[id];
    if (found.kind != syntax::ArgumentKind::element) continue;
    const auto& parts = tree[found.name].parts;
    if (parts.count == 1 && classes_.symbols().text(tree[tree.at(parts, 0)].name) == name) return &found;
  }
  return nullptr;
}

// ------------------------------------------------------------------------------------------------------------ lookup

ClassRef WrittenClasses::member(ClassRef scope, Symbol name) {
  if (const ClassRef own = classes_.nested(scope, name); own != ClassRef::none) return own;
  // A base class may be named by a name that is itself looked for among what is inherited: that search has no end.
  const std::pair search{scope, name};
  const bool isEndless = std::ranges::find(searched_, search) != searched_.end() || searched_.size() > depthLimit;
  if (scope == ClassRef::none || isEndless) return ClassRef::none;
  searched_.push_back(search);
  const ClassEntry& entry = classes_[scope];
  const Tree& tree = *entry.tree;
  ClassRef found = ClassRef::none;
  for (const syntax::ElementId id : tree.items(entry.node().elements)) {
    if (tree[id].kind != ElementKind::extends) continue;
    const ClassRef base = resolve(scope, tree, tree[id].name, Use::asBase);
    if (base != ClassRef::none) found = member(base, name);
    if (found != ClassRef::none) break;
  }
  searched_.pop_back();
  return found;
}

ClassRef WrittenClasses::resolveImport(ClassRef scope, Symbol name) {
  const ClassEntry& entry = classes_[scope];
  const Tree& tree = *entry.tree;
  for (const syntax::ElementId id : tree.items(entry.node().elements)) {
    const syntax::Element& element = tree[id];
    if (element.kind != ElementKind::import) continue;
    const ClassRef imported = classes_.findQualified(text(tree, element.name));
    const auto& parts = tree[element.name].parts;
    const Symbol last = tree[tree.at(parts, parts.count - 1)].name;
    const bool isNamed = !element.importsAll && element.importedNames.empty();
    if (isNamed && (element.alias != Symbol::none ? element.alias : last) == name) return imported;
    if (imported == ClassRef::none || isNamed) continue;
    const auto isListed = [&](ExpressionId e) { return tree[tree.at(tree[e].parts, 0)].name == name; };
    bool listed = element.importsAll;
    for (const ExpressionId e : tree.items(element.importedNames)) listed = listed || isListed(e);
    if (!listed) continue;
    if (const ClassRef found = member(imported, name); found != ClassRef::none) return found;
  }
  return ClassRef::none;
}

ClassRef WrittenClasses::resolveFirst(ClassRef scope, Symbol name, Use use) {
  for (ClassRef at = scope; at != ClassRef::none; at = classes_[at].enclosing) {
    const bool ownOnly = at == scope && use == Use::asBase;
    const ClassRef found = ownOnly ? classes_.nested(at, name) : member(at, name);
    if (found != ClassRef::none) return found;
    if (const ClassRef imported = resolveImport(at, name); imported != ClassRef::none) return imported;
    if (classes_[at].node().isEncapsulated) break;
  }
  return classes_.nested(ClassRef::none, name);
}

ClassRef WrittenClasses::resolve(ClassRef scope, const Tree& tree, ExpressionId name, Use use) {
  if (name == ExpressionId::none) return ClassRef::none;
  return resolvePrefix(scope, tree, name, tree[name].parts.count, use);
}

ClassRef WrittenClasses::resolvePrefix(ClassRef scope, const Tree& tree, ExpressionId name, std::size_t count,
                                       Use use) {
  const syntax::Expression& reference = tree[name];
  ClassRef at = ClassRef::none;
  for (std::size_t i = 0; i < count; ++i) {
    const Symbol part = tree[tree.at(reference.parts, i)].name;
    at = i > 0            ? member(at, part)
         : reference.flag ? classes_.nested(ClassRef::none, part)
                          : resolveFirst(scope, part, use);
    if (at == ClassRef::none) return at;
  }
  return at;
}

ClassRef WrittenClasses::base(ClassRef type, const syntax::Element& extends) {
  return resolve(type, *classes_[type].tree, extends.name, Use::asBase);
}

ClassRef WrittenClasses::shortBase(ClassRef type) {
  const ClassEntry& entry = classes_[type];
  if (entry.node().form != syntax::ClassForm::shortClass) return ClassRef::none;
  const ClassRef found = resolve(entry.enclosing, *entry.tree, entry.node().base);
  return found == type ? ClassRef::none : found;
}

}  // namespace dashpot::model

#include "editing/occurrences.hpp"

#include "editing/meaning.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace dashpot::editing {

namespace {

using model::ClassRef;
using syntax::ArgumentKind;
using syntax::ClassForm;
using syntax::ClassId;
using syntax::ElementKind;
using syntax::ExpressionId;
using syntax::ExpressionKind;
using syntax::List;
using syntax::Modification;
using syntax::Span;
using syntax::Tree;

/// A class that is looked up only if somebody asks.
using LazyClass = std::function<ClassRef()>;

class NameWalker {
 public:
  NameWalker(model::ClassTable& classes, const Sources& sources, const Tree& tree,
             const std::function<bool(const NamedPlace&)>& isWanted,
             const std::function<void(const NamedPlace&, const Target&)>& found)
      : meanings_(classes, sources, tree),
        sources_(sources),
        tree_(tree),
        symbols_(classes.symbols()),
        isWanted_(isWanted),
        found_(found) {}

  void run() {
    if (tree_.hasWithin && tree_.within != ExpressionId::none) reference(tree_.within, Start::top);
    for (const ClassId id : tree_.items(tree_.classes))
      classDefinition(id, entryOf(meanings_.classes(), sources_, tree_, id));
  }

 private:
  /// Where the first part of a reference is looked up.
  enum class Start : std::uint8_t { anything, asType, asBase, top };

  /// After a syntax error there are names that are missing.
  [[nodiscard]] bool wants(const NamedPlace& place) const { return place.name != Symbol::none && isWanted_(place); }

  void report(const NamedPlace& place, const Meaning& meaning) {
    if (meaning.known()) found_(place, meanings_.target(meaning));
  }

  // -------------------------------------------------------------------------------------------------- expressions

  [[nodiscard]] Meaning begin(Symbol name, Start start) {
    switch (start) {
      case Start::top: return meanings_.top(name);
      case Start::asType: return meanings_.first(scope_, name, Meanings::Use::asType);
      case Start::asBase: return meanings_.first(scope_, name, Meanings::Use::asBase);
      case Start::anything: break;
    }
    const bool isLocal = std::ranges::find(iterators_, name) != iterators_.end();
    return isLocal ? Meaning{} : meanings_.first(scope_, name);
  }

  void reference(ExpressionId id, Start start = Start::anything) {
    if (id == ExpressionId::none) return;
    const syntax::Expression& node = tree_[id];
    const auto partAt = [&](std::size_t i) -> const syntax::Part& { return tree_[tree_.at(node.parts, i)]; };
    std::size_t wanted = 0;  // parts up to here are looked up
    for (std::size_t i = 0; i < node.parts.count; ++i)
      if (wants({partAt(i).span, partAt(i).name})) wanted = i + 1;
    Meaning meaning;
    for (std::size_t i = 0; i < wanted; ++i) {
      const NamedPlace place{partAt(i).span, partAt(i).name};
      meaning = i > 0 ? meanings_.member(meaning, place.name) : begin(place.name, node.flag ? Start::top : start);
      if (!meaning.known()) break;
      if (wants(place)) report(place, meaning);
    }
    for (std::size_t i = 0; i < node.parts.count; ++i) expressions(partAt(i).subscripts);
  }

  [[nodiscard]] Meaning meaningOf(ExpressionId id, Start start = Start::anything) {
    Meaning meaning;
    if (id == ExpressionId::none || tree_[id].kind != ExpressionKind::reference) return meaning;
    const syntax::Expression& node = tree_[id];
    for (std::size_t i = 0; i < node.parts.count; ++i) {
      const Symbol name = tree_[tree_.at(node.parts, i)].name;
      meaning = i > 0 ? meanings_.member(meaning, name) : begin(name, node.flag ? Start::top : start);
      if (!meaning.known()) break;
    }
    return meaning;
  }

  [[nodiscard]] LazyClass lazyType(ExpressionId name, Start start) {
    return [this, name, start] { return meanings_.typeOf(meaningOf(name, start)); };
  }

  void expressions(List<ExpressionId> list) {
    for (const ExpressionId id : tree_.items(list)) expression(id);
  }

  void expression(ExpressionId id) {
    if (id == ExpressionId::none) return;
    const syntax::Expression& node = tree_[id];
    if (node.kind == ExpressionKind::reference) return reference(id);
    if (node.kind == ExpressionKind::call) return call(node);
    if (node.kind == ExpressionKind::string && isInGraphics_) return textMacros(node);
    const std::size_t outer = iterators_.size();
    if (node.kind == ExpressionKind::comprehension) iterators(node.iterators);
    expressions(node.operands);
    iterators_.resize(outer);
  }

  /// f(x, y = z): y is an input of f.
  void call(const syntax::Expression& node) {
    const ExpressionId function = tree_.at(node.operands, 0);
    expression(function);
    for (std::size_t i = 1; i < node.operands.count; ++i) {
      const ExpressionId id = tree_.at(node.operands, i);
      const syntax::Expression& argument = tree_[id];
      if (argument.kind != ExpressionKind::namedArgument) {
        expression(id);
        continue;
      }
      const NamedPlace place{{argument.span.begin, argument.span.begin + length(argument.symbol)}, argument.symbol};
      if (wants(place)) report(place, memberOf(lazyType(function, Start::anything), place.name));
      expressions(argument.operands);
    }
  }

  [[nodiscard]] Meaning memberOf(const LazyClass& type, Symbol name) {
    const ClassRef found = type();
    return found == ClassRef::none ? Meaning{} : meanings_.member({.scope = found}, name);
  }

  void iterators(List<syntax::IteratorId> list) {
    for (const syntax::IteratorId id : tree_.items(list)) {
      expression(tree_[id].range);
      iterators_.push_back(tree_[id].name);
    }
  }

  [[nodiscard]] std::uint32_t length(Symbol symbol) const {
    return static_cast<std::uint32_t>(symbols_.text(symbol).size());
  }

  // ------------------------------------------------------------------------------------------------ modifications

  /// `type`: the class whose elements are modified.
  void modification(const Modification& node, const LazyClass& type) {
    for (const syntax::ArgumentId id : tree_.items(node.arguments)) argument(tree_[id], type);
    expression(node.value);
  }

  void argument(const syntax::Argument& node, const LazyClass& type) {
    if (node.kind == ArgumentKind::redeclaration) return redeclaration(tree_[node.redeclared], type);
    if (node.name == ExpressionId::none) return;  // nested too deeply
    if (node.kind == ArgumentKind::connectionRemoval) {
      members(node.name, type);
      return members(node.second, type);
    }
    members(node.name, type);
    modification(node.modification, [this, &node, &type] {
      const syntax::Expression& name = tree_[node.name];
      Meaning meaning{.scope = type()};
      for (std::size_t i = 0; i < name.parts.count && meaning.known(); ++i)
        meaning = meanings_.member(meaning, tree_[tree_.at(name.parts, i)].name);
      return meanings_.typeOf(meaning);
    });
  }

  /// A reference whose first part is an element of a class.
  void members(ExpressionId id, const LazyClass& type) {
    const syntax::Expression& node = tree_[id];
    Meaning meaning;
    bool isLookedUp = false;
    for (std::size_t i = 0; i < node.parts.count; ++i) {
      const syntax::Part& part = tree_[tree_.at(node.parts, i)];
      expressions(part.subscripts);
      bool isNeeded = false;  // by this part, or one behind it
      for (std::size_t k = i; k < node.parts.count; ++k) {
        const syntax::Part& later = tree_[tree_.at(node.parts, k)];
        isNeeded = isNeeded || wants({later.span, later.name});
      }
      if (!isNeeded) continue;
      if (!isLookedUp) meaning = {.scope = type()};
      isLookedUp = true;
      meaning = meaning.known() ? meanings_.member(meaning, part.name) : Meaning{};
      if (wants({part.span, part.name})) report({part.span, part.name}, meaning);
    }
  }

  void redeclaration(const syntax::Element& node, const LazyClass& type) {
    if (node.kind == ElementKind::classDefinition) {
      const syntax::Class& declared = tree_[node.classDefinition];
      const NamedPlace place{declared.nameSpan, declared.name};
      if (wants(place)) report(place, memberOf(type, place.name));
      if (declared.form == ClassForm::shortClass) {
        reference(declared.base, Start::asType);
        expressions(declared.baseSubscripts);
        modification(declared.modification, lazyType(declared.base, Start::asType));
      }
    } else {
      const syntax::Component& declared = tree_[node.component];
      const NamedPlace place{declared.nameSpan, declared.name};
      if (wants(place)) report(place, memberOf(type, place.name));
      componentParts(declared, true);
    }
    constraint(node);
  }

  void constraint(const syntax::Element& node) {
    if (node.constrainedBy == ExpressionId::none) return;
    reference(node.constrainedBy, Start::asType);
    modification(node.constraint, lazyType(node.constrainedBy, Start::asType));
  }

  /// Names of an annotation's entries are words of the language; their values may name components.
  void annotation(const Modification& node) {
    for (const syntax::ArgumentId id : tree_.items(node.arguments)) {
      const syntax::Argument& entry = tree_[id];
      if (entry.kind == ArgumentKind::redeclaration) {
        redeclaration(tree_[entry.redeclared], [] { return ClassRef::none; });
        continue;
      }
      const bool outer = isInGraphics_;
      if (const std::string_view name = firstPart(entry.name); name == "Icon" || name == "Diagram")
        isInGraphics_ = true;
      annotation(entry.modification);
      expression(entry.modification.value);
      isInGraphics_ = outer;
    }
  }

  [[nodiscard]] std::string_view firstPart(ExpressionId id) const {
    if (id == ExpressionId::none || tree_[id].parts.empty()) return {};
    const Symbol name = tree_[tree_.at(tree_[id].parts, 0)].name;
    return name == Symbol::none ? std::string_view() : symbols_.text(name);
  }

  /// "R=%R" and "%{R}" in a text of an icon stand for the value of the parameter R (Modelica 3.6, section 18.6.5.5).
  void textMacros(const syntax::Expression& node) {
    const std::string_view text = sources_.text(tree_.range(node.span));
    const auto isNamePart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      if (text[i] != '%') continue;
      if (text[i + 1] == '%') {
        ++i;
        continue;
      }
      const std::size_t begin = i + (text[i + 1] == '{' ? 2 : 1);
      std::size_t end = begin;
      while (end < text.size() && isNamePart(text[end])) ++end;
      const std::string_view name = text.substr(begin, end - begin);
      const Symbol symbol = symbols_.find(name);
      if (name.empty() || name == "name" || name == "class" || symbol == Symbol::none) continue;
      const auto offset = node.span.begin + static_cast<std::uint32_t>(begin);
      const NamedPlace place{{offset, offset + static_cast<std::uint32_t>(name.size())}, symbol};
      if (wants(place)) report(place, meanings_.component(scope_, symbol));
    }
  }

  // ------------------------------------------------------------------------------------------ classes, components

  void classDefinition(ClassId id, ClassRef ref) {
    const syntax::Class& node = tree_[id];
    declaredClass(node, ref);
    const ClassRef outer = std::exchange(scope_, ref);
    switch (node.form) {
      case ClassForm::composition:
      case ClassForm::extension: composition(node); break;
      case ClassForm::shortClass: shortClass(node, outer); break;
      case ClassForm::enumeration: literals(node); break;
      case ClassForm::derivative: shortClass(node, outer); break;
    }
    annotation(node.annotation);
    scope_ = outer;
  }

  void declaredClass(const syntax::Class& node, ClassRef ref) {
    const NamedPlace place{node.nameSpan, node.name};
    if (wants(place)) report(place, {.scope = ref});
    reportEnd(node, ref);
  }

  /// `end NAME` closes a class.
  void reportEnd(const syntax::Class& node, ClassRef ref) {
    if (node.form != ClassForm::composition && node.form != ClassForm::extension) return;
    if (node.name == Symbol::none || node.span.end < length(node.name)) return;
    const NamedPlace place{{node.span.end - length(node.name), node.span.end}, node.name};
    if (place.span.begin < node.nameSpan.end || sources_.text(tree_.range(place.span)) != symbols_.text(node.name))
      return;
    if (wants(place)) report(place, {.scope = ref});
  }

  /// The base of a short class is looked up outside of it.
  void shortClass(const syntax::Class& node, ClassRef outer) {
    const ClassRef own = std::exchange(scope_, outer);
    reference(node.base, Start::asType);
    expressions(node.baseSubscripts);
    modification(node.modification, lazyType(node.base, Start::asType));
    for (const ExpressionId id : tree_.items(node.names)) members(id, lazyType(node.base, Start::asType));
    scope_ = own;
  }

  void literals(const syntax::Class& node) {
    for (const ExpressionId id : tree_.items(node.names)) {
      const syntax::Part& part = tree_[tree_.at(tree_[id].parts, 0)];
      if (wants({part.span, part.name})) report({part.span, part.name}, {.scope = scope_, .literal = part.name});
    }
    for (const syntax::RemarkId id : tree_.items(node.remarks)) annotation(tree_[id].annotation);
  }

  void composition(const syntax::Class& node) {
    for (const syntax::ArgumentId id : tree_.items(node.modification.arguments))
      argument(tree_[id], [this] { return scope_; });
    lastType_ = ExpressionId::none;
    for (const syntax::ElementId id : tree_.items(node.elements)) element(id);
    for (const syntax::SectionId id : tree_.items(node.sections)) statements(tree_[id].statements);
    expression(node.external.result);
    expression(node.external.call);
    annotation(node.external.annotation);
  }

  void element(syntax::ElementId id) {
    const syntax::Element& node = tree_[id];
    switch (node.kind) {
      case ElementKind::import: return import(node);
      case ElementKind::extends:
        reference(node.name, Start::asBase);
        modification(node.modification, lazyType(node.name, Start::asBase));
        return annotation(node.annotation);
      case ElementKind::classDefinition:
        classDefinition(node.classDefinition, meanings_.classes().define(tree_, node.classDefinition, scope_));
        lastType_ = ExpressionId::none;
        break;
      case ElementKind::component: {
        const syntax::Component& declared = tree_[node.component];
        // The components of one clause share their type and constraint.
        const bool isFirst = std::exchange(lastType_, declared.type) != declared.type;
        const NamedPlace place{declared.nameSpan, declared.name};
        componentParts(declared, isFirst);
        if (wants(place)) report(place, {.scope = scope_, .element = id});
        if (!isFirst) return annotation(node.annotation);
        break;
      }
    }
    constraint(node);
    annotation(node.annotation);
  }

  void componentParts(const syntax::Component& node, bool withType) {
    if (withType) {
      reference(node.type, Start::asType);
      expressions(node.typeSubscripts);
    }
    expressions(node.subscripts);
    modification(node.modification, lazyType(node.type, Start::asType));
    expression(node.condition);
    annotation(node.annotation);
  }

  void import(const syntax::Element& node) {
    reference(node.name, Start::top);
    for (const ExpressionId id : tree_.items(node.importedNames)) {
      const syntax::Part& part = tree_[tree_.at(tree_[id].parts, 0)];
      if (wants({part.span, part.name}))
        report({part.span, part.name}, meanings_.member(meaningOf(node.name, Start::top), part.name));
    }
  }

  // --------------------------------------------------------------------------------------- equations, statements

  void statements(List<syntax::StatementId> list) {
    for (const syntax::StatementId id : tree_.items(list)) statement(tree_[id]);
  }

  void statement(const syntax::Statement& node) {
    const std::size_t outer = iterators_.size();
    iterators(node.iterators);
    expressions(node.expressions);
    for (const syntax::BranchId id : tree_.items(node.branches)) {
      expression(tree_[id].condition);
      statements(tree_[id].body);
    }
    iterators_.resize(outer);
    annotation(node.annotation);
  }

  Meanings meanings_;
  const Sources& sources_;
  const Tree& tree_;
  const Symbols& symbols_;
  const std::function<bool(const NamedPlace&)>& isWanted_;
  const std::function<void(const NamedPlace&, const Target&)>& found_;
  ClassRef scope_ = ClassRef::none;
  std::vector<Symbol> iterators_;  // those in force
  ExpressionId lastType_ = ExpressionId::none;
  bool isInGraphics_ = false;
};

}  // namespace

bool isSame(const model::ClassTable& classes, const Target& a, const Target& b) {
  if (a.component != b.component || a.scope == ClassRef::none || b.scope == ClassRef::none) return false;
  return a.scope == b.scope || classes.qualifiedName(a.scope) == classes.qualifiedName(b.scope);
}

Symbol nameOf(const model::ClassTable& classes, const Target& target) {
  return target.component != Symbol::none ? target.component : classes[target.scope].node().name;
}

ClassRef entryOf(model::ClassTable& classes, const Sources& sources, const Tree& tree, ClassId id) {
  const std::function<ClassRef(ClassId, ClassRef)> search = [&](ClassId at, ClassRef enclosing) -> ClassRef {
    const ClassRef ref = classes.define(tree, at, enclosing);
    if (at == id) return ref;
    const Span inner = tree[id].span, outer = tree[at].span;
    if (inner.begin < outer.begin || inner.end > outer.end) return ClassRef::none;
    for (const syntax::ElementId element : tree.items(tree[at].elements))
      if (tree[element].kind == ElementKind::classDefinition)
        if (const ClassRef found = search(tree[element].classDefinition, ref); found != ClassRef::none) return found;
    return ClassRef::none;
  };
  const ClassRef package = tree.within == ExpressionId::none
                               ? ClassRef::none
                               : classes.findQualified(sources.text(tree.range(tree[tree.within].span)));
  for (const ClassId top : tree.items(tree.classes))
    if (const ClassRef found = search(top, package); found != ClassRef::none) return found;
  return ClassRef::none;
}

void forEachName(model::ClassTable& classes, const Sources& sources, const Tree& tree,
                 const std::function<bool(const NamedPlace&)>& isWanted,
                 const std::function<void(const NamedPlace&, const Target&)>& found) {
  NameWalker(classes, sources, tree, isWanted, found).run();
}

std::vector<Span> occurrences(model::ClassTable& classes, const Sources& sources, const Tree& tree,
                              const Target& target) {
  std::vector<Span> spans;
  const Symbol name = nameOf(classes, target);
  forEachName(
      classes, sources, tree, [&](const NamedPlace& place) { return place.name == name; },
      [&](const NamedPlace& place, const Target& found) {
        if (isSame(classes, found, target)) spans.push_back(place.span);
      });
  std::ranges::sort(spans, {}, &Span::begin);
  return spans;
}

std::optional<Target> targetAt(model::ClassTable& classes, const Sources& sources, const Tree& tree,
                               std::uint32_t offset) {
  std::optional<Target> target;
  forEachName(
      classes, sources, tree,
      [&](const NamedPlace& place) { return place.span.begin <= offset && offset <= place.span.end; },
      [&](const NamedPlace& place, const Target& found) {
        // Where two identifiers meet, as around a dot, the one that begins here counts.
        if (!target || place.span.begin == offset) target = found;
      });
  return target;
}

}  // namespace dashpot::editing

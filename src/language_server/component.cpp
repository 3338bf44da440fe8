#include "language_server/component.hpp"

#include "base/nearest.hpp"
#include "drawing/written_values.hpp"
#include "language_server/catalogue_json.hpp"
#include "language_server/experiment.hpp"
#include "language_server/figures.hpp"
#include "language_server/protocol.hpp"
#include "language_server/quantity.hpp"
#include "language_server/sanitised_html.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <deque>
#include <set>
#include <sstream>

namespace dashpot::language_server {

namespace {

using drawing::Member;
using drawing::Part;
using drawing::WrittenValues;
using model::CatalogueComponent;
using model::CatalogueParameter;
using model::ClassRef;
using syntax::ExpressionId;

class ComponentWriter {
 public:
  ComponentWriter(View& view, ClassRef type) : view_(view), values_(view.classes, view.sources), type_(type) {
    parts_.push_back({type, {}, {}});
  }

  std::string run(const std::string& path) {
    if (!path.empty()) enter(path);
    const Part& part = parts_.back();
    const CatalogueComponent described = view_.catalogue.describe(part.type);
    findStructural(part.type);
    json_.openObject()
        .member("name", path.empty() ? described.name.substr(described.name.rfind('.') + 1) : path)
        .member("type", described.name)
        .member("kind", described.kind)
        .member("description", member_ ? view_.written.text(member_->component().description) : described.description)
        .member("class_description", described.description)
        .member("documentation", sanitisedHtml(documentationOf(described)));
    json_.key("parameters").openArray();
    for (const CatalogueParameter& parameter : described.parameters) write(parameter);
    json_.close().key("replaceables").openArray();
    for (const auto& replaceable : described.replaceables) write(replaceable);
    json_.close().key("ports").openArray();
    for (const auto& port : described.ports) {
      json_.openObject();
      writePort(json_, port);
      json_.close();
    }
    json_.close();
    writeVariables(json_, described.variables);
    if (path.empty()) {
      json_.key("experiment").raw(toText(experimentOf(view_, type_))).key("figures");
      writeFigures(json_, view_, type_);
    }
    json_.close();
    return std::move(json_).text();
  }

 private:
  // ------------------------------------------------------------------------------------------------------ the component

  /// Down the names of a path, redeclarations followed.
  void enter(const std::string& path) {
    std::istringstream names(path);
    for (std::string name; std::getline(names, name, '.');) {
      const Part& whole = parts_.back();
      const Member* member = values_.member(whole.type, view_.symbols.intern(name));
      if (!member) throw RequestError(ErrorCode::requestFailed, missing(whole.type, name));
      Part part = values_.partOf(whole, *member);
      if (part.type == ClassRef::none)
        throw RequestError(ErrorCode::requestFailed,
                           fmt::format("the class '{}' of '{}' is not at hand",
                                       view_.written.text(*member->tree, member->component().type), name));
      member_ = member;
      parts_.push_back(std::move(part));
    }
  }

  std::string missing(ClassRef type, const std::string& name) {
    std::vector<std::string> names;
    for (const Member& member : values_.members(type)) names.push_back(view_.written.text(member.component().name));
    const auto meant = nearest(name, names);
    return fmt::format("there is no component '{}' in {}{}", name, view_.classes.qualifiedName(type),
                       meant ? fmt::format("; did you mean '{}'?", *meant) : "");
  }

  /// Its own, else that of the nearest base class that has some.
  static std::string_view documentationOf(const CatalogueComponent& described) {
    if (!described.documentation.empty() || described.bases.empty()) return described.documentation;
    return described.bases.front().documentation;
  }

  /// Parameters that decide which components and elements there are.
  void findStructural(ClassRef type) {
    const auto collect = [&](const syntax::Tree& tree, ExpressionId expression) {
      if (expression == ExpressionId::none) return;
      const SourceRange where = tree.range(tree[expression].span);
      const std::string_view text = view_.sources.text(where);
      std::string word;
      for (const char c : text) {
        const bool isPart = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
        if (isPart) word += c;
        if (!isPart) structural_.insert(std::exchange(word, {}));
      }
      structural_.insert(word);
    };
    for (const Member& member : values_.members(type)) {
      const syntax::Component& declared = member.component();
      collect(*member.tree, declared.condition);
      for (const auto& list : {declared.subscripts, declared.typeSubscripts})
        for (const ExpressionId subscript : member.tree->items(list)) collect(*member.tree, subscript);
    }
  }

  // -------------------------------------------------------------------------------------------------------- parameters

  /// What is written here for an element of the component or class; the tree: of the document, or of another class.
  struct Given {
    const syntax::Tree* tree = nullptr;
    const syntax::Argument* argument = nullptr;
    ExpressionId value = ExpressionId::none;
    bool isFinal = false;
  };

  Given givenFor(const std::string& name) {
    if (member_) {
      const auto* argument = view_.written.argument(*member_->tree, member_->component().modification, name);
      if (!argument) return {};
      return {member_->tree, argument, argument->modification.value, argument->final};
    }
    // Of the class itself: its own declaration, or the extends-clause that it comes through.
    const Member* member = values_.member(type_, view_.symbols.intern(name));
    if (!member) return {};
    if (member->owner == type_) return {member->tree, nullptr, member->component().modification.value, false};
    for (const Member::Modified& outer : member->modified) {
      if (outer.lexical != type_) continue;
      if (const auto* argument = view_.written.argument(*outer.tree, outer.modification, name))
        return {outer.tree, argument, argument->modification.value, argument->final};
    }
    return {};
  }

  void write(const CatalogueParameter& parameter) {
    json_.openObject();
    writeParameter(json_, parameter);
    json_.memberIfGiven("default_shown", shown(parameter, parameter.defaultValue));
    writeDialog(parameter);
    const Given given = givenFor(parameter.name);
    if (given.value != ExpressionId::none) {
      const std::string value = view_.written.text(*given.tree, given.value);
      json_.member("value", value).memberIfGiven("value_shown", shown(parameter, value));
    }
    const auto* evaluate =
        view_.written.argument(*parameter.annotation.tree, parameter.annotation.modification, "Evaluate");
    json_.flag("is_structural", structural_.contains(parameter.name) || isTrue(*parameter.annotation.tree, evaluate))
        .flag("is_final", given.isFinal)
        .close();
  }

  static bool isTrue(const syntax::Tree& tree, const syntax::Argument* argument) {
    if (!argument || argument->modification.value == ExpressionId::none) return false;
    const syntax::Expression& value = tree[argument->modification.value];
    return value.kind == syntax::ExpressionKind::boolean && value.flag;
  }

  /// "210 bar"; empty: it is no number, or has no unit that would say more than the text.
  static std::string shown(const CatalogueParameter& parameter, const std::string& value) {
    if (parameter.builtin != "Real") return {};
    const auto number = constantValue(value);
    return number ? shownValue(*number, parameter.unit, parameter.displayUnit) : std::string();
  }

  /// Modelica 3.6, section 18.7.
  void writeDialog(const CatalogueParameter& parameter) {
    const syntax::Tree& tree = *parameter.annotation.tree;
    const auto* dialog = view_.written.argument(tree, parameter.annotation.modification, "Dialog");
    if (!dialog) return;
    for (const char* name : {"tab", "group"}) {
      const auto* entry = view_.written.argument(tree, dialog->modification, name);
      if (entry && entry->modification.value != ExpressionId::none &&
          tree[entry->modification.value].kind == syntax::ExpressionKind::string)
        json_.memberIfGiven(name, view_.name(tree[entry->modification.value].symbol));
    }
    const auto* enable = view_.written.argument(tree, dialog->modification, "enable");
    const Member* member = values_.member(parts_.back().type, view_.symbols.intern(parameter.name));
    if (!enable || enable->modification.value == ExpressionId::none || !member) return;
    const drawing::Value value = values_.evaluate(tree, enable->modification.value, {&parts_.back(), member->owner});
    if (value.kind == drawing::Value::Kind::truth && value.number == 0) json_.member("enabled", false);
  }

  // ------------------------------------------------------------------------------------------------------- replaceables

  void write(const model::CatalogueReplaceable& part) {
    json_.openObject();
    writeReplaceable(json_, part);
    json_.member("chosen", chosenFor(part)).close();
  }

  /// The class that a redeclaration names here; else the default.
  std::string chosenFor(const model::CatalogueReplaceable& part) {
    if (!member_) return part.chosen;
    const syntax::Tree& tree = *member_->tree;
    for (const syntax::ArgumentId id : tree.items(member_->component().modification.arguments)) {
      const syntax::Argument& argument = tree[id];
      if (argument.kind != syntax::ArgumentKind::redeclaration) continue;
      const syntax::Element& element = tree[argument.redeclared];
      const bool isComponent = element.kind == syntax::ElementKind::component;
      const Symbol name = isComponent ? tree[element.component].name : tree[element.classDefinition].name;
      if (view_.name(name) != part.name) continue;
      const ExpressionId type = isComponent ? tree[element.component].type : tree[element.classDefinition].base;
      if (type == ExpressionId::none) continue;
      const ClassRef ref = view_.written.resolve(member_->owner, tree, type);
      return ref == ClassRef::none ? view_.written.text(tree, type) : view_.classes.qualifiedName(ref);
    }
    return part.chosen;
  }

  View& view_;
  WrittenValues values_;
  ClassRef type_;
  std::deque<Part> parts_;          // the class, and down to the component
  const Member* member_ = nullptr;  // the component; null: the class itself
  std::set<std::string> structural_;
  JsonText json_;
};

}  // namespace

std::string describeComponent(View& view, ClassRef type, const std::string& component) {
  return ComponentWriter(view, type).run(component);
}

}  // namespace dashpot::language_server

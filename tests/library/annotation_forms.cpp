// The table of annotations, and the walk that holds a syntax tree to it.
//
// A type is written as in the specification: a basic type, an enumeration, a record, or one of these with the size of an
// array behind it ("Real[2]", "Line[:]"). A "condition" may depend on parameters, as in the Modelica Standard Library;
// "anything" is not looked at.
#include "library/annotation_forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <string_view>

namespace dashpot::testing {

using syntax::ArgumentKind;
using syntax::ExpressionId;
using syntax::ExpressionKind;

namespace {

struct Field {
  std::string_view name;
  std::string_view type;
};
using Fields = std::vector<Field>;

enum Place : unsigned {
  onClass = 1,
  onComponent = 2,
  onExtends = 4,
  onConnect = 8,
  onExternal = 16,
  anywhere = 1024 - 1,
};

struct Annotation {
  std::string_view type;  // of its value, or the record that its arguments make up
  unsigned places = anywhere;
};

/// Records that a name with arguments in parentheses makes up, be it a modification or the call of a constructor.
const std::map<std::string_view, Fields>& records() {
  static const Fields graphicItem{{"visible", "condition"}, {"origin", "Point"}, {"rotation", "Real"}};
  static const Fields filledShape{{"lineColor", "Color"},
                                  {"fillColor", "Color"},
                                  {"pattern", "LinePattern"},
                                  {"fillPattern", "FillPattern"},
                                  {"lineThickness", "Real"}};
  const auto joined = [](std::initializer_list<Fields> parts) {
    Fields all;
    for (const Fields& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  };
  static const std::map<std::string_view, Fields> table{
      // 18.2 documentation
      {"Documentation", {{"info", "String"}, {"revisions", "String"}, {"figures", "Figure[:]"}}},
      {"Figure",
       {{"title", "String"},
        {"identifier", "String"},
        {"group", "String"},
        {"preferred", "Boolean"},
        {"plots", "Plot[:]"},
        {"caption", "String"}}},
      {"Plot", {{"title", "String"}, {"identifier", "String"}, {"curves", "Curve[:]"}, {"x", "Axis"}, {"y", "Axis"}}},
      {"Curve", {{"x", "anything"}, {"y", "anything"}, {"legend", "String"}, {"zOrder", "Integer"}}},
      {"Axis", {{"min", "Real"}, {"max", "Real"}, {"unit", "String"}, {"label", "String"}, {"scale", "anything"}}},
      // 18.4 simulations
      {"experiment", {{"StartTime", "Real"}, {"StopTime", "Real"}, {"Interval", "Real"}, {"Tolerance", "Real"}}},
      {"TestCase", {{"shouldPass", "Boolean"}}},
      // 18.6 graphics
      {"coordinateSystem",
       {{"extent", "Extent"}, {"preserveAspectRatio", "Boolean"}, {"initialScale", "Real"}, {"grid", "Real[2]"}}},
      {"Icon", {{"coordinateSystem", "coordinateSystem"}, {"graphics", "graphics"}, {"interaction", "anything"}}},
      {"Diagram", {{"coordinateSystem", "coordinateSystem"}, {"graphics", "graphics"}}},
      {"IconMap", {{"extent", "Extent"}, {"primitivesVisible", "Boolean"}}},
      {"DiagramMap", {{"extent", "Extent"}, {"primitivesVisible", "Boolean"}}},
      {"Placement",
       {{"visible", "condition"},
        {"transformation", "transformation"},
        {"iconVisible", "condition"},
        {"iconTransformation", "transformation"}}},
      {"transformation", {{"origin", "Point"}, {"extent", "Extent"}, {"rotation", "Real"}}},
      {"Line", joined({graphicItem,
                       {{"points", "Point[:]"},
                        {"color", "Color"},
                        {"pattern", "LinePattern"},
                        {"thickness", "Real"},
                        {"arrow", "Arrow[2]"},
                        {"arrowSize", "Real"},
                        {"smooth", "Smooth"}}})},
      {"Polygon", joined({graphicItem, filledShape, {{"points", "Point[:]"}, {"smooth", "Smooth"}}})},
      {"Rectangle",
       joined(
           {graphicItem, filledShape, {{"borderPattern", "BorderPattern"}, {"extent", "Extent"}, {"radius", "Real"}}})},
      {"Ellipse",
       joined({graphicItem,
               filledShape,
               {{"extent", "Extent"}, {"startAngle", "Real"}, {"endAngle", "Real"}, {"closure", "EllipseClosure"}}})},
      {"Text", joined({graphicItem,
                       {{"extent", "Extent"},
                        {"textString", "String"},
                        {"fontSize", "Real"},
                        {"fontName", "String"},
                        {"textStyle", "TextStyle[:]"},
                        {"textColor", "Color"},
                        {"horizontalAlignment", "TextAlignment"},
                        {"string", "String"},
                        {"index", "Integer"}}})},
      {"Bitmap", joined({graphicItem, {{"extent", "Extent"}, {"fileName", "String"}, {"imageSource", "String"}}})},
      // 18.7 input by the user
      {"Dialog",
       {{"tab", "String"},
        {"group", "String"},
        {"enable", "condition"},
        {"showStartAttribute", "Boolean"},
        {"colorSelector", "Boolean"},
        {"loadSelector", "Selector"},
        {"saveSelector", "Selector"},
        {"directorySelector", "Selector"},
        {"groupImage", "String"},
        {"connectorSizing", "Boolean"}}},
      {"Selector", {{"filter", "String"}, {"caption", "String"}}},
      {"choices", {{"choice", "anything"}, {"checkBox", "Boolean"}}},
      // 18.8 versions
      {"conversion", {{"noneFromVersion", "String"}, {"from", "anything"}}},
  };
  return table;
}

/// The annotations themselves, and what they may stand on.
const std::map<std::string_view, Annotation>& annotations() {
  static const std::map<std::string_view, Annotation> table{
      {"Documentation", {"Documentation"}},
      {"preferredView", {"String", onClass}},
      {"DocumentationClass", {"Boolean", onClass}},
      {"obsolete", {"String"}},
      {"unassignedMessage", {"String", onComponent}},
      {"missingInnerMessage", {"String", onClass | onComponent}},
      {"absoluteValue", {"Boolean", onClass | onComponent}},
      {"defaultConnectionStructurallyInconsistent", {"Boolean", onClass}},
      {"Evaluate", {"Boolean", onClass | onComponent}},
      {"HideResult", {"Boolean", onComponent}},
      {"Inline", {"Boolean", onClass}},
      {"LateInline", {"Boolean", onClass}},
      {"InlineAfterIndexReduction", {"Boolean", onClass}},
      {"GenerateEvents", {"Boolean", onClass}},
      {"smoothOrder", {"Integer", onClass}},
      {"derivative", {"anything", onClass | onExternal}},
      {"inverse", {"anything", onClass | onExternal}},
      {"experiment", {"experiment", onClass}},
      {"TestCase", {"TestCase", onClass}},
      {"singleInstance", {"Boolean", onClass}},
      {"mustBeConnected", {"String", onComponent}},
      {"mayOnlyConnectOnce", {"String", onComponent}},
      {"Icon", {"Icon", onClass}},
      {"Diagram", {"Diagram", onClass}},
      {"IconMap", {"IconMap", onExtends}},
      {"DiagramMap", {"DiagramMap", onExtends}},
      {"Placement", {"Placement", onComponent}},
      {"Line", {"Line", onConnect}},
      {"Text", {"Text", onConnect}},
      {"defaultComponentName", {"String", onClass}},
      {"defaultComponentPrefixes", {"String", onClass}},
      {"Dialog", {"Dialog", onClass | onComponent | onExtends}},
      {"choices", {"choices", onClass | onComponent}},
      {"choicesAllMatching", {"Boolean", onClass | onComponent}},
      {"version", {"String", onClass}},
      {"versionDate", {"String", onClass}},
      {"versionBuild", {"Integer", onClass}},
      {"dateModified", {"String", onClass}},
      {"revisionId", {"String", onClass}},
      {"uses", {"anything", onClass}},
      {"conversion", {"conversion", onClass}},
      {"Protection", {"anything", onClass}},
      {"Authorization", {"anything", onClass}},
      {"Library", {"anything", onExternal | onClass}},
      {"Include", {"String", onExternal | onClass}},
      {"IncludeDirectory", {"String", onExternal | onClass}},
      {"LibraryDirectory", {"String", onExternal | onClass}},
      {"SourceDirectory", {"String", onExternal | onClass}},
  };
  return table;
}

const std::map<std::string_view, std::set<std::string_view>>& enumerations() {
  static const std::map<std::string_view, std::set<std::string_view>> table{
      {"LinePattern", {"None", "Solid", "Dash", "Dot", "DashDot", "DashDotDot"}},
      {"FillPattern",
       {"None", "Solid", "Horizontal", "Vertical", "Cross", "Forward", "Backward", "CrossDiag", "HorizontalCylinder",
        "VerticalCylinder", "Sphere"}},
      {"BorderPattern", {"None", "Raised", "Sunken", "Engraved"}},
      {"Smooth", {"None", "Bezier"}},
      {"EllipseClosure", {"None", "Chord", "Radial"}},
      {"Arrow", {"None", "Open", "Filled", "Half"}},
      {"TextStyle", {"Bold", "Italic", "UnderLine"}},
      {"TextAlignment", {"Left", "Center", "Right"}},
  };
  return table;
}

constexpr std::array<std::string_view, 6> graphicItems{"Line", "Polygon", "Rectangle", "Ellipse", "Text", "Bitmap"};

/// Arguments that may be given several times.
constexpr std::array<std::string_view, 3> repeatable{"choice", "noneFromVersion", "from"};

/// Other names for arrays of numbers.
std::string_view resolved(std::string_view type) {
  if (type == "Point") return "Real[2]";
  if (type == "Extent") return "Point[2]";
  if (type == "Color") return "Shade[3]";
  return type;
}

class Checker {
 public:
  Checker(const syntax::Tree& tree, const Sources& sources, const Symbols& symbols)
      : tree_(tree), sources_(sources), symbols_(symbols) {}

  std::vector<std::string> run() {
    for (const auto& component : tree_.components) checkAnnotation(component.annotation, onComponent, "a component");
    for (const auto& element : tree_.elements) checkElement(element);
    for (const auto& statement : tree_.statements)
      checkAnnotation(statement.annotation, statement.kind == syntax::StatementKind::connect ? onConnect : Place{0},
                      "an equation");
    for (const auto& node : tree_.classNodes) {
      checkAnnotation(node.annotation, onClass, "a class");
      checkAnnotation(node.external.annotation, onExternal, "an external function");
    }
    for (const auto& remark : tree_.remarks) checkAnnotation(remark.annotation, Place{0}, "a literal");
    return std::move(mistakes_);
  }

 private:
  /// Behind `constrainedby T` the annotation is that of the component or class that can be replaced.
  void checkElement(const syntax::Element& element) {
    using enum syntax::ElementKind;
    switch (element.kind) {
      case import: return checkAnnotation(element.annotation, Place{0}, "an import");
      case extends: return checkAnnotation(element.annotation, onExtends, "an extends-clause");
      case component: return checkAnnotation(element.annotation, onComponent, "a component");
      case classDefinition: return checkAnnotation(element.annotation, onClass, "a class");
    }
  }

  void report(syntax::Span where, std::string_view sentence) {
    mistakes_.push_back(fmt::format("{}: {}", sources_.describeLine(tree_.range(where)), sentence));
  }

  std::string nameOf(const syntax::Argument& argument) const {
    return argument.name == ExpressionId::none ? std::string() : nameOf(argument.name);
  }

  /// The parts of a reference with dots between them.
  std::string nameOf(ExpressionId reference) const {
    std::string name;
    for (const auto part : tree_.items(tree_[reference].parts)) {
      if (!name.empty()) name += '.';
      name += symbols_.text(tree_[part].name);
    }
    return name;
  }

  void checkAnnotation(const syntax::Modification& annotation, Place place, std::string_view what) {
    std::set<std::string> seen;
    for (const auto id : tree_.items(annotation.arguments)) {
      const syntax::Argument& argument = tree_[id];
      const std::string name = nameOf(argument);
      if (!seen.insert(name).second) report(argument.span, fmt::format("'{}' is given twice", name));
      if (name.starts_with("__")) continue;
      const auto row = annotations().find(name);
      if (row == annotations().end()) {
        report(argument.span, fmt::format("Modelica has no annotation '{}'", name));
        continue;
      }
      if (row->second.places != anywhere && (row->second.places & place) == 0)
        report(argument.span, fmt::format("'{}' does not belong to {}", name, what));
      checkArgument(argument, name, row->second.type);
    }
  }

  /// `name = value` or `name(arguments)`, as the type demands.
  void checkArgument(const syntax::Argument& argument, const std::string& name, std::string_view type) {
    if (type == "anything") return;
    if (const auto record = records().find(type); record != records().end()) {
      if (argument.modification.value != ExpressionId::none) {
        checkValue(argument.modification.value, name, type);
        return;
      }
      std::set<std::string> seen;
      for (const auto id : tree_.items(argument.modification.arguments)) {
        const syntax::Argument& inner = tree_[id];
        checkField(inner.span, nameOf(inner), name, record->second, seen,
                   [&](std::string_view fieldType) { checkArgument(inner, nameOf(inner), fieldType); });
      }
      return;
    }
    if (argument.modification.value == ExpressionId::none)
      report(argument.span, fmt::format("'{}' has no value", name));
    else
      checkValue(argument.modification.value, name, type);
  }

  void checkField(syntax::Span where, const std::string& name, std::string_view owner, const Fields& fields,
                  std::set<std::string>& seen, const auto& check) {
    if (name.starts_with("__")) return;
    const auto field = std::ranges::find(fields, name, &Field::name);
    if (field == fields.end()) {
      report(where, fmt::format("'{}' has no argument '{}'", owner, name));
      return;
    }
    if (!seen.insert(name).second && std::ranges::find(repeatable, name) == repeatable.end())
      report(where, fmt::format("'{}' is given twice", name));
    check(field->type);
  }

  void checkValue(ExpressionId id, std::string_view name, std::string_view type) {
    type = resolved(type);
    const syntax::Expression& value = tree_[id];
    if (type == "anything") return;
    if (value.kind == ExpressionKind::call && nameOf(tree_.at(value.operands, 0)) == "DynamicSelect") {
      if (value.operands.count == 3)
        checkValue(tree_.at(value.operands, 1), name, type);
      else
        report(value.span, "DynamicSelect has two arguments");
      return;
    }
    if (type.ends_with(']'))
      checkArray(id, name, type);
    else if (type == "graphics")
      checkGraphics(id);
    else if (records().contains(type))
      checkConstructor(id, type);
    else if (!isOf(id, type))
      report(value.span,
             fmt::format("'{}' is {}, not '{}'", name, article(type), sources_.text(tree_.range(value.span))));
  }

  void checkArray(ExpressionId id, std::string_view name, std::string_view type) {
    const syntax::Expression& value = tree_[id];
    const auto bracket = type.rfind('[');
    const std::string_view size = type.substr(bracket + 1, type.size() - bracket - 2);
    std::uint32_t wanted = 0;
    std::from_chars(size.data(), size.data() + size.size(), wanted);
    if (value.kind != ExpressionKind::array || (size != ":" && value.operands.count != wanted)) {
      report(value.span, fmt::format("'{}' is an array {}, not '{}'", name,
                                     size == ":" ? std::string("in braces") : fmt::format("of {}", wanted),
                                     sources_.text(tree_.range(value.span))));
      return;
    }
    for (const auto item : tree_.items(value.operands)) checkValue(item, name, type.substr(0, bracket));
  }

  void checkGraphics(ExpressionId id) {
    const syntax::Expression& value = tree_[id];
    if (value.kind != ExpressionKind::array) {
      report(value.span, "'graphics' is an array of graphical items in braces");
      return;
    }
    for (const auto item : tree_.items(value.operands)) {
      const bool isCall = tree_[item].kind == ExpressionKind::call;
      const std::string name = isCall ? nameOf(tree_.at(tree_[item].operands, 0)) : std::string();
      if (std::ranges::find(graphicItems, name) != graphicItems.end())
        checkConstructor(item, name);
      else
        report(tree_[item].span,
               fmt::format("'{}' is no graphical item", sources_.text(tree_.range(tree_[item].span))));
    }
  }

  void checkConstructor(ExpressionId id, std::string_view type) {
    const syntax::Expression& call = tree_[id];
    if (call.kind != ExpressionKind::call || nameOf(tree_.at(call.operands, 0)) != type) {
      report(call.span, fmt::format("{}(...) is expected here", type));
      return;
    }
    std::set<std::string> seen;
    for (std::uint32_t i = 1; i < call.operands.count; ++i) {
      const syntax::Expression& argument = tree_[tree_.at(call.operands, i)];
      if (argument.kind != ExpressionKind::namedArgument) {
        report(argument.span, fmt::format("the arguments of {} have names", type));
        continue;
      }
      const std::string name(symbols_.text(argument.symbol));
      checkField(argument.span, name, type, records().at(type), seen,
                 [&](std::string_view fieldType) { checkValue(tree_.at(argument.operands, 0), name, fieldType); });
    }
  }

  bool isOf(ExpressionId id, std::string_view type) const {
    const syntax::Expression& value = tree_[id];
    if (type == "Boolean") return value.kind == ExpressionKind::boolean;
    if (type == "condition") return isCondition(value);
    if (type == "String") return value.kind == ExpressionKind::string || isSumOfStrings(value);
    if (type == "Integer") return isNumber(value) && value.kind != ExpressionKind::real;
    if (type == "Shade") return value.kind == ExpressionKind::integer && tree_.numbers[value.number] <= 255;
    if (type == "Real") return isNumber(value);
    const auto literals = enumerations().find(type);
    if (literals == enumerations().end() || value.kind != ExpressionKind::reference) return false;
    const std::string name = nameOf(id);
    const auto dot = name.find('.');
    return dot != std::string::npos && name.substr(0, dot) == type && literals->second.contains(name.substr(dot + 1));
  }

  /// Signs are allowed: other tools read numbers here without evaluating anything.
  bool isNumber(const syntax::Expression& value) const {
    if (value.kind == ExpressionKind::unary) return isNumber(tree_[tree_.at(value.operands, 0)]);
    return value.kind == ExpressionKind::real || value.kind == ExpressionKind::integer;
  }

  static bool isCondition(const syntax::Expression& value) {
    using enum ExpressionKind;
    using enum syntax::Operator;
    constexpr std::array results{less,     lessEqual,  greater,   greaterEqual, equal,
                                 notEqual, logicalAnd, logicalOr, logicalNot};
    if (value.kind == binary || value.kind == unary) return std::ranges::find(results, value.op) != results.end();
    return value.kind == boolean || value.kind == reference || value.kind == call || value.kind == conditional;
  }

  bool isSumOfStrings(const syntax::Expression& value) const {
    return value.kind == ExpressionKind::binary && value.op == syntax::Operator::plus;
  }

  static std::string article(std::string_view type) {
    if (type == "Boolean" || type == "condition") return "true or false";
    if (type == "Real") return "a number";
    if (type == "Integer") return "a whole number";
    if (type == "Shade") return "a whole number from 0 to 255";
    if (type == "String") return "a string";
    return fmt::format("a literal of {}", type);
  }

  const syntax::Tree& tree_;
  const Sources& sources_;
  const Symbols& symbols_;
  std::vector<std::string> mistakes_;
};

}  // namespace

std::vector<std::string> annotationMistakes(const syntax::Tree& tree, const Sources& sources, const Symbols& symbols) {
  return Checker(tree, sources, symbols).run();
}

}  // namespace dashpot::testing

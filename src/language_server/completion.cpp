#include "language_server/completion.hpp"

#include "editing/connectable.hpp"
#include "language_server/cursor.hpp"
#include "language_server/hover.hpp"
#include "language_server/protocol.hpp"
#include "language_server/typing_context.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace dashpot::language_server {

namespace {

using model::ClassRef;
using nlohmann::json;
using syntax::TokenKind;
using Where = TypingContext::Where;

/// The numbers of LSP's CompletionItemKind.
enum class ItemKind : int {
  function = 3,
  field = 5,
  variable = 6,
  classItem = 7,
  interface = 8,
  module = 9,
  property = 10,
  unit = 11,
  keyword = 14,
  enumMember = 20,
  constant = 21,
  structure = 22,
  typeParameter = 25,
};

struct Attribute {
  std::string_view name, words;
};

/// Modelica 3.6, section 4.8.
constexpr auto attributes = std::to_array<Attribute>({
    {"start", "Value at the beginning, or a guess of it"},
    {"fixed", "Whether the start value holds"},
    {"unit", "Unit of the value"},
    {"displayUnit", "Unit that the value is shown in"},
    {"min", "Smallest value"},
    {"max", "Largest value"},
    {"nominal", "Usual size"},
    {"quantity", "Kind of physical quantity"},
    {"stateSelect", "Whether it should be a state"},
});

constexpr auto annotations = std::to_array<std::string_view>(
    {"experiment",    "Documentation", "Icon",   "Diagram",    "Placement",      "Line",        "Dialog",
     "Evaluate",      "choices",       "Inline", "derivative", "inverse",        "smoothOrder", "defaultComponentName",
     "preferredView", "version",       "uses",   "StartTime",  "StopTime",       "Tolerance",   "Interval",
     "info",          "revisions",     "tab",    "group",      "transformation", "extent",      "rotation"});

/// Functions and operators that the language has (Modelica 3.6, section 3.7).
constexpr auto functions = std::to_array<std::string_view>(
    {"abs",       "sign",         "sqrt",   "mod",     "rem",     "div",    "ceil",        "floor",    "integer",
     "sin",       "cos",          "tan",    "asin",    "acos",    "atan",   "atan2",       "sinh",     "cosh",
     "tanh",      "exp",          "log",    "log10",   "der",     "delay",  "cardinality", "homotopy", "semiLinear",
     "noEvent",   "smooth",       "sample", "pre",     "edge",    "change", "reinit",      "initial",  "terminal",
     "min",       "max",          "sum",    "product", "zeros",   "ones",   "fill",        "identity", "diagonal",
     "linspace",  "size",         "ndims",  "scalar",  "vector",  "matrix", "transpose",   "cross",    "skew",
     "symmetric", "outerProduct", "cat",    "String",  "Integer", "assert", "terminate",   "inStream", "actualStream"});

constexpr auto predefined = std::to_array<std::string_view>({"Real", "Integer", "Boolean", "String"});

/// Units that engineers type (base/units.hpp knows more).
constexpr auto units = std::to_array<std::string_view>(
    {"1",    "s",     "ms",   "min",   "h",   "m",   "mm",    "cm",    "km",       "m2",  "mm2", "cm2",
     "m3",   "l",     "cm3",  "kg",    "g",   "t",   "kg/s",  "m3/s",  "l/min",    "l/s", "Pa",  "kPa",
     "MPa",  "bar",   "psi",  "N",     "kN",  "N.m", "J",     "kJ",    "W",        "kW",  "m/s", "mm/s",
     "m/s2", "rad",   "deg",  "rad/s", "rpm", "Hz",  "K",     "degC",  "V",        "A",   "Ohm", "F",
     "H",    "kg/m3", "Pa.s", "m2/s",  "cSt", "N/m", "N.s/m", "kg.m2", "J/(kg.K)", "W/K"});

constexpr auto elementWords =
    std::to_array<TokenKind>({TokenKind::keywordParameter, TokenKind::keywordConstant,     TokenKind::keywordDiscrete,
                              TokenKind::keywordInput,     TokenKind::keywordOutput,       TokenKind::keywordFlow,
                              TokenKind::keywordStream,    TokenKind::keywordInner,        TokenKind::keywordOuter,
                              TokenKind::keywordFinal,     TokenKind::keywordReplaceable,  TokenKind::keywordRedeclare,
                              TokenKind::keywordExtends,   TokenKind::keywordImport,       TokenKind::keywordModel,
                              TokenKind::keywordBlock,     TokenKind::keywordPackage,      TokenKind::keywordRecord,
                              TokenKind::keywordConnector, TokenKind::keywordFunction,     TokenKind::keywordType,
                              TokenKind::keywordPartial,   TokenKind::keywordEncapsulated, TokenKind::keywordPublic,
                              TokenKind::keywordProtected, TokenKind::keywordEquation,     TokenKind::keywordAlgorithm,
                              TokenKind::keywordInitial,   TokenKind::keywordAnnotation,   TokenKind::keywordEnd,
                              TokenKind::keywordWithin,    TokenKind::keywordExternal});
constexpr auto statementWords = std::to_array<TokenKind>(
    {TokenKind::keywordConnect, TokenKind::keywordIf, TokenKind::keywordElseif, TokenKind::keywordElse,
     TokenKind::keywordFor, TokenKind::keywordWhen, TokenKind::keywordElsewhen, TokenKind::keywordWhile,
     TokenKind::keywordEnd, TokenKind::keywordEquation, TokenKind::keywordAlgorithm, TokenKind::keywordInitial,
     TokenKind::keywordPublic, TokenKind::keywordProtected, TokenKind::keywordAnnotation, TokenKind::keywordReturn,
     TokenKind::keywordBreak});
constexpr auto expressionWords = std::to_array<TokenKind>(
    {TokenKind::keywordIf, TokenKind::keywordThen, TokenKind::keywordElse, TokenKind::keywordElseif,
     TokenKind::keywordNot, TokenKind::keywordAnd, TokenKind::keywordOr, TokenKind::keywordTrue,
     TokenKind::keywordFalse, TokenKind::keywordFor, TokenKind::keywordIn, TokenKind::keywordLoop,
     TokenKind::keywordEnd, TokenKind::keywordAnnotation, TokenKind::keywordConstrainedby});

ItemKind kindOf(View& view, const Declaration& declaration) {
  if (declaration.kind == Declaration::Kind::literal) return ItemKind::enumMember;
  if (declaration.isComponent()) {
    const syntax::Variability variability = declaration.component->variability;
    return variability == syntax::Variability::constant    ? ItemKind::constant
           : variability == syntax::Variability::parameter ? ItemKind::property
                                                           : ItemKind::field;
  }
  if (!declaration.isType()) return ItemKind::variable;
  switch (view.classes[declaration.type].node().kind) {
    case syntax::ClassKind::package: return ItemKind::module;
    case syntax::ClassKind::function:
    case syntax::ClassKind::operatorFunction: return ItemKind::function;
    case syntax::ClassKind::connector:
    case syntax::ClassKind::expandableConnector: return ItemKind::interface;
    case syntax::ClassKind::record: return ItemKind::structure;
    case syntax::ClassKind::type: return ItemKind::typeParameter;
    default: return ItemKind::classItem;
  }
}

class Completer {
 public:
  Completer(View& view, std::size_t offset)
      : view_(view),
        names_(view),
        scope_(Meanings(view).scopeAt(offset)),
        context_(typingContext(view.text().string(), offset)) {
    word_ = toJson(view.text().range(context_.begin, offset));
  }

  json run() {
    switch (context_.where) {
      case Where::nowhere:
      case Where::newName: newName(); break;
      case Where::unit: addAll(units, ItemKind::unit); break;
      case Where::member: members(); break;
      case Where::modifier: modifiers(); break;
      case Where::annotation: addAll(annotations, ItemKind::property); break;
      case Where::connection: connectors(); break;
      case Where::call:
        inputs();
        expression();
        break;
      case Where::expression: expression(); break;
      case Where::statement:
        addWords(statementWords);
        inReach(true);
        addAll(functions, ItemKind::function);
        break;
      case Where::declaration:
        addWords(elementWords);
        inReach(false);
        addAll(predefined, ItemKind::typeParameter);
        break;
      case Where::type:
        inReach(false);
        addAll(predefined, ItemKind::typeParameter);
        break;
      case Where::import: top(); break;
    }
    return {{"isIncomplete", false}, {"items", std::move(items_)}};
  }

 private:
  json& add(std::string_view label, ItemKind kind, std::string detail = {}, std::string description = {}) {
    static json ignored;
    if (label.empty() || !seen_.emplace(label).second) return ignored = json::object();
    json item{{"label", label}, {"kind", static_cast<int>(kind)}, {"textEdit", {{"range", word_}, {"newText", label}}}};
    if (!detail.empty()) item["detail"] = std::move(detail);
    if (!description.empty()) item["documentation"] = std::move(description);
    return items_.emplace_back(std::move(item));
  }

  void add(const Declaration& declaration) {
    json& item = add(names_.nameOf(declaration), kindOf(view_, declaration), headline(view_, declaration),
                     names_.descriptionOf(declaration));
    if (declaration.isType())
      item["data"] = {{"class", view_.classes.qualifiedName(declaration.type)}, {"uri", view_.document.uri}};
  }

  template <std::size_t n>
  void addAll(const std::array<std::string_view, n>& labels, ItemKind kind) {
    for (const std::string_view label : labels) add(label, kind);
  }
  template <std::size_t n>
  void addWords(const std::array<TokenKind, n>& words) {
    for (const TokenKind word : words) {
      std::string_view label = syntax::spelling(word);  // with quotes
      label.remove_prefix(1);
      label.remove_suffix(1);
      add(label, ItemKind::keyword);
    }
  }

  [[nodiscard]] std::vector<Symbol> symbolsOf(const DottedName& name) const {
    std::vector<Symbol> path;
    for (const std::string& part : name) path.push_back(view_.symbols.intern(part));
    return path;
  }

  /// After `end`, the name of the class that is open.
  void newName() {
    if (context_.where == Where::newName && scope_ != ClassRef::none)
      add(view_.name(view_.classes[scope_].node().name), ItemKind::classItem);
  }

  void top() {
    for (const auto& [name, ref] : view_.classes.topLevel()) add(names_.declarationOf(ref));
    for (const Symbol name : view_.library.topLevelNames()) add(view_.name(name), ItemKind::module);
  }

  void members() {
    if (context_.isFromTop && context_.before.empty()) return top();
    const Declaration before = names_.resolve(scope_, symbolsOf(context_.before), context_.isFromTop);
    if (!before) return;
    const bool isConnection = !context_.open.empty() && context_.open.front().name == DottedName{"connect"};
    for (const Declaration& member : names_.members(names_.classOf(before))) {
      if (before.isComponent() && (!member.isComponent() || member.element->isProtected)) continue;
      if (isConnection && before.isComponent() && !names_.isConnector(before) && !names_.isConnector(member)) continue;
      if (before.isType() && view_.classes[before.type].node().kind != syntax::ClassKind::package &&
          member.isComponent() && member.component->variability != syntax::Variability::constant)
        continue;
      add(member);
    }
  }

  // ---------------------------------------------------------------------------------------------------- modifiers

  /// What is modified: the component or class that the innermost parentheses belong to.
  Declaration modified() {
    Declaration at = names_.resolve(scope_, symbolsOf(context_.modified));
    for (std::size_t i = 1; i < context_.open.size() && at; ++i)
      for (const std::string& name : context_.open[i].name)
        at = names_.member(names_.classOf(at), view_.symbols.intern(name));
    return at;
  }

  void modifiers() {
    const OpenParenthesis& open = context_.open.back();
    const auto isGiven = [&](std::string_view name) { return std::ranges::find(open.given, name) != open.given.end(); };
    const Declaration target = modified();
    const bool isPlain = (context_.open.size() == 1 && context_.modified.size() == 1 &&
                          std::ranges::find(predefined, context_.modified.front()) != predefined.end()) ||
                         (target && !names_.predefinedOf(target).empty());
    if (isPlain) {
      for (const Attribute& attribute : attributes)
        if (!isGiven(attribute.name)) add(attribute.name, ItemKind::property, {}, std::string(attribute.words));
    } else if (target) {
      for (const Declaration& member : names_.members(names_.classOf(target))) {
        const bool isHidden = member.element && (member.element->isProtected || member.element->isFinal);
        const bool isFixed = member.isType() && !(member.element && member.element->isReplaceable);
        if (!isHidden && !isFixed && !isGiven(names_.nameOf(member))) add(member);
      }
    }
    for (const TokenKind word : {TokenKind::keywordEach, TokenKind::keywordFinal, TokenKind::keywordRedeclare})
      add(syntax::spelling(word).substr(1, syntax::spelling(word).size() - 2), ItemKind::keyword);
  }

  // -------------------------------------------------------------------------------------------------- connections

  void connectors() {
    if (scope_ == ClassRef::none) return;
    const OpenParenthesis& open = context_.open.front();
    editing::Connectable judge(view_.classes, view_.sources, *view_.tree, scope_);
    for (const std::string& name : judge.connectors()) {
      // The connection that is there may be the one that is being written.
      const auto objection = open.argument > 0 ? judge.objectionTo(open.firstArgument, name) : std::nullopt;
      if (objection && objection->code != "already-connected") continue;
      DottedName path;
      for (std::size_t begin = 0; begin <= name.size(); begin = std::min(name.find('.', begin), name.size()) + 1)
        path.push_back(name.substr(begin, name.find('.', begin) - begin));
      const Declaration port = names_.resolve(scope_, symbolsOf(path));
      add(name, ItemKind::interface, headline(view_, port), names_.descriptionOf(port));
    }
  }

  // -------------------------------------------------------------------------------------------------- expressions

  void expression() {
    literals();
    inReach(true);
    addAll(functions, ItemKind::function);
    add("time", ItemKind::variable, "Real time", "The time, in seconds");
    addWords(expressionWords);
  }

  /// Where a value of an enumeration is expected: its literals, by the name of the type as it can be written here.
  void literals() {
    Declaration target;
    if (!context_.modified.empty() && !context_.open.empty() && !context_.open.back().argumentName.empty())
      target = names_.member(names_.classOf(modified()), view_.symbols.intern(context_.open.back().argumentName));
    const ClassRef type = names_.classOf(target);
    if (type == ClassRef::none || view_.classes[type].node().form != syntax::ClassForm::enumeration) return;
    for (const Declaration& literal : names_.members(type)) {
      const std::string name = fmt::format("{}.{}", view_.classes.qualifiedName(type), names_.nameOf(literal));
      json& item = add(name, ItemKind::enumMember, {}, names_.descriptionOf(literal));
      item["filterText"] = fmt::format("{} {}", names_.nameOf(literal), name);
      item["sortText"] = "0" + name;
    }
  }

  void inputs() {
    const Declaration function = names_.resolve(scope_, symbolsOf(context_.open.back().name));
    if (!function.isType()) return;
    for (const Declaration& member : names_.members(names_.classOf(function)))
      if (member.isComponent() && member.component->causality == syntax::Causality::input) add(member);
  }

  /// Own and inherited names, imported ones, those of the classes around, and packages at the top.
  void inReach(bool components) {
    for (ClassRef at = scope_; at != ClassRef::none; at = view_.classes[at].enclosing) {
      for (const Declaration& member : names_.members(at)) {
        const bool isFarComponent =
            at != scope_ && member.isComponent() && member.component->variability != syntax::Variability::constant;
        if (member.isComponent() && (!components || isFarComponent)) continue;
        add(member);
      }
      imports(at, components);
      if (view_.classes[at].node().isEncapsulated) break;
    }
    top();
  }

  void imports(ClassRef scope, bool components) {
    const syntax::Tree& tree = *view_.classes[scope].tree;
    for (const syntax::ElementId id : tree.items(view_.classes[scope].node().elements)) {
      const syntax::Element& element = tree[id];
      if (element.kind != syntax::ElementKind::import || element.name == syntax::ExpressionId::none) continue;
      const std::vector<Symbol> path = pathOf(tree, element.name, tree[element.name].parts.count);
      if (path.empty()) continue;
      const Declaration imported = names_.resolve(scope, path, true);
      if (!imported) continue;
      if (element.alias != Symbol::none)
        add(view_.name(element.alias), kindOf(view_, imported), headline(view_, imported));
      else if (!element.importsAll && element.importedNames.empty())
        add(imported);
      if (!element.importsAll) continue;
      for (const Declaration& member : names_.members(names_.classOf(imported)))
        if (components || member.isType()) add(member);
    }
  }

  View& view_;
  Names names_;
  ClassRef scope_;
  TypingContext context_;
  json word_;
  json items_ = json::array();
  std::set<std::string, std::less<>> seen_;
};

}  // namespace

json completion(View& view, Position position) { return Completer(view, view.text().offsetAt(position)).run(); }

json completionResolved(View& view, json item) {
  const json& name = memberOf(memberOf(item, "data"), "class");
  if (!name.is_string()) return item;
  const ClassRef type = view.classes.findQualified(name.get_ref<const std::string&>());
  if (type == ClassRef::none) return item;
  item["documentation"] = {{"kind", "markdown"}, {"value", describeInMarkdown(view, Names(view).declarationOf(type))}};
  return item;
}

json signatureHelp(View& view, Position position) {
  const std::size_t offset = view.text().offsetAt(position);
  const TypingContext context = typingContext(view.text().string(), offset);
  if (context.open.empty() || context.open.back().name.empty()) return nullptr;
  const OpenParenthesis& call = context.open.back();
  Names names(view);
  std::vector<Symbol> path;
  for (const std::string& part : call.name) path.push_back(view.symbols.intern(part));
  const Declaration function = names.resolve(Meanings(view).scopeAt(offset), path);
  if (!function.isType()) return nullptr;
  const syntax::ClassKind kind = view.classes[function.type].node().kind;
  const bool isRecord = kind == syntax::ClassKind::record;
  if (kind != syntax::ClassKind::function && !isRecord) return nullptr;
  std::string inputs, outputs;
  json parameters = json::array();
  std::size_t active = call.argument;
  for (const Declaration& member : names.members(names.classOf(function))) {
    if (!member.isComponent() || member.element->isProtected) continue;
    const std::string name(names.nameOf(member));
    if (member.component->causality == syntax::Causality::output) outputs += (outputs.empty() ? "" : ", ") + name;
    if (member.component->causality != syntax::Causality::input && !isRecord) continue;
    if (name == call.argumentName) active = parameters.size();
    std::string value = view.written.text(*member.tree, member.component->modification.value);
    const std::string label = value.empty() ? name : fmt::format("{} = {}", name, value);
    inputs += (inputs.empty() ? "" : ", ") + label;
    json parameter{{"label", label}};
    std::string words = names.descriptionOf(member);
    if (const std::string unit = names.attribute(member, "unit"); !unit.empty())
      words += fmt::format("{}[{}]", words.empty() ? "" : " ", unit);
    if (!words.empty()) parameter["documentation"] = std::move(words);
    parameters.push_back(std::move(parameter));
  }
  json signature{
      {"label", fmt::format("{}({}){}", fmt::join(call.name, "."), inputs, outputs.empty() ? "" : " -> " + outputs)},
      {"parameters", std::move(parameters)}};
  if (std::string words = names.descriptionOf(function); !words.empty()) signature["documentation"] = std::move(words);
  return {{"signatures", json::array({std::move(signature)})}, {"activeSignature", 0}, {"activeParameter", active}};
}

}  // namespace dashpot::language_server

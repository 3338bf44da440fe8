#include "language_server/symbols.hpp"

#include "language_server/protocol.hpp"

#include <nlohmann/json.hpp>

#include <cctype>

namespace dashpot::language_server {

namespace {

using nlohmann::json;
using syntax::ClassKind;
using syntax::Tree;

/// The numbers of LSP's SymbolKind.
enum class SymbolKind : int {
  module = 2,
  package = 4,
  classSymbol = 5,
  property = 7,
  enumeration = 10,
  interface = 11,
  function = 12,
  variable = 13,
  constant = 14,
  object = 19,
  enumMember = 22,
  structure = 23,
  typeParameter = 26,
};

SymbolKind kindOf(const syntax::Class& node) {
  if (node.form == syntax::ClassForm::enumeration) return SymbolKind::enumeration;
  switch (node.kind) {
    case ClassKind::package: return SymbolKind::package;
    case ClassKind::function:
    case ClassKind::operatorFunction: return SymbolKind::function;
    case ClassKind::record:
    case ClassKind::operatorRecord: return SymbolKind::structure;
    case ClassKind::connector:
    case ClassKind::expandableConnector: return SymbolKind::interface;
    case ClassKind::type: return SymbolKind::typeParameter;
    default: return SymbolKind::classSymbol;
  }
}

SymbolKind kindOf(const syntax::Component& component) {
  switch (component.variability) {
    case syntax::Variability::constant: return SymbolKind::constant;
    case syntax::Variability::parameter: return SymbolKind::property;
    default: return SymbolKind::variable;
  }
}

class Outline {
 public:
  Outline(const Tree& tree, const Symbols& symbols, const Text& text) : tree_(tree), symbols_(symbols), text_(text) {}

  json ofClasses() const {
    json list = json::array();
    for (const syntax::ClassId id : tree_.items(tree_.classes)) add(list, ofClass(tree_[id]));
    return list;
  }

 private:
  static void add(json& list, json symbol) {
    if (!symbol.is_null()) list.push_back(std::move(symbol));
  }

  /// Null for what has no name, as half-written things do: the protocol wants one.
  [[nodiscard]] json symbol(Symbol name, SymbolKind kind, syntax::Span whole, syntax::Span nameSpan,
                            std::string detail) const {
    if (name == Symbol::none || symbols_.text(name).empty()) return nullptr;
    whole = {std::min(whole.begin, nameSpan.begin), std::max(whole.end, nameSpan.end)};
    json result{{"name", symbols_.text(name)},
                {"kind", static_cast<int>(kind)},
                {"range", toJson(text_.range(whole.begin, whole.end))},
                {"selectionRange", toJson(text_.range(nameSpan.begin, nameSpan.end))}};
    if (!detail.empty()) result["detail"] = std::move(detail);
    return result;
  }

  [[nodiscard]] std::string text(syntax::ExpressionId id) const {
    if (id == syntax::ExpressionId::none) return {};
    const syntax::Span span = tree_[id].span;
    return text_.string().substr(span.begin, span.end - span.begin);
  }

  [[nodiscard]] json ofClass(const syntax::Class& node) const {
    json result = symbol(node.name, kindOf(node), node.span, node.nameSpan,
                         node.description == Symbol::none ? "" : std::string(symbols_.text(node.description)));
    if (result.is_null()) return result;
    json children = json::array();
    for (const syntax::ElementId id : tree_.items(node.elements)) {
      const syntax::Element& element = tree_[id];
      if (element.kind == syntax::ElementKind::classDefinition) add(children, ofClass(tree_[element.classDefinition]));
      if (element.kind != syntax::ElementKind::component) continue;
      const syntax::Component& component = tree_[element.component];
      add(children,
          symbol(component.name, kindOf(component), component.span, component.nameSpan, text(component.type)));
    }
    if (node.form == syntax::ClassForm::enumeration)
      for (const syntax::ExpressionId id : tree_.items(node.names))
        if (!tree_[id].parts.empty())
          add(children, symbol(tree_[tree_.at(tree_[id].parts, 0)].name, SymbolKind::enumMember, tree_[id].span,
                               tree_[id].span, ""));
    if (!children.empty()) result["children"] = std::move(children);
    return result;
  }

  const Tree& tree_;
  const Symbols& symbols_;
  const Text& text_;
};

bool fits(std::string_view name, std::string_view query) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  std::size_t at = 0;
  for (const char c : name)
    if (at < query.size() && lower(c) == lower(query[at])) ++at;
  return at == query.size();
}

}  // namespace

json documentSymbols(const View& view) { return Outline(*view.tree, view.symbols, view.text()).ofClasses(); }

bool addWorkspaceSymbols(const Tree& tree, const Symbols& symbols, const Text& text, const std::string& uri,
                         const std::string& query, json& answer) {
  constexpr std::size_t mostSymbols = 500;
  const auto add = [&](const auto& self, const json& list, const std::string& container) -> bool {
    for (const json& each : list) {
      const auto& name = each["name"].get_ref<const std::string&>();
      if (fits(name, query)) {
        if (answer.size() >= mostSymbols) return false;
        json symbol{
            {"name", name}, {"kind", each["kind"]}, {"location", {{"uri", uri}, {"range", each["selectionRange"]}}}};
        if (!container.empty()) symbol["containerName"] = container;
        answer.push_back(std::move(symbol));
      }
      const std::string inside = container.empty() ? name : container + "." + name;
      if (each.contains("children") && !self(self, each["children"], inside)) return false;
    }
    return true;
  };
  std::string within;
  if (tree.within != syntax::ExpressionId::none)
    within =
        text.string().substr(tree[tree.within].span.begin, tree[tree.within].span.end - tree[tree.within].span.begin);
  return add(add, Outline(tree, symbols, text).ofClasses(), within);
}

}  // namespace dashpot::language_server

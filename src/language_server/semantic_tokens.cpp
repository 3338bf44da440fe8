#include "language_server/semantic_tokens.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace dashpot::language_server {

namespace {

using nlohmann::json;
using syntax::ExpressionId;
using syntax::TokenKind;
using syntax::Tree;

/// In the order of the legend.
enum class Colour : std::uint8_t {
  keyword,
  comment,
  string,
  number,
  operation,
  type,
  classDefinition,
  function,
  variable,
  property,
  enumMember,
  space,  // a package in front of a class
};

constexpr unsigned isDeclaration = 1, isReadonly = 2;  // bits of the modifiers, in the order of the legend

struct Meaning {
  Colour colour = Colour::variable;
  unsigned modifiers = 0;
};

struct Coloured {
  std::uint32_t begin = 0, end = 0;
  Meaning meaning = {};
};

/// What the tree says about the identifiers of the text, by their first byte.
class Identifiers {
 public:
  explicit Identifiers(const View& view) : tree_(*view.tree) {
    for (const syntax::Class& node : tree_.classNodes) ofClass(node);
    for (const syntax::Component& component : tree_.components) ofComponent(component);
    for (const syntax::Element& element : tree_.elements) {
      reference(element.name, Colour::type);
      reference(element.constrainedBy, Colour::type);
      for (const ExpressionId id : tree_.items(element.importedNames)) reference(id, Colour::type);
    }
    for (const syntax::Argument& argument : tree_.arguments) allParts(argument.name, Colour::property);
    for (const syntax::Expression& expression : tree_.expressions) {
      if (expression.kind == syntax::ExpressionKind::call && !expression.operands.empty())
        reference(tree_.at(expression.operands, 0), Colour::function);
      if (expression.kind == syntax::ExpressionKind::namedArgument)
        meanings_[expression.span.begin] = {Colour::property};
    }
    reference(tree_.within, Colour::space);
  }

  [[nodiscard]] Meaning at(std::uint32_t begin) const {
    const auto found = meanings_.find(begin);
    return found == meanings_.end() ? Meaning{} : found->second;
  }

 private:
  void ofClass(const syntax::Class& node) {
    const bool isFunction =
        node.kind == syntax::ClassKind::function || node.kind == syntax::ClassKind::operatorFunction;
    const Colour colour = isFunction                                ? Colour::function
                          : node.kind == syntax::ClassKind::package ? Colour::space
                          : node.kind == syntax::ClassKind::type    ? Colour::type
                                                                    : Colour::classDefinition;
    meanings_[node.nameSpan.begin] = {colour, isDeclaration};
    reference(node.base, Colour::type);
    for (const ExpressionId id : tree_.items(node.names))
      if (node.form == syntax::ClassForm::enumeration) reference(id, Colour::enumMember);
  }

  void ofComponent(const syntax::Component& component) {
    const bool isFixed = component.variability == syntax::Variability::parameter ||
                         component.variability == syntax::Variability::constant;
    meanings_[component.nameSpan.begin] = {Colour::variable, isDeclaration | (isFixed ? isReadonly : 0U)};
    reference(component.type, Colour::type);
  }

  /// The last part has the colour, those before it are packages.
  void reference(ExpressionId id, Colour colour) {
    if (id == ExpressionId::none) return;
    const auto& parts = tree_[id].parts;
    for (std::size_t i = 0; i < parts.count; ++i)
      meanings_[tree_[tree_.at(parts, i)].span.begin] = {i + 1 < parts.count ? Colour::space : colour};
  }
  void allParts(ExpressionId id, Colour colour) {
    if (id == ExpressionId::none) return;
    for (const syntax::PartId part : tree_.items(tree_[id].parts)) meanings_[tree_[part].span.begin] = {colour};
  }

  const Tree& tree_;
  std::unordered_map<std::uint32_t, Meaning> meanings_;
};

std::optional<Meaning> meaningOf(const syntax::Token& token, const Identifiers& identifiers) {
  switch (token.kind) {
    case TokenKind::identifier: return identifiers.at(token.begin);
    case TokenKind::integerNumber:
    case TokenKind::realNumber: return Meaning{Colour::number};
    case TokenKind::string: return Meaning{Colour::string};
    default: break;
  }
  if (token.kind >= TokenKind::keywordAlgorithm) return Meaning{Colour::keyword};
  if (token.kind >= TokenKind::assign && token.kind < TokenKind::keywordAlgorithm) return Meaning{Colour::operation};
  return std::nullopt;
}

/// Tokens as the protocol counts them: relative to the one before, each within one line.
class Encoder {
 public:
  explicit Encoder(const Text& text) : text_(text) {}

  void add(const Coloured& token) {
    std::size_t begin = token.begin;
    for (std::uint32_t line = text_.lineOf(begin); begin < token.end; ++line) {
      const std::size_t lineEnd = text_.lineStart(line) + text_.line(line).size();
      const std::size_t end = std::min<std::size_t>(token.end, lineEnd);
      if (end > begin) addPiece(line, begin, end, token.meaning);
      if (line + 1 >= text_.lineCount()) return;
      begin = text_.lineStart(line + 1);
    }
  }

  json data = json::array();

 private:
  void addPiece(std::uint32_t line, std::size_t begin, std::size_t end, Meaning meaning) {
    const Position at = text_.positionAt(begin);
    const std::uint32_t length =
        lengthIn(text_.encoding(), std::string_view(text_.string()).substr(begin, end - begin));
    data.push_back(line - last_.line);
    data.push_back(line == last_.line ? at.character - last_.character : at.character);
    data.push_back(length);
    data.push_back(static_cast<unsigned>(meaning.colour));
    data.push_back(meaning.modifiers);
    last_ = at;
  }

  const Text& text_;
  Position last_;
};

}  // namespace

json semanticTokensLegend() {
  return {{"tokenTypes",
           {"keyword", "comment", "string", "number", "operator", "type", "class", "function", "variable", "property",
            "enumMember", "namespace"}},
          {"tokenModifiers", {"declaration", "readonly"}}};
}

json semanticTokens(const View& view) {
  Sources sources;
  Diagnostics unheard;
  const syntax::Tokens lexed = syntax::tokenize(sources.add("", view.text().string()), sources, unheard);
  const Identifiers identifiers(view);
  std::vector<Coloured> all;
  for (const syntax::Token& token : lexed.tokens)
    if (const auto meaning = meaningOf(token, identifiers)) all.push_back({token.begin, token.end, *meaning});
  for (const syntax::LexedComment& comment : lexed.comments)
    all.push_back({comment.begin, comment.end, {Colour::comment}});
  std::ranges::sort(all, {}, &Coloured::begin);
  Encoder encoder(view.text());
  for (const Coloured& token : all) encoder.add(token);
  return {{"data", std::move(encoder.data)}};
}

}  // namespace dashpot::language_server

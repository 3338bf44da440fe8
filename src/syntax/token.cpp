#include "syntax/token.hpp"

#include <array>
#include <unordered_map>

namespace dashpot::syntax {

namespace {

constexpr auto spellings = std::to_array<std::string_view>({
    "the end of the file",
    "the end of what could be read",
    "an identifier",
    "a number",
    "a number",
    "a string",
    "'('",
    "')'",
    "'['",
    "']'",
    "'{'",
    "'}'",
    "','",
    "';'",
    "':'",
    "'.'",
    "':='",
    "'='",
    "'+'",
    "'-'",
    "'*'",
    "'/'",
    "'^'",
    "'.+'",
    "'.-'",
    "'.*'",
    "'./'",
    "'.^'",
    "'<'",
    "'<='",
    "'>'",
    "'>='",
    "'=='",
    "'<>'",
    "'algorithm'",
    "'and'",
    "'annotation'",
    "'block'",
    "'break'",
    "'class'",
    "'connect'",
    "'connector'",
    "'constant'",
    "'constrainedby'",
    "'der'",
    "'discrete'",
    "'each'",
    "'else'",
    "'elseif'",
    "'elsewhen'",
    "'encapsulated'",
    "'end'",
    "'enumeration'",
    "'equation'",
    "'expandable'",
    "'extends'",
    "'external'",
    "'false'",
    "'final'",
    "'flow'",
    "'for'",
    "'function'",
    "'if'",
    "'import'",
    "'impure'",
    "'in'",
    "'initial'",
    "'inner'",
    "'input'",
    "'loop'",
    "'model'",
    "'not'",
    "'operator'",
    "'or'",
    "'outer'",
    "'output'",
    "'package'",
    "'parameter'",
    "'partial'",
    "'protected'",
    "'public'",
    "'pure'",
    "'record'",
    "'redeclare'",
    "'replaceable'",
    "'return'",
    "'stream'",
    "'then'",
    "'true'",
    "'type'",
    "'when'",
    "'while'",
    "'within'",
});
constexpr auto firstKeyword = static_cast<std::size_t>(TokenKind::keywordAlgorithm);
static_assert(spellings.size() == static_cast<std::size_t>(TokenKind::keywordWithin) + 1);

}  // namespace

std::string_view spelling(TokenKind kind) { return spellings[static_cast<std::size_t>(kind)]; }

TokenKind wordKind(std::string_view word) {
  static const auto keywords = [] {
    std::unordered_map<std::string_view, TokenKind> map;
    for (std::size_t i = firstKeyword; i < spellings.size(); ++i)
      map.emplace(spellings[i].substr(1, spellings[i].size() - 2), static_cast<TokenKind>(i));
    return map;
  }();
  const auto found = keywords.find(word);
  return found == keywords.end() ? TokenKind::identifier : found->second;
}

}  // namespace dashpot::syntax

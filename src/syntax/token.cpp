#include "syntax/token.hpp"

#include <array>

namespace dashpot::syntax {

namespace {

constexpr auto spellings = std::to_array<std::string_view>({
    "the end of the file",
    "the end of what could be read",
    "a character without a meaning",
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

namespace {

constexpr std::size_t longestKeyword = 13;  // constrainedby
constexpr std::size_t keywordSlots = 256;

/// Keywords in a small table with open addressing: most words are none, and are known to be after one look.
constexpr std::size_t slotOf(std::string_view word) {
  const auto at = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(word[i])); };
  return (at(0) * 7 + at(word.size() - 1) * 31 + at(word.size() / 2) * 3 + word.size() * 59) % keywordSlots;
}

constexpr auto keywordTable = [] {
  std::array<std::uint8_t, keywordSlots> table{};  // 0: free
  for (std::size_t i = firstKeyword; i < spellings.size(); ++i) {
    std::size_t slot = slotOf(spellings[i].substr(1, spellings[i].size() - 2));
    while (table[slot] != 0) slot = (slot + 1) % keywordSlots;
    table[slot] = static_cast<std::uint8_t>(i);
  }
  return table;
}();

}  // namespace

TokenKind wordKind(std::string_view word) {
  if (word.size() < 2 || word.size() > longestKeyword) return TokenKind::identifier;
  for (std::size_t slot = slotOf(word); keywordTable[slot] != 0; slot = (slot + 1) % keywordSlots) {
    const std::string_view quoted = spellings[keywordTable[slot]];
    if (quoted.size() == word.size() + 2 && quoted.substr(1, word.size()) == word)
      return static_cast<TokenKind>(keywordTable[slot]);
  }
  return TokenKind::identifier;
}

}  // namespace dashpot::syntax

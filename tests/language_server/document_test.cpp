// Places in texts: lines and UTF-16 units on one side, bytes on the other.
#include "language_server/document.hpp"

#include "language_server/client.hpp"

#include <gmock/gmock.h>

#include <random>

namespace dashpot::language_server {
namespace {

TEST(Positions, CountUtf16UnitsAndNotBytes) {
  // é: two bytes, one unit; 𝑝 (outside the basic plane): four bytes, two units; e with a combining accent: two characters.
  const Text text("aé𝑝b\nxe\u0301y", Encoding::utf16);
  EXPECT_EQ(text.offsetAt({0, 1}), 1u);
  EXPECT_EQ(text.offsetAt({0, 2}), 3u);
  EXPECT_EQ(text.offsetAt({0, 4}), 7u);
  EXPECT_EQ(text.offsetAt({1, 2}), 9u + 2);
  EXPECT_EQ(text.offsetAt({1, 3}), 9u + 4);
  EXPECT_EQ(text.positionAt(7), (Position{0, 4}));
  EXPECT_EQ(text.positionAt(13), (Position{1, 3}));
}

TEST(Positions, CountBytesWhereThatIsAgreed) {
  const Text text("aé𝑝b", Encoding::utf8);
  EXPECT_EQ(text.offsetAt({0, 7}), 7u);
  EXPECT_EQ(text.positionAt(7), (Position{0, 7}));
  EXPECT_EQ(text.offsetAt({0, 2}), 1u) << "inside of é";
}

TEST(Positions, AllThreeLineEndsCount) {
  const Text text("a\r\nb\rc\nd", Encoding::utf16);
  EXPECT_EQ(text.lineCount(), 4u);
  EXPECT_EQ(text.offsetAt({1, 0}), 3u);
  EXPECT_EQ(text.offsetAt({2, 0}), 5u);
  EXPECT_EQ(text.offsetAt({3, 1}), 8u);
  EXPECT_EQ(text.offsetAt({0, 9}), 1u) << "behind the end of the line, in front of \\r\\n";
}

TEST(Positions, OutsideOfTheTextMeanItsNearestPlace) {
  const Text text("ab\ncd", Encoding::utf16);
  EXPECT_EQ(text.offsetAt({7, 0}), 5u);
  EXPECT_EQ(text.offsetAt({1, 4000000000u}), 5u);
  EXPECT_EQ(text.offsetAt({4000000000u, 4000000000u}), 5u);
  EXPECT_EQ(text.positionAt(99), (Position{1, 2}));
  EXPECT_EQ(Text("", Encoding::utf16).offsetAt({0, 0}), 0u);
}

TEST(Positions, InsideASurrogatePairMeanTheBeginningOfTheCharacter) {
  const Text text("𝑝b", Encoding::utf16);
  EXPECT_EQ(text.offsetAt({0, 1}), 0u);
  EXPECT_EQ(text.offsetAt({0, 2}), 4u);
}

TEST(Positions, GoThereAndBackAtEveryCharacter) {
  const std::string characters = "x𝑝é\r\n\"ß\"\n\n漢字e\u0301\r//𝄞";
  for (const Encoding encoding : {Encoding::utf16, Encoding::utf8}) {
    const Text text(characters, encoding);
    for (std::size_t i = 0; i < characters.size(); ++i) {
      if ((static_cast<unsigned char>(characters[i]) & 0xC0U) == 0x80U) continue;  // inside of a character
      if (i > 0 && characters[i - 1] == '\r' && characters[i] == '\n') continue;   // inside of a line end
      EXPECT_EQ(text.offsetAt(text.positionAt(i)), i);
    }
  }
}

TEST(Positions, BytesThatAreNoUtf8CountAsOneEach) {
  const Text text("a\xff\xc3", Encoding::utf16);
  EXPECT_EQ(text.positionAt(3), (Position{0, 3}));
  EXPECT_EQ(text.offsetAt({0, 2}), 2u);
}

TEST(Changes, FollowOneAnother) {
  const Text before("one\ntwo\n", Encoding::utf16);
  const Text after = changed(before, {{Range{{0, 0}, {0, 3}}, "1\n1"}, {Range{{2, 0}, {2, 1}}, "T"}});
  EXPECT_EQ(after.string(), "1\n1\nTwo\n");
  EXPECT_EQ(changed(before, {{std::nullopt, "new"}}).string(), "new");
}

/// An editor of its own kind: UTF-16 units in one string, lines found by looking.
class Utf16Editor {
 public:
  [[nodiscard]] std::size_t lineCount() const { return starts().size(); }
  [[nodiscard]] std::vector<std::size_t> starts() const {
    std::vector<std::size_t> all{0};
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == u'\n' || (text[i] == u'\r' && (i + 1 == text.size() || text[i + 1] != u'\n')))
        all.push_back(i + 1);
    return all;
  }
  [[nodiscard]] Position positionOf(std::size_t unit) const {
    const auto all = starts();
    std::size_t line = 0;
    while (line + 1 < all.size() && all[line + 1] <= unit) ++line;
    return {static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(unit - all[line])};
  }
  /// Neither inside a pair of surrogates nor between \r and \n.
  [[nodiscard]] bool isBoundary(std::size_t unit) const {
    if (unit == 0 || unit >= text.size()) return true;
    return (text[unit] & 0xFC00) != 0xDC00 && !(text[unit - 1] == u'\r' && text[unit] == u'\n');
  }
  [[nodiscard]] std::string utf8() const {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      char32_t c = text[i];
      if ((c & 0xFC00) == 0xD800) c = 0x10000 + ((c & 0x3FF) << 10) + (text[++i] & 0x3FF);
      if (c < 0x80)
        out += static_cast<char>(c);
      else if (c < 0x800)
        out += {static_cast<char>(0xC0 | (c >> 6)), static_cast<char>(0x80 | (c & 0x3F))};
      else if (c < 0x10000)
        out += {static_cast<char>(0xE0 | (c >> 12)), static_cast<char>(0x80 | ((c >> 6) & 0x3F)),
                static_cast<char>(0x80 | (c & 0x3F))};
      else
        out += {static_cast<char>(0xF0 | (c >> 18)), static_cast<char>(0x80 | ((c >> 12) & 0x3F)),
                static_cast<char>(0x80 | ((c >> 6) & 0x3F)), static_cast<char>(0x80 | (c & 0x3F))};
    }
    return out;
  }
  std::u16string text;
};

TEST(Changes, TenThousandRandomEditsLeaveServerAndClientWithTheSameText) {
  std::mt19937 random(20260717);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  const std::vector<std::u16string> pieces{
      u"x",  u"é",  u"\U0001D45D", u"\n", u"\r\n",      u"e\u0301",  u"Real p;",
      u"\"", u"//", u"漢",         u"",   u"model M\n", u"end M;\n", u"/* \U0001F600 */"};
  Utf16Editor editor;
  Client client;
  client.open("");
  constexpr int edits = 10'000;
  constexpr std::size_t longest = 400;  // kept short, so that line ends and pairs meet often
  for (int i = 0; i < edits; ++i) {
    std::size_t begin = below(editor.text.size() + 1), end = begin + below(editor.text.size() > longest ? 60 : 8);
    end = std::min(end, editor.text.size());
    while (!editor.isBoundary(begin)) --begin;
    while (!editor.isBoundary(end)) ++end;
    std::u16string piece = pieces[below(pieces.size())];
    const Position from = editor.positionOf(begin), to = editor.positionOf(end);
    Utf16Editor next = editor;
    next.text.replace(begin, end - begin, piece);
    Utf16Editor piecewise;
    piecewise.text = piece;
    client.notify("textDocument/didChange",
                  {{"textDocument", {{"uri", client.uri()}, {"version", i + 2}}},
                   {"contentChanges", json::array({{{"range",
                                                     {{"start", {{"line", from.line}, {"character", from.character}}},
                                                      {"end", {{"line", to.line}, {"character", to.character}}}}},
                                                    {"text", piecewise.utf8()}}})}});
    editor = std::move(next);
    if (i % 500 == 0 || i + 1 == edits) {
      ASSERT_EQ(client.serverText(), editor.utf8()) << "after edit " << i;
    }
  }
}

}  // namespace
}  // namespace dashpot::language_server

#include "base/printable.hpp"

#include <gtest/gtest.h>

namespace dashpot {
namespace {

TEST(Printable, ShowsEveryByteOfItsOwn) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const std::string shown = printable(std::string_view(&c, 1));
    const bool isPlain = byte >= 0x20 && byte < 0x7F;
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\x%02X", byte);
    EXPECT_EQ(shown, isPlain ? std::string(1, c) : std::string(escaped)) << byte;
    EXPECT_EQ(isPrintable(std::string_view(&c, 1)), isPlain) << byte;
  }
}

TEST(Printable, KeepsEndsOfLinesWhereTheyAreMeant) {
  EXPECT_EQ(printable("a\n\tb", Lines::many), "a\n\tb");
  EXPECT_EQ(printable("a\n\tb"), "a\\x0A\\x09b");
  EXPECT_EQ(printable("a\rb", Lines::many), "a\\x0Db") << "it would overwrite the line";
}

TEST(Printable, KeepsLettersOfAllAlphabets) {
  for (const char* text : {"Ölstand", "°C", "µm", "η_vol", "圧力", "𝛼"}) EXPECT_EQ(printable(text), text);
}

// RFC 3629, sections 3 and 4: overlong forms, surrogates, beyond U+10FFFF, pieces.
TEST(Printable, ShowsWhatIsNotUtf8ByteByByte) {
  EXPECT_EQ(printable("caf\xE9"), "caf\\xE9");
  EXPECT_EQ(printable("\xC0\xAF"), "\\xC0\\xAF");
  EXPECT_EQ(printable("\xE0\x80\xAF"), "\\xE0\\x80\\xAF");
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xED\\xA0\\x80");
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xF4\\x90\\x80\\x80");
  EXPECT_EQ(printable("\xE2\x82"), "\\xE2\\x82");
  EXPECT_EQ(printable("\xFFx"), "\\xFFx");
}

TEST(Printable, ShowsControlsThatAreMoreThanAByte) {
  EXPECT_EQ(printable("\u009B31m"), "\\xC2\\x9B31m") << "C1: begins an escape sequence";
  EXPECT_EQ(printable("a\u202Eb"), "a\\xE2\\x80\\xAEb") << "turns the direction of writing";
  EXPECT_EQ(printable("\u2028"), "\\xE2\\x80\\xA8");
}

TEST(Printable, DoesNothingTwice) {
  const std::string once = printable("\x1b]0;title\x07 \xE9");
  EXPECT_EQ(printable(once), once);
}

}  // namespace
}  // namespace dashpot

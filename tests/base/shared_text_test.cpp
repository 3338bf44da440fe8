#include "base/shared_text.hpp"

#include "base/text_list.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace dashpot {
namespace {

TEST(SharedText, IsOneTextInAllItsCopies) {
  const SharedText text("a description that is longer than a string holds in itself");
  SharedText copy = text;
  EXPECT_EQ(&copy.text(), &text.text());
  EXPECT_EQ(copy, text);
  copy = "m";
  EXPECT_EQ(copy, "m");
  EXPECT_NE(copy, text);
  EXPECT_EQ(fmt::format("{:>3}", copy), "  m");
}

TEST(SharedText, OutlivesTheOneItWasCopiedFrom) {
  SharedText copy;
  EXPECT_TRUE(copy.empty());
  EXPECT_EQ(copy, "");
  {
    const SharedText text(std::string(100, 'x'));
    copy = text;
  }
  EXPECT_EQ(copy, std::string(100, 'x'));
}

TEST(SharedTexts, GiveEqualTextsOnePlace) {
  SharedTexts texts;
  const SharedText a = texts("N.m"), b = texts("kg"), c = texts(std::string("N.m"));
  EXPECT_EQ(&a.text(), &c.text());
  EXPECT_NE(&a.text(), &b.text());
}

TEST(TextList, GivesBackItsTexts) {
  TextList list{"one", "", "three"};
  list.push_back("four");
  list.shrink();
  ASSERT_EQ(list.size(), 4u);
  EXPECT_EQ(list[0], "one");
  EXPECT_EQ(list[1], "");
  EXPECT_EQ(list[2] + list[3], "threefour");
}

}  // namespace
}  // namespace dashpot

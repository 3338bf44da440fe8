#include "base/value_format.hpp"

#include <gtest/gtest.h>

namespace dashpot {
namespace {

std::string writtenAs(const std::string& specification, double value) { return written({specification}, value); }

// The expectations are those of C's printf, which Modelica 3.6 (3.7.1) refers to.
TEST(ValueFormat, WritesRealsAsPrintfDoes) {
  EXPECT_EQ(written({}, 12.3456789), "12.3457");
  EXPECT_EQ(writtenAs("8.3f", 5.25), "   5.250");
  EXPECT_EQ(writtenAs("-8.2f", 5.25), "5.25    ");
  EXPECT_EQ(writtenAs("08.2f", -5.25), "-0005.25");
  EXPECT_EQ(writtenAs("+.1e", 1234.0), "+1.2e+03");
  EXPECT_EQ(writtenAs("G", 1e-10), "1E-10");
}

TEST(ValueFormat, WritesIntegersAsPrintfDoes) {
  EXPECT_EQ(writtenAs("d", 1234567), "1234567");
  EXPECT_EQ(writtenAs("5d", -42), "  -42");
  EXPECT_EQ(writtenAs("05d", -42), "-0042");
  EXPECT_EQ(writtenAs("-5d", 42), "42   ");
  EXPECT_EQ(writtenAs(".4d", 42), "0042");
  EXPECT_EQ(writtenAs("#x", 255), "0xff");
  EXPECT_EQ(writtenAs("o", 8), "10");
  EXPECT_EQ(writtenAs("c", 65), "A");
}

TEST(ValueFormat, NamesAreChosenByTheValue) {
  const ValueFormat truth{.specification = "6d", .names = {"false", "true"}};
  EXPECT_EQ(written(truth, 1), "  true");
  const ValueFormat literal{.specification = "-d", .names = {"red", "green"}, .first = 1};
  EXPECT_EQ(written(literal, 2), "green");
  EXPECT_EQ(written(literal, 3), "?");
}

TEST(ValueFormat, SpecificationsThatCannotBe) {
  EXPECT_EQ(problemWith("-12.6g", false), "");
  EXPECT_EQ(problemWith("d", true), "");
  for (const char* wrong : {"", "5", "5.", "ld", "*d", "s", "%d", "99999999999d", "5.2ff"})
    EXPECT_NE(problemWith(wrong, true), "") << wrong;
  EXPECT_NE(problemWith("d", false), "");
}

}  // namespace
}  // namespace dashpot

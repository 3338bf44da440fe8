#include "base/json_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace dashpot {
namespace {

TEST(JsonText, ObjectsAndArraysHaveCommasBetweenTheirParts) {
  JsonText json;
  json.openObject().member("a", 1).key("b").openArray().value(2.5).value(true).openObject().close().close();
  json.memberIfGiven("c", "").memberIfGiven("d", "x").flag("e", false).flag("f", true).key("g").raw("[1]").close();
  EXPECT_EQ(json.text(), R"({"a":1,"b":[2.5,true,{}],"d":"x","f":true,"g":[1]})");
}

TEST(JsonText, TextsAreEscapedAndNumbersReadAsTheSameValue) {
  JsonText json;
  json.openArray().value("a\"b\\c\n\t\x01\x7fé").value("\xff").value(0.1).value(-3.0).value(1e300);
  json.value(std::numeric_limits<double>::infinity()).value(std::size_t{7}).value(std::int64_t{-7}).close();
  EXPECT_EQ(json.text(), "[\"a\\\"b\\\\c\\n\\u0009\\u0001\\u007fé\",\"\xEF\xBF\xBD\",0.1,-3,1e+300,null,7,-7]");
}

}  // namespace
}  // namespace dashpot

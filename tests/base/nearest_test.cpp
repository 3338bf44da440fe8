#include "base/nearest.hpp"

#include <gtest/gtest.h>

#include <array>

namespace dashpot {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsSubstitutionsAndSwaps) {
  EXPECT_EQ(editDistance("port", "port"), 0u);
  EXPECT_EQ(editDistance("portt", "port"), 1u);
  EXPECT_EQ(editDistance("kitten", "sitting"), 3u);  // Levenshtein's own example
  EXPECT_EQ(editDistance("prot", "port"), 1u);
  EXPECT_EQ(editDistance("", "abc"), 3u);
}

TEST(Nearest, FindsTheNameThatWasMeant) {
  constexpr std::array<std::string_view, 3> names{"suction", "port", "shaft"};
  EXPECT_EQ(nearest("portt", names), "port");
  EXPECT_EQ(nearest("PORT", names), "port");
}

TEST(Nearest, SuggestsNothingForAnUnrelatedName) {
  constexpr std::array<std::string_view, 3> names{"suction", "port", "shaft"};
  EXPECT_EQ(nearest("temperature", names), std::nullopt);
}

TEST(Nearest, TakesTheFirstOfEquallyCloseNames) {
  constexpr std::array<std::string_view, 2> names{"v1", "v2"};
  EXPECT_EQ(nearest("v3", names), "v1");
}

TEST(Nearest, OffersNoOtherLetterForALetter) {
  const std::vector<std::string> names{"a", "k", "dp"};
  EXPECT_EQ(nearest("b", names), std::nullopt);
  EXPECT_EQ(nearest("K", names), "k");
  EXPECT_EQ(nearest("p", names), std::nullopt);
}

}  // namespace
}  // namespace dashpot

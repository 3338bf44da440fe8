#include "base/short_list.hpp"

#include <gmock/gmock.h>

#include <numeric>
#include <vector>

namespace dashpot {
namespace {

using ::testing::ElementsAre;

TEST(ShortList, HoldsFewAndMany) {
  ShortList<int> list;
  EXPECT_TRUE(list.empty());
  list.push_back(1);
  list.push_back(2);
  EXPECT_THAT(list, ElementsAre(1, 2));
  for (int i = 3; i <= 1000; ++i) list.push_back(i);
  EXPECT_EQ(list.size(), 1000u);
  EXPECT_EQ(std::accumulate(list.begin(), list.end(), 0), 1000 * 1001 / 2);
  EXPECT_EQ(list.front(), 1);
  EXPECT_EQ(list.back(), 1000);
}

TEST(ShortList, CopiesAndMovesBothKinds) {
  for (const int count : {2, 5}) {
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 7);
    ShortList<int> list(numbers);
    const ShortList<int> copy = list;
    EXPECT_EQ(copy, list);
    ShortList<int> moved = std::move(list);
    EXPECT_EQ(moved, copy);
    moved = ShortList<int>{1};
    EXPECT_THAT(moved, ElementsAre(1));
    moved = copy;
    EXPECT_EQ(moved, copy);
  }
}

}  // namespace
}  // namespace dashpot

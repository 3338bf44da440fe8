#include "base/handle_table.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace dashpot {
namespace {

/// Numbers that are looked up by their value, with a place of their own making.
class Numbers {
 public:
  explicit Numbers(std::uint32_t (*near)(std::uint32_t)) : near_(near) {}

  std::uint32_t intern(std::uint32_t value) {
    const std::uint32_t known = table_.find(keyOf(value), [&](std::uint32_t i) { return values_[i] == value; });
    if (known != HandleTable::none) return known;
    values_.push_back(value);
    const auto made = static_cast<std::uint32_t>(values_.size() - 1);
    table_.add(made, [&](std::uint32_t i) { return keyOf(values_[i]); });
    return made;
  }
  [[nodiscard]] std::size_t size() const { return values_.size(); }

 private:
  [[nodiscard]] HandleTable::Key keyOf(std::uint32_t value) const {
    return {near_(value), value * 0x9e3779b9u ^ value >> 7};
  }

  std::uint32_t (*near_)(std::uint32_t);
  std::vector<std::uint32_t> values_;
  HandleTable table_;
};

void expectEachOnce(Numbers numbers, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(numbers.intern(3 * i), i);
  for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(numbers.intern(3 * i), i);
  EXPECT_EQ(numbers.size(), count);
}

TEST(HandleTable, FindsEverythingThatWasAdded) {
  expectEachOnce(Numbers([](std::uint32_t value) { return value; }), 10'000);
}

// More things with one place than there are slots behind it go where their hashes send them.
TEST(HandleTable, FindsThingsThatAllHaveOnePlace) {
  expectEachOnce(Numbers([](std::uint32_t) { return 17u; }), 10'000);
}

TEST(HandleTable, HasNothingWhenItIsEmptyOrCleared) {
  HandleTable table;
  const auto any = [](std::uint32_t) { return true; };
  EXPECT_EQ(table.find({1, 2}, any), HandleTable::none);
  table.add(5, [](std::uint32_t) { return HandleTable::Key{1, 2}; });
  EXPECT_EQ(table.find({1, 2}, any), 5u);
  table.clear();
  EXPECT_EQ(table.find({1, 2}, any), HandleTable::none);
}

}  // namespace
}  // namespace dashpot

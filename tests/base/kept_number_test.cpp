// Whole numbers among doubles.
#include "base/kept_number.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace dashpot {
namespace {

TEST(KeptNumber, IsHeldToItsRangeWhateverAFileHas) {
  EXPECT_EQ(keptNumber(3.0, 0, 10), 3);
  EXPECT_EQ(keptNumber(-7.5e81, 0, 10), 0);
  EXPECT_EQ(keptNumber(7.5e81, 0, 10), 10);
  EXPECT_EQ(keptNumber(std::numeric_limits<double>::quiet_NaN(), 2, 10), 2);
  EXPECT_EQ(keptNumber(std::numeric_limits<double>::infinity(), std::int64_t{0}, std::int64_t{1} << 53),
            std::int64_t{1} << 53);
}

}  // namespace
}  // namespace dashpot

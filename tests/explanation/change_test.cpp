// Changes that can be tried.
#include "explanation/change.hpp"

#include <gtest/gtest.h>

namespace dashpot::explanation {
namespace {

TEST(Change, IsShownAsAUserWouldWriteIt) {
  const std::pair<const char*, const char*> cases[] = {
      {"method radau", "--method radau"},
      {"tolerance 1e-4", "--tolerance 1e-4"},
      {"stop 2.5", "--stop 2.5"},
      {"interval 0.01", "--interval 0.01"},
      {"set pump.V=1e-6", "--set pump.V=1e-6"},
      {"start x=0.5", "--set x.start=0.5"},
      {"nominal x=0.001", "x(nominal = 0.001)"},
      {"silent 3", "noEvent() around the relation"},
      {"silent 3,7,11", "noEvent() around 3 relations"},
  };
  for (const auto& [written, shown] : cases) {
    const auto change = readChange(written);
    ASSERT_TRUE(change.has_value()) << written;
    EXPECT_EQ(change->text(), shown);
  }
}

TEST(Change, ThatCannotBeReadIsNone) {
  for (const char* written : {"", "method", "paint red", "set x", "silent 3,x", "silent "})
    EXPECT_FALSE(readChange(written).has_value()) << written;
}

}  // namespace
}  // namespace dashpot::explanation

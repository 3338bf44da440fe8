#include "base/paths.hpp"

#include <gtest/gtest.h>

namespace dashpot {
namespace {

TEST(Paths, GiveTheSameIdForTheSameName) {
  Paths paths;
  EXPECT_EQ(paths.fromText("rack.cylinder[3].port_a.p"), paths.fromText("rack.cylinder[3].port_a.p"));
  EXPECT_NE(paths.fromText("cylinder[3]"), paths.fromText("cylinder[4]"));
}

TEST(Paths, TextRoundTrips) {
  Paths paths;
  for (const char* text : {"x", "a.b.c", "m[1,2].x", "rack.cylinder[3].port_a.p"})
    EXPECT_EQ(paths.text(paths.fromText(text)), text);
}

TEST(Paths, ElementsOfAnArrayShareTheNodesAboveThem) {
  Paths paths;
  paths.fromText("a.b.x[1]");
  const std::size_t before = paths.size();
  paths.fromText("a.b.x[2]");
  EXPECT_EQ(paths.size(), before + 1);
}

}  // namespace
}  // namespace dashpot

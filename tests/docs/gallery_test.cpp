// The gallery is generated; what it shows must still be there.
#include "paths.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace {

const std::filesystem::path root = dashpot::testing::sourceTree;

TEST(Gallery, ShowsMachinesAndPicturesThatExist) {
  std::ifstream in(root / "docs/gallery/README.md");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::regex machine("dashpot simulate (examples/[a-z0-9_]+\\.mo)"), picture("\\]\\(([a-z0-9_]+\\.svg)\\)");
  int machines = 0, pictures = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), machine), end; at != end; ++at, ++machines)
    EXPECT_TRUE(std::filesystem::exists(root / (*at)[1].str())) << (*at)[1];
  for (std::sregex_iterator at(text.begin(), text.end(), picture), end; at != end; ++at, ++pictures)
    EXPECT_TRUE(std::filesystem::exists(root / "docs/gallery" / (*at)[1].str())) << (*at)[1];
  EXPECT_GT(machines, 20);
  EXPECT_EQ(machines, pictures);
}

}  // namespace

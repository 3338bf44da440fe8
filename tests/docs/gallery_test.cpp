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

std::string textOf(const std::filesystem::path& file) {
  std::ifstream in(root / file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Gallery, ShowsMachinesAndPicturesThatExist) {
  const std::string text = textOf("docs/gallery/README.md");
  const std::regex machine("dashpot simulate (examples/[a-z0-9_]+\\.mo)"), picture("\\]\\(([a-z0-9_]+\\.svg)\\)");
  int machines = 0, pictures = 0, circuits = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), machine), end; at != end; ++at, ++machines) {
    EXPECT_TRUE(std::filesystem::exists(root / (*at)[1].str())) << (*at)[1];
    if (textOf((*at)[1].str()).find("\n  connect(") != std::string::npos) ++circuits;
  }
  for (std::sregex_iterator at(text.begin(), text.end(), picture), end; at != end; ++at, ++pictures)
    EXPECT_TRUE(std::filesystem::exists(root / "docs/gallery" / (*at)[1].str())) << (*at)[1];
  EXPECT_GT(machines, 20);
  EXPECT_EQ(pictures, machines + circuits) << "a plot of each, and a drawing of each that connects components";
}

}  // namespace

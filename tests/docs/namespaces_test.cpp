// Names say where they come from: no namespace is opened as a whole.
#include "paths.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

namespace dashpot {
namespace {

namespace fs = std::filesystem;

TEST(Namespaces, NoneIsOpenedAsAWhole) {
  const std::regex opened("^\\s*using namespace\\b");
  std::size_t read = 0;
  for (const char* folder : {"src", "include", "tests", "bench", "fuzz", "examples"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(testing::sourceTree) / folder)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
      ++read;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);)
        EXPECT_FALSE(std::regex_search(line, opened)) << entry.path() << ": " << line;
    }
  EXPECT_GT(read, 300u);
}

}  // namespace
}  // namespace dashpot

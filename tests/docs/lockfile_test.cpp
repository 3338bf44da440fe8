// Lock files name packages by version and checksum, not the server that somebody happened to fetch them from.
#include "paths.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace dashpot {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> lockFiles() {
  std::vector<fs::path> found;
  fs::recursive_directory_iterator each(testing::sourceTree);
  for (const auto& end = fs::recursive_directory_iterator(); each != end; ++each) {
    const std::string name = each->path().filename();
    if (each->is_directory() && (name == "node_modules" || name.starts_with("build") || name.starts_with(".")))
      each.disable_recursion_pending();
    if (name == "package-lock.json") found.push_back(each->path());
  }
  return found;
}

TEST(LockFiles, NameNoRegistry) {
  EXPECT_FALSE(lockFiles().empty());
  for (const fs::path& file : lockFiles()) {
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(text.find("\"resolved\": \"http"), std::string::npos) << file;
    EXPECT_NE(text.find("\"integrity\": \"sha"), std::string::npos) << file;
  }
}

}  // namespace
}  // namespace dashpot

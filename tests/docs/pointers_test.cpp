// A comment or a page that names a file of this repository names one that is there.
#include "docs/tree.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace dashpot {
namespace {

namespace fs = std::filesystem;

using testing::contentOf;
using testing::root;

std::vector<fs::path> filesUnder(const std::vector<std::string>& folders) {
  std::vector<fs::path> result;
  for (const std::string& folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      if (entry.is_regular_file()) result.push_back(entry.path());
  return result;
}

TEST(Pointers, CommentsNameSourcesThatExist) {
  const std::vector<fs::path> files = filesUnder({"src", "include", "tests", "bench", "examples", "fuzz"});
  std::set<std::string> names;
  for (const fs::path& file : files) names.insert(file.filename());

  const std::regex pointer(R"((\w+\.[ch]pp)\b)");
  std::size_t found = 0;
  for (const fs::path& file : files) {
    if (file.extension() != ".hpp" && file.extension() != ".cpp") continue;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      const std::size_t comment = line.find("//");
      if (comment == std::string::npos) continue;
      for (std::sregex_iterator at(line.begin() + static_cast<std::ptrdiff_t>(comment), line.end(), pointer), end;
           at != end; ++at, ++found)
        EXPECT_TRUE(names.contains((*at)[1])) << (*at)[1] << " in " << file;
    }
  }
  EXPECT_GT(found, 200u);
}

TEST(Pointers, LinksBetweenPagesLeadSomewhere) {
  std::vector<fs::path> pages = filesUnder({"docs"});
  std::erase_if(pages, [](const fs::path& page) { return page.extension() != ".md"; });
  for (const auto& entry : fs::directory_iterator(root))
    if (entry.path().extension() == ".md") pages.push_back(entry.path());

  const std::regex link(R"(\]\(([^)#:\s]+)(#[^)]*)?\))");
  for (const fs::path& page : pages) {
    const std::string text = contentOf(page);
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at)
      EXPECT_TRUE(fs::exists(page.parent_path() / (*at)[1].str())) << (*at)[1] << " in " << page;
  }
}

TEST(Pointers, TheFrontPageLeadsToEveryPage) {
  const std::string front = contentOf(root / "README.md");
  for (const auto& entry : fs::directory_iterator(root / "docs")) {
    if (entry.path().extension() != ".md") continue;
    EXPECT_NE(front.find("](docs/" + entry.path().filename().string() + ")"), std::string::npos) << entry.path();
  }
}

}  // namespace
}  // namespace dashpot

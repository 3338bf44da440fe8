// The codes of diagnostics are a promise to programs that read them: each one is in the user's documentation.
#include "docs/tree.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace dashpot {
namespace {

namespace fs = std::filesystem;

using testing::contentOf;
using testing::root;

TEST(Diagnostics, EveryCodeOfTheFrontEndIsDocumented) {
  const std::string documentation = contentOf(root / "docs" / "language.md");
  const std::regex call(R"re(\b(?:error|warning|report|fail)\(\s*"([a-z][a-z-]*)")re");
  std::size_t found = 0;
  for (const char* stage : {"syntax", "model"})
    for (const auto& entry : fs::recursive_directory_iterator(root / "src" / stage)) {
      if (!entry.is_regular_file()) continue;
      const std::string text = contentOf(entry.path());
      for (auto it = std::sregex_iterator(text.begin(), text.end(), call); it != std::sregex_iterator(); ++it) {
        ++found;
        EXPECT_NE(documentation.find('`' + (*it)[1].str() + '`'), std::string::npos)
            << (*it)[1] << " in " << entry.path().filename();
      }
    }
  EXPECT_GT(found, 100u);  // the search still understands how diagnostics are made
}

}  // namespace
}  // namespace dashpot

// Every command that ./dev describes can be called.
#include "paths.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace dashpot {
namespace {

const std::string dev = (std::filesystem::path(testing::sourceTree) / "dev").string();

bool succeeds(const std::string& arguments) {
  return std::system(("'" + dev + "' " + arguments + " > /dev/null 2>&1").c_str()) == 0;
}

/// The first words of what matches `line`, in the text of the script.
std::set<std::string> firstWords(const std::string& line) {
  std::set<std::string> result;
  std::ifstream script(dev);
  std::smatch match;
  for (std::string text; std::getline(script, text);)
    if (std::regex_search(text, match, std::regex(line))) result.insert(match[1]);
  return result;
}

TEST(Dev, EveryCommandInTheHelpCanBeCalled) {
  const std::set<std::string> commands = firstWords("^## (\\S+)");
  EXPECT_GT(commands.size(), 10u);
  for (const std::string& command : commands) EXPECT_TRUE(succeeds(command + " --help")) << command;
  EXPECT_FALSE(succeeds("no-such-command --help"));
}

TEST(Dev, EveryCommandIsInTheHelp) { EXPECT_EQ(firstWords("^do_(\\w+)\\(\\)"), firstWords("^## (\\S+)")); }

}  // namespace
}  // namespace dashpot

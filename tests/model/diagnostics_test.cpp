// Every message that the front end can give has a test with its text. The messages are read from the sources, so a new
// one without a test is found.
#include "paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::testing {
namespace {

namespace fs = std::filesystem;

const fs::path root = testing::sourceTree;

/// What no text is known to lead to: an earlier message comes first.
constexpr std::array<std::string_view, 1> unreached{
    "a function can use only its own variables and constants of packages",
};
constexpr std::array<std::string_view, 2> checkers{"check.cpp", "flat_check.cpp"};  // invariants

/// The content of all files with this ending.
std::string contentOf(const fs::path& directory, std::string_view ending) {
  std::string text;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.path().extension() != ending) continue;
    std::ifstream stream(entry.path());
    text.append(std::istreambuf_iterator<char>(stream), {});
  }
  return text;
}

/// Adjacent string literals on lines of their own as one.
std::string joined(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      const std::size_t next = text.find_first_not_of(" \n", at + 1);
      const bool isSeam = next != std::string::npos && text[next] == '"' && text.find('\n', at) < next;
      if (isSeam) {
        at = next;
        continue;
      }
    }
    result += text[at];
  }
  return result;
}

/// Where the parenthesis that was opened before `at` is closed.
std::size_t closing(const std::string& text, std::size_t at) {
  int open = 1;
  for (bool quoted = false; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted && c == '\\')
      ++at;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '(' || c == ')') && (open += c == '(' ? 1 : -1) == 0)
      break;
  }
  return at;
}

/// The texts given to the functions that report something; a text has more than one word.
std::vector<std::string> messagesIn(const std::string& source) {
  static const std::regex call(R"(\b(error|warning|report|fail|typeError|unsupported)\s*\()");
  static const std::regex literal(R"re("((?:[^"\\]|\\.)*)")re");
  std::vector<std::string> messages;
  for (std::sregex_iterator it(source.begin(), source.end(), call), none; it != none; ++it) {
    const auto begin = static_cast<std::size_t>(it->position() + it->length());
    const std::string arguments = source.substr(begin, closing(source, begin) - begin);
    for (std::sregex_iterator text(arguments.begin(), arguments.end(), literal); text != none; ++text)
      if (const std::string found = (*text)[1]; found.find(' ') != std::string::npos) messages.push_back(found);
  }
  return messages;
}

/// The fixed pieces of a message follow one another in one of the lines.
bool isIn(const std::vector<std::string_view>& lines, const std::string& message) {
  static const std::regex hole(R"(\{[^{}]*\})");
  const std::vector<std::string> pieces(std::sregex_token_iterator(message.begin(), message.end(), hole, -1), {});
  return std::ranges::any_of(lines, [&](std::string_view line) {
    std::size_t at = 0;
    return std::ranges::all_of(pieces, [&](const std::string& piece) {
      at = line.find(piece, at);
      if (at == std::string_view::npos) return false;
      at += piece.size();
      return true;
    });
  });
}

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

TEST(Diagnostics, EveryMessageOfTheFrontEndHasATestOfItsText) {
  std::string expected = contentOf(root / "tests/models/semantics", ".cases");
  for (const char* directory : {"tests/syntax", "tests/model", "tests/cli"}) {
    std::string quoted = joined(contentOf(root / directory, ".cpp"));
    for (std::size_t at = 0; (at = quoted.find("\\\"", at)) != std::string::npos;) quoted.erase(at, 1);
    expected += quoted;
  }
  const std::vector<std::string_view> lines = linesOf(expected);
  std::size_t count = 0;
  for (const char* stage : {"src/syntax", "src/model"})
    for (const auto& entry : fs::recursive_directory_iterator(root / stage)) {
      const std::string name = entry.path().filename().string();
      if (entry.path().extension() != ".cpp" || std::ranges::find(checkers, name) != checkers.end()) continue;
      std::ifstream stream(entry.path());
      const std::string source(std::istreambuf_iterator<char>(stream), {});
      for (const std::string& message : messagesIn(joined(source))) {
        if (std::ranges::find(unreached, message) != unreached.end()) continue;
        ++count;
        EXPECT_TRUE(isIn(lines, message)) << name << ": no test expects \"" << message << '"';
      }
    }
  EXPECT_GT(count, 250u);  // that they are found at all
}

}  // namespace
}  // namespace dashpot::testing

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
#include <vector>

namespace dashpot::testing {
namespace {

namespace fs = std::filesystem;

const fs::path root = tests::sourceTree;

/// What no text is known to lead to: the parser or an earlier message comes first.
constexpr std::array<std::string_view, 7> unreached{
    "this kind of equation",
    "this is not an expression",
    "'end' has a meaning only in a subscript",
    "':' has a meaning only in a subscript",
    "this value depends on itself",
    "a function can use only its own variables and constants of packages",
    "any class",  // a part of a message
};
constexpr std::array<std::string_view, 2> checkers{"check.cpp", "flat_check.cpp"};  // invariants

/// The content of all files with these endings, with adjacent string literals joined.
std::string contentOf(const fs::path& folder, std::string_view ending) {
  std::string text;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ending) continue;
    std::ifstream stream(entry.path());
    text.append(std::istreambuf_iterator<char>(stream), {});
  }
  return text;
}

std::string joined(const std::string& text) {
  static const std::regex seam(R"("\s*\n\s*")");
  return std::regex_replace(text, seam, "");
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

/// The fixed pieces of a message follow one another in one line of the text.
bool isIn(const std::string& text, const std::string& message) {
  static const std::regex hole(R"(\{[^{}]*\})");
  std::vector<std::string> pieces(std::sregex_token_iterator(message.begin(), message.end(), hole, -1), {});
  for (std::size_t from = 0; (from = text.find(pieces.front(), from)) != std::string::npos; ++from) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    std::size_t at = from;
    bool fits = true;
    for (const std::string& piece : pieces) {
      at = text.find(piece, at);
      fits = fits && at != std::string::npos && at + piece.size() <= end;
      if (!fits) break;
      at += piece.size();
    }
    if (fits) return true;
    if (pieces.front().empty()) {  // a message that begins with a hole: line by line
      from = end;
      if (from >= text.size()) break;
    }
  }
  return false;
}

TEST(Diagnostics, EveryMessageOfTheFrontEndHasATestOfItsText) {
  std::string expected = contentOf(root / "tests/models/semantics", ".cases");
  for (const char* folder : {"tests/syntax", "tests/model", "tests/cli"}) {
    const std::string quoted = joined(contentOf(root / folder, ".cpp"));
    static const std::regex escape(R"(\\")");
    expected += std::regex_replace(quoted, escape, "\"");
  }
  std::size_t count = 0;
  for (const char* stage : {"src/syntax", "src/model"})
    for (const auto& entry : fs::directory_iterator(root / stage)) {
      const std::string name = entry.path().filename().string();
      if (entry.path().extension() != ".cpp" || std::ranges::find(checkers, name) != checkers.end()) continue;
      std::ifstream stream(entry.path());
      const std::string source(std::istreambuf_iterator<char>(stream), {});
      for (const std::string& message : messagesIn(joined(source))) {
        if (std::ranges::find(unreached, message) != unreached.end()) continue;
        ++count;
        EXPECT_TRUE(isIn(expected, message)) << name << ": no test expects \"" << message << '"';
      }
    }
  EXPECT_GT(count, 250u);  // that they are found at all
}

}  // namespace
}  // namespace dashpot::testing

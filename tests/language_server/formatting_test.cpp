// Formatting changes white space at the beginning of lines and nothing else.
#include "language_server/formatting.hpp"

#include "language_server/client.hpp"
#include "syntax/lexer.hpp"

#include <gmock/gmock.h>

#include <random>

namespace dashpot::language_server {
namespace {

std::string formatted(const std::string& before, const Layout& layout = {}) {
  const Text text(before, Encoding::utf16);
  std::string after = before;
  const auto lines = reindented(text, layout);
  for (auto at = lines.rbegin(); at != lines.rend(); ++at)
    after.replace(text.lineStart(at->line), at->before, at->after);
  return after;
}

/// Tokens and comments as they are written.
std::vector<std::string> wordsOf(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  const SourceId id = sources.add("", text);
  const syntax::Tokens lexed = syntax::tokenize(id, sources, diagnostics);
  std::vector<std::string> words;
  for (const syntax::Token& token : lexed.tokens) words.emplace_back(sources.text({id, token.begin, token.end}));
  for (const syntax::LexedComment& comment : lexed.comments)
    words.emplace_back(sources.text({id, comment.begin, comment.end}));
  return words;
}

/// White space at the beginning of lines replaced by other white space, outside of strings and comments.
std::string disturbed(const std::string& text, std::mt19937& random) {
  const Text lines(text, Encoding::utf16);
  Sources sources;
  Diagnostics diagnostics;
  const syntax::Tokens lexed = syntax::tokenize(sources.add("", text), sources, diagnostics);
  std::string result;
  for (std::size_t i = 0; i < lines.lineCount(); ++i) {
    const std::size_t begin = lines.lineStart(i),
                      end = i + 1 < lines.lineCount() ? lines.lineStart(i + 1) : text.size();
    const auto isInside = [&](const auto& part) { return part.begin < begin && begin < part.end; };
    std::string line = text.substr(begin, end - begin);
    if (std::ranges::none_of(lexed.tokens, isInside) && std::ranges::none_of(lexed.comments, isInside)) {
      line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
      line.insert(0, std::string(random() % 9, random() % 5 == 0 ? '\t' : ' '));
    }
    result += line;
  }
  return result;
}

TEST(Formatting, KeepsTokensAndCommentsOfAllFilesAndIsIdempotent) {
  std::mt19937 random(7);
  for (const std::filesystem::path& file : modelFiles()) {
    const std::string original = contentOf(file);
    for (const std::string& text : {original, disturbed(original, random)}) {
      for (const Layout& layout : {Layout{}, Layout{.width = 4, .usesTabs = true}}) {
        const std::string once = formatted(text, layout);
        EXPECT_EQ(wordsOf(once), wordsOf(text)) << file;
        EXPECT_EQ(formatted(once, layout), once) << file;
      }
    }
  }
}

TEST(Formatting, LeavesTheFilesOfTheLibraryAsTheyAre) {
  std::size_t lines = 0, changed = 0;
  for (const std::filesystem::path& file : modelFiles()) {
    const Text text(contentOf(file), Encoding::utf16);
    lines += text.lineCount();
    for (const Indentation& line : reindented(text, {})) {
      ++changed;
      if (changed < 20) ADD_FAILURE() << file << ":" << line.line + 1 << ": " << text.line(line.line);
    }
  }
  EXPECT_GT(lines, 5000u);
}

TEST(Formatting, IndentsByNesting) {
  const std::string text =
      "package P \"Words\"\n// note\nmodel M\n\"Words of M\"\nReal x(start = 1,\n       fixed = "
      "true);\nprotected\nReal y;\n"
      "initial equation\nx = 1;\nequation\nif x > 1 then\nx = if y > 1 then 1\nelse 2;\nelseif x < 0 then\nfor i in "
      "1:3 loop\n"
      "y = i;\nend for;\nelse\nwhen x > 2 then\ny = 1;\nelsewhen x > 3 then\ny = 2;\nend when;\nend if;\nend M;\n"
      "type E = enumeration(a, b);\nfunction f\ninput Real u;\nalgorithm\nwhile u > 1 loop\nbreak;\nend while;\nend "
      "f;\nend P;\n";
  EXPECT_EQ(formatted(text),
            "package P \"Words\"\n  // note\n  model M\n  \"Words of M\"\n    Real x(start = 1,\n           fixed = "
            "true);\n  protected\n"
            "    Real y;\n  initial equation\n    x = 1;\n  equation\n    if x > 1 then\n      x = if y > 1 then 1\n   "
            "   else 2;\n"
            "    elseif x < 0 then\n      for i in 1:3 loop\n        y = i;\n      end for;\n    else\n      when x > "
            "2 then\n"
            "        y = 1;\n      elsewhen x > 3 then\n        y = 2;\n      end when;\n    end if;\n  end M;\n"
            "  type E = enumeration(a, b);\n  function f\n    input Real u;\n  algorithm\n    while u > 1 loop\n      "
            "break;\n"
            "    end while;\n  end f;\nend P;\n");
}

TEST(Formatting, TouchesNoLineInsideAStringOrAComment) {
  const std::string text = "model M \"a\n   b\"\n/* c\n       d */\n   Real x;\nend M;";
  EXPECT_EQ(formatted(text), "model M \"a\n   b\"\n  /* c\n       d */\n  Real x;\nend M;");
}

TEST(Formatting, RefusesATextWithErrors) {
  Client client;
  client.open("model M Real x end M;");
  EXPECT_NE(client.errorCode("textDocument/formatting", {{"textDocument", {{"uri", client.uri()}}},
                                                         {"options", {{"tabSize", 2}, {"insertSpaces", true}}}}),
            0);
  client.change("model M\nReal x;\nend M;");
  const json edits =
      client.ofDocument("textDocument/formatting", {{"options", {{"tabSize", 3}, {"insertSpaces", true}}}});
  ASSERT_EQ(edits.size(), 1u);
  EXPECT_EQ(edits[0]["newText"], "   ");
}

TEST(Formatting, IndentsByNoMoreThanAnEditorMeans) {
  Client client;
  client.open("model M\nReal x;\nend M;");
  const json edits =
      client.ofDocument("textDocument/formatting", {{"options", {{"tabSize", 4000000000U}, {"insertSpaces", true}}}});
  ASSERT_EQ(edits.size(), 1u);
  EXPECT_EQ(edits[0]["newText"], std::string(16, ' '));
}

}  // namespace
}  // namespace dashpot::language_server

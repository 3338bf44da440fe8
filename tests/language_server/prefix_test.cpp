// Half-written files: every request at the end of beginnings of all examples.
#include "language_server/client.hpp"

namespace dashpot::language_server {
namespace {

TEST(Prefixes, OfAllExamplesAnswerEveryRequest) {
  Client client;
  const json everything{{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 100000}, {"character", 0}}}};
  std::size_t asked = 0;
  std::size_t number = 0;
  for (const std::filesystem::path& file : modelFiles()) {
    const std::string whole = contentOf(file);
    // Some places of each file, others in each; the strides have no common divisor with usual lengths of lines.
    const std::size_t stride = std::max<std::size_t>(whole.size() / 3, 1) | 1U;
    for (std::size_t size = (++number * 37) % stride; size < whole.size(); size += stride) {
      const std::string text = whole.substr(0, size);
      client.open(text);
      const json end{{"line", 100000}, {"character", 0}};
      for (const char* method : {"textDocument/hover", "textDocument/completion", "textDocument/signatureHelp",
                                 "textDocument/definition", "textDocument/documentHighlight"})
        (void)client.at(method, end);
      for (const char* method : {"textDocument/documentSymbol", "textDocument/semanticTokens/full",
                                 "textDocument/foldingRange", "textDocument/codeLens"})
        (void)client.ofDocument(method);
      for (const char* method : {"textDocument/inlayHint", "textDocument/codeAction"})
        (void)client.ofDocument(method, {{"range", everything}});
      (void)client.ask("textDocument/formatting",
                       {{"textDocument", {{"uri", client.uri()}}}, {"options", json::object()}});
      ++asked;
    }
    if (::testing::Test::HasFailure()) FAIL() << file;
  }
  EXPECT_GT(asked, 150u);
}

}  // namespace
}  // namespace dashpot::language_server

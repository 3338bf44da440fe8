// Outline, colours, folding, code actions, values between the lines.
#include "language_server/client.hpp"

#include <gmock/gmock.h>

namespace dashpot::language_server {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

TEST(DocumentSymbols, AreNestedAsTheClassesAre) {
  Client client;
  client.open(
      "package P \"Pack\"\n  model M\n    parameter Real p = 1;\n  end M;\n  type E = enumeration(a, b);\nend P;\n");
  const json symbols = client.ofDocument("textDocument/documentSymbol");
  ASSERT_EQ(symbols.size(), 1u);
  EXPECT_EQ(symbols[0]["name"], "P");
  EXPECT_EQ(symbols[0]["detail"], "Pack");
  EXPECT_EQ(symbols[0]["children"][0]["children"][0]["name"], "p");
  EXPECT_EQ(symbols[0]["children"][1]["children"].size(), 2u);
  EXPECT_EQ(symbols[0]["range"]["start"], (json{{"line", 0}, {"character", 0}}));
}

/// The tokens of an answer with their places, as text of the document.
std::vector<std::pair<std::string, std::string>> decoded(Client& client, const std::string& text) {
  const json legend = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"];
  const json data = client.ofDocument("textDocument/semanticTokens/full")["data"];
  std::vector<std::string> lines{""};
  for (const char c : text) c == '\n' ? static_cast<void>(lines.emplace_back()) : lines.back().push_back(c);
  std::vector<std::pair<std::string, std::string>> tokens;
  std::size_t line = 0, character = 0;
  for (std::size_t i = 0; i + 4 < data.size(); i += 5) {
    const std::size_t down = data[i], along = data[i + 1];
    character = down > 0 ? along : character + along;
    line += down;
    tokens.emplace_back(lines.at(line).substr(character, data[i + 2].get<std::size_t>()),
                        legend[data[i + 3].get<std::size_t>()]);
  }
  return tokens;
}

TEST(SemanticTokens, TellWhatEachWordIs) {
  Client client;
  const std::string text =
      "model M \"words\"\n  parameter Real p(min = 0) = 1.5; // why\n  A.B x;\nequation\n  x.y = sin(p);\n/* two\n "
      "lines */\nend M;";
  client.open(text);
  const auto tokens = decoded(client, text);
  using Pair = std::pair<std::string, std::string>;
  for (const Pair& expected : std::vector<Pair>{{"model", "keyword"},
                                                {"M", "class"},
                                                {"\"words\"", "string"},
                                                {"Real", "type"},
                                                {"p", "variable"},
                                                {"min", "property"},
                                                {"1.5", "number"},
                                                {"// why", "comment"},
                                                {"A", "namespace"},
                                                {"B", "type"},
                                                {"=", "operator"},
                                                {"sin", "function"},
                                                {"/* two", "comment"},
                                                {" lines */", "comment"}})
    EXPECT_THAT(tokens, Contains(expected));
}

TEST(Folding, CoversClassesSectionsClausesAndComments) {
  Client client;
  client.open(
      "// a\n// b\nmodel M\n  Real x;\nequation\n  if x > 1 then\n    x = 1;\n  else\n    x = 2;\n  end if;\nend M;\n");
  std::vector<std::pair<int, int>> folds;
  for (const json& fold : client.ofDocument("textDocument/foldingRange"))
    folds.emplace_back(fold["startLine"], fold["endLine"]);
  EXPECT_THAT(folds, Contains(std::pair{0, 1}));
  EXPECT_THAT(folds, Contains(std::pair{2, 9}));
  EXPECT_THAT(folds, Contains(std::pair{5, 8}));
}

/// The text after the first action that is offered for its first diagnostic.
std::string mended(Client& client, const std::string& text) {
  client.open(text);
  const json diagnostics = client.diagnostics()["diagnostics"];
  if (diagnostics.empty()) return "no diagnostic";
  const json actions = client.ofDocument(
      "textDocument/codeAction", {{"range", diagnostics[0]["range"]}, {"context", {{"diagnostics", diagnostics}}}});
  if (actions.empty()) return "no action for: " + diagnostics[0]["message"].get<std::string>();
  const json edit = actions[0]["edit"]["changes"][client.uri()][0];
  client.notify("textDocument/didChange",
                {{"textDocument", {{"uri", client.uri()}, {"version", 2}}},
                 {"contentChanges", json::array({{{"range", edit["range"]}, {"text", edit["newText"]}}})}});
  return client.serverText();
}

TEST(CodeActions, DoWhatTheHintsSay) {
  Client client;
  EXPECT_EQ(mended(client, "model M\n  Real x\nequation\n  x = 1;\nend M;"),
            "model M\n  Real x;\nequation\n  x = 1;\nend M;");
  EXPECT_EQ(mended(client, "model M\n  Real speed;\nequation\n  sped = 1;\nend M;"),
            "model M\n  Real speed;\nequation\n  speed = 1;\nend M;");
  EXPECT_EQ(mended(client, "model M\n  Real x(start = 1);\nequation\n  der(x) = -xx;\nend M;"),
            "model M\n  Real x(start = 1);\nequation\n  der(x) = -x;\nend M;");
  EXPECT_EQ(mended(client, "model A Real length = 1; end A;\nmodel M\n  A a;\n  Real x = a.lenght;\nend M;"),
            "model A Real length = 1; end A;\nmodel M\n  A a;\n  Real x = a.length;\nend M;");
  const std::string parts =
      "partial model F Real k; end F;\nmodel Part\n  outer F env;\n  Real x = env.k;\nend Part;\n";
  EXPECT_EQ(mended(client, parts + "model M\n  Part part;\nend M;"),
            parts + "model M\n  inner F env;\n  Part part;\nend M;");
}

TEST(CodeActions, AreNotOfferedForOlderText) {
  Client client;
  client.open("model M\n  Real x\nequation\n  x = 1;\nend M;");
  client.change("model M\n  Real x;\nequation\n  x = 1;\nend M;");
  (void)client.diagnostics();
  EXPECT_EQ(client.ofDocument(
                "textDocument/codeAction",
                {{"range", {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 9}, {"character", 0}}}}}}),
            json::array());
}

TEST(InlayHints, ShowValuesInTheUnitsPeopleRead) {
  Client client;
  client.open(
      "model M\n  parameter Dashpot.Units.AbsolutePressure p = 21e6;\n  parameter Real q = 3;\n"
      "  Dashpot.Hydraulics.Volumes.FixedVolume v(V = 1e-3*2, p_start = p);\nend M;");
  std::vector<std::string> labels;
  for (const json& hint : client.ofDocument(
           "textDocument/inlayHint",
           {{"range", {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 9}, {"character", 0}}}}}}))
    labels.push_back(fmt::format("{}:{} {}", hint["position"]["line"].get<int>(),
                                 hint["position"]["character"].get<int>(), hint["label"].get<std::string>()));
  EXPECT_THAT(labels, ::testing::UnorderedElementsAre("1:51 210 bar", "3:53 2 l"));
}

TEST(CodeLenses, CountTheStatesOfAModelThatHasBeenChecked) {
  Client client;
  client.open("model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend M;");
  (void)client.diagnostics();
  std::vector<std::string> titles;
  for (const json& lens : client.ofDocument("textDocument/codeLens")) titles.push_back(lens["command"]["title"]);
  EXPECT_THAT(titles, ::testing::ElementsAre("check", "simulate", "1 equation, 1 state"));
}

TEST(ExecuteCommand, ChecksAModel) {
  Client client;
  client.open("model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend M;");
  const json result =
      client.request("workspace/executeCommand", {{"command", "dashpot.check"}, {"arguments", {client.uri(), "M"}}});
  EXPECT_EQ(result["errors"], 0);
  EXPECT_THAT(result["message"].get<std::string>(), HasSubstr("1 state"));
}

}  // namespace
}  // namespace dashpot::language_server

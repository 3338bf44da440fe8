// From names to their meaning: hover, definition, references, renaming.
#include "language_server/client.hpp"

#include <gmock/gmock.h>

#include <filesystem>

namespace dashpot::language_server {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

std::string hoverText(Client& client, const std::string& marked) {
  const json answer = client.atMark("textDocument/hover", marked);
  return answer.is_null() ? std::string() : answer["contents"]["value"].get<std::string>();
}

TEST(Hover, TellsTypeUnitValueAndDescription) {
  Client client;
  const std::string text = hoverText(client,
                                     "model M\n  parameter Dashpot.Units.AbsolutePressure p_set = 21e6 \"Opening "
                                     "pressure\";\n  Real x = 2*p_|set;\nend M;");
  EXPECT_THAT(text, AllOf(HasSubstr("parameter Dashpot.Units.AbsolutePressure p_set = 21e6"), HasSubstr("unit `Pa`"),
                          HasSubstr("shown in `bar`"), HasSubstr("210 bar"), HasSubstr("Opening pressure")));
}

TEST(Hover, KnowsModifiersMembersLiteralsAndLoops) {
  Client client;
  EXPECT_THAT(hoverText(client, "model A parameter Real p = 1 \"Of A\"; end A;\nmodel M A a(|p = 2); end M;"),
              HasSubstr("Of A"));
  EXPECT_THAT(hoverText(client, "model A Real v \"Deep\"; end A;\nmodel M A a[2]; Real x = a[1].|v; end M;"),
              HasSubstr("Deep"));
  EXPECT_THAT(
      hoverText(client,
                "package P type E = enumeration(on \"Runs\", off); model M parameter E e = E.o|n; end M; end P;"),
      HasSubstr("Runs"));
  EXPECT_THAT(hoverText(client, "model M Real x[3]; equation for i in 1:3 loop x[|i] = i; end for; end M;"),
              HasSubstr("loop"));
  EXPECT_THAT(hoverText(client,
                        "function f input Real u \"In\"; output Real y; algorithm y := u; end f;\n"
                        "model M Real x = f(|u = 1); end M;"),
              HasSubstr("In"));
}

TEST(Hover, ShowsTheDocumentationOfAClassAsMarkdown) {
  Client client;
  const std::string text = hoverText(
      client,
      "model Va|lve \"A valve\"\n  annotation(Documentation(info = \"<html><p>Flow &gt; 0.</p><ul><li>first</li></ul>"
      "<pre>a = b</pre></html>\"));\nend Valve;");
  EXPECT_THAT(text,
              AllOf(HasSubstr("Flow > 0."), HasSubstr("- first"), HasSubstr("```\na = b\n```"), Not(HasSubstr("<p>"))));
}

TEST(Hover, IsSilentWhereThereIsNoName) {
  Client client;
  EXPECT_EQ(hoverText(client, "model M |\n  Real x;\nend M;"), "");
  EXPECT_EQ(hoverText(client, "model M\n  Real x = no|where;\nend M;"), "");
  EXPECT_EQ(hoverText(client, "|"), "");
}

TEST(Definition, OfAComponentIsItsDeclaration) {
  Client client;
  const json at =
      client.atMark("textDocument/definition", "model A Real v; end A;\nmodel M A a; Real x = a.|v; end M;");
  EXPECT_EQ(at["range"]["start"], (json{{"line", 0}, {"character", 13}}));
  EXPECT_EQ(at["uri"], client.uri());
}

TEST(Definition, OfALibraryClassIsInItsFile) {
  Client client;
  const json at =
      client.atMark("textDocument/definition", "model M\n  Dashpot.Hydraulics.Valves.Relief|Valve v;\nend M;");
  const std::string uri = at["uri"];
  EXPECT_THAT(uri, HasSubstr("/library/Dashpot/Hydraulics/Valves"));
  const std::string text = contentOf(uri.substr(7));
  const int line = at["range"]["start"]["line"];
  std::istringstream lines(text);
  std::string found;
  for (int i = 0; i <= line; ++i) std::getline(lines, found);
  EXPECT_EQ(found.substr(at["range"]["start"]["character"], 11), "ReliefValve");
}

class Project : public ::testing::Test {
 protected:
  Project() : folder_(std::filesystem::path(::testing::TempDir()) / ("dashpot-project-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
    write("Lib/package.mo", "package Lib\n  constant Real g = 9.81;\nend Lib;\n");
    write("Lib/Part.mo", "within Lib;\nmodel Part\n  parameter Real size = 1;  // the size\nend Part;\n");
    write("Lib/User.mo", "within Lib;\nmodel User\n  Part one(size = 2);\n  Real size = one.size*g;\nend User;\n");
    write("other.mo", "model Part\n  parameter Real size = 3;\n  Real y = size;\nend Part;\n");
    client_ = std::make_unique<Client>(
        json{{"capabilities", json::object()}, {"workspaceFolders", json::array({{{"uri", uri("")}, {"name", "w"}}})}});
  }
  ~Project() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  [[nodiscard]] std::string uri(const std::string& name) const { return "file://" + (folder_ / name).string(); }
  void open(const std::string& name) { client_->open(contentOf(folder_ / name), uri(name)); }
  static std::vector<std::string> places(const json& locations) {
    std::vector<std::string> all;
    for (const json& each : locations) {
      const std::string file = each["uri"];
      all.push_back(fmt::format("{}:{}:{}", file.substr(file.rfind('/') + 1), each["range"]["start"]["line"].get<int>(),
                                each["range"]["start"]["character"].get<int>()));
    }
    std::ranges::sort(all);
    return all;
  }

  std::filesystem::path folder_;
  std::unique_ptr<Client> client_;
};

TEST_F(Project, ReferencesAreFoundInAllFilesByMeaningAndNotByName) {
  open("Lib/Part.mo");
  const json position{{"line", 2}, {"character", 18}};
  const json found = client_->at("textDocument/references", position, {{"context", {{"includeDeclaration", true}}}});
  EXPECT_THAT(places(found), ::testing::ElementsAre("Part.mo:2:17", "User.mo:2:11", "User.mo:3:18"));
  const json without = client_->at("textDocument/references", position, {{"context", {{"includeDeclaration", false}}}});
  EXPECT_EQ(without.size(), 2u);
}

TEST_F(Project, RenameEditsAllFilesAndNothingElse) {
  open("Lib/User.mo");
  const json position{{"line", 3}, {"character", 20}};
  EXPECT_EQ(client_->at("textDocument/prepareRename", position)["placeholder"], "size");
  const json changes = client_->at("textDocument/rename", position, {{"newName", "width"}})["changes"];
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[uri("Lib/Part.mo")].size(), 1u);
  EXPECT_EQ(changes[uri("Lib/User.mo")].size(), 2u);
  EXPECT_EQ(changes[uri("Lib/Part.mo")][0]["newText"], "width");
}

TEST_F(Project, RenameRefusesWhatCannotBe) {
  open("Lib/User.mo");
  const auto fails = [&](json position, const std::string& name) {
    return client_->errorCode("textDocument/rename", {{"textDocument", {{"uri", client_->uri()}}},
                                                      {"position", std::move(position)},
                                                      {"newName", name}}) != 0;
  };
  const json one{{"line", 2}, {"character", 8}};
  EXPECT_TRUE(fails(one, "2x"));
  EXPECT_TRUE(fails(one, "end"));
  EXPECT_TRUE(fails(one, ""));
  EXPECT_TRUE(fails(one, "a.b"));
  EXPECT_TRUE(fails(one, "size")) << "taken";
  EXPECT_TRUE(fails({{"line", 2}, {"character", 3}}, "Piece")) << "a class with a file of its own";
  EXPECT_TRUE(fails({{"line", 3}, {"character", 3}}, "Number")) << "a word of the language";
  EXPECT_FALSE(fails(one, "first"));
  EXPECT_FALSE(fails(one, "'a b'"));
  client_->open("model M\n  Dashpot.Hydraulics.Sources.Tank tank;\nend M;", uri("m.mo"));
  EXPECT_TRUE(fails({{"line", 1}, {"character", 30}}, "Pot")) << "of a library outside of the workspace";
}

TEST_F(Project, SymbolsAreFoundByTheirLetters) {
  const json found = client_->request("workspace/symbol", {{"query", "usr"}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]["name"], "User");
  EXPECT_EQ(found[0]["containerName"], "Lib");
  EXPECT_EQ(found[0]["location"]["uri"], uri("Lib/User.mo"));
}

TEST(Rename, OfALoopsVariableStaysInTheLoop) {
  Client client;
  const json changes = client.atMark("textDocument/rename",
                                     "model M\n  Real i = 1, x[3], y[3];\nequation\n  for |i in 1:3 loop x[i] = i; end "
                                     "for;\n  for i in 1:3 loop y[i] = i; end for;\nend M;",
                                     {{"newName", "k"}})["changes"];
  EXPECT_EQ(changes[client.uri()].size(), 3u);
  for (const json& edit : changes[client.uri()]) EXPECT_EQ(edit["range"]["start"]["line"], 3);
}

TEST(Highlight, ShowsThePlacesOfTheDocument) {
  Client client;
  EXPECT_EQ(client.atMark("textDocument/documentHighlight", "model M\n  Real |x;\nequation\n  x = 2*x;\nend M;").size(),
            3u);
}

}  // namespace
}  // namespace dashpot::language_server

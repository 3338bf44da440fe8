// What the compiler says, while somebody types.
#include "language_server/client.hpp"

#include <gmock/gmock.h>

#include <filesystem>

namespace dashpot::language_server {
namespace {

using ::testing::HasSubstr;

TEST(Diagnostics, ComeWithTheVersionOfTheirText) {
  Client client;
  client.open("model M Real x; equation x = 1; end M;");
  EXPECT_EQ(client.diagnostics()["version"], 1);
  EXPECT_EQ(client.diagnostics()["diagnostics"], json::array());
  client.change("model M Real x; equation x = y; end M;");
  const json published = client.diagnostics();
  EXPECT_EQ(published["version"], 2);
  ASSERT_EQ(published["diagnostics"].size(), 1u);
  const json& found = published["diagnostics"][0];
  EXPECT_THAT(found["message"].get<std::string>(), HasSubstr("'y'"));
  EXPECT_EQ(found["range"]["start"], (json{{"line", 0}, {"character", 29}}));
  EXPECT_EQ(found["range"]["end"], (json{{"line", 0}, {"character", 30}}));
  EXPECT_EQ(found["severity"], 1);
}

TEST(Diagnostics, OfSyntaxAreThereBeforeTheNextRequestIsAnswered) {
  Client client;
  client.open("model M Real x equation x = 1; end M;");
  const json published = client.diagnostics();
  ASSERT_EQ(published["diagnostics"].size(), 1u);
  EXPECT_EQ(published["diagnostics"][0]["code"], "missing-semicolon");
}

TEST(Diagnostics, VanishWhenTheyAreMendedAndWhenTheDocumentIsClosed) {
  Client client;
  client.open("model M Real x equation x = 1; end M;");
  client.change("model M Real x; equation x = 1; end M;");
  EXPECT_EQ(client.diagnostics()["diagnostics"], json::array());
  client.change("model M");
  EXPECT_NE(client.diagnostics()["diagnostics"], json::array());
  client.notify("textDocument/didClose", {{"textDocument", {{"uri", client.uri()}}}});
  EXPECT_EQ(client.diagnostics()["diagnostics"], json::array());
}

TEST(Diagnostics, OfOlderTextNeverComeAfterThoseOfNewer) {
  Client client;
  client.open("model M Real x; equation x = a; end M;");
  for (int i = 0; i < 50; ++i) client.change("model M Real x; equation x = a" + std::to_string(i) + "; end M;");
  std::int64_t last = 0;
  for (const json& published : client.allPublished()) {
    EXPECT_GE(published["version"].get<std::int64_t>(), last);
    last = published["version"];
  }
  EXPECT_EQ(last, 51);
  EXPECT_THAT(client.diagnostics()["diagnostics"][0]["message"].get<std::string>(), HasSubstr("'a49'"));
}

TEST(Diagnostics, SpeakOfEveryModelOfAFile) {
  Client client;
  client.open(
      "package P\n  model A Real x; equation x = no1; end A;\n  model B Real x; equation x = no2; end B;\n"
      "  partial model C Real x; end C;\nend P;");
  const json found = client.diagnostics()["diagnostics"];
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0]["range"]["start"]["line"], 1);
  EXPECT_EQ(found[1]["range"]["start"]["line"], 2);
}

TEST(Diagnostics, OfABaseClassComeOnceForAllThatInheritIt) {
  Client client;
  client.open("model A Real x; equation x = nowhere; end A;\nmodel B extends A; end B;\nmodel C extends A; end C;");
  EXPECT_EQ(client.diagnostics()["diagnostics"].size(), 1u);
}

TEST(Diagnostics, OfAPartLeaveToItsUserWhatIsHis) {
  Client client;
  client.open(
      "connector Pin Real v; flow Real i; end Pin;\nmodel Open\n  Pin p, n;\nequation\n  p.v = n.v;\n  "
      "p.i + n.i = 0;\nend Open;\n");
  EXPECT_EQ(client.diagnostics()["diagnostics"], json::array()) << "no current flows unless it is connected";
}

TEST(Diagnostics, OfAWholeSystemStandAtTheNameOfTheModel) {
  Client client;
  client.open("model Loose\n  Real x, y;\nequation\n  x + y = 1;\n  x + y = 2;\nend Loose;");
  const json found = client.diagnostics()["diagnostics"];
  ASSERT_FALSE(found.empty());
  EXPECT_LE(found[0]["range"]["start"]["line"].get<int>(), 4);
}

TEST(Diagnostics, FindTheLibraries) {
  Client client;
  client.open(
      "model M\n  Dashpot.Hydraulics.Sources.Tank tank;\n  inner Dashpot.Hydraulics.Fluids.TextbookOil fluid;\n"
      "  Dashpot.Hydraulics.Sources.Tnk wrong;\nend M;");
  const json found = client.diagnostics()["diagnostics"];
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0]["range"]["start"]["line"], 3);
  EXPECT_THAT(found[0]["message"].get<std::string>(), HasSubstr("did you mean 'Tank'"));
}

/// A folder that is gone when the test is over.
class Folder {
 public:
  Folder() : path(std::filesystem::path(::testing::TempDir()) / ("dashpot-lsp-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(path);
    std::filesystem::create_directories(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path / name).parent_path());
    std::ofstream(path / name) << text;
  }
  [[nodiscard]] std::string uri(const std::string& name) const { return "file://" + (path / name).string(); }
  std::filesystem::path path;
};

TEST(Diagnostics, SeeWhatOtherOpenDocumentsHaveChanged) {
  const Folder folder;
  folder.write("Lib/package.mo", "package Lib end Lib;");
  folder.write("Lib/A.mo", "within Lib; model A parameter Real a = 1; end A;");
  folder.write("Lib/B.mo", "within Lib; model B A part(b = 2); end B;");
  Client client(json{{"capabilities", json::object()},
                     {"workspaceFolders", json::array({{{"uri", folder.uri("")}, {"name", "w"}}})}});
  client.open(contentOf(folder.path / "Lib/B.mo"), folder.uri("Lib/B.mo"));
  EXPECT_EQ(client.diagnostics()["diagnostics"].size(), 1u) << "A has no b";
  client.open("within Lib; model A parameter Real b = 1; end A;", folder.uri("Lib/A.mo"));
  EXPECT_EQ(client.diagnostics()["diagnostics"], json::array());
  client.open(contentOf(folder.path / "Lib/B.mo"), folder.uri("Lib/B.mo"));
  EXPECT_EQ(client.diagnostics()["diagnostics"], json::array()) << "A has it in the editor";
}

TEST(Diagnostics, AreAbsentInTheLibraryAndInTheExamples) {
  Client client;
  for (const std::filesystem::path& file : modelFiles()) {
    client.open(contentOf(file), "file://" + file.string());
    const json published = client.diagnostics();
    for (const json& each : published["diagnostics"]) EXPECT_NE(each["severity"], 1) << file << ": " << each["message"];
    client.notify("textDocument/didClose", {{"textDocument", {{"uri", client.uri()}}}});
  }
}

}  // namespace
}  // namespace dashpot::language_server

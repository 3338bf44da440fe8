// What a page reads and saves, and what it hears of files that others change.
#include "server/files/served_folder.hpp"
#include "workbench.hpp"

#include <gmock/gmock.h>

namespace dashpot::server::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

using Files = Workbench;

TEST_F(Files, TheSessionTellsWhatThereIs) {
  serve();
  const json session = page()->ask("dashpot/session");
  EXPECT_EQ(session["root_uri"], "file://" + folder.path.string());
  EXPECT_EQ(session["readonly"], false);
  EXPECT_THAT(session["libraries"].get<std::vector<std::string>>(), Contains("Dashpot"));
  const auto& examples = session["examples"];
  const auto cylinder =
      std::ranges::find_if(examples, [](const json& each) { return each["path"] == "examples:cylinder_circuit.mo"; });
  ASSERT_NE(cylinder, examples.end());
  EXPECT_EQ((*cylinder)["title"], "Cylinder circuit");
  EXPECT_EQ((*cylinder)["description"], "Cylinder with 4/3 valve, pipes and relief valve: 13 states");
  for (const json& each : examples) {
    EXPECT_FALSE(each["title"].get<std::string>().empty()) << each;
    EXPECT_FALSE(each["description"].get<std::string>().empty()) << each;
  }
}

TEST_F(Files, AreListedWithTheirModels) {
  write(folder.path / "two.mo", "model A end A;\npackage B end B;");
  write(folder.path / "broken.mo", "model C Real x = ;;; end C");
  write(folder.path / "data.csv", "time,p\n0,1\n");
  serve();
  const json files = page()->ask("dashpot/files")["files"];
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0]["path"], "broken.mo");
  EXPECT_EQ(files[1]["path"], "data.csv");
  EXPECT_EQ(files[1]["models"], json::array());
  EXPECT_EQ(files[1]["size"], 11);
  EXPECT_EQ(files[2]["models"], (json{"A", "B"}));
}

TEST_F(Files, AreReadAndSavedByteForByte) {
  const std::string text = "model A \"\xc3\xa4\" // comment\r\n\tend A;\n\n";
  write(folder.path / "a.mo", text);
  serve();
  const auto tab = page();
  const json read = tab->ask("dashpot/read", {{"path", "a.mo"}});
  EXPECT_EQ(read["text"], text);
  EXPECT_EQ(read["uri"], uri("a.mo"));
  EXPECT_EQ(read["readonly"], false);
  EXPECT_EQ(tab->ask("dashpot/save", {{"path", "a.mo"}, {"text", read["text"]}, {"hash", read["hash"]}})["hash"],
            read["hash"]);
  EXPECT_EQ(contentOf(folder.path / "a.mo"), text);
}

TEST_F(Files, ATextThatIsNoUtf8IsNotSavedAnotherWay) {
  write(folder.path / "latin.mo", "model A \"\xe4\" end A;");
  serve();
  EXPECT_EQ(page()->ask("dashpot/read", {{"path", "latin.mo"}})["readonly"], true);
}

TEST_F(Files, ChangedByAnotherEditorAreToldAndNotOverwritten) {
  write(folder.path / "a.mo", "one");
  serve();
  const auto tab = page();
  const json read = tab->ask("dashpot/read", {{"path", "a.mo"}});
  write(folder.path / "a.mo", "from elsewhere");
  const json told = tab->notification("dashpot/file_changed");
  EXPECT_EQ(told["path"], "a.mo");
  EXPECT_EQ(told["hash"], contentHash("from elsewhere"));
  const json error = tab->errorOf("dashpot/save", {{"path", "a.mo"}, {"text", "mine"}, {"hash", read["hash"]}});
  EXPECT_EQ(error["code"], -32803);
  EXPECT_EQ(error["data"]["reason"], "changed");
  EXPECT_EQ(error["data"]["text"], "from elsewhere");
  EXPECT_EQ(contentOf(folder.path / "a.mo"), "from elsewhere");
  // The user looks at both, and decides.
  tab->ask("dashpot/save", {{"path", "a.mo"}, {"text", "both"}, {"hash", error["data"]["hash"]}});
  EXPECT_EQ(contentOf(folder.path / "a.mo"), "both");
  fs::remove(folder.path / "a.mo");
  EXPECT_EQ(tab->notification("dashpot/file_changed")["hash"], nullptr);
}

TEST_F(Files, WhatAPageSavesItIsNotToldOfButOthersAre) {
  write(folder.path / "a.mo", "one");
  serve();
  const auto first = page(), second = page();
  const json hash = first->ask("dashpot/read", {{"path", "a.mo"}})["hash"];
  second->ask("dashpot/read", {{"path", "a.mo"}});
  first->ask("dashpot/save", {{"path", "a.mo"}, {"text", "two"}, {"hash", hash}});
  EXPECT_EQ(second->notification("dashpot/file_changed")["hash"], contentHash("two"));
  write(folder.path / "a.mo", "three");
  EXPECT_EQ(first->notification("dashpot/file_changed")["hash"], contentHash("three")) << "the first that it hears";
}

TEST_F(Files, ANewFileOverwritesNone) {
  write(folder.path / "a.mo", "one");
  serve();
  const auto tab = page();
  const json error = tab->errorOf("dashpot/save", {{"path", "a.mo"}, {"text", "two"}, {"hash", nullptr}});
  EXPECT_EQ(error["data"]["reason"], "exists");
  EXPECT_EQ(contentOf(folder.path / "a.mo"), "one");
  tab->ask("dashpot/save", {{"path", "a.mo"}, {"text", "two"}, {"hash", nullptr}, {"overwrite", true}});
  EXPECT_EQ(contentOf(folder.path / "a.mo"), "two");
  tab->ask("dashpot/save", {{"path", "sets.csv"}, {"text", "name,value\n"}, {"hash", nullptr}});
  EXPECT_EQ(contentOf(folder.path / "sets.csv"), "name,value\n");
}

TEST_F(Files, AreRenamedAndDeleted) {
  write(folder.path / "a.mo", "one");
  serve();
  const auto tab = page();
  const json hash = tab->ask("dashpot/read", {{"path", "a.mo"}})["hash"];
  tab->ask("dashpot/rename_file", {{"path", "a.mo"}, {"to", "b.mo"}, {"hash", hash}});
  EXPECT_TRUE(fs::exists(folder.path / "b.mo"));
  tab->ask("dashpot/delete_file", {{"path", "b.mo"}, {"hash", hash}});
  EXPECT_TRUE(fs::is_empty(folder.path));
}

TEST_F(Files, ForReadingOnlyStayAsTheyAre) {
  write(folder.path / "a.mo", "one");
  serve({.isReadonly = true});
  const auto tab = page();
  EXPECT_EQ(tab->ask("dashpot/session")["readonly"], true);
  const json read = tab->ask("dashpot/read", {{"path", "a.mo"}});
  EXPECT_EQ(read["readonly"], true);
  for (const json& error : {tab->errorOf("dashpot/save", {{"path", "a.mo"}, {"text", "two"}, {"hash", read["hash"]}}),
                            tab->errorOf("dashpot/save", {{"path", "b.mo"}, {"text", "two"}, {"overwrite", true}}),
                            tab->errorOf("dashpot/delete_file", {{"path", "a.mo"}, {"hash", read["hash"]}})})
    EXPECT_THAT(error["message"].get<std::string>(), HasSubstr("for reading only"));
  EXPECT_EQ(contentOf(folder.path / "a.mo"), "one");
}

TEST_F(Files, OutsideOfTheFolderAreNeitherReadNorWritten) {
  serve();
  const auto tab = page();
  for (const std::string path :
       {"../x.mo", "/etc/passwd", "a/../../x.mo", "examples:../README.mo", "examples:", ".x.mo"}) {
    EXPECT_TRUE(tab->errorOf("dashpot/read", {{"path", path}}).contains("message")) << path;
    EXPECT_TRUE(tab->errorOf("dashpot/save", {{"path", path}, {"text", ""}, {"overwrite", true}}).contains("message"));
  }
}

TEST_F(Files, ExamplesAndLibrariesAreForReading) {
  serve();
  const auto tab = page();
  const json example = tab->ask("dashpot/read", {{"path", "examples:rlc.mo"}});
  EXPECT_EQ(example["text"], contentOf(exampleFolder + "/rlc.mo"));
  EXPECT_EQ(example["readonly"], true);
  const json stored = tab->ask("dashpot/read", {{"class", "Dashpot.Electrical.Capacitor"}});
  EXPECT_THAT(stored["text"].get<std::string>(), HasSubstr("Capacitor"));
  EXPECT_EQ(stored["readonly"], true);
  EXPECT_THAT(stored["uri"].get<std::string>(), HasSubstr("/library/Dashpot/"));
  EXPECT_TRUE(tab->errorOf("dashpot/read", {{"class", "No.Such"}}).contains("message"));
}

TEST_F(Files, TheLanguageServerAnswersOnTheSameWire) {
  serve();
  const auto tab = page();
  open(*tab, "a.mo", "model A\n  Real x = y;\nend A;\n");
  const json told = tab->notification("textDocument/publishDiagnostics");
  EXPECT_EQ(told["uri"], uri("a.mo"));
  EXPECT_EQ(told["diagnostics"].size(), 1u);
  const json symbols = tab->ask("textDocument/documentSymbol", {{"textDocument", {{"uri", uri("a.mo")}}}});
  EXPECT_EQ(symbols[0]["name"], "A");
  EXPECT_EQ(tab->errorOf("dashpot/nothing", json::object())["code"], -32601);
}

TEST_F(Files, ClassesOfTheFolderAreKnown) {
  write(folder.path / "Part.mo", "model Part Real y = 1; end Part;");
  serve();
  const auto tab = page();
  open(*tab, "whole.mo", "model Whole\n  Part part;\nend Whole;\n");
  EXPECT_EQ(tab->notification("textDocument/publishDiagnostics")["diagnostics"], json::array());
  const auto job = run(*tab, "whole.mo");
  EXPECT_EQ(tab->jobState(job)["state"], "finished");
}

TEST_F(Files, DraftsOutliveTheServerAndItsPort) {
  const TemporaryFolder state;
  write(folder.path / "a.mo", "model A end A;");
  serve({.drafts = state.path});
  {
    const auto tab = page();
    const std::string hash = tab->ask("dashpot/read", {{"path", "a.mo"}})["hash"];
    tab->notify("dashpot/draft", {{"path", "a.mo"}, {"text", "model A Real x = 1; end A;"}, {"hash", hash}});
    tab->notify("dashpot/draft", {{"path", "new.mo"}, {"text", "model New end New;"}, {"hash", nullptr}});
    EXPECT_EQ(tab->ask("dashpot/files")["drafts"].size(), 2u);
  }
  server.reset();
  serve({.drafts = state.path});
  const auto tab = page();
  const json read = tab->ask("dashpot/read", {{"path", "a.mo"}});
  EXPECT_EQ(read["text"], "model A end A;");
  EXPECT_EQ(read["draft"]["text"], "model A Real x = 1; end A;");
  EXPECT_EQ(read["draft"]["hash"], read["hash"]);
  const json unsaved = tab->ask("dashpot/read", {{"path", "new.mo"}});
  EXPECT_EQ(unsaved["text"], "model New end New;");
  EXPECT_EQ(unsaved["hash"], nullptr);

  tab->notify("dashpot/draft", {{"path", "a.mo"}, {"text", nullptr}});
  tab->notify("dashpot/draft", {{"path", "new.mo"}, {"text", nullptr}});
  EXPECT_FALSE(tab->ask("dashpot/read", {{"path", "a.mo"}}).contains("draft"));
  EXPECT_EQ(tab->errorOf("dashpot/read", {{"path", "new.mo"}})["data"]["reason"], "missing");
  EXPECT_TRUE(fs::is_empty(state.path)) << "nothing is left behind";
}

TEST_F(Files, DraftsOfAnotherFolderAreNotSeen) {
  const TemporaryFolder state, other;
  serve({.drafts = state.path});
  {
    const auto tab = page();
    tab->notify("dashpot/draft", {{"path", "a.mo"}, {"text", "model A end A;"}, {"hash", nullptr}});
    EXPECT_EQ(tab->ask("dashpot/files")["drafts"].size(), 1u);
  }
  server.reset();
  const fs::path mine = folder.path;
  folder.path = other.path;
  serve({.drafts = state.path});
  EXPECT_TRUE(page()->ask("dashpot/files")["drafts"].empty());
  folder.path = mine;
}

TEST_F(Files, MessagesThatAreWrongAreAnswered) {
  serve();
  const auto tab = page();
  tab->sendText("{");
  tab->sendText(R"({"method": "dashpot/read"})");
  tab->sendText(R"([1, "dashpot/read"])");
  tab->sendText(R"({"method": "initialize", "params": [1]})");
  tab->sendText(R"({"method": {"dashpot/read": 1}, "id": [], "params": "dashpot/run"})");
  tab->sendText(R"({"method": "$/cancelRequest", "params": null})");
  tab->sendText(R"({"method": "dashpot/draft", "params": {"path": 1, "text": 2}})");
  EXPECT_EQ(tab->errorOf("dashpot/read", {{"path", 1}})["code"], -32602);
  EXPECT_EQ(tab->errorOf("dashpot/run", {{"textDocument", {{"uri", "file:///not/open.mo"}}}})["code"], -32602);
  EXPECT_EQ(tab->errorOf("dashpot/window", {{"job", 77}})["code"], -32803);
  EXPECT_TRUE(tab->ask("dashpot/session").is_object());
}

}  // namespace
}  // namespace dashpot::server::testing

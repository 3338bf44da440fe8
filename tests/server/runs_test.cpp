// Runs: what the page gets is what the command line computes; whatever happens to a run, the text and the next run are safe.
#include "server/jobs/job_queue.hpp"
#include "workbench.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <thread>

namespace dashpot::server::testing {
namespace {

using ::testing::HasSubstr;

/// The processes that this one has started, by their number.
std::vector<pid_t> children() {
  std::vector<pid_t> found;
  for (const auto& each : fs::directory_iterator("/proc")) {
    const std::string name = each.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::string about;
    std::ifstream stat(each.path() / "stat");
    std::getline(stat, about);  // none: the process ended meanwhile
    const std::size_t close = about.rfind(')');
    if (close == std::string::npos || about.size() < close + 4) continue;
    const bool isZombie = about[close + 2] == 'Z';
    if (!isZombie && std::stol(about.substr(close + 4)) == getpid()) found.push_back(std::stoi(name));
  }
  return found;
}

class Runs : public Workbench {
 protected:
  /// What the command line writes for the same file.
  std::string byCommandLine(const std::string& file, const std::string& suffix, const std::string& more = {}) {
    const fs::path out = other.path / ("out" + suffix);
    const std::string command = std::string("'") + dashpot::testing::programPath + "' simulate '" + file + "' -o '" +
                                out.string() + "' " + more + " >/dev/null 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    return contentOf(out);
  }
  std::unique_ptr<Page> withModel(std::string_view text, const std::string& name = "model.mo") {
    serve();
    auto tab = page();
    open(*tab, name, text);
    return tab;
  }
  TemporaryFolder other;
};

TEST_F(Runs, GiveTheVeryNumbersOfTheCommandLine) {
  serve();
  const auto tab = page();
  for (const std::string name : {"relief_valve.mo", "rlc.mo", "van_der_pol.mo", "hires.mo"}) {
    const std::string text = contentOf(exampleFolder + "/" + name);
    write(folder.path / name, text);
    open(*tab, name, text);
    const auto job = run(*tab, name);
    const json ended = tab->jobState(job);
    EXPECT_EQ(ended["state"], "finished") << ended;
    const std::string file = (folder.path / name).string();
    EXPECT_TRUE(fetch("/results/" + std::to_string(job) + ".csv").body == byCommandLine(file, ".csv")) << name;
    EXPECT_TRUE(fetch("/results/" + std::to_string(job) + ".mat").body == byCommandLine(file, ".mat")) << name;
  }
}

TEST_F(Runs, SendTheWatchedColumnsWholeAndInOrder) {
  const auto tab = withModel(oscillator);
  const auto job = run(*tab, "model.mo", {{"watch", {"x", "nothing", "many[2]", "w"}}});
  const std::size_t rows = tab->jobState(job)["rows"];
  EXPECT_GT(rows, 50u);
  tab->frame([&](const DataFrame& frame) { return frame.firstRow + frame.rows == rows; });
  std::vector<double> times, x;
  for (const DataFrame& frame : tab->frames) {
    EXPECT_EQ(frame.kind, 1);
    EXPECT_EQ(frame.id, job);
    EXPECT_EQ(frame.firstRow, times.size());
    ASSERT_EQ(frame.columns.size(), 5u);
    for (std::size_t i = 0; i < frame.rows; ++i) {
      times.push_back(frame.columns[0][i]);
      x.push_back(frame.columns[1][i]);
      EXPECT_TRUE(std::isnan(frame.columns[2][i]));
      EXPECT_EQ(frame.columns[3][i], 2 * x.back());
      EXPECT_EQ(frame.columns[4][i], 2);
    }
  }
  ASSERT_EQ(times.size(), rows);
  // x = cos(w t)
  for (std::size_t i = 0; i < rows; ++i) EXPECT_NEAR(x[i], std::cos(2 * times[i]), 1e-4);
  EXPECT_EQ(times.back(), 5);
}

TEST_F(Runs, WaitForNoPage) {
  const auto tab = withModel(oscillator);
  tab->confirms = false;
  const auto job = run(*tab, "model.mo", {{"watch", {"x"}}, {"settings", {{"interval", 1e-4}}}});
  const json ended = tab->jobState(job);
  EXPECT_EQ(ended["state"], "finished");
  EXPECT_EQ(ended["rows"], 50'001);
  EXPECT_LE(tab->frames.size(), 4u);
  tab->confirms = true;
  const auto last = [&] { return tab->frames.back().firstRow + tab->frames.back().rows - 1; };
  tab->notify("dashpot/received", {{"job", job}, {"row", last()}});
  while (last() < 50'000) tab->take();
  EXPECT_EQ(tab->frames.back().columns[0].back(), 5);
}

TEST_F(Runs, NeedNoCompilationForAnotherParameter) {
  const auto tab = withModel(oscillator);
  EXPECT_EQ(tab->jobState(run(*tab, "model.mo"))["compiled"], true);
  const auto second = run(*tab, "model.mo", {{"parameters", {{"w", "3"}}}});
  const json ended = tab->jobState(second);
  EXPECT_EQ(ended["state"], "finished") << ended;
  EXPECT_EQ(ended["compiled"], false);
  write(folder.path / "model.mo", oscillator);
  EXPECT_TRUE(fetch("/results/" + std::to_string(second) + ".csv").body ==
              byCommandLine((folder.path / "model.mo").string(), ".csv", "--set w=3"));
  // A start value, and the settings of the run, are no part of the model either.
  EXPECT_EQ(tab->jobState(run(*tab, "model.mo",
                              {{"parameters", {{"x.start", "0.5"}}}, {"settings", {{"stop", "1 s"}}}}))["compiled"],
            false);
}

TEST_F(Runs, CompileAnewForAnotherStructureOrText) {
  const auto tab = withModel(oscillator);
  EXPECT_EQ(tab->jobState(run(*tab, "model.mo"))["compiled"], true);
  const json five{{"parameters", {{"n", "5"}}}};
  const auto larger = run(*tab, "model.mo", five);
  EXPECT_EQ(tab->jobState(larger)["compiled"], true);
  EXPECT_NE(tab->ask("dashpot/values", {{"job", larger}, {"time", 0}, {"variables", {"many[5]"}}})["values"][0],
            nullptr);
  EXPECT_EQ(tab->jobState(run(*tab, "model.mo", five))["compiled"], false);
  EXPECT_EQ(tab->jobState(run(*tab, "model.mo"))["compiled"], false) << "both are kept";
  std::string text(oscillator);
  text.replace(text.find("-w^2*x"), 6, "-2*w*x");
  tab->notify("textDocument/didChange",
              {{"textDocument", {{"uri", uri("model.mo")}, {"version", 2}}}, {"contentChanges", {{{"text", text}}}}});
  EXPECT_EQ(tab->jobState(run(*tab, "model.mo"))["compiled"], true) << "what is not saved counts";
}

TEST_F(Runs, SayWhatIsWrongAndWhere) {
  const auto tab = withModel("model A\n  Real \xc3\xa4 = 1;\n  Real x = y;\nend A;\n");
  const json ended = tab->jobState(run(*tab, "model.mo"));
  EXPECT_EQ(ended["state"], "failed");
  ASSERT_FALSE(ended["diagnostics"].empty());
  EXPECT_EQ(ended["diagnostics"][0]["severity"], 1);
  EXPECT_EQ(ended["diagnostics"][0]["uri"], uri("model.mo"));
  EXPECT_THAT(ended["messages"].get<std::string>(), HasSubstr("error"));
  EXPECT_EQ(tab->jobState(run(*tab, "model.mo", {{"settings", {{"stop", "3 bar"}}}}))["state"], "failed");
  EXPECT_EQ(tab->errorOf("dashpot/variables", {{"job", 1}})["code"], -32803);
}

TEST_F(Runs, AreCancelledAndKeepWhatTheyHave) {
  const auto tab = withModel(oscillator);
  const auto job = run(*tab, "model.mo", {{"watch", {"x"}}, {"settings", {{"stop", 1e7}, {"interval", 1}}}});
  tab->frame([](const DataFrame& frame) { return frame.firstRow > 0; });
  tab->ask("dashpot/cancel", {{"job", job}});
  const json ended = tab->jobState(job);
  EXPECT_EQ(ended["state"], "cancelled");
  EXPECT_GT(ended["rows"], 1);
  EXPECT_NE(tab->ask("dashpot/values", {{"job", job}, {"time", 1}, {"variables", {"x"}}})["values"][0], nullptr);
  EXPECT_EQ(tab->jobState(run(*tab, "model.mo"))["state"], "finished");
}

TEST_F(Runs, ThatNeverEndCanBeEndedAndTheTextIsSafe) {
  const auto tab = withModel(endless, "endless.mo");
  open(*tab, "model.mo", oscillator);
  const auto job = run(*tab, "endless.mo", {{"watch", {"x"}}});
  tab->jobState(job, "running");
  tab->ask("dashpot/cancel", {{"job", job}});
  const json ended = tab->jobState(job);
  EXPECT_EQ(ended["state"], "cancelled");
  EXPECT_EQ(tab->ask("dashpot/text", {{"textDocument", {{"uri", uri("endless.mo")}}}}), endless);
  EXPECT_EQ(tab->jobState(run(*tab, "model.mo"))["state"], "finished");
}

TEST_F(Runs, ThatDoNotEvenAnswerAreKilled) {
  const auto tab = withModel(oscillator);
  const auto job = run(*tab, "model.mo", {{"settings", {{"stop", 1e7}, {"interval", 1}}}});
  tab->jobState(job, "running");
  for (const pid_t child : children()) kill(child, SIGSTOP);
  tab->ask("dashpot/cancel", {{"job", job}});
  const json ended = tab->jobState(job);
  EXPECT_EQ(ended["state"], "cancelled");
  EXPECT_THAT(ended["messages"].get<std::string>(), HasSubstr("its process was ended; the text is safe"));
  EXPECT_EQ(tab->jobState(run(*tab, "model.mo"))["state"], "finished");
}

TEST_F(Runs, ThatCrashSayThatAndTheNextOneWorks) {
  const auto tab = withModel(oscillator);
  const auto job = run(*tab, "model.mo", {{"settings", {{"stop", 1e7}, {"interval", 1}}}});
  tab->jobState(job, "running");
  for (const pid_t child : children()) kill(child, SIGABRT);  // which sanitizers leave alone
  const json ended = tab->jobState(job);
  EXPECT_EQ(ended["state"], "failed");
  EXPECT_THAT(ended["messages"].get<std::string>(), HasSubstr("has crashed"));
  EXPECT_EQ(tab->jobState(run(*tab, "model.mo"))["state"], "finished");
  EXPECT_EQ(tab->ask("dashpot/text", {{"textDocument", {{"uri", uri("model.mo")}}}}), oscillator);
}

TEST_F(Runs, ThatNeedTooMuchMemorySayThatAndTheNextOneWorks) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "addresses cannot be limited";
#endif
  serve({.workerMemory = "500MB"});
  const auto tab = page();
  open(*tab, "model.mo", oscillator);
  const json ended = tab->jobState(run(*tab, "model.mo", {{"parameters", {{"n", "3000000"}}}}));
  EXPECT_EQ(ended["state"], "failed");
  EXPECT_THAT(ended["messages"].get<std::string>(), HasSubstr("memory"));
  EXPECT_EQ(tab->jobState(run(*tab, "model.mo"))["state"], "finished");
}

TEST_F(Runs, WhoseResultIsTooLargeEndWithASentence) {
  serve({.mostResults = 1 << 20});
  const auto tab = page();
  open(*tab, "model.mo", oscillator);
  const auto job = run(*tab, "model.mo", {{"settings", {{"stop", 1000}, {"interval", 1e-3}}}});
  const json ended = tab->jobState(job);
  EXPECT_EQ(ended["state"], "failed");
  EXPECT_THAT(ended["messages"].get<std::string>(), HasSubstr("have reached the limit"));
  // Once it is dropped there is room again.
  tab->ask("dashpot/drop", {{"job", job}});
  EXPECT_EQ(fetch("/results/" + std::to_string(job) + ".csv").status, 404);
  EXPECT_EQ(tab->jobState(run(*tab, "model.mo"))["state"], "finished");
}

TEST_F(Runs, WaitForOneAnotherAndNotTooManyDo) {
  const auto tab = withModel(oscillator);
  const json forEver{{"settings", {{"stop", 1e7}, {"interval", 1e3}}}};
  const auto first = run(*tab, "model.mo", forEver);
  tab->jobState(first, "running");
  std::vector<std::uint32_t> waiting;
  for (std::size_t i = 0; i < JobQueue::mostWaiting; ++i) waiting.push_back(run(*tab, "model.mo"));
  const json refused = tab->jobState(run(*tab, "model.mo"));
  EXPECT_EQ(refused["state"], "failed");
  EXPECT_THAT(refused["messages"].get<std::string>(), HasSubstr("waiting already"));
  tab->ask("dashpot/cancel", {{"job", waiting[0]}});
  EXPECT_EQ(tab->jobState(waiting[0])["state"], "cancelled") << "before it began";
  tab->ask("dashpot/cancel", {{"job", first}});
  for (std::size_t i = 1; i < waiting.size(); ++i) EXPECT_EQ(tab->jobState(waiting[i])["state"], "finished");
}

TEST_F(Runs, OfSeveralPagesShareTheMachine) {
  serve({.mostRuns = 1});
  const auto first = page(), second = page();
  for (Page* tab : {first.get(), second.get()}) open(*tab, "model.mo", oscillator);
  const auto running = run(*first, "model.mo", {{"settings", {{"stop", 1e7}, {"interval", 1e3}}}});
  first->jobState(running, "running");
  const auto waiting = run(*second, "model.mo");
  EXPECT_EQ(second->notification("dashpot/job")["state"], "queued");
  first->ask("dashpot/cancel", {{"job", running}});
  EXPECT_EQ(second->jobState(waiting)["state"], "finished");
  EXPECT_EQ(second->errorOf("dashpot/values", {{"job", running}, {"time", 0}, {"variables", {"x"}}})["code"], -32803)
      << "a run belongs to its page";
}

TEST_F(Runs, EndWithTheirPage) {
  auto tab = withModel(oscillator);
  const auto job = run(*tab, "model.mo", {{"settings", {{"stop", 1e7}, {"interval", 1e3}}}});
  tab->jobState(job, "running");
  EXPECT_EQ(children().size(), 1u);
  tab.reset();
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (!children().empty()) ASSERT_LT(std::chrono::steady_clock::now(), deadline);
  EXPECT_EQ(fetch("/results/" + std::to_string(job) + ".csv").status, 404);
  // A page that comes back sends its text again, and goes on.
  const auto again = page();
  open(*again, "model.mo", oscillator);
  EXPECT_EQ(again->jobState(run(*again, "model.mo"))["state"], "finished");
}

TEST_F(Runs, KeepPaceAndPauseAndTakeInputs) {
  const auto tab = withModel(oscillator);
  const auto job =
      run(*tab, "model.mo",
          {{"watch", {"push", "x"}}, {"pace", 2}, {"settings", {{"stop", 1000}}}, {"inputs", {{"push", 0.25}}}});
  tab->frame([](const DataFrame& frame) { return frame.firstRow > 3; });
  EXPECT_EQ(tab->frames.front().columns[1][0], 0.25);
  tab->ask("dashpot/pace", {{"job", job}, {"pace", 2}, {"paused", true}});
  const double stopped = tab->jobState(job, "paused")["time"];
  EXPECT_LT(stopped, 100) << "at full speed it would be at the end";
  tab->ask("dashpot/input", {{"job", job}, {"name", "push"}, {"value", 4.0}});
  tab->ask("dashpot/pace", {{"job", job}, {"pace", 1000}, {"paused", false}});
  const DataFrame changed = tab->frame([](const DataFrame& frame) { return frame.columns[1].back() == 4; });
  EXPECT_GE(changed.columns[0].back(), stopped);
  EXPECT_EQ(tab->ask("dashpot/variables", {{"job", job}})["inputs"][0]["value"], 4.0);
  tab->ask("dashpot/pace", {{"job", job}, {"pace", nullptr}, {"paused", false}});
  const json ended = tab->jobState(job);
  EXPECT_EQ(ended["state"], "finished") << "without a pace it runs as fast as it can";
  EXPECT_EQ(ended["time"], 1000);
}

TEST_F(Runs, ThatArePausedCanBeCancelled) {
  const auto tab = withModel(oscillator);
  const auto job = run(*tab, "model.mo", {{"pace", 0.5}});
  tab->ask("dashpot/pace", {{"job", job}, {"pace", 0.5}, {"paused", true}});
  tab->jobState(job, "paused");
  tab->ask("dashpot/cancel", {{"job", job}});
  EXPECT_EQ(tab->jobState(job)["state"], "cancelled");
}

TEST_F(Runs, ShowOtherVariablesFromTheFirstRowOn) {
  const auto tab = withModel(oscillator);
  const auto job = run(*tab, "model.mo", {{"watch", {"x"}}});
  const std::size_t rows = tab->jobState(job)["rows"];
  tab->frames.clear();
  tab->ask("dashpot/watch", {{"job", job}, {"variables", {"v", "x"}}});
  tab->frame([&](const DataFrame& frame) { return frame.firstRow + frame.rows == rows; });
  EXPECT_EQ(tab->frames[0].firstRow, 0u);
  EXPECT_EQ(tab->frames[0].columns[2][0], 1) << "x at the start";
  for (const DataFrame& frame : tab->frames) EXPECT_EQ(frame.kind, 3);
}

TEST_F(Runs, DescribeTheirVariables) {
  const auto tab = withModel(contentOf(exampleFolder + "/relief_valve.mo"));
  const auto job = run(*tab, "model.mo");
  EXPECT_EQ(tab->jobState(job)["state"], "finished");
  const json about = tab->ask("dashpot/variables", {{"job", job}});
  const auto find = [&](const std::string& kind, const std::string& unit) {
    return std::ranges::find_if(about["variables"],
                                [&](const json& each) { return each["kind"] == kind && each["unit"] == unit; });
  };
  const auto pressure = find("state", "Pa");
  ASSERT_NE(pressure, about["variables"].end());
  EXPECT_EQ((*pressure)["display_unit"], "bar");
  EXPECT_DOUBLE_EQ((*pressure)["factor"], 1e-5);
  EXPECT_EQ((*pressure)["offset"], 0);
  const auto parameter =
      std::ranges::find_if(about["variables"], [](const json& each) { return each["kind"] == "parameter"; });
  ASSERT_NE(parameter, about["variables"].end());
  EXPECT_TRUE((*parameter)["value"].is_number());
  EXPECT_FALSE(about["principal"].empty());
}

TEST_F(Runs, AnswerWindowsByAFrameOfTheirOwn) {
  const auto tab = withModel(oscillator);
  const auto job = run(*tab, "model.mo", {{"settings", {{"interval", 1e-4}}}});
  tab->jobState(job);
  const std::uint32_t id =
      tab->ask("dashpot/window", {{"job", job}, {"variables", {"x"}}, {"from", 0}, {"to", 5}, {"pixels", 40}})["frame"];
  const DataFrame window = tab->frame([&](const DataFrame& frame) { return frame.kind == 2 && frame.id == id; });
  EXPECT_LE(window.rows, 82u);
  EXPECT_NEAR(*std::ranges::min_element(window.columns[1]), -1, 1e-5);
  EXPECT_NEAR(*std::ranges::max_element(window.columns[1]), 1, 1e-5);
}

TEST_F(Runs, GiveSomeColumnsAsAFile) {
  const auto tab = withModel(oscillator);
  const auto job = std::to_string(run(*tab, "model.mo"));
  tab->jobState(1);
  const Answer answer = fetch("/results/" + job + ".csv?vars=v,many%5B2%5D");
  EXPECT_TRUE(answer.body.starts_with("time,v,many[2]\n")) << answer.body.substr(0, 40);
  EXPECT_THAT(answer.header("Content-Disposition"), HasSubstr("attachment"));
  EXPECT_EQ(fetch("/results/" + job + ".csv?vars=none").status, 404);
}

TEST_F(Runs, AreAnalysedByTheVerbsOfTheCommandLine) {
  const auto tab = withModel(oscillator);
  const json document{{"uri", uri("model.mo")}};
  const auto analyse = [&](const std::string& what, const json& arguments, const json& parameters = json::object()) {
    return tab->ask("dashpot/analyse",
                    {{"textDocument", document}, {"what", what}, {"arguments", arguments}, {"parameters", parameters}});
  };
  const json linear = analyse("linearize", {{"output", {"x"}}}, {{"w", "3"}});
  EXPECT_EQ(linear["a"], (json{{0.0, 1.0}, {-9.0, 0.0}})) << linear;
  EXPECT_TRUE(analyse("check", json::object()).contains("counts"));
  EXPECT_TRUE(analyse("structure", json::object()).contains("schema"));
  EXPECT_EQ(analyse("explain", json::object())["status"], "finished");
  EXPECT_TRUE(analyse("stability", {{"methods", {"rodas4"}}, {"z", {"-1,2"}}}).contains("schema"));
  EXPECT_FALSE(analyse("methods", json::object())["methods"].empty());
  // Nothing that writes or reads files.
  for (const char* option : {"plot", "o", "library", "allow-files", "input-data", "memory", "unsaved"})
    EXPECT_EQ(
        tab->errorOf("dashpot/analyse",
                     {{"textDocument", document}, {"what", "linearize"}, {"arguments", {{option, "x.svg"}}}})["code"],
        -32602)
        << option;
  EXPECT_EQ(tab->errorOf("dashpot/analyse", {{"textDocument", document}, {"what", "simulate"}})["code"], -32803);
  EXPECT_TRUE(fs::is_empty(folder.path));
}

TEST_F(Runs, AnAnalysisCanBeCancelled) {
  const auto tab = withModel(endless);
  const int id = tab->request("dashpot/analyse", {{"textDocument", {{"uri", uri("model.mo")}}},
                                                  {"what", "linearize"},
                                                  {"arguments", {{"at", "1 s"}}},
                                                  {"parameters", json::object()}});
  tab->ask("dashpot/session");  // it does not wait for the analysis
  tab->notify("$/cancelRequest", {{"id", id}});
  EXPECT_EQ(tab->answerTo(id)["error"]["code"], -32800);
}

/// y is what a table in a file says.
std::string tableModel(const fs::path& file) {
  return R"(type Smoothness = enumeration(linear, constant_);
type Extrapolation = enumeration(hold, last);
class Curve
  extends ExternalObject;
  function constructor
    input String fileName;
    input String tableName;
    input Real table[:, :];
    input Integer columns[:];
    input Smoothness smoothness;
    input Extrapolation extrapolation;
    output Curve t;
    external "C" t = ModelicaStandardTables_CombiTable1D_init2(fileName, tableName, table, size(table, 1), size(table, 2), columns, size(columns, 1), smoothness, extrapolation);
  end constructor;
  function destructor
    input Curve t;
    external "C" ModelicaStandardTables_CombiTable1D_close(t);
  end destructor;
end Curve;
function value
  input Curve t;
  input Integer i;
  input Real u;
  output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_getValue(t, i, u);
end value;
model M
  parameter Curve t = Curve(")" +
         file.string() + R"(", "tab", fill(0.0, 0, 2), {2}, Smoothness.linear, Extrapolation.hold);
  Real y = value(t, 1, time);
end M;
)";
}

TEST_F(Runs, ReadTablesBeneathTheFolderOnly) {
  for (const fs::path& place : {folder.path, other.path}) write(place / "t.txt", "#1\ndouble tab(2,2) 0 3 1 3\n");
  serve();
  const auto tab = page();
  open(*tab, "inside.mo", tableModel(folder.path / "t.txt"));
  open(*tab, "outside.mo", tableModel(other.path / "t.txt"));
  const auto job = run(*tab, "inside.mo");
  EXPECT_EQ(tab->jobState(job)["state"], "finished");
  const json question{{"job", job}, {"time", 0}, {"variables", {"y"}}};
  EXPECT_EQ(tab->ask("dashpot/values", question)["values"][0], 3.0);
  const json refused = tab->jobState(run(*tab, "outside.mo"));
  EXPECT_EQ(refused["state"], "failed");
  EXPECT_THAT(refused["messages"].get<std::string>(), HasSubstr("it lies outside the folders"));
  // A document that claims to lie beside the table has nothing beside it either.
  const std::string claimed = "file://" + (other.path / "claimed.mo").string();
  tab->notify(
      "textDocument/didOpen",
      {{"textDocument",
        {{"uri", claimed}, {"languageId", "modelica"}, {"version", 1}, {"text", tableModel(other.path / "t.txt")}}}});
  EXPECT_EQ(tab->jobState(tab->ask("dashpot/run", {{"textDocument", {{"uri", claimed}}}})["job"])["state"], "failed");
  // A table that has changed is read again.
  write(folder.path / "t.txt", "#1\ndouble tab(2,2) 0 44 1 44\n");
  const auto again = run(*tab, "inside.mo");
  EXPECT_EQ(tab->jobState(again)["compiled"], true);
  EXPECT_EQ(tab->ask("dashpot/values", {{"job", again}, {"time", 0}, {"variables", {"y"}}})["values"][0], 44.0);
}

}  // namespace
}  // namespace dashpot::server::testing

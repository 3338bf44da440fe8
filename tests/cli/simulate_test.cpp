// The verb simulate: on models and on built-in problems.
#include "cli/model_file.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <csignal>
#include <sstream>
#include <sys/stat.h>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr const char* decay =
    "model Decay\n"
    "  parameter Real rate = 1;\n"
    "  Real x(start = 1, fixed = true);\n"
    "  Real twice;\n"
    "equation\n"
    "  der(x) = -rate*x;\n"
    "  twice = 2*x;\n"
    "end Decay;\n";

constexpr const char* rootOfNegative =
    "model M\n  Real x(start = 1, fixed = true);\n  Real y(start = 0, fixed = true);\nequation\n"
    "  der(x) = -1;\n  der(y) = sqrt(x);\n  annotation(experiment(StopTime = 2));\nend M;\n";

constexpr const char* counters[] = {"steps", "rejected", "rhs_evals",         "jac_evals",
                                    "lu",    "solves",   "newton_iterations", "events"};

std::vector<std::string> linesOf(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// ---- models ---------------------------------------------------------------------------------------------------------

TEST(Simulate, PrintsASummaryWithTheFinalStates) {
  const ModelFile file(decay);
  const Outcome outcome = run("simulate " + file.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("model       Decay\nmethod      auto (dop853), tolerance 1e-06\n"
                                      "time        0 to 1 s (finished)\n"));
  EXPECT_THAT(outcome.out, ContainsRegex("\nx +0\\.36787"));
  EXPECT_THAT(outcome.err, IsEmpty());
}

// With the model's own value, nothing determines x.
TEST(Simulate, TakesAStructuralSettingIntoTheModelBeforeItIsSorted) {
  const ModelFile file(
      "model M\n  parameter Boolean isComplete = false annotation(Evaluate = true);\n  Real x, y;\nequation\n"
      "  y = time;\n  if isComplete then\n    x = 2*y;\n  else\n    y = 3*time;\n  end if;\nend M;\n");
  EXPECT_EQ(run("simulate " + file.argument()).code, 1);
  const Outcome outcome = run("simulate " + file.argument() + " --json --vars x --set isComplete=true");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out)["final"]["x"], 2.0);
}

TEST(Simulate, GivesTheSameNumbersWithAnyBackEnd) {
  const ModelFile file(decay);
  const Outcome native = run("simulate " + file.argument() + " --backend llvm --json");
  const Outcome interpreted = run("simulate " + file.argument() + " --backend interpreter --json");
  EXPECT_EQ(native.code, 0) << native.err;
  EXPECT_EQ(json::parse(native.out)["final"], json::parse(interpreted.out)["final"]);
  EXPECT_EQ(run("simulate " + file.argument() + " --backend fortran").code, 2);
}

TEST(Simulate, SaysWhereCodeCannotBeKept) {
  const ModelFile file(decay);
  const Outcome outcome = run("simulate " + file.argument() + " --cache " + file.argument() + "/below");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("warning: native code cannot be kept in"));
}

TEST(Simulate, GivesTheSummaryAsJson) {
  const ModelFile file(decay);
  const Outcome outcome = run("simulate " + file.argument() + " --json --set rate=2 --tolerance 1e-9");
  EXPECT_EQ(outcome.code, 0);
  const json result = json::parse(outcome.out);
  EXPECT_EQ(result["schema"], "dashpot/simulate/1");
  EXPECT_EQ(result["model"], "Decay");
  EXPECT_EQ(result["method"], "auto");
  for (const char* field : counters) EXPECT_TRUE(result[field].is_number_integer()) << field;
  for (const char* field : {"compile_seconds", "first_step_seconds", "run_seconds"})
    EXPECT_TRUE(result[field].is_number()) << field;
  EXPECT_TRUE(result["warnings"].is_array());
  EXPECT_GT(result["steps"], 0);
  EXPECT_NEAR(result["final"]["x"], std::exp(-2.0), 1e-8);
  EXPECT_NEAR(result["final"]["twice"], 2 * std::exp(-2.0), 2e-8);
}

TEST(Simulate, TheStagesAccountForTheWholeTime) {
  const ModelFile file(
      "model M parameter Integer n = 2; Real x[n](each start = 1, each fixed = true); equation der(x) = -x; end M;");
  const Outcome outcome = run("simulate " + file.argument() + " --json --set n=10000");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json result = json::parse(outcome.out);
  double sum = 0;
  for (const auto& [stage, seconds] : result["stage_seconds"].items()) {
    EXPECT_GE(seconds, 0.0) << stage;
    sum += seconds.get<double>();
  }
  // The model was flattened, sorted and compiled twice, and both count.
  EXPECT_NEAR(sum / result["total_seconds"].get<double>(), 1, 0.2);
}

TEST(Simulate, WritesTheVariablesThatWereNamedOnTheGrid) {
  const ModelFile file(decay);
  const TemporaryPath csv("decay.csv");
  const Outcome outcome =
      run("simulate " + file.argument() + " --stop 2 --interval 500ms --vars twice,x -o " + csv.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const auto lines = linesOf(contentOf(csv.path()));
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0], "time,twice,x");
  EXPECT_EQ(lines[1], "0,2,1");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    double t = 0, twice = 0, x = 0;
    ASSERT_EQ(std::sscanf(lines[i].c_str(), "%lf,%lf,%lf", &t, &twice, &x), 3);
    EXPECT_DOUBLE_EQ(t, 0.5 * static_cast<double>(i - 1));
    EXPECT_NEAR(x, std::exp(-t), 1e-5);
    EXPECT_EQ(twice, 2 * x);
  }
}

TEST(Simulate, PrintsEveryIntermediateFormTheSameWayTwice) {
  const ModelFile file(decay);
  for (const std::string form : {"tree", "flat", "system", "ir"}) {
    const Outcome first = run("simulate " + file.argument() + " --dump " + form);
    EXPECT_EQ(first.code, 0) << form;
    EXPECT_THAT(first.out, HasSubstr("Decay")) << form;
    EXPECT_EQ(run("simulate " + file.argument() + " --dump " + form).out, first.out) << form;
  }
  EXPECT_EQ(run("simulate " + file.argument() + " --dump soup").code, 2);
}

TEST(Simulate, ShowsASyntaxErrorWithItsPlace) {
  const ModelFile file("model M\n  Real x\nequation\n  x = 1;\nend M;\n");
  const Outcome outcome = run("simulate " + file.argument());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(outcome.err, file.path().string() +
                             ":2:9: error: expected ';' after the declaration\n"
                             "    2 |   Real x\n"
                             "      |         ^\n"
                             "note: 'equation' follows\n");
  const json result = json::parse(run("simulate " + file.argument() + " --json").out);
  EXPECT_EQ(result["status"], "rejected");
  EXPECT_EQ(result["diagnostics"][0]["line"], 2);
  EXPECT_EQ(result["diagnostics"][0]["column"], 9);
}

TEST(Simulate, ARunWithoutLengthWritesOneRowAndADrawing) {
  const ModelFile file(decay);
  for (const char* const name : {"instant.csv", "instant.mat"}) {
    const TemporaryPath result(name);
    const Outcome outcome = run("simulate " + file.argument() + " --stop 0 -o " + result.argument());
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(": 1 row, ")) << name;
  }
  const TemporaryPath picture("instant.svg");
  const Outcome plotted = run("simulate " + file.argument() + " --stop 0 --plot " + picture.argument());
  EXPECT_EQ(plotted.code, 0) << plotted.err;
}

TEST(Simulate, HintsAtWhatWasMeant) {
  const ModelFile file(decay);
  const std::pair<const char*, const char*> cases[] = {
      {" --set raet=2", "hint: did you mean 'rate'?"},
      {" --set rate", "hint: write --set name=value"},
      {" --method rodas44", "hint: did you mean 'rodas4'?"},
      {" --vars twcie", "hint: did you mean 'twice'?"},
      {" --model Decya", "hint: did you mean 'Decay'?"},
      {" --method euler", "hint: give one with --step"},
      {" --stop 3bar", "--stop: '3bar' is not a time"},
      {" --stop -1", "the run would end at -1, but it starts at 0"},
      {" --tolerance -1e-6", "the tolerance -1e-06 is not between 0 and 1"},
      {" --interval 1e-300", "the output interval 1e-300 is too small"},
      {" -o result.txt", "'result.txt' must end in .csv or .mat"},
      {" --step 0", "--step: '0' is not a positive time"},
      {" --max-step 0ms", "--max-step: '0ms' is not a positive time"},
      {" -o result.mat --units", "--units and --display-units go with -o FILE.csv"},
      {" --plot result.pdf", "must end in .svg or .png"},
  };
  for (const auto& [arguments, words] : cases) {
    const Outcome outcome = run("simulate " + file.argument() + arguments);
    EXPECT_EQ(outcome.code, 1) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(words)) << arguments;
    EXPECT_THAT(outcome.out, IsEmpty()) << arguments;
  }
  const Outcome option = run("simulate " + file.argument() + " --metod rodas4");
  EXPECT_EQ(option.code, 2);
  EXPECT_THAT(option.err, HasSubstr("hint: did you mean '--method'?"));
}

TEST(Simulate, SaysThatAFileIsMissing) {
  const Outcome outcome = run("simulate nowhere.mo");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("nowhere.mo"));
  EXPECT_EQ(run("simulate").code, 2);
}

TEST(Simulate, KeepsTheResultOfARunThatFails) {
  const ModelFile file(rootOfNegative);
  const TemporaryPath csv("partial.csv");
  const Outcome outcome = run("simulate " + file.argument() + " -o " + csv.argument());
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("error: the simulation stopped at time 1: "),
                                 HasSubstr("square root of a negative number"), HasSubstr("der(y) = sqrt(x)"),
                                 HasSubstr("note: the result up to time 1 is in " + csv.path().string())));
  const auto lines = linesOf(contentOf(csv.path()));
  EXPECT_GT(lines.size(), 200u);
  EXPECT_THAT(lines.back(), ContainsRegex("^(1|0\\.99)"));
  EXPECT_EQ(json::parse(run("simulate " + file.argument() + " --json").out)["status"], "failed");
}

TEST(Simulate, KeepsTheResultOfARunThatIsInterrupted) {
  const ModelFile file(decay);
  const TemporaryPath csv("interrupted.csv");
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGINT, SIG_DFL);
    if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr)) _exit(98);
    execl(testing::programPath, "dashpot", "simulate", file.path().c_str(), "--stop", "1e6", "--interval", "1",
          "--method", "backward-euler", "--step", "1e-3", "-o", csv.path().c_str(), nullptr);
    _exit(99);
  }
  ASSERT_GT(child, 0);
  for (int i = 0; i < 500 && sizeOf(csv.path()) == 0; ++i) usleep(20'000);
  kill(child, SIGINT);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::string text = contentOf(csv.path());
  EXPECT_THAT(text, StartsWith("time,x,twice\n0,1,2\n"));
  EXPECT_EQ(text.back(), '\n');
}

TEST(Simulate, SaysThatTheResultCannotBeWritten) {
  const ModelFile file(decay);
  const Outcome nowhere = run("simulate " + file.argument() + " -o no/such/folder.csv");
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_EQ(nowhere.err, "error: cannot write 'no/such/folder.csv': No such file or directory\n");
  EXPECT_THAT(nowhere.out, IsEmpty());

  // A file in the place of a folder: nobody can write there, not even root.
  const Outcome inFile = run("simulate " + file.argument() + " -o " + file.argument() + "/result.csv");
  EXPECT_EQ(inFile.code, 1);
  EXPECT_THAT(inFile.err, HasSubstr("Not a directory"));
  const Outcome plot = run("simulate " + file.argument() + " --plot " + file.argument() + "/result.svg");
  EXPECT_EQ(plot.code, 1);
  EXPECT_THAT(plot.err, HasSubstr("--plot: there is no folder"));
  EXPECT_THAT(plot.out, IsEmpty());

  const TemporaryPath full("full.csv");
  std::filesystem::create_symlink("/dev/full", full.path());
  const Outcome noSpace = run("simulate " + file.argument() + " -o " + full.argument());
  EXPECT_EQ(noSpace.code, 1);
  EXPECT_THAT(noSpace.err, HasSubstr("No space left on device"));
  EXPECT_THAT(run("simulate " + file.argument() + " -o /dev/full").err, HasSubstr("must end in .csv or .mat"));
}

TEST(Simulate, SaysThatAFileCannotBeMade) {
  const ModelFile file(decay);
  const Outcome outcome = run("simulate " + file.argument() + " -o /proc/out.csv");  // refused to root, too
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("/proc/out.csv"));
}

TEST(Simulate, WithStandardErrorClosedStillEndsWithTheRightCode) {
  const ModelFile file("model M\n  Real x\nend M;\n");
  const std::string command =
      std::string("'") + testing::programPath + "' simulate " + file.argument() + " > /dev/null 2>&-";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
}

TEST(Simulate, LeavesAnOlderResultAloneWhenTheRunIsRefused) {
  const ModelFile file(decay);
  const TemporaryPath csv("older.csv");
  std::ofstream(csv.path()) << "kept\n";
  EXPECT_EQ(run("simulate " + file.argument() + " --method rodas44 -o " + csv.argument()).code, 1);
  EXPECT_EQ(contentOf(csv.path()), "kept\n");
}

TEST(Simulate, RunsAModelWithoutVariables) {
  const ModelFile file("model Empty\nend Empty;\n");
  const Outcome outcome = run("simulate " + file.argument());
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, StartsWith("model       Empty\n"));
}

// ---- built-in problems ----------------------------------------------------------------------------------------------

TEST(SimulateProblem, ReachesTheReferenceOfTheTestSet) {
  const Outcome outcome = run("simulate problem:hires --tolerance 1e-8 --json");
  EXPECT_EQ(outcome.code, 0);
  const json result = json::parse(outcome.out);
  EXPECT_EQ(result["schema"], "dashpot/simulate/1");
  EXPECT_EQ(result["model"], "problem:hires");
  for (const char* field : counters) EXPECT_TRUE(result[field].is_number_integer()) << field;
  EXPECT_EQ(result["final"].size(), 8u);
  // Test Set for IVP Solvers (Mazzia, Magherini 2008), HIRES at t = 321.8122.
  EXPECT_NEAR(result["final"]["Pr"], 0.7371312573325668e-3, 1e-8);
  EXPECT_NEAR(result["final"]["E"], 0.2850001461868418e-2, 1e-7);
}

TEST(SimulateProblem, TakesTheOptionsOfARun) {
  const TemporaryPath csv("hires.csv");
  const Outcome outcome =
      run("simulate problem:hires --method backward-euler --step 10ms --stop 1 --interval 250ms --vars E,Pr -o " +
          csv.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("method      backward-euler, step 10ms\n"), HasSubstr("100 accepted")));
  const auto lines = linesOf(contentOf(csv.path()));
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0], "time,E,Pr");
  EXPECT_EQ(lines[1], "0,0.0057,1");
  EXPECT_THAT(lines[5], StartsWith("1,"));
}

TEST(SimulateProblem, HintsAtWhatWasMeant) {
  const std::pair<const char*, const char*> cases[] = {
      {"problem:hirse", "error: there is no problem 'hirse'\nhint: did you mean 'hires'?\n"},
      {"problem:", "hint: the problems are hires, "},
      {"problem:hires --vars PrXX", "problem:hires has no variable 'PrXX'\nhint: did you mean 'PrX'?\n"},
      {"problem:hires --method rodas44", "hint: did you mean 'rodas4'?\n"},
      {"problem:transistor-amplifier --method dopri5", "'dopri5' cannot take algebraic unknowns"},
      {"problem:hires --stop -1", "the run would end at -1, but it starts at 0"},
  };
  for (const auto& [arguments, words] : cases) {
    const Outcome outcome = run(std::string("simulate ") + arguments);
    EXPECT_EQ(outcome.code, 1) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(words)) << arguments;
    EXPECT_THAT(outcome.out, IsEmpty()) << arguments;
  }
}

TEST(SimulateProblem, RefusesOptionsOfModels) {
  for (const std::string option : {"--set a=1", "--dump flat", "--model A", "--start 1", "--input a.csv"}) {
    const Outcome outcome = run("simulate problem:hires " + option);
    EXPECT_EQ(outcome.code, 2) << option;
    EXPECT_THAT(outcome.err, HasSubstr(": goes with a model, not with a built-in problem\n")) << option;
  }
}

TEST(SimulateProblem, KeepsTheResultOfARunThatFails) {
  const TemporaryPath csv("explicit.csv");
  const Outcome outcome = run("simulate problem:two-volume --method euler --step 10ms -o " + csv.argument());
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("error: the simulation stopped at time "));
  EXPECT_GT(linesOf(contentOf(csv.path())).size(), 1u);
}

TEST(PublishedListing, TakesThePublishedNumberOfSteps) {
  // Treeaporn 2005, table 5.1: 63250 steps. A method that solves its stages takes some forty on the same interval.
  const std::string file = std::string(testing::sourceTree) + "/tests/models/published/inlined_listing.mo";
  const Outcome listing = run("simulate --json --model InlinedListing.AsPublished --vars steps " + file);
  ASSERT_EQ(listing.code, 0) << listing.err;
  EXPECT_NEAR(json::parse(listing.out)["final"]["steps"].get<double>(), 63250, 10);
  const Outcome corrected =
      run("simulate --json --model InlinedListing.Corrected --method radau5 --estimate step-pairs " + file);
  ASSERT_EQ(corrected.code, 0) << corrected.err;
  EXPECT_LT(json::parse(corrected.out)["steps"], 100);
}

TEST(Simulate, TellsHowTheAutomaticMethodChose) {
  const Outcome stiff = run("simulate problem:hires --method auto --explain-method");
  EXPECT_EQ(stiff.code, 0) << stiff.err;
  const auto summary = json::parse(run("simulate problem:hires --method auto --json").out);
  const std::string taken = summary["choices"][0]["method"];
  EXPECT_THAT(stiff.out, AllOf(HasSubstr("method      auto (" + taken), HasSubstr("start at 0 s: takes " + taken),
                               HasSubstr("rule stiff"), HasSubstr("run.digits = 6"), HasSubstr("predicted cost")));
  EXPECT_EQ(summary["choices"][0]["facts"]["problem.size"], 8);
  EXPECT_EQ(summary["changes"], summary["choices"].size() - 1);
  EXPECT_THAT(run("simulate problem:hires --method rodas4 --explain-method").out, HasSubstr("nothing was chosen"));
}

TEST(Simulate, TheAutomaticMethodRunsModels) {
  const ModelFile file(decay);
  const Outcome outcome = run("simulate " + file.argument() + " --method auto --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NEAR(json::parse(outcome.out)["final"]["x"].get<double>(), std::exp(-1), 1e-6);
}

}  // namespace
}  // namespace dashpot::cli

// What a run of the program leaves behind: files, plots, messages; and what it takes: inputs.
#include "base/csv_table.hpp"
#include "cli/model_file.hpp"
#include "cli/progress_line.hpp"
#include "results/mat4_reader.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <csignal>
#include <sstream>
#include <sys/stat.h>

namespace dashpot::cli {
namespace {

using dashpot::testing::readMat4;
using dashpot::testing::trajectory;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* tank =
    "model Tank\n"
    "  parameter Real k(unit = \"1/s\") = 1;\n"
    "  Real p(start = 2e5, fixed = true, unit = \"Pa\", displayUnit = \"bar\");\n"
    "  Real half(unit = \"Pa\", displayUnit = \"bar\");\n"
    "  Real m[1, 2];\n"
    "  Boolean isHigh;\n"
    "equation\n"
    "  der(p) = -k*p;\n"
    "  half = p/2;\n"
    "  m = {{time, 2*time}};\n"
    "  isHigh = p > 1e5;\n"
    "end Tank;\n";

constexpr const char* lag =
    "model Lag\n  input Real u(unit = \"Pa\");\n  output Real y;\n  Real x(start = 0, fixed = true);\nequation\n"
    "  der(x) = u - x;\n  y = x;\nend Lag;\n";

// ---- files ----------------------------------------------------------------------------------------------------------

TEST(Recording, WritesAMatFileWithParameters) {
  const ModelFile file(tank);
  const TemporaryPath mat("tank.mat");
  const Outcome outcome = run("simulate " + file.argument() + " --tolerance 1e-9 -o " + mat.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const auto content = readMat4(mat.path());
  EXPECT_THAT(trajectory(content, "k"), ElementsAre(1, 1));
  EXPECT_NEAR(trajectory(content, "p").back(), 2e5 * std::exp(-1.0), 1e-2);
  EXPECT_EQ(trajectory(content, "isHigh").back(), 0);
  EXPECT_EQ(trajectory(content, "m[1,2]").back(), 2);
  // Both sides of the event at ln 2.
  const auto times = trajectory(content, "time");
  const auto twice = std::ranges::adjacent_find(times);
  ASSERT_NE(twice, times.end());
  EXPECT_NEAR(*twice, std::log(2.0), 1e-7);
}

TEST(Recording, TakesPatternsAndNamesWithCommas) {
  const ModelFile file(tank);
  const TemporaryPath csv("patterns.csv");
  const Outcome outcome = run("simulate " + file.argument() + " --vars 'm[1,2],ha*' --vars k -o " + csv.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(contentOf(csv.path()), ::testing::StartsWith("time,\"m[1,2]\",half,k\n"));
  EXPECT_THAT(run("simulate " + file.argument() + " --vars 'z*'").err, HasSubstr("Tank has no variable like 'z*'"));
}

TEST(Recording, TakesProtectedVariablesAndParametersOnRequest) {
  const ModelFile file("model M parameter Real k = 2; Real x = time; protected Real y = k*x; end M;");
  const TemporaryPath csv("kinds.csv");
  const auto headingWith = [&](const std::string& options) {
    EXPECT_EQ(run("simulate " + file.argument() + options + " -o " + csv.argument()).code, 0);
    const std::string text = contentOf(csv.path());
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(headingWith(""), "time,x");
  EXPECT_EQ(headingWith(" --record protected"), "time,x,y");
  EXPECT_THAT(headingWith(" --record protected,parameters"), ::testing::AllOf(HasSubstr(",k"), HasSubstr(",y")));
  EXPECT_EQ(run("simulate " + file.argument() + " --record private").code, 2);
}

TEST(Recording, WritesUnitsAndDisplayUnits) {
  const ModelFile file(tank);
  const TemporaryPath csv("units.csv");
  EXPECT_EQ(run("simulate " + file.argument() + " --vars p --display-units -o " + csv.argument()).code, 0);
  EXPECT_THAT(contentOf(csv.path()), ::testing::StartsWith("time,p\ns,bar\n0,2\n"));
  EXPECT_EQ(run("simulate " + file.argument() + " --vars p,k --units -o " + csv.argument()).code, 0);
  EXPECT_THAT(contentOf(csv.path()), ::testing::StartsWith("time,p,k\ns,Pa,1/s\n0,200000,1\n"));
}

TEST(Recording, RecordsEveryStepOnRequest) {
  const ModelFile file(tank);
  const TemporaryPath csv("steps.csv");
  const Outcome outcome = run("simulate " + file.argument() + " --every-step --json -o " + csv.argument());
  const auto table = readCsv(csv.path());
  ASSERT_TRUE(table.has_value());
  EXPECT_EQ(table->rows(), json::parse(outcome.out)["steps"].get<std::size_t>() + 2) << "the start, and one event";
}

TEST(Recording, RefusesWhatCannotBeWritten) {
  const ModelFile file(tank);
  const TemporaryPath folder("folder.mat");
  std::filesystem::create_directory(folder.path());
  EXPECT_THAT(run("simulate " + file.argument() + " -o " + folder.argument()).err, HasSubstr("Is a directory"));
  EXPECT_THAT(run("simulate " + file.argument() + " -o /proc/out.mat").err, HasSubstr("cannot write '/proc/out.mat'"));
  EXPECT_EQ(run("simulate " + file.argument() + " -o " + folder.argument()).code, 1);
}

/// A limit of the size of files stands for a full disk: writing fails in the middle of the run.
TEST(Recording, KeepsWhatWasWrittenWhenTheDiskIsFull) {
  const ModelFile file(tank);
  for (const char* name : {"full.mat", "full.csv"}) {
    const TemporaryPath result(name);
    const Outcome outcome =
        run("simulate " + file.argument() + " --interval 2e-6 -o " + result.argument(), "ulimit -f 6000; ");
    EXPECT_EQ(outcome.code, 1) << name;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("cannot write '" + result.path().string() + "'"),
                                   HasSubstr("what was written before is kept there")))
        << name;
    if (result.path().extension() == ".mat") {
      EXPECT_GT(trajectory(readMat4(result.path()), "p").size(), 1000u);
    } else {
      const auto table = readCsv(result.path());
      ASSERT_TRUE(table.has_value()) << table.error().message;
      EXPECT_GT(table->rows(), 1000u);
    }
  }
}

TEST(Recording, KeepsAReadableMatFileWhenInterrupted) {
  const ModelFile file(tank);
  const TemporaryPath mat("interrupted.mat"), messages("interrupted.err");
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGINT, SIG_DFL);
    if (!std::freopen("/dev/null", "w", stdout) || !std::freopen(messages.path().c_str(), "w", stderr)) _exit(98);
    execl(testing::programPath, "dashpot", "simulate", file.path().c_str(), "--stop", "1e6", "--interval", "1",
          "--method", "backward-euler", "--step", "1e-3", "-o", mat.path().c_str(), nullptr);
    _exit(99);
  }
  ASSERT_GT(child, 0);
  for (int i = 0; i < 500 && sizeOf(mat.path()) == 0; ++i) usleep(20'000);
  kill(child, SIGINT);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_GE(trajectory(readMat4(mat.path()), "p").size(), 1u);
  const std::string words = contentOf(messages.path());
  EXPECT_THAT(words, HasSubstr("is in " + mat.path().string()));
  EXPECT_THAT(words, Not(HasSubstr("\r"))) << "no progress where it goes to a file";
}

TEST(Recording, WarnsOfAHugeFile) {
  const ModelFile file(tank);
  const TemporaryPath csv("huge.csv");
  const Outcome outcome = run(
      "simulate " + file.argument() + " --stop 1e9 --interval 10 --set k=1e300 --tolerance 1e-3 -o " + csv.argument(),
      "ulimit -f 100; ");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("will take about"), HasSubstr("hint: record fewer variables with --vars")));
}

// ---- plots ----------------------------------------------------------------------------------------------------------

TEST(Recording, PlotsToFilesAndToTheTerminal) {
  const ModelFile file(tank);
  const TemporaryPath svg("tank.svg"), png("tank.png");
  const Outcome outcome =
      run("simulate " + file.argument() + " --plot " + svg.argument() + " --plot " + png.argument() + " --plot -");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(contentOf(svg.path()), AllOf(HasSubstr("<svg"), HasSubstr("[bar]")));
  EXPECT_THAT(contentOf(png.path()), HasSubstr("PNG"));
  EXPECT_THAT(outcome.out, HasSubstr("time [s]"));
}

TEST(Recording, KeepsTheResultWhenGnuplotIsMissing) {
  const ModelFile file(tank);
  const TemporaryPath csv("kept.csv"), svg("drawn.svg"), png("missing.png");
  const Outcome outcome = run("simulate " + file.argument() + " -o " + csv.argument() + " --plot " + png.argument() +
                                  " --plot " + svg.argument(),
                              "PATH=/nowhere");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("gnuplot, which draws PNG files and plots on terminals, is not installed"),
                                 HasSubstr("hint: install")));
  EXPECT_THAT(contentOf(svg.path()), HasSubstr("</svg>")) << "that one needs no other program";
  EXPECT_TRUE(readCsv(csv.path()).has_value());
  EXPECT_THAT(outcome.out, HasSubstr("(finished)"));
}

TEST(Recording, SaysThatAPlotDoesNotFitOnTheDisk) {
  const ModelFile file(tank);
  const TemporaryPath svg("large.svg");
  std::ofstream(svg.path()) << "older";
  // The limit of a file's size stands for the full disk.
  const Outcome outcome =
      run("simulate " + file.argument() + " --vars p --interval 1 --plot " + svg.argument(), "ulimit -f 2; ");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("cannot write '" + svg.path().string()), HasSubstr("may be full")));
  EXPECT_EQ(contentOf(svg.path()), "older");
}

TEST(Recording, SaysWhatAPlotLeavesOut) {
  const ModelFile file("model M Real x[40]; equation for i in 1:40 loop x[i] = i*time; end for; end M;\n");
  const TemporaryPath svg("many.svg");
  const Outcome outcome = run("simulate " + file.argument() + " --vars 'x*' --plot " + svg.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("the plot shows 28 of 40 variables"));
}

TEST(Recording, ConfirmsEveryFileInAWord) {
  const ModelFile file(tank);
  const TemporaryPath csv("word.csv"), svg("word.svg"), saved("word.saved");
  const Outcome outcome = run("simulate " + file.argument() + " --interval 0.25 --vars p,half -o " + csv.argument() +
                              " --plot " + svg.argument() + " --checkpoint " + saved.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("wrote " + csv.path().string() + ": 7 rows, 2 variables\n"));
  EXPECT_THAT(outcome.out, HasSubstr("wrote " + svg.path().string() + ": 2 curves\n"));
  EXPECT_THAT(outcome.out, HasSubstr("wrote " + saved.path().string() + ": the run at time 1\n"));
}

TEST(Recording, WritesStepsWhereNobodyGivesAnInterval) {
  const ModelFile file(tank);
  const TemporaryPath csv("steps.csv");
  const Outcome outcome = run("simulate " + file.argument() + " --vars p --tolerance 1e-4 -o " + csv.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const auto table = readCsv(csv.path());
  ASSERT_TRUE(table.has_value());
  for (std::size_t row = 1; row < table->rows(); ++row) {
    const double middle = (table->columns[0][row - 1] + table->columns[0][row]) / 2;
    EXPECT_NEAR((table->columns[1][row - 1] + table->columns[1][row]) / 2, 2e5 * std::exp(-middle), 20 * 1e-4 * 2e5);
  }
}

// ---- inputs ---------------------------------------------------------------------------------------------------------

TEST(Inputs, AreReadFromAFile) {
  const ModelFile file(lag), data("time [ms],u [bar]\n0,1\n500,1\n500,3\n1000,3\n", "data.csv");
  const Outcome outcome = run("simulate " + file.argument() + " --tolerance 1e-9 --json --input " + data.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  const json result = json::parse(outcome.out);
  const double atJump = 1e5 * (1 - std::exp(-0.5));
  EXPECT_NEAR(result["final"]["x"], 3e5 + (atJump - 3e5) * std::exp(-0.5), 1e-2);
  EXPECT_EQ(result["events"], 1);
  EXPECT_THAT(result["warnings"], IsEmpty());
}

TEST(Inputs, OfOurOwnResultsCanBeReadBack) {
  const ModelFile file(lag), data("time,u\n0,1\n1,3\n", "data.csv");
  const TemporaryPath first("first.csv");
  EXPECT_EQ(run("simulate " + file.argument() + " --units -o " + first.argument() + " --input " + data.argument()).code,
            0);
  const json one = json::parse(run("simulate " + file.argument() + " --json --input " + data.argument()).out);
  const json two = json::parse(run("simulate " + file.argument() + " --json --input " + first.argument()).out);
  EXPECT_NEAR(one["final"]["x"].get<double>(), two["final"]["x"].get<double>(), 1e-5);
}

TEST(Inputs, ThatDoNotFitAreRefused) {
  const ModelFile file(lag);
  const std::pair<const char*, const char*> cases[] = {
      {"", "is empty"},
      {"time,u\n0,1\n1,x\n", ":3: 'x' is not a number ('u')"},
      {"time,u\n0,1\n1,nan\n", ":3: the value of 'u' is not finite"},
      {"time,u\n1,1\n0,1\n", "the times of the inputs do not ascend"},
      {"time,U\n0,1\n", "hint: did you mean 'u'?"},
      {"time,u [kg]\n0,1\n", "column 'u' is in kg, but the input is in Pa"},
      {"u\n1\n", "has no column 'time'"},
  };
  for (const auto& [text, words] : cases) {
    const ModelFile data(text, "bad.csv");
    const Outcome outcome = run("simulate " + file.argument() + " --input " + data.argument());
    EXPECT_EQ(outcome.code, 1) << text;
    EXPECT_THAT(outcome.err, HasSubstr(words)) << text;
    EXPECT_THAT(outcome.out, IsEmpty()) << text;
  }
  EXPECT_THAT(run("simulate " + file.argument() + " --input /").err, HasSubstr("it is a directory"));
  EXPECT_THAT(run("simulate " + file.argument() + " --input nowhere.csv").err, HasSubstr("No such file"));
  EXPECT_EQ(run("simulate " + file.argument() + " --input-interpolation cubic").code, 2);
}

TEST(Inputs, WithoutDataAreNamedInAWarning) {
  const ModelFile file(lag);
  const Outcome outcome = run("simulate " + file.argument());
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("inputs without data stay as they are: u = 0"));
}

// ---- progress -------------------------------------------------------------------------------------------------------

TEST(ProgressLine, TellsHowFarAndHowLong) {
  const Progress progress{.time = 0.42, .start = 0, .end = 1, .steps = 1234};
  EXPECT_EQ(progressText(progress, 0.0), "  42.0 %   0.42 of 1 s   1234 steps");
  EXPECT_EQ(progressText(progress, 0.2), "  42.0 %   0.42 of 1 s   0.2 s/s   1234 steps   3 s left");
  EXPECT_EQ(durationText(0.2), "1 s");
  EXPECT_EQ(durationText(200), "3 min 20 s");
  EXPECT_EQ(durationText(7500), "2 h 5 min");
  EXPECT_EQ(durationText(360'000), "4 d 4 h");
}

}  // namespace
}  // namespace dashpot::cli

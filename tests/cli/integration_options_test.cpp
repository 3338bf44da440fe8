// Options of `simulate` about how a run starts, is integrated, saved and resumed.
#include "cli/model_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <numbers>
#include <sys/wait.h>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::string chain =
    "model Chain parameter Integer n = 2; final parameter Real k = 1; parameter Real c[2] = {1, 2}; Real x[n](each "
    "start = 1, "
    "each fixed = true); Real z(start = 1, fixed = true, unit = \"m\"); equation for i in 1:n loop der(x[i]) = "
    "-c[1]*x[i]; end "
    "for; der(z) = -k*z; end Chain;";

json final(const std::string& arguments) {
  const Outcome outcome = run("simulate " + arguments + " --json");
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  return json::parse(outcome.out)["final"];
}

TEST(Set, TakesStartValuesArraysAndParametersThatDecideTheStructure) {
  const ModelFile file(chain);
  const json result =
      final(file.argument() + " --set n=4 --set z=500mm --set 'c={2,3}' --set 'x={1,2,3,4}' --tolerance 1e-8");
  EXPECT_NEAR(result["x[4]"].get<double>(), 4 * std::exp(-2), 1e-6);
  EXPECT_NEAR(result["z"].get<double>(), 0.5 * std::exp(-1), 1e-7);
}

TEST(Set, RefusesWhatIsFinalAndWhatDoesNotExist) {
  const ModelFile file(chain);
  const Outcome isFinal = run("simulate " + file.argument() + " --set k=3");
  EXPECT_EQ(isFinal.code, 1);
  EXPECT_THAT(isFinal.err, HasSubstr("'k' is final"));
  const Outcome unknown = run("simulate " + file.argument() + " --set zz=3");
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean 'z'?"));
}

TEST(SteadyState, IsSaidInTheSummary) {
  const ModelFile file("model M Real x(start = 1, fixed = true); equation der(x) = 5 - x - x^3; end M;");
  const Outcome outcome = run("simulate " + file.argument() + " --steady-state");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("start       steady state, by Newton's iteration"));
}

TEST(MaxStep, MakesAShortSmoothPulseBeSeen) {
  // The area under exp(-((t - 50)/w)^2) is w sqrt(pi).
  const ModelFile file(
      "model M Real x(start = 0, fixed = true); equation der(x) = exp(-((time - 50)/0.01)^2); "
      "annotation(experiment(StopTime = 100)); end M;");
  const double area = 0.01 * std::sqrt(std::numbers::pi);
  for (const char* method : {"rodas5p", "rodas4", "radau5", "cvode", "ida", "dopri5", "arkode"}) {
    const json result = final(file.argument() + " --max-step 10ms --tolerance 1e-8 --method " + method);
    EXPECT_NEAR(result["x"].get<double>(), area, 1e-5 * area) << method;
  }
}

TEST(MaxStep, BoundsEveryStep) {
  const ModelFile file("model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;");
  for (const char* method : {"rodas5p", "radau5", "cvode", "ida", "dopri5", "rk4-doubling"}) {
    const Outcome outcome = run("simulate " + file.argument() + " --max-step 10ms --json --method " + method);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_GE(json::parse(outcome.out)["steps"].get<int>(), 100) << method;
  }
}

TEST(MaxStep, IsATimeAndGoesWithErrorControl) {
  const ModelFile file("model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;");
  const Outcome isNoTime = run("simulate " + file.argument() + " --max-step 3bar");
  EXPECT_EQ(isNoTime.code, 1);
  EXPECT_THAT(isNoTime.err, HasSubstr("--max-step: '3bar' is not a time"));
  const Outcome isNegative = run("simulate " + file.argument() + " --max-step=-1ms");
  EXPECT_EQ(isNegative.code, 1);
  EXPECT_THAT(isNegative.err, HasSubstr("the longest step -0.001 is not positive"));
  const Outcome isFixed = run("simulate " + file.argument() + " --max-step 1ms --step 1ms");
  EXPECT_EQ(isFixed.code, 1);
  EXPECT_THAT(isFixed.err, HasSubstr("a fixed step is given, and a longest one for steps that are chosen"));
}

TEST(Jacobian, IsExactOrByDifferences) {
  const ModelFile file("model M Real x(start = 1, fixed = true); equation der(x) = -x^2; end M;");
  for (const char* source : {"exact", "fd", "fd:1e-5"})
    EXPECT_NEAR(final(file.argument() + " --jacobian " + source)["x"].get<double>(), 0.5, 1e-5) << source;
  const Outcome wrong = run("simulate " + file.argument() + " --jacobian fd:zero");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.err, HasSubstr("--jacobian: 'fd:zero'"));
}

TEST(BlowUp, StopsTheRunWithANumericalFailure) {
  const ModelFile file("model M Real x(start = 1, fixed = true); equation der(x) = 10*x; end M;");
  const Outcome outcome = run("simulate " + file.argument() + " --blow-up 100");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("blows up: x"));
}

TEST(Checkpoint, ARunGoesOnToALaterEnd) {
  const ModelFile file(chain);
  const TemporaryPath saved("run.checkpoint");
  EXPECT_EQ(run("simulate " + file.argument() + " --checkpoint " + saved.argument()).code, 0);
  const json result = final(file.argument() + " --stop 2 --tolerance 1e-8 --resume " + saved.argument());
  EXPECT_NEAR(result["z"].get<double>(), std::exp(-2), 1e-5);
  const Outcome other = run("simulate " + ModelFile("model N Real x = time; end N;", "n.mo").argument() +
                            " --stop 2 --resume " + saved.argument());
  EXPECT_EQ(other.code, 1);
}

TEST(Checkpoint, AnInterruptedRunGoesOnWithTheNumbersOfTheRunInOnePiece) {
  // The run has a quarter of a million events, so that there is time to interrupt it.
  const ModelFile file(
      "model M Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = cos(50*time) - "
      "0.1*x; "
      "when sample(0, 4e-6) then n = pre(n) + 1; end when; end M;");
  const TemporaryPath saved("interrupted.checkpoint"), csv("interrupted.csv");
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGINT, SIG_DFL);
    if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr)) _exit(98);
    execl(testing::programPath, "dashpot", "simulate", file.path().c_str(), "--checkpoint", saved.path().c_str(), "-o",
          csv.path().c_str(), nullptr);
    _exit(99);
  }
  // With some rows there is a state: who interrupts the very start has nothing to go on from.
  for (int i = 0; i < 5000 && sizeOf(csv.path()) < 2000; ++i) usleep(2'000);
  kill(child, SIGINT);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 0) GTEST_SKIP() << "the run was over before it was interrupted";
  EXPECT_EQ(WEXITSTATUS(status), 130);
  ASSERT_TRUE(std::filesystem::exists(saved.path()));
  const json whole = final(file.argument()), rest = final(file.argument() + " --resume " + saved.argument());
  EXPECT_EQ(rest["x"], whole["x"]);
  EXPECT_EQ(rest["n"], whole["n"]);
}

TEST(Checkpoint, ThatCannotBeWrittenIsRefusedBeforeTheRun) {
  const ModelFile file(chain);
  const TemporaryPath csv("none.csv");
  const Outcome outcome = run("simulate " + file.argument() + " --checkpoint /nowhere/x -o " + csv.argument());
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("cannot write the checkpoint"));
  EXPECT_FALSE(std::filesystem::exists(csv.path()));
}

TEST(Problems, TakeNoOptionsOfModels) {
  EXPECT_EQ(run("simulate problem:hires --checkpoint x").code, 2);
  EXPECT_EQ(run("simulate problem:hires --steady-state").code, 2);
}

}  // namespace
}  // namespace dashpot::cli

// What happens to a run from outside: it is killed, interrupted, starved of memory or disk, or given damaged files.
// Nothing is lost that was saved, and nothing ends without a word.
#include "base/csv_table.hpp"
#include "cli/child.hpp"
#include "cli/model_file.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <random>

namespace dashpot::cli {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;

// A relay, a clock and a delay around a stiff oscillator: all kinds of memory that a run has.
constexpr const char* machine = R"(
model Machine
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), fast(start = 0, fixed = true);
  Real late = delay(x, 0.05);
  Boolean on(start = false, fixed = true);
  Integer ticks(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -100*x - 0.1*v + (if on then 5 else -5) + 0.2*late;
  der(fast) = -1e5*(fast - x);
  on = x < -0.2 or pre(on) and x < 0.2;
  when sample(0.01, 0.03) then
    ticks = pre(ticks) + 1;
  end when;
  annotation(experiment(StopTime = 40, Interval = 0.01));
end Machine;
)";

std::string lastRow(const std::filesystem::path& file) {
  const std::string text = contentOf(file);
  const std::size_t end = text.find_last_not_of('\n');
  return end == std::string::npos ? "" : text.substr(text.rfind('\n', end) + 1, end - text.rfind('\n', end));
}

TEST(Kill, ARunThatIsKilledAHundredTimesEndsAsIfItHadNotBeen) {
  const ModelFile file(machine);
  const TemporaryPath whole("whole.csv"), pieces("pieces.csv"), saved("killed.checkpoint"), log("killed.log");
  const auto before = std::chrono::steady_clock::now();
  ASSERT_EQ(run("simulate " + file.argument() + " -o " + whole.argument()).code, 0);
  const auto duration = std::chrono::steady_clock::now() - before;
  const auto longest = static_cast<unsigned>(duration / std::chrono::microseconds(1));

  std::mt19937 random(1);
  int kills = 0, resumed = 0;
  while (kills < 100) {
    std::vector<std::string> arguments{"simulate",           file.path(),    "-o",
                                       pieces.path(),        "--checkpoint", saved.path().string(),
                                       "--checkpoint-every", "0.002"};
    if (std::filesystem::exists(saved.path())) {
      arguments.insert(arguments.end(), {"--resume", saved.path()});
      ++resumed;
    }
    Child child(arguments, log.path());
    usleep(5'000 + random() % std::max(60'000u, longest));
    child.signal(SIGKILL);
    const int code = child.wait();
    if (code == -SIGKILL) {
      ++kills;
      continue;
    }
    // Killed after the run was saved at its end, but before the program ended: there is nothing to go on with.
    const bool wasOver = code == 1 && contentOf(log.path()).find("and the run would end at") != std::string::npos;
    if (!wasOver) {
      ASSERT_EQ(code, 0) << contentOf(log.path());
      EXPECT_EQ(lastRow(pieces.path()), lastRow(whole.path()));
    }
    std::filesystem::remove(saved.path());
  }
  EXPECT_GT(resumed, 0);
}

TEST(Kill, ACheckpointThatIsDamagedIsRefusedWhereverTheDamageIs) {
  const ModelFile file(machine);
  const TemporaryPath saved("sound.checkpoint"), damaged("damaged.checkpoint");
  ASSERT_EQ(run("simulate " + file.argument() + " --stop 1 --checkpoint " + saved.argument()).code, 0);
  const std::string sound = contentOf(saved.path());
  std::mt19937 random(2);
  for (int i = 0; i < 150; ++i) {
    std::string bytes = sound;
    switch (i % 3) {
      case 0: bytes[random() % bytes.size()] ^= static_cast<char>(1 << (random() % 8)); break;
      case 1: bytes.resize(random() % bytes.size()); break;
      default: bytes.insert(random() % bytes.size(), 1 + random() % 9, 'x');
    }
    std::ofstream(damaged.path(), std::ios::binary) << bytes;
    const Outcome outcome = run("simulate " + file.argument() + " --stop 2 --resume " + damaged.argument());
    ASSERT_EQ(outcome.code, 1) << i;
    ASSERT_THAT(outcome.err, AnyOf(HasSubstr("is damaged"), HasSubstr("is not a checkpoint"),
                                   HasSubstr("by another version"), HasSubstr("cannot read")));
  }
}

// Its steps take seconds, so it has to give up within one.
constexpr const char* slow = R"(
model Slow
  function work "Takes long to come to 1"
    input Real x;
    output Real y;
  algorithm
    y := 1;
    for i in 1:3000000 loop
      y := 1 + 1e-9*sin(y*x);
    end for;
  end work;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x*work(x);
  annotation(experiment(StopTime = 1000));
end Slow;
)";

class Signals : public ::testing::TestWithParam<int> {};

TEST_P(Signals, EndARunWhoseStepsTakeLong) {
  const ModelFile file(slow);
  const TemporaryPath log("slow.log"), result("slow.csv");
  Child child({"simulate", file.path(), "--backend", "interpreter", "-o", result.path()}, log.path());
  usleep(500'000);
  child.signal(GetParam());
  EXPECT_EQ(child.waitFor(30), 130) << contentOf(log.path());
}

TEST_P(Signals, KeepTheResultAndTheCheckpoint) {
  const ModelFile file(machine);
  const TemporaryPath log("signal.log"), result("signal.csv"), saved("signal.checkpoint");
  Child child({"simulate", file.path(), "--stop", "1e7", "-o", result.path(), "--checkpoint", saved.path()},
              log.path());
  for (int i = 0; i < 500 && sizeOf(result.path()) < 1000; ++i) usleep(20'000);
  child.signal(GetParam());
  ASSERT_EQ(child.waitFor(30), 130) << contentOf(log.path());
  EXPECT_THAT(contentOf(log.path()), AllOf(HasSubstr("(interrupted)"), HasSubstr("is in " + result.path().string())));
  const auto table = readCsv(result.path());
  ASSERT_TRUE(table.has_value()) << table.error().message;
  EXPECT_GT(table->rows(), 10u);
  EXPECT_TRUE(std::filesystem::exists(saved.path()));
}

TEST_P(Signals, EndACompilation) {
  std::string text = "model Large\n  Real x[300000](each start = 1, each fixed = true);\nequation\n";
  text += "  for i in 1:300000 loop\n    der(x[i]) = -i*x[i];\n  end for;\nend Large;\n";
  const ModelFile file(text);
  const TemporaryPath log("compile.log");
  Child child({"check", file.path()}, log.path());
  usleep(100'000);
  child.signal(GetParam());
  const auto code = child.waitFor(30);
  ASSERT_TRUE(code);
  EXPECT_EQ(*code, -GetParam()) << contentOf(log.path());
}

INSTANTIATE_TEST_SUITE_P(Both, Signals, ::testing::Values(SIGINT, SIGTERM));

TEST(Memory, AModelOfTooManyComponentsIsRefusedBeforeMemoryEnds) {
  std::string text = "model A0\n  Real x = time;\nend A0;\n";
  for (int i = 1; i <= 40; ++i)
    text +=
        "model A" + std::to_string(i) + "\n  A" + std::to_string(i - 1) + " a, b;\nend A" + std::to_string(i) + ";\n";
  const ModelFile file(text);
  const Outcome outcome = run("check " + file.argument());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the model has more than 3000000 components"));
}

TEST(Memory, ACompilationThatNeedsMoreThanItMayIsRefused) {
#if !defined(__SANITIZE_ADDRESS__)
  const ModelFile file("model Large\n  Real x[3000000] = fill(time, 3000000);\nend Large;\n");
  const Outcome outcome = run("check " + file.argument() + " --memory 300MB");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("more memory than there is (0.293 GB)"), HasSubstr("--memory")));
#endif
}

TEST(Memory, ALimitThatIsNoSizeIsRefusedWithAnExample) {
  const ModelFile file("model M Real x = time; end M;");
  for (const char* size : {"lots", "2kg", "-1GB"}) {
    const Outcome outcome = run("check " + file.argument() + " --memory=" + size);
    EXPECT_EQ(outcome.code, 2) << size;
    EXPECT_THAT(outcome.err, HasSubstr("is not a size: write it as 2GB or 500MB")) << size;
  }
}

TEST(Memory, ARunThatNeedsMoreThanItMayKeepsItsResult) {
#if !defined(__SANITIZE_ADDRESS__)
  // A delay of the whole run: nothing of the past may be forgotten.
  const ModelFile file(
      "model Past\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true), late = delay(x, 1e6);\n"
      "equation\n  der(x) = v;\n  der(v) = -1e4*x;\nend Past;\n");
  const TemporaryPath result("starved.csv");
  const Outcome outcome = run("simulate " + file.argument() +
                              " --backend interpreter --stop 1e6 --interval 10 --memory 100MB -o " + result.argument());
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("needs more memory than there is"), HasSubstr("is in")));
  EXPECT_TRUE(readCsv(result.path()).has_value());
#endif
}

TEST(Pipe, ThatIsClosedEndsTheProgramWithoutAComplaint) {
  const Outcome outcome = run("methods 2>&1 | head -n 1");
  EXPECT_EQ(outcome.code, 0);
}

TEST(ManyLevels, OfInheritanceAreRefused) {
  std::string text = "model A0\n  Real x = time;\nend A0;\n";
  for (int i = 1; i <= 10'000; ++i)
    text += "model A" + std::to_string(i) + "\n  extends A" + std::to_string(i - 1) + ";\nend A" + std::to_string(i) +
            ";\n";
  const ModelFile file(text);
  const Outcome outcome = run("check " + file.argument());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("classes extend one another more than 500 levels deep"));
}

}  // namespace
}  // namespace dashpot::cli

// A run that is interrupted and goes on later is, bit for bit, the run in one piece.
#include "models/simulated.hpp"
#include "simulation/event_watch.hpp"
#include "simulation/saved_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::HasSubstr;

std::string freshFile() {
  const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(info->name()) + std::to_string(getpid()) + ".checkpoint";
  std::ranges::replace(name, '/', '_');
  return (std::filesystem::temp_directory_path() / name).string();
}

/// Ends after so many steps.
Settings interrupted(Settings settings, int steps, const std::string& file) {
  settings.cancellation.afterStep = [left = steps]() mutable { return --left < 0; };
  settings.checkpoint = file;
  return settings;
}

/// The rows of the resumed run are the last ones of the whole run.
void expectContinuation(const Simulated& whole, const Simulated& rest) {
  const std::size_t all = whole.table->times().size(), part = rest.table->times().size();
  ASSERT_GT(part, 0u);
  ASSERT_LT(part, all);
  for (std::size_t k = 0; k < part; ++k) {
    ASSERT_EQ(rest.table->times()[k], whole.table->times()[all - part + k]);
    for (std::size_t c = 0; c < whole.table->columns().size(); ++c)
      ASSERT_EQ((*rest.table)[c][k], (*whole.table)[c][all - part + k])
          << whole.table->columns()[c].name << " row " << k;
  }
  EXPECT_EQ(rest.outcome.statistics.steps, whole.outcome.statistics.steps);
  EXPECT_EQ(rest.outcome.statistics.events, whole.outcome.statistics.events);
}

const std::string everything =
    "model M Real x(start = 1, fixed = true); Real v(start = 0, fixed = true); Real u(start = 0.5); Real late;\n"
    "discrete Real held(start = 0, fixed = true); Integer bounces(start = 0, fixed = true);\n"
    "equation der(x) = v; der(v) = -9.81 - 0.1*held + 0.3*late; u + u^3 = x + 1.5; late = delay(v, 0.3);\n"
    "when sample(0.1, 0.17) then held = x; end when;\n"
    "when x < 0 then reinit(v, -0.9*pre(v)); bounces = pre(bounces) + 1; end when;\n"
    "assert(x < 0.9, \"high\", AssertionLevel.warning); end M;";

class EveryMethod : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryMethod, GoesOnBitForBit) {
  const Settings settings{.stop = 2.0, .tolerance = 1e-6, .interval = 0.01, .method = GetParam()};
  const std::string file = freshFile();
  const Simulated whole(everything, settings);
  ASSERT_TRUE(whole.finished()) << whole.messages();
  const Simulated first(everything, interrupted(settings, 40, file));
  ASSERT_EQ(first.outcome.kind, OutcomeKind::cancelled) << first.messages();
  Settings again = settings;
  again.resume = file;
  const Simulated rest(everything, again);
  ASSERT_TRUE(rest.finished()) << rest.messages();
  expectContinuation(whole, rest);
  std::filesystem::remove(file);
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod,
                         ::testing::Values("rodas4", "rodas5p", "ros3p", "radau5", "tr-bdf2", "kencarp4", "radau"));

class EveryInlinedFormula : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryInlinedFormula, GoesOnBitForBit) {
  std::string withoutDelay = everything;
  for (const auto& [from, to] : {std::pair{"late = delay(v, 0.3)", "late = v"}})
    withoutDelay.replace(withoutDelay.find(from), std::string(from).size(), to);
  for (const double step : {0.0, 0.004}) {
    const Settings settings{.stop = 2.0, .tolerance = 1e-6, .interval = 0.01, .method = GetParam(), .step = step};
    const std::string file = freshFile();
    const Simulated whole(withoutDelay, settings);
    ASSERT_TRUE(whole.finished()) << whole.messages();
    const Simulated first(withoutDelay, interrupted(settings, 40, file));
    ASSERT_EQ(first.outcome.kind, OutcomeKind::cancelled) << first.messages();
    Settings again = settings;
    again.resume = file;
    const Simulated rest(withoutDelay, again);
    ASSERT_TRUE(rest.finished()) << rest.messages();
    expectContinuation(whole, rest);
    std::filesystem::remove(file);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryInlinedFormula,
                         ::testing::Values("inline:radau5", "inline:hw-sdirk", "inline:rodas3", "inline:tr-bdf2",
                                           "inline:bdf2", "inline:trapezoidal"));

TEST(Resume, AnIntervalThatIsTooShortForTheRestOfTheRunIsRefused) {
  const Settings settings{.stop = 1.0, .tolerance = 1e-6, .interval = 0.01};
  const std::string file = freshFile();
  const Simulated first(everything, interrupted(settings, 20, file));
  ASSERT_EQ(first.outcome.kind, OutcomeKind::cancelled) << first.messages();
  const Simulated rest(everything, {.stop = 1e12, .tolerance = 1e-6, .interval = 1e4, .resume = file});
  EXPECT_FALSE(rest.finished());
  EXPECT_THAT(rest.messages(), HasSubstr("the output interval 0.01 of the checkpoint is too small"));
  std::filesystem::remove(file);
}

TEST(Resume, EventsOfRelationsThatTheModelDoesNotHaveAreRefused) {
  EventWatch before(0.0, 1.0);
  before.note({.time = 0.3, .modes = {0, 2}});
  EventWatch after(0.0, 1.0);
  EXPECT_TRUE(after.load(before.save(), 3));
  EXPECT_EQ(after.recent().back().modes, (std::vector{0, 2}));
  EXPECT_FALSE(after.load(before.save(), 2));
}

TEST(Resume, AnEventIsFoundAtTheSameInstantWhereverTheRunGoesOn) {
  const Settings settings{.stop = 0.7, .tolerance = 1e-6, .interval = 0.01, .method = "kencarp4"};
  const Simulated whole(everything, settings);
  for (int steps = 30; steps <= 60; ++steps) {
    const std::string file = freshFile();
    const Simulated first(everything, interrupted(settings, steps, file));
    ASSERT_EQ(first.outcome.kind, OutcomeKind::cancelled) << first.messages();
    Settings again = settings;
    again.resume = file;
    const Simulated rest(everything, again);
    ASSERT_TRUE(rest.finished()) << rest.messages();
    EXPECT_EQ(rest.last("x"), whole.last("x")) << steps;
    std::filesystem::remove(file);
  }
}

TEST(Resume, ASystemWithItsOwnPivotsGoesOnBitForBit) {
  for (const char* example : {"cylinder_lines", "hires"}) {
    const std::string text = testing::exampleText(example), file = freshFile();
    const Simulated whole(text, {.method = "rodas4"});
    ASSERT_TRUE(whole.finished()) << whole.messages();
    Settings again{.method = "rodas4"};
    (void)Simulated(text, interrupted(again, 25, file));
    again.resume = file;
    const Simulated rest(text, again);
    ASSERT_TRUE(rest.finished()) << rest.messages();
    expectContinuation(whole, rest);
    std::filesystem::remove(file);
  }
}

TEST(Resume, StateSetsGoOn) {
  const std::string pendulum =
      "model M Real x(start = 1, fixed = true); Real y(start = 0); Real vx; Real vy(start = -7, fixed = true); Real "
      "F;\n"
      "equation der(x) = vx; der(y) = vy; der(vx) = -F*x; der(vy) = -F*y - 9.81; x^2 + y^2 = 1; end M;";
  const Settings settings{.stop = 3.0, .tolerance = 1e-7, .interval = 0.02};
  const std::string file = freshFile();
  const Simulated whole(pendulum, settings);
  ASSERT_TRUE(whole.finished()) << whole.messages();
  (void)Simulated(pendulum, interrupted(settings, 60, file));
  Settings again = settings;
  again.resume = file;
  const Simulated rest(pendulum, again);
  ASSERT_TRUE(rest.finished()) << rest.messages();
  expectContinuation(whole, rest);
  std::filesystem::remove(file);
}

TEST(Resume, SundialsSaysThatItStartsAnew) {
  Settings settings{.stop = 2.0, .method = "ida"};
  const std::string file = freshFile();
  (void)Simulated(everything, interrupted(settings, 40, file));
  settings.resume = file;
  const Simulated rest(everything, settings);
  ASSERT_TRUE(rest.finished()) << rest.messages();
  EXPECT_THAT(rest.messages(), HasSubstr("starts again at order one"));
  std::filesystem::remove(file);
}

TEST(Resume, AnEndedRunGoesOnToALaterEnd) {
  const std::string text = "model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;", file = freshFile();
  Settings settings{.stop = 1.0, .tolerance = 1e-8};
  settings.checkpoint = file;
  ASSERT_TRUE(Simulated(text, settings).finished());
  Settings later{.stop = 2.0, .tolerance = 1e-8};
  later.resume = file;
  const Simulated rest(text, later);
  ASSERT_TRUE(rest.finished()) << rest.messages();
  EXPECT_NEAR(rest.last("x"), std::exp(-2), 1e-7);
  later.stop = 1.0;
  EXPECT_THAT(Simulated(text, later).messages(), HasSubstr("--stop"));
  std::filesystem::remove(file);
}

TEST(Resume, AnEventAtTheEndIsNotLost) {
  const std::string text =
      "model M Real x(start = 0, fixed = true); Real v(start = 1, fixed = true); equation der(x) = v; der(v) = 0; when "
      "sample(1, 1) then reinit(v, pre(v) + 1); end when; end M;";
  const std::string file = freshFile();
  Settings settings{.stop = 1.0};
  settings.checkpoint = file;
  ASSERT_TRUE(Simulated(text, settings).finished());
  Settings later{.stop = 1.5};
  later.resume = file;
  const Simulated rest(text, later);
  ASSERT_TRUE(rest.finished()) << rest.messages();
  EXPECT_NEAR(rest.last("x"), 1 + 0.5 * 2, 1e-9);
  std::filesystem::remove(file);
}

TEST(Resume, AnotherModelADamagedFileAndNoFileAreRefused) {
  const std::string text = "model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;", file = freshFile();
  Settings settings{.stop = 1.0};
  settings.checkpoint = file;
  ASSERT_TRUE(Simulated(text, settings).finished());
  Settings later{.stop = 2.0};
  later.resume = file;
  const auto message = [&](const std::string& model) {
    const Simulated run(model, later);
    EXPECT_EQ(run.outcome.kind, OutcomeKind::rejected);
    return run.messages();
  };
  EXPECT_THAT(message("model M Real x(start = 1, fixed = true); equation der(x) = -2*x; end M;"),
              HasSubstr("another text of the model 'M'"));
  EXPECT_THAT(message("model N Real x(start = 1, fixed = true); equation der(x) = -x; end N;"),
              HasSubstr("is of the model 'M', not of 'N'"));

  std::string bytes;
  {
    std::ifstream in(file, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  for (const std::size_t place : {std::size_t{20}, bytes.size() / 2, bytes.size() - 1}) {
    std::string broken = bytes;
    broken[place] = static_cast<char>(broken[place] ^ 1);
    std::ofstream(file, std::ios::binary) << broken;
    EXPECT_THAT(message(text), HasSubstr("is damaged")) << place;
  }
  for (const std::size_t length : {std::size_t{15}, bytes.size() / 3, bytes.size() - 1}) {
    std::ofstream(file, std::ios::binary) << bytes.substr(0, length);
    EXPECT_THAT(message(text), HasSubstr("is damaged")) << length;
  }
  std::ofstream(file, std::ios::binary) << "something else";
  EXPECT_THAT(message(text), HasSubstr("is not a checkpoint"));
  std::filesystem::remove(file);
  EXPECT_THAT(message(text), HasSubstr("cannot read the checkpoint"));
}

TEST(Checkpoint, AFailedRunCanBeLookedAtAndTriedAgain) {
  const std::string text =
      "model M Real x(start = 1, fixed = true); Real y(start = 1, fixed = true); equation der(x) = -1; der(y) = "
      "-sqrt(x); "
      "end M;";
  const std::string file = freshFile();
  Settings settings{.stop = 2.0};
  settings.checkpoint = file;
  const Simulated run(text, settings);
  ASSERT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_TRUE(std::filesystem::exists(file));
  Settings again{.stop = 2.0, .method = "radau5"};
  again.resume = file;
  const Simulated rest(text, again);
  EXPECT_EQ(rest.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(rest.messages(), HasSubstr("begun with the method"));
  std::filesystem::remove(file);
}

TEST(Resume, AModelWithoutStatesGoesOnBitForBit) {
  const std::string still =
      "model M Real z; Integer n(start = 0, fixed = true); equation z ^ 3 + z = sin(5 * time);\n"
      "when z > 0.3 then n = pre(n) + 1; end when; end M;";
  const Settings settings{.stop = 4.0, .interval = 0.01};
  const std::string file = freshFile();
  const Simulated whole(still, settings);
  EXPECT_EQ(whole.last("n"), 4.0) << "sin(5 t) rises four times";
  const Simulated first(still, interrupted(settings, 100, file));
  ASSERT_EQ(first.outcome.kind, OutcomeKind::cancelled) << first.messages();
  Settings again = settings;
  again.resume = file;
  const Simulated rest(still, again);
  ASSERT_TRUE(rest.finished()) << rest.messages();
  expectContinuation(whole, rest);
  std::filesystem::remove(file);
}

TEST(Checkpoint, WhereItCannotBeWrittenNothingRuns) {
  // A file in the place of a folder cannot be written into, not even by root; a folder is no file.
  const std::string taken = freshFile();
  std::ofstream(taken) << "text";
  const std::string folder = std::filesystem::temp_directory_path().string();
  for (const std::string& file : {std::string("/nowhere/at/all"), taken + "/saved", folder}) {
    Settings settings{.stop = 1.0};
    settings.checkpoint = file;
    const Simulated run("model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;", settings);
    EXPECT_EQ(run.outcome.kind, OutcomeKind::rejected);
    EXPECT_THAT(run.messages(), HasSubstr("cannot write the checkpoint '" + file + "'"));
    EXPECT_TRUE(run.table->times().empty());
  }
  EXPECT_EQ(std::filesystem::file_size(taken), 4u);
  std::filesystem::remove(taken);
}

}  // namespace
}  // namespace dashpot::simulation

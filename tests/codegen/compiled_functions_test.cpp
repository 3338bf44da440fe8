// Code that is shared, swapped while it runs, and kept on disk.
#include "codegen/procedures.hpp"
#include "codegen/random_models.hpp"
#include "models/compiled.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

namespace dashpot::codegen {
namespace {

using codegen::trials::RandomInputs;
using codegen::trials::randomModel;
using codegen::trials::sameBits;
namespace fs = std::filesystem;

TEST(CompiledFunctions, GivesTheSameBitsOnManyThreadsWhileTiersAreSwapped) {
  std::mt19937 random(21);
  const CompiledModel model = randomModel(random, {.instructions = 3000});
  const RandomInputs inputs(model, random);
  Vector expected(model[Entry::rhs].outputCount());
  makeInterpreter(model)->run(Entry::rhs, inputs.view(), expected);
  CompiledFunctions code(model);
  std::atomic<int> differences = 0;
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&] {
      const auto executable = code.executable();
      Vector actual(expected.size());
      for (int call = 0; call < 4000 && (call < 400 || !code.tierOf(Entry::rhs)); ++call) {
        executable->run(Entry::rhs, inputs.view(), actual);
        if (!sameBits(expected, actual)) ++differences;
      }
    });
  ASSERT_TRUE(code.prepare(Entry::rhs, Tier::fast)) << code.problem();
  ASSERT_TRUE(code.prepare(Entry::rhs, Tier::optimised)) << code.problem();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(differences, 0);
}

TEST(CompiledFunctions, MayGoWhileItIsBeingMade) {
  std::mt19937 random(22);
  const CompiledModel model = randomModel(random, {.instructions = 3000});
  const RandomInputs inputs(model, random);
  CompiledFunctions code(model);
  const auto executable = code.executable();
  Vector out(model[Entry::rhs].outputCount());
  for (int call = 0; call < 40'000; ++call) executable->run(Entry::rhs, inputs.view(), out);  // enough to start it
}

/// LLVM takes more memory than a large model, and longer than such a run.
#if defined(__x86_64__)
TEST(CompiledFunctions, OfLargeModelsAreNotOptimisedForShortRuns) {
  std::mt19937 random(22);
  const CompiledModel model = randomModel(random, {.instructions = 3000});
  const RandomInputs inputs(model, random);
  CompiledFunctions code(model);
  if (!code.assembles()) GTEST_SKIP() << "nothing is assembled here";
  const auto executable = code.executable();
  Vector out(model[Entry::rhs].outputCount());
  for (int call = 0; call < 10'000; ++call) executable->run(Entry::rhs, inputs.view(), out);  // some 15 ms
  EXPECT_FALSE(code.stopMaking());
  EXPECT_EQ(code.tierOf(Entry::rhs), Tier::fast);
}
#endif

TEST(CompiledFunctions, TellHowManyEvaluationsEachKindOfCodeDid) {
  std::mt19937 random(26);
  const CompiledModel model = randomModel(random, {.instructions = 100});
  const RandomInputs inputs(model, random);
  CompiledFunctions code(model);
  const auto executable = code.executable();
  Vector out(model[Entry::rhs].outputCount());
  for (int call = 0; call < 1000; ++call) executable->run(Entry::rhs, inputs.view(), out);
  const EvaluationCounts before = executable->evaluations();
  EXPECT_EQ(before.interpreted + before.fast, 1000u);
  EXPECT_EQ(before.optimised, 0u);
  ASSERT_TRUE(code.prepare(Entry::rhs, Tier::optimised)) << code.problem();
  for (int call = 0; call < 1000; ++call) executable->run(Entry::rhs, inputs.view(), out);
  const EvaluationCounts after = executable->evaluations();
  EXPECT_EQ(after.interpreted + after.fast + after.optimised, 2000u);
  EXPECT_GT(after.optimised, 0u);
}

TEST(CompiledFunctions, OfStepsAreAssembledAtOnceAndOthersOnceTheyWereCalledAFewTimes) {
  std::mt19937 random(27);
  CompiledModel model = randomModel(random, {.instructions = 100});
  model.functions[static_cast<std::size_t>(Entry::observed)] = model[Entry::rhs];
  const RandomInputs inputs(model, random);
  CompiledFunctions code(model);
  if (!code.prepare(Entry::jacobian, Tier::fast) || !code.assembles()) GTEST_SKIP() << "nothing is assembled here";
  const auto executable = code.executable();
  Vector out(model[Entry::rhs].outputCount());
  for (int call = 0; call < 10; ++call) executable->run(Entry::rhs, inputs.view(), out);
  EXPECT_EQ(executable->evaluations().interpreted, 0u);
  for (int call = 0; call < 10; ++call) executable->run(Entry::observed, inputs.view(), out);
  EXPECT_EQ(executable->evaluations().interpreted, 3u);
}

TEST(CompiledFunctions, InASeriesHaveTheBitsOfSingleCallsWhateverIsCalledBetween) {
  std::mt19937 random(28);
  const CompiledModel model = randomModel(random, {.instructions = 300});
  const RandomInputs inputs(model, random);
  const Arguments arguments = inputs.view();
  Arguments later = arguments;
  later.time += 1;
  Vector expected(model[Entry::rhs].outputCount()), actual(expected), between(expected);
  makeInterpreter(model)->run(Entry::rhs, arguments, expected);
  CompiledFunctions code(model);
  ASSERT_TRUE(code.prepare(Entry::rhs, Tier::fast)) << code.problem();
  const auto executable = code.executable();
  EXPECT_FALSE(executable->series(Entry::rhs, arguments, 1)) << "before the code was found";
  executable->run(Entry::rhs, arguments, actual);
  constexpr int rounds = 300, calls = 8;
  for (int round = 0; round < rounds; ++round) {
    const DirectFunction direct = executable->series(Entry::rhs, arguments, calls);
    ASSERT_TRUE(direct);
    for (int call = 0; call < calls; ++call) {
      std::ranges::fill(actual, 0.0);
      (void)direct(arguments.time, arguments.y.data(), actual.data());
      ASSERT_TRUE(sameBits(expected, actual));
      if (call == 3) executable->run(Entry::rhs, later, between);
    }
  }
  EXPECT_EQ(executable->evaluations().fast, 1u + rounds * (calls + 1u));
  EXPECT_FALSE(executable->series(Entry::rhs, arguments, 1'000'000)) << "more than between two reports";
}

TEST(CompiledFunctions, ThatAreInterpretedHaveNoSeries) {
  std::mt19937 random(29);
  const CompiledModel model = randomModel(random, {.instructions = 100});
  const RandomInputs inputs(model, random);
  CompiledFunctions code(model, {.backend = Backend::interpreter});
  const auto executable = code.executable();
  Vector out(model[Entry::rhs].outputCount());
  for (int call = 0; call < 100; ++call) executable->run(Entry::rhs, inputs.view(), out);
  EXPECT_FALSE(executable->series(Entry::rhs, inputs.view(), 1));
}

#if defined(__x86_64__)
TEST(CompiledFunctions, AreNativeFromTheTenthCallOn) {
  std::mt19937 random(27);
  const CompiledModel model = randomModel(random, {.instructions = 2000});
  const RandomInputs inputs(model, random);
  CompiledFunctions code(model);
  const auto executable = code.executable();
  Vector out(model[Entry::rhs].outputCount());
  for (int call = 0; call < 10; ++call) executable->run(Entry::rhs, inputs.view(), out);
  EXPECT_EQ(code.tierOf(Entry::rhs), Tier::fast);
}
#endif

TEST(CompiledFunctions, WithoutNativeCodeIsInterpreted) {
  std::mt19937 random(23);
  const CompiledModel model = randomModel(random, {.instructions = 100});
  CompiledFunctions code(model, {.backend = Backend::interpreter});
  EXPECT_FALSE(code.prepare(Entry::rhs, Tier::fast));
  EXPECT_FALSE(code.tierOf(Entry::rhs));
  EXPECT_EQ(code.problem(), "");
}

/// A library that was built for another program: it has the entry that is asked for, but not the same interface.
TEST(CompiledFunctions, OfAnotherVersionIsNotUsed) {
  std::string pattern = fs::temp_directory_path() / "dashpot-library-XXXXXX";
  const fs::path folder = mkdtemp(pattern.data());
  const auto build = [&](const std::string& text) {
    std::ofstream(folder / "other.c") << text;
    const std::string library = folder / "other.so";
    const std::string command = "cc -shared -fPIC -o '" + library + "' '" + (folder / "other.c").string() + "'";
    EXPECT_EQ(std::system(command.c_str()), 0);
    return library;
  };
  std::mt19937 random(25);
  const CompiledModel model = randomModel(random, {.instructions = 50});
  const std::string make = "void* dashpotMakeNativeGenerator(void) { return 0; }\n";
  for (const std::string& text : {make, make + "unsigned long dashpotNativeInterface(void) { return 7; }\n"}) {
    CompiledFunctions code(model, {.generator = {.library = build(text)}});
    EXPECT_FALSE(code.prepare(Entry::rhs, Tier::optimised));
    EXPECT_THAT(code.problem(), ::testing::HasSubstr("belongs to another version of this program"));
    Vector out(model[Entry::rhs].outputCount());
    const RandomInputs inputs(model, random);
    code.executable()->run(Entry::rhs, inputs.view(), out);  // interpreted
    fs::remove(folder / "other.so");
  }
  CompiledFunctions missing(model, {.generator = {.library = folder / "nowhere.so"}});
  EXPECT_FALSE(missing.prepare(Entry::rhs, Tier::optimised));
  EXPECT_THAT(missing.problem(), ::testing::HasSubstr("native code is not available"));
  fs::remove_all(folder);
}

class Cache : public ::testing::Test {
 protected:
  Cache() {
    std::string pattern = fs::temp_directory_path() / "dashpot-cache-XXXXXX";
    folder = fs::path(mkdtemp(pattern.data())) / "made" / "on demand";
  }
  ~Cache() override { fs::remove_all(folder.parent_path().parent_path()); }

  NativeGenerator::CacheCounts run() {
    CompiledFunctions code(model, {.generator = {.cacheDirectory = folder, .cacheLimit = limit}});
    EXPECT_TRUE(code.prepare(Entry::rhs, Tier::optimised)) << code.problem();
    Vector expected(model[Entry::rhs].outputCount()), actual(expected);
    makeInterpreter(model)->run(Entry::rhs, inputs.view(), expected);
    code.executable()->run(Entry::rhs, inputs.view(), actual);
    EXPECT_TRUE(sameBits(expected, actual));
    return code.cacheCounts();
  }
  std::vector<fs::path> files() const {
    std::vector<fs::path> result;
    for (const auto& file : fs::directory_iterator(folder)) result.push_back(file.path());
    return result;
  }

  std::mt19937 random{24};
  CompiledModel model = randomModel(random, {.instructions = 150});
  RandomInputs inputs{model, random};
  fs::path folder;
  std::uint64_t limit = std::uint64_t{256} << 20;
};

TEST_F(Cache, FindsWhatWasCompiledBefore) {
  EXPECT_EQ(run().stored, 1u);
  const auto counts = run();
  EXPECT_EQ(counts.found, 1u);
  EXPECT_EQ(counts.stored, 0u);
}

/// They serve the interpreter and assembled code in the middle of a run; what is kept shows that they were made.
TEST_F(Cache, KeepsTheProceduresThatAreMadeOnceInterpretingThemTakesLong) {
  using enum codegen::trials::Which;
  const CompiledModel calling = codegen::trials::callingModel({fac, tableOf, halveOf, guardedOf});
  CompiledFunctions code(calling, {.generator = {.cacheDirectory = folder}});
  const auto executable = code.executable(), interpreter = makeInterpreter(calling);
  Vector expected(4), actual(4);
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; code.cacheCounts().stored == 0; ++i) {
    ASSERT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30)) << code.problem();
    const Vector parameters{static_cast<double>(i % 20), static_cast<double>(1 + i % 5)};
    for (int k = 0; k < 100; ++k) (void)executable->run(Entry::start, {.parameters = parameters}, actual);
    (void)interpreter->run(Entry::start, {.parameters = parameters}, expected);
    ASSERT_TRUE(sameBits(expected, actual)) << i;
  }
  EXPECT_EQ(code.tierOf(Entry::start), Tier::fast);
  const Vector parameters{7.25, 3.0};
  (void)executable->run(Entry::start, {.parameters = parameters}, actual);
  (void)interpreter->run(Entry::start, {.parameters = parameters}, expected);
  EXPECT_TRUE(sameBits(expected, actual));
}

TEST_F(Cache, IgnoresAndReplacesADamagedFile) {
  run();
  const fs::path file = files().at(0);
  const auto whole = fs::file_size(file);
  const auto damage = [&](const auto& how) {
    how();
    const auto counts = run();
    EXPECT_EQ(counts.damaged, 1u);
    EXPECT_EQ(counts.stored, 1u);
    EXPECT_EQ(run().found, 1u);
  };
  damage([&] { fs::resize_file(file, whole / 2); });
  damage([&] { fs::resize_file(file, 0); });
  damage([&] {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(static_cast<std::streamoff>(whole / 2));
    stream.put('x').put('y').put('z');
  });
}

TEST_F(Cache, OfAnotherModelIsNotMistakenForThisOne) {
  run();
  model.functions[static_cast<std::size_t>(Entry::rhs)].constants[0] += 0.25;
  EXPECT_EQ(run().found, 0u);
  EXPECT_EQ(files().size(), 2u);
}

TEST_F(Cache, KeepsToItsLimitByWhatWasNotUsedForLongest) {
  run();
  const fs::path first = files().at(0);
  fs::last_write_time(first, fs::file_time_type::clock::now() - std::chrono::hours(1));
  limit = fs::file_size(first) * 3 / 2;  // room for one
  model.functions[static_cast<std::size_t>(Entry::rhs)].constants[0] += 0.25;
  EXPECT_EQ(run().stored, 1u);
  EXPECT_FALSE(fs::exists(first));
  EXPECT_EQ(run().found, 1u) << "the newer one is still there";
}

TEST_F(Cache, IsOfNobodyElse) {
  run();
  EXPECT_EQ(fs::status(folder).permissions() & (fs::perms::group_all | fs::perms::others_all), fs::perms::none);
}

TEST_F(Cache, ThatCannotBeWrittenIsDoneWithout) {
  fs::create_directories(folder.parent_path());
  std::ofstream(folder.string()) << "a file, not a folder";
  const auto counts = run();
  EXPECT_EQ(counts.found + counts.stored, 0u);
}

TEST_F(Cache, MayBeUsedByManyAtOnce) {
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k) threads.emplace_back([this] { run(); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(files().size(), 1u);
}

}  // namespace
}  // namespace dashpot::codegen

// What a model prints: where it goes, and where it cannot go (docs/security.md).
#include "cli/model_file.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstring>

namespace dashpot::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

std::string printing(const std::string& calls) {
  return "function print input String string; input String fileName = \"\"; "
         "external \"C\" ModelicaInternal_print(string, fileName); end print;\n"
         "model M Real x = time; equation when x > 0.5 then " +
         calls + " end when; end M;\n";
}

TEST(Printing, LinesGoToStandardOutput) {
  const ModelFile file(printing("print(\"half at \" + String(time));"));
  EXPECT_THAT(run("simulate " + file.argument()).out, HasSubstr("half at 0.5\n"));
  const Outcome kept = run("simulate --json " + file.argument());
  EXPECT_EQ(nlohmann::json::parse(kept.out)["output"], nlohmann::json({"half at 0.5"}));
}

TEST(Printing, NothingIsPrintedBeforeTheModelRuns) {
  const TemporaryPath folder("quiet");
  fs::create_directories(folder.path());
  const ModelFile file(printing("print(\"hello\"); print(\"hello\", \"hello.txt\");"));
  for (const char* verb : {"check ", "flatten ", "structure "}) {
    const Outcome outcome = run(verb + file.argument(), "cd " + folder.argument() + " && ");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, Not(HasSubstr("\nhello\n")));
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Printing, TextsAreWrittenBeneathTheWorkingFolder) {
  const TemporaryPath folder("texts");
  fs::create_directories(folder.path() / "sub");
  std::ofstream(folder.path() / "old.log") << "before\n";
  const ModelFile file(
      printing("print(\"one\", \"sub/new.txt\"); print(\"two\", \"sub/new.txt\"); print(\"more\", \"old.log\");"));
  const Outcome outcome = run("simulate " + file.argument(), "cd " + folder.argument() + " && ");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(contentOf(folder.path() / "sub/new.txt"), "one\ntwo\n");
  EXPECT_EQ(contentOf(folder.path() / "old.log"), "before\nmore\n");
}

// By columns, after the head that version 4 of MAT files has: type, rows, columns, no imaginary part, length of the name.
TEST(Printing, MatricesAreWrittenAsMatFiles) {
  const TemporaryPath folder("matrices");
  fs::create_directories(folder.path());
  const ModelFile file(
      "function write input String file; input Boolean append; input Real A[:, :]; "
      "external \"C\" ModelicaIO_writeRealMatrix(file, \"A\", A, size(A, 1), size(A, 2), append, \"4\"); end write;\n"
      "model M Real x = time; equation when x > 0.5 then write(\"a.mat\", false, [9]); "
      "write(\"a.mat\", false, [1, x; 3, 4]); write(\"a.mat\", true, [5]); end when; end M;\n");
  const Outcome outcome = run("simulate " + file.argument(), "cd " + folder.argument() + " && ");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::string bytes = contentOf(folder.path() / "a.mat");
  ASSERT_EQ(bytes.size(), 2 * (20 + 2) + 5 * 8);
  const auto heads = [&](std::size_t at) {
    std::array<std::int32_t, 5> numbers{};
    std::memcpy(numbers.data(), bytes.data() + at, sizeof numbers);
    return numbers;
  };
  EXPECT_EQ(heads(0), (std::array<std::int32_t, 5>{0, 2, 2, 0, 2}));
  EXPECT_EQ(heads(54), (std::array<std::int32_t, 5>{0, 1, 1, 0, 2}));
  std::array<double, 4> values{};
  std::memcpy(values.data(), bytes.data() + 22, sizeof values);
  EXPECT_EQ(values[1], 3.0);
  EXPECT_NEAR(values[2], 0.5, 1e-9);
}

TEST(Printing, NoOtherFileIsWritten) {
  const TemporaryPath folder("refused"), outside("outside");
  fs::create_directories(folder.path() / ".hidden");
  fs::create_directories(outside.path());
  std::ofstream(folder.path() / "data.csv") << "0, 1\n";
  std::ofstream(outside.path() / "target.txt") << "target\n";
  fs::create_symlink(outside.path() / "target.txt", folder.path() / "link.txt");
  fs::create_directory_symlink(outside.path(), folder.path() / "way");
  const std::string there = outside.path().string();
  for (const std::string& name :
       {std::string("run.sh"), std::string(".profile.txt"), std::string(".hidden/a.txt"), std::string("data.csv"),
        std::string("link.txt"), std::string("way/b.txt"), std::string("../c.txt"), there + "/d.txt",
        std::string("none/e.txt"), std::string("/dev/stderr")}) {
    const ModelFile file(printing("print(\"x\", \"" + name + "\");"));
    const Outcome outcome = run("simulate " + file.argument(), "cd " + folder.argument() + " && ");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("is not written: ")) << name;
  }
  EXPECT_EQ(contentOf(folder.path() / "data.csv"), "0, 1\n");
  EXPECT_EQ(contentOf(outside.path() / "target.txt"), "target\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(outside.path()), {}), 1);
  EXPECT_TRUE(fs::is_empty(folder.path() / ".hidden"));
}

}  // namespace
}  // namespace dashpot::cli

// Classes of libraries by name, and files that lie in a directory package.
#include "cli/model_file.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace dashpot::cli {
namespace {

using ::testing::HasSubstr;

/// DIR/Lib/package.mo, DIR/Lib/Parts.mo with a model, and DIR/Lib/Tank.mo that uses it.
class LibraryDirectory : public TemporaryPath {
 public:
  explicit LibraryDirectory(const std::string& name) : TemporaryPath(name) {
    write("Lib/package.mo", "package Lib\nend Lib;\n");
    write("Lib/Parts.mo",
          "within Lib;\npackage Parts\n  model Decay\n    Real x(start = 1, fixed = true);\n  equation\n"
          "    der(x) = -x;\n  end Decay;\nend Parts;\n");
    write("Lib/Tank.mo", "within Lib;\nmodel Tank\n  Parts.Decay level;\nend Tank;\n");
    write("Lib/Broken.mo", "within Lib;\nmodel Broken\n  Real x = ;\nend Broken;\n");
  }
  [[nodiscard]] std::string file(const std::string& name) const { return "'" + (path() / name).string() + "'"; }

 private:
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path() / name).parent_path());
    std::ofstream(path() / name) << text;
  }
};

constexpr const char* tankReport = "Lib.Tank: 1 equations, 1 unknowns, 1 states, 0 parameters\n";

TEST(LibraryOption, AClassIsFoundByItsName) {
  const LibraryDirectory library("by-name");
  EXPECT_EQ(run("check Lib.Tank --library " + library.argument()).out, tankReport);
  EXPECT_EQ(run("check Lib.Tank --library " + library.file("Lib")).out, tankReport);
  EXPECT_EQ(run("check Lib --model Lib.Tank --library " + library.argument()).out, tankReport);
  EXPECT_EQ(run("check Lib.Tank", "MODELICAPATH=" + library.argument()).out, tankReport);
}

TEST(LibraryOption, AFileFindsThePackageAroundIt) {
  const LibraryDirectory library("around");
  EXPECT_EQ(run("check " + library.file("Lib/Tank.mo")).out, tankReport);
  EXPECT_THAT(run("check " + library.file("Lib/Parts.mo") + " --model Decay").out, HasSubstr("Lib.Parts.Decay: 1 eq"));
}

TEST(LibraryOption, AModelFileUsesTheLibrary) {
  const LibraryDirectory library("used");
  const ModelFile file("model M\n  Lib.Tank tank;\nend M;\n");
  EXPECT_THAT(run("check " + file.argument() + " --library " + library.argument()).out, HasSubstr("M: 1 equations"));
}

TEST(LibraryOption, OnlyFilesThatAreNeededAreRead) {
  const LibraryDirectory library("lazy");  // Broken.mo is not
  EXPECT_EQ(run("check Lib.Tank --library " + library.argument()).err, "");
  EXPECT_THAT(run("check Lib.Broken --library " + library.argument()).err, HasSubstr("Broken.mo:3:12: error"));
}

TEST(LibraryOption, WhatIsNotThereIsNamed) {
  const LibraryDirectory library("missing");
  EXPECT_EQ(run("check Lub.Tank --library " + library.argument()).err,
            "error: there is no file and no class 'Lub.Tank'\nhint: did you mean 'Lib'?\n");
  EXPECT_EQ(
      run("check Lib.Tonk --library " + library.argument()).err,
      "error: there is no file and no class 'Lib.Tonk'\nnote: Lib is there, but not all of the rest of the name\n");
  const Outcome outcome = run("check Lib.Tank --library no/such/directory");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "error: there is no library directory 'no/such/directory'\n");
}

TEST(CheckJson, GivesCountsPerKindAndWarningsOfUnits) {
  const ModelFile file(
      "model M\n  Real s(unit = \"m\", start = 0, fixed = true);\n  parameter Real a(unit = \"m\") = 1;\nequation\n"
      "  der(s) = a;\nend M;\n");
  const auto answer = nlohmann::json::parse(run("check --json " + file.argument()).out);
  EXPECT_EQ(answer["ok"], true);
  EXPECT_EQ(answer["counts"]["equations"]["written"], 1);
  EXPECT_EQ(answer["counts"]["variables"]["parameter"], 1);
  ASSERT_EQ(answer["diagnostics"].size(), 1u);
  EXPECT_EQ(answer["diagnostics"][0]["code"], "units");
  EXPECT_EQ(answer["diagnostics"][0]["line"], 5);
}

}  // namespace
}  // namespace dashpot::cli

// A model file can do nothing but compute: docs/security.md.
#include "base/printable.hpp"
#include "cli/model_file.hpp"
#include "cli/output_files.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <regex>
#include <sys/stat.h>

namespace dashpot::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* decaying = "model Decay Real x(start = 1, fixed = true); equation der(x) = -x; end Decay;\n";

bool isForATerminal(const Outcome& outcome) {
  return dashpot::isPrintable(outcome.out, Lines::many) && dashpot::isPrintable(outcome.err, Lines::many);
}

// ---- commands -------------------------------------------------------------------------------------------------------

TEST(Security, NoTextOfAModelBecomesACommand) {
  const TemporaryPath folder("commands");
  fs::create_directories(folder.path());
  const std::string nul(1, '\0');
  for (const std::string& unit : {std::string("a\\\\") + nul, std::string("a\\\\"), nul, std::string("`touch ran`")}) {
    const ModelFile file("model M Real '; system(\"touch ran\") #'(start = 1, fixed = true, unit = \"" + unit +
                         "\");\nequation der('; system(\"touch ran\") #') = -1; end M;\n");
    const Outcome outcome =
        run("simulate " + file.argument() + " --plot - --plot a.png --plot a.svg", "cd " + folder.argument() + " && ");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_FALSE(fs::exists(folder.path() / "ran"));
    EXPECT_TRUE(isForATerminal(outcome));
  }
}

TEST(Security, QuotedNamesArePlotted) {
  const TemporaryPath svg("quoted.svg"), png("quoted.png");
  const ModelFile file("model 'Q 3' Real 'my x'(start = 1, fixed = true); equation der('my x') = -1; end 'Q 3';\n");
  const Outcome outcome =
      run("simulate " + file.argument() + " --plot - --plot " + svg.argument() + " --plot " + png.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(contentOf(svg.path()), AllOf(HasSubstr("'my x'"), HasSubstr("'Q 3'")));
  EXPECT_THAT(outcome.out, HasSubstr("'my x'"));
}

// ---- terminals ------------------------------------------------------------------------------------------------------

TEST(Security, NoTextOfAModelReachesTheTerminalAsACommand) {
  const std::string escape = "\x1b]0;owned\x07\x1b[2J";
  const ModelFile file("model M \"" + escape + "\" Real x(start = 1, fixed = true, unit = \"" + escape +
                       "\") \"\xE9\"; parameter Real p = 1 \"" + escape +
                       "\"; equation der(x) = -x; assert(x > 0.5, \"" + escape + "\"); end M;\n");
  for (const char* arguments : {"simulate ", "check ", "structure ", "linearize ", "simulate --json ", "check --json ",
                                "structure --json ", "flatten --json ", "simulate --plot - "}) {
    const Outcome outcome = run(arguments + file.argument());
    EXPECT_TRUE(isForATerminal(outcome)) << arguments;
    EXPECT_NE(outcome.code, 70) << arguments << outcome.err;
  }
  EXPECT_TRUE(isForATerminal(run("simulate $'no\\x1b[2J\\xe9.mo'")));
  EXPECT_TRUE(isForATerminal(run("simulate $'\\x1b[2J' --set $'\\x1b[2J'")));
  EXPECT_TRUE(isForATerminal(run("$'\\x1b[2J'")));
}

TEST(Security, NamesHaveNoControlCharacters) {
  for (const std::string& name : {std::string("a\x1b[2J"), std::string("a\0b", 3), std::string("x\xFF\xFE")}) {
    const ModelFile file("model M Real '" + name + "' = time; end M;\n");
    const Outcome outcome = run("simulate --json " + file.argument());
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(json::parse(outcome.out)["diagnostics"][0]["message"],
                HasSubstr("this name has a control character in it, or one that is not UTF-8"));
  }
}

TEST(Security, TextThatIsNotUtf8IsShownByItsBytes) {
  const ModelFile file(
      "model J \"caf\xE9\" Real x(start = 1, fixed = true, unit = \"\xB0"
      "C\"); equation der(x) = -1; assert(x > 0.5, "
      "\"d\xE9"
      "bord\"); annotation(Documentation(info = \"<p>\xE9</p>\")); end J;\n");
  const Outcome outcome = run("simulate --json " + file.argument());
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_THAT(json::parse(outcome.out)["diagnostics"].dump(), HasSubstr("d\\\\xE9bord"));
  const TemporaryPath csv("latin.csv"), svg("latin.svg");
  EXPECT_EQ(
      run("simulate --stop 0.1 --units -o " + csv.argument() + " --plot " + svg.argument() + " " + file.argument())
          .code,
      0);
  EXPECT_TRUE(dashpot::isPrintable(contentOf(csv.path()), Lines::many));
  EXPECT_TRUE(dashpot::isPrintable(contentOf(svg.path()), Lines::many));
}

/// Whoever prints otherwise bypasses the escaping.
TEST(Security, VerbsPrintInOneWayOnly) {
  const fs::path folder = fs::path(testing::sourceTree) / "src" / "cli";
  const std::regex ownLine(R"(fmt::print\(stderr, "\\r\\x1b)");  // progress, which clears its line
  const std::regex otherWay(R"(fmt::print\(|std::cout|std::cerr|\bprintf\(|\bputs\(|\.dump\()");
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("output.") || name == "progress_line.cpp") continue;  // the way itself; numbers alone
    const std::string text = std::regex_replace(contentOf(entry.path()), ownLine, "");
    EXPECT_FALSE(std::regex_search(text, otherWay)) << name;
  }
}

// ---- files that a model names ---------------------------------------------------------------------------------------

std::string tableModel(const std::string& file) {
  return "type Smoothness = enumeration(linear, constant_);\ntype Extrapolation = enumeration(hold, last);\n"
         "class Curve extends ExternalObject; function constructor input String fileName; input String tableName; "
         "input Real table[:, :]; "
         "input Integer columns[:]; input Smoothness smoothness; input Extrapolation extrapolation; output Curve t; "
         "external \"C\" t = ModelicaStandardTables_CombiTable1D_init2(fileName, tableName, table, size(table, 1), "
         "size(table, 2), columns, "
         "size(columns, 1), smoothness, extrapolation); end constructor; function destructor input Curve t; external "
         "\"C\" "
         "ModelicaStandardTables_CombiTable1D_close(t); end destructor; end Curve;\n"
         "function value input Curve t; input Integer i; input Real u; output Real y; external \"C\" y = "
         "ModelicaStandardTables_CombiTable1D_getValue(t, i, u); end value;\n"
         "model M parameter Curve t = Curve(\"" +
         file +
         "\", \"tab\", fill(0.0, 0, 2), {2}, Smoothness.linear, Extrapolation.hold); Real y = value(t, 1, time); end "
         "M;\n";
}

TEST(Security, TablesAreReadBesideTheModelOrWhereTheUserAllows) {
  const TemporaryPath own("own"), other("other");
  fs::create_directories(own.path());
  fs::create_directories(other.path());
  for (const TemporaryPath* folder : {&own, &other})
    std::ofstream(folder->path() / "t.txt") << "#1\ndouble tab(2,2) 0 3 1 3\n";
  const auto simulate = [&](const fs::path& table, const std::string& options = "") {
    std::ofstream(own.path() / "model.mo") << tableModel(table.string());
    return run("simulate '" + (own.path() / "model.mo").string() + "'" + options);
  };
  const Outcome beside = simulate(own.path() / "t.txt");
  EXPECT_EQ(beside.code, 0) << beside.err;
  const Outcome outside = simulate(other.path() / "t.txt");
  EXPECT_EQ(outside.code, 1);
  const std::string table = (other.path() / "t.txt").string();
  EXPECT_THAT(outside.err, HasSubstr("the table's file '" + table + "' is not read: it lies outside the folders"));
  EXPECT_THAT(outside.err, HasSubstr("--allow-files DIR"));
  EXPECT_EQ(simulate(other.path() / "t.txt", " --allow-files " + other.argument()).code, 0);
  fs::create_symlink(other.path() / "t.txt", own.path() / "link.txt");
  EXPECT_EQ(simulate(own.path() / "link.txt").code, 1);
  EXPECT_THAT(simulate("/dev/zero", " --allow-files /").err, HasSubstr("it is not a regular file"));
  EXPECT_THAT(simulate("/etc/passwd").err, HasSubstr("it lies outside the folders"));
}

TEST(Security, EndlessInputsEnd) {
  const ModelFile file("model M input Real u; Real x(start = 0, fixed = true); equation der(x) = u; end M;\n");
  EXPECT_THAT(run("simulate " + file.argument() + " --input /dev/zero").err, HasSubstr("is not a text file"));
  EXPECT_THAT(run("simulate " + file.argument() + " --resume /dev/zero").err, HasSubstr("is not a checkpoint"));
  EXPECT_EQ(run("check /dev/zero").code, 1);
}

// ---- files that are written -----------------------------------------------------------------------------------------

TEST(Security, NothingIsOverwrittenThatIsNeededOrNotOurs) {
  const TemporaryPath folder("overwriting");
  fs::create_directories(folder.path());
  const auto put = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder.path() / name) << text;
  };
  const std::string withInput = "model M input Real u; Real x(start = 0, fixed = true); equation der(x) = u; end M;\n";
  put("model.mo", withInput), put("model.csv", withInput), put("data.csv", "time,u\n0,1\n1,1\n"),
      put("notes.txt", "mine\n");
  fs::create_symlink("data.csv", folder.path() / "link.csv");
  fs::create_hard_link(folder.path() / "data.csv", folder.path() / "hard.csv");
  const auto simulate = [&](const std::string& arguments) {
    return run("simulate " + arguments, "cd " + folder.argument() + " && ");
  };
  const std::pair<const char*, const char*> refused[] = {
      {"model.mo -o x.csv --checkpoint x.csv", "-o and --checkpoint name the same file"},
      {"model.mo -o x.csv --checkpoint ./y/../x.csv", "-o and --checkpoint name the same file"},
      {"model.mo --plot a.svg --plot ./a.svg", "--plot and --plot name the same file"},
      {"model.mo --input data.csv -o data.csv", "-o: 'data.csv' is what --input reads"},
      {"model.mo --input data.csv -o link.csv", "-o: 'link.csv' is what --input reads"},
      {"model.mo --input data.csv -o hard.csv", "-o: 'hard.csv' is what --input reads"},
      {"model.mo --input data.csv --checkpoint data.csv", "--checkpoint: 'data.csv' is what --input reads"},
      {"model.csv -o model.csv", "-o: 'model.csv' is the model"},
      {"model.mo --checkpoint model.mo", "--checkpoint: 'model.mo' is the model"},
      {"model.mo --checkpoint notes.txt", "is not a checkpoint: it would be overwritten"},
  };
  fs::create_directories(folder.path() / "y");
  for (const auto& [arguments, words] : refused) {
    const Outcome outcome = simulate(arguments);
    EXPECT_EQ(outcome.code, 1) << arguments;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(words), HasSubstr("hint: name"))) << arguments;
  }
  EXPECT_EQ(contentOf(folder.path() / "model.mo"), withInput);
  EXPECT_EQ(contentOf(folder.path() / "model.csv"), withInput);
  EXPECT_EQ(contentOf(folder.path() / "data.csv"), "time,u\n0,1\n1,1\n");
  EXPECT_EQ(contentOf(folder.path() / "notes.txt"), "mine\n");
  EXPECT_FALSE(fs::exists(folder.path() / "x.csv"));
}

TEST(Security, ARunMayGoOnInTheFileItWasSavedIn) {
  const ModelFile file(decaying);
  const TemporaryPath saved("again.saved");
  EXPECT_EQ(run("simulate " + file.argument() + " --checkpoint " + saved.argument()).code, 0);
  const Outcome outcome = run("simulate " + file.argument() + " --stop 2 --resume " + saved.argument() +
                              " --checkpoint " + saved.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(
      run("simulate " + file.argument() + " --stop 3 --resume " + saved.argument() + " -o " + saved.argument()).code,
      1);
}

/// The reader of the summary has gone: the result is there, and the exit code tells.
TEST(Security, AClosedPipeLosesNoResult) {
  const ModelFile file(decaying);
  const TemporaryPath csv("pipe.csv"), code("pipe.code");
  const std::string shell = "{ sleep 0.3; '" + std::string(testing::programPath) + "' simulate " + file.argument() +
                            " -o " + csv.argument() + "; echo $? > " + code.argument() +
                            "; } 2>/dev/null | true; while [ ! -s " + code.argument() + " ]; do sleep 0.05; done";
  ASSERT_EQ(std::system(shell.c_str()), 0);
  EXPECT_EQ(contentOf(code.path()), "1\n");
  EXPECT_THAT(contentOf(csv.path()), HasSubstr("time,x\n0,1\n"));
}

TEST(OutputFiles, AreCountedLegibly) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1204), "1,204");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(sizeText(5'230'000), "5.23 MB");
  EXPECT_EQ(sizeText(12), "12 bytes");
}

}  // namespace
}  // namespace dashpot::cli

// What is said of tables and texts that cannot be had.
#include "models/external.hpp"

#include "models/front_end.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

namespace dashpot::model {
namespace {

namespace fs = std::filesystem;
using dashpot::testing::externals;
using dashpot::testing::FrontEnd;

/// The first error, without its place.
std::string errorOf(const std::string& text) {
  const FrontEnd front(externals + text);
  for (const Diagnostic& diagnostic : front.diagnostics.all())
    if (diagnostic.severity == Severity::error) return diagnostic.code + ": " + diagnostic.message;
  return "";
}

std::string curve(const std::string& arguments, const std::string& call = "Ext.curve(t, 1, time)") {
  return "model M parameter Ext.Curve t = Ext.Curve(" + arguments + "); Real y = " + call + "; end M;";
}
std::string curveOf(const std::string& table, const std::string& kind = "linear") {
  return curve("\"NoName\", \"NoName\", " + table + ", {2}, Ext.Smoothness." + kind + ", Ext.Extrapolation.hold");
}

TEST(TableErrors, TheTableItself) {
  EXPECT_EQ(errorOf(curveOf("fill(0.0, 0, 2)")), "table: the table is empty");
  EXPECT_EQ(errorOf(curveOf("[0, 1; 0, 2]")), "table: the first column of the table must ascend");
  EXPECT_EQ(errorOf(curveOf("[0; 1]")), "table: column 2 is asked for, but the table has 1");
  EXPECT_EQ(errorOf(curve("\"NoName\", \"NoName\", [0, 1; 1, 2], {2}, Ext.Smoothness.linear, Ext.Extrapolation.hold",
                          "Ext.curve(t, 2, time)")),
            "table: there is no output 2 of this table: it has 1");
}

TEST(TableErrors, OfTwoDimensions) {
  const auto surface = [](const std::string& table, const std::string& kind) {
    return errorOf("model M parameter Ext.Surface t = Ext.Surface(" + table + ", Ext.Smoothness." + kind +
                   ", Ext.Extrapolation.hold); Real y = Ext.surface(t, time, 1); end M;");
  };
  EXPECT_EQ(surface("[0, 2, 1; 0, 0, 1]", "linear"),
            "table: the first row and the first column of a table in two dimensions must ascend");
  EXPECT_EQ(surface("[0, 1, 2; 0, 0, 1; 1, 2, 3]", "steffen"),
            "table: this kind of interpolation does not exist in two dimensions");
}

TEST(TableErrors, WhatIsNotKnownInTime) {
  EXPECT_EQ(errorOf("model M Real x = time; parameter Real p(fixed = false); parameter Ext.Curve t = Ext.Curve("
                    "\"NoName\", \"NoName\", [0, p; 1, 2], {2}, Ext.Smoothness.linear, Ext.Extrapolation.hold); "
                    "Real y = Ext.curve(t, 1, x); initial equation p = 1; end M;"),
            "evaluation: a table must be known before the model runs");
}

TEST(TableErrors, Files) {
  const auto file = [](const std::string& name) {
    return errorOf(
        curve("\"tab\", \"" + name + "\", fill(0.0, 0, 2), {2}, Ext.Smoothness.linear, Ext.Extrapolation.hold"));
  };
  EXPECT_EQ(file("no_such_file.txt"), "table: the table's file 'no_such_file.txt' cannot be read");
  EXPECT_EQ(file("x.mat"), "table: the table's file 'x.mat' cannot be read");
  const fs::path other = fs::current_path() / "dashpot_no_tables.txt";
  std::ofstream(other) << "no tables\n";
  EXPECT_EQ(file(other.string()), "table: '" + other.string() + "' is no file of tables: it does not begin with '#1'");
  fs::remove(other);
  EXPECT_EQ(
      file("NoName"),
      "external: the table 'tab' has no file: it comes from a function in C, 'usertab', which is not called: if you "
      "trust the model, allow that with --allow-external");
}

TEST(FileNames, AFolderThatIsWrittenWithASlashKeepsIt) {
  const std::string folder = fs::temp_directory_path().string();
  const FrontEnd front(
      "model M\n  function full input String name; output String whole;\n"
      "    external \"C\" whole = ModelicaInternal_fullPathName(name);\n  end full;\n"
      "  parameter String file = full(\"" +
      folder + "/\") + \"a.txt\";\nend M;\n");
  ASSERT_TRUE(front.flat) << front.messages();
  EXPECT_THAT(print(*front.flat), ::testing::HasSubstr(folder + "/a.txt"));
}

constexpr const char* listing = R"(
function count input String folder; output Integer n; external "C" n = ModelicaInternal_getNumberOfFiles(folder); end count;
function names
  input String folder;
  input Integer n;
  output String all[n];
  external "C" ModelicaInternal_readDirectory(folder, n, all);
end names;
)";

TEST(FileNames, AFolderThatMayBeReadIsListedInTheOrderOfTheNames) {
  const fs::path folder = fs::current_path() / "dashpot_listed";
  fs::create_directories(folder / "b");
  std::ofstream(folder / "a.txt") << "text";
  const FrontEnd front(std::string(listing) + "model M parameter String f = \"" + folder.string() +
                       "\"; parameter Integer n = count(f); parameter String all[:] = names(f, count(f)); end M;");
  fs::remove_all(folder);
  ASSERT_TRUE(front.flat) << front.messages();
  EXPECT_THAT(print(*front.flat),
              ::testing::AllOf(::testing::HasSubstr("'all[1]' = \"a.txt\""), ::testing::HasSubstr("'all[2]' = \"b\"")));
}

TEST(FileErrors, AFolderHasAnotherNumberOfNamesThanAreAskedFor) {
  const fs::path folder = fs::current_path() / "dashpot_empty";
  fs::create_directories(folder);
  EXPECT_EQ(
      errorOf(std::string(listing) + "model M parameter String all[3] = names(\"" + folder.string() + "\", 3); end M;"),
      "file: 3 names are asked for, but the folder has 0");
  fs::remove(folder);
}

TEST(FileErrors, AFolderElsewhereIsNotListed) {
  EXPECT_EQ(errorOf(std::string(listing) + "model M parameter Integer n = count(\"/etc\"); Real x[n]; end M;"),
            "file: the folder '/etc' cannot be read: it lies outside the folders of the model, of the libraries and of "
            "the run");
}

TEST(FileErrors, Matrices) {
  const auto matrix = [](const std::string& file) {
    return errorOf(
        "function f input String file; input Integer m, n; output Real A[m, n]; external \"C\" "
        "ModelicaIO_readRealMatrix(file, \"A\", A, m, n, true); end f;\n"
        "model M constant Real A[2, 2] = f(\"" +
        file + "\", 2, 2); end M;");
  };
  const fs::path file = fs::current_path() / "dashpot_matrix.mat";
  std::ofstream(file) << "no matrix";
  EXPECT_THAT(matrix(file.string()), ::testing::StartsWith("file: in '" + file.string() + "': "));
  // Level 4: type, rows, columns, no imaginary part, length of the name; the name; numbers by columns.
  std::string bytes(20, '\0');
  for (const auto& [at, number] : {std::pair<std::size_t, std::int32_t>{4, 1}, {8, 1}, {16, 2}})
    std::memcpy(bytes.data() + at, &number, sizeof number);
  std::ofstream(file, std::ios::binary) << bytes << std::string("A\0", 2) << std::string(8, '\0');
  EXPECT_EQ(matrix(file.string()), "file: a matrix [2, 2] is asked for, but this one is [1, 1]");
  fs::remove(file);
}

TEST(TableErrors, DeclarationsOtherThanTheLibrarys) {
  EXPECT_EQ(
      errorOf("function f input Real x; output Real y; external \"C\" y = ModelicaStrings_hashString(x, x); end f;\n"
              "model M Real y = f(1); end M;"),
      "arguments: the external function 'ModelicaStrings_hashString' takes 1 arguments, but 2 are given");
  EXPECT_EQ(
      errorOf("function f input Real t; input Integer i; input Real u; output Real y; external \"C\" y = "
              "ModelicaStandardTables_CombiTable1D_getValue(t, i, u); end f;\nmodel M Real y = f(1, 1, 1); end M;"),
      "type: an external object is needed here");
  EXPECT_EQ(
      errorOf("function f input String s; output Integer n; output Integer m; external \"C\" n = "
              "ModelicaStrings_length(s); end f;\nmodel M Integer n; Integer m; equation (n, m) = f(\"a\"); end M;"),
      "unsupported: this declaration of the external function 'ModelicaStrings_length' is not supported yet");
}

TEST(TableErrors, AVectorIsNoTable) {
  std::string text = externals;  // with a constructor that takes one
  for (const auto& [from, to] : {std::pair{"table[:, :]", "table[:]"}, {"size(table, 2)", "2"}})
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos;) text.replace(at, std::strlen(from), to);
  const FrontEnd front(text + curveOf("{0.0, 1.0}"));
  EXPECT_THAT(front.messages(), ::testing::HasSubstr("error: a table must be a matrix\n"));
}

TEST(TextErrors, TextsThatAreNotKnown) {
  EXPECT_EQ(errorOf("model M Integer n = Ext.hash(String(time)); end M;"),
            "unsupported: a function of a text that is known only when the model runs is not supported yet");
  EXPECT_EQ(
      errorOf("function f input String s; input Integer i; input Integer j; output String p; external \"C\" p = "
              "ModelicaStrings_substring(s, i, j); end f;\nmodel M Integer n = Ext.hash(f(\"abc\", 2, 5)); end M;"),
      "subscript: characters 2 to 5 of a text of 3 are asked for");
}

}  // namespace
}  // namespace dashpot::model

#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace dashpot::results {
namespace {

using dashpot::testing::Compiled;
using ::testing::HasSubstr;

const std::string text =
    "model M Real x(start = 0, fixed = true, unit = \"Pa\", displayUnit = \"bar\"); Real y; parameter Real p = 3;\n"
    "protected Real hidden; equation der(x) = 2; y = -x; hidden = 1 + x; end M;";

std::filesystem::path temporary(const std::string& name) {
  return std::filesystem::temp_directory_path() / ("dashpot-results-test-" + name);
}

std::vector<std::string> names(const std::vector<Column>& columns) {
  std::vector<std::string> list;
  for (const Column& column : columns) list.push_back(column.name);
  return list;
}

TEST(Selection, TakesAllPublicVariablesByDefault) {
  const Compiled compiled(text);
  Diagnostics diagnostics;
  EXPECT_THAT(names(selectColumns(*compiled.model, {}, diagnostics)), ::testing::ElementsAre("x", "y"));
}

TEST(Selection, FindsAnyVariableByNameAndSuggestsForAMisspeltOne) {
  const Compiled compiled(text);
  Diagnostics diagnostics;
  EXPECT_THAT(names(selectColumns(*compiled.model, {"p", "hidden"}, diagnostics)),
              ::testing::ElementsAre("p", "hidden"));
  EXPECT_FALSE(diagnostics.hasErrors());
  EXPECT_TRUE(selectColumns(*compiled.model, {"hiden"}, diagnostics).empty());
  EXPECT_EQ(diagnostics.all()[0].message, "M has no variable 'hiden'");
  EXPECT_THAT(diagnostics.all()[0].hints, ::testing::ElementsAre("did you mean 'hidden'?"));
}

TEST(Csv, HasAHeaderAndNumbersThatReadBackExactly) {
  const Compiled compiled(text);
  Diagnostics diagnostics;
  const auto file = temporary("header.csv");
  CsvWriter writer(file, selectColumns(*compiled.model, {"x", "y", "p"}, diagnostics));
  (void)simulation::simulate(*compiled.model, {.stop = 0.1, .interval = 0.1}, writer, diagnostics);
  EXPECT_EQ(writer.close(), std::nullopt);
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  EXPECT_EQ(line, "time,x,y,p");
  std::getline(stream, line);
  EXPECT_THAT(line, ::testing::MatchesRegex("0,0,-?0,3"));
  std::getline(stream, line);
  char* rest = nullptr;
  EXPECT_EQ(std::strtod(line.c_str(), &rest), 0.1);
  const double x = std::strtod(rest + 1, &rest);
  EXPECT_NEAR(x, 0.2, 1e-9);
  EXPECT_EQ(std::strtod(rest + 1, &rest), -x);
  std::filesystem::remove(file);
}

TEST(Csv, QuotesNamesWithCommas) {
  const auto file = temporary("quotes.csv");
  const Compiled compiled(text);
  CsvWriter writer(file, {{"m[1,2]", "", "", 0, false, false}});
  writer.begin(*compiled.model, {});
  EXPECT_EQ(writer.close(), std::nullopt);
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  EXPECT_EQ(line, "time,\"m[1,2]\"");
  std::filesystem::remove(file);
}

TEST(Csv, SaysWhyItCannotWrite) {
  CsvWriter unwritable("/no/such/directory/out.csv", {});
  unwritable.begin({}, {});
  EXPECT_TRUE(unwritable.failed());
  EXPECT_THAT(unwritable.close()->message,
              HasSubstr("cannot write '/no/such/directory/out.csv': No such file or directory"));
}

TEST(Csv, LeavesTheFileAloneUntilTheRunBegins) {
  CsvWriter writer("/no/such/directory/out.csv", {});
  EXPECT_FALSE(writer.close());
}

TEST(Csv, ReportsAFullDisk) {
  const Compiled compiled(text);
  Diagnostics diagnostics;
  CsvWriter writer("/dev/full", selectColumns(*compiled.model, {}, diagnostics));
  (void)simulation::simulate(*compiled.model, {}, writer, diagnostics);
  const auto problem = writer.close();
  ASSERT_TRUE(problem);
  EXPECT_THAT(problem->message, HasSubstr("No space left"));
}

TEST(Plot, HasAPanelPerUnitAndConvertsToDisplayUnits) {
  const Compiled compiled(text);
  Diagnostics diagnostics;
  Table table(selectColumns(*compiled.model, {"x", "y"}, diagnostics));
  (void)simulation::simulate(*compiled.model, {.stop = 1e5, .interval = 5e4}, table, diagnostics);
  const std::string script = plotScript(table, "M");
  EXPECT_THAT(script, HasSubstr("set multiplot layout 2,1"));
  EXPECT_THAT(script, HasSubstr("set ylabel '[bar]'"));
  EXPECT_THAT(script, ::testing::ContainsRegex("100000 (2|2\\.0*[0-9]*|1\\.99*[0-9]*)\n"));
}

TEST(Plot, WritesAnSvgFile) {
  const dashpot::testing::Simulated run(text);
  const auto file = temporary("plot.svg");
  EXPECT_EQ(plot(*run.table, "M", file), std::nullopt);
  EXPECT_GT(std::filesystem::file_size(file), 1000u);
  std::filesystem::remove(file);
}

TEST(Plot, RefusesAnUnknownFormat) {
  const dashpot::testing::Simulated run(text);
  const auto problem = plot(*run.table, "M", "out.bmp");
  ASSERT_TRUE(problem);
  EXPECT_THAT(problem->message, HasSubstr("'out.bmp' is not a plot that can be written"));
}

TEST(Plot, OfNothingSaysSo) { EXPECT_THAT(plot(Table({}), "M", "out.svg")->message, HasSubstr("nothing to plot")); }

}  // namespace
}  // namespace dashpot::results

#include "models/simulated.hpp"
#include "results/legible.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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

TEST(Selection, TakesPatterns) {
  const Compiled compiled(
      "model Part Real p; Real q; protected Real s; equation p = time; q = 2; s = 3; end Part;\n"
      "model M Part a, ab; Real m[2, 2]; parameter Real k = 1; equation m = fill(time, 2, 2); end M;");
  Diagnostics diagnostics;
  const auto select = [&](const std::vector<std::string>& wanted, Scope scope = {}) {
    return names(selectColumns(*compiled.model, wanted, diagnostics, scope));
  };
  EXPECT_THAT(select({"a.*"}), ::testing::ElementsAre("a.p", "a.q"));
  EXPECT_THAT(select({"a?.p", "*.p"}), ::testing::ElementsAre("ab.p", "a.p")) << "each once, in the order asked for";
  EXPECT_THAT(select({"m[1,*]", "m[2,1]"}), ::testing::ElementsAre("m[1,1]", "m[1,2]", "m[2,1]"));
  EXPECT_THAT(select({"a.*", "k"}, {.protectedOnes = true}), ::testing::ElementsAre("a.p", "a.q", "a.s", "k"));
  EXPECT_THAT(select({"*k*"}, {.parameters = true}), ::testing::ElementsAre("k"));
  EXPECT_FALSE(diagnostics.hasErrors());
  EXPECT_TRUE(select({"*k*"}).empty());
  EXPECT_EQ(diagnostics.all()[0].message, "M has no variable like '*k*'");
  EXPECT_THAT(diagnostics.all()[0].hints, ::testing::ElementsAre("add --protected or --parameters to mean those, too"));
}

TEST(Selection, FindsDerivativesByName) {
  const Compiled compiled(text);
  Diagnostics diagnostics;
  Table table(selectColumns(*compiled.model, {"der(x)"}, diagnostics));
  ASSERT_EQ(table.columns().size(), 1u);
  EXPECT_EQ(table.columns()[0].unit, "Pa/s");
  (void)simulation::simulate(*compiled.model, {}, table, diagnostics);
  EXPECT_EQ(table["der(x)"].back(), 2);
}

TEST(Selection, SplitsAtCommasThatAreNoPartOfAName) {
  EXPECT_THAT(splitNames("a.b, c[1,2].d,'x,y',*"), ::testing::ElementsAre("a.b", "c[1,2].d", "'x,y'", "*"));
  EXPECT_TRUE(splitNames(" , ").empty());
}

TEST(Selection, MatchesPatterns) {
  EXPECT_TRUE(matches("cylinder.chamber.p", "cyl*.p"));
  EXPECT_TRUE(matches("aXbXc", "a*X?"));
  EXPECT_TRUE(matches("", "*"));
  EXPECT_FALSE(matches("abc", "ab"));
  EXPECT_FALSE(matches("ab", "ab?"));
  EXPECT_TRUE(matches("a[1]", "a[1]"));
  EXPECT_FALSE(matches("a1", "a[1]"));
}

TEST(Selection, PrefersWhatIsNearTheTopWhenThereIsMuch) {
  const Compiled compiled(
      "model Part Real s(start = 0, fixed = true); equation der(s) = 1; end Part;\n"
      "model M Part a, b, c; Real top(start = 0, fixed = true); Real other; output Real y;\n"
      "equation der(top) = 1; other = time; y = time; end M;");
  EXPECT_THAT(names(principalColumns(*compiled.model, 9)), ::testing::ElementsAre("a.s", "b.s", "c.s", "top", "y"));
  EXPECT_THAT(names(principalColumns(*compiled.model, 3)), ::testing::ElementsAre("top", "y", "a.s"));
  EXPECT_THAT(names(principalColumns(*Compiled("model M Real z; equation z = time; end M;").model, 3)),
              ::testing::ElementsAre("z"));
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

TEST(Csv, HasUnitsAndDisplayUnitsOnRequest) {
  const Compiled compiled(text);
  Diagnostics diagnostics;
  const auto file = temporary("units.csv");
  for (const bool display : {false, true}) {
    CsvWriter writer(file, selectColumns(*compiled.model, {"x", "y"}, diagnostics),
                     {.unitsRow = !display, .displayUnits = display});
    (void)simulation::simulate(*compiled.model, {.stop = 1e5, .interval = 1e5}, writer, diagnostics);
    EXPECT_EQ(writer.close(), std::nullopt);
    const auto table = readCsv(file);
    ASSERT_TRUE(table.has_value());
    EXPECT_THAT(table->units, ::testing::ElementsAre("s", display ? "bar" : "Pa", ""));
    EXPECT_NEAR(table->columns[1].back(), display ? 2 : 2e5, 1e-6);
  }
  std::filesystem::remove(file);
}

TEST(Csv, QuotesNamesWithCommas) {
  const auto file = temporary("quotes.csv");
  const Compiled compiled(text);
  CsvWriter writer(file, {{"m[1,2]", "", ""}});
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

TEST(Csv, AFileBelongsToOneRunAtATime) {
  const auto file = temporary("taken.csv");
  CsvWriter first(file, {}), second(file, {});
  first.begin({}, {});
  second.begin({}, {});
  EXPECT_TRUE(second.failed());
  EXPECT_THAT(second.close()->message, HasSubstr("another run is writing it"));
  EXPECT_FALSE(first.close());
  CsvWriter third(file, {});
  third.begin({}, {});
  EXPECT_FALSE(third.close());
  std::filesystem::remove(file);
}

TEST(Plot, ShowsWhatCanBeToldApart) {
  std::vector<Column> columns;
  for (int i = 0; i < 100; ++i) columns.push_back({"x" + std::to_string(i), "m", "", 0});
  columns.push_back({"p", "Pa", "bar", 0});
  const std::vector<Column> shown = legible(columns);
  EXPECT_EQ(shown.size(), 29u);
  EXPECT_EQ(shown.front().name, "x0");
  EXPECT_EQ(shown.back().name, "p") << "another unit has a panel of its own";
}

TEST(Plot, HasAPanelPerUnitAndConvertsToDisplayUnits) {
  const Compiled compiled(text);
  Diagnostics diagnostics;
  Curves curves(selectColumns(*compiled.model, {"x", "y"}, diagnostics));
  (void)simulation::simulate(*compiled.model, {.stop = 1e5, .interval = 5e4}, curves, diagnostics);
  const std::string script = plotScript(curves, "M");
  EXPECT_THAT(script, HasSubstr("set multiplot layout 2,1"));
  EXPECT_THAT(script, HasSubstr("set label 1 '[bar]'"));
  EXPECT_THAT(script, ::testing::ContainsRegex("100000 (2|2\\.0*[0-9]*|1\\.99*[0-9]*)\n"));
}

/// All variables of a short run.
Curves curvesOf(const std::string& model, const simulation::Settings& settings = {}) {
  const Compiled compiled(model);
  Diagnostics diagnostics;
  Curves curves(selectColumns(*compiled.model, {}, diagnostics));
  (void)simulation::simulate(*compiled.model, settings, curves, diagnostics);
  return curves;
}

TEST(Plot, WritesSvgAndPng) {
  const Curves curves = curvesOf(text);
  for (const char* name : {"plot.svg", "plot.png"}) {
    const auto file = temporary(name);
    EXPECT_EQ(plot(curves, "M", file), std::nullopt);
    EXPECT_GT(std::filesystem::file_size(file), 1000u);
    std::filesystem::remove(file);
  }
}

TEST(Plot, DrawsWithCharactersForATerminal) {
  const auto drawn = plotAsText(curvesOf(text), "M", 60, 20);
  ASSERT_TRUE(drawn.has_value());
  EXPECT_THAT(*drawn, HasSubstr("*"));
}

TEST(Plot, MarksEventsAndCountsThem) {
  const Curves curves =
      curvesOf("model M Real x(start = 1, fixed = true); Boolean b; equation der(x) = -1; b = x > 0.5; end M;");
  const std::string script = plotScript(curves, "M");
  EXPECT_THAT(script, ::testing::ContainsRegex("set arrow from 0\\.(5|49999)"));
  EXPECT_THAT(script, HasSubstr("1 event, dotted"));
  EXPECT_THAT(script, HasSubstr("set ytics ('false' 0, 'true' 1)")) << "Booleans have a panel of their own";
}

TEST(Plot, OfAConstantHasARange) {
  const auto file = temporary("constant.svg");
  EXPECT_EQ(plot(curvesOf("model M Real x; equation x = 5; end M;"), "M", file), std::nullopt);
  std::filesystem::remove(file);
}

TEST(Curves, KeepPeaksInBoundedMemory) {
  constexpr int points = 100'000;
  Curves curves({{"x", "", "", 0}}, 1000);
  curves.begin({}, {});
  for (int k = 0; k <= points; ++k) {
    const double value = k == 77'777 ? 9.0 : k == 12'345 ? -9.0 : std::sin(1e-3 * k);
    curves.record(k, {&value, 1}, simulation::Moment::regular);
  }
  const auto& curve = curves.curves()[0];
  EXPECT_LE(curve.times.size(), 1000u);
  EXPECT_GT(curve.times.size(), 200u);
  EXPECT_EQ(std::ranges::max(curve.values), 9.0);
  EXPECT_EQ(std::ranges::min(curve.values), -9.0);
  EXPECT_TRUE(std::ranges::is_sorted(curve.times));
}

TEST(Plot, RefusesAnUnknownFormat) {
  const auto problem = plot(curvesOf(text), "M", "out.bmp");
  ASSERT_TRUE(problem);
  EXPECT_THAT(problem->message, HasSubstr("'out.bmp' is not a plot that can be written"));
}

TEST(Plot, OfNothingSaysSo) { EXPECT_THAT(plot(Curves({}), "M", "out.svg")->message, HasSubstr("nothing to plot")); }

}  // namespace
}  // namespace dashpot::results

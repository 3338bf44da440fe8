#include "models/simulated.hpp"
#include "results/legible.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
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
  EXPECT_THAT(names(selectColumns(compiled.model->recorded, {}, diagnostics)), ::testing::ElementsAre("x", "y"));
}

TEST(Selection, FindsAnyVariableByNameAndSuggestsForAMisspeltOne) {
  const Compiled compiled(text);
  Diagnostics diagnostics;
  EXPECT_THAT(names(selectColumns(compiled.model->recorded, {"p", "hidden"}, diagnostics)),
              ::testing::ElementsAre("p", "hidden"));
  EXPECT_FALSE(diagnostics.hasErrors());
  EXPECT_TRUE(selectColumns(compiled.model->recorded, {"hiden"}, diagnostics).empty());
  EXPECT_EQ(diagnostics.all()[0].message, "M has no variable 'hiden'");
  EXPECT_THAT(diagnostics.all()[0].hints, ::testing::ElementsAre("did you mean 'hidden'?"));
}

TEST(Selection, TakesPatterns) {
  const Compiled compiled(
      "model Part Real p; Real q; protected Real s; equation p = time; q = 2; s = 3; end Part;\n"
      "model M Part a, ab; Real m[2, 2]; parameter Real k = 1; equation m = fill(time, 2, 2); end M;");
  Diagnostics diagnostics;
  const auto select = [&](const std::vector<std::string>& wanted, Scope scope = {}) {
    return names(selectColumns(compiled.model->recorded, wanted, diagnostics, scope));
  };
  EXPECT_THAT(select({"a.*"}), ::testing::ElementsAre("a.p", "a.q"));
  EXPECT_THAT(select({"a?.p", "*.p"}), ::testing::ElementsAre("ab.p", "a.p")) << "each once, in the order asked for";
  EXPECT_THAT(select({"m[1,*]", "m[2,1]"}), ::testing::ElementsAre("m[1,1]", "m[1,2]", "m[2,1]"));
  EXPECT_THAT(select({"a.*", "k"}, {.protectedOnes = true}), ::testing::ElementsAre("a.p", "a.q", "a.s", "k"));
  EXPECT_THAT(select({"*k*"}, {.parameters = true}), ::testing::ElementsAre("k"));
  EXPECT_FALSE(diagnostics.hasErrors());
  EXPECT_TRUE(select({"*k*"}).empty());
  EXPECT_EQ(diagnostics.all()[0].message, "M has no variable like '*k*'");
  EXPECT_THAT(diagnostics.all()[0].hints,
              ::testing::ElementsAre("add --record protected or --record parameters to mean those, too"));
}

TEST(Selection, FindsDerivativesByName) {
  const Compiled compiled(text);
  Diagnostics diagnostics;
  Table table(selectColumns(compiled.model->recorded, {"der(x)"}, diagnostics));
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
  EXPECT_THAT(names(principalColumns(compiled.model->recorded, 9)),
              ::testing::ElementsAre("a.s", "b.s", "c.s", "top", "y"));
  EXPECT_THAT(names(principalColumns(compiled.model->recorded, 3)), ::testing::ElementsAre("top", "y", "a.s"));
  EXPECT_THAT(names(principalColumns(Compiled("model M Real z; equation z = time; end M;").model->recorded, 3)),
              ::testing::ElementsAre("z"));
}

TEST(Principal, FindsAHiddenStateByItsPublicName) {
  const Compiled compiled(
      "connector Port Real p(unit = \"Pa\"); flow Real m_flow(unit = \"kg/s\"); end Port;\n"
      "model Volume Port port; Real p(unit = \"Pa\") = hidden;\n"
      "protected Real hidden(unit = \"Pa\", start = 1e5, fixed = true);\n"
      "equation port.p = hidden; der(hidden) = 1e9*port.m_flow; end Volume;\n"
      "model Orifice Port a, b; Real q(unit = \"m3/s\") = a.m_flow/900; Real dp(unit = \"Pa\") = a.p - b.p;\n"
      "equation a.m_flow = 1e-9*dp; a.m_flow + b.m_flow = 0; end Orifice;\n"
      "model M Volume high, low; Orifice orifice; Real inner_(unit = \"1\") = time;\n"
      "equation connect(high.port, orifice.a); connect(orifice.b, low.port); end M;");
  const std::vector<std::string> shown = names(principalColumns(compiled.model->recorded, 14));
  EXPECT_THAT(shown, ::testing::IsSupersetOf({"high.p", "low.p", "orifice.q"}));
  EXPECT_THAT(shown, ::testing::Not(::testing::Contains("high.port.p"))) << "it equals high.p";
  EXPECT_THAT(shown, ::testing::Not(::testing::Contains("orifice.a.p"))) << "and so does this";
  EXPECT_THAT(shown, ::testing::Not(::testing::Contains("inner_")));
  EXPECT_THAT(names(principalColumns(compiled.model->recorded, 2)), ::testing::ElementsAre("high.p", "low.p"));
}

TEST(Principal, TakesSomeOfEachQuantityWhereThereAreTooMany) {
  const Compiled compiled(
      "model Mass Real s(unit = \"m\", start = 0, fixed = true); Real v(unit = \"m/s\", start = 0, fixed = true);\n"
      "equation der(s) = v; der(v) = -s; end Mass;\n"
      "model M Mass a, b, c, d; Real p(unit = \"Pa\", start = 0, fixed = true); equation der(p) = 1; end M;");
  EXPECT_THAT(names(principalColumns(compiled.model->recorded, 5)),
              ::testing::ElementsAre("p", "a.s", "a.v", "b.s", "b.v"));
}

// Each derivative was looked for among all variables: minutes for this one.
TEST(Selection, TakesTimeInProportionToTheModel) {
  codegen::RecordedVariables recorded;
  constexpr std::uint32_t count = 150'000;
  recorded.variables.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    recorded.variables[i].name = "component.state[" + std::to_string(i) + "]";
    recorded.variables[i].unit = "Pa";
    recorded.variables[i].index = i;
    recorded.derivativeNames.push_back("der(" + recorded.variables[i].name + ")");
  }
  recorded.firstDerivative = count;
  Diagnostics diagnostics;
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(selectColumns(recorded, {}, diagnostics).size(), count);
  EXPECT_EQ(selectColumns(recorded, {"der(component.state[7])"}, diagnostics).at(0).unit, "Pa/s");
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
}

TEST(Csv, HasAHeaderAndNumbersThatReadBackExactly) {
  const Compiled compiled(text);
  Diagnostics diagnostics;
  const auto file = temporary("header.csv");
  CsvWriter writer(file, selectColumns(compiled.model->recorded, {"x", "y", "p"}, diagnostics));
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

TEST(Csv, HasTheShortestDigitsThatReadBackExactly) {
  const auto file = temporary("digits.csv");
  std::vector<Column> columns;
  const Vector numbers{0.1, 3, 100000, 1e-5, 1e16, -2.2250738585072014e-308, 1.7976931348623157e308, 1.0 / 3};
  for (std::uint32_t i = 0; i < numbers.size(); ++i) columns.push_back({"x" + std::to_string(i), "", "", i});
  CsvWriter writer(file, columns);
  writer.begin({});
  writer.record(0.5, numbers, simulation::Moment::regular);
  EXPECT_EQ(writer.close(), std::nullopt);
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  std::getline(stream, line);
  EXPECT_EQ(line, "0.5,0.1,3,100000,1e-05,1e+16,-2.2250738585072014e-308,1.7976931348623157e+308,0.3333333333333333");
  std::filesystem::remove(file);
}

TEST(Csv, HasUnitsAndDisplayUnitsOnRequest) {
  const Compiled compiled(text);
  Diagnostics diagnostics;
  const auto file = temporary("units.csv");
  for (const bool display : {false, true}) {
    CsvWriter writer(file, selectColumns(compiled.model->recorded, {"x", "y"}, diagnostics),
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
  CsvWriter writer(file, {{"m[1,2]", "", ""}});
  writer.begin({});
  EXPECT_EQ(writer.close(), std::nullopt);
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  EXPECT_EQ(line, "time,\"m[1,2]\"");
  std::filesystem::remove(file);
}

// OWASP, CSV injection: a spreadsheet computes what begins with one of these.
TEST(Csv, HasNoTextThatASpreadsheetWouldCompute) {
  EXPECT_EQ(csvCell("=cmd|'/C calc'!A0"), "'=cmd|'/C calc'!A0");
  for (const char* given : {"=1+1", "+1", "-1", "@SUM(A1)", " =1"}) {
    const std::string cell = csvCell(given);
    EXPECT_EQ(cell[cell.starts_with('"') ? 1 : 0], '\'') << given;
  }
  EXPECT_EQ(csvCell("\t=1"), "\\x09=1");
  EXPECT_EQ(csvCell("\r=1"), "\\x0D=1");
  EXPECT_EQ(csvCell("a;=1"), "\"a;=1\"") << "where semicolons separate";
  for (const char* given : {"m/s", "1", "%", "°C", "N.m", "'a b'"}) EXPECT_EQ(csvCell(given), given);
}

TEST(Csv, IsUtf8WhateverByteANameHas) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string cell = csvCell(std::string("a") + static_cast<char>(byte));
    for (const char c : cell) EXPECT_TRUE(c >= 0x20 && c < 0x7F) << byte;
  }
}

/// Straight lines between the rows of a file.
double between(const CsvTable& table, std::size_t column, double t) {
  const auto& times = table.columns[0];
  const auto after = static_cast<std::size_t>(std::ranges::upper_bound(times, t) - times.begin());
  if (after == times.size()) return table.columns[column].back();
  const double share = (t - times[after - 1]) / (times[after] - times[after - 1]);
  const auto& values = table.columns[column];
  return values[after - 1] + share * (values[after] - values[after - 1]);
}

const std::string oscillator =
    "model M Real x(start = 0, fixed = true); Real v(start = 1, fixed = true); Real y = x^2;\n"
    "equation der(x) = 10*v; der(v) = -10*x; end M;";

TEST(ResultFiles, WithoutAnIntervalAreRightBetweenTheirRowsToo) {
  const Compiled compiled(oscillator);
  for (const double tolerance : {1e-3, 1e-5}) {
    Diagnostics diagnostics;
    const auto file = temporary("refined.csv");
    CsvWriter writer(file, selectColumns(compiled.model->recorded, {"x", "v", "y"}, diagnostics),
                     {.straightness = tolerance});
    const auto outcome = simulation::simulate(
        *compiled.model, {.stop = 1.0, .tolerance = tolerance, .stepsWithoutInterval = true}, writer, diagnostics);
    EXPECT_EQ(writer.close(), std::nullopt);
    const auto table = readCsv(file);
    ASSERT_TRUE(table.has_value());
    EXPECT_EQ(static_cast<std::int64_t>(table->rows()), writer.rows());
    EXPECT_GT(writer.rows(), outcome.statistics.steps) << "the steps, and points between them";
    EXPECT_EQ(outcome.largestMiss, 0.0);
    EXPECT_TRUE(std::ranges::is_sorted(table->columns[0]));
    double worst = 0;
    for (double t = 0; t < 1; t += 1.7e-4) {
      worst = std::max(worst, std::fabs(between(*table, 1, t) - std::sin(10 * t)));
      worst = std::max(worst, std::fabs(between(*table, 3, t) - std::pow(std::sin(10 * t), 2)));
    }
    EXPECT_LT(worst, 20 * tolerance);
    std::filesystem::remove(file);
  }
}

TEST(ResultFiles, HonourAnIntervalExactly) {
  const Compiled compiled(oscillator);
  Diagnostics diagnostics;
  const auto file = temporary("interval.csv");
  CsvWriter writer(file, selectColumns(compiled.model->recorded, {"x"}, diagnostics));
  Curves curves(selectColumns(compiled.model->recorded, {"x"}, diagnostics));
  Fanout both({&writer, &curves});  // the plot follows the steps, the file does not
  (void)simulation::simulate(*compiled.model, {.stop = 1.0, .interval = 0.25, .stepsWithoutInterval = true}, both,
                             diagnostics);
  EXPECT_EQ(writer.close(), std::nullopt);
  EXPECT_THAT(readCsv(file)->columns[0], ::testing::ElementsAre(0, 0.25, 0.5, 0.75, 1));
  EXPECT_GT(curves.curves()[0].times.size(), 50u);
  std::filesystem::remove(file);
}

/// Takes every record alone, as recorders do that know nothing of blocks.
class Rows final : public simulation::Recorder {
 public:
  explicit Rows(std::vector<Column> columns) : table(std::move(columns)) {}
  void begin(ConstView parameters) override { table.begin(parameters); }
  void record(double time, ConstView observed, simulation::Moment moment) override {
    table.record(time, observed, moment);
  }
  Table table;
};

TEST(Tables, HoldTheSameByBlocksAsByRows) {
  // An alias with a minus sign, a parameter, and an Integer among what is recorded; an event, so that blocks are cut.
  const Compiled compiled(
      "model M parameter Real k = 3; Real x(start = 1, fixed = true), minus = -x; Integer n(start = 0, fixed = true);\n"
      "equation der(x) = -k*x; when x < 0.5 then n = pre(n) + 1; end when; end M;");
  Diagnostics diagnostics;
  const auto columns = selectColumns(compiled.model->recorded, {}, diagnostics, {.parameters = true});
  Table byBlocks(columns);
  Rows byRows(columns);
  Fanout both({&byBlocks, &byRows});
  const auto outcome = simulation::simulate(*compiled.model, {.stop = 1, .interval = 1.0 / 301}, both, diagnostics);
  EXPECT_EQ(byBlocks.times().size(), 304u) << "302 of the grid, and two sides of the event";
  EXPECT_EQ(byBlocks.times(), byRows.table.times());
  EXPECT_EQ(byBlocks.eventTimes(), byRows.table.eventTimes());
  for (const Column& column : columns) EXPECT_EQ(byBlocks[column.name], byRows.table[column.name]) << column.name;
  EXPECT_EQ(byBlocks["minus"].back(), -byBlocks["x"].back());
  EXPECT_EQ(byBlocks["k"].back(), 3);
  EXPECT_NEAR(byBlocks["x"][150], std::exp(-3 * byBlocks.times()[150]), 1e-4);
  EXPECT_EQ(outcome.endTime, 1);
}

TEST(Tables, HoldAllPointsBeforeOneWhereAVariableHasNoValue) {
  // The state is slow, so that one step spans many points, in the midst of which the root ends.
  const Compiled compiled(
      "model M Real x(start = 1, fixed = true), y = sqrt(0.37 - time); equation der(x) = 0; end M;");
  Diagnostics diagnostics;
  const auto columns = selectColumns(compiled.model->recorded, {}, diagnostics);
  Table table(columns);
  const auto outcome = simulation::simulate(*compiled.model, {.stop = 1, .interval = 0.01}, table, diagnostics);
  EXPECT_EQ(outcome.kind, simulation::OutcomeKind::failed);
  ASSERT_EQ(table.times().size(), 38u) << "0, 0.01, ... 0.37";
  for (std::size_t k = 0; k < table.times().size(); ++k)
    EXPECT_EQ(table["y"][k], std::sqrt(0.37 - table.times()[k])) << k;
}

TEST(ResultFiles, OfAModelThatGivesAnIntervalHaveIt) {
  const Compiled compiled(
      "model M Real x(start = 0, fixed = true); equation der(x) = 1; annotation(experiment(StopTime = 1, Interval = "
      "0.5)); end M;");
  Diagnostics diagnostics;
  Table table(selectColumns(compiled.model->recorded, {}, diagnostics));
  (void)simulation::simulate(*compiled.model, {.stepsWithoutInterval = true}, table, diagnostics);
  EXPECT_THAT(table.times(), ::testing::ElementsAre(0, 0.5, 1));
}

TEST(Csv, SaysWhyItCannotWrite) {
  CsvWriter unwritable("/no/such/directory/out.csv", {});
  unwritable.begin({});
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
  CsvWriter writer("/dev/full", selectColumns(compiled.model->recorded, {}, diagnostics));
  (void)simulation::simulate(*compiled.model, {}, writer, diagnostics);
  const auto problem = writer.close();
  ASSERT_TRUE(problem);
  EXPECT_THAT(problem->message, HasSubstr("No space left"));
}

TEST(Csv, AFileBelongsToOneRunAtATime) {
  const auto file = temporary("taken.csv");
  CsvWriter first(file, {}), second(file, {});
  first.begin({});
  second.begin({});
  EXPECT_TRUE(second.failed());
  EXPECT_THAT(second.close()->message, HasSubstr("another run is writing it"));
  EXPECT_FALSE(first.close());
  CsvWriter third(file, {});
  third.begin({});
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
  Curves curves(selectColumns(compiled.model->recorded, {"x", "y"}, diagnostics));
  (void)simulation::simulate(*compiled.model, {.stop = 1e5, .interval = 5e4}, curves, diagnostics);
  const Figure figure = figureOf(curves, "M");
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_EQ(figure.panels[0].yLabel, "[bar]");
  EXPECT_EQ(figure.panels[0].curves[0].x.back(), 100000);
  EXPECT_NEAR(figure.panels[0].curves[0].y.back(), 2, 1e-9);
}

/// All variables of a short run.
Curves curvesOf(const std::string& model, const simulation::Settings& settings = {}) {
  const Compiled compiled(model);
  Diagnostics diagnostics;
  Curves curves(selectColumns(compiled.model->recorded, {}, diagnostics));
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
  const Figure figure = figureOf(curves, "M");
  ASSERT_EQ(figure.marks.size(), 1u);
  EXPECT_NEAR(figure.marks[0], 0.5, 1e-6);
  EXPECT_THAT(figure.title, HasSubstr("1 event, dotted"));
  ASSERT_EQ(figure.panels.size(), 2u) << "Booleans have a panel of their own";
  EXPECT_EQ(figure.panels[1].yTicks[0].second, "false");
  EXPECT_EQ(figure.panels[1].yTicks[1].second, "true");
}

TEST(Plot, OfAConstantHasARange) {
  const auto file = temporary("constant.svg");
  EXPECT_EQ(plot(curvesOf("model M Real x; equation x = 5; end M;"), "M", file), std::nullopt);
  std::filesystem::remove(file);
}

TEST(Curves, KeepPeaksInBoundedMemory) {
  constexpr int points = 100'000;
  Curves curves({{"x", "", "", 0}}, 1000);
  curves.begin({});
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

/// The value that a picture shows at a time: straight lines between the points.
double drawnAt(const Curves::Curve& curve, double t) {
  const auto after = static_cast<std::size_t>(std::ranges::upper_bound(curve.times, t) - curve.times.begin());
  if (after == 0 || after == curve.times.size()) return curve.values[std::min(after, curve.times.size() - 1)];
  const double span = curve.times[after] - curve.times[after - 1];
  const double share = span > 0 ? (t - curve.times[after - 1]) / span : 0;
  return curve.values[after - 1] + share * (curve.values[after] - curve.values[after - 1]);
}

// 20,000 events in the last tenth must not thin what was before.
TEST(Curves, KeepTheCourseBeforeManyEvents) {
  Curves curves({{"y", "", "", 0}}, 2000);
  curves.begin({});
  const auto record = [&](double t) {
    const double y = std::sin(20 * t);
    curves.record(t, {&y, 1}, simulation::Moment::regular);
  };
  for (int k = 0; k < 900; ++k) record(1e-3 * k);
  for (int k = 0; k <= 20'000; ++k) record(0.9 + 5e-6 * k);
  EXPECT_LE(curves.curves()[0].times.size(), 2000u);
  for (double t = 0; t < 1; t += 1e-3) EXPECT_NEAR(drawnAt(curves.curves()[0], t), std::sin(20 * t), 0.02) << t;
}

TEST(Curves, LeaveOutWhatEqualsAnother) {
  Curves curves = curvesOf(
      "model M Real x(start = 1, fixed = true); Real y(start = 1, fixed = true); Real z(start = -1, fixed = true);\n"
      "Real w(start = 1, fixed = true); equation der(x) = -x; der(y) = -y; der(z) = -z; der(w) = -1.01*w; end M;");
  curves.dropRepeated();
  ASSERT_EQ(curves.curves().size(), 2u);
  EXPECT_EQ(curves.curves()[0].column.name, "x");
  EXPECT_EQ(curves.curves()[1].column.name, "w");
}

TEST(Curves, StayBoundedWhereTimeStandsStill) {
  Curves curves({{"y", "", "", 0}}, 1000);
  curves.begin({});
  for (int k = 0; k < 100'000; ++k) {
    const double y = k % 7;
    curves.record(1.0, {&y, 1}, simulation::Moment::afterEvent);
  }
  EXPECT_LE(curves.curves()[0].times.size(), 1000u);
}

// 7 periods per interval: points at the intervals would show a slow wave, or none.
TEST(Curves, ComeFromTheStepsNotFromTheInterval) {
  const Curves curves = curvesOf(
      "model M Real x(start = 0, fixed = true); Real v(start = 1, fixed = true); constant Real w = "
      "2*3.14159265358979*70;\n"
      "equation der(x) = w*v; der(v) = -w*x; end M;",
      {.stop = 1.0, .interval = 0.1});
  for (double t = 0; t < 1; t += 1e-4)
    ASSERT_NEAR(drawnAt(curves.curves()[0], t), std::sin(2 * 3.14159265358979 * 70 * t), 0.02) << t;
}

TEST(Plot, RefusesAnUnknownFormat) {
  const auto problem = plot(curvesOf(text), "M", "out.bmp");
  ASSERT_TRUE(problem);
  EXPECT_THAT(problem->message, HasSubstr("'out.bmp' is not a plot that can be written"));
}

TEST(Plot, OfNothingSaysSo) { EXPECT_THAT(plot(Curves({}), "M", "out.svg")->message, HasSubstr("nothing to plot")); }

}  // namespace
}  // namespace dashpot::results

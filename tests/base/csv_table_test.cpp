#include "base/csv_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

CsvTable read(std::string_view text) {
  auto table = parseCsv(text, "data.csv");
  EXPECT_TRUE(table.has_value()) << (table ? "" : table.error().message);
  return table ? *table : CsvTable{};
}

std::string complaint(std::string_view text) {
  const auto table = parseCsv(text, "data.csv");
  return table ? "" : table.error().message;
}

TEST(CsvTable, ReadsNamesUnitsAndNumbers) {
  const CsvTable table = read("time,pump.p [bar],\"a[1,2]\"\r\n0,1.5,-2e-3\r\n0.1,+2,3\r\n");
  EXPECT_THAT(table.names, ElementsAre("time", "pump.p", "a[1,2]"));
  EXPECT_THAT(table.units, ElementsAre("", "bar", ""));
  EXPECT_THAT(table.columns[1], ElementsAre(1.5, 2));
  EXPECT_THAT(table.columns[2], ElementsAre(-2e-3, 3));
  EXPECT_THAT(table.lines, ElementsAre(2, 3));
}

TEST(CsvTable, ReadsARowOfUnits) {
  const CsvTable table = read("time,p,open\ns,[bar],\n0,1,true\n1,2,false\n");
  EXPECT_THAT(table.units, ElementsAre("s", "bar", ""));
  EXPECT_THAT(table.columns[2], ElementsAre(1, 0));
}

TEST(CsvTable, ReadsWhatSpreadsheetsWrite) {
  const CsvTable semicolons = read("\xEF\xBB\xBF# measured\n\ntime;p\n0;1,5\n1;2,5\n\n");
  EXPECT_THAT(semicolons.columns[1], ElementsAre(1.5, 2.5));
  EXPECT_THAT(read("time\tp\n0\t1\n").columns[1], ElementsAre(1));
  EXPECT_THAT(read("time,\"a \"\"b\"\"\"\n0,1\n").names[1], "a \"b\"");
}

TEST(CsvTable, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(complaint(""), "'data.csv' is empty");
  EXPECT_EQ(complaint("# only a comment\n"), "'data.csv' is empty");
  EXPECT_EQ(complaint("time,p\n0,1\n1\n"), "data.csv:3: 1 values, but the first line has 2 names");
  EXPECT_EQ(complaint("time,p\n0,1\n1,x\n"), "data.csv:3: 'x' is not a number ('p')");
  EXPECT_EQ(complaint("time,p\n0,1\n1,\n"), "data.csv:3: 'p' has no value");
  EXPECT_EQ(complaint("time,p\n0,1\n1,nan\n"), "data.csv:3: the value of 'p' is not finite");
  EXPECT_EQ(complaint("time,p\n0,1\n1,1e999\n"), "data.csv:3: '1e999' is not a number ('p')");
  EXPECT_EQ(complaint("time,\"p\n0,1\n"), "data.csv:1: a quotation mark is not closed");
  EXPECT_EQ(complaint(std::string_view("time\0p", 6)), "'data.csv' is not a text file");
}

TEST(CsvTable, SaysWhyAFileCannotBeRead) {
  EXPECT_THAT(readCsv("/no/such/data.csv").error().message, HasSubstr("No such file"));
  EXPECT_THAT(readCsv("/").error().message, HasSubstr("is a directory"));
}

}  // namespace
}  // namespace dashpot

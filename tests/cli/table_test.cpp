#include "cli/table.hpp"

#include <gtest/gtest.h>

namespace dashpot::cli {
namespace {

TEST(Table, AlignsTextLeftAndNumbersRight) {
  Table table({{"name", Table::Align::left}, {"n"}});
  table.add({"rodas4", "5"});
  table.add({"x", "1234"});
  EXPECT_EQ(table.text(),
            "name       n\n"
            "------  ----\n"
            "rodas4     5\n"
            "x       1234\n");
}

TEST(Table, CountsCharactersNotBytesAndFillsMissingCells) {
  Table table({{"méthode", Table::Align::left}, {"ok"}, {"note", Table::Align::left}});
  table.add({"é"});
  EXPECT_EQ(table.text(),
            "méthode  ok  note\n"
            "-------  --  ----\n"
            "é\n");
}

TEST(Table, WritesNumbersShortly) {
  EXPECT_EQ(number(2.785293563), "2.785");
  EXPECT_EQ(number(1e-12), "1e-12");
  EXPECT_EQ(number(-0.0), "0");
  EXPECT_EQ(yesNo(true), "yes");
}

}  // namespace
}  // namespace dashpot::cli

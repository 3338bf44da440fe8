// Link tables as HASP had them: what they become, and what is said of those that are wrong.
#include "editing/link_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::editing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// The example of the thesis, 5.7; what print lost at DC1T and AL00 follows from the calls of the generated program.
const std::string example =
    "10\n"
    "PU0001 08 09 12\n"
    "PM0001 12\n"
    "PI0501 02 09 10\n"
    "PC0101 10 11\n"
    "TK0301 05 08 11\n"
    "DC1T01 01 02 03 04 05\n"
    "PI0601 03 06 | 01\n"
    "AL0001 06 07 13 | 01 02\n"
    "PI0602 04 07 | 02\n"
    "DE0101 01\n";

struct Imported {
  explicit Imported(std::string table, const std::string& name = "Circuit") {
    Sources sources;
    Diagnostics diagnostics;
    text = modelFromLinks(sources.add("circuit.txt", std::move(table)), sources, name, diagnostics);
    messages = render(diagnostics, sources);
  }
  std::optional<std::string> text;
  std::string messages;
};

std::string exampleBut(const std::string& from, const std::string& to) {
  std::string table = example;
  return table.replace(table.find(from), from.size(), to);
}

std::string complaintAbout(const std::string& table) {
  const Imported imported(table);
  EXPECT_FALSE(imported.text) << table;
  return imported.messages;
}

TEST(LinkTable, BecomesComponentsAndConnections) {
  const Imported imported(example);
  ASSERT_TRUE(imported.text) << imported.messages;
  EXPECT_THAT(*imported.text, AllOf(HasSubstr("model Circuit"), HasSubstr("Dashpot.Hydraulics.Pumps.Pump pu0001"),
                                    HasSubstr("Dashpot.Hydraulics.Valves.Valve43 dc1t01"),
                                    HasSubstr("connect(dc1t01.u, de0101.y) \"Link 1\";"),
                                    HasSubstr("connect(pi0501.port, dc1t01.port_p) \"Link 2\";"),
                                    HasSubstr("connect(pu0001.shaft, pm0001.shaft) \"Link 12\";")));
  EXPECT_THAT(*imported.text, Not(HasSubstr("flange"))) << "the load has no other end";
}

TEST(LinkTable, MayHaveRemarksBlankLinesAndSmallLetters) {
  const Imported imported("# two models\n\n 2 # of them\n pm0001 1\n pu0001 2 3 01\n");
  EXPECT_THAT(imported.messages, HasSubstr("circuit.txt:5:9: error: link 02 ends at PU0001 (inlet) and nowhere else"));
  EXPECT_THAT(imported.messages, Not(HasSubstr("link 01")));
}

TEST(LinkTable, ADutyCycleAtALineGivesItsPressure) {
  const Imported imported("3\nDEDT01 01\nOR3Z01 01 02\nTK0001 02\n");
  ASSERT_TRUE(imported.text) << imported.messages;
  EXPECT_THAT(*imported.text, AllOf(HasSubstr("Sources.PressureSignal dedt01_pressure"),
                                    HasSubstr("connect(dedt01.y, dedt01_pressure.u)"),
                                    HasSubstr("connect(dedt01_pressure.port, or3z01.port_a)")));
}

TEST(LinkTable, SaysWhichModelItDoesNotKnow) {
  EXPECT_THAT(complaintAbout(exampleBut("PC0101", "PC0201")),
              AllOf(HasSubstr("circuit.txt:5:1: error: there is no model 'PC02'"), HasSubstr("did you mean 'PC01'?")));
  EXPECT_THAT(complaintAbout(exampleBut("PC0101", "PC01")), HasSubstr("write four characters and two digits: PC0101"));
  EXPECT_THAT(complaintAbout(exampleBut("PI0602", "PI0601")),
              HasSubstr("circuit.txt:10:1: error: 'PI0601' is there twice"));
}

TEST(LinkTable, NamesThePortsThatHaveNoLink) {
  // As it is printed in the thesis.
  EXPECT_THAT(complaintAbout(exampleBut("01 02 03 04 05", "01 02 03")),
              AllOf(HasSubstr("circuit.txt:7:1: error: DC1T01 has 3 links, but a DC1T has 5"),
                    HasSubstr("missing: B, tank"), HasSubstr("in this order: spool signal, supply, A, B, tank")));
  EXPECT_THAT(complaintAbout(exampleBut("PM0001 12", "PM0001 12 14")),
              HasSubstr("PM0001 has 2 links, but a PM00 has 1"));
  EXPECT_THAT(complaintAbout(exampleBut("TK0301 05 08 11", "TK0301 05 08 11 14")),
              HasSubstr("TK0301 has 4 links, but a TK03 has 1 to 3"));
}

TEST(LinkTable, NamesTheEndsOfALinkThatDoNotFit) {
  EXPECT_THAT(complaintAbout(exampleBut("PC0101 10 11", "PC0101 10 14")),
              AllOf(HasSubstr("circuit.txt:5:11: error: link 14 ends at PC0101 (outlet) and nowhere else"),
                    HasSubstr("circuit.txt:6:14: error: link 11 ends at TK0301 (port) and nowhere else")));
  EXPECT_THAT(complaintAbout(exampleBut("PC0101 10 11", "PC0101 09 11")),
              HasSubstr("link 09 has 3 ends: PU0001 (outlet), PI0501 (port), PC0101 (inlet)"));
  EXPECT_THAT(complaintAbout(exampleBut("DE0101 01", "DE0101 12")), HasSubstr("link 12 has 3 ends"));
  EXPECT_THAT(complaintAbout("2\nPM0001 01\nTK0001 01\n"),
              HasSubstr("link 01 joins PM0001 (shaft), which is a shaft, to TK0001 (port), which is hydraulic"));
  EXPECT_THAT(complaintAbout("1\nOR3Z01 01 01\n"), HasSubstr("link 01 joins OR3Z01 to itself"));
}

TEST(LinkTable, ASignalOfVolumeGoesFromAnActuatorToAPipeAtIt) {
  EXPECT_THAT(complaintAbout(exampleBut("03 06 | 01", "03 06 | 03")),
              AllOf(HasSubstr("signal 01 goes from an actuator to a pipe, but has AL0001"),
                    HasSubstr("signal 03 goes from an actuator to a pipe, but has PI0601")));
  EXPECT_THAT(complaintAbout(exampleBut("TK0301 05 08 11", "TK0301 05 08 11 | 01")),
              HasSubstr("TK0301 has 1 signals behind the bar, but a TK03 has none"));
}

TEST(LinkTable, IsCountedAndOfNumbers) {
  EXPECT_THAT(complaintAbout(exampleBut("10\n", "11\n")),
              HasSubstr("circuit.txt:1:1: error: 11 models are announced, but 10 follow"));
  EXPECT_THAT(complaintAbout("PU0001 08 09 12\n"), HasSubstr("begins with the number of its models"));
  EXPECT_THAT(complaintAbout(""), HasSubstr("the link table is empty"));
  EXPECT_THAT(complaintAbout(exampleBut("PM0001 12", "PM0001 x2")),
              HasSubstr("circuit.txt:3:8: error: PM0001: 'x2' is no number of a link"));
  EXPECT_THAT(complaintAbout(exampleBut("PM0001 12", "PM0001 -2")), HasSubstr("is no number of a link"));
  EXPECT_THAT(Imported(example, "no name").messages, HasSubstr("'no name' is no name"));
}

}  // namespace
}  // namespace dashpot::editing

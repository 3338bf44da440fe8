// Renaming and duplicating.
#include "edited.hpp"

namespace dashpot::editing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

Gesture renaming(std::string type, std::string component, std::string name) {
  return [=](const File& file) { return renameComponent(file, type, component, name); };
}

TEST(Rename, AllThatNamesTheComponentFollows) {
  std::vector<std::string> notes;
  EXPECT_EQ(edited("package P\n"
                   "  model A \"pump of A\"\n"
                   "    Real pump;  // pump\n"
                   "    B b(x = pump, y(start = pump)) annotation(Dialog(enable = pump > 0));\n"
                   "  equation\n"
                   "    connect(pump, b.pump);\n"
                   "    for pump in 1:3 loop\n"
                   "      b.z[pump] = pump;\n"
                   "    end for;\n"
                   "  end A;\n"
                   "  model B\n"
                   "    Real pump, x, y, z[3];\n"
                   "  end B;\n"
                   "  model C\n"
                   "    extends A(pump(start = 1));\n"
                   "    A a(pump = 2);\n"
                   "    Real q = a.pump + pump;\n"
                   "  end C;\n"
                   "end P;\n",
                   renaming("P.A", "pump", "'main pump'"), &notes),
            "package P\n"
            "  model A \"pump of A\"\n"
            "    Real 'main pump';  // pump\n"
            "    B b(x = 'main pump', y(start = 'main pump')) annotation(Dialog(enable = 'main pump' > 0));\n"
            "  equation\n"
            "    connect('main pump', b.pump);\n"
            "    for pump in 1:3 loop\n"
            "      b.z[pump] = pump;\n"
            "    end for;\n"
            "  end A;\n"
            "  model B\n"
            "    Real pump, x, y, z[3];\n"
            "  end B;\n"
            "  model C\n"
            "    extends A('main pump'(start = 1));\n"
            "    A a('main pump' = 2);\n"
            "    Real q = a.'main pump' + 'main pump';\n"
            "  end C;\n"
            "end P;\n");
  EXPECT_THAT(notes, Contains("renamed in 9 places"));
  EXPECT_THAT(notes, Contains("other files that use or extend P.A are not changed"));
}

TEST(Rename, ANameThatWouldMeanSomethingElseIsRefused) {
  const std::string taken = "model M\n  Real a, b;\nend M;\n";
  EXPECT_THAT(refused(taken, renaming("M", "a", "b")), HasSubstr("M has an element 'b' already"));
  EXPECT_THAT(refused(taken, renaming("M", "a", "end")), HasSubstr("'end' is no name"));
  EXPECT_THAT(refused(taken, renaming("M", "a", "x.y")), HasSubstr("'x.y' is no name"));
  EXPECT_THAT(refused(taken, renaming("M", "c", "d")), HasSubstr("there is no component 'c'"));
  const std::string iterator = "model M\n  Real a;\n  Real y[3] = {a*i for i in 1:3};\nend M;\n";
  EXPECT_THAT(refused(iterator, renaming("M", "a", "i")), HasSubstr("would mean something else"));
  const std::string outer = "package P\n  constant Real c = 1;\n  model M\n    Real a = c;\n  end M;\nend P;\n";
  EXPECT_THAT(refused(outer, renaming("P.M", "a", "c")), HasSubstr("would mean something else"));
  const std::string derived = "model B\n  Real a;\nend B;\nmodel M\n  extends B;\n  Real b = a;\nend M;\n";
  EXPECT_THAT(refused(derived, renaming("B", "a", "b")), HasSubstr("would mean something else"));
  EXPECT_THAT(refused(derived, renaming("M", "a", "c")), HasSubstr("'a' is inherited from B"));
}

TEST(Rename, InnerAndOuterAreSaidToBelongTogether) {
  std::vector<std::string> notes;
  edited("model M\n  inner Real world;\nend M;\n", renaming("M", "world", "earth"), &notes);
  EXPECT_THAT(notes, Contains(HasSubstr("'world' is inner: its counterparts")));
}

TEST(Rename, AClassIsRenamedWithItsEndAndItsUses) {
  const auto renamingClass = [](const File& file) { return renameClass(file, "P.A", "Lift"); };
  EXPECT_EQ(edited("package P\n  model A\n  end A;\n  model B\n    extends A;\n    P.A a;\n  end B;\nend P;\n",
                   renamingClass),
            "package P\n  model Lift\n  end Lift;\n  model B\n    extends Lift;\n    P.Lift a;\n  end B;\nend P;\n");
  EXPECT_THAT(refused("package P\n  model A\n  end A;\n  model Lift\n  end Lift;\nend P;\n", renamingClass),
              HasSubstr("there is 'Lift' already in the same place"));
}

TEST(Duplicate, WhatNamesTheClassNamesTheCopyInIt) {
  const auto duplicating = [](const File& file) { return duplicateClass(file, "A", "B"); };
  EXPECT_EQ(
      edited("// head\nmodel A \"A of all\"  // A\n  A.Inner a;\n  model Inner\n    Real x;\n  end Inner;\nend A; // "
             "tail\nmodel C A a; end C;\n",
             duplicating),
      "// head\nmodel A \"A of all\"  // A\n  A.Inner a;\n  model Inner\n    Real x;\n  end Inner;\nend A; // tail\n\n"
      "model B \"A of all\"  // A\n  B.Inner a;\n  model Inner\n    Real x;\n  end Inner;\nend B;\nmodel C A a; end "
      "C;\n");
  EXPECT_EQ(edited("model A\nend A;", duplicating), "model A\nend A;\n\nmodel B\nend B;");
  const auto nested = [](const File& file) { return duplicateClass(file, "P.A", "B"); };
  EXPECT_EQ(edited("package P\r\n  replaceable model A\r\n  end A;\r\nend P;\r\n", nested),
            "package P\r\n  replaceable model A\r\n  end A;\r\n\r\n  replaceable model B\r\n  end B;\r\nend P;\r\n");
  EXPECT_THAT(refused("model A\nend A;\nmodel B\nend B;\n", duplicating), HasSubstr("there is 'B' already"));
}

}  // namespace
}  // namespace dashpot::editing

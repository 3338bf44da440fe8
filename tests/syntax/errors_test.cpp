// One test for each thing the parser has to say, with its exact text, and for what it must not say.
#include "syntax/parsed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::syntax {
namespace {

using ::testing::HasSubstr;

std::string messages(const std::string& text) { return Parsed(text).messages(); }

/// "line:column code" of each diagnostic.
std::vector<std::string> places(const std::string& text) {
  const Parsed parsed(text);
  std::vector<std::string> list;
  for (const Diagnostic& diagnostic : parsed.diagnostics.all()) {
    const LineColumn at = parsed.sources[diagnostic.where.source].lineColumn(diagnostic.where.begin);
    list.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " + diagnostic.code);
  }
  return list;
}

// ---- characters and literals ----------------------------------------------------------------------------------------

TEST(LexicalErrors, ACharacterWithoutAMeaningIsReportedAndNothingThatFollowsFromIt) {
  EXPECT_EQ(messages("model M\n  Real x = 3 $ 4;\nend M;\n"),
            "test.mo:2:14: error: the character '$' has no meaning here\n"
            "    2 |   Real x = 3 $ 4;\n"
            "      |              ^\n");
  EXPECT_EQ(messages("model M\n  Real \xC3\xB6l;\nend M;\n"),
            "test.mo:2:8: error: the character '\xC3\xB6' has no meaning here\n"
            "    2 |   Real \xC3\xB6l;\n"
            "      |        ^\n"
            "hint: outside strings and comments only ASCII is allowed; quote a name: '\xC3\xA9'\n");
  EXPECT_THAT(messages("model M\n  Real x\x01;\nend M;\n"), HasSubstr("the character with code 1 has no meaning here"));
}

TEST(LexicalErrors, AStringThatIsNeverClosedIsBlamedWhereItBegins) {
  EXPECT_EQ(messages("model M\n  Real x \"length;\n  Real y \"width\";\nend M;\n"),
            "test.mo:2:10: error: this string is never closed\n"
            "    2 |   Real x \"length;\n"
            "      |          ^\n");
  EXPECT_EQ(messages("model M\n  Real y \"width\";\n  Real x \"length;\nend M;\n"),
            "test.mo:3:10: error: this string is never closed\n"
            "    3 |   Real x \"length;\n"
            "      |          ^\n");
}

TEST(LexicalErrors, ErrorsBesideAnUnclosedStringAreReportedToo) {
  EXPECT_THAT(places("model M\n  Real a = ;\n  Real x \"length;\n  Real b = ;\nend M;\n"),
              ::testing::UnorderedElementsAre("2:12 syntax", "3:10 unterminated-string", "4:12 syntax"));
}

TEST(LexicalErrors, ACommentThatIsNeverClosedIsOneError) {
  EXPECT_EQ(messages("model M\n  Real x; /* note\nend M;\n"),
            "test.mo:2:11: error: this comment is never closed\n"
            "    2 |   Real x; /* note\n"
            "      |           ^~\n");
}

TEST(LexicalErrors, CommentsDoNotNest) {
  EXPECT_EQ(messages("model M\nequation\n  x = /* a /* b */ */ 1;\nend M;\n"),
            "test.mo:3:20: error: expected an expression, found '*'\n"
            "    3 |   x = /* a /* b */ */ 1;\n"
            "      |                    ^\n"
            "hint: comments do not nest: the first '*/' ends them\n");
}

TEST(LexicalErrors, QuotedIdentifiersAreClosedOnTheirLineAndNotEmpty) {
  EXPECT_EQ(messages("model M\n  Real 'a b;\n  Real c;\nend M;\n"),
            "test.mo:2:8: error: this quoted identifier is not closed on its line\n"
            "    2 |   Real 'a b;\n"
            "      |        ^\n");
  EXPECT_EQ(messages("model M\n  Real '';\nend M;\n"),
            "test.mo:2:8: error: a quoted identifier has at least one character\n"
            "    2 |   Real '';\n"
            "      |        ^~\n");
}

TEST(LexicalErrors, NumbersOutOfRangeAreReported) {
  EXPECT_EQ(messages("model M\n  parameter Real x = 1e999;\nend M;\n"),
            "test.mo:2:22: error: this number is too large: the largest is about 1.8e308\n"
            "    2 |   parameter Real x = 1e999;\n"
            "      |                      ^~~~~\n");
  EXPECT_EQ(messages("model M\n  parameter Real x = 1e-400;\nend M;\n"),
            "test.mo:2:22: warning: this number is too small to be told from zero\n"
            "    2 |   parameter Real x = 1e-400;\n"
            "      |                      ^~~~~~\n"
            "note: it counts as 0\n");
  EXPECT_EQ(messages("model M\n  parameter Integer n = 12345678901234567890;\nend M;\n"),
            "test.mo:2:25: error: this Integer is too large: the largest is 9007199254740992\n"
            "    2 |   parameter Integer n = 12345678901234567890;\n"
            "      |                         ^~~~~~~~~~~~~~~~~~~~\n"
            "hint: write it as a Real: 12345678901234567890.0\n");
}

// ---- what is plain, and read on ------------------------------------------------------------------------------------

TEST(ParserErrors, AMissingSemicolonIsShownWhereItBelongs) {
  EXPECT_EQ(messages("model M\n  Real x\n  Real y;\nend M;\n"),
            "test.mo:2:9: error: expected ';' after the declaration\n"
            "    2 |   Real x\n"
            "      |         ^\n"
            "note: 'Real' follows\n");
}

TEST(ParserErrors, TheLineAfterAMissingSemicolonIsRead) {
  EXPECT_THAT(places("model M\n  Real x\n  Real y = ;\nequation\n  x = 1\n  y = (2;\nend M;\n"),
              ::testing::ElementsAre("2:9 missing-semicolon", "3:12 syntax", "5:8 missing-semicolon", "6:9 syntax"));
}

TEST(ParserErrors, AReservedWordAsANameIsReportedOnce) {
  EXPECT_EQ(messages("model M\n  Real in, flow = 2;\n  Real end;\nequation\n  in = 1 + in;\nend M;\n"),
            "test.mo:2:8: error: 'in' is a word of the language and cannot be a name\n"
            "    2 |   Real in, flow = 2;\n"
            "      |        ^~\n"
            "hint: choose another name, as 'in_'\n"
            "test.mo:2:12: error: 'flow' is a word of the language and cannot be a name\n"
            "    2 |   Real in, flow = 2;\n"
            "      |            ^~~~\n"
            "hint: choose another name, as 'flow_'\n"
            "test.mo:3:8: error: 'end' is a word of the language and cannot be a name\n"
            "    3 |   Real end;\n"
            "      |        ^~~\n"
            "hint: choose another name, as 'end_'\n");
}

TEST(ParserErrors, AMisspeltWordOfTheLanguageGetsAHint) {
  EXPECT_EQ(messages("modle M\n  Real x;\nequaton\n  der(x) = 1;\nend M;\n"),
            "test.mo:1:1: error: 'modle' is not the kind of a class\n"
            "    1 | modle M\n"
            "      | ^~~~~\n"
            "hint: did you mean 'model'?\n"
            "test.mo:3:1: error: 'equaton' is not a section\n"
            "    3 | equaton\n"
            "      | ^~~~~~~\n"
            "hint: did you mean 'equation'?\n");
  EXPECT_EQ(messages("package P\n  pakage Q\n    model A\n    end A;\n  end Q;\nend P;\n"),
            "test.mo:2:3: error: 'pakage' is not the kind of a class\n"
            "    2 |   pakage Q\n"
            "      |   ^~~~~~\n"
            "hint: did you mean 'package'?\n");
}

// ---- equations ------------------------------------------------------------------------------------------------------

TEST(ParserErrors, AnAssignmentInAnEquationSectionGetsAHint) {
  EXPECT_EQ(messages("model M\n  Real x;\nequation\n  x := 1;\nend M;\n"),
            "test.mo:4:5: error: expected '=' in an equation, found ':='\n"
            "    4 |   x := 1;\n"
            "      |     ^~\n"
            "hint: equations are written with '='; ':=' is for algorithms\n");
}

TEST(ParserErrors, AnEquationInAnAlgorithmGetsAHint) {
  EXPECT_EQ(messages("function f\nalgorithm\n  x = 1;\nend f;\n"),
            "test.mo:3:5: error: expected ':=' in a statement, found '='\n"
            "    3 |   x = 1;\n"
            "      |     ^\n"
            "hint: statements assign with ':='\n");
}

TEST(ParserErrors, AComparisonInPlaceOfAnEquationGetsAHint) {
  EXPECT_EQ(messages("model M\nequation\n  x == 1;\nend M;\n"),
            "test.mo:3:5: error: expected '=' in an equation, found '=='\n"
            "    3 |   x == 1;\n"
            "      |     ^~\n"
            "hint: equations are written with '='; '==' compares\n");
  EXPECT_EQ(messages("function f\nalgorithm\n  x == 1;\nend f;\n"),
            "test.mo:3:5: error: expected ':=' in a statement, found '=='\n"
            "    3 |   x == 1;\n"
            "      |     ^~\n"
            "hint: statements assign with ':='; '==' compares\n");
  EXPECT_EQ(messages("model M\n  Real x == 1;\nend M;\n"),
            "test.mo:2:10: error: expected '=' before the value, found '=='\n"
            "    2 |   Real x == 1;\n"
            "      |          ^~\n"
            "hint: a value is given with '='; '==' compares\n");
}

TEST(ParserErrors, AnEqualSignInAConditionGetsAHint) {
  EXPECT_EQ(messages("model M\nequation\n  if x = 1 then\n    y = 2;\n  else\n    y = 3;\n  end if;\nend M;\n"),
            "test.mo:3:8: error: expected 'then' after the condition, found '='\n"
            "    3 |   if x = 1 then\n"
            "      |        ^\n"
            "hint: '==' compares\n");
}

TEST(ParserErrors, AnErrorInTheHeadOfAClauseLeavesItsBodyInOrder) {
  EXPECT_THAT(places("model M\nequation\n  if x > then\n    y = ;\n  elseif then\n    y = 2;\n  end if;\n"
                     "  for i n 1:3 loop\n    z[i] = 1;\n  end for;\n  when x\n    y = 2;\n  end when;\nend M;\n"),
              ::testing::ElementsAre("3:10 syntax", "4:9 syntax", "5:10 syntax", "8:9 syntax", "12:5 syntax"));
}

TEST(ParserErrors, AClauseThatIsNotClosedIsShownWhereItBegins) {
  EXPECT_EQ(
      messages("model M\nequation\n  if a then\n    x = 1;\n  for i in 1:3 loop\n    y = 1;\n  end for;\nend M;\n"),
      "test.mo:3:3: error: this 'if' is not closed: 'end if;' is missing\n"
      "    3 |   if a then\n"
      "      |   ^~\n"
      "note: it should come before 'end' on line 8\n");
  EXPECT_EQ(messages("model M\nequation\n  for i in 1:3 loop\n    if a then\n      x = 1;\n  end for;\nend M;\n"),
            "test.mo:4:5: error: this 'if' is not closed: 'end if;' is missing\n"
            "    4 |     if a then\n"
            "      |     ^~\n"
            "note: it should come before 'end' on line 6\n");
}

TEST(ParserErrors, ElseIfInTwoWordsGetsAHint) {
  EXPECT_EQ(messages("model M\nequation\n  if a then\n    x = 1;\n  else if b then\n    x = 2;\n  end if;\nend M;\n"),
            "test.mo:3:3: error: this 'if' is not closed: 'end if;' is missing\n"
            "    3 |   if a then\n"
            "      |   ^~\n"
            "note: it should come before 'end' on line 8\n"
            "hint: write 'elseif' for a further condition of the same 'if'\n");
}

TEST(ParserErrors, AnEndThatClosesNothingIsReportedAndTheSectionGoesOn) {
  EXPECT_EQ(messages("model M\nequation\n  x = 1;\n  end if;\n  y = 2;\nend M;\n"),
            "test.mo:4:3: error: 'end if' closes nothing: no 'if' is open here\n"
            "    4 |   end if;\n"
            "      |   ^~~~~~\n");
}

TEST(ParserErrors, BranchesInTheWrongPlaceAreReported) {
  EXPECT_EQ(messages("model M\nequation\n  if a then\n    x = 1;\n  else\n    x = 2;\n  elseif b then\n    x = 3;\n"
                     "  end if;\n  when a then\n    y = 1;\n  else\n    y = 2;\n  end when;\nend M;\n"),
            "test.mo:7:3: error: 'elseif' after the 'else' of an if clause\n"
            "    7 |   elseif b then\n"
            "      |   ^~~~~~\n"
            "test.mo:12:3: error: 'else' in a when clause\n"
            "   12 |   else\n"
            "      |   ^~~~\n"
            "hint: a when clause continues with 'elsewhen' or ends with 'end when'\n");
}

TEST(ParserErrors, StatementsAreNoEquationsAndTheOtherWayRound) {
  EXPECT_EQ(messages("model M\nequation\n  return;\n  while a loop\n    b := 1;\n  end while;\nalgorithm\n"
                     "  connect(a, b);\n  a + b := 2;\n  (a, b) := 3;\nend M;\n"),
            "test.mo:3:3: error: 'return' cannot stand among equations\n"
            "    3 |   return;\n"
            "      |   ^~~~~~\n"
            "hint: it is a statement: it belongs to an algorithm\n"
            "test.mo:4:3: error: 'while' cannot stand among equations\n"
            "    4 |   while a loop\n"
            "      |   ^~~~~\n"
            "hint: it is a statement: it belongs to an algorithm\n"
            "test.mo:8:3: error: 'connect' cannot stand in an algorithm\n"
            "    8 |   connect(a, b);\n"
            "      |   ^~~~~~~\n"
            "hint: it is an equation\n"
            "test.mo:9:3: error: only a variable can be assigned to\n"
            "    9 |   a + b := 2;\n"
            "      |   ^~~~~\n"
            "test.mo:10:13: error: several variables can only be assigned the results of a function\n"
            "   10 |   (a, b) := 3;\n"
            "      |             ^\n");
}

TEST(ParserErrors, AForgottenSectionWordGetsAHint) {
  EXPECT_EQ(messages("model M\n  Real x;\n  x = 1;\n  y = 2;\nend M;\n"),
            "test.mo:3:3: error: an equation cannot stand among declarations\n"
            "    3 |   x = 1;\n"
            "      |   ^\n"
            "hint: write 'equation' before it\n");
  EXPECT_EQ(messages("function f\n  output Real x;\n  x := 1;\nend f;\n"),
            "test.mo:3:3: error: a statement cannot stand among declarations\n"
            "    3 |   x := 1;\n"
            "      |   ^\n"
            "hint: write 'algorithm' before it\n");
}

TEST(ParserErrors, ADeclarationAmongEquationsGetsAHint) {
  EXPECT_EQ(messages("model M\nequation\n  x = 1;\n  parameter Real p = 2;\n  y = 2;\nend M;\n"),
            "test.mo:4:3: error: a declaration cannot stand here\n"
            "    4 |   parameter Real p = 2;\n"
            "      |   ^~~~~~~~~\n"
            "hint: declarations come before the equations, or after 'public' or 'protected'\n");
}

// ---- classes and declarations ---------------------------------------------------------------------------------------

TEST(ParserErrors, AClassClosedByAnotherNameIsNamed) {
  EXPECT_EQ(messages("model Pump\nend Pupm;\n"),
            "test.mo:2:5: error: 'end Pupm' closes the class Pump\n"
            "    2 | end Pupm;\n"
            "      |     ^~~~\n"
            "note: Pump begins at test.mo:1\n");
}

TEST(ParserErrors, AClassThatIsNotClosedIsNamedAtTheEndOfTheOneAroundIt) {
  EXPECT_EQ(messages("package P\n  model M\n    Real x;\nend P;\n"),
            "test.mo:4:1: error: 'end M;' is missing before 'end P'\n"
            "    4 | end P;\n"
            "      | ^~~~~\n"
            "note: M begins at test.mo:2\n");
}

TEST(ParserErrors, AFileThatEndsTooEarlySaysSoOnce) {
  EXPECT_EQ(messages("package P\n  model M\n    Real x;\n"),
            "test.mo:4:1: error: expected 'end' to close M, found the end of the file\n"
            "    4 | \n"
            "      | ^\n");
}

TEST(ParserErrors, AClassWithoutANameIsReportedAndItsBodyRead) {
  EXPECT_THAT(places("model 3M\n  Real x = ;\nend M;\n"), ::testing::ElementsAre("1:7 syntax", "2:12 syntax"));
}

TEST(ParserErrors, KindsOfClassesThatDoNotExistAreReported) {
  EXPECT_EQ(messages("pure model M\nend M;\nexpandable model N\nend N;\n"),
            "test.mo:1:12: error: only a function is pure or impure, not a model\n"
            "    1 | pure model M\n"
            "      |            ^\n"
            "test.mo:3:12: error: expected 'connector' after 'expandable', found 'model'\n"
            "    3 | expandable model N\n"
            "      |            ^~~~~\n");
}

TEST(ParserErrors, WhatIsNoClassIsReportedOnce) {
  EXPECT_EQ(messages(";;;;\n"),
            "test.mo:1:1: error: expected a class definition, found ';'\n"
            "    1 | ;;;;\n"
            "      | ^\n");
  EXPECT_EQ(messages("This is a letter; not a model.\nIt has two lines;\nmodel M\n  Real x;\nend M;\n"),
            "test.mo:1:1: error: expected a class definition, found 'This'\n"
            "    1 | This is a letter; not a model.\n"
            "      | ^~~~\n");
}

TEST(ParserErrors, ModificationsAreChecked) {
  EXPECT_EQ(messages("model M\n  A a(x[1] = 2, y = 3);\nend M;\n"),
            "test.mo:2:8: error: a modification is for the whole array, not for an element of it\n"
            "    2 |   A a(x[1] = 2, y = 3);\n"
            "      |        ^\n"
            "hint: give the values of all elements: x(start = {1, 2, 3})\n");
  EXPECT_EQ(messages("model M\n  A a(redeclare model B\n    Real y;\n  end B);\nend M;\n"),
            "test.mo:2:17: error: a class in a modification has no body\n"
            "    2 |   A a(redeclare model B\n"
            "      |                 ^~~~~\n"
            "hint: define the class elsewhere and name it: redeclare model X = Y\n");
}

TEST(ParserErrors, WhatAClassHasOnlyOnceIsReportedTheSecondTime) {
  EXPECT_EQ(
      messages(
          "function f\n  external \"C\";\n  external \"C\";\n  annotation(a = 1);\n  annotation(b = 1);\nend f;\n"),
      "test.mo:3:3: error: a function has one external clause, and this is a second one\n"
      "    3 |   external \"C\";\n"
      "      |   ^~~~~~~~\n"
      "test.mo:5:3: warning: a class has one annotation; this one is added to it\n"
      "    5 |   annotation(b = 1);\n"
      "      |   ^~~~~~~~~~\n");
  EXPECT_EQ(messages("function f\n  external \"C\" y = g;\nend f;\n"),
            "test.mo:2:21: error: expected '(' after the name of the external function, found ';'\n"
            "    2 |   external \"C\" y = g;\n"
            "      |                     ^\n");
}

TEST(ParserErrors, ImportsAndArgumentsAreChecked) {
  EXPECT_EQ(messages("model M\n  import A = B.*;\nequation\n  x = f(a = 1, 2);\nend M;\n"),
            "test.mo:2:17: error: an import with a name of its own imports one class\n"
            "    2 |   import A = B.*;\n"
            "      |                 ^\n"
            "test.mo:4:16: error: an argument without a name cannot follow one with a name\n"
            "    4 |   x = f(a = 1, 2);\n"
            "      |                ^\n");
}

TEST(ParserErrors, EndIsAnExpressionOnlyInSubscripts) {
  EXPECT_EQ(messages("model M\nequation\n  x = a[end] + \nend M;\n"),
            "test.mo:4:1: error: expected an expression, found 'end'\n"
            "    4 | end M;\n"
            "      | ^~~\n");
}

// ---- recovery and limits --------------------------------------------------------------------------------------------

TEST(ParserErrors, IndependentErrorsAreAllReportedAndNothingElse) {
  EXPECT_THAT(places("model M\n  Real x = ;\n  Real 3;\n  Real y;\nequation\n  x = (1 + ;\n  y = 2;\n  connect(a);\n"
                     "  z = f(1; 2);\n  y = 3 +;\nend M;\nmodel N\n  Real z = 1 2;\nend N;\n"),
              ::testing::ElementsAre("2:12 syntax", "3:8 syntax", "6:12 syntax", "8:12 syntax", "9:10 syntax",
                                     "10:10 syntax", "13:13 missing-semicolon"));
}

TEST(ParserErrors, DeepNestingIsRefusedNotCrashedOn) {
  const auto nested = [](std::string_view open, std::string_view close) {
    std::string text = "model M\n  Real x;\nequation\n  x = ";
    for (int i = 0; i < 100'000; ++i) text += open;
    text += "1";
    for (int i = 0; i < 100'000; ++i) text += close;
    return messages(text + ";\nend M;\n");
  };
  EXPECT_EQ(nested("(", ")"), "test.mo:4:255: error: nested more than 250 levels deep\n");
  EXPECT_THAT(nested("f(a = ", ")"), HasSubstr("nested more than 250 levels deep"));
  EXPECT_THAT(nested("f(function g(a = ", "))"), HasSubstr("nested more than 250 levels deep"));
  EXPECT_THAT(nested("a[", "]"), HasSubstr("nested more than 250 levels deep"));
  EXPECT_THAT(nested("{", "}"), HasSubstr("nested more than 250 levels deep"));
  EXPECT_THAT(nested("if a then ", " else 2"), HasSubstr("nested more than 250 levels deep"));
  std::string classes;
  for (int i = 0; i < 10'000; ++i) classes += "model M ";
  EXPECT_THAT(messages(classes), HasSubstr("nested more than 250 levels deep"));
  std::string clauses = "model M equation ";
  for (int i = 0; i < 10'000; ++i) clauses += "if a then ";
  EXPECT_THAT(messages(clauses), HasSubstr("nested more than 250 levels deep"));
}

TEST(ParserErrors, AfterAHundredErrorsTheRestOfTheFileIsNotRead) {
  std::string text = "model M\n";
  for (int i = 0; i < 1000; ++i) text += "  Real x = ;\n";
  const Parsed parsed(text + "end M;\n");
  EXPECT_EQ(parsed.diagnostics.all().size(), 100u);
  EXPECT_THAT(parsed.messages(),
              HasSubstr("test.mo:101:12: error: 100 errors in this file: the rest of it is not read"));
  std::string control(100'000, '\x02');
  control += '\n';
  EXPECT_LE(Parsed(control).diagnostics.all().size(), 100u);
  std::string odd;
  for (int i = 0; i < 100'000; ++i) odd += "$ # ";
  EXPECT_LE(Parsed(odd).diagnostics.all().size(), 101u);
}

}  // namespace
}  // namespace dashpot::syntax

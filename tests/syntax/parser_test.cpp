#include "models/text.hpp"
#include "syntax/parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::syntax {
namespace {

struct Parsed {
  explicit Parsed(std::string text) {
    tree = parse(sources.add("test.mo", std::move(text)), sources, symbols, diagnostics);
  }
  std::string messages() const { return render(diagnostics, sources); }
  std::string printed() const { return print(tree, symbols); }
  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  Tree tree;
};

std::string canonical(const std::string& expression) {
  Parsed parsed("model M equation x = " + expression + "; end M;");
  EXPECT_EQ(parsed.messages(), "") << expression;
  const Statement& equation = parsed.tree.statements.at(0);
  return print(parsed.tree, parsed.tree.at(equation.expressions, 1), parsed.symbols);
}

TEST(Parser, KeepsOnlyTheParenthesesThatPrecedenceDemands) {
  EXPECT_EQ(canonical("((a))+(b*c)"), "a + b * c");
  EXPECT_EQ(canonical("(a+b)*c"), "(a + b) * c");
  EXPECT_EQ(canonical("a-(b-c)"), "a - (b - c)");
  EXPECT_EQ(canonical("(a-b)-c"), "a - b - c");
  EXPECT_EQ(canonical("(-a)^2"), "(-a)^2");
  EXPECT_EQ(canonical("-a^2"), "-a^2");
  EXPECT_EQ(canonical("(-a)*b"), "(-a) * b");
  EXPECT_EQ(canonical("a+(-b)"), "a + (-b)");
  EXPECT_EQ(canonical("not (a and b) or c"), "not (a and b) or c");
  EXPECT_EQ(canonical("(if a then b else c) + 1"), "(if a then b else c) + 1");
  EXPECT_EQ(canonical("if a < b then 1 elseif c then 2.0 else 3e-3"), "if a < b then 1 elseif c then 2.0 else 0.003");
  EXPECT_EQ(canonical("f(a, b = 2, c[1, end])"), "f(a, b = 2, c[1, end])");
  EXPECT_EQ(canonical("{i^2 for i in 1:2:n}"), "{i^2 for i in 1:2:n}");
  EXPECT_EQ(canonical("[1, 2; 3, 4] .* x"), "[1, 2; 3, 4] .* x");
  EXPECT_EQ(canonical("2.*x"), "2 .* x");
}

class RoundTrip : public ::testing::TestWithParam<const char*> {};

TEST_P(RoundTrip, PrintingWhatWasPrintedChangesNothing) {
  const Parsed first(testing::exampleText(GetParam()));
  ASSERT_EQ(first.messages(), "");
  const Parsed second(first.printed());
  EXPECT_EQ(second.messages(), "");
  EXPECT_EQ(second.printed(), first.printed());
}

INSTANTIATE_TEST_SUITE_P(Examples, RoundTrip, ::testing::Values("hires", "rlc", "relief_valve"));

TEST(Parser, AnIfExpressionOnTheLeftOfAnEquationKeepsItsParentheses) {
  const Parsed parsed("model M equation (if a then b else c) = 0; end M;");
  EXPECT_EQ(parsed.printed(), "model M\nequation\n  (if a then b else c) = 0;\nend M;\n");
}

TEST(Parser, ReadsTheWholeGrammar) {
  const std::string text = testing::readText("tests/models/grammar.mo");
  const Parsed first(text);
  ASSERT_EQ(first.messages(), "");
  EXPECT_THAT(check(first.tree, first.sources), ::testing::IsEmpty());
  const Parsed second(first.printed());
  EXPECT_EQ(second.messages(), "");
  EXPECT_EQ(second.printed(), first.printed());
}

TEST(Parser, TreeTextIsStable) {
  EXPECT_EQ(Parsed(testing::exampleText("rlc")).printed(), testing::goldenText("rlc.tree"));
}

TEST(Parser, ReadsASumOfAHundredThousandTerms) {
  std::string sum = "a";
  for (int i = 0; i < 100'000; ++i) sum += "+a";
  const Parsed parsed("model M equation x = " + sum + "; end M;");
  EXPECT_EQ(parsed.messages(), "");
  EXPECT_GT(parsed.printed().size(), 400'000u);
}

// ---- errors ---------------------------------------------------------------------------------------------------------

TEST(ParserErrors, AMissingSemicolonIsShownWhereItBelongs) {
  EXPECT_EQ(Parsed("model M\n  Real x\n  Real y;\nend M;\n").messages(),
            "test.mo:2:9: error: expected ';' after the declaration\n"
            "    2 |   Real x\n"
            "      |         ^\n"
            "note: 'Real' follows\n");
}

TEST(ParserErrors, AnAssignmentInAnEquationSectionGetsAHint) {
  EXPECT_EQ(Parsed("model M\n  Real x;\nequation\n  x := 1;\nend M;\n").messages(),
            "test.mo:4:5: error: expected '=' in an equation, found ':='\n"
            "    4 |   x := 1;\n"
            "      |     ^~\n"
            "hint: equations are written with '='; ':=' is for algorithms\n");
}

TEST(ParserErrors, IndependentErrorsAreAllReportedAndNothingElse) {
  const Parsed parsed(
      "model M\n  Real x = ;\n  Real 3;\n  Real y;\nequation\n  x = (1 + ;\n  y = 2;\n  connect(a);\nend M;\nmodel N\n "
      " Real z = 1 2;\nend N;\n");
  EXPECT_EQ(parsed.diagnostics.errorCount(), 5u) << parsed.messages();
  EXPECT_THAT(parsed.messages(),
              ::testing::AllOf(::testing::HasSubstr("test.mo:2:12:"), ::testing::HasSubstr("test.mo:3:8:"),
                               ::testing::HasSubstr("test.mo:6:12:"), ::testing::HasSubstr("test.mo:8:12:"),
                               ::testing::HasSubstr("test.mo:11:13:")));
}

TEST(ParserErrors, AClassClosedByAnotherNameIsNamed) {
  EXPECT_EQ(Parsed("model Pump\nend Pupm;\n").messages(),
            "test.mo:2:5: error: 'end Pupm' closes the class Pump\n"
            "    2 | end Pupm;\n"
            "      |     ^~~~\n"
            "note: Pump begins at test.mo:1\n");
}

TEST(ParserErrors, AFileThatEndsTooEarlySaysSo) {
  EXPECT_THAT(Parsed("model M\n  Real x;\n").messages(),
              ::testing::HasSubstr("expected 'end' to close M, found the end of the file"));
  EXPECT_THAT(Parsed("model M\n  Real x \"text").messages(), ::testing::HasSubstr("this string is never closed"));
  EXPECT_THAT(Parsed("model M /* comment").messages(), ::testing::HasSubstr("this comment is never closed"));
}

TEST(ParserErrors, ARowOfSemicolonsIsReportedOnce) {
  EXPECT_EQ(Parsed(";;;;\n").messages(),
            "test.mo:1:1: error: expected a class definition, found ';'\n"
            "    1 | ;;;;\n"
            "      | ^\n");
}

TEST(ParserErrors, DeepNestingIsRefusedNotCrashedOn) {
  const Parsed parsed("model M equation x = " + std::string(100'000, '(') + "1" + std::string(100'000, ')') +
                      "; end M;");
  EXPECT_THAT(parsed.messages(), ::testing::HasSubstr("nested more than 250 levels deep"));
}

TEST(ParserErrors, AHugeNumberIsRefused) {
  EXPECT_THAT(Parsed("model M parameter Real x = 1e999; end M;").messages(),
              ::testing::HasSubstr("this number is too large"));
}

TEST(ParserErrors, NoTextPrefixOfAnExampleCrashesTheParser) {
  const std::string text = testing::exampleText("rlc");
  for (std::size_t length = 0; length < text.size(); length += 7) {
    const Parsed parsed(text.substr(0, length));
    EXPECT_THAT(check(parsed.tree, parsed.sources), ::testing::IsEmpty()) << length;
  }
}

TEST(ReadFile, SaysWhyAFileCannotBeRead) {
  Sources sources;
  EXPECT_EQ(readFile("no/such/file.mo", sources).error().message,
            "cannot read 'no/such/file.mo': there is no such file");
}

// ---- invariants -----------------------------------------------------------------------------------------------------

class BrokenTree : public ::testing::Test {
 protected:
  Parsed parsed{"model M\n  Real x(start = 1);\nequation\n  x = if x > 0 then 1 else 2;\nend M;\n"};
  std::vector<std::string> violations() { return check(parsed.tree, parsed.sources); }
  Expression& find(ExpressionKind kind) {
    for (Expression& e : parsed.tree.expressions)
      if (e.kind == kind) return e;
    throw std::logic_error("not there");
  }
};

TEST_F(BrokenTree, AWholeTreeHasNoViolations) { EXPECT_THAT(violations(), ::testing::IsEmpty()); }

TEST_F(BrokenTree, AnIdOfNothingIsFound) {
  parsed.tree.arguments.at(0).modification.value = static_cast<ExpressionId>(999);
  EXPECT_THAT(violations(), ::testing::Contains(::testing::HasSubstr("does not exist")));
}

TEST_F(BrokenTree, ASecondParentIsFound) {
  const Expression& binary = find(ExpressionKind::binary);
  parsed.tree.lists[binary.operands.first] = parsed.tree.lists[binary.operands.first + 1];
  EXPECT_THAT(violations(), ::testing::Contains(::testing::HasSubstr("has two parents")));
}

TEST_F(BrokenTree, TextOutsideTheParentIsFound) {
  find(ExpressionKind::conditional).span.end -= 3;
  EXPECT_THAT(violations(), ::testing::Contains(::testing::HasSubstr("lies outside its own")));
}

TEST_F(BrokenTree, AWrongNumberOfOperandsIsFound) {
  find(ExpressionKind::conditional).operands.count = 2;
  EXPECT_THAT(violations(), ::testing::Contains("an expression: an if has 2 operands"));
}

}  // namespace
}  // namespace dashpot::syntax

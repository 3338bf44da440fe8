#include "models/text.hpp"
#include "syntax/parsed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::syntax {
namespace {

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
  EXPECT_EQ(canonical("f(a, c[1, end], b = 2)"), "f(a, c[1, end], b = 2)");
  EXPECT_EQ(canonical("(a+b)[1] + (r).re + (f(x)).im"), "(a + b)[1] + (r).re + (f(x)).im");
  EXPECT_EQ(canonical(".5 + .5e-3"), "0.5 + 0.0005");
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

TEST(Parser, KeepsEveryComment) {
  const std::string text =
      "// before the class\n"
      "model M \"what it is\"\n"
      "  // before x\n"
      "  Real x; // behind x\n"
      "  Real y /* inside y */ = 2;\n"
      "  // at the end of the declarations\n"
      "equation\n"
      "  x = 1; /* behind */ // both\n"
      "  if x > 0 then\n"
      "    y = 2;\n"
      "    // at the end of the branch\n"
      "  else\n"
      "    y = 3;\n"
      "  end if;\n"
      "  // before the end\n"
      "end M; // behind the class\n"
      "// at the end\n";
  const Parsed first(text);
  EXPECT_EQ(first.messages(), "");
  EXPECT_EQ(first.printed(),
            "// before the class\n"
            "model M \"what it is\"\n"
            "  // before x\n"
            "  Real x; // behind x\n"
            "  Real y = 2; /* inside y */\n"
            "  // at the end of the declarations\n"
            "equation\n"
            "  x = 1; /* behind */ // both\n"
            "  if x > 0 then\n"
            "    y = 2;\n"
            "    // at the end of the branch\n"
            "  else\n"
            "    y = 3;\n"
            "  end if;\n"
            "  // before the end\n"
            "end M; // behind the class\n"
            "// at the end\n");
  EXPECT_EQ(Parsed(first.printed()).printed(), first.printed());
}

TEST(Parser, AConstraintHoldsForAllComponentsOfItsClause) {
  const Parsed parsed("model M replaceable T a, b constrainedby C(x = 1) \"why\"; end M;");
  EXPECT_EQ(parsed.messages(), "");
  EXPECT_THAT(check(parsed.tree, parsed.sources), ::testing::IsEmpty());
  EXPECT_EQ(parsed.printed(),
            "model M\n  replaceable T a constrainedby C(x = 1);\n"
            "  replaceable T b constrainedby C(x = 1) \"why\";\nend M;\n");
}

TEST(Parser, EveryNodeKnowsItsPlace) {
  const Parsed parsed("model M\n  Real x;\nequation\n  x = a.b[2] + 1;\nend M;\n");
  const auto place = [&](Span span) { return parsed.sources.describe(parsed.tree.range(span)); };
  EXPECT_EQ(place(parsed.tree.classNodes.at(0).span), "test.mo:1:1");
  EXPECT_EQ(place(parsed.tree.components.at(0).nameSpan), "test.mo:2:8");
  EXPECT_EQ(place(parsed.tree.sections.at(0).span), "test.mo:3:1");
  EXPECT_EQ(place(parsed.tree.statements.at(0).span), "test.mo:4:3");
  EXPECT_EQ(place(parsed.tree[parsed.tree.at(parsed.tree.statements.at(0).expressions, 1)].span), "test.mo:4:7");
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

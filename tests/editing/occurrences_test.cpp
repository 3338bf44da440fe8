// Finding every place that names a class or a component. In the texts below '@' stands before each identifier that must
// be found, and is no part of the text.
#include "editing/occurrences.hpp"

#include "paths.hpp"
#include "syntax/parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace dashpot::editing {
namespace {

using ::testing::ElementsAreArray;

struct Marked {
  explicit Marked(std::string_view text) {
    std::string plain;
    for (const char c : text)
      if (c == '@')
        marks.push_back(static_cast<std::uint32_t>(plain.size()));
      else
        plain += c;
    Diagnostics diagnostics;
    tree = syntax::parse(sources.add("test.mo", plain), sources, symbols, diagnostics);
    classes.add(tree, diagnostics);
    EXPECT_FALSE(diagnostics.hasErrors()) << render(diagnostics, sources);
  }

  [[nodiscard]] std::vector<std::uint32_t> found(std::string_view scope, std::string_view component = {}) {
    const Target target{classes.findQualified(scope), component.empty() ? Symbol::none : symbols.find(component)};
    std::vector<std::uint32_t> begins;
    for (const syntax::Span span : occurrences(classes, sources, tree, target)) {
      begins.push_back(span.begin);
      const auto there = targetAt(classes, sources, tree, span.begin);
      EXPECT_TRUE(there && isSame(classes, *there, target)) << "at " << span.begin;
    }
    return begins;
  }

  Sources sources;
  Symbols symbols;
  model::ClassTable classes{symbols};
  syntax::Tree tree;
  std::vector<std::uint32_t> marks;
};

void expectMarked(std::string_view text, std::string_view scope, std::string_view component = {}) {
  Marked marked(text);
  EXPECT_THAT(marked.found(scope, component), ElementsAreArray(marked.marks)) << text;
}

TEST(Occurrences, AComponentIsFoundWhereverItsClassNamesIt) {
  expectMarked(R"(
model M
  Real @x(start = 1);
  Real y = 2*@x "x is not named here";
  Real z(start = @x) if @x > 0;
  Real w[integer(@x)];
equation
  der(@x) = -@x;
  if @x > 1 then
    y = @x;
  end if;
  when @x > 2 then
    reinit(@x, 1);
  end when;
algorithm
  y := f(@x);
end M;
)",
               "M", "x");
}

TEST(Occurrences, AMemberIsFoundThroughTheTypeOfItsOwner) {
  expectMarked(R"(
package P
  model Pump
    parameter Real @p;
    Real q = @p;
  end Pump;
  model Tank
    Real p;
  end Tank;
  model M
    Pump a(@p = 1), b[2](each @p = 3);
    Tank t(p = 4);
    Real p = a.@p + b[1].@p + t.p;
  equation
    connect(a.@p, t.p);
  end M;
end P;
)",
               "P.Pump", "p");
}

TEST(Occurrences, WhatIsInheritedBelongsToTheClassThatDeclaresIt) {
  expectMarked(R"(
package P
  partial model Base
    parameter Real @k = 1;
  end Base;
  model Derived
    extends Base(@k = 2);
    Real y = @k;
  end Derived;
  model Short = Derived(@k = 3);
  model Use
    Short s(@k = 4);
    Real y = s.@k;
  end Use;
end P;
)",
               "P.Base", "k");
}

TEST(Occurrences, IteratorsHideComponents) {
  expectMarked(R"(
model M
  Integer @i = 3;
  Real x[5] = {i for i in 1:@i};
  Real y = sum(i for i in 1:3) + @i;
equation
  for i in 1:@i loop
    x[i] = i;
  end for;
  x[@i] = 1;
end M;
)",
               "M", "i");
}

TEST(Occurrences, ComponentsOfNestedClassesHideThoseAround) {
  expectMarked(R"(
package P
  constant Real @c = 1;
  model A
    Real c = 2;
    Real y = c;
  end A;
  model B
    Real y = @c + P.@c;
  end B;
  encapsulated model C
    import P;
    Real y = P.@c;
  end C;
end P;
)",
               "P", "c");
}

TEST(Occurrences, AClassIsFoundInTypesBasesImportsAndAtItsEnd) {
  expectMarked(R"(
package P
  model @A
    model Inner
    end Inner;
    P.@A.Inner self;
  end @A;
  model B
    extends @A;
    import P.@A;
    import Q = P.@A;
    import P.{@A, C};
    @A a;
    P.@A b;
    .P.@A c(redeclare model X = @A);
    Q d;
  end B;
  model C
    replaceable model X = @A constrainedby @A;
    replaceable @A x;
  end C;
end P;
)",
               "P.A");
}

TEST(Occurrences, NamedArgumentsBelongToTheFunction) {
  expectMarked(R"(
package P
  function f
    input Real @u;
    output Real y;
  algorithm
    y := @u;
  end f;
  model M
    Real u = f(@u = 3);
    Real v = f(u);
  end M;
end P;
)",
               "P.f", "u");
}

TEST(Occurrences, LiteralsOfEnumerationsAreFound) {
  expectMarked(R"(
package P
  type Side = enumeration(left, @right "Not left");
  model M
    parameter Side s = Side.@right;
    parameter Side t = P.Side.@right;
    Real right;
  end M;
end P;
)",
               "P.Side", "right");
}

TEST(Occurrences, RedeclarationsAndRemovalsNameWhatTheyReplace) {
  expectMarked(R"(
package P
  model Base
    replaceable Real @r;
  end Base;
  model D
    extends Base(redeclare Integer @r);
  end D;
  model E
    extends Base;
    redeclare Integer @r;
    Real y = @r;
  end E;
  model F
    extends Base(break @r);
  end F;
end P;
)",
               "P.Base", "r");
}

TEST(Occurrences, TextMacrosOfIconsNameParameters) {
  expectMarked(R"(
model M "%R is no macro here"
  parameter Real @R = 1 annotation(Dialog(enable = @R > 0, group = "%R"));
  annotation(
    Icon(graphics = {Text(textString = "%name R=%@R %%R %{@R}")}),
    Documentation(info = "R, %R"));
end M;
)",
               "M", "R");
}

TEST(Occurrences, QuotedIdentifiersAreNamesLikeOthers) {
  expectMarked("model 'A b'\n  Real @'x y';\n  Real 'x  y';\nequation\n  @'x y' = 'x  y';\nend 'A b';\n", "'A b'",
               "'x y'");
}

TEST(Occurrences, AnOffsetOutsideOfNamesMeansNothing) {
  Marked marked("model M\n  Real x;\nequation\n  for i in 1:3 loop\n    x = i;\n  end for;\nend M;\n");
  EXPECT_FALSE(targetAt(marked.classes, marked.sources, marked.tree, 0));   // model
  EXPECT_FALSE(targetAt(marked.classes, marked.sources, marked.tree, 11));  // Real
  EXPECT_TRUE(targetAt(marked.classes, marked.sources, marked.tree, 6));    // M
  const std::string& text = marked.sources[marked.tree.source].text();
  EXPECT_FALSE(targetAt(marked.classes, marked.sources, marked.tree, static_cast<std::uint32_t>(text.find("= i") + 2)));
}

TEST(Occurrences, NoBeginningOfATextBreaksTheSearch) {
  std::ifstream in(std::filesystem::path(testing::sourceTree) / "library/Dashpot/Hydraulics/Pumps.mo",
                   std::ios::binary);
  const std::string whole(std::istreambuf_iterator<char>(in), {});
  ASSERT_GT(whole.size(), 1000u);
  std::size_t found = 0;
  for (std::size_t length = 0; length < whole.size(); length += 1 + whole.size() / 300) {
    Sources sources;
    Symbols symbols;
    Diagnostics diagnostics;
    const syntax::Tree tree =
        syntax::parse(sources.add("prefix.mo", whole.substr(0, length)), sources, symbols, diagnostics);
    model::ClassTable classes(symbols);
    classes.add(tree, diagnostics);
    forEachName(
        classes, sources, tree, [](const NamedPlace&) { return true; },
        [&](const NamedPlace& place, const Target& target) {
          ++found;
          ASSERT_LE(place.span.end, length);
          ASSERT_NE(target.scope, model::ClassRef::none);
        });
  }
  EXPECT_GT(found, 10000u);
}

}  // namespace
}  // namespace dashpot::editing

// What a class offers, read from text: inheritance, imports, types.
#include "model/classes/catalogue.hpp"

#include "syntax/parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::model {
namespace {

class Described {
 public:
  Described(std::string text, std::string_view name) {
    tree_ = syntax::parse(sources_.add("test.mo", std::move(text)), sources_, symbols_, diagnostics_);
    classes_.add(tree_, diagnostics_);
    component = catalogue_.describe(classes_.findQualified(name));
  }
  [[nodiscard]] const CatalogueParameter& parameter(std::string_view name) const {
    return *std::ranges::find(component.parameters, name, &CatalogueParameter::name);
  }
  CatalogueComponent component;

 private:
  Sources sources_;
  Symbols symbols_;
  Diagnostics diagnostics_;
  syntax::Tree tree_;
  Library library_{sources_, symbols_};
  ClassTable classes_{symbols_};
  Catalogue catalogue_{classes_, library_, sources_};
};

std::vector<std::string> names(const auto& list) {
  std::vector<std::string> result;
  for (const auto& entry : list) result.push_back(entry.name);
  return result;
}

TEST(Catalogue, TakesDefaultsFromTheOutermostModification) {
  const Described described(
      "package P\n  partial model A\n    parameter Real x = 1 \"first\";\n    parameter Real y = 1;\n    parameter "
      "Real z = 1;\n"
      "  end A;\n  partial model B\n    extends A(x = 2, y(min = 0) = 2);\n  end B;\n"
      "  model C\n    extends B(x = 3, final z = 5);\n    final parameter Real hidden = 1;\n  protected\n"
      "    parameter Real inside = 1;\n  end C;\nend P;\n",
      "P.C");
  EXPECT_THAT(names(described.component.parameters), ::testing::ElementsAre("x", "y"));
  EXPECT_EQ(described.parameter("x").defaultValue, "3");
  EXPECT_EQ(described.parameter("x").description, "first");
  EXPECT_EQ(described.parameter("y").defaultValue, "2");
  EXPECT_EQ(described.parameter("y").min, "0");
}

TEST(Catalogue, FollowsTypesThroughImportsAndShortClasses) {
  const Described described(
      "package U\n  type Length = Real(final unit = \"m\", displayUnit = \"mm\");\n  type Width = Length(min = 0);\n"
      "  type Way = enumeration(up, down \"the other\");\nend U;\n"
      "package P\n  import U.Width;\n  import T = U.Way;\n  model M\n    import U.*;\n    parameter Width "
      "w(displayUnit = \"m\");\n"
      "    parameter T t = T.up;\n    parameter Length l[2, :];\n    parameter Integer n = 2*3;\n    parameter Unknown "
      "u;\n  end M;\nend P;\n",
      "P.M");
  EXPECT_EQ(described.parameter("w").type, "U.Width");
  EXPECT_EQ(described.parameter("w").builtin, "Real");
  EXPECT_EQ(described.parameter("w").unit, "m");
  EXPECT_EQ(described.parameter("w").displayUnit, "m");
  EXPECT_EQ(described.parameter("w").min, "0");
  EXPECT_THAT(names(described.parameter("t").literals), ::testing::ElementsAre("up", "down"));
  EXPECT_EQ(described.parameter("t").literals[1].description, "the other");
  EXPECT_EQ(described.parameter("l").dimensions, "[2, :]");
  EXPECT_EQ(described.parameter("n").defaultValue, "2*3");
  EXPECT_EQ(described.parameter("u").type, "Unknown") << "what cannot be found is shown as it is written";
}

TEST(Catalogue, FindsPortsAlsoInheritedConditionalAndCausalOnes) {
  const Described described(
      "connector Pin\n  Real v;\n  flow Real i;\nend Pin;\nconnector In = input Real;\n"
      "partial model Two\n  Pin p annotation(Placement(transformation(extent = {{0, 0}, {1, 1}})));\nend Two;\n"
      "model M\n  extends Two;\n  parameter Boolean on = true;\n  In u[3] if on \"signal\";\n  Real x;\nprotected\n  "
      "Pin q;\nend M;\n",
      "M");
  EXPECT_THAT(names(described.component.ports), ::testing::ElementsAre("p", "u"));
  EXPECT_EQ(described.component.ports[1].causality, "input");
  EXPECT_EQ(described.component.ports[1].dimensions, "[3]");
  EXPECT_EQ(described.component.ports[1].condition, "on");
}

TEST(Catalogue, KeepsTheParenthesesAtTheEndsOfADefault) {
  const Described described(
      "model M\n  parameter Real a = 1, b = 2;\n  parameter Real right = 0.02*(b - a) \"r\";\n  parameter Real left = "
      "(a + b)^2;\n  parameter Real both = (a + b)*(a - b);\n  parameter Real nested = 2*((a + b)/(a*(1 + b)));\n"
      "  parameter String text = f((\")(\"));\nend M;\n",
      "M");
  EXPECT_EQ(described.parameter("right").defaultValue, "0.02*(b - a)");
  EXPECT_EQ(described.parameter("left").defaultValue, "(a + b)^2");
  EXPECT_EQ(described.parameter("both").defaultValue, "(a + b)*(a - b)");
  EXPECT_EQ(described.parameter("nested").defaultValue, "2*((a + b)/(a*(1 + b)))");
  EXPECT_EQ(described.parameter("text").defaultValue, "f((\")(\"))");
}

TEST(Catalogue, ListsResultsConstantsAndWhatIsInherited) {
  const Described described(
      "partial model Base\n  Real p(unit = \"Pa\", displayUnit = \"bar\") \"Pressure\";\n"
      "  annotation(Documentation(info = \"about the base\"));\nend Base;\n"
      "model M\n  extends Base;\n  constant Real g = 9.81 \"Gravity\";\n  outer Real away;\n  Boolean on;\nprotected\n"
      "  Real hidden;\nend M;\n",
      "M");
  EXPECT_THAT(names(described.component.variables), ::testing::ElementsAre("p", "on"));
  EXPECT_EQ(described.component.variables[0].displayUnit, "bar");
  EXPECT_EQ(described.component.constants[0].defaultValue, "9.81");
  ASSERT_EQ(described.component.bases.size(), 1u);
  EXPECT_EQ(described.component.bases[0].name, "Base");
  EXPECT_EQ(described.component.bases[0].documentation, "about the base");
}

TEST(Catalogue, ListsWhatMayTakeThePlaceOfAReplaceablePart) {
  const Described described(
      "package P\n  package Laws\n    partial model Any\n    end Any;\n    model None \"No law\"\n      extends Any;\n"
      "    end None;\n    model Linear \"A line\"\n      extends Any;\n    end Linear;\n    model Steep = Linear \"A "
      "steep line\";\n    model Other\n    end Other;\n  end Laws;\n"
      "  model M\n    replaceable model Law = Laws.None constrainedby Laws.Any \"The law\";\n"
      "    replaceable Laws.Linear part \"A part\";\n  end M;\nend P;\n",
      "P.M");
  const auto& parts = described.component.replaceables;
  ASSERT_THAT(names(parts), ::testing::ElementsAre("Law", "part"));
  EXPECT_EQ(parts[0].kind, "model");
  EXPECT_EQ(parts[0].chosen, "P.Laws.None");
  EXPECT_EQ(parts[0].constrainedBy, "P.Laws.Any");
  EXPECT_EQ(parts[0].description, "The law");
  EXPECT_THAT(names(parts[0].choices), ::testing::ElementsAre("P.Laws.None", "P.Laws.Linear", "P.Laws.Steep"));
  EXPECT_EQ(parts[1].kind, "component");
  EXPECT_THAT(names(parts[1].choices), ::testing::ElementsAre("P.Laws.Linear", "P.Laws.Steep"));
}

TEST(Catalogue, EndsWhereClassesInheritFromThemselves) {
  const Described described(
      "model A\n  extends B;\n  parameter Real x;\nend A;\nmodel B\n  extends A;\nend B;\n"
      "type T = T;\nmodel M\n  extends A;\n  parameter T t;\nend M;\n",
      "M");
  EXPECT_EQ(described.parameter("t").name, "t");
}

}  // namespace
}  // namespace dashpot::model

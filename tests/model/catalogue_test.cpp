// What a class offers, read from text: inheritance, imports, types.
#include "model/catalogue.hpp"

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
  EXPECT_THAT(described.parameter("t").literals, ::testing::ElementsAre("up", "down"));
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

TEST(Catalogue, EndsWhereClassesInheritFromThemselves) {
  const Described described(
      "model A\n  extends B;\n  parameter Real x;\nend A;\nmodel B\n  extends A;\nend B;\n"
      "type T = T;\nmodel M\n  extends A;\n  parameter T t;\nend M;\n",
      "M");
  EXPECT_EQ(described.parameter("t").name, "t");
}

}  // namespace
}  // namespace dashpot::model

// The annotations of the library and of the examples have the forms of Modelica 3.6, so that the files open in other
// Modelica tools as they are; and the check that says so finds mistakes.
#include "library/annotation_forms.hpp"
#include "paths.hpp"
#include "syntax/parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace dashpot::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// The mistakes in the annotations of a text.
std::vector<std::string> mistakesIn(const std::string& text) {
  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  const syntax::Tree tree = syntax::parse(sources.add("a.mo", text), sources, symbols, diagnostics);
  EXPECT_FALSE(diagnostics.hasErrors()) << text;
  return annotationMistakes(tree, sources, symbols);
}

/// The mistakes of a class with one annotation.
std::vector<std::string> mistakesOnClass(const std::string& annotation) {
  return mistakesIn("model A\n  annotation(" + annotation + ");\nend A;\n");
}

class FilesUnder : public ::testing::TestWithParam<const char*> {};

TEST_P(FilesUnder, HaveAnnotationsAsTheSpecificationSays) {
  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(testing::sourceTree) / GetParam())) {
    if (entry.path().extension() != ".mo") continue;
    ++files;
    Sources sources;
    Symbols symbols;
    Diagnostics diagnostics;
    const auto id = syntax::readFile(entry.path(), sources);
    ASSERT_TRUE(id) << entry.path();
    const syntax::Tree tree = syntax::parse(*id, sources, symbols, diagnostics);
    for (const std::string& mistake : annotationMistakes(tree, sources, symbols)) ADD_FAILURE() << mistake;
  }
  EXPECT_GT(files, 10U);
}

INSTANTIATE_TEST_SUITE_P(Annotations, FilesUnder, ::testing::Values("library", "examples"),
                         [](const auto& folder) { return std::string(folder.param); });

TEST(AnnotationForms, AllowWhatTheSpecificationShows) {
  EXPECT_THAT(mistakesIn(R"(
model A
  extends B annotation(IconMap(extent = {{-50, -50}, {50, 50}}, primitivesVisible = false));
  parameter Real k = 1 annotation(Evaluate = true, Dialog(tab = "T", group = "G", enable = k > 0), HideResult = false);
  parameter Integer n = 1 annotation(choices(choice = 1 "one", choice = 2 "two"));
  C c annotation(Placement(visible = true, transformation(origin = {-2.5, 3}, extent = {{-1, -1}, {1, 1}}, rotation = 90)));
equation
  connect(c.a, c.b) annotation(Line(points = {{0, 0}, {1e1, -2}}, color = {0, 127, 255}, smooth = Smooth.None),
    Text(string = "%first", index = 1, extent = {{-6, 3}, {-6, 3}}, horizontalAlignment = TextAlignment.Right));
  annotation(Icon(coordinateSystem(preserveAspectRatio = false, extent = {{-100, -100}, {100, 100}}, grid = {2, 2}),
      graphics = {Rectangle(extent = {{-1, DynamicSelect(0, k)}, {1, 1}}, fillPattern = FillPattern.Solid, radius = 2),
        Text(extent = DynamicSelect({{0, 0}, {1, 1}}, {{0, k}, {1, 1}}), textString = "a" + "b", textStyle = {TextStyle.Bold}),
        Line(visible = k > 0 and not false, points = {{0, 0}, {1, 1}}, arrow = {Arrow.None, Arrow.Filled})}),
    Documentation(info = "<html></html>", figures = {Figure(title = "F", plots = {Plot(curves = {Curve(x = time, y = k)})})}),
    experiment(StopTime = 1, Tolerance = 1e-6), preferredView = "diagram", uses(Modelica(version = "4.0.0")),
    __Vendor(anything(goes = here)), __Other = 3);
end A;
)"),
              IsEmpty());
}

TEST(AnnotationForms, FindNamesThatModelicaDoesNotHave) {
  EXPECT_THAT(mistakesOnClass("Ikon(graphics = {})"), ElementsAre("a.mo:2: Modelica has no annotation 'Ikon'"));
  EXPECT_THAT(mistakesOnClass("experiment(StopTme = 1)"),
              ElementsAre("a.mo:2: 'experiment' has no argument 'StopTme'"));
  EXPECT_THAT(mistakesOnClass("Icon(graphics = {Circle(extent = {{0, 0}, {1, 1}})})"),
              ElementsAre(EndsWith("is no graphical item")));
  EXPECT_THAT(mistakesOnClass("Icon(graphics = {Ellipse(colour = {0, 0, 0})})"),
              ElementsAre("a.mo:2: 'Ellipse' has no argument 'colour'"));
  EXPECT_THAT(mistakesOnClass("Icon(graphics = {Line(pattern = LinePattern.Dashed)})"),
              ElementsAre(StartsWith("a.mo:2: 'pattern' is a literal of LinePattern")));
  EXPECT_THAT(mistakesOnClass("Icon(graphics = {Text(textStyle = {LinePattern.Dash})})"),
              ElementsAre(StartsWith("a.mo:2: 'textStyle' is a literal of TextStyle")));
}

TEST(AnnotationForms, FindValuesOfTheWrongShape) {
  for (const std::string extent : {"{-1, -1, 1, 1}", "{{-1, -1}}", "{{-1, -1}, {1, 1}, {2, 2}}", "{{-1, -1}, {1}}",
                                   "{{-1, -1}, {1, \"1\"}}", "{{-1, -1}, {1, x}}", "1"})
    EXPECT_FALSE(mistakesOnClass("Icon(graphics = {Rectangle(extent = " + extent + ")})").empty()) << extent;
  for (const std::string colour : {"{0, 0}", "{0, 0, 256}", "{0, 0, 0.5}", "{0, 0, -1}"})
    EXPECT_FALSE(mistakesOnClass("Icon(graphics = {Line(color = " + colour + ")})").empty()) << colour;
  for (const std::string other :
       {"experiment(StopTime = \"1\")", "preferredView = 3", "Icon(graphics = Line(thickness = 1))",
        "Icon(graphics = {Line({{0, 0}, {1, 1}})})", "Icon(graphics = {Line(arrow = {Arrow.None})})",
        "Documentation(info = 1)", "Icon(graphics = {Line(visible = 1)})", "Icon(graphics = {Line(visible = k + 1)})",
        "singleInstance", "Icon(graphics = {Line(visible = DynamicSelect(true))})"})
    EXPECT_FALSE(mistakesOnClass(other).empty()) << other;
}

TEST(AnnotationForms, FindWhatIsGivenTwiceOrStandsInTheWrongPlace) {
  EXPECT_THAT(mistakesOnClass("Icon(), Icon()"), ElementsAre("a.mo:2: 'Icon' is given twice"));
  EXPECT_THAT(mistakesOnClass("Icon(graphics = {Line(thickness = 1, thickness = 2)})"),
              ElementsAre("a.mo:2: 'thickness' is given twice"));
  EXPECT_THAT(mistakesOnClass("Placement(transformation(extent = {{0, 0}, {1, 1}}))"),
              ElementsAre("a.mo:2: 'Placement' does not belong to a class"));
  EXPECT_THAT(mistakesIn("model A\n  B b annotation(\n    Icon());\nend A;\n"),
              ElementsAre("a.mo:3: 'Icon' does not belong to a component"));
  EXPECT_THAT(mistakesIn("model A\n  replaceable B b\n    constrainedby C annotation(Icon());\nend A;\n"),
              ElementsAre("a.mo:3: 'Icon' does not belong to a component"));
  EXPECT_THAT(mistakesIn("model A\nequation\n  a = b annotation(Line(points = {{0, 0}, {1, 1}}));\nend A;\n"),
              ElementsAre("a.mo:3: 'Line' does not belong to an equation"));
}

}  // namespace
}  // namespace dashpot::testing

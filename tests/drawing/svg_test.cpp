// Pictures: well-formed, whatever a model writes into them, and closed in themselves.
#include "drawing/bitmaps.hpp"
#include "drawing/drawn_text.hpp"
#include "drawing/json.hpp"
#include "drawing/svg_canvas.hpp"
#include "xml_fault.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cstdlib>

namespace dashpot::drawing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Nothing is fetched from anywhere, nothing runs.
void expectClosed(const std::string& svg, const std::string& where) {
  EXPECT_EQ(testing::xmlFault(svg), "") << where;
  std::string rest = svg;
  const std::string name = "xmlns=\"http://www.w3.org/2000/svg\"";
  rest.erase(rest.find(name), name.size());
  for (const char* outside : {"http:", "https:", "file:", "<script", "<foreignObject", "@import", "href=\"/"})
    EXPECT_THAT(rest, Not(HasSubstr(outside))) << where;
  for (const char* wrong : {"nan,", ",nan", "\"nan\"", "inf,", ",inf"})
    EXPECT_THAT(svg, Not(HasSubstr(wrong))) << where;
}

/// The classes below one, packages included.
std::vector<model::ClassRef> below(Classes& classes, const std::string& name) {
  model::Catalogue catalogue(classes.classes, classes.library, classes.sources);
  return catalogue.classesIn(classes.classes.findQualified(name));
}

/// Draws the icons of a library; how many.
std::size_t drawAllIcons(Classes& classes, const std::string& library) {
  std::size_t count = 0;
  for (const model::ClassRef ref : below(classes, library)) {
    const std::string name = classes.classes.qualifiedName(ref);
    const Diagram icon = drawIcon(classes.classes, classes.sources, ref, {{}, &classes.library});
    expectClosed(iconSvg(icon), name);
    EXPECT_FALSE(icon.icon.isEmpty()) << name;
    ++count;
  }
  EXPECT_THAT(classes.diagnostics.all(), IsEmpty()) << render(classes.diagnostics, classes.sources);
  return count;
}

TEST(Svg, EveryIconOfOurLibraryIsDrawnWithoutAComplaint) {
  Classes classes;
  EXPECT_GT(drawAllIcons(classes, "Dashpot"), 200u);
}

TEST(Svg, EveryIconAndDiagramOfTheModelicaStandardLibraryIsDrawn) {
  const char* root = std::getenv("DASHPOT_MSL");
  if (!root) GTEST_SKIP() << "DASHPOT_MSL does not name the directory of a Modelica Standard Library 4.0.0";
  Classes classes;
  ASSERT_TRUE(classes.library.addRoot(root));
  EXPECT_GT(drawAllIcons(classes, "Modelica"), 3000u);
  std::size_t diagrams = 0;
  for (const model::ClassRef ref : below(classes, "Modelica")) {
    const syntax::ClassKind kind = classes.classes[ref].node().kind;
    if (kind != syntax::ClassKind::model && kind != syntax::ClassKind::block) continue;
    const Diagram diagram = draw(classes.classes, classes.sources, ref);
    expectClosed(diagramSvg(diagram), diagram.className);
    EXPECT_THAT(check(diagram), IsEmpty()) << diagram.className;
    ++diagrams;
  }
  EXPECT_GT(diagrams, 1000u);
}

TEST(Svg, EveryExampleIsDrawn) {
  for (const auto& entry : fs::directory_iterator(fs::path(testing::sourceTree) / "examples")) {
    if (entry.path().extension() != ".mo") continue;
    Classes classes(entry.path());
    for (const syntax::ClassId id : classes.tree->items(classes.tree->classes)) {
      const std::string name(classes.symbols.text((*classes.tree)[id].name));
      expectClosed(diagramSvg(classes.draw(name)), name);
    }
  }
}

TEST(Svg, TextsOfEveryByteAreShownAndNotObeyed) {
  std::string every;
  for (int c = 1; c < 256; ++c) every += static_cast<char>(c);
  Primitive text;
  text.kind = PrimitiveKind::text;
  text.extent = {{-100, -10}, {100, 10}};
  text.shown = every + "</text><script>alert(1)</script>&quot;]]>";
  text.fontName = "x' onload='alert(1)";
  SvgCanvas canvas(1, 1);
  canvas.begin(every);
  canvas.draw(text, Affine{});
  canvas.label({0, 0}, 10, every, {}, true);
  canvas.end();
  const std::string svg = canvas.finish(1);
  expectClosed(svg, "every byte");
  EXPECT_THAT(svg, Not(HasSubstr("onload")));
}

TEST(Svg, LinesKeepTheirWidthWhenAComponentIsSmall) {
  Primitive line;
  line.points = {{-100, 0}, {100, 0}};
  line.thickness = 0.5;
  for (const double scale : {0.1, 1.0, 3.0}) {
    SvgCanvas canvas(1, 4);
    canvas.draw(line, Affine{scale, 0, 0, scale, 0, 0});
    EXPECT_THAT(canvas.finish(0), HasSubstr("stroke-width=\"2\"")) << scale;
  }
}

TEST(Svg, YPointsUpwards) {
  Primitive line;
  line.points = {{0, 0}, {10, 20}};
  SvgCanvas canvas(1, 1);
  canvas.draw(line, Affine{});
  EXPECT_THAT(canvas.finish(0), HasSubstr("M0,0L10,-20"));
}

TEST(Svg, EveryPatternIsDrawn) {
  for (std::size_t fill = 0; fill < fillPatternNames.size(); ++fill)
    for (const PrimitiveKind kind : {PrimitiveKind::rectangle, PrimitiveKind::ellipse, PrimitiveKind::polygon}) {
      Primitive shape;
      shape.kind = kind;
      shape.extent = {{-50, -50}, {50, 50}};
      shape.points = {{0, 0}, {50, 0}, {25, 40}};
      shape.fill = static_cast<FillPattern>(fill);
      SvgCanvas canvas(1, 1);
      canvas.draw(shape, Affine{});
      const std::string svg = canvas.finish(0);
      EXPECT_EQ(testing::xmlFault(svg), "") << fillPatternNames[fill];
      const bool isDefined = shape.fill > FillPattern::solid;
      EXPECT_EQ(svg.find("url(#") != std::string::npos, isDefined) << fillPatternNames[fill];
    }
}

// ---------------------------------------------------------------------------------------------------------- bitmaps

TEST(Bitmaps, Base64IsThatOfRfc4648) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

class BitmapFile : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder / "inside");
    std::ofstream(folder / "secret.png") << "\x89PNG\r\n\x1a\nsecret";
    std::ofstream(folder / "inside" / "image.png") << "\x89PNG\r\n\x1a\npixels";
    std::ofstream(folder / "inside" / "passwords.png") << "root:x:0:0";
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string svgWith(const std::string& name) {
    std::ofstream(folder / "inside" / "M.mo")
        << "model M\n  annotation(Icon(graphics = {Bitmap(extent = {{-1, -1}, {1, 1}}, fileName = \"" << name
        << "\")}));\nend M;\n";
    Classes classes(folder / "inside" / "M.mo");
    return iconSvg(classes.icon("M"));
  }

  fs::path folder = fs::path(::testing::TempDir()) / ("dashpot-bitmaps-" + std::to_string(getpid()));
};

TEST_F(BitmapFile, BesideTheClassIsEmbedded) { EXPECT_THAT(svgWith("image.png"), HasSubstr("data:image/png;base64,")); }

TEST_F(BitmapFile, OutsideOfItsFolderIsNotRead) {
  EXPECT_THAT(svgWith("../secret.png"), Not(HasSubstr("<image")));
  EXPECT_THAT(svgWith((folder / "secret.png").string()), Not(HasSubstr("<image")));
  fs::create_symlink(folder / "secret.png", folder / "inside" / "link.png");
  EXPECT_THAT(svgWith("link.png"), Not(HasSubstr("<image")));
}

TEST_F(BitmapFile, ThatIsNoImageIsNotShown) {
  EXPECT_THAT(svgWith("passwords.png"), Not(HasSubstr("<image")));
  EXPECT_THAT(svgWith("http://example.org/a.png"), Not(HasSubstr("example.org")));
  EXPECT_THAT(svgWith("missing.png"), Not(HasSubstr("<image")));
}

// -------------------------------------------------------------------------------------------------------------- JSON

TEST(DrawingJson, HoldsAllThatIsDrawnAndWhereItIsWritten) {
  Classes classes(fs::path(testing::sourceTree) / "examples" / "press_cycle.mo");
  const Diagram diagram = classes.draw("PressCycle");
  const nlohmann::ordered_json json = nlohmann::ordered_json::parse(toJson(diagram, classes.sources));
  EXPECT_EQ(json["schema"], "dashpot/drawing/1");
  ASSERT_EQ(json["components"].size(), diagram.components.size());
  for (std::size_t i = 0; i < diagram.components.size(); ++i) {
    const auto& component = json["components"][i];
    const auto& where = component["name_where"];
    const std::string file = json["sources"][where[0].get<std::size_t>()];
    EXPECT_TRUE(file.ends_with("press_cycle.mo"));
    const SourceRange range = diagram.components[i].nameWhere;
    EXPECT_EQ(where[1], range.begin);
    EXPECT_EQ(classes.sources.text(range), component["name"].get<std::string>());
    EXPECT_EQ(component["ports"].size(), diagram.components[i].ports.size());
    // The matrix takes the corners of the icon to the box.
    const auto& m = component["matrix"];
    const auto& extent = component["icon"]["coordinate_system"]["extent"];
    const auto right = [&](const nlohmann::ordered_json& corner) {
      return m[0].get<double>() * corner[0].get<double>() + m[2].get<double>() * corner[1].get<double>() +
             m[4].get<double>();
    };
    EXPECT_NEAR(std::max(right(extent[0]), right(extent[1])), component["box"][1][0].get<double>(), 1e-9)
        << component["name"];
  }
  ASSERT_EQ(json["connections"].size(), diagram.connections.size());
  for (const auto& connection : json["connections"]) {
    EXPECT_EQ(connection["ends"][0]["position"], connection["line"]["points"].front());
    EXPECT_EQ(connection["ends"][1]["position"], connection["line"]["points"].back());
  }
}

}  // namespace
}  // namespace dashpot::drawing

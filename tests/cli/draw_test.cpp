// `dashpot draw`: pictures and JSON of circuits and icons.
#include "cli/model_file.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace dashpot::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class DrawVerb : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder); }
  void TearDown() override { fs::remove_all(folder); }
  [[nodiscard]] std::string file(const std::string& name) const { return (folder / name).string(); }
  [[nodiscard]] static std::string example(const std::string& name) {
    return std::string(testing::sourceTree) + "/examples/" + name;
  }

  fs::path folder = fs::path(::testing::TempDir()) / ("dashpot-draw-" + std::to_string(getpid()));
};

TEST_F(DrawVerb, WritesADiagram) {
  const Outcome outcome = run("draw " + example("press_cycle.mo") + " -o " + file("press.svg"));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, StartsWith("wrote "));
  const std::string svg = contentOf(file("press.svg"));
  EXPECT_THAT(svg, StartsWith("<svg "));
  EXPECT_THAT(svg, HasSubstr("workpiece"));
}

TEST_F(DrawVerb, WritesAnIconOfTheLibraryAndASheetOfAll) {
  EXPECT_EQ(run("draw Dashpot.Hydraulics.Valves.ReliefValve --icon -o " + file("icon.svg")).code, 0);
  EXPECT_THAT(contentOf(file("icon.svg")), HasSubstr("ReliefValve"));
  EXPECT_EQ(run("draw Dashpot.Electrical --sheet -o " + file("sheet.svg")).code, 0);
  EXPECT_THAT(contentOf(file("sheet.svg")), HasSubstr("Capacitor"));
}

TEST_F(DrawVerb, WritesPngWhereTheProgramForItIsThereAndElseSaysWhatIsLacking) {
  const Outcome outcome = run("draw " + example("rlc.mo") + " -o " + file("rlc.png"));
  if (outcome.code == 0)
    EXPECT_THAT(contentOf(file("rlc.png")), StartsWith("\x89PNG"));
  else
    EXPECT_THAT(outcome.err, HasSubstr("librsvg2-bin"));
  const Outcome without = run("draw " + example("rlc.mo") + " -o " + file("none.png"), "PATH=/nowhere");
  EXPECT_EQ(without.code, 1);
  EXPECT_THAT(without.err, HasSubstr("librsvg2-bin"));
  EXPECT_FALSE(fs::exists(file("none.png")));
}

TEST_F(DrawVerb, PrintsTheFormForPrograms) {
  const Outcome outcome = run("draw " + example("rlc.mo") + " --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json form = json::parse(outcome.out);
  EXPECT_EQ(form["schema"], "dashpot/drawing/1");
  EXPECT_FALSE(form["components"].empty());
  EXPECT_FALSE(form["connections"].empty());
}

TEST_F(DrawVerb, ShowsValuesOfAResultAtATime) {
  const std::string model = example("rlc.mo"), result = file("rlc.mat");
  ASSERT_EQ(run("simulate " + model + " -o " + result).code, 0);
  const Outcome outcome = run("draw " + model + " --json --values " + result + " --at 0");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_FALSE(json::parse(outcome.out)["values"].empty());
  const Outcome late = run("draw " + model + " --json --values " + result + " --at 1e9");
  EXPECT_EQ(late.code, 1);
  EXPECT_THAT(late.err, HasSubstr("is no time of the result"));
  EXPECT_EQ(run("draw " + model + " --json --values " + model).code, 1);
}

TEST_F(DrawVerb, RefusesWhatIsNoPictureAndWhatItWouldOverwrite) {
  EXPECT_EQ(run("draw " + example("rlc.mo")).code, 1);
  EXPECT_THAT(run("draw " + example("rlc.mo") + " -o " + file("rlc.gif")).err, HasSubstr("neither an .svg nor a .png"));
  EXPECT_THAT(run("draw Dashpot.Hydraulics.Valvs.ReliefValve -o " + file("a.svg")).err, HasSubstr("there is no"));
  EXPECT_THAT(run("draw " + example("rlc.mo") + " --model Nothing -o " + file("a.svg")).err, HasSubstr("Nothing"));
  EXPECT_EQ(run("draw /no/such.mo -o " + file("a.svg")).code, 1);
  EXPECT_THAT(run("draw " + example("rlc.mo") + " -o /no/folder/a.svg").err, HasSubstr("cannot write"));
  std::ofstream(file("broken.mo")) << "model Broken\n  Real x = ;\nend Broken;\n";
  EXPECT_EQ(run("draw " + file("broken.mo") + " -o " + file("a.svg")).code, 1);
  EXPECT_FALSE(fs::exists(file("a.svg")));
  fs::copy_file(example("rlc.mo"), file("m.svg"));
  EXPECT_EQ(run("draw " + file("m.svg") + " -o " + file("m.svg")).code, 1);
  EXPECT_THAT(contentOf(file("m.svg")), HasSubstr("model"));
}

}  // namespace
}  // namespace dashpot::cli

// The verb linearize.
#include "cli/model_file.hpp"
#include "results/mat4_reader.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <numbers>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* linearOscillator =
    "model Oscillator\n  parameter Real k = 800;\n  input Real F;\n  output Real y;\n"
    "  Real s(start = 1, fixed = true);\n  Real v(start = 0, fixed = true);\nequation\n"
    "  der(s) = v;\n  2*der(v) = F - k*s - 8*v;\n  y = 3*s;\nend Oscillator;\n";

TEST(LinearizeVerb, GivesMatricesAndEigenvaluesAsJson) {
  const ModelFile file(linearOscillator);
  const Outcome outcome = run("linearize " + file.argument() + " --json --bode --from 0.1Hz --to 1kHz");
  ASSERT_EQ(outcome.code, 0) << outcome.err << outcome.out;
  const json result = json::parse(outcome.out);
  EXPECT_EQ(result["schema"], "dashpot/linearize/1");
  EXPECT_EQ(result["a"], json({{0.0, 1.0}, {-400.0, -4.0}}));
  EXPECT_EQ(result["b"], json({{0.0}, {0.5}}));
  EXPECT_EQ(result["c"], json({{3.0, 0.0}}));
  EXPECT_EQ(result["d"], json({{0.0}}));
  EXPECT_EQ(result["x0"], json({1.0, 0.0}));
  EXPECT_NEAR(result["eigenvalues"][0]["damping"], 0.1, 1e-12);
  EXPECT_NEAR(result["eigenvalues"][0]["natural_frequency"], 10 / std::numbers::pi, 1e-12);
  EXPECT_EQ(result["eigenvalues"][0]["states"].size(), 2u);
  const json response = result["frequency_response"];
  EXPECT_EQ(response["frequencies"].front(), 0.1);
  EXPECT_EQ(response["frequencies"].back(), 1000);
  EXPECT_NEAR(response["responses"][0]["magnitude_db"][0], 20 * std::log10(3.0 / 800), 0.1);
}

TEST(LinearizeVerb, PrintsTablesForPeople) {
  const ModelFile file(linearOscillator);
  const Outcome outcome = run("linearize " + file.argument() + " --bode --set k=200");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("2 states, 1 inputs, 1 outputs"), HasSubstr("-2 ± 9.798i"),
                                 HasSubstr("s 50 %"), HasSubstr("stiffness   1"), HasSubstr("y/F [dB]")));
}

TEST(LinearizeVerb, LinearisesAfterARun) {
  const ModelFile file(
      "model Pendulum\n  Real phi(start = 0, fixed = true);\n  Real w(start = 0, fixed = true);\n"
      "equation\n  der(phi) = w;\n  der(w) = 1 - sin(phi) - 2*w;\nend Pendulum;\n");
  const json result = json::parse(run("linearize " + file.argument() + " --at 2s --json --tolerance 1e-9").out);
  EXPECT_EQ(result["time"], 2);
  EXPECT_NEAR(result["a"][1][0].get<double>(), -std::cos(result["x0"][0].get<double>()), 1e-12);
  EXPECT_GT(result["x0"][0], 0.3);
}

TEST(LinearizeVerb, WritesAMatFileAndABodeDiagram) {
  const ModelFile file(linearOscillator);
  const TemporaryPath mat("linear.mat"), svg("bode.svg");
  const Outcome outcome = run("linearize " + file.argument() + " -o " + mat.argument() + " --plot " + svg.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const auto content = dashpot::testing::readMat4(mat.path());
  EXPECT_EQ(content.at("A")(1, 0), -400);
  EXPECT_EQ(content.at("ABCD").rows, 3);
  EXPECT_EQ(content.at("nx")(0, 0), 2);
  EXPECT_EQ(content.at("xuyName").row(2), "F");
  EXPECT_EQ(content.at("eigenvalues").rows, 2);
  EXPECT_THAT(contentOf(svg.path()), AllOf(HasSubstr("magnitude [dB]"), HasSubstr("phase [deg]")));
}

TEST(LinearizeVerb, TakesBuiltInProblems) {
  const json result = json::parse(run("linearize problem:robertson --json").out);
  EXPECT_EQ(result["model"], "problem:robertson");
  EXPECT_NEAR(result["eigenvalues"][0]["re"], -0.04, 1e-12);
  EXPECT_EQ(run("linearize problem:hires --at 10").code, 0);
}

TEST(LinearizeVerb, RefusesWhatMakesNoSense) {
  const ModelFile file(linearOscillator);
  const std::pair<const char*, const char*> cases[] = {
      {" --input G", "has no continuous input 'G'"},
      {" --output yy", "hint: did you mean 'y'?"},
      {" --output k", "'k' is a parameter"},
      {" --at -1", "lies before the start"},
      {" --at 3bar", "'3bar' is not a time"},
      {" --from 10bar", "'10bar' is not a frequency"},
      {" --from 10 --to 1", "--from must be below --to"},
      {" -o linear.csv", "must end in .mat"},
      {" --plot bode.pdf", "must end in .svg or .png"},
      {" --set kk=1", "hint: did you mean 'k'?"},
  };
  for (const auto& [arguments, words] : cases) {
    const Outcome outcome = run("linearize " + file.argument() + arguments);
    EXPECT_EQ(outcome.code, 1) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(words)) << arguments;
    EXPECT_THAT(outcome.out, IsEmpty()) << arguments;
  }
  const ModelFile closed("model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend M;\n",
                         "closed.mo");
  const Outcome bode = run("linearize " + closed.argument() + " --bode");
  EXPECT_EQ(bode.code, 1);
  EXPECT_THAT(bode.err, HasSubstr("M has no inputs, so there is no frequency response"));
  EXPECT_THAT(run("linearize problem:hirse").err, HasSubstr("did you mean 'hires'?"));
  EXPECT_THAT(run("linearize problem:hires --set a=1").err, HasSubstr("go with a model"));
}

}  // namespace
}  // namespace dashpot::cli

// dashpot stability --overlay: h lambda of a model over the domains of methods.
#include "cli/model_file.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* twoTanks =
    "model Tanks\n  Real small(start = 2, fixed = true);\n  Real large(start = 1, fixed = true);\nequation\n"
    "  der(small) = -1000*(small - large);\n  der(large) = -large;\n"
    "  annotation(experiment(StopTime = 1));\nend Tanks;\n";

TEST(OverlayVerb, NamesTheStateWhoseModeLeavesTheDomain) {
  const ModelFile file(twoTanks);
  const TemporaryPath plot("overlay.svg");
  const Outcome outcome =
      run("stability dopri5 rodas3 --overlay " + file.argument() + " --step 5ms --plot " + plot.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("dopri5: 1 of 2 modes leave the domain"), HasSubstr("lambda = -1000"),
                                 HasSubstr("h lambda = -5"), HasSubstr("states: small 100 %"),
                                 HasSubstr("rodas3: all modes that decay do so in the method, too")));
  EXPECT_THAT(contentOf(plot.path()), AllOf(HasSubstr("h lambda of Tanks"), HasSubstr("Re z"), HasSubstr("dopri5")));
}

TEST(OverlayVerb, AShortStepIsInsideOfTheDomain) {
  const ModelFile file(twoTanks);
  const json result =
      json::parse(run("stability dopri5 --overlay " + file.argument() + " --at 0.5 --step 3ms --json").out);
  EXPECT_EQ(result["schema"], "dashpot/stability-overlay/1");
  EXPECT_EQ(result["points"].size(), 1u);
  EXPECT_EQ(result["points"][0]["time"], 0.5);
  EXPECT_NEAR(result["points"][0]["stiffness_ratio"], 1000, 1e-6);
  EXPECT_TRUE(result["methods"][0]["leaving"].empty());
}

TEST(OverlayVerb, FollowsEigenvaluesAlongARun) {
  const json result = json::parse(run("stability rodas4 --overlay problem:robertson --along-run --json").out);
  const json& points = result["points"];
  ASSERT_GT(points.size(), 5u);
  EXPECT_EQ(points.front()["time"], 0);
  EXPECT_NEAR(points.front()["eigenvalues"][0]["re"], -0.04, 1e-12);
  EXPECT_LT(points.back()["eigenvalues"][0]["re"], -1e3);
  EXPECT_GT(points.back()["step"], 0);
  EXPECT_FALSE(points.back()["eigenvalues"][0]["states"].empty());
}

TEST(OverlayVerb, DrawsOrderStars) {
  const TemporaryPath star("star.svg");
  EXPECT_EQ(run("stability rodas3 dopri5 --order-star " + star.argument()).code, 0);
  EXPECT_THAT(contentOf(star.path()), AllOf(HasSubstr("Order stars"), HasSubstr("rodas3"), HasSubstr("Im z")));
}

TEST(OverlayVerb, DrawsHLambdaOverEachPictureOfTheMethodsAndEigenvaluesOverTime) {
  const ModelFile file(twoTanks);
  const TemporaryPath damping("damping.svg"), star("star.svg"), course("course.svg");
  const Outcome outcome =
      run("stability dopri5 rodas3 --overlay " + file.argument() + " --along-run --damping-plot " + damping.argument() +
          " --order-star " + star.argument() + " --course " + course.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(contentOf(damping.path()), AllOf(HasSubstr("h lambda of Tanks, dopri5"), HasSubstr("true damping")));
  EXPECT_THAT(contentOf(star.path()), AllOf(HasSubstr("h lambda of Tanks"), HasSubstr("Order stars")));
  EXPECT_THAT(contentOf(course.path()), AllOf(HasSubstr("time [s]"), HasSubstr("rate [1/s]"),
                                              HasSubstr("stiffness ratio"), HasSubstr("decays, -Re lambda")));
  EXPECT_THAT(run("stability dopri5 --overlay " + file.argument() + " --step 1ms --course " + course.argument()).err,
              HasSubstr("--course goes with --along-run"));
}

TEST(OverlayVerb, TakesMethodsWithoutAStabilityFunction) {
  const ModelFile file(twoTanks);
  const TemporaryPath picture("domains.svg");
  const Outcome outcome =
      run("stability ab3 dopri5 --overlay " + file.argument() + " --step 100 --plot " + picture.argument());
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("ab3: "));
  EXPECT_THAT(contentOf(picture.path()), HasSubstr(">ab3<"));
  EXPECT_THAT(run("stability cvode --overlay " + file.argument() + " --step 1ms").err, HasSubstr("fixed step"));
  EXPECT_THAT(run("stability ab3 --overlay " + file.argument() + " --step 1ms --order-star star.svg").err,
              HasSubstr("need R(z)"));
}

TEST(OverlayVerb, ExplainsWhatIsMissing) {
  const ModelFile file(twoTanks);
  EXPECT_THAT(run("stability dopri5 --overlay " + file.argument()).err, HasSubstr("no h is given"));
  EXPECT_THAT(run("stability dopri5 --along-run").err, HasSubstr("go with --overlay"));
  EXPECT_THAT(run("stability dopri5 --overlay problem:hirse --step 1").err, HasSubstr("did you mean 'hires'?"));
  EXPECT_THAT(run("stability dopri5 --overlay " + file.argument() + " --step x").err, HasSubstr("'x' is not a step"));
}

}  // namespace
}  // namespace dashpot::cli

// The verb explain, and simulate --explain.
#include "cli/model_file.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string sickModel(const std::string& name) {
  return "'" + std::string(testing::sourceTree) + "/tests/models/sick/" + name + ".mo'";
}

json explained(const std::string& arguments) { return json::parse(run("explain " + arguments + " --json").out); }

TEST(ExplainVerb, TellsHalfAPageWithEvidenceAndPlaces) {
  const Outcome outcome = run("explain " + sickModel("tiny_volume"));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("TinyVolume: finished at 5 s, auto (rodas5p) with tolerance 1e-06"),
                                 HasSubstr("[stiff-state]"), HasSubstr("tiny_volume.mo:"), HasSubstr("fitting.V"),
                                 HasSubstr("limited by"), HasSubstr("--set fitting.V=1e-09")));
  EXPECT_LT(std::ranges::count(outcome.out, '\n'), 45) << "half a page";
}

TEST(ExplainVerb, SaysOfAHealthyRunThatItIsHealthy) {
  const ModelFile file(
      "model Tank\n  Real level(start = 1, fixed = true, unit = \"m\");\nequation\n  der(level) = -0.5*level + "
      "0.2*sin(time);\n  annotation(experiment(StopTime = 20));\nend Tank;\n");
  const Outcome outcome = run("explain " + file.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("Nothing stands out"), HasSubstr("stiffness"), HasSubstr("F ")));
}

TEST(ExplainVerb, TriesWhatWouldHelpAndMeasuresIt) {
  const json needless = explained(sickModel("needless_events") + " --try");
  const json& diagnosis = needless["diagnoses"][0];
  EXPECT_EQ(diagnosis["name"], "needless-events");
  ASSERT_EQ(diagnosis["tried"].size(), 1u) << diagnosis;
  const json& tried = diagnosis["tried"][0];
  EXPECT_EQ(tried["status"], "finished");
  EXPECT_EQ(tried["events"], 0);
  EXPECT_LT(tried["work_ratio"], 0.9);
  EXPECT_LT(tried["difference"], 1e-4);
  EXPECT_GE(needless["methods"].size(), 4u);

  const json scale = explained(sickModel("bad_scale") + " --try")["diagnoses"][0];
  EXPECT_EQ(scale["tried"][0]["change"], "x(nominal = 0.0003)");
  EXPECT_LT(scale["tried"][0]["work_ratio"], 0.9) << scale;

  const json start = explained(sickModel("far_start") + " --try")["diagnoses"][0];
  EXPECT_LT(start["tried"][0]["start_iterations"], 10) << start;

  const json coils = explained(sickModel("hidden_index") + " --try")["diagnoses"][0];
  EXPECT_EQ(coils["tried"][0]["status"], "finished") << coils;
}

TEST(ExplainVerb, OfAFailureItTellsTheLastStateTheSuspectsAndTheSingularity) {
  // y' = y^2 from 1: 1/(1 - t).
  const ModelFile file(
      "model Pole\n  Real y(start = 1, fixed = true, unit = \"m\");\n  Real z(start = 0, fixed = true);\nequation\n"
      "  der(y) = y^2;\n  der(z) = -z + 1;\n  annotation(experiment(StopTime = 2));\nend Pole;\n");
  const Outcome outcome = run("explain " + file.argument());
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("[pole]"), HasSubstr("suspects"), HasSubstr("1. y, by"),
                                 HasSubstr("last state"), HasSubstr("der(y) = y * y"), HasSubstr("singularity")));
  const json result = explained(file.argument());
  EXPECT_EQ(result["status"], "failed");
  EXPECT_NEAR(result["facts"]["pole.time"], 1.0, 1e-3);
  EXPECT_NEAR(result["facts"]["pole.power"], 2.0, 0.2);
  EXPECT_GT(result["failure"]["last_state"]["y"], 10);
}

TEST(ExplainVerb, NamesTheEquationThatIsNotDefined) {
  const ModelFile file(
      "model Root\n  Real x(start = 1, fixed = true);\n  Real y(start = 0, fixed = true);\nequation\n  der(x) = -1;\n"
      "  der(y) = sqrt(x);\n  annotation(experiment(StopTime = 2));\nend Root;\n");
  const json result = explained(file.argument());
  EXPECT_EQ(result["diagnoses"][0]["name"], "undefined-value") << result["diagnoses"];
  EXPECT_THAT(result["facts"]["fault.equation"].get<std::string>(), HasSubstr("sqrt(x)"));
  EXPECT_THAT(result["failure"]["suspects"][0].get<std::string>(), HasSubstr("sqrt(x)"));
}

TEST(ExplainVerb, TakesProblemsAndOtherMethods) {
  const json result = explained("problem:hires --method dopri5 --tolerance 1e-4");
  EXPECT_EQ(result["schema"], "dashpot/explain/1");
  EXPECT_EQ(result["diagnoses"][0]["name"], "explicit-method") << result["diagnoses"];
  EXPECT_TRUE(explained("problem:hires --tolerance 1e-4")["diagnoses"].empty());
}

TEST(ExplainVerb, IsAPartOfSimulateOnRequest) {
  const json plain = json::parse(run("simulate " + sickModel("tiny_volume") + " --json").out);
  const json both = json::parse(run("simulate " + sickModel("tiny_volume") + " --explain --json").out);
  EXPECT_FALSE(plain.contains("explanation"));
  EXPECT_EQ(both["explanation"]["diagnoses"][0]["name"], "stiff-state");
  EXPECT_EQ(plain["final"], both["final"]) << "being watched does not change a run";
  for (const char* counter : {"steps", "rejected", "rhs_evals", "jac_evals", "lu", "solves"})
    EXPECT_EQ(plain[counter], both[counter]) << counter;
  EXPECT_THAT(run("simulate problem:hires --explain").out, AllOf(HasSubstr("final value"), HasSubstr("The run")));
}

TEST(ExplainVerb, ExplainsWhatItCannotUnderstand) {
  EXPECT_EQ(run("explain").code, 2);
  EXPECT_THAT(run("explain nowhere.mo").err, HasSubstr("nowhere.mo"));
  EXPECT_THAT(run("explain problem:hirse").err, HasSubstr("did you mean 'hires'?"));
  EXPECT_THAT(run("explain " + sickModel("zeno") + " --method rodas55").err, HasSubstr("did you mean"));
  EXPECT_THAT(run("explain " + sickModel("zeno") + " --tyr").err, HasSubstr("did you mean '--try'?"));
  const ModelFile wrong("model M\n  Real x\nend M;\n");
  const Outcome outcome = run("explain " + wrong.argument() + " --json");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(json::parse(outcome.out)["status"], "rejected");
}

}  // namespace
}  // namespace dashpot::cli

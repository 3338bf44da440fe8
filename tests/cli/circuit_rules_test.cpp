// Circuit rules on the command line: check says all, a run the serious ones, libraries bring their own.
#include "cli/model_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace dashpot::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string pressed = R"(model M
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid;
  Sources.FlowSource pump(Q = 1e-6);
  Volumes.FixedVolume line;
  Sources.PressureSource other(p = 210);
  Volumes.FixedVolume vessel;
  Resistances.Orifice orifice;
equation
  connect(pump.port, line.port);
  connect(other.port, orifice.port_a);
  connect(orifice.port_b, vessel.port);
  annotation(experiment(StopTime = 0.01));
end M;
)";

TEST(CircuitRules, CheckSaysAllAndARunTheSeriousOnes) {
  const ModelFile file(pressed);
  const Outcome checked = run("check " + file.argument());
  EXPECT_EQ(checked.code, 0) << "warnings are no errors";
  EXPECT_THAT(checked.err, HasSubstr("warning: the flow of 'pump' has no way out once the valves are closed"));
  EXPECT_THAT(checked.err, HasSubstr("warning: 'other.p' is 210 Pa, next to nothing"));
  const Outcome ran = run("simulate " + file.argument());
  EXPECT_THAT(ran.err, Not(HasSubstr("has no way out")));
  EXPECT_THAT(ran.err, HasSubstr("warning: 'other.p' is 210 Pa, next to nothing"));
}

TEST(CircuitRules, AValueSetForARunIsLookedAt) {
  const ModelFile file(pressed);
  EXPECT_THAT(run("simulate " + file.argument() + " --set other.p=210bar").err, Not(HasSubstr("next to nothing")));
}

TEST(CircuitRules, JsonHasTheRuleAndTheComponent) {
  const ModelFile file(pressed);
  const auto answer = nlohmann::json::parse(run("check --json " + file.argument()).out);
  std::set<std::string> found;
  for (const auto& entry : answer["diagnostics"]) {
    found.insert(entry["code"].get<std::string>() + " " + entry["component"].get<std::string>());
    EXPECT_TRUE(entry.contains("line") && entry.contains("notes") && entry.contains("hints")) << entry;
  }
  EXPECT_THAT(found, ::testing::ElementsAre("absurd-value other", "no-relief pump"));
}

TEST(CircuitRules, AreListedWithReasonAndRemedy) {
  const Outcome listed = run("check --rules");
  EXPECT_EQ(listed.code, 0);
  EXPECT_THAT(listed.out, HasSubstr("open-port (before runs, too)\n"));
  EXPECT_THAT(listed.out, HasSubstr("  remedy: connect a Ground to one of its pins\n"));
  const auto answer = nlohmann::json::parse(run("check --rules --json").out);
  EXPECT_EQ(answer["schema"], "dashpot/rules/1");
  EXPECT_EQ(answer["rules"][0]["name"], "open-port");
}

TEST(CircuitRules, CheckStillNeedsAFile) {
  const Outcome outcome = run("check");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("file"));
}

TEST(CircuitRules, AFluidThatIsMissingIsNamedWithTheLineToWrite) {
  const ModelFile file("model M\n  Dashpot.Hydraulics.Volumes.FixedVolume line;\nend M;\n");
  const Outcome outcome = run("check " + file.argument());
  EXPECT_THAT(outcome.err, HasSubstr("model.mo:2:"));
  EXPECT_THAT(outcome.err, HasSubstr("note: 'line' needs it"));
  EXPECT_THAT(outcome.err,
              HasSubstr("hint: A circuit needs a fluid: inner Dashpot.Hydraulics.Fluids.MineralOil_VG46 fluid;"));
}

TEST(CircuitRules, ALibraryBringsItsOwn) {
  const TemporaryPath root("rules");
  std::filesystem::create_directories(root.path() / "Plant" / "Resources");
  std::ofstream(root.path() / "Plant" / "package.mo")
      << "package Plant\n  model Boiler\n    parameter Real p = 3 annotation(__Dashpot(role = \"boilerPressure\"));\n"
         "  end Boiler;\nend Plant;\n";
  const auto rules = root.path() / "Plant" / "Resources" / "dashpot_rules.toml";
  std::ofstream(rules) << "[[rule]]\nname = \"hot-boiler\"\nof = \"parameter\"\n"
                          "when = [\"is boilerPressure\", \"isAbove 2\"]\nmessage = \"'{parameter}' is {value}\"\n"
                          "reason = \"it bursts\"\nremedy = \"lower it\"\n";
  const ModelFile file(
      "model M\n  Plant.Boiler boiler;\n  Plant.Boiler old annotation(__Dashpot(silence = \"hot-boiler\"));\n"
      "end M;\n");
  const std::string command = "check " + file.argument() + " --library " + root.argument();
  const Outcome outcome = run(command);
  EXPECT_THAT(outcome.err, HasSubstr("warning: 'boiler.p' is 3"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("old")));
  std::ofstream(rules) << "[[rule\n";
  const Outcome broken = run(command);
  EXPECT_EQ(broken.code, 0);
  EXPECT_THAT(broken.err, HasSubstr("dashpot_rules.toml:1: "));
}

}  // namespace
}  // namespace dashpot::cli

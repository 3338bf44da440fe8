// `dashpot edit`: gestures on a file, shown or written.
#include "cli/model_file.hpp"
#include "cli/program.hpp"
#include "cli/unified_diff.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace dashpot::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string circuit =
    "// a circuit\n"
    "model Lift\n"
    "  Dashpot.Hydraulics.Valves.ReliefValve relief(p_set = 1e7);  // opens\n"
    "  Dashpot.Hydraulics.Sources.Tank tank;\n"
    "equation\n"
    "  connect(relief.port_b, tank.port);\n"
    "end Lift;\n";

TEST(UnifiedDiff, ShowsChangesWithThreeLinesAround) {
  EXPECT_EQ(unifiedDiff("a\nb\nc\nd\ne\nf\ng\nh\n", "a\nb\nc\nd\nE\nf\ng\nh\n", "x.mo"),
            "--- x.mo\n+++ x.mo\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n");
  EXPECT_EQ(unifiedDiff("a\n", "a\nb", "x"), "--- x\n+++ x\n@@ -1,1 +1,2 @@\n a\n+b\n\\ No newline at end of file\n");
  EXPECT_EQ(unifiedDiff("a\nb\n", "b\n", "x"), "--- x\n+++ x\n@@ -1,2 +1,1 @@\n-a\n b\n");
  EXPECT_EQ(unifiedDiff("", "a\n", "x"), "--- x\n+++ x\n@@ -0,0 +1,1 @@\n+a\n");
  EXPECT_THAT(unifiedDiff("same\n", "same\n", "x"), IsEmpty());
}

TEST(Edit, ShowsTheDifferenceAndWritesNothing) {
  const ModelFile file(circuit);
  const Outcome outcome =
      run("edit " + file.argument() + " --set relief.p_set='210 bar' --rename relief=limit --move limit=10,20.5");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("-  Dashpot.Hydraulics.Valves.ReliefValve relief(p_set = 1e7);  // opens\n"));
  EXPECT_THAT(outcome.out,
              HasSubstr("+  Dashpot.Hydraulics.Valves.ReliefValve limit(p_set = 21000000) annotation(Placement("
                        "transformation(origin = {10, 20.5}, extent = {{-10, -10}, {10, 10}})));  // opens\n"));
  EXPECT_THAT(outcome.out, HasSubstr("+  connect(limit.port_b, tank.port);\n"));
  EXPECT_THAT(outcome.err, HasSubstr("other files that use or extend Lift are not changed"));
  EXPECT_EQ(contentOf(file.path()), circuit);
}

TEST(Edit, WritesTheFileOnDemand) {
  const ModelFile file(circuit);
  const Outcome outcome = run("edit " + file.argument() + " --remove tank --in-place");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("removed connect(relief.port_b, tank.port)"), HasSubstr("wrote ")));
  EXPECT_EQ(contentOf(file.path()),
            "// a circuit\nmodel Lift\n  Dashpot.Hydraulics.Valves.ReliefValve relief(p_set = 1e7);  // "
            "opens\nequation\nend Lift;\n");
  const std::string other = file.path().string() + ".copy.mo";
  EXPECT_EQ(run("edit " + file.argument() + " --duplicate Lift2 -o " + other).code, 0);
  EXPECT_THAT(contentOf(other), HasSubstr("end Lift;\n\nmodel Lift2\n"));
  std::filesystem::remove(other);
}

TEST(Edit, ARefusalSaysWhyAndWritesNothing) {
  const ModelFile file(circuit);
  const Outcome outcome = run("edit " + file.argument() + " --remove tank --set relief.p_set='5 kg' --in-place");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("'5 kg' is a value in kg, but 'relief.p_set' is in Pa"));
  EXPECT_EQ(contentOf(file.path()), circuit);
  EXPECT_THAT(run("edit " + file.argument() + " --connect relief.port_c,tank.port").err,
              HasSubstr("did you mean 'port_"));
  EXPECT_THAT(run("edit " + file.argument() + " --move relief=here").err, HasSubstr("is not of the form NAME=X,Y"));
  EXPECT_THAT(run("edit " + file.argument()).err, HasSubstr("no gesture is given"));
  EXPECT_EQ(run("edit nowhere.mo --remove x").code, 1);
  EXPECT_EQ(run("edit " + file.argument() + " --mov relief=1,2").code, 2);
  EXPECT_EQ(run("edit " + file.argument() + " --remove tank -o /dev/full").code, 1);
}

TEST(Edit, GroupsInsertsAndArrangesPartsOfACircuit) {
  const ModelFile file(circuit);
  const Outcome outcome = run("edit " + file.argument() +
                              " --add 'Dashpot.Hydraulics.Resistances.Orifice orifice'"
                              " --insert orifice.port_a,orifice.port_b=relief.port_b,tank.port"
                              " --group Outlet=orifice,tank --arrange all");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("+model Outlet\n"), HasSubstr("+  Outlet outlet annotation(Placement("),
                                 HasSubstr("+  connect(relief.port_b, outlet.port_a)")));
  EXPECT_EQ(run("edit " + file.argument() + " --arrange some").code, 1);
}

TEST(Edit, WhatCheckWouldRefuseIsNotConnected) {
  const ModelFile file(circuit);
  const Outcome outcome = run("edit " + file.argument() +
                              " --add 'Dashpot.Mechanics.Translational.Mass mass' --connect mass.flange_a,tank.port");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("are connectors of different kinds"));
}

TEST(Edit, JsonHasTheEditsOfEachGesture) {
  const ModelFile file(circuit);
  const Outcome outcome = run("edit " + file.argument() + " --set relief.p_set=2e7 --stop '500 ms' --json");
  const auto answer = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(answer["schema"], "dashpot/edit/1");
  EXPECT_EQ(answer["ok"], true);
  ASSERT_EQ(answer["gestures"].size(), 2u);
  const std::size_t begin = circuit.find("1e7");
  EXPECT_EQ(answer["gestures"][0]["edits"][0],
            (nlohmann::json{{"begin", begin}, {"end", begin + 3}, {"replacement", "2e7"}}));
  EXPECT_THAT(answer["diff"].get<std::string>(), HasSubstr("+  annotation(experiment(StopTime = 0.5));\n"));
  const auto refused = nlohmann::json::parse(run("edit " + file.argument() + " --remove none --json").out);
  EXPECT_EQ(refused["ok"], false);
  EXPECT_EQ(refused["diagnostics"][0]["code"], "no-component");
}

}  // namespace
}  // namespace dashpot::cli

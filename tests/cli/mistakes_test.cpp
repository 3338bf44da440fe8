// What a new user gets wrong with the component library, and what the program says to it.
#include "cli/model_file.hpp"

#include <gmock/gmock.h>

namespace dashpot::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string bolted = R"(connector Flange
  Real s;
  flow Real f;
end Flange;
model Mass
  parameter Real s_start = 0;
  Flange flange;
  Real s(start = s_start);
  Real v(start = 0);
equation
  s = flange.s;
  v = der(s);
  der(v) = flange.f;
end Mass;
model M
  Mass a(s_start = 0.25);
  Mass b;
equation
  connect(a.flange, b.flange);
end M;
)";

TEST(Mistakes, AStartValueThatIsSetForTheRunBeatsTheModel) {
  const ModelFile file(bolted);
  for (const char* setting : {"b.s_start=0.5", "a.s_start=0.5", "a.s.start=0.5", "b.s=0.5"}) {
    const Outcome outcome = run("simulate " + file.argument() + " --stop 0.1 --vars a.s --set " + setting);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("0.5")) << setting;
    EXPECT_THAT(outcome.err, Not(HasSubstr("is not used"))) << setting;
  }
}

TEST(Mistakes, CheckRefusesAParameterOutsideItsRange) {
  const ModelFile file("model M\n  parameter Real k(min = 0) = -1;\n  Real x = k;\nend M;\n");
  const Outcome outcome = run("check " + file.argument());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("the parameter 'k' is -1, below its min = 0"), HasSubstr("model.mo:2")));
}

TEST(Mistakes, AnIntegerThatDecidesASizeTakesNoFractionEither) {
  const ModelFile file("model M\n  parameter Integer n = 2;\n  Real x[n] = fill(1, n);\nend M;\n");
  const Outcome outcome = run("simulate " + file.argument() + " --set n=1.5");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("Integer"));
}

TEST(Mistakes, AModelInAFileBesideThisOneIsFoundAndAPackageIsPointedAt) {
  const TemporaryPath folder("beside");
  std::filesystem::create_directories(folder.path() / "Tanks");
  std::ofstream(folder.path() / "Tank2.mo") << "model Tank2\n  Real level = 1;\nend Tank2;\n";
  std::ofstream(folder.path() / "Loose.mo") << "model Loose\n  Tank2 tank;\nend Loose;\n";
  EXPECT_EQ(run("check '" + (folder.path() / "Loose.mo").string() + "'").code, 0);
  std::ofstream(folder.path() / "Tanks" / "package.mo")
      << "package Tanks\n  model Tank\n    Real level = 1;\n  end Tank;\nend Tanks;\n";
  std::ofstream(folder.path() / "Plant.mo") << "model Plant\n  Tanks.Tank tank;\nend Plant;\n";
  const std::string plant = "'" + (folder.path() / "Plant.mo").string() + "'";
  const Outcome without = run("check " + plant);
  EXPECT_EQ(without.code, 1);
  EXPECT_THAT(without.err, AllOf(HasSubstr("there is no class 'Tanks' here"),
                                 HasSubstr("Tanks/package.mo lies beside this file: add '--library "),
                                 HasSubstr(folder.path().string())));
  EXPECT_EQ(run("check " + plant + " --library " + folder.argument()).code, 0);
}

TEST(Mistakes, AClassOfTheLibraryIsFoundByItsName) {
  const ModelFile wrongPackage("model M\n  Dashpot.Hydraulics.Valves.RelifValve relief;\nend M;\n");
  EXPECT_THAT(run("check " + wrongPackage.argument()).err, HasSubstr("'Dashpot.Hydraulics.Valves.ReliefValve'"));
  const ModelFile noImport("model M\n  ReliefValve relief;\nend M;\n", "other.mo");
  EXPECT_THAT(run("check " + noImport.argument()).err,
              HasSubstr("the library has 'Dashpot.Hydraulics.Valves.ReliefValve'"));
}

TEST(Mistakes, AForgottenPortIsNamedByCheckAndByTheRun) {
  const ModelFile file(R"(model M
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid;
  Sources.FlowSource pump;
  Volumes.FixedVolume line(V = 0.5e-3);
  Valves.ReliefValve relief(p_set = 150e5, G_leak = 0);
equation
  connect(pump.port, line.port);
  connect(line.port, relief.port_a);
end M;
)");
  EXPECT_THAT(run("check " + file.argument()).err,
              AllOf(HasSubstr("model.mo:6:"), HasSubstr("warning: 'relief.port_b' is not connected")));
  const Outcome outcome = run("simulate " + file.argument());
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("warning: 'relief.port_b' is not connected"),
                                 HasSubstr("no equation determines 'relief.port_b.p'"),
                                 HasSubstr("note: 'relief.port_b' is not connected"), Not(HasSubstr("alpha M - J"))));
}

TEST(Mistakes, TwoSourcesOfOnePressureAreBothNamed) {
  const ModelFile file(R"(model M
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid;
  Sources.PressureSource a(p = 1e7), b(p = 2e7);
equation
  connect(a.port, b.port);
end M;
)");
  const Outcome outcome = run("check " + file.argument());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the components a and b determine the same"));
}

TEST(Mistakes, AnInputThatIsNotConnectedIsNamedWhereTheComponentIsDeclared) {
  const ModelFile file(R"(model M
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid;
  Sources.PressureSource p(p = 1e7);
  Valves.Valve22 v;
  Sources.Tank t;
equation
  connect(p.port, v.port_a);
  connect(v.port_b, t.port);
end M;
)");
  const Outcome outcome = run("check " + file.argument());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("model.mo:5:"), HasSubstr("nothing determines v.u"),
                                 HasSubstr("it is an input: connect it")));
}

}  // namespace
}  // namespace dashpot::cli

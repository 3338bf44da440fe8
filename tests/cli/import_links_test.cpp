// dashpot import-links and data sets: circuits and their data, stored apart from each other.
#include "cli/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace dashpot::cli {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class Workplace {
 public:
  Workplace() : folder_(fs::path(::testing::TempDir()) / ("dashpot-links-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~Workplace() { fs::remove_all(folder_); }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  /// Quoted for the shell.
  std::string operator()(const char* name) const { return "'" + (folder_ / name).string() + "'"; }
  std::string with(const char* name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (*this)(name);
  }
  std::string content(const char* name) const { return contentOf(folder_ / name); }

 private:
  fs::path folder_;
};

const char* const firstExample =
    "10\nPU0001 08 09 12\nPM0001 12\nPI0501 02 09 10\nPC0101 10 11\nTK0301 05 08 11\nDC1T01 01 02 03 04 05\n"
    "PI0601 03 06 | 01\nAL0001 06 07 13 | 01 02\nPI0602 04 07 | 02\nDE0101 01\n";

const char* const byHand = R"(model ByHand
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Pumps.Pump pu0001; Sources.PrimeMover pm0001; Volumes.FixedVolume pi0501, pi0601, pi0602;
  Valves.ReliefValve pc0101; Sources.Tank tk0301; Valves.Valve43 dc1t01; Actuators.Cylinder al0001;
  Valves.DutyCycle de0101;
equation
  connect(pm0001.shaft, pu0001.shaft); connect(tk0301.port, pu0001.port_a); connect(pu0001.port_b, pi0501.port);
  connect(pi0501.port, pc0101.port_a); connect(pc0101.port_b, tk0301.port); connect(pi0501.port, dc1t01.port_p);
  connect(dc1t01.port_a, pi0601.port); connect(dc1t01.port_b, pi0602.port); connect(dc1t01.port_t, tk0301.port);
  connect(pi0601.port, al0001.port_a); connect(pi0602.port, al0001.port_b); connect(de0101.y, dc1t01.u);
end ByHand;
)";

TEST(ImportLinks, GivesTheCircuitThatIsWrittenByHand) {
  const Workplace place;
  const std::string table = place.with("first.txt", firstExample), hand = place.with("hand.mo", byHand);
  ASSERT_EQ(run("import-links " + table + " -o " + place("first.mo")).code, 0);
  EXPECT_THAT(place.content("first.mo"), HasSubstr("model First"));
  const json imported = json::parse(run("flatten --json " + place("first.mo")).out);
  const json written = json::parse(run("flatten --json " + hand).out);
  EXPECT_EQ(imported["variables"], written["variables"]);
  EXPECT_EQ(imported["equations"], written["equations"]);
  EXPECT_EQ(imported["counts"], written["counts"]);
  // The same run, to the last digit: connections say the same in whatever order they are made.
  const std::string vars = " --stop 0.2 --vars pi0501.p,al0001.x,al0001.v,pi0602.p --json";
  const json one = json::parse(run("simulate " + place("first.mo") + vars).out);
  const json other = json::parse(run("simulate " + hand + vars).out);
  for (const char* name : {"pi0501.p", "al0001.x", "al0001.v", "pi0602.p"})
    EXPECT_NEAR(one["final"][name].get<double>(), other["final"][name].get<double>(),
                1e-6 * std::abs(other["final"][name].get<double>()) + 1e-12)
        << name;
}

TEST(ImportLinks, OfThePublishedCircuitHasItsFiveStatesAndTheAngleOfTheShaft) {
  const Workplace place;
  const std::string table = place.with("first.txt", firstExample);
  ASSERT_EQ(run("import-links " + table + " -o " + place("first.mo")).code, 0);
  const Outcome outcome = run("structure --json " + place("first.mo"));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out)["states"], 6);
  // Pressures of the supply pipe and of the pipes at the actuator, which are those of its chambers; position and speed.
  EXPECT_THAT(run("structure " + place("first.mo")).out,
              AllOf(HasSubstr("pi0501.storage.p"), ContainsRegex("pi0601.storage.p|al0001.a.p"),
                    ContainsRegex("pi0602.storage.p|al0001.b.p"), HasSubstr("al0001.x"), HasSubstr("al0001.v"),
                    HasSubstr("shaft.phi")));
}

TEST(ImportLinks, PrintsToTheTerminalAndSaysWhatIsWrong) {
  const Workplace place;
  const Outcome good =
      run("import-links " + place.with("2 pipes.txt", "2\nOR3Z01 01 02\nPI0501 01 02\n") + " --name Two");
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_THAT(good.out, HasSubstr("model Two"));
  const Outcome bad = run("import-links " + place.with("bad.txt", "2\nOR3Z01 01 02\nPI9901 01 02\n"));
  EXPECT_EQ(bad.code, 1);
  EXPECT_EQ(bad.out, "");
  EXPECT_THAT(bad.err, HasSubstr("bad.txt:3:1: error: there is no model 'PI99'"));
  EXPECT_EQ(run("import-links nowhere.txt").code, 1);
  EXPECT_EQ(run("import-links " + place("bad.txt") + " -o " + place("bad.txt")).code, 1) << "never over the table";
}

// HASP's second example: an inclined actuator between two orifices (Tables 5.3 and 5.4 of the thesis).
const char* const secondExample =
    "7\nDEDT01 01\nOR3Z01 01 02\nPI0601 02 03 | 01\nAL0001 03 04 07 | 01 02\nPI0602 04 05 | 02\nOR3Z02 05 06\nTK0001 "
    "06\n";

const char* const secondData = R"(
dedt01.stages = [[50, "210 bar", "210 bar"], [100, "210 bar", "210 bar"]]
[fluid]
B = "18000 bar"
cavitation = "Dashpot.Hydraulics.Fluids.Cavitation.releasedAir"
dissolvedAir = 0.1
n = 1.4
p_saturation = "1 bar"                 # 0 bar above that of the surroundings
p_ambient = "1 bar"
[or3z01]
Q_rated = "8.3333 l/s"
dp_rated = "70 bar"
dp_laminar = "1 bar"
zone = "Dashpot.Hydraulics.Resistances.LaminarZone.line"
[or3z02]
Q_rated = "8.3333 l/s"
dp_rated = "70 bar"
dp_laminar = "1 bar"
zone = "Dashpot.Hydraulics.Resistances.LaminarZone.line"
[pi0601]
V = "0.49995 l"
[pi0602]
V = "0.49995 l"
[al0001]
bore = "50.8 mm"
rod = "25 mm"
m = "1000 kg"
stroke = "595.2 mm"
inclination = "46.14 deg"              # 7071 N of 1000 kg
friction.b = 4000
V_dead_a = "1e-6 l"                    # the pipes have the volume
V_dead_b = "1e-6 l"
)";

TEST(DataSet, InDeskUnitsRunsTheSecondExampleAsPublished) {
  const Workplace place;
  ASSERT_EQ(run("import-links " + place.with("second.txt", secondExample) + " -o " + place("second.mo")).code, 0);
  const Outcome outcome =
      run("simulate " + place("second.mo") + " --stop 0.1 --tolerance 1e-7 --data " +
          place.with("second.toml", secondData) + " --vars pi0601.p,pi0602.p,al0001.v,al0001.x --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err << outcome.out;
  const json last = json::parse(outcome.out)["final"];
  // An independent program with 100 N of dry friction, which is left out here, of 42 kN.
  EXPECT_NEAR(last["pi0601.p"].get<double>() - 1e5, 181.83e5, 1e5);
  EXPECT_NEAR(last["pi0602.p"].get<double>() - 1e5, 16.17e5, 0.3e5);
  EXPECT_NEAR(last["al0001.v"].get<double>(), 2.6162, 0.02);
  EXPECT_NEAR(last["al0001.x"].get<double>(), 0.14632, 0.001);
}

TEST(DataSet, IsSavedFromARunAndGivesTheSameRunAgain) {
  const Workplace place;
  ASSERT_EQ(run("import-links " + place.with("second.txt", secondExample) + " -o " + place("second.mo")).code, 0);
  const std::string simulate = "simulate " + place("second.mo") + " --stop 0.01 --vars al0001.x --json ";
  const Outcome first = run(simulate + "--data " + place.with("second.toml", secondData) +
                            " --set al0001.m=900 --save-data " + place("saved.toml"));
  ASSERT_EQ(first.code, 0) << first.err;
  // Echoed as they were given, what was set last; the rest as remarks in units of the desk.
  EXPECT_THAT(place.content("saved.toml"),
              AllOf(HasSubstr("or3z01.Q_rated = \"8.3333 l/s\"\n"), HasSubstr("al0001.bore = \"50.8 mm\"\n"),
                    HasSubstr("fluid.B = \"18000 bar\"\n"), HasSubstr("fluid.cavitation = \"Dashpot."),
                    HasSubstr("al0001.m = \"900\"\n"), Not(HasSubstr("1000 kg")), HasSubstr("# al0001.k_stop = "),
                    HasSubstr("# pi0601.p_start = \"1 bar\"")));
  EXPECT_EQ(json::parse(first.out)["files"][0]["content"], "the data of this run");
  const Outcome again = run(simulate + "--data " + place("saved.toml"));
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(json::parse(again.out)["final"], json::parse(first.out)["final"]);
}

TEST(DataSet, SaysWhatIsWrongWithIt) {
  const Workplace place;
  const std::string model = place.with("m.mo", "model M parameter Real k(unit = \"m\") = 1; Real x = k; end M;\n");
  const auto complaint = [&](const std::string& data) {
    const Outcome outcome = run("simulate " + model + " --data " + place.with("d.toml", data));
    EXPECT_EQ(outcome.code, 1);
    return outcome.err;
  };
  EXPECT_THAT(complaint("k = 1\nj = \n"), HasSubstr("d.toml:2: "));
  EXPECT_THAT(complaint("k = 1979-05-27\n"), HasSubstr("d.toml:1: 'k' is no number, text"));
  EXPECT_THAT(complaint("kk = 3\n"), HasSubstr("there is no parameter 'kk'"));
  EXPECT_THAT(complaint("k = \"3 bar\"\n"), HasSubstr("but the parameter is in m"));
  EXPECT_THAT(run("simulate " + model + " --data nowhere.toml").err,
              HasSubstr("cannot read the data set 'nowhere.toml'"));
  const std::string same = place.with("d.toml", "k = 2\n");
  EXPECT_THAT(run("simulate " + model + " --data " + same + " --save-data " + same).err, HasSubstr("d.toml"));
  EXPECT_EQ(place.content("d.toml"), "k = 2\n") << "never over what is read";
  EXPECT_EQ(run("simulate problem:hires --data " + same).code, 2);
}

}  // namespace
}  // namespace dashpot::cli

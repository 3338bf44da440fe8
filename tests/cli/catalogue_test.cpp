// `dashpot library`: what the libraries offer; `dashpot new`: a circuit to start from.
#include "cli/model_file.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

json named(const json& list, const std::string& name) {
  for (const json& entry : list)
    if (entry["name"] == name) return entry;
  return {};
}

TEST(LibraryVerb, ListsTheComponentsOfOurLibraryByPackage) {
  const Outcome outcome = run("library");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("Dashpot.Electrical\n  Ground "));
  EXPECT_THAT(outcome.out, HasSubstr("Sliding mass\n"));
  EXPECT_THAT(outcome.out, ::testing::Not(HasSubstr("OnePort"))) << "partial classes are no components";
}

TEST(LibraryVerb, ShowsOneComponentByItsOwnName) {
  const Outcome outcome = run("library resistor");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("model Dashpot.Electrical.Resistor: Resistor"));
  EXPECT_THAT(outcome.out, HasSubstr("Dashpot.Interfaces.PositivePin"));
  EXPECT_THAT(outcome.out, HasSubstr("Ohm: v = R i")) << "documentation without tags";
}

TEST(LibraryVerb, JsonHasWhatADiagramEditorNeeds) {
  const Outcome outcome = run("library Dashpot.Electrical --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json all = json::parse(outcome.out);
  EXPECT_EQ(all["schema"], "dashpot/library/1");
  const json capacitor = named(all["components"], "Dashpot.Electrical.Capacitor");
  ASSERT_FALSE(capacitor.is_null());
  EXPECT_EQ(capacitor["kind"], "model");
  const json parameter = named(capacitor["parameters"], "C");
  EXPECT_EQ(parameter["unit"], "F");
  EXPECT_EQ(parameter["default"], "1e-6");
  EXPECT_EQ(parameter["builtin"], "Real");
  EXPECT_EQ(parameter["type"], "Dashpot.Units.Capacitance");
  const json pin = named(capacitor["ports"], "p");
  EXPECT_EQ(pin["type"], "Dashpot.Interfaces.PositivePin");
  EXPECT_EQ(pin["placement"]["transformation"]["extent"], json::parse("[[-110, -10], [-90, 10]]"));
  // The name above it comes from the base class, the plates from the class itself.
  EXPECT_EQ(capacitor["icon"]["graphics"][0]["type"], "Text");
  EXPECT_EQ(capacitor["icon"]["graphics"][1]["type"], "Line");
  EXPECT_EQ(capacitor["icon"]["graphics"][1]["points"][0], json::parse("[-90, 0]"));
  EXPECT_FALSE(all["connectors"]["Dashpot.Interfaces.PositivePin"]["icon"]["graphics"].empty());
}

TEST(LibraryVerb, EveryComponentOfOurLibraryIsDrawnPlacedAndDocumented) {
  const json all = json::parse(run("library Dashpot --json").out);
  ASSERT_GT(all["components"].size(), 100u);
  for (const json& component : all["components"]) {
    const std::string name = component["name"];
    if (component["kind"] != "record" && component["ports"].empty()) continue;  // a part of others, never drawn
    EXPECT_NE(component["description"], "") << name;
    EXPECT_NE(component["documentation"], "") << name << " has no documentation";
    EXPECT_FALSE(component["icon"]["graphics"].empty()) << name << " has no icon";
    for (const json& port : component["ports"])
      EXPECT_TRUE(port.contains("placement")) << name << "." << port["name"] << " has no place";
    for (const json& parameter : component["parameters"])
      EXPECT_TRUE(parameter.contains("description")) << name << "." << parameter["name"] << " is not described";
  }
}

TEST(LibraryVerb, FindsByKeywordsTheBestFirst) {
  const Outcome outcome = run("library PRESSURE relief");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, ::testing::StartsWith("Dashpot.Hydraulics.Valves.ReliefValve "));
  EXPECT_THAT(outcome.out, HasSubstr("Dashpot.Hydraulics.Valves.ReliefValveTable ")) << "by what it inherits";
  EXPECT_THAT(run("library stick").out, HasSubstr("StickSlipFriction")) << "a word that is no name";
  const std::string all = run("library --search orifice").out;
  EXPECT_THAT(all, HasSubstr("VariableOrifice"));
  EXPECT_THAT(all, HasSubstr("Edges43")) << "partial classes too";
  const json found = json::parse(run("library pressure relief --json").out);
  EXPECT_EQ(found["components"][0]["name"], "Dashpot.Hydraulics.Valves.ReliefValve");
}

TEST(LibraryVerb, ShowsResultsLiteralsChoicesAndInheritedDocumentation) {
  const std::string pump = run("library Pumps.Pump").out;
  EXPECT_THAT(pump, HasSubstr("result "));
  EXPECT_THAT(pump, HasSubstr("Power turned into heat"));
  EXPECT_THAT(pump, HasSubstr("replaceable model Losses: Leakage and friction\n"));
  EXPECT_THAT(pump, HasSubstr("Dashpot.Hydraulics.Pumps.Losses.Ideal       None (default)\n"));
  EXPECT_THAT(pump, HasSubstr("From Dashpot.Hydraulics.Pumps.Unit:\nQ = D omega")) << "it says: See Unit";
  const std::string valve = run("library Valve43").out;
  EXPECT_THAT(valve, HasSubstr("centre: Dashpot.Hydraulics.Valves.Centre\n  closed       All ports blocked\n"));
  EXPECT_THAT(valve, HasSubstr("-0.3 to 0.5")) << "the range of the overlap";
  EXPECT_THAT(run("library SpringAccumulator").out, HasSubstr("0.02*(p_end - p_begin) "));
}

TEST(LibraryVerb, ShowsClassesThatAreNoComponents) {
  EXPECT_THAT(run("library Edges43").out, HasSubstr("partial model Dashpot.Hydraulics.Valves.Edges43: "));
  EXPECT_THAT(run("library Valves.Centre").out, HasSubstr("  tandem       P to T, A and B blocked\n"));
  EXPECT_THAT(run("library orificeFlow").out, HasSubstr("dp        input   Pa     Pressure drop\n"));
  EXPECT_THAT(run("library Dashpot.DeskUnits").out, HasSubstr("bar          1e5 "));
  EXPECT_THAT(run("library Dashpot.Units").out, HasSubstr("  AbsolutePressure "));
}

TEST(LibraryVerb, JsonHasResultsChoicesAndLiterals) {
  const json pump = json::parse(run("library Pumps.Pump --json").out)["components"][0];
  EXPECT_EQ(named(pump["variables"], "loss")["unit"], "W");
  EXPECT_EQ(pump["replaceables"][0]["default"], "Dashpot.Hydraulics.Pumps.Losses.Ideal");
  EXPECT_EQ(pump["replaceables"][0]["choices"].size(), 4u);
  EXPECT_EQ(pump["bases"][0]["name"], "Dashpot.Hydraulics.Pumps.Unit");
  const json valve = json::parse(run("library Valve43 --json").out)["components"][0];
  const json centre = named(valve["parameters"], "centre");
  EXPECT_EQ(centre["literals"][0], "closed");
  EXPECT_EQ(centre["literal_descriptions"][0], "All ports blocked");
}

TEST(LibraryVerb, TakesAnyLibrary) {
  const TemporaryPath directory("library-verb");
  std::filesystem::create_directories(directory.path());
  std::ofstream(directory.path() / "Mine.mo")
      << "package Mine\n  connector P\n    Real v;\n    flow Real i;\n  end P;\n  model M \"A thing\"\n    P p;\n"
         "    parameter Real k(unit = \"N/m\", displayUnit = \"N/mm\", min = 0) = 3 \"Stiffness\";\n  end M;\nend "
         "Mine;\n";
  const Outcome outcome = run("library --json --library " + directory.argument() + " Mine");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json all = json::parse(outcome.out);
  ASSERT_EQ(all["components"].size(), 1u);
  EXPECT_EQ(all["components"][0]["parameters"][0]["display_unit"], "N/mm");
  EXPECT_EQ(all["components"][0]["ports"][0]["type"], "Mine.P");
}

TEST(LibraryVerb, SaysWhatIsNotThere) {
  const Outcome outcome = run("library Resistr");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "error: there is no component 'Resistr'\nhint: did you mean 'Resistor'?\n");
  EXPECT_EQ(run("library Dashpot.Hydraulics.Valves.ReliefVlve").err,
            "error: there is no component 'Dashpot.Hydraulics.Valves.ReliefVlve'\n"
            "hint: did you mean 'Dashpot.Hydraulics.Valves.ReliefValve'?\n");
  EXPECT_EQ(run("library perpetual motion").err, "error: nothing in the libraries speaks of 'perpetual motion'\n");
  EXPECT_EQ(run("library --library no/such/directory").code, 1);
}

class NewVerb : public ::testing::Test {
 protected:
  NewVerb() { std::filesystem::create_directories(directory_.path()); }
  [[nodiscard]] Outcome inDirectory(const std::string& arguments) const {
    return run(arguments, "cd " + directory_.argument() + " &&");
  }
  TemporaryPath directory_{"new-verb"};
};

TEST_F(NewVerb, WritesACircuitThatRunsAtOnce) {
  const Outcome written = inDirectory("new Press");
  EXPECT_EQ(written.code, 0) << written.err;
  EXPECT_THAT(written.out, HasSubstr("wrote Press.mo"));
  const Outcome checked = inDirectory("check Press.mo");
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_EQ(checked.err, "") << "no warnings either";
  const Outcome simulated = inDirectory("simulate Press.mo --json --vars volume.p");
  ASSERT_EQ(simulated.code, 0) << simulated.err;
  EXPECT_EQ(json::parse(simulated.out)["model"], "Press");
}

TEST_F(NewVerb, DoesNotOverwrite) {
  ASSERT_EQ(inDirectory("new Press").code, 0);
  std::ofstream(directory_.path() / "Press.mo") << "mine";
  const Outcome outcome = inDirectory("new Press");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("there is a file 'Press.mo' already"));
  EXPECT_EQ(contentOf(directory_.path() / "Press.mo"), "mine");
}

TEST_F(NewVerb, TakesNamesOfModelsOnly) {
  for (const char* name : {"3d", "a-b", "../Press", "model", "Real", "\"\"", "'a b'"}) {
    const Outcome outcome = inDirectory(std::string("new ") + name);
    EXPECT_EQ(outcome.code, 1) << name;
    EXPECT_THAT(outcome.err, HasSubstr("cannot be the name of a model")) << name;
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
  EXPECT_EQ(inDirectory("new Press.mo").code, 0) << "the name of the file will do";
  EXPECT_EQ(inDirectory("new").code, 2);
}

}  // namespace
}  // namespace dashpot::cli

// What a diagram editor asks: diagrams, edits by gestures, what can be connected, palette, panels.
#include "drawing/draw.hpp"
#include "editing/edits.hpp"
#include "editing/occurrences.hpp"
#include "language_server/client.hpp"
#include "language_server/document.hpp"
#include "language_server/sanitised_html.hpp"

#include <gmock/gmock.h>

#include <random>

namespace dashpot::language_server {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// What a user can mend, and what only the client's author can.
constexpr int refusedCode = -32803, malformedCode = -32602;

std::filesystem::path example(const std::string& name) {
  return std::filesystem::path(testing::sourceTree) / "examples" / name;
}

/// A lift with a comment that has letters beyond ASCII on the line of the pump, and no places.
const std::string lift =
    "model Lift \"Ein Aufzug\"\n"
    "  inner Dashpot.Hydraulics.Fluids.TextbookOil fluid;\n"
    "  /* Größe π𝄞 */ Dashpot.Hydraulics.Sources.FlowSource pump(Q = 1e-3);\n"
    "  Dashpot.Hydraulics.Resistances.Orifice orifice(d = 2e-3);\n"
    "  Dashpot.Hydraulics.Sources.Tank tank;\n"
    "  Dashpot.Mechanics.Translational.Mass mass(m = 10);\n"
    "  Dashpot.Blocks.Sources.Constant one(k = 1);\n"
    "  Dashpot.Blocks.Sources.Constant two(k = 2);\n"
    "  Dashpot.Blocks.Math.Gain gain(k = 3);\n"
    "equation\n"
    "  connect(pump.port, orifice.port_a);\n"
    "  connect(orifice.port_b, tank.port);\n"
    "  connect(one.y, gain.u);\n"
    "  annotation(experiment(StopTime = 2));\n"
    "end Lift;\n";

/// The text after edits of an answer, each list for the text after the ones before it.
std::string applied(std::string text, const json& changes) {
  for (const json& list : changes) {
    Text now(text, Encoding::utf16);
    for (auto edit = list.rbegin(); edit != list.rend(); ++edit) {
      const json& start = (*edit)["range"]["start"];
      const json& end = (*edit)["range"]["end"];
      const std::size_t begin = now.offsetAt({start["line"], start["character"]});
      const std::size_t stop = now.offsetAt({end["line"], end["character"]});
      text.replace(begin, stop - begin, (*edit)["newText"].get<std::string>());
    }
  }
  return text;
}

/// The text before a list of edits, from the one after it: each stretch that was put in becomes what was there.
std::string restored(const std::string& before, std::string after, const json& list) {
  const Text old(before, Encoding::utf16);
  struct Inverse {
    std::size_t begin, length;
    std::string text;
  };
  std::vector<Inverse> inverse;
  std::size_t put = 0, gone = 0;  // bytes so far
  for (const json& edit : list) {
    const json &start = edit["range"]["start"], &end = edit["range"]["end"];
    const std::size_t begin = old.offsetAt({start["line"], start["character"]});
    const std::size_t stop = old.offsetAt({end["line"], end["character"]});
    const auto length = edit["newText"].get_ref<const std::string&>().size();
    inverse.push_back({begin + put - gone, length, before.substr(begin, stop - begin)});
    put += length;
    gone += stop - begin;
  }
  for (auto edit = inverse.rbegin(); edit != inverse.rend(); ++edit)
    after.replace(edit->begin, edit->length, edit->text);
  return after;
}

/// Applies the edits of an answer and takes them back again.
void expectReversible(const std::string& text, const json& changes) {
  std::vector<std::string> texts{text};
  for (const json& list : changes) texts.push_back(applied(texts.back(), json::array({list})));
  for (std::size_t i = texts.size() - 1; i > 0; --i)
    EXPECT_EQ(restored(texts[i - 1], texts[i], changes[i - 1]), texts[i - 1]);
}

/// The violated invariants of the drawing of the last model of a text.
std::vector<std::string> violations(const std::string& text, const std::shared_ptr<editing::Surroundings>& around) {
  const editing::File file("test.mo", text, around);
  const syntax::Tree& tree = file.tree();
  if (file.diagnostics().hasErrors()) return {render(file.diagnostics(), file.sources())};
  const model::ClassRef last =
      editing::entryOf(file.classes(), file.sources(), tree, tree.at(tree.classes, tree.classes.count - 1));
  return drawing::check(drawing::draw(file.classes(), file.sources(), last));
}

/// An editor that applies what it is answered.
class DiagramEditor {
 public:
  explicit DiagramEditor(std::string text, const std::string& uri = "file:///nowhere/test.mo")
      : text_(std::move(text)) {
    client.open(text_, uri);
  }

  /// The answer, whole.
  json ask(json gestures, json more = json::object()) {
    more["textDocument"] = {{"uri", client.uri()}, {"version", version_}};
    more["gestures"] = std::move(gestures);
    return client.ask("dashpot/edit", std::move(more));
  }
  /// The result, after it has been applied.
  json edit(json gestures, json more = json::object()) {
    const json answer = ask(std::move(gestures), std::move(more));
    EXPECT_TRUE(answer.contains("result")) << answer.dump();
    if (!answer.contains("result")) return {};
    take(answer["result"]["changes"]);
    return answer["result"];
  }
  void take(const json& changes) {
    text_ = applied(text_, changes);
    client.change(text_);
    ++version_;
  }
  std::string refusal(json gestures) {
    const json answer = ask(std::move(gestures));
    EXPECT_TRUE(answer.contains("error")) << answer.dump();
    EXPECT_EQ(client.serverText(), text_) << "nothing changes";
    return answer.contains("error") ? answer["error"]["message"].get<std::string>() : "";
  }
  json diagram() { return client.ofDocument("dashpot/diagram")["diagram"]; }
  json component(const std::string& name) {
    const json all = diagram()["components"];
    for (const json& each : all)
      if (each["name"] == name) return each;
    return {};
  }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] int version() const { return version_; }

  Client client;

 private:
  std::string text_;
  int version_ = 1;
};

// ------------------------------------------------------------------------------------------------------------ diagrams

TEST(DiagramRequest, GivesTheClassAsItStandsInTheEditorWithPlacesInItsUnits) {
  Client client;
  client.open(lift);
  const json answer = client.ofDocument("dashpot/diagram");
  EXPECT_EQ(answer["version"], 1);
  EXPECT_EQ(answer["classes"], json::array({"Lift"}));
  EXPECT_EQ(answer["experiment"], (json{{"stop", 2.0}}));
  EXPECT_EQ(answer["figures"], json::array());
  const json& diagram = answer["diagram"];
  EXPECT_EQ(diagram["schema"], "dashpot/drawing/1");
  EXPECT_EQ(diagram["connections"].size(), 3u);
  for (const json& component : diagram["components"]) {
    if (component["name"] != "pump") continue;
    // Two blanks, 15 units of the comment (π is one, the clef two), a blank, 37 of the type, a blank.
    EXPECT_EQ(component["name_range"]["start"], (json{{"line", 2}, {"character", 56}}));
    EXPECT_EQ(component["modifiers"][0]["value"], "1e-3");
    EXPECT_TRUE(component["modifiers"][0].contains("value_range"));
    EXPECT_FALSE(component["ports"][0].contains("range")) << "it is declared in another file";
  }
  client.change(lift + "model Other\nend Other;\n");
  EXPECT_EQ(client.ofDocument("dashpot/diagram")["diagram"]["class"], "Other") << "the last model";
  EXPECT_EQ(client.ofDocument("dashpot/diagram", {{"class", "Lift"}})["diagram"]["class"], "Lift");
}

TEST(DiagramRequest, SaysWhyThereIsNone) {
  Client client;
  client.open("model M\n  Real x\nend M;");
  const json answer = client.ask("dashpot/diagram", {{"textDocument", {{"uri", client.uri()}}}});
  EXPECT_EQ(answer["error"]["code"], refusedCode);
  EXPECT_THAT(answer["error"]["message"].get<std::string>(), StartsWith("line 2:"));
  client.change(lift);
  EXPECT_THAT(
      client.ask("dashpot/diagram", {{"textDocument", {{"uri", client.uri()}}}, {"class", "Lft"}})["error"]["message"]
          .get<std::string>(),
      HasSubstr("did you mean 'Lift'?"));
  client.change("type T = Real;");
  EXPECT_EQ(client.errorCode("dashpot/diagram", {{"textDocument", {{"uri", client.uri()}}}}), refusedCode);
  EXPECT_EQ(client.errorCode("dashpot/diagram", {{"textDocument", {{"uri", client.uri()}}}, {"class", 3}}),
            malformedCode);
  EXPECT_EQ(client.errorCode("dashpot/diagram", {{"textDocument", {{"uri", "file:///not/open.mo"}}}}), malformedCode);
}

TEST(DiagramRequest, DrawsEveryExample) {
  Client client;
  for (const auto& entry : std::filesystem::directory_iterator(example(""))) {
    if (entry.path().extension() != ".mo") continue;
    client.open(contentOf(entry.path()), "file://" + entry.path().string());
    const json answer = client.ofDocument("dashpot/diagram");
    EXPECT_FALSE(answer["classes"].empty()) << entry.path();
    client.notify("textDocument/didClose", {{"textDocument", {{"uri", client.uri()}}}});
  }
}

// --------------------------------------------------------------------------------------------------------------- edits

TEST(EditRequest, TheFirstMoveWritesAllPlacesSoThatNothingElseJumps) {
  DiagramEditor editor(lift);
  const json before = editor.component("tank")["matrix"];
  const json answer = editor.edit({{{"kind", "move"}, {"component", "pump"}, {"to", {-200, 60}}}});
  EXPECT_THAT(answer["notes"].dump(), HasSubstr("no component had a place in the text"));
  EXPECT_EQ(editor.component("tank")["matrix"], before);
  EXPECT_EQ(editor.component("pump")["box"], json({{-210.0, 50.0}, {-190.0, 70.0}}));
  EXPECT_THAT(editor.text(), HasSubstr("/* Größe π𝄞 */ Dashpot.Hydraulics.Sources.FlowSource pump(Q = 1e-3) annotation("
                                       "Placement(transformation(origin = {-200, 60}"));
  EXPECT_THAT(editor.edit({{{"kind", "move"}, {"component", "pump"}, {"to", {-180, 60}}}})["changes"].dump(),
              Not(HasSubstr("Placement")))
      << "only numbers change from then on";
}

/// Both ends of each line that is written are at its ports.
void expectLinesAtPorts(const json& diagram) {
  for (const json& connection : diagram["connections"]) {
    if (!connection["written"].get<bool>() || connection["routed"].get<bool>()) continue;
    const json& points = connection["line"]["points"];
    EXPECT_EQ(points.front(), connection["ends"][0]["position"]) << connection["ends"].dump();
    EXPECT_EQ(points.back(), connection["ends"][1]["position"]) << connection["ends"].dump();
  }
}

TEST(EditRequest, LinesFollowWhatIsMovedAndNewConnectionsGetLines) {
  DiagramEditor editor(lift);
  editor.edit({{{"kind", "disconnect"}, {"from", "pump.port"}, {"to", "orifice.port_a"}},
               {{"kind", "connect"}, {"from", "orifice.port_a"}, {"to", "pump.port"}}});
  EXPECT_THAT(editor.text(), HasSubstr("connect(orifice.port_a, pump.port) annotation(Line(points = {{"));
  EXPECT_THAT(editor.text(), HasSubstr(", color = {")) << "the colour of the connector";
  expectLinesAtPorts(editor.diagram());
  editor.edit({{{"kind", "move"}, {"component", "pump"}, {"to", {-301, 77}}}});
  editor.edit({{{"kind", "rotate"}, {"component", "orifice"}, {"degrees", 90}}});
  const json diagram = editor.diagram();
  expectLinesAtPorts(diagram);
  for (const json& connection : diagram["connections"]) EXPECT_FALSE(connection["written"] && connection["routed"]);
  editor.edit({{{"kind", "move"}, {"component", "pump"}, {"to", {0, 300}}}}, {{"lines", false}});
  EXPECT_THAT(editor.diagram()["connections"].dump(), HasSubstr("\"routed\":true")) << "left behind when asked for";
}

TEST(EditRequest, LinesOfPartsThatMoveTogetherKeepTheirShape) {
  DiagramEditor editor(lift);
  editor.edit({{{"kind", "disconnect"}, {"from", "pump.port"}, {"to", "orifice.port_a"}},
               {{"kind", "place"}, {"component", "pump"}, {"origin", {0, 0}}, {"extent", {{-10, -10}, {10, 10}}}},
               {{"kind", "place"}, {"component", "orifice"}, {"origin", {60, 60}}, {"extent", {{-10, -10}, {10, 10}}}},
               {{"kind", "connect"}, {"from", "pump.port"}, {"to", "orifice.port_a"}}});
  const auto line = [&] {
    const json connections = editor.diagram()["connections"];
    for (const json& connection : connections)
      if (connection["ends"][0]["text"] == "pump.port") return connection["line"]["points"];
    return json();
  };
  const json before = line();
  editor.edit({{{"kind", "move"}, {"component", "pump"}, {"to", {100, 30}}},
               {{"kind", "move"}, {"component", "orifice"}, {"to", {160, 90}}}});
  const json after = line();
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_DOUBLE_EQ(after[i][0].get<double>(), before[i][0].get<double>() + 100);
    EXPECT_DOUBLE_EQ(after[i][1].get<double>(), before[i][1].get<double>() + 30);
  }
}

TEST(EditRequest, NewComponentsGetTheNameThatTheirClassWants) {
  DiagramEditor editor(lift);
  const json gesture{{"kind", "add"}, {"type", "Dashpot.Hydraulics.Sources.Tank"}, {"at", {40, -80}}};
  const json answer = editor.edit({gesture, gesture});
  EXPECT_EQ(answer["names"], json::array({"tank1", "tank2"}));
  EXPECT_THAT(editor.text(), HasSubstr("Dashpot.Hydraulics.Sources.Tank tank2 annotation(Placement("));
  EXPECT_EQ(
      editor.edit({{{"kind", "add"}, {"type", "Dashpot.Hydraulics.Fluids.TextbookOil"}, {"name", "oil"}}})["names"],
      json::array({"oil"}));
  EXPECT_THAT(editor.text(), HasSubstr("inner Dashpot.Hydraulics.Fluids.TextbookOil oil annotation(Placement("))
      << "prefixes come from the class, and a place is found";
}

TEST(EditRequest, ARefusedGestureSaysWhyAndChangesNothing) {
  DiagramEditor editor(lift);
  const auto connect = [](const char* from, const char* to) {
    return json{{"kind", "connect"}, {"from", from}, {"to", to}};
  };
  EXPECT_THAT(
      editor.refusal({{{"kind", "move"}, {"component", "pump"}, {"to", {1, 2}}}, connect("pump.port", "gain.u")}),
      HasSubstr("connectors of different kinds"));
  EXPECT_THAT(editor.refusal({connect("pump.port", "mass.flange_a")}), HasSubstr("connectors of different kinds"));
  EXPECT_THAT(editor.refusal({connect("one.y", "two.y")}), HasSubstr("both give a signal"));
  EXPECT_THAT(editor.refusal({connect("two.y", "gain.u")}), HasSubstr("'gain.u' gets its signal from 'one.y' already"));
  EXPECT_THAT(editor.refusal({connect("orifice.port_a", "pump.port")}), HasSubstr("are connected already"));
  EXPECT_THAT(editor.refusal({{{"kind", "set"}, {"path", "pump.Q"}, {"value", "5 kg"}}}), HasSubstr("m3/s"));
  EXPECT_THAT(editor.refusal({{{"kind", "reroute"}, {"from", "pump.port"}, {"to", "tank.port"}}}),
              HasSubstr("no connection"));
  EXPECT_EQ(editor.ask({{{"kind", "dance"}}})["error"]["code"], malformedCode);
}

TEST(EditRequest, HostileParametersAreRefused) {
  DiagramEditor editor(lift);
  for (const json& gestures :
       {json(3), json("move"), json::array({1}), json::array({{{"kind", 1}}}), json::array({{{"kind", "move"}}}),
        json::array({{{"kind", "move"}, {"component", "pump"}, {"to", "here"}}}),
        json::array({{{"kind", "move"}, {"component", "pump"}, {"to", {1}}}}),
        json::array({{{"kind", "rotate"}, {"component", "pump"}, {"degrees", nullptr}}}),
        json::array({{{"kind", "flip"}, {"component", "pump"}, {"direction", "up"}}}),
        json::array({{{"kind", "paste"}, {"fragment", 3}, {"offset", {0, 0}}}}),
        json::array({{{"kind", "figures"}, {"figures", {{{"plots", 1}}}}}}),
        json::array({{{"kind", "group"}, {"components", {1}}, {"name", "G"}}})})
    EXPECT_EQ(editor.ask(gestures)["error"]["code"], malformedCode) << gestures.dump();
  const json broken{
      {"components",
       {{{"name", "a"}, {"type", "Real"}, {"written_type", "Real"}, {"declaration", "a; end M; model Evil Real x"}}}},
      {"connections", json::array()}};
  EXPECT_THAT(editor.refusal({{{"kind", "paste"}, {"fragment", broken}, {"offset", {0, 0}}}}),
              HasSubstr("no part of a circuit"));
  EXPECT_EQ(editor.client.errorCode("dashpot/edit", {{"textDocument", {{"uri", 5}}}}), malformedCode);
}

TEST(EditRequest, AnOlderVersionOfTheTextIsRefused) {
  DiagramEditor editor(lift);
  editor.edit({{{"kind", "set"}, {"path", "pump.Q"}, {"value", "60 l/min"}}});
  const json answer = editor.client.ask(
      "dashpot/edit", {{"textDocument", {{"uri", editor.client.uri()}, {"version", 1}}}, {"gestures", json::array()}});
  EXPECT_EQ(answer["error"]["code"], refusedCode);
  EXPECT_THAT(answer["error"]["message"].get<std::string>(), HasSubstr("version 1"));
  EXPECT_THAT(editor.text(), HasSubstr("pump(Q = 0.001)"));
}

TEST(EditRequest, APartGoesIntoAConnection) {
  DiagramEditor editor(lift);
  const json answer =
      editor.edit({{{"kind", "add"}, {"type", "Dashpot.Hydraulics.Resistances.Orifice"}, {"at", {0, 90}}},
                   {{"kind", "insert"},
                    {"component", "orifice1"},
                    {"from", "pump.port"},
                    {"to", "orifice.port_a"},
                    {"inlet", "port_a"},
                    {"outlet", "port_b"}}});
  EXPECT_EQ(answer["names"], json::array({"orifice1"}));
  EXPECT_THAT(editor.text(), AllOf(HasSubstr("connect(pump.port, orifice1.port_a)"),
                                   HasSubstr("connect(orifice1.port_b, orifice.port_a)"),
                                   Not(HasSubstr("connect(pump.port, orifice.port_a)"))));
  expectLinesAtPorts(editor.diagram());
}

TEST(EditRequest, AFragmentIsPastedIntoAnotherDocument) {
  DiagramEditor editor(lift);
  editor.edit({{{"kind", "move"}, {"component", "pump"}, {"to", {0, 0}}},
               {{"kind", "reroute"}, {"from", "pump.port"}, {"to", "orifice.port_a"}}});
  const json fragment = editor.client.ofDocument("dashpot/fragment", {{"components", {"pump", "orifice"}}})["fragment"];
  EXPECT_EQ(fragment["components"].size(), 2u);
  EXPECT_EQ(fragment["connections"].size(), 1u);
  const json paste = json::array({{{"kind", "paste"}, {"fragment", fragment}, {"offset", {30, -40}}}});
  EXPECT_EQ(editor.edit(paste)["names"], json::array({"pump1", "orifice1"}));
  EXPECT_THAT(editor.text(), HasSubstr("connect(pump1.port, orifice1.port_a)"));
  EXPECT_THAT(editor.text(), HasSubstr("pump1(Q = 1e-3) annotation(Placement(transformation(origin = {30, -40}"));
  expectLinesAtPorts(editor.diagram());
  DiagramEditor other("model Empty\r\nend Empty;\r\n", "file:///nowhere/other.mo");
  EXPECT_EQ(other.edit(paste)["names"], json::array({"pump", "orifice"}));
  EXPECT_THAT(other.text(), HasSubstr("\r\nequation\r\n"));
  EXPECT_EQ(other.diagram()["connections"].size(), 1u);
}

TEST(EditRequest, APartOfACircuitBecomesAClass) {
  DiagramEditor editor(lift);
  const json answer = editor.edit({{{"kind", "group"}, {"components", {"pump", "orifice"}}, {"name", "Supply"}}});
  EXPECT_EQ(answer["names"], json::array({"supply"}));
  EXPECT_THAT(editor.text(), StartsWith("model Supply\n"));
  EXPECT_THAT(editor.text(), HasSubstr("connect(supply.port_b, tank.port)"));
  const json published = editor.client.diagnostics();
  for (const json& finding : published["diagnostics"]) EXPECT_NE(finding["severity"], 1) << finding.dump();
  const json inside = editor.client.ofDocument("dashpot/diagram", {{"class", "Supply"}})["diagram"];
  EXPECT_EQ(inside["components"].size(), 3u) << "two parts and a connector";
  EXPECT_EQ(inside["connections"].size(), 2u);
}

TEST(EditRequest, FiguresAreKeptInTheModel) {
  DiagramEditor editor(lift);
  const json figures = {{{"title", "Druck \"p\""},
                         {"identifier", "p"},
                         {"plots",
                          {{{"title", "oben"}, {"curves", {{{"y", "pump.port.p"}, {"legend", "Pumpe"}}}}},
                           {{"x", "mass.s"}, {"curves", {{{"y", "mass.v"}}}}}}}}};
  editor.edit({{{"kind", "figures"}, {"figures", figures}}});
  EXPECT_THAT(editor.text(), HasSubstr("experiment(StopTime = 2), Documentation(figures = {Figure(title = "));
  EXPECT_EQ(editor.client.ofDocument("dashpot/diagram")["figures"], figures);
  editor.edit({{{"kind", "figures"}, {"figures", json::array()}}});
  EXPECT_THAT(editor.text(), Not(HasSubstr("Figure")));
  EXPECT_THAT(editor.refusal({{{"kind", "figures"}, {"figures", {{{"plots", {{{"curves", {{{"y", "a b"}}}}}}}}}}}}),
              HasSubstr("can be plotted"));
}

TEST(EditRequest, ArrangeGivesPlacesAnewAndKeepsTurns) {
  DiagramEditor editor(contentOf(example("press_cycle.mo")));
  editor.edit({{{"kind", "arrange"}}});
  const json diagram = editor.diagram();
  for (const json& component : diagram["components"]) EXPECT_TRUE(component["transformation"]["written"]);
  expectLinesAtPorts(diagram);
}

/// Random gestures on an example: each answer can be taken back, lines end at their ports, and the form stays sound.
class RandomGesturesOn : public ::testing::TestWithParam<const char*> {};

TEST_P(RandomGesturesOn, KeepTheDrawingSoundAndCanBeTakenBack) {
  const std::string start = contentOf(example(GetParam()));
  DiagramEditor editor(start);
  std::mt19937 random(7);
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  const auto around = std::make_shared<editing::Surroundings>();
  ASSERT_TRUE(around->library.addRoot(std::filesystem::path(testing::sourceTree) / "library"));
  std::size_t made = 0;
  json diagram = editor.diagram();
  for (int i = 0; i < 200 && !::testing::Test::HasFailure(); ++i) {
    std::vector<std::string> names, ports;
    for (const json& component : diagram["components"]) {
      names.push_back(component["name"]);
      for (const json& port : component["ports"]) ports.push_back(names.back() + "." + port["name"].get<std::string>());
    }
    if (names.empty()) return;
    const std::string component = names[below(names.size())];
    const json point = {2.0 * static_cast<double>(below(100)) - 100, 2.0 * static_cast<double>(below(100)) - 100};
    json gesture;
    switch (below(8)) {
      case 0: gesture = {{"kind", "add"}, {"type", "Dashpot.Hydraulics.Resistances.Orifice"}, {"at", point}}; break;
      case 1: gesture = {{"kind", "rotate"}, {"component", component}, {"degrees", 90}}; break;
      case 2: gesture = {{"kind", "flip"}, {"component", component}, {"direction", "horizontal"}}; break;
      case 3:
        if (ports.empty()) continue;
        gesture = {{"kind", "connect"}, {"from", ports[below(ports.size())]}, {"to", ports[below(ports.size())]}};
        break;
      case 4:
        if (names.size() < 3) continue;
        gesture = {{"kind", "remove"}, {"component", component}};
        break;
      case 5: gesture = {{"kind", "rename"}, {"component", component}, {"to", "part" + std::to_string(i)}}; break;
      default: gesture = {{"kind", "move"}, {"component", component}, {"to", point}}; break;
    }
    const json answer = editor.ask(json::array({gesture}));
    if (!answer.contains("result")) {
      EXPECT_EQ(answer["error"]["code"], refusedCode) << gesture.dump();
      continue;
    }
    SCOPED_TRACE(gesture.dump());
    expectReversible(editor.text(), answer["result"]["changes"]);
    editor.take(answer["result"]["changes"]);
    ++made;
    EXPECT_THAT(violations(editor.text(), around), ::testing::IsEmpty());
    diagram = editor.diagram();
    expectLinesAtPorts(diagram);
    if (gesture["kind"] == "remove" || gesture["kind"] == "rename") continue;
    for (const json& connection : diagram["connections"])
      for (const json& end : connection["ends"]) {
        const bool isLeftBehind = end.value("component", "") == component && connection["written"] &&
                                  connection["routed"] && !connection.contains("inherited");
        EXPECT_FALSE(isLeftBehind) << "a line of " << component << " ends nowhere";
      }
  }
  EXPECT_GT(made, 80u);
}

INSTANTIATE_TEST_SUITE_P(Examples, RandomGesturesOn,
                         ::testing::Values("press_cycle.mo", "two_branch_components.mo", "position_servo.mo"));

TEST(EditRequest, TheEditsOfAnAnswerCanBeTakenBack) {
  const std::string text = [] {
    std::string result;
    for (const char c : lift) result += c == '\n' ? "\r\n" : std::string(1, c);
    return result;
  }();
  DiagramEditor editor(text);
  const json answer = editor.ask({{{"kind", "move"}, {"component", "pump"}, {"to", {5, 6}}},
                                  {{"kind", "set"}, {"path", "pump.Q"}, {"value", "2e-3"}},
                                  {{"kind", "remove"}, {"component", "gain"}},
                                  {{"kind", "connect"}, {"from", "tank.port"}, {"to", "pump.port"}}});
  ASSERT_TRUE(answer.contains("result")) << answer.dump();
  expectReversible(text, answer["result"]["changes"]);
  editor.take(answer["result"]["changes"]);
  EXPECT_EQ(editor.text().find(";\n"), std::string::npos) << "line ends stay those of the file";
  EXPECT_THAT(editor.text(), AllOf(HasSubstr("/* Größe π𝄞 */"), HasSubstr("pump(Q = 2e-3)"), Not(HasSubstr("gain"))));
}

// --------------------------------------------------------------------------------------------------- what can be connected

TEST(ConnectableRequest, JudgesAllPortsWithReasons) {
  Client client;
  client.open(lift);
  std::map<std::string, json> ports;
  const json found = client.ofDocument("dashpot/connectable", {{"from", "two.y"}})["ports"];
  for (const json& port : found) ports[port["name"]] = port;
  EXPECT_FALSE(ports.at("pump.port")["ok"]);
  EXPECT_THAT(ports.at("pump.port")["reason"].get<std::string>(), HasSubstr("different kinds"));
  EXPECT_THAT(ports.at("one.y")["reason"].get<std::string>(), HasSubstr("both give a signal"));
  EXPECT_THAT(ports.at("gain.u")["reason"].get<std::string>(), HasSubstr("from 'one.y' already"));
  EXPECT_THAT(ports.at("two.y")["reason"].get<std::string>(), HasSubstr("itself"));
  const json otherPorts = client.ofDocument("dashpot/connectable", {{"from", "gain.y"}})["ports"];
  for (const json& port : otherPorts) EXPECT_EQ(port["ok"], false) << port.dump() << ": all inputs have their signals";
  EXPECT_EQ(client.errorCode("dashpot/connectable", {{"textDocument", {{"uri", client.uri()}}}, {"from", "nobody.p"}}),
            refusedCode);
}

// -------------------------------------------------------------------------------------------------------------- palette

TEST(PaletteRequest, HasTheComponentsOfTheLibrariesAndTheUsersOwn) {
  Client client;
  client.open("model Valve \"My valve\"\n  Dashpot.Hydraulics.Resistances.Orifice orifice;\nend Valve;\n" + lift);
  const json own = client.ofDocument("dashpot/palette")["packages"];
  EXPECT_EQ(own[0]["name"], "test.mo");
  ASSERT_EQ(own[0]["components"].size(), 1u) << "a machine with an experiment is nothing to be dropped";
  EXPECT_EQ(own[0]["components"][0]["name"], "Valve");
  std::size_t count = 0;
  bool hasRelief = false;
  const json packages = client.request("dashpot/palette")["packages"];
  for (const json& package : packages)
    for (const json& component : package["components"]) {
      ++count;
      EXPECT_FALSE(component["icon"]["layers"].empty()) << component["name"];
      EXPECT_FALSE(component["default_component_name"].get<std::string>().empty());
      if (component["name"] != "Dashpot.Hydraulics.Valves.ReliefValve") continue;
      hasRelief = true;
      EXPECT_EQ(package["name"], "Dashpot.Hydraulics.Valves");
      EXPECT_EQ(component["ports"].size(), 2u);
      EXPECT_THAT(component["keywords"].get<std::vector<std::string>>(), AllOf(Contains("relief"), Contains("valve")));
    }
  EXPECT_TRUE(hasRelief);
  EXPECT_GT(count, 200u);
  for (const json& package : packages) EXPECT_THAT(package["name"].get<std::string>(), Not(HasSubstr("Interfaces")));
}

// --------------------------------------------------------------------------------------------------------------- panels

TEST(ComponentRequest, TellsParametersAsWrittenAndAsShown) {
  Client client;
  client.open(
      "model M\n  Dashpot.Hydraulics.Valves.ReliefValve relief(p_set = 21e6);\n"
      "  parameter Dashpot.Units.AbsolutePressure p = 1e5 \"Top\";\nend M;\n");
  const json relief = client.ofDocument("dashpot/component", {{"component", "relief"}});
  EXPECT_EQ(relief["type"], "Dashpot.Hydraulics.Valves.ReliefValve");
  std::map<std::string, json> parameters;
  for (const json& each : relief["parameters"]) parameters[each["name"]] = each;
  const json& set = parameters.at("p_set");
  EXPECT_EQ(set["value"], "21e6");
  EXPECT_EQ(set["value_shown"], "210 bar");
  EXPECT_EQ(set["builtin"], "Real");
  EXPECT_EQ(set["display_unit"], "bar");
  EXPECT_TRUE(set.contains("default_shown"));
  EXPECT_FALSE(relief["documentation"].get<std::string>().empty());
  const json whole = client.ofDocument("dashpot/component");
  EXPECT_EQ(whole["name"], "M");
  EXPECT_EQ(whole["parameters"][0]["value_shown"], "1 bar");
  EXPECT_EQ(client.request("dashpot/component", {{"type", "Dashpot.Electrical.Resistor"}})["kind"], "model");
  EXPECT_EQ(client.errorCode("dashpot/component", {{"textDocument", {{"uri", client.uri()}}}, {"component", "x"}}),
            refusedCode);
  EXPECT_EQ(client.errorCode("dashpot/component", {{"type", "No.Such"}}), refusedCode);
}

TEST(ComponentRequest, KnowsTabsConditionsAndChoices) {
  Client client;
  client.open(
      "package P\n  partial model Base end Base;\n  model A extends Base; end A;\n  model B extends Base; end B;\n"
      "  model Part\n    parameter Boolean isHot = false annotation(Dialog(tab = \"Heat\", group = \"Switch\"));\n"
      "    parameter Integer n = 2;\n    parameter Real T = 3 annotation(Dialog(tab = \"Heat\", enable = isHot));\n"
      "    Real x[n];\n    replaceable model Choice = A constrainedby Base;\n  end Part;\n"
      "  model M\n    Part cold;\n    Part hot(isHot = true, redeclare model Choice = B, final n = 4);\n  end M;\nend "
      "P;\n");
  const auto of = [&](const char* component, const char* parameter) {
    const json all = client.ofDocument("dashpot/component", {{"class", "P.M"}, {"component", component}})["parameters"];
    for (const json& each : all)
      if (each["name"] == parameter) return each;
    return json();
  };
  EXPECT_EQ(of("cold", "T")["tab"], "Heat");
  EXPECT_EQ(of("cold", "isHot")["group"], "Switch");
  EXPECT_EQ(of("cold", "T").value("enabled", true), false);
  EXPECT_EQ(of("hot", "T").value("enabled", true), true);
  EXPECT_TRUE(of("cold", "n")["is_structural"]);
  EXPECT_FALSE(of("cold", "n").contains("is_final"));
  EXPECT_TRUE(of("hot", "n")["is_final"]);
  const json replaceables =
      client.ofDocument("dashpot/component", {{"class", "P.M"}, {"component", "hot"}})["replaceables"];
  ASSERT_EQ(replaceables.size(), 1u);
  EXPECT_EQ(replaceables[0]["default"], "P.A");
  EXPECT_EQ(replaceables[0]["chosen"], "P.B");
  EXPECT_EQ(replaceables[0]["choices"].size(), 2u);
}

TEST(UnitRequest, ReadsWhatSomebodyTypes) {
  Client client;
  const auto read = [&](const char* value, const char* unit) {
    return client.request("dashpot/evaluate_unit", {{"value", value}, {"unit", unit}});
  };
  EXPECT_DOUBLE_EQ(read("210 bar", "Pa")["si"].get<double>(), 21e6);
  EXPECT_EQ(read("210 bar", "Pa")["shown"], "210 bar");
  EXPECT_NEAR(read("3e3 psi", "Pa")["si"].get<double>(), 20684271.88, 1);
  EXPECT_DOUBLE_EQ(read("2*3", "Pa")["si"].get<double>(), 6);
  const json refused = client.ask("dashpot/evaluate_unit", {{"value", "5 kg"}, {"unit", "Pa"}});
  EXPECT_EQ(refused["error"]["code"], refusedCode);
  EXPECT_THAT(refused["error"]["message"].get<std::string>(), HasSubstr("Pa"));
  EXPECT_EQ(client.errorCode("dashpot/evaluate_unit", {{"value", 3}}), malformedCode);
}

// -------------------------------------------------------------------------------------------------------- what is told

TEST(ModelsNotification, ComesAfterACheck) {
  Client client;
  client.open("model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend M;");
  (void)client.diagnostics();
  json models;
  for (const json& message : client.otherMessages())
    if (message["method"] == "dashpot/models") models = message["params"];
  EXPECT_EQ(models["version"], 1);
  EXPECT_EQ(models["models"][0]["name"], "M");
  EXPECT_EQ(models["models"][0]["sound"], true);
  EXPECT_EQ(models["models"][0]["states"], 1);
}

TEST(DiagnosticsData, NamesTheComponentAndTheRule) {
  Client client;
  client.open(
      "model M\n  inner Dashpot.Hydraulics.Fluids.TextbookOil fluid;\n"
      "  Dashpot.Hydraulics.Resistances.Orifice orifice(d = y);\nend M;");
  json data;
  const json published = client.diagnostics();
  for (const json& finding : published["diagnostics"])
    if (finding.contains("data")) data = finding["data"];
  EXPECT_EQ(data["component"], "orifice") << published.dump();
  EXPECT_EQ(data["class"], "M");
}

// ----------------------------------------------------------------------------------------------------------------- HTML

TEST(SanitisedHtml, KeepsWhatIsKnownToBeHarmless) {
  EXPECT_EQ(sanitisedHtml("<html><p>A <b>bold</b> &amp; &le; 3 < 4</p></html>"),
            "<p>A <b>bold</b> &amp; &le; 3 &lt; 4</p>");
  EXPECT_EQ(sanitisedHtml("<A HREF='https://a.b/c?d=1&amp;e=2'>x</A>"), "<a href=\"https://a.b/c?d=1&amp;e=2\">x</a>");
  EXPECT_EQ(sanitisedHtml("<a href=\"modelica://Dashpot.Hydraulics\">x</a>"),
            "<a href=\"modelica://Dashpot.Hydraulics\">x</a>");
  EXPECT_EQ(sanitisedHtml("<img src=\"modelica://Dashpot/a b.png\">"), "");
  EXPECT_EQ(sanitisedHtml("<img src=\"modelica://Dashpot/a.png\" alt=\"a &quot;b\">"),
            "<img src=\"/resource?uri=modelica%3A%2F%2FDashpot%2Fa.png\" alt=\"a &amp;quot;b\">");
  EXPECT_EQ(sanitisedHtml("<ul><li>one<li>two</ul><p>end"), "<ul><li>one<li>two</li></li></ul><p>end</p>");
}

TEST(SanitisedHtml, NothingHostileComesThrough) {
  for (const char* hostile : {"<script>alert(1)</script>",
                              "<SCRIPT src=//evil>",
                              "<scr<script>ipt>alert(1)</script>",
                              "<img src=x onerror=alert(1)>",
                              "<img src='https://evil/x.png'>",
                              "<p onclick=\"alert(1)\">",
                              "<a href=\"javascript:alert(1)\">",
                              "<a href=\"java&#115;cript:alert(1)\">",
                              "<a href=' javascript:alert(1)'>",
                              "<a href=\"java\tscript:alert(1)\">",
                              "<a href=\"data:text/html,<script>\">",
                              "<a href=//evil>",
                              "<style>@import url(//evil)</style>",
                              "<svg><script>alert(1)</script></svg>",
                              "<iframe src=//evil></iframe>",
                              "<math><mi xlink:href=\"javascript:alert(1)\">",
                              "<!--><script>alert(1)</script>",
                              "<![CDATA[<script>]]>",
                              "<p style=\"background:url(javascript:alert(1))\">",
                              "<form action=//evil><input>",
                              "<object data=//evil>",
                              "<a href=\"https://a\" onmouseover=\"alert(1)\">",
                              "<base href=//evil>",
                              "<meta http-equiv=refresh content=0>",
                              "<img src=\"modelica://a\" onload=alert(1)>",
                              "<a/href=\"javascript:alert(1)\">x",
                              "<template><script>"}) {
    const std::string clean = sanitisedHtml(hostile);
    for (const char* forbidden :
         {"<script", "<style", "<iframe", "<svg", "<object", "<form", "<base", "<meta", "onerror", "onclick", "onload",
          "onmouseover", "javascript:", "data:", "style=", "\"//", "evil/x"})
      EXPECT_THAT(clean, Not(HasSubstr(forbidden))) << hostile << " -> " << clean;
  }
  EXPECT_LT(sanitisedHtml(std::string(100000, '<') + "p>").size(), 1000000u);
  std::string deep;
  for (int i = 0; i < 10000; ++i) deep += "<b>";
  EXPECT_LT(sanitisedHtml(deep).size(), 10000u);
}

}  // namespace
}  // namespace dashpot::language_server

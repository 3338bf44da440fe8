// The verbs check, flatten and structure.
#include "cli/model_file.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* oscillatorText =
    "model Oscillator\n"
    "  parameter Real k = 4;\n"
    "  Real x(start = 1, fixed = true);\n"
    "  Real v(start = 0, fixed = true);\n"
    "equation\n"
    "  der(x) = v;\n"
    "  der(v) = -k*x;\n"
    "end Oscillator;\n";

constexpr const char* unbalanced = "model M\n  Real x;\n  Real y;\nequation\n  x = 1;\nend M;\n";

TEST(Check, CountsEquationsUnknownsStatesAndParameters) {
  const ModelFile file(oscillatorText);
  const Outcome outcome = run("check " + file.argument());
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "Oscillator: 2 equations, 2 unknowns, 2 states, 1 parameters\n");
  EXPECT_THAT(outcome.err, IsEmpty());
  const json result = json::parse(run("check --json " + file.argument()).out);
  EXPECT_EQ(result["schema"], "dashpot/check/1");
  EXPECT_EQ(result["ok"], true);
  EXPECT_EQ(result["states"], 2);
  EXPECT_THAT(result["diagnostics"], IsEmpty());
}

TEST(Check, ReportsWhatIsWrongWithItsPlace) {
  const ModelFile file(unbalanced);
  const Outcome outcome = run("check " + file.argument());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(outcome.err, file.path().string() +
                             ":3:8: error: the model has 1 equation for 2 unknowns: 1 equation missing\n"
                             "    3 |   Real y;\n"
                             "      |        ^\n"
                             "  nothing determines y\n"
                             "hint: add an equation for it, or connect the component it belongs to\n");
  const Outcome asJson = run("check --json " + file.argument());
  EXPECT_EQ(asJson.code, 1);
  const json result = json::parse(asJson.out);
  EXPECT_EQ(result["ok"], false);
  EXPECT_EQ(result["diagnostics"][0]["severity"], "error");
  EXPECT_EQ(result["diagnostics"][0]["line"], 3);
}

TEST(Flatten, PrintsAModelThatFlattensToItself) {
  const ModelFile file(oscillatorText);
  const Outcome first = run("flatten " + file.argument());
  EXPECT_EQ(first.code, 0);
  EXPECT_THAT(first.out, HasSubstr("model Oscillator"));
  const ModelFile flat(first.out, "flat.mo");
  EXPECT_EQ(run("flatten " + flat.argument()).out, first.out);
  const json result = json::parse(run("flatten --json " + file.argument()).out);
  EXPECT_EQ(result["schema"], "dashpot/flatten/1");
  EXPECT_EQ(result["text"], first.out);
  EXPECT_EQ(result["equations"], 2);
}

// Each exchange doubles the text of the equations; their shared form grows by a few operations.
TEST(Flatten, RefusesToWriteAnEquationThatIsLongerThanADisk) {
  const ModelFile file(R"(model Sorted
  Real x[6] = {sin(k*time) for k in 1:6};
  Real y[6];
  Real t;
algorithm
  y := x;
  t := 0;
  for i in 1:6 loop
    for j in 1:6 loop
      if y[i] > y[j] then
        t := y[i];
        y[i] := y[j];
        y[j] := t;
      end if;
    end for;
  end for;
end Sorted;
)");
  EXPECT_EQ(run("check " + file.argument()).code, 0);
  for (const std::string verb : {"flatten ", "simulate --dump flat "}) {
    const Outcome outcome = run(verb + file.argument());
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err,
                HasSubstr(":13:9: error: written out as one equation, this has more than a million terms"));
  }
}

TEST(Structure, ShowsBlocksAndStates) {
  const ModelFile file(oscillatorText);
  const Outcome outcome = run("structure " + file.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("states                    2\n"));
  EXPECT_THAT(outcome.out, HasSubstr("Jacobian of F: 2 x 2, 2 non-zeros\n"
                                     "  x  . * \n"
                                     "  v  * . \n"));
  const json result = json::parse(run("structure --json " + file.argument()).out);
  EXPECT_EQ(result["schema"], "dashpot/structure/1");
}

TEST(Structure, GivesThePublishedCountsOfThePlainTwoBranchCircuit) {
  // Treeaporn 2011, eqs. 2.1 to 2.11: ten equations for ten unknowns, fully triangular once sorted, so index 0.
  const json result =
      json::parse(run(std::string("structure --json ") + testing::sourceTree + "/examples/two_branch_circuit.mo").out);
  EXPECT_EQ(result["equations"], 10);
  EXPECT_EQ(result["unknown_count"], 10);
  EXPECT_EQ(result["incidence_non_zeros"], 20) << "as in the incidence matrix 2.11";
  EXPECT_EQ(result["index"], 0);
  EXPECT_EQ(result["loops"], 0);
  EXPECT_EQ(result["states"], 2);
}

TEST(Structure, ShowsAStepOfAnInlinedFormula) {
  // Treeaporn 2005, sections 2.2 to 2.4: 24 equations, 10 of them solved by sorting, a loop of 14, two tearing variables.
  const std::string circuit = std::string(testing::sourceTree) + "/examples/two_branch_circuit.mo";
  const json step = json::parse(run("structure --json --inline radau3 " + circuit).out)["step"];
  EXPECT_EQ(step["method"], "radau3");
  EXPECT_EQ(step["stages"], 2);
  EXPECT_EQ(step["equations"], 24);
  EXPECT_EQ(step["solved_by_sorting"], 10);
  ASSERT_EQ(step["loops"].size(), 1);
  EXPECT_EQ(step["loops"][0]["size"], 14);
  EXPECT_EQ(step["loops"][0]["kind"], "linear");
  EXPECT_EQ(step["loops"][0]["torn"].size(), 2);
  EXPECT_EQ(step["loops"][0]["residuals"].size(), 2);
  EXPECT_EQ(step["linear_size"], 2);
  EXPECT_EQ(step["newton_size"], 0) << "the model is linear: nothing is iterated";
  EXPECT_GT(step["operations"], 20);
  const Outcome text = run("structure --inline hw-sdirk " + circuit);
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("one step of               hw-sdirk"));
  EXPECT_THAT(text.out, HasSubstr("equations                 60"));
  EXPECT_THAT(text.out, HasSubstr("loops                     5"));
}

TEST(Structure, OfAnInlinedFormulaThatDoesNotExistNamesOneThatDoes) {
  const ModelFile file(oscillatorText);
  const Outcome outcome = run("structure --inline radau6 " + file.argument());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean 'radau"));
}

TEST(Structure, GivesThePatternThatTheComponentsOfTheCylinderCircuitImply) {
  // Esque 2008, fig. 4.6 with tables 4.3 to 4.5: the order is cylinder (pA, pB, x, v), pipe A (p1, p2, Q), pipe B,
  // volume.
  const json result =
      json::parse(run(std::string("structure --json ") + testing::sourceTree + "/examples/cylinder_lines.mo").out);
  EXPECT_EQ(result["states"], 11);
  EXPECT_EQ(result["jacobian_non_zeros"], 33);
  const std::vector<std::vector<int>> rows{{0, 2, 3, 4}, {1, 2, 3, 7}, {3},        {0, 1, 3}, {0, 4, 6}, {5, 6, 10},
                                           {4, 5, 6},    {1, 7, 9},    {8, 9, 10}, {7, 8, 9}, {5, 8, 10}};
  std::vector<std::vector<int>> found(11);
  for (const auto& place : result["jacobian_pattern"])
    found[place[0].get<std::size_t>()].push_back(place[1].get<int>());
  EXPECT_EQ(found, rows);
}

TEST(ModelVerbs, ChooseAModelOfAFile) {
  const ModelFile file(std::string(oscillatorText) + "model Last\n  Real z;\nequation\n  z = time;\nend Last;\n");
  EXPECT_THAT(run("check " + file.argument()).out, HasSubstr("Last: 1 equations"));
  EXPECT_THAT(run("check --model Oscillator " + file.argument()).out, HasSubstr("Oscillator: 2 equations"));
}

TEST(ModelVerbs, ExplainWhatTheyCannotUse) {
  const ModelFile file(oscillatorText);
  for (const std::string verb : {"check", "flatten", "structure"}) {
    EXPECT_EQ(run(verb).code, 2) << verb;
    const Outcome missing = run(verb + " nowhere.mo");
    EXPECT_EQ(missing.code, 1) << verb;
    EXPECT_THAT(missing.err, HasSubstr("nowhere.mo")) << verb;
    const Outcome option = run(verb + " --jsno " + file.argument());
    EXPECT_EQ(option.code, 2) << verb;
    EXPECT_THAT(option.err, HasSubstr("did you mean '--json'?")) << verb;
    const Outcome model = run(verb + " --model Oscilator " + file.argument());
    EXPECT_EQ(model.code, 1) << verb;
    EXPECT_THAT(model.err, HasSubstr("did you mean 'Oscillator'?")) << verb;
  }
}

TEST(ModelVerbs, GiveAnExampleInTheirHelp) {
  for (const std::string verb : {"simulate", "check", "flatten", "structure"})
    EXPECT_THAT(run(verb + " --help").out, HasSubstr("Example:\n  dashpot " + verb));
}

}  // namespace
}  // namespace dashpot::cli

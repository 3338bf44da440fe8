// The verb compare.
#include "cli/child.hpp"
#include "cli/model_file.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <regex>
#include <set>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* drivenDecay =
    "model Decay\n  parameter Real k = 1000;\n  Real x(start = 1, fixed = true);\n  Real y(start = 0, fixed = true);\n"
    "equation\n  der(x) = -k*(x - cos(time));\n  der(y) = x - y;\n"
    "  annotation(experiment(StopTime = 2, Interval = 0.01));\nend Decay;\n";

std::size_t countOf(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++count;
  return count;
}

TEST(CompareVerb, NumbersOfAModelAreThoseOfDirectRuns) {
  const ModelFile file(drivenDecay);
  const Outcome outcome = run("compare " + file.argument() +
                              " --methods rodas4,cvode --tolerances 1e-4,1e-6 --timing 0 --set k=2000 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json result = json::parse(outcome.out);
  EXPECT_EQ(result["schema"], "dashpot/compare/1");
  ASSERT_EQ(result["comparisons"][0]["runs"].size(), 4u);
  for (const json& each : result["comparisons"][0]["runs"]) {
    const std::string method = each["method"], tolerance = each["tolerance"].dump();
    const json direct = json::parse(
        run("simulate " + file.argument() + " --set k=2000 --json --method " + method + " --tolerance " + tolerance)
            .out);
    for (const char* counter : {"steps", "rejected", "rhs_evals", "jac_evals", "lu", "solves"})
      EXPECT_EQ(each[counter], direct[counter]) << method << " " << tolerance << " " << counter;
  }
}

TEST(CompareVerb, ErrorsOfAModelAreThoseAgainstItsClosedForm) {
  // y' = -y, measured at the end against exp(-1).
  const ModelFile file("model M\n  Real y(start = 1, fixed = true);\nequation\n  der(y) = -y;\nend M;\n");
  const json result = json::parse(
      run("compare " + file.argument() + " --methods dopri5 --steps 0.1 --timing 0 --json --interval 0.5").out);
  const json& entry = result["comparisons"][0];
  const json direct = json::parse(run("simulate " + file.argument() + " --method dopri5 --step 0.1 --json").out);
  EXPECT_LT(entry["reference"]["disagreement"]["max"], 1e-9);
  EXPECT_EQ(entry["runs"][0]["steps"], 10);
  EXPECT_GT(entry["runs"][0]["errors"]["final"], 1e-10);
  EXPECT_LT(entry["runs"][0]["errors"]["final"], 1e-7);
  EXPECT_EQ(entry["runs"][0]["worst"]["variable"], "y");
}

TEST(CompareVerb, PrintsATableForPeople) {
  const Outcome outcome = run("compare problem:hires --methods rodas4,radau --tolerances 1e-3..1e-5 --timing 0.2");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("reference: radau@1e-07; rodas5p@1e-07 differs by"),
                                 ContainsRegex("rodas4 +0.001 +[0-9]+ "), ContainsRegex("radau +1e-05 +[0-9]+ "),
                                 HasSubstr("Evaluations of F to reach an error")));
}

TEST(CompareVerb, ListsFailuresWithTheirReason) {
  const Outcome outcome = run("compare problem:hires --methods rk4,rodas4 --tolerances 1e-3 --timing 0");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("the method 'rk4' needs a fixed step"));
}

TEST(CompareVerb, SeveralModelsGiveAPerformanceProfile) {
  const TemporaryPath plot("profile.svg");
  const Outcome outcome =
      run("compare problem:hires problem:robertson --methods rodas4,rodas3 --tolerances 1e-3..1e-5 "
          "--timing 0 --plot " +
          plot.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Performance profile over 2 models"));
  EXPECT_THAT(contentOf(plot.path()), AllOf(StartsWith("<svg"), HasSubstr("work over the least"), HasSubstr("rodas3")));
}

TEST(CompareVerb, WritesFiles) {
  const TemporaryPath csv("runs.csv"), plot("wp.svg");
  const Outcome outcome =
      run("compare problem:hires --methods rodas4 --tolerances 1e-3,1e-4 --timing 0 --errors max --csv " +
          csv.argument() + " --plot " + plot.argument());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(contentOf(csv.path()), AllOf(StartsWith("model,method,tolerance,step,status,steps"),
                                           ContainsRegex("problem:hires,rodas4,0.0001,,finished,[0-9]+,")));
  EXPECT_THAT(contentOf(plot.path()), AllOf(HasSubstr("relative error (max)"), HasSubstr("evaluations of F"),
                                            HasSubstr("CPU [s]"), HasSubstr("rodas4")));
}

TEST(CompareVerb, TakesAResultFileAsReference) {
  const ModelFile file(drivenDecay);
  const TemporaryPath mat("reference.mat");
  ASSERT_EQ(run("simulate " + file.argument() + " --tolerance 1e-10 -o " + mat.argument()).code, 0);
  const Outcome outcome = run("compare " + file.argument() +
                              " --methods rodas4 --tolerances 1e-4 --timing 0 --json --reference " + mat.argument());
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json reference = json::parse(outcome.out)["comparisons"][0]["reference"];
  EXPECT_EQ(reference["name"], mat.path().string());
  EXPECT_LT(reference["disagreement"]["max"], 1e-6);
  EXPECT_THAT(run("compare problem:hires --reference " + mat.argument()).err, HasSubstr("has no variable 'Pr'"));
}

TEST(CompareVerb, ExplainsWhatItCannotUnderstand) {
  const std::pair<const char*, const char*> cases[] = {
      {"problem:hires --methods rodas44", "did you mean"},
      {"problem:hires --tolerances 2", "is not below 1"},
      {"problem:hires --tolerances 1e-2..x", "'1e-2..x' is not a positive number or a range"},
      {"problem:hires --steps 1bar", "'1bar' is not a positive number or a range"},
      {"problem:hires --errors median", "there is no measure 'median'"},
      {"problem:hires --reference radau@x", "is not METHOD@TOLERANCE"},
      {"problem:hires problem:e5 --reference a.mat", "one model only"},
      {"problem:hires --plot a.pdf", "must end in .svg or .png"},
      {"problem:hires --set a=1", "go with a model"},
      {"problem:hirse", "did you mean 'hires'?"},
      {"problem:hires --vars Px", "hint: did you mean"},
  };
  for (const auto& [arguments, words] : cases) {
    const Outcome outcome = run(std::string("compare ") + arguments);
    EXPECT_EQ(outcome.code, 1) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(words)) << arguments;
    EXPECT_THAT(outcome.out, IsEmpty()) << arguments;
  }
  EXPECT_EQ(run("compare").code, 2);
}

TEST(CompareVerb, AnInterruptionKeepsWhatIsThere) {
  const TemporaryPath log("interrupted.log");
  // Stability holds ode23 to millions of steps, each of 4,000 unknowns; rodas4 takes seven.
  Child child({"compare", "problem:heat:n=4000", "--methods", "rodas4,ode23", "--tolerances", "1e-3", "--timing", "0",
               "--limit", "600"},
              log.path());
  usleep(3'000'000);
  child.signal(SIGINT);
  EXPECT_EQ(child.wait(), 130);
  EXPECT_THAT(contentOf(log.path()), AllOf(ContainsRegex("rodas4 +0.001 +[0-9]+ "), HasSubstr("ode23")));
}

// ---- the report -----------------------------------------------------------------------------------------------------

class CompareReportPage : public ::testing::Test {
 protected:
  void SetUp() override {
    const Outcome outcome =
        run("compare problem:hires problem:van-der-pol --methods rodas4,radau --tolerances 1e-3..1e-5 "
            "--timing 0.1 --report " +
            folder_.argument());
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    page_ = contentOf(folder_.path() / "index.html");
  }
  TemporaryPath folder_{"report"};
  std::string page_;
};

TEST_F(CompareReportPage, IsOnePageThatAsksForNothing) {
  EXPECT_THAT(page_, AllOf(StartsWith("<!DOCTYPE html>"), HasSubstr("default-src 'none'"),
                           HasSubstr("Performance profile"), HasSubstr("step sizes"), HasSubstr("order and formula"),
                           HasSubstr("error over time"), HasSubstr("phase plane")))
      << "a part is missing";
  EXPECT_THAT(page_, AllOf(Not(HasSubstr("src=\"")), Not(HasSubstr("@import"))));
  EXPECT_EQ(countOf(page_, "href="), 1u);  // the icon, which is empty
  EXPECT_EQ(countOf(page_, "<figure>"), 1u + 2 * 6) << "a profile; work, ratios, steps, orders, errors, phase plane";
  std::set<std::string> ids;
  const std::regex id("id=\"([^\"]+)\"");
  for (std::sregex_iterator at(page_.begin(), page_.end(), id), end; at != end; ++at)
    EXPECT_TRUE(ids.insert((*at)[1]).second) << (*at)[1];
  EXPECT_EQ(json::parse(contentOf(folder_.path() / "compare.json"))["schema"], "dashpot/compare/1");
  EXPECT_THAT(contentOf(folder_.path() / "compare.csv"), StartsWith("model,method"));
}

TEST_F(CompareReportPage, RunsInABrowserWithoutComplaints) {
  if (std::system("command -v chromium-headless-shell > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "there is no browser: install chromium-headless-shell";
  const std::string dom = (folder_.path() / "dom").string(), log = (folder_.path() / "log").string();
  const std::string command = "timeout 60 chromium-headless-shell --no-sandbox --disable-gpu --enable-logging=stderr " +
                              std::string("--user-data-dir='") + (folder_.path() / "profile").string() +
                              "' --dump-dom 'file://" + (folder_.path() / "index.html").string() + "' > '" + dom +
                              "' 2> '" + log + "'";
  ASSERT_EQ(std::system(command.c_str()), 0) << contentOf(log);
  EXPECT_THAT(contentOf(log), Not(HasSubstr("CONSOLE")));
  EXPECT_EQ(countOf(contentOf(dom), "<circle"), countOf(page_, "<figure>"));  // the script made one in each picture
}

}  // namespace
}  // namespace dashpot::cli
